//! Mutants of C: one build of the IR is all of them. Each instruction that can be changed
//! asks a variable which mutant the program is, and says that it was reached.

mod operators;

use std::collections::BTreeSet;
use std::fmt::Write;

use everypath_trace::{Mutant, MutantId};
use indexmap::IndexMap;

use crate::ir::debug::Debug;
use crate::ir::module::Module;
use crate::ir::text::{split, take_type, without_metadata};
use operators::{Change, Site, changes};

/// The variable that says which mutant a program is, 0 for none; the function that is told
/// which numbers are reached; and one that does nothing.
pub const MUTANT: &str = "everypath_mutant";
/// See [`MUTANT`].
pub const REACHED: &str = "everypath_reached";
/// See [`MUTANT`].
pub const NOTHING: &str = "everypath_nothing";

/// So many mutants of one file are enough.
const MOST: usize = 800;

/// A change of a function: the function, the instruction and the change by their places.
type Key = (String, usize, usize);

/// The mutants of a file. Each has the same number in every build.
#[derive(Debug, Default)]
pub struct Schema {
    known: IndexMap<Key, Mutant>,
}

impl Schema {
    /// Reads the mutants of some functions of a file from IR in which all of them are.
    pub fn read(text: &str, functions: &BTreeSet<String>, source: &str) -> Option<Schema> {
        let module = Module::read(text)?;
        let debug = Debug::new(&module.metadata);
        let mut schema = Schema::default();
        for function in &module.functions {
            if !functions.contains(function.name) {
                continue;
            }
            for (at, line) in function.body.iter().enumerate() {
                let (code, location) = without_metadata(line);
                let Some(place) = location.and_then(|location| debug.place(location)) else {
                    continue;
                };
                if place.file != source || schema.known.len() >= MOST {
                    continue;
                }
                let found = changes(code, &module).map_or_else(Vec::new, |(_, found)| found);
                for (number, change) in found.into_iter().enumerate() {
                    let mutant = Mutant {
                        function: function.name.to_owned(),
                        line: place.line,
                        column: place.column.saturating_sub(1),
                        operator: change.operator,
                        change: change.words,
                    };
                    schema
                        .known
                        .insert((function.name.to_owned(), at, number), mutant);
                }
            }
        }
        (!schema.known.is_empty()).then_some(schema)
    }

    /// The mutants, by number.
    pub fn mutants(&self) -> Vec<Mutant> {
        self.known.values().cloned().collect()
    }

    /// The number that a mutant has in a program: 0 is the original.
    pub fn number(mutant: MutantId) -> u32 {
        mutant.0 + 1
    }

    /// IR that is any of the mutants.
    pub fn apply(&self, text: &str) -> Option<String> {
        let module = Module::read(text)?;
        let mut written = String::with_capacity(text.len() * 2);
        let mut functions = module.functions.iter();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let _ = writeln!(written, "{line}");
            if !line.starts_with("define ") {
                continue;
            }
            let function = functions.next()?;
            for (at, line) in function.body.iter().enumerate() {
                self.instruction(&mut written, (function.name, at), line, &module);
            }
            lines.by_ref().find(|line| *line == "}")?;
            written.push_str("}\n");
        }
        Some(written)
    }

    fn instruction(&self, written: &mut String, at: (&str, usize), line: &str, module: &Module) {
        let first = self.known.get_index_of(&(at.0.to_owned(), at.1, 0));
        let (code, _) = without_metadata(line);
        let found = first.and_then(|first| Some((first, changes(code, module)?)));
        let Some((first, (site, changes))) = found else {
            let _ = writeln!(written, "{line}");
            return;
        };
        let writing = Writing {
            first: first as u32 + 1,
            metadata: &line[code.len()..],
            typed_pointers: module.typed_pointers,
        };
        written.push_str(&writing.site(&site, &changes));
    }
}

/// One instruction with its changes.
struct Writing<'a> {
    /// The number of the first change.
    first: u32,
    metadata: &'a str,
    typed_pointers: bool,
}

