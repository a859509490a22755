//! Clauses of an annotation: what is said of a class, a field or a method.

use crate::Problem;
use crate::lexer::{Kind, Token};
use crate::parser::Parser;
use crate::syntax::Expression;

/// Words that say something of what is declared after them.
#[rustfmt::skip]
const MODIFIERS: &[&str] = &[
    "nullable", "non_null", "pure", "spec_public", "spec_protected", "helper", "instance",
    "nullable_by_default", "non_null_by_default", "strictly_pure", "public", "private",
    "protected", "static", "final",
];
/// Clauses that are known and have no translation; they end with a semicolon.
#[rustfmt::skip]
const SKIPPED: &[&str] = &[
    "assignable", "assigns", "modifies", "modifiable", "accessible", "reads", "diverges",
    "when", "captures", "measured_by", "duration", "working_space", "callable", "constraint",
    "initially", "axiom", "represents", "depends", "in", "maps", "monitors_for", "readable",
    "writable", "old", "forall", "ghost", "model", "set", "assert", "assume", "loop_invariant",
    "maintaining", "decreases", "decreasing", "loop_modifies", "loop_assigns", "loop_writes",
    "unreachable", "hence_by",
];
/// The other words that begin a clause.
#[rustfmt::skip]
const CLAUSES: &[&str] = &[
    "invariant", "requires", "pre", "ensures", "post", "signals", "exsures", "signals_only",
    "also", "behavior", "behaviour", "normal_behavior", "normal_behaviour",
    "exceptional_behavior", "exceptional_behaviour",
];

/// Whether a word begins something of JML.
pub(crate) fn is_keyword(word: &str) -> bool {
    [MODIFIERS, SKIPPED, CLAUSES]
        .iter()
        .any(|words| words.contains(&word))
}

/// What a clause says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Saying {
    /// Of objects that are in use.
    Invariant {
        /// What holds.
        holds: Expression,
        /// Whether it is of the class and not of its objects.
        is_static: bool,
    },
    /// Before a call.
    Requires(Expression),
    /// After a call that returns.
    Ensures(Expression),
    /// After a call that throws.
    Signals {
        /// What it throws.
        class: String,
        /// Its name in the expression.
        name: Option<String>,
        /// What holds then.
        holds: Expression,
    },
    /// The only exceptions that it throws.
    SignalsOnly(Vec<String>),
    /// The next case of the specification.
    Also,
    /// The calls of this case return.
    Normal,
    /// The calls of this case throw.
    Exceptional,
    /// Nothing that is translated.
    Skipped(String),
    /// A modifier.
    Modifier(String),
}

/// A clause with its place and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    /// What it says.
    pub saying: Saying,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// As its author wrote it.
    pub text: String,
}

/// The clauses of an annotation.
pub(crate) fn clauses(tokens: &[Token], file: &str) -> Result<Vec<Said>, Problem> {
    let mut parser = Parser::new(tokens);
    let mut found = Vec::new();
    let mut is_static = false;
    while let Some(token) = parser.peek() {
        let start = parser.place();
        let word = match &token.kind {
            Kind::Word(word) => word.as_str(),
            Kind::Symbol(";") => {
                parser.advance();
                continue;
            }
            Kind::Symbol("{|" | "|}") => {
                parser.advance();
                let what = "nested cases of a specification".to_owned();
                found.push(said(
                    Saying::Skipped(what),
                    &tokens[start..parser.place()],
                    file,
                ));
                continue;
            }
            _ => return Err(parser.expected("a clause of JML")),
        };
        if !is_keyword(word) {
            return Err(parser.expected("a clause of JML"));
        }
        parser.advance();
        let saying = clause(word, is_static, &mut parser)?;
        is_static = word == "static" || (is_static && MODIFIERS.contains(&word));
        found.push(said(saying, &tokens[start..parser.place()], file));
    }
    Ok(found)
}

