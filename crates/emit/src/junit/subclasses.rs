//! Objects that stand in for those of a class: anonymous subclasses, written out.

use everypath_recipe::{Answer, Expression, Method, Override, Type, Visibility, parse_descriptor};

use super::Unwritable;
use super::scene::{Generics, Scene};
use crate::layout::Code;

/// How far the lines of a subclass are indented behind the statement they are in.
const CLASS: &str = "    ";
const MEMBER: &str = "      ";

impl Scene<'_> {
    /// A local with an object of an anonymous subclass:
    ///
    /// ```java
    /// Source source =
    ///     new Source("a") {
    ///       @Override
    ///       public int read() {
    ///         return 3;
    ///       }
    ///     };
    /// ```
    pub(super) fn define_subclass(
        &mut self,
        of: &Type,
        wish: &str,
        (constructor, arguments): (&Method, &[Expression]),
        overrides: &[Override],
    ) -> Result<String, Unwritable> {
        let written = self.type_name(of, Generics::Arguments)?;
        let facts = self.facts_of(constructor);
        self.checked |= facts.checked;
        let codes = self.subclass_arguments(constructor, &facts, arguments)?;
        // Members are written by what is left of their types at run time, which only a
        // subclass of the raw class may do.
        let class = self.class_name(&constructor.class)?;
        let mut lines = Vec::new();
        for (index, one) in overrides.iter().enumerate() {
            if index > 0 {
                lines.push(Code::text(""));
            }
            let mut before = overrides[..index].iter();
            let counter = match before.any(|other| other.method.name == one.method.name) {
                false => format!("{}Calls", one.method.name),
                true => format!("{}Calls{index}", one.method.name),
            };
            self.override_lines(one, &counter, &mut lines)?;
        }
        let name = self.fresh(wish);
        self.lines.push(Code::text(format!("{written} {name} =")));
        let start = Code::text(format!("{CLASS}new "));
        self.lines
            .push(start.then(Code::call(class, codes)).and(" {"));
        self.lines.extend(lines);
        self.lines.push(Code::text(format!("{CLASS}}};")));
        Ok(name)
    }

    fn override_lines(
        &mut self,
        one: &Override,
        counter: &str,
        lines: &mut Vec<Code>,
    ) -> Result<(), Unwritable> {
        let descriptor = parse_descriptor(&one.method.descriptor)
            .ok_or_else(|| format!("{} is no descriptor", one.method.descriptor))?;
        let mut parameters = Vec::new();
        let mut names = Vec::new();
        for parameter in &descriptor.parameters {
            let of = self.type_name(parameter, Generics::Erased)?;
            let name = self.parameter_name(&names);
            parameters.push(format!("{of} {name}"));
            names.push(name);
        }
        let result = Some(&descriptor.result).filter(|of| **of != Type::Void);
        let written = match result {
            Some(of) => self.type_name(of, Generics::Erased)?,
            None => "void".to_owned(),
        };
        let visibility = match one.visibility {
            Visibility::Public => "public ",
            Visibility::Protected => "protected ",
            Visibility::Package => "",
        };
        let mut throws = Vec::new();
        for class in &one.throws {
            throws.push(self.class_name(class)?);
        }
        let throws = match throws.is_empty() {
            true => String::new(),
            false => format!(" throws {}", throws.join(", ")),
        };
        let method = &one.method.name;
        let is_counted = one.each.len() > 1;
        if is_counted {
            lines.push(Code::text(format!("{MEMBER}private int {counter};")));
            lines.push(Code::text(""));
        }
        lines.push(Code::text(format!("{MEMBER}@Override")));
        let parameters = parameters.join(", ");
        let head = format!("{MEMBER}{visibility}{written} {method}({parameters}){throws} {{");
        let only = match is_counted {
            false => self.answered(one.each.first(), &one.method, result, &names, "  ")?,
            true => None,
        };
        if !is_counted && only.is_none() {
            lines.push(Code::text(head + "}"));
            return Ok(());
        }
        lines.push(Code::text(head));
        lines.extend(only);
        if is_counted {
            lines.push(Code::text(format!("{MEMBER}  switch ({counter}++) {{")));
            for (index, answer) in one.each.iter().enumerate() {
                let is_last = index + 1 == one.each.len();
                lines.push(Code::text(match is_last {
                    true => format!("{MEMBER}    default:"),
                    false => format!("{MEMBER}    case {index}:"),
                }));
                let answer = self.answered(Some(answer), &one.method, result, &names, "      ")?;
                let is_open = result.is_none()
                    && !answer
                        .as_ref()
                        .is_some_and(|line| line.flat().trim_start().starts_with("throw "));
                lines.extend(answer);
                if is_open {
                    lines.push(Code::text(format!("{MEMBER}      break;")));
                }
            }
            lines.push(Code::text(format!("{MEMBER}  }}")));
        }
        lines.push(Code::text(format!("{MEMBER}}}")));
        Ok(())
    }

    /// A name for a parameter that no local of the test has.
    fn parameter_name(&self, taken: &[String]) -> String {
        let is_free = |name: &String| {
            !taken.contains(name) && self.locals.values().all(|local| local.name != *name)
        };
        let letters = ('a'..='z').map(String::from);
        let numbered = (1..).map(|number| format!("given{number}"));
        let mut free = letters.chain(numbered).filter(is_free);
        free.next().unwrap_or_default()
    }

    /// What one call does: a statement, or none.
    fn answered(
        &mut self,
        answer: Option<&Answer>,
        method: &Method,
        result: Option<&Type>,
        names: &[String],
        indent: &str,
    ) -> Result<Option<Code>, Unwritable> {
        let start = format!("{MEMBER}{indent}");
        Ok(match answer {
            Some(Answer::Throws { value }) => {
                let value = self.expression(value, None)?;
                Some(Code::text(format!("{start}throw ")).then(value).and(";"))
            }
            Some(Answer::Inherits) => {
                let returns = result.map_or("", |_| "return ");
                let given = names.join(", ");
                let call = format!("{start}{returns}super.{}({given});", method.name);
                Some(Code::text(call))
            }
            Some(Answer::Returns { value }) if result.is_some() => {
                let is_null = matches!(value, Expression::Null);
                let value = match (result, is_null) {
                    (Some(of), true) => Code::text(zero(of)),
                    (of, _) => self.expression(value, of)?,
                };
                Some(Code::text(format!("{start}return ")).then(value).and(";"))
            }
            _ => result.map(|of| Code::text(format!("{start}return {};", zero(of)))),
        })
    }
}

/// What a method of a type answers that nobody has told what to answer.
fn zero(of: &Type) -> &'static str {
    match of {
        Type::Boolean => "false",
        Type::Byte | Type::Short | Type::Char | Type::Int => "0",
        Type::Long => "0L",
        Type::Float => "0.0f",
        Type::Double => "0.0",
        _ => "null",
    }
}
