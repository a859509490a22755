//! Instrumenting LLVM IR: beside each value that can be symbolic goes the
//! number of its term, which is 0 while it is concrete. Lines are only added
//! or replaced by calls; blocks are never split, so that every branch of the
//! result is a branch of the source.

mod accesses;
mod addresses;
mod calls;
mod expansions;
mod floats;
mod function;
mod headers;
mod instructions;
mod known_calls;
mod operands;
mod prelude;
pub mod recording;
mod required;
mod statements;

use std::fmt::Write;

use std::collections::BTreeSet;

use everypath_trace::{GoalKind, Marker};
use indexmap::{IndexMap, IndexSet};

use crate::ir::debug::{Debug, Place};
use crate::ir::module::Module;
pub(crate) use calls::{Call, OUTPUT, parse as parse_call};
pub use function::locals;
pub(crate) use function::promotable;
pub(crate) use instructions::without_flags;

use function::FunctionWriter;
pub use operands::Pointers;
use statements::Statements;

/// The function that a call names.
pub fn callee_of(body: &str) -> Option<&str> {
    let callee = calls::parse(body)?.callee.strip_prefix('@')?;
    Some(callee.trim_matches('"'))
}

/// What the instrumented code of one module has to know.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Distinguishes this module's own symbols from those of others.
    pub tag: String,
    /// The files whose branches are goals, as the compiler names them.
    pub goal_files: Vec<String>,
    /// Lines and columns where the compiler makes branches of its own.
    pub no_goals: IndexSet<(u32, u32)>,
    /// How many files other modules have told of before; `None` if nobody
    /// would know of this module's.
    pub files_before: Option<usize>,
    /// The number of the first goal; numbers begin with 1.
    pub first_goal: u32,
    /// Functions that other instrumented modules define.
    pub elsewhere: IndexSet<String>,
    /// In each of these functions, calls of these go to stubs.
    pub stubs: IndexMap<String, IndexSet<String>>,
    /// Whether those functions tell which lines run.
    pub traced: bool,
    /// Functions whose calls go to an instrumented model.
    pub models: IndexMap<String, String>,
    /// Whether allocations may fail.
    pub failing_allocations: bool,
    /// The functions that are worth the compiler's time; all, if none is named.
    pub optimised: Option<IndexSet<String>>,
    /// The kinds of goals besides branches.
    pub kinds: Vec<GoalKind>,
    /// The goals that the source marks.
    pub markers: Vec<Marker>,
    /// Lines that say nothing: they only close something.
    pub empty_lines: BTreeSet<u32>,
}

/// A branch side or case of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Where the condition is.
    pub place: Place,
    /// The function.
    pub function: String,
    /// Which side.
    pub side: Side,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// The condition holds.
    True,
    /// It does not.
    False,
    /// A switch takes this case.
    Case(i64),
    /// A switch takes no case.
    Default,
    /// No side: the line runs.
    Line,
    /// No side: the block begins.
    Block,
    /// No side: the marked statement runs.
    Marked(String),
}

/// An instrumented module.
#[derive(Clone, Debug, Default)]
pub struct Instrumented {
    /// The new text.
    pub text: String,
    /// The goals, in the order of their numbers.
    pub sites: Vec<Site>,
    /// The files that places speak of: a place is a line, and a file's index
    /// above bit 20.
    pub files: Vec<String>,
    /// External functions that are called and run as they are.
    pub externals: IndexSet<String>,
    /// The functions of the allocator that are called, and may fail.
    pub allocators: IndexSet<String>,
}

/// Instruments a module.
pub fn instrument(module: &Module, options: &Options) -> Instrumented {
    let mut writer = Writer {
        module,
        options,
        debug: Debug::new(&module.metadata),
        pointers: Pointers {
            typed: module.typed_pointers,
        },
        defined: module
            .functions
            .iter()
            .map(|function| function.name)
            .collect(),
        result: Instrumented::default(),
        declarations: IndexMap::new(),
        strings: IndexMap::new(),
        tables: 0,
        tail: String::new(),
        statements: Statements::new(
            module,
            Debug::new(&module.metadata),
            &options.goal_files,
            &options.kinds,
            &options.markers,
        ),
    };
    writer.write();
    writer.result
}

/// The state of instrumenting one module.
pub(crate) struct Writer<'a> {
    pub module: &'a Module<'a>,
    pub options: &'a Options,
    pub debug: Debug<'a>,
    pub pointers: Pointers,
    pub defined: IndexSet<&'a str>,
    pub result: Instrumented,
    /// The models that are called, with their declarations.
    pub declarations: IndexMap<String, String>,
    strings: IndexMap<String, usize>,
    tables: usize,
    tail: String,
    pub statements: Statements,
}

