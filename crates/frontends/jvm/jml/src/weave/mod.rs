//! Weaving: the copy of a file whose classes check what is said of them.

mod after;
mod method;

use std::collections::BTreeMap;
use std::ops::Range;

use everypath_recipe::{Assertion, Ending, INVARIANT};

use crate::clauses::{Said, Saying};
use crate::declarations::{Class, Declarations, Method, declarations};
use crate::syntax::Expression;
use crate::template::assertion;
use crate::translate::{Scope, Translator};
use crate::types::is_reference;

/// A clause that is checked. Clauses are numbered from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The line.
    pub line: usize,
    /// As its author wrote it.
    pub text: String,
    /// As a test can say it, if it can.
    pub assertion: Option<Assertion>,
    /// How a call should end that breaks it, if that is what it is about.
    pub ends: Option<Ending>,
}

/// What is said of one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The class, by its binary name.
    pub class: String,
    /// The method.
    pub method: String,
    /// Whether it is a constructor.
    pub is_constructor: bool,
    /// How many parameters it has.
    pub parameters: usize,
    /// The clauses that a call may break.
    pub promises: Vec<u32>,
}

/// A clause that is not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The line.
    pub line: usize,
    /// The clause, or what it begins with.
    pub text: String,
    /// Why.
    pub why: String,
}

/// A copy of a file with its specifications woven in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Woven {
    /// The package.
    pub package: String,
    /// The text.
    pub text: String,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// What is said of methods.
    pub contracts: Vec<Contract>,
    /// What is left out.
    pub left_out: Vec<LeftOut>,
    /// Where the text belongs to a clause, by its number.
    places: Vec<(Range<usize>, u32)>,
}

impl Woven {
    /// The clause that a place of the text belongs to; line and column from 1.
    pub fn clause_at(&self, line: usize, column: usize) -> Option<u32> {
        let mut lines = self.text.split_inclusive('\n');
        let before: usize = lines
            .by_ref()
            .take(line.checked_sub(1)?)
            .map(str::len)
            .sum();
        let inside = self.text[before..]
            .char_indices()
            .nth(column.checked_sub(1)?);
        let at = before + inside?.0;
        let mut places = self.places.iter();
        places
            .find(|(place, _)| place.contains(&at))
            .map(|(_, clause)| *clause)
    }

    /// Whether anything is checked.
    pub fn says_something(&self) -> bool {
        !self.clauses.is_empty()
    }
}

/// Weaves the specifications of a file. `invariants` are the names of methods
/// that are invariants without JML; `refused` are clauses that the compiler
/// does not take, by number, and why.
pub fn weave(text: &str, invariants: &[&str], refused: &BTreeMap<u32, String>) -> Woven {
    let file = declarations(text);
    let mut weaving = Weaving {
        file: &file,
        invariants,
        refused,
        woven: Woven {
            package: file.package.clone(),
            ..Woven::default()
        },
        inserts: Vec::new(),
    };
    for omission in &file.omissions {
        weaving.woven.left_out.push(LeftOut {
            line: omission.line,
            text: String::new(),
            why: omission.message.clone(),
        });
    }
    for class in &file.classes {
        weaving.class(class);
    }
    weaving.finish(text)
}

/// Text with the clause it belongs to.
type Segment = (Option<u32>, String);

struct Weaving<'a> {
    file: &'a Declarations,
    invariants: &'a [&'a str],
    refused: &'a BTreeMap<u32, String>,
    woven: Woven,
    inserts: Vec<(usize, Vec<Segment>)>,
}

/// What is added to one class.
struct Adding<'a> {
    class: &'a Class,
    translator: Translator<'a>,
    segments: Vec<Segment>,
    /// Calls that say whether an invariant holds, and its number.
    invariants: Vec<(String, u32)>,
    /// Whether something is left out that objects have to meet: then nothing that a call
    /// does is a bug.
    is_doubtful: bool,
}