impl Writing<'_> {
    fn site(&self, site: &Site, changes: &[Change]) -> String {
        let (first, last) = (self.first, self.first + changes.len() as u32 - 1);
        let metadata = self.metadata;
        let pointer = if self.typed_pointers { "i32*" } else { "ptr" };
        let mut text = format!(
            "  call void @{REACHED}(i32 {first}, i32 {last}){metadata}\n  \
             %ep.is.{first} = load i32, {pointer} @{MUTANT}, align 4\n"
        );
        match site {
            Site::Value { name, ty, made } => {
                let _ = writeln!(text, "  %ep.own.{first} = {made}{metadata}");
                let mut chosen = format!("%ep.own.{first}");
                for (number, change) in (first..).zip(changes) {
                    let _ = writeln!(text, "  %ep.new.{number} = {}{metadata}", change.instead);
                    let new = format!("%ep.new.{number}");
                    chosen = self.choose(&mut text, number, ty, &new, &chosen);
                }
                // The name that others know goes to the last choice.
                let own = format!("{chosen} = ");
                text = text.replacen(&format!("  {own}"), &format!("  {name} = "), 1);
            }
            Site::Store { ty, value, place } => {
                let to = place.split(", ").next().unwrap_or(place);
                let _ = writeln!(text, "  %ep.old.{first} = load {ty}, {to}, align 1");
                let mut chosen = (*value).to_owned();
                for (number, change) in (first..).zip(changes) {
                    let new = change.instead.replace("{old}", &format!("%ep.old.{first}"));
                    chosen = self.choose(&mut text, number, ty, &new, &chosen);
                }
                let _ = writeln!(text, "  store {ty} {chosen}, {place}{metadata}");
            }
            Site::Return { ty, value } => {
                let mut chosen = (*value).to_owned();
                for (number, change) in (first..).zip(changes) {
                    chosen = self.choose(&mut text, number, ty, &change.instead, &chosen);
                }
                let _ = writeln!(text, "  ret {ty} {chosen}{metadata}");
            }
            Site::Call {
                function,
                arguments,
            } => {
                let (ty, nothing) = self.nothing(arguments);
                let own = format!("@{function}");
                let chosen = self.choose(&mut text, first, &ty, &nothing, &own);
                let _ = writeln!(text, "  call void {chosen}{arguments}{metadata}");
            }
        }
        text
    }

    /// The function that does nothing, with the type of one that takes some arguments.
    fn nothing(&self, arguments: &str) -> (String, String) {
        if !self.typed_pointers {
            return ("ptr".to_owned(), format!("@{NOTHING}"));
        }
        let inside = arguments.trim_start_matches('(').trim_end_matches(')');
        let types = split(inside).into_iter().filter_map(take_type);
        let types: Vec<&str> = types.map(|(ty, _)| ty).collect();
        let ty = format!("void ({})*", types.join(", "));
        let nothing = format!("bitcast (void ()* @{NOTHING} to {ty})");
        (ty, nothing)
    }

    /// A value that is another one in a mutant; its name.
    fn choose(&self, text: &mut String, number: u32, ty: &str, new: &str, own: &str) -> String {
        let first = self.first;
        let _ = writeln!(
            text,
            "  %ep.asks.{number} = icmp eq i32 %ep.is.{first}, {number}\n  \
             %ep.gets.{number} = select i1 %ep.asks.{number}, {ty} {new}, {ty} {own}"
        );
        format!("%ep.gets.{number}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IR: &str = "define i32 @f(i32 %0) !dbg !4 {\n  %2 = add nsw i32 %0, 1, !dbg !5\n  \
        ret i32 %2, !dbg !5\n}\n!1 = !DIFile(filename: \"a.c\", directory: \"/x\")\n\
        !4 = distinct !DISubprogram(name: \"f\", file: !1)\n\
        !5 = !DILocation(line: 3, column: 7, scope: !4)\n";

    #[test]
    fn one_build_is_all_mutants() {
        let functions = BTreeSet::from(["f".to_owned()]);
        let schema = Schema::read(IR, &functions, "/x/a.c").unwrap();
        let said: Vec<String> = schema
            .mutants()
            .iter()
            .map(|mutant| format!("{}:{} {}", mutant.line, mutant.column, mutant.change))
            .collect();
        let expected = ["3:6 + → -", "3:6 1 → 2", "3:6 1 → 0", "3:6 the result → 0"];
        assert_eq!(said, expected);
        let text = schema.apply(IR).unwrap();
        assert!(text.contains("  %2 = select i1 %ep.asks.3, i32 %ep.new.3, i32 %ep.gets.2\n"));
        assert!(text.contains("  ret i32 %ep.gets.4, !dbg !5\n"), "{text}");
        assert!(Schema::read(IR, &functions, "/x/b.c").is_none());
    }
}
