//! Goals that are met where an instruction begins: lines, basic blocks, and
//! the places that the user marked.

use std::collections::{BTreeMap, BTreeSet};

use everypath_trace::{GoalKind, Marker};

use crate::classfile::{ClassFile, Constant, MethodInfo};
use crate::code::{Code, Instr};

/// A goal at an instruction.
pub(crate) struct Place {
    /// The byte of its instruction.
    pub byte: u16,
    /// Its line.
    pub line: u16,
    /// What kind it is.
    pub kind: GoalKind,
    /// The goal in words; places of one method and description are one goal.
    pub description: String,
}

/// The places that are wanted, of all target classes.
#[derive(Debug, Default)]
pub(crate) struct Places {
    kinds: Vec<GoalKind>,
    /// The names of marked goals, by the line of their statement.
    marked: BTreeMap<u16, String>,
}

impl Places {
    /// Those of some kinds; a marker means the first line from its own on
    /// that has code.
    pub(crate) fn new(kinds: &[GoalKind], markers: &[Marker], files: &[ClassFile]) -> Places {
        let lines: BTreeSet<u16> = files
            .iter()
            .flat_map(|file| &file.methods)
            .filter_map(|method| method.code.as_ref())
            .flat_map(|code| code.lines.iter().map(|(_, line)| *line))
            .collect();
        let mut marked = BTreeMap::new();
        for marker in markers {
            let first = u16::try_from(marker.line).unwrap_or(u16::MAX);
            if let Some(line) = lines.range(first..).next() {
                marked.entry(*line).or_insert_with(|| marker.name.clone());
            }
        }
        Places {
            kinds: kinds.to_vec(),
            marked,
        }
    }

    /// The places of a method, by their bytes.
    pub(crate) fn of(&self, file: &ClassFile, method: &MethodInfo, code: &Code) -> Vec<Place> {
        let mut found = Vec::new();
        if let Some(raw) = &method.code {
            for &(byte, line) in &raw.lines {
                if code.bytes.binary_search(&byte).is_ok() {
                    self.line(byte, line, &mut found);
                }
            }
        }
        if self.kinds.contains(&GoalKind::Block) {
            found.extend(blocks(code));
        }
        if self.kinds.contains(&GoalKind::Marker) {
            found.extend(marker_calls(file, code));
        }
        found.sort_by_key(|place| place.byte);
        found.dedup_by(|a, b| a.byte == b.byte && a.description == b.description);
        found
    }

    fn line(&self, byte: u16, line: u16, found: &mut Vec<Place>) {
        let mut add = |kind: GoalKind, description: String| {
            if self.kinds.contains(&kind) {
                found.push(Place {
                    byte,
                    line,
                    kind,
                    description,
                });
            }
        };
        add(GoalKind::Line, format!("line {line}"));
        if let Some(name) = self.marked.get(&line) {
            add(GoalKind::Marker, format!("goal {name}"));
        }
    }
}

/// The first instructions of basic blocks. Calls that may throw end none.
fn blocks(code: &Code) -> Vec<Place> {
    let mut leaders: BTreeSet<usize> = BTreeSet::from([0]);
    for (at, instr) in code.instrs.iter().map(|cell| cell.get()).enumerate() {
        match instr {
            Instr::IfZero(_, to)
            | Instr::IfInt(_, to)
            | Instr::IfSame(_, to)
            | Instr::IfNull(_, to)
            | Instr::JumpSubroutine(to)
            | Instr::Goto(to) => {
                leaders.extend([to as usize, at + 1]);
            }
            Instr::Switch(index) => {
                let switch = &code.switches[index as usize];
                leaders.insert(switch.default as usize);
                leaders.extend(switch.cases.iter().map(|case| case.1 as usize));
                leaders.insert(at + 1);
            }
            Instr::Return
            | Instr::ReturnValue
            | Instr::ReturnWide
            | Instr::Throw
            | Instr::ReturnSubroutine(_) => {
                leaders.insert(at + 1);
            }
            _ => {}
        }
    }
    leaders.extend(code.handlers.iter().map(|handler| handler.target as usize));
    let mut of_line: BTreeMap<u16, usize> = BTreeMap::new();
    leaders
        .into_iter()
        // A block that only jumps on is the compiler's, not the user's.
        .filter(|&at| at < code.instrs.len() && !matches!(code.instrs[at].get(), Instr::Goto(_)))
        .map(|at| {
            let line = code.line_of(at);
            let number = of_line.entry(line).or_default();
            *number += 1;
            let description = match *number {
                1 => format!("the block that begins in line {line}"),
                number => format!("block {number} of line {line}"),
            };
            Place {
                byte: code.bytes[at],
                line,
                kind: GoalKind::Block,
                description,
            }
        })
        .collect()
}

/// Calls of a static method `goal` of a class `Everypath`, with a constant.
fn marker_calls(file: &ClassFile, code: &Code) -> Vec<Place> {
    let mut found = Vec::new();
    for (at, instr) in code.instrs.iter().map(|cell| cell.get()).enumerate() {
        let Instr::Invoke(_, index) = instr else {
            continue;
        };
        let Ok(member) = file.pool.member(index) else {
            continue;
        };
        let simple = member.class.rsplit(['/', '$']).next();
        if simple != Some("Everypath") || &*member.name != "goal" {
            continue;
        }
        let argument = at.checked_sub(1).map(|before| code.instrs[before].get());
        let name = match argument {
            Some(Instr::Int(number)) => number.to_string(),
            Some(Instr::Constant(constant)) => match file.pool.get(constant) {
                Ok(Constant::String(text)) => match file.pool.text(*text) {
                    Ok(text) => text.to_string(),
                    Err(_) => continue,
                },
                _ => continue,
            },
            _ => continue,
        };
        found.push(Place {
            byte: code.bytes[at],
            line: code.line_of(at),
            kind: GoalKind::Marker,
            description: format!("goal {name}"),
        });
    }
    found
}
