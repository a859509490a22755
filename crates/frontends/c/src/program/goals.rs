//! The goals of a program: the places that instrumented code marks, in words.

use everypath_trace::{Condition, Goal, GoalKind, Goals, Location};

use super::{Program, source_name};
use crate::instrument::{Side, Site};
use crate::sources::condition;
use crate::types::Type;

impl Program {
    /// The goals as the engine knows them.
    pub fn goals(&self) -> Goals {
        let file = self.source.display().to_string();
        Goals(
            self.sites
                .iter()
                .map(|site| Goal {
                    kind: match site.side {
                        Side::Line => GoalKind::Line,
                        Side::Block => GoalKind::Block,
                        Side::Marked(_) => GoalKind::Marker,
                        _ => GoalKind::Branch,
                    },
                    location: Location {
                        file: file.clone(),
                        line: site.place.line,
                        column: site.place.column.saturating_sub(1),
                    },
                    description: self.describe(site),
                    function: source_name(&site.function).to_owned(),
                    condition: self.condition(site),
                })
                .collect(),
        )
    }

    /// The condition that a place is a side of, if the source says it.
    fn condition(&self, site: &Site) -> Option<Condition> {
        let holds = match site.side {
            Side::True => true,
            Side::False => false,
            _ => return None,
        };
        let words = condition(&self.text, site.place.line, site.place.column)?;
        let without_members = words.replace("->", ".");
        if without_members.contains(['<', '>', '=', '!', '&', '|']) {
            return Some(Condition::new(words, holds));
        }
        // C asks a value whether it is anything.
        let function = source_name(&site.function);
        let unit = self.units.iter().find(|unit| unit.name == function);
        let mut parameters = unit.iter().flat_map(|unit| &unit.parameters);
        let own = parameters.find(|parameter| parameter.name == words);
        let is_pointer =
            own.is_some_and(|own| matches!(self.types.shape(own.ty), Type::Pointer(_)));
        let nothing = if is_pointer { "NULL" } else { "0" };
        Some(Condition::new(format!("{words} != {nothing}"), holds))
    }

    fn describe(&self, site: &Site) -> String {
        let words = condition(&self.text, site.place.line, site.place.column);
        match (&site.side, words) {
            (Side::Line, _) => format!("line {}", site.place.line),
            (Side::Block, _) => format!("the block that begins in line {}", site.place.line),
            (Side::Marked(name), _) => format!("goal {name}"),
            (Side::True, Some(words)) => format!("`{words}` is true"),
            (Side::False, Some(words)) => format!("`{words}` is false"),
            (Side::True, None) => "the condition is true".to_owned(),
            (Side::False, None) => "the condition is false".to_owned(),
            (Side::Case(case), _) => format!("case {case} is taken"),
            (Side::Default, _) => "no case is taken".to_owned(),
        }
    }
}
