//! The streams of an input, as C makes them, and what the call did to them.

use everypath_c::Stream;
use everypath_emit::c::{Kind, Place, literal};
use everypath_trace::Step;

use super::Making;

/// What stands for bytes that nobody read.
const UNREAD: u8 = b'x';
/// The slot of standard input.
const STANDARD_INPUT: &str = "stdin";

impl Making<'_> {
    /// Declares the streams.
    pub(super) fn declare_streams(&mut self) {
        for index in 0..self.graph.streams.len() {
            let stream = self.graph.streams[index].clone();
            // Stubs read nothing: any stream will do.
            if !self.graph.stubs.is_empty() || !stream.used {
                self.streams.push("tmpfile()".to_owned());
                continue;
            }
            let bytes = self.contents_of(&stream);
            let made = format!(
                "stream_of({}, {}, {})",
                literal::text(&bytes),
                bytes.len(),
                stream.position
            );
            if stream.slot == STANDARD_INPUT {
                self.recipe.setup.push(format!("use_as_input({made});"));
                self.streams.push(STANDARD_INPUT.to_owned());
                continue;
            }
            let variable = self.fresh(&stream.slot);
            self.recipe
                .setup
                .push(format!("FILE *{variable} = {made};"));
            self.streams.push(variable);
        }
    }

    /// The bytes of a stream.
    pub(super) fn contents_of(&self, stream: &Stream) -> Vec<u8> {
        let slot = &stream.slot;
        let size = self.bits(&Step::Size.of(slot));
        let byte = |index: u64| {
            let value = self.input.values.get(format!("{slot}[{index}]").as_str());
            value.map_or(UNREAD, |value| super::values::value_bits(value) as u8)
        };
        (0..size).map(byte).collect()
    }

    /// Where the call leaves the streams, and what it wrote to them.
    pub(super) fn look_at_streams(&mut self) {
        for (index, stream) in self.graph.streams.iter().enumerate() {
            let name = &self.streams[index];
            if stream.closed || !stream.used || name == "tmpfile()" || name == STANDARD_INPUT {
                continue;
            }
            self.recipe.places.push(Place {
                expression: format!("ftell({name})"),
                kind: Kind::Signed,
                before: true,
                guard: None,
            });
            if stream.written {
                self.recipe.places.push(Place {
                    expression: format!("contents_of({name})"),
                    kind: Kind::Pointer {
                        text: true,
                        cast: false,
                        of: "char".to_owned(),
                    },
                    before: true,
                    guard: None,
                });
            }
        }
    }
}
