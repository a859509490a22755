//! Goals that are no branches: lines that run, blocks that begin, and
//! statements that the source marks.

use std::collections::{BTreeMap, BTreeSet};

use everypath_trace::{GoalKind, Marker};
use indexmap::IndexMap;

use super::function::FunctionWriter;
use super::{Side, Site};
use crate::ir::debug::{Debug, Place};
use crate::ir::module::Module;
use crate::ir::text::without_metadata;

/// What a module has of such goals.
#[derive(Debug, Default)]
pub(crate) struct Statements {
    kinds: Vec<GoalKind>,
    /// The names of marked goals, by file and line of their statement.
    marked: BTreeMap<(String, u32), String>,
    /// The goals of lines and marked statements, by number.
    known: IndexMap<(String, u32, bool), u32>,
}

impl Statements {
    /// Those of some kinds; a marker means the first line from its own on
    /// that has code.
    pub(crate) fn new(
        module: &Module,
        debug: Debug,
        files: &[String],
        kinds: &[GoalKind],
        markers: &[Marker],
    ) -> Statements {
        let mut statements = Statements {
            kinds: kinds.to_vec(),
            ..Statements::default()
        };
        if !kinds.contains(&GoalKind::Marker) {
            return statements;
        }
        for file in files {
            let mut lines: BTreeSet<u32> = BTreeSet::new();
            for line in module.functions.iter().flat_map(|function| &function.body) {
                let (text, location) = without_metadata(line);
                let place = location.and_then(|location| debug.place(location));
                if let Some(place) = place
                    && place.file == *file
                    && is_statement(text.trim())
                {
                    lines.insert(place.line);
                }
            }
            for marker in markers {
                if let Some(line) = lines.range(marker.line..).next() {
                    statements
                        .marked
                        .entry((file.clone(), *line))
                        .or_insert_with(|| marker.name.clone());
                }
            }
        }
        statements
    }
}

/// Whether an instruction is something that the source does: not where a
/// variable is declared, and not the end of a function.
fn is_statement(text: &str) -> bool {
    !text.contains("@llvm.dbg.") && !text.starts_with("#dbg_") && !text.starts_with("ret ")
}

impl FunctionWriter<'_, '_> {
    /// A new block begins.
    pub(super) fn begin_block(&mut self) {
        self.block_begins = true;
        self.last_line = 0;
    }

    /// Says that the statement of an instruction runs.
    pub(super) fn statement(&mut self, text: &str, place: Option<&Place>) {
        let Some(place) = place else { return };
        let own = self.writer.options.goal_files.contains(&place.file);
        let phi = text
            .split_once(" = ")
            .is_some_and(|(_, body)| body.starts_with("phi "));
        if !own || phi || self.writer.statements.kinds.is_empty() || !is_statement(text) {
            return;
        }
        let kinds = self.writer.statements.kinds.clone();
        // A block that only jumps on is the compiler's, not the user's.
        if self.block_begins && !text.starts_with("br label") {
            self.block_begins = false;
            if kinds.contains(&GoalKind::Block) {
                let goal = self.new_goal(place, Side::Block);
                self.cover(goal);
            }
        }
        if self.last_line == place.line || self.writer.options.empty_lines.contains(&place.line) {
            return;
        }
        self.last_line = place.line;
        if kinds.contains(&GoalKind::Line) {
            let goal = self.known_goal(place, Side::Line);
            self.cover(goal);
        }
        let marked = (place.file.clone(), place.line);
        if let Some(name) = self.writer.statements.marked.get(&marked).cloned() {
            let goal = self.known_goal(place, Side::Marked(name));
            self.cover(goal);
        }
    }

    fn known_goal(&mut self, place: &Place, side: Side) -> u32 {
        let key = (place.file.clone(), place.line, side == Side::Line);
        match self.writer.statements.known.get(&key) {
            Some(known) => *known,
            None => {
                let goal = self.new_goal(place, side);
                self.writer.statements.known.insert(key, goal);
                goal
            }
        }
    }

    fn new_goal(&mut self, place: &Place, side: Side) -> u32 {
        let goal = self.writer.options.first_goal + self.writer.result.sites.len() as u32;
        self.writer.result.sites.push(Site {
            place: place.clone(),
            function: self.function.name.to_owned(),
            side,
        });
        goal
    }

    fn cover(&mut self, goal: u32) {
        self.line(&format!("call void @ep.cover(i64 {goal})"));
    }
}
