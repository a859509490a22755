//! From Python's own parse tree of a pattern.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use super::set::Set;
use super::{Node, Place};

use crate::Any;

const IGNORE_CASE: u32 = 2;
const LOCALE: u32 = 4;
const MULTI_LINE: u32 = 8;
const DOT_ALL: u32 = 16;
const ASCII: u32 = 256;

const NEWLINE: u32 = 10;

/// Reads a compiled pattern; `None` if something in it cannot be said in terms.
pub(super) fn parse(pattern: &Any<'_>) -> PyResult<Option<Node>> {
    let py = pattern.py();
    let flags: u32 = pattern.getattr("flags")?.extract()?;
    if flags & LOCALE != 0 {
        return Ok(None);
    }
    // The parser's home changed its name in Python 3.11.
    let parser = py
        .import("re._parser")
        .or_else(|_| py.import("sre_parse"))?;
    let tree = parser.call_method1("parse", (pattern.getattr("pattern")?, flags))?;
    // What a class has in it is ASCII where the subject is bytes.
    let classes = match pattern.getattr("pattern")?.is_instance_of::<PyBytes>() {
        true => flags | ASCII,
        false => flags,
    };
    Parser { flags: classes }.sequence(&tree)
}

/// The flags that hold at a place of the pattern.
#[derive(Clone, Copy)]
struct Parser {
    flags: u32,
}

impl Parser {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    fn sequence(&self, tree: &Any<'_>) -> PyResult<Option<Node>> {
        let mut nodes = vec![];
        for item in tree.try_iter()? {
            let (op, argument): (Any<'_>, Any<'_>) = item?.extract()?;
            match self.node(&op.str()?.to_string_lossy(), &argument)? {
                Some(node) => nodes.push(node),
                None => return Ok(None),
            }
        }
        Ok(Some(match nodes.len() {
            1 => nodes.remove(0),
            _ => Node::Sequence(nodes),
        }))
    }

    fn node(&self, op: &str, argument: &Any<'_>) -> PyResult<Option<Node>> {
        Ok(match op {
            "LITERAL" => Some(Node::One(self.cased(Set::one(argument.extract()?)))),
            "NOT_LITERAL" => {
                let set = self.cased(Set::one(argument.extract()?));
                Some(Node::One(set.complement()))
            }
            "ANY" if self.has(DOT_ALL) => Some(Node::One(Set::default().complement())),
            "ANY" => Some(Node::One(Set::one(NEWLINE).complement())),
            "IN" => self.set(argument)?.map(Node::One),
            "BRANCH" => {
                let (_, branches): (Any<'_>, Bound<'_, PyList>) = argument.extract()?;
                let branches = branches.iter().map(|branch| self.sequence(&branch));
                let branches = branches.collect::<PyResult<Option<Vec<Node>>>>()?;
                branches.map(Node::Branch)
            }
            "SUBPATTERN" => {
                let (group, add, remove, of): (Option<usize>, u32, u32, Any<'_>) =
                    argument.extract()?;
                let flags = (self.flags | add) & !remove;
                let of = Parser { flags }.sequence(&of)?;
                match (group, of) {
                    (Some(number), Some(of)) => Some(Node::Group {
                        number,
                        of: Box::new(of),
                    }),
                    (_, of) => of,
                }
            }
            "MAX_REPEAT" | "MIN_REPEAT" => {
                let (least, most, of): (usize, u64, Any<'_>) = argument.extract()?;
                self.sequence(&of)?.map(|of| Node::Repeat {
                    of: Box::new(of),
                    least,
                    most: (most < u64::from(u32::MAX)).then_some(most as usize),
                    lazy: op == "MIN_REPEAT",
                })
            }
            "AT" => self.place(argument)?.map(Node::At),
            "ASSERT" | "ASSERT_NOT" => {
                let (direction, of): (i32, Any<'_>) = argument.extract()?;
                let back = match direction < 0 {
                    true => Some(of.call_method0("getwidth")?.get_item(0)?.extract()?),
                    false => None,
                };
                self.sequence(&of)?.map(|of| Node::Look {
                    of: Box::new(of),
                    back,
                    holds: op == "ASSERT",
                })
            }
            _ => None,
        })
    }

    fn set(&self, items: &Any<'_>) -> PyResult<Option<Set>> {
        let mut set = Set::default();
        let mut negated = false;
        for item in items.try_iter()? {
            let (op, argument): (Any<'_>, Any<'_>) = item?.extract()?;
            let part = match &*op.str()?.to_string_lossy() {
                "NEGATE" => {
                    negated = true;
                    continue;
                }
                "LITERAL" => Set::one(argument.extract()?),
                "RANGE" => Set::new(vec![argument.extract()?]),
                "CATEGORY" => match self.category(&argument)? {
                    Some(set) => set,
                    None => return Ok(None),
                },
                _ => return Ok(None),
            };
            set = set.union(&part);
        }
        let set = self.cased(set);
        Ok(Some(if negated { set.complement() } else { set }))
    }

    fn cased(&self, set: Set) -> Set {
        if self.has(IGNORE_CASE) {
            set.in_any_case()
        } else {
            set
        }
    }

    fn category(&self, name: &Any<'_>) -> PyResult<Option<Set>> {
        let py = name.py();
        let name = name.str()?;
        let name = name.to_string_lossy();
        let (name, negated) = match name.strip_prefix("CATEGORY_NOT_") {
            Some(rest) => (rest, true),
            None => (name.strip_prefix("CATEGORY_").unwrap_or(&name), false),
        };
        let set = match name {
            "DIGIT" => self.class(py, r"\d")?,
            "SPACE" => self.class(py, r"\s")?,
            "WORD" => self.class(py, r"\w")?,
            _ => return Ok(None),
        };
        Ok(Some(if negated { set.complement() } else { set }))
    }

    /// The characters that a class has, as Python says.
    fn class(&self, py: Python<'_>, class: &str) -> PyResult<Set> {
        let known: String = (0..=super::set::LAST_KNOWN)
            .filter_map(char::from_u32)
            .collect();
        let flags = self.flags & ASCII;
        let found = py
            .import("re")?
            .call_method1("findall", (class, known, flags))?;
        let found: Vec<char> = found.extract()?;
        let ranges = found.into_iter().map(|one| (one.into(), one.into()));
        Ok(Set::new(ranges.collect()))
    }

    fn place(&self, name: &Any<'_>) -> PyResult<Option<Place>> {
        let many_lines = self.has(MULTI_LINE);
        let text = name.str()?;
        Ok(match &*text.to_string_lossy() {
            "AT_BEGINNING" if many_lines => Some(Place::LineStart),
            "AT_BEGINNING" | "AT_BEGINNING_STRING" => Some(Place::Start),
            "AT_END" if many_lines => Some(Place::LineEnd),
            "AT_END" => Some(Place::LastLineEnd),
            "AT_END_STRING" => Some(Place::End),
            boundary @ ("AT_BOUNDARY" | "AT_NON_BOUNDARY") => Some(Place::Boundary {
                word: self.class(name.py(), r"\w")?,
                holds: boundary == "AT_BOUNDARY",
            }),
            _ => None,
        })
    }
}
