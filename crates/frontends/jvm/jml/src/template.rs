//! Clauses as a test can say them: in terms of the receiver, the arguments and
//! the result, if they name nothing that a test cannot see.

use everypath_recipe::{Assertion, Before, Part};

use crate::declarations::{Class, Declarations, Method};
use crate::syntax::Expression;
use crate::types::{Variables, type_of};

/// Classes that need no import.
const KNOWN: [&str; 12] = [
    "Math",
    "Integer",
    "Long",
    "Short",
    "Byte",
    "Character",
    "Boolean",
    "Float",
    "Double",
    "String",
    "Object",
    "StrictMath",
];

/// A clause of a method, or of a class if there is no method, as an assertion.
pub(crate) fn assertion(
    expression: &Expression,
    class: &Class,
    method: Option<&Method>,
    file: &Declarations,
) -> Option<Assertion> {
    let mut writing = Writing {
        class,
        method,
        file,
        found: Assertion::default(),
    };
    let mut holds = Vec::new();
    writing.write(expression, &mut holds)?;
    writing.found.holds = holds;
    Some(writing.found)
}

struct Writing<'a> {
    class: &'a Class,
    method: Option<&'a Method>,
    file: &'a Declarations,
    found: Assertion,
}

fn text(parts: &mut Vec<Part>, text: &str) {
    match parts.last_mut() {
        Some(Part::Text { text: last }) => last.push_str(text),
        _ => parts.push(Part::Text {
            text: text.to_owned(),
        }),
    }
}

impl Writing<'_> {
    fn write(&mut self, expression: &Expression, out: &mut Vec<Part>) -> Option<()> {
        match expression {
            Expression::Literal(literal) => text(out, literal),
            Expression::This => out.push(Part::Receiver),
            Expression::Result => out.push(Part::Result),
            Expression::Name(name) => self.name(name, out)?,
            Expression::Field(of, name) => {
                let hidden = |class: &Class| {
                    let mut fields = class.fields.iter();
                    fields.any(|field| field.name == *name && field.is_private)
                };
                if self.file.classes.iter().any(hidden) {
                    return None;
                }
                self.write(of, out)?;
                text(out, &format!(".{name}"));
            }
            Expression::Call {
                on,
                name,
                arguments,
            } => {
                let own = |class: &Class| {
                    let mut methods = class.methods.iter();
                    methods.any(|method| method.name == *name && method.is_private)
                };
                if self.file.classes.iter().any(own) {
                    return None;
                }
                match on {
                    Some(on) => self.write(on, out)?,
                    None => {
                        let mut methods = self.class.methods.iter();
                        let found = methods.find(|method| method.name == *name)?;
                        match found.is_static {
                            true => text(out, &self.class.name.clone()),
                            false => out.push(Part::Receiver),
                        }
                    }
                }
                text(out, &format!(".{name}("));
                for (index, argument) in arguments.iter().enumerate() {
                    if index > 0 {
                        text(out, ", ");
                    }
                    self.write(argument, out)?;
                }
                text(out, ")");
            }
            Expression::Index(array, index) => {
                self.write(array, out)?;
                text(out, "[");
                self.write(index, out)?;
                text(out, "]");
            }
            Expression::Unary(operator, of) => {
                text(out, operator);
                self.operand(of, out)?;
            }
            Expression::Binary(operator, left, right) => {
                let (before, operator, negated) = match *operator {
                    "==>" => ("!", "||", false),
                    "<==" => ("", "||", true),
                    "<==>" => ("", "==", false),
                    "<=!=>" => ("", "!=", false),
                    "<:" => return None,
                    other => ("", other, false),
                };
                text(out, before);
                self.operand(left, out)?;
                text(out, &format!(" {operator} "));
                if negated {
                    text(out, "!");
                }
                self.operand(right, out)?;
            }
            Expression::Conditional(condition, yes, no) => {
                self.operand(condition, out)?;
                text(out, " ? ");
                self.operand(yes, out)?;
                text(out, " : ");
                self.operand(no, out)?;
            }
            Expression::Cast(of, value) => {
                if crate::types::is_reference(of) && !KNOWN.contains(&of.as_str()) {
                    return None;
                }
                text(out, &format!("({of}) "));
                self.operand(value, out)?;
            }
            Expression::InstanceOf(value, of) if KNOWN.contains(&of.as_str()) => {
                self.operand(value, out)?;
                text(out, &format!(" instanceof {of}"));
            }
            Expression::Old(of) => self.old(of, out)?,
            Expression::InstanceOf(..)
            | Expression::New(..)
            | Expression::Quantified(_)
            | Expression::Reach { .. }
            | Expression::Unknown(_) => return None,
        }
        Some(())
    }

    /// An operand, in parentheses if it has operators of its own.
    fn operand(&mut self, expression: &Expression, out: &mut Vec<Part>) -> Option<()> {
        let plain = !matches!(
            expression,
            Expression::Binary(..)
                | Expression::Conditional(..)
                | Expression::InstanceOf(..)
                | Expression::Cast(..)
        );
        if plain {
            return self.write(expression, out);
        }
        text(out, "(");
        self.write(expression, out)?;
        text(out, ")");
        Some(())
    }

    fn name(&mut self, name: &str, out: &mut Vec<Part>) -> Option<()> {
        let mut parameters = self.method.iter().flat_map(|method| &method.parameters);
        if let Some(index) = parameters.position(|parameter| parameter.name == name) {
            out.push(Part::Argument { index });
            return Some(());
        }
        if let Some(field) = self.class.fields.iter().find(|field| field.name == name) {
            if field.is_private {
                return None;
            }
            match field.is_static {
                true => text(out, &self.class.name.clone()),
                false => out.push(Part::Receiver),
            }
            text(out, &format!(".{name}"));
            return Some(());
        }
        KNOWN.contains(&name).then(|| text(out, name))
    }

    fn old(&mut self, of: &Expression, out: &mut Vec<Part>) -> Option<()> {
        let variables: Vec<(String, Option<String>)> = self
            .method
            .iter()
            .flat_map(|method| &method.parameters)
            .map(|one| (one.name.clone(), Some(one.of.clone())))
            .collect();
        let variables: &Variables = &variables;
        let kind = type_of(of, self.class, self.file, variables, None)?;
        // A type that a test has to import is more than it can say.
        if crate::types::is_reference(kind.trim_end_matches("[]"))
            && !KNOWN.contains(&kind.as_str())
        {
            return None;
        }
        let mut parts = Vec::new();
        self.write(of, &mut parts)?;
        if kind.ends_with("[]") {
            return None;
        }
        out.push(Part::Old {
            index: self.found.before.len(),
        });
        self.found.before.push(Before {
            of: kind,
            value: parts,
        });
        Some(())
    }
}