impl<'a> Weaving<'a> {
    fn finish(mut self, text: &str) -> Woven {
        self.inserts.sort_by_key(|(at, _)| *at);
        let mut copied = 0;
        for (at, segments) in self.inserts {
            self.woven.text.push_str(&text[copied..at]);
            copied = at;
            for (clause, segment) in segments {
                let start = self.woven.text.len();
                self.woven.text.push_str(&segment);
                if let Some(clause) = clause {
                    self.woven
                        .places
                        .push((start..self.woven.text.len(), clause));
                }
            }
        }
        self.woven.text.push_str(&text[copied..]);
        self.woven.left_out.sort_by_key(|one| one.line);
        self.woven
    }

    fn leave_out(&mut self, said: &Said, why: &str) {
        self.woven.left_out.push(LeftOut {
            line: said.line,
            text: said.text.clone(),
            why: why.to_owned(),
        });
    }

    fn class(&mut self, class: &'a Class) {
        let mut adding = Adding {
            class,
            translator: Translator::new(self.file, class),
            segments: Vec::new(),
            invariants: Vec::new(),
            is_doubtful: false,
        };
        if let Some(why) = class.unwoven {
            let methods = class.methods.iter().flat_map(|method| &method.said);
            for said in class.said.iter().chain(methods) {
                if !matches!(said.saying, Saying::Modifier(_)) {
                    self.leave_out(said, why);
                }
            }
            return;
        }
        self.class_invariants(&mut adding);
        for method in &class.methods {
            self.method(&mut adding, method);
        }
        let walks = adding.translator.walks();
        adding
            .segments
            .extend(walks.into_iter().map(|walk| (None, walk)));
        if !adding.segments.is_empty() {
            self.inserts.push((class.end, adding.segments));
        }
    }

    /// Invariants, and fields that are not null.
    fn class_invariants(&mut self, adding: &mut Adding<'a>) {
        let class = adding.class;
        let mut found: Vec<(Said, Expression)> = Vec::new();
        for said in &class.said {
            match &said.saying {
                Saying::Invariant {
                    is_static: true, ..
                } => {
                    self.leave_out(said, "it is of the class, not of its objects");
                    adding.is_doubtful = true;
                }
                Saying::Invariant { holds, .. } => found.push((said.clone(), holds.clone())),
                Saying::Modifier(_)
                | Saying::Constraint(_)
                | Saying::Initially(_)
                | Saying::Represents { .. } => {}
                Saying::Unread(why) => {
                    self.leave_out(said, why);
                    adding.is_doubtful = true;
                }
                Saying::Skipped(what) => self.leave_out(said, &format!("{what} is not translated")),
                _ => self.leave_out(said, "no method follows it"),
            }
        }
        let speaks = !found.is_empty() || class.fields.iter().any(|field| field.nullable.is_some());
        let by_default = has_modifier(&class.said, "nullable_by_default");
        for field in &class.fields {
            let may_be_null = field.nullable.unwrap_or(by_default || !speaks);
            if !may_be_null && !field.is_static && is_reference(&field.of) {
                found.push(not_null(&field.name, "invariant", field.line));
            }
        }
        for (said, holds) in found {
            let mut scope = Scope::default();
            match self.clause(adding, &said, &holds, &mut scope, None, None) {
                Some(found) => adding.invariants.push(found),
                None => adding.is_doubtful = true,
            }
        }
        if adding.invariants.is_empty() {
            return;
        }
        let mut all: Vec<String> = Vec::new();
        let mut before = String::new();
        let parent = class.superclass.as_deref();
        let parent = parent.and_then(|name| crate::types::named(name, self.file));
        if parent.is_some_and(has_invariant) {
            all.push(format!("super.{INVARIANT}()"));
        }
        for method in &class.methods {
            if self.invariants.contains(&method.name.as_str())
                && method.parameters.is_empty()
                && !method.is_static
            {
                match method.result.as_deref() {
                    Some("boolean") => all.push(format!("{}()", method.name)),
                    Some("void") => before.push_str(&format!("{}(); ", method.name)),
                    _ => {}
                }
            }
        }
        all.extend(adding.invariants.iter().map(|(call, _)| call.clone()));
        adding.segments.push((
            None,
            format!(
                "boolean {INVARIANT}() {{ {before}return {}; }} ",
                all.join(" && ")
            ),
        ));
    }