fn clause(word: &str, is_static: bool, parser: &mut Parser) -> Result<Saying, Problem> {
    // `requires_redundantly` and the like say nothing new.
    Ok(match word {
        "invariant" => Saying::Invariant {
            holds: ended(parser)?,
            is_static,
        },
        "requires" | "pre" => Saying::Requires(ended(parser)?),
        "ensures" | "post" => Saying::Ensures(ended(parser)?),
        "signals" | "exsures" => {
            parser.expect("(")?;
            let class = parser.type_name()?;
            let name = parser.word().map(str::to_owned);
            if name.is_some() {
                parser.identifier()?;
            }
            parser.expect(")")?;
            let holds = match parser.take(";") {
                true => Expression::Literal("true".to_owned()),
                false => ended(parser)?,
            };
            Saying::Signals { class, name, holds }
        }
        "signals_only" => {
            let mut classes = Vec::new();
            if parser.word() == Some("\\nothing") {
                parser.advance();
            } else {
                classes.push(parser.type_name()?);
                while parser.take(",") {
                    classes.push(parser.type_name()?);
                }
            }
            parser.expect(";")?;
            Saying::SignalsOnly(classes)
        }
        "also" => Saying::Also,
        "behavior" | "behaviour" => Saying::Modifier(word.to_owned()),
        "normal_behavior" | "normal_behaviour" => Saying::Normal,
        "exceptional_behavior" | "exceptional_behaviour" => Saying::Exceptional,
        _ if SKIPPED.contains(&word) => {
            while let Some(token) = parser.peek() {
                parser.advance();
                if token.kind == Kind::Symbol(";") {
                    break;
                }
            }
            Saying::Skipped(format!("`{word}`"))
        }
        other => Saying::Modifier(other.to_owned()),
    })
}

/// An expression and the semicolon after it.
fn ended(parser: &mut Parser) -> Result<Expression, Problem> {
    if matches!(parser.word(), Some("\\not_specified" | "\\same")) {
        parser.advance();
        parser.expect(";")?;
        return Ok(Expression::Literal("true".to_owned()));
    }
    let found = parser.expression()?;
    parser.expect(";")?;
    Ok(found)
}

fn said(saying: Saying, tokens: &[Token], file: &str) -> Said {
    let first = &tokens[0];
    let end = tokens.last().map_or(first.end, |last| last.end);
    let text = file.get(first.start..end).unwrap_or_default();
    // One line, without what marks the lines of an annotation.
    let lines = text.lines().map(|line| {
        let line = line.trim();
        let line = line.strip_prefix("//").unwrap_or(line);
        line.trim_start_matches('@').trim()
    });
    let text: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    Said {
        saying,
        line: first.line,
        column: first.column,
        text: text.join(" ").trim_end_matches(';').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::tokens;

    fn read(file: &str) -> Result<Vec<Said>, Problem> {
        clauses(&tokens(file, 1, 1, 0)?, file)
    }

    #[test]
    fn a_clause_keeps_its_text() {
        let found =
            read("/*@ requires a > 0\n  @   && b > 0;\n  @ ensures \\result == a; @*/").unwrap();
        assert_eq!(found[0].text, "requires a > 0 && b > 0");
        assert_eq!(
            (found[1].line, found[1].text.as_str()),
            (3, "ensures \\result == a")
        );
    }

    #[test]
    fn what_is_not_translated_is_named() {
        let found = read("//@ assignable a, b[*]; also private static invariant n > 0;").unwrap();
        assert_eq!(found[0].saying, Saying::Skipped("`assignable`".to_owned()));
        assert_eq!(found[1].saying, Saying::Also);
        assert!(matches!(
            found[4].saying,
            Saying::Invariant {
                is_static: true,
                ..
            }
        ));
    }

    #[test]
    fn a_clause_without_an_end_is_an_error() {
        let problem = read("//@ requires a > 0").unwrap_err();
        assert_eq!(
            problem.message,
            "expected `;`, found the end of the annotation"
        );
        assert!(read("//@ requires ;").is_err());
        assert!(read("//@ signals IOException;").is_err());
        assert!(read("//@ nullable wrong").is_err());
    }
}