impl Writer<'_> {
    fn write(&mut self) {
        let module = self.module;
        for line in &module.kept {
            if line.starts_with("attributes #") {
                self.result.text.push_str(&effectful(line));
            } else {
                let (line, _) = crate::ir::text::without_metadata(line);
                let line = line.split(" !dbg ").next().unwrap_or(line);
                self.result.text.push_str(line);
            }
            self.result.text.push('\n');
        }
        for function in &module.functions {
            let text = FunctionWriter::new(self, function).write();
            self.result.text.push_str(&text);
        }
        let text = std::mem::take(&mut self.result.text);
        let (text, declarations) =
            addresses::of_models(text, &module.kept, &self.options.models, &self.defined);
        self.result.text = text;
        for (model, declaration) in declarations {
            self.declarations.entry(model).or_insert(declaration);
        }
        self.globals();
        let long_double = self.result.text.contains("@ep.long(");
        let prelude = prelude::text(self.pointers, &module.declared, long_double);
        self.result.text.push_str(&prelude);
        for declaration in self.declarations.values() {
            self.result.text.push_str(declaration);
            self.result.text.push('\n');
        }
        let tail = std::mem::take(&mut self.tail);
        self.result.text.push_str(&tail);
    }

    /// Leaves a record of each variable for the runtime.
    fn globals(&mut self) {
        let tag = self.options.tag.clone();
        for (index, global) in self.module.globals.iter().enumerate() {
            if global.thread_local || global.name.starts_with("@llvm.") {
                continue;
            }
            let pointer = self.pointers.to(global.ty);
            let size = self.pointers.size_of(global.ty);
            let byte = self.pointers.to("i8");
            let shown = self.string(global.name.trim_start_matches('@').trim_matches('"'));
            let _ = writeln!(
                self.tail,
                "@\"ep.region.{tag}.{index}\" = global {{ i64, i64, i64, {byte} }} {{ i64 ptrtoint ({pointer} {} to i64), i64 {size}, i64 {}, {shown} }}, section \"ep_globals\", align 8",
                global.name,
                u8::from(global.constant),
            );
        }
    }

    /// A C string that the instrumented code passes to the runtime.
    pub(crate) fn string(&mut self, text: &str) -> String {
        let next = self.strings.len();
        let known = *self.strings.entry(text.to_owned()).or_insert(next);
        let size = text.len() + 1;
        let name = format!("@\"ep.string.{known}\"");
        if known == next {
            let mut bytes = String::new();
            for byte in text.bytes() {
                let _ = write!(bytes, "\\{byte:02X}");
            }
            let _ = writeln!(
                self.tail,
                "{name} = private constant [{size} x i8] c\"{bytes}\\00\""
            );
        }
        self.pointers.first_of(&format!("[{size} x i8]"), &name)
    }

    /// A table of numbers that the instrumented code passes to the runtime.
    pub(crate) fn table(&mut self, numbers: &[i64]) -> String {
        let name = format!("@\"ep.table.{}\"", self.tables);
        self.tables += 1;
        let list: Vec<String> = numbers
            .iter()
            .map(|number| format!("i64 {number}"))
            .collect();
        let ty = format!("[{} x i64]", numbers.len());
        let _ = writeln!(
            self.tail,
            "{name} = private constant {ty} [{}]",
            list.join(", ")
        );
        self.pointers.first_of(&ty, &name)
    }

    /// The number of a place for the runtime's messages.
    pub(crate) fn place_number(&mut self, place: Option<&Place>) -> u32 {
        let (Some(place), Some(before)) = (place, self.options.files_before) else {
            return 0;
        };
        let known = self
            .result
            .files
            .iter()
            .position(|file| *file == place.file);
        let index = known.unwrap_or_else(|| {
            self.result.files.push(place.file.clone());
            self.result.files.len() - 1
        });
        place.line.min(0xf_ffff) | (((before + index) as u32).min(0x7ff) << 20)
    }

    /// Adds goals and gives the number of the first; 0 if the place is in no
    /// file whose branches are goals.
    pub(crate) fn goals(&mut self, place: Option<&Place>, function: &str, sides: Vec<Side>) -> u32 {
        let Some(place) = place else { return 0 };
        if !self.options.goal_files.contains(&place.file)
            || self.options.no_goals.contains(&(place.line, place.column))
        {
            return 0;
        }
        let first = self.options.first_goal + self.result.sites.len() as u32;
        for side in sides {
            self.result.sites.push(Site {
                place: place.clone(),
                function: function.to_owned(),
                side,
            });
        }
        first
    }
}

/// An attribute group without what is no longer true: instrumented functions
/// write the log.
fn effectful(line: &str) -> String {
    const UNTRUE: [&str; 14] = [
        " readnone",
        " readonly",
        " writeonly",
        " argmemonly",
        " inaccessiblememonly",
        " inaccessiblemem_or_argmemonly",
        " speculatable",
        " willreturn",
        " nofree",
        " nosync",
        " norecurse",
        " mustprogress",
        " nocallback",
        " optnone",
    ];
    let mut line = line.to_owned();
    for word in UNTRUE {
        line = line.replace(&format!("{word} "), " ");
    }
    while let Some(start) = line.find(" memory(") {
        let Some(close) = line[start..].find(')') else {
            break;
        };
        line.replace_range(start..start + close + 1, "");
    }
    // A group must not be empty; C functions do not unwind.
    let empty = line
        .split_once('{')
        .is_some_and(|(_, rest)| rest.trim_matches([' ', '}']).is_empty());
    if empty {
        line = line.replacen('{', "{ nounwind", 1);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_functions_are_no_longer_pure() {
        let line = "attributes #3 = { nounwind readonly willreturn memory(read) \"a\"=\"b\" }";
        assert_eq!(effectful(line), "attributes #3 = { nounwind \"a\"=\"b\" }");
        let line = "attributes #3 = { nocallback nofree nosync willreturn }";
        assert!(effectful(line).contains("nounwind"));
    }
}