    /// Translates a clause into a method; how it is called, and its number.
    fn clause(
        &mut self,
        adding: &mut Adding<'a>,
        said: &Said,
        holds: &Expression,
        scope: &mut Scope,
        method: Option<&Method>,
        ends: Option<Ending>,
    ) -> Option<(String, u32)> {
        let number = self.woven.clauses.len() as u32 + 1;
        let holds = &expanded(holds, adding.class, scope);
        self.woven.clauses.push(Clause {
            line: said.line,
            text: said.text.clone(),
            assertion: match ends {
                Some(_) => None,
                None => assertion(holds, adding.class, method, self.file),
            },
            ends,
        });
        if let Some(why) = self.refused.get(&number) {
            self.leave_out(said, why);
            return None;
        }
        adding.translator.clause = number;
        let translated = adding.translator.java(holds, scope);
        let helpers = std::mem::take(&mut adding.translator.helpers);
        let used = std::mem::take(&mut scope.used);
        let translated = translated.and_then(|java| {
            let parameters = scope.parameters(&used)?;
            Ok((java, parameters.join(", ")))
        });
        let (java, parameters) = match translated {
            Ok(done) => done,
            Err(why) => {
                self.leave_out(said, &why);
                return None;
            }
        };
        let modifiers = match scope.is_static {
            true => "static ",
            false => "",
        };
        let name = format!("everypath$clause${number}");
        let mut segment: String = helpers.concat();
        segment.push_str(&format!(
            "private {modifiers}{} boolean {name}({parameters}) {{ try {{ return {java}; }} \
             catch (RuntimeException everypath$thrown) {{ return false; }} }} ",
            scope.type_parameters
        ));
        adding.segments.push((Some(number), segment));
        Some((format!("{name}({})", used.join(", ")), number))
    }
}

/// An expression with what model fields of a class stand for instead of them.
fn expanded(of: &Expression, class: &Class, scope: &Scope) -> Expression {
    /// How often what a field stands for may name others.
    const DEEPEST: usize = 8;
    let stands_for = |name: &str| {
        let is_declared = class.fields.iter().any(|field| field.name == name)
            || scope.variables.iter().any(|(known, _)| known == name);
        let mut said = class.said.iter().filter(|_| !is_declared);
        said.find_map(|said| match &said.saying {
            Saying::Represents { name: known, by } if known == name => Some(by.clone()),
            _ => None,
        })
    };
    let mut found = of.clone();
    for _ in 0..DEEPEST {
        let next = found.with_names(&stands_for);
        if next == found {
            break;
        }
        found = next;
    }
    found
}

fn has_modifier(said: &[Said], wanted: &str) -> bool {
    said.iter()
        .any(|said| matches!(&said.saying, Saying::Modifier(word) if word == wanted))
}

fn has_invariant(class: &Class) -> bool {
    let is_said = |said: &Said| {
        matches!(
            said.saying,
            Saying::Invariant {
                is_static: false,
                ..
            }
        )
    };
    class.unwoven.is_none() && class.said.iter().any(is_said)
}

/// What JML says of a reference by default.
fn not_null(name: &str, word: &str, line: usize) -> (Said, Expression) {
    let holds = Expression::Binary(
        "!=",
        Box::new(Expression::Name(name.to_owned())),
        Box::new(Expression::Literal("null".to_owned())),
    );
    let said = Said {
        saying: Saying::Requires(holds.clone()),
        line,
        column: 1,
        text: format!("{word} {name} != null"),
    };
    (said, holds)
}

#[cfg(test)]
mod tests;
