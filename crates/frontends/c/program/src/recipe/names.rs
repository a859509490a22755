//! The words of a test's name: what its arguments are.

use everypath_c::Target;
use everypath_c::types::{Type, TypeId, Types};
use everypath_emit::{number_word, text_word};

use super::Making;

impl Making<'_> {
    /// What an argument is, in words.
    pub(super) fn words(&self, slot: &str, ty: TypeId, argument: &str) -> Option<String> {
        if argument == "NULL" {
            return Some("null".to_owned());
        }
        match self.types.shape(ty) {
            Type::Int {
                character: true, ..
            } => match argument
                .strip_prefix('\'')
                .and_then(|rest| rest.strip_suffix('\''))
            {
                Some(character) => Some(text_word(character)),
                None => Some(number_word(argument)),
            },
            Type::Int { .. } => Some(match argument.strip_suffix(" - 1)") {
                // The least number is written as one less than the next.
                Some(next) => {
                    let next = next.trim_start_matches('(').trim_end_matches('L');
                    number_word(&(next.parse::<i128>().ok()? - 1).to_string())
                }
                None => number_word(argument.trim_end_matches(['u', 'U', 'L'])),
            }),
            Type::Enum { .. } if !argument.starts_with('(') => Some(argument.to_lowercase()),
            Type::Float { .. } => Some(number_word(
                argument
                    .trim_end_matches(['f', 'L'])
                    .trim_matches(['(', ')']),
            ))
            .filter(|word| !word.contains([' ', '/'])),
            Type::Pointer(_) => {
                if let Some(Target::Opened(index)) = self.graph.pointers.get(slot) {
                    let bytes = self.contents_of(&self.graph.streams[*index]);
                    return Some(text_word(&String::from_utf8_lossy(&bytes)));
                }
                let Some(Target::Object(index)) = self.graph.pointers.get(slot) else {
                    return None;
                };
                let made = &self.objects[*index];
                if self.types.is_character(made.element) && made.element != Types::BYTE {
                    let bytes: Vec<u8> = (0..made.count)
                        .map(|i| self.bits(&format!("{slot}[{i}]")) as u8)
                        .collect();
                    let end = bytes
                        .iter()
                        .position(|byte| *byte == 0)
                        .unwrap_or(bytes.len());
                    return Some(text_word(&String::from_utf8_lossy(&bytes[..end])));
                }
                if let Type::Record { .. } = self.types.shape(made.element) {
                    if let Some(words) = self.telling(*index) {
                        return Some(format!("a_structure_with_{words}"));
                    }
                    let inside = format!("{slot}->");
                    let count = 1 + self
                        .graph
                        .objects
                        .iter()
                        .filter(|object| object.slot.starts_with(&inside))
                        .count();
                    return Some(format!("a_structure_of_{count}"));
                }
                let values: Vec<String> = (0..made.count.min(4))
                    .map(|i| {
                        number_word(&self.literal(made.element, self.bits(&format!("{slot}[{i}]"))))
                    })
                    .collect();
                Some(values.join("_"))
                    .filter(|words| words.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
            }
            _ => None,
        }
    }

    /// The first member of an object that is a number other than zero, with it.
    fn telling(&self, index: usize) -> Option<String> {
        let slot = &self.graph.objects[index].slot;
        self.object_leaves(index).iter().find_map(|leaf| {
            let is_number = matches!(
                self.types.shape(leaf.ty),
                Type::Int { .. } | Type::Enum { .. }
            );
            let bits = self.bits(&leaf.slot);
            if !is_number || leaf.bits.is_some() || bits == 0 {
                return None;
            }
            let member = leaf.slot.strip_prefix(slot.as_str())?;
            let parts = member.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
            let word = self.words(&leaf.slot, leaf.ty, &self.literal(leaf.ty, bits))?;
            Some(format!("{}_{word}", parts.join("_").to_lowercase()))
        })
    }
}
