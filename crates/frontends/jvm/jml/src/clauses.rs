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
    /// Of what an object is before and after every call.
    Constraint(Expression),
    /// Of objects that were just made.
    Initially(Expression),
    /// What a model field stands for.
    Represents {
        /// The field.
        name: String,
        /// What it stands for.
        by: Expression,
    },
    /// The fields that a call may assign.
    Assignable(Vec<String>),
    /// Nothing that is translated.
    Skipped(String),
    /// What cannot be read, and why: it may be about what callers have to meet.
    Unread(String),
    /// A modifier.
    Modifier(String),
}

impl Saying {
    /// Whether it is said of a class, wherever it stands.
    pub(crate) fn is_of_class(&self) -> bool {
        matches!(
            self,
            Saying::Invariant { .. }
                | Saying::Constraint(_)
                | Saying::Initially(_)
                | Saying::Represents { .. }
        )
    }
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

/// The clauses of an annotation. One that cannot be read is skipped whole.
pub(crate) fn clauses(tokens: &[Token], file: &str) -> Vec<Said> {
    let mut parser = Parser::new(tokens);
    let mut found = Vec::new();
    let mut is_static = false;
    while let Some(token) = parser.peek() {
        let start = parser.place();
        let word = match &token.kind {
            Kind::Word(word) if is_keyword(word) => Some(word.as_str()),
            Kind::Symbol(";") => {
                parser.advance();
                continue;
            }
            _ => None,
        };
        let read = match (word, &token.kind) {
            (Some(word), _) => {
                parser.advance();
                clause(word, is_static, &mut parser)
            }
            (None, Kind::Symbol("{|" | "|}")) => {
                parser.advance();
                let what = "nested cases of a specification are not read".to_owned();
                Ok(Saying::Unread(what))
            }
            (None, _) => Err(parser.expected("a clause of JML")),
        };
        let saying = read.unwrap_or_else(|problem| {
            parser.go_to(start);
            parser.advance();
            parser.skip_clause();
            Saying::Unread(problem.message)
        });
        let word = word.unwrap_or_default();
        is_static = word == "static" || (is_static && MODIFIERS.contains(&word));
        found.push(said(saying, &tokens[start..parser.place()], file));
    }
    found
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
        "constraint" if !is_static => Saying::Constraint(ended(parser)?),
        "initially" => Saying::Initially(ended(parser)?),
        "represents" => represents(parser)?,
        "assignable" | "assigns" | "modifies" | "modifiable" => assignable(word, parser),
        _ if SKIPPED.contains(&word) => {
            parser.skip_clause();
            Saying::Skipped(format!("`{word}`"))
        }
        other => Saying::Modifier(other.to_owned()),
    })
}

/// What a model field stands for: `name = expression`.
fn represents(parser: &mut Parser) -> Result<Saying, Problem> {
    if parser.word() == Some("this") {
        parser.advance();
        parser.expect(".")?;
    }
    let name = parser.identifier()?;
    if !parser.take("=") {
        parser.expect("<")?;
        parser.expect("-")?;
    }
    Ok(Saying::Represents {
        name,
        by: ended(parser)?,
    })
}

/// The fields of the object itself that a call may assign, if only fields are named.
fn assignable(word: &str, parser: &mut Parser) -> Saying {
    let start = parser.place();
    let mut names = Vec::new();
    loop {
        match parser.word() {
            Some("\\nothing" | "\\strictly_nothing") => parser.advance(),
            Some("this") => {
                parser.advance();
                if !parser.take(".") {
                    break;
                }
                continue;
            }
            Some(name) if !name.starts_with('\\') => {
                names.push(name.to_owned());
                parser.advance();
                // Elements and fields of what a field refers to: by their names, too,
                // since that may be the object itself.
                loop {
                    if parser.take("[") {
                        while parser.peek().is_some() && !parser.take("]") {
                            parser.advance();
                        }
                    } else if parser.take(".") {
                        names.extend(parser.word().map(str::to_owned));
                        parser.advance();
                    } else {
                        break;
                    }
                }
            }
            _ => break,
        }
        if parser.take(";") {
            return Saying::Assignable(names);
        }
        if !parser.take(",") {
            break;
        }
    }
    parser.go_to(start);
    parser.skip_clause();
    Saying::Skipped(format!("`{word}`"))
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

    fn read(file: &str) -> Vec<Said> {
        clauses(&tokens(file, 1, 1, 0).unwrap(), file)
    }

    #[test]
    fn a_clause_keeps_its_text() {
        let found = read("/*@ requires a > 0\n  @   && b > 0;\n  @ ensures \\result == a; @*/");
        assert_eq!(found[0].text, "requires a > 0 && b > 0");
        assert_eq!(
            (found[1].line, found[1].text.as_str()),
            (3, "ensures \\result == a")
        );
    }

    #[test]
    fn what_is_not_translated_is_named() {
        let found = read("//@ accessible a, b[*]; also private static invariant n > 0;");
        assert_eq!(found[0].saying, Saying::Skipped("`accessible`".to_owned()));
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
    fn frames_name_fields() {
        let check = |clause: &str, names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(
                read(clause)[0].saying,
                Saying::Assignable(names),
                "{clause}"
            );
        };
        check("//@ assignable \\nothing;", &[]);
        check(
            "//@ modifies a, this.b, c[*], d.e;",
            &["a", "b", "c", "d", "e"],
        );
        for all in ["//@ assignable \\everything;", "//@ assignable this.*;"] {
            assert_eq!(
                read(all)[0].saying,
                Saying::Skipped("`assignable`".to_owned())
            );
        }
    }

    #[test]
    fn a_clause_that_cannot_be_read_is_skipped_whole() {
        for broken in [
            "//@ requires a > 0",
            "//@ requires ;",
            "//@ signals IOException;",
            "//@ nullable wrong",
            "//@ requires a >; also",
            "/*@ pure model int f() { return 1; } @*/ //@ determines a \\by b;",
        ] {
            let found = read(broken);
            let is_unread = |said: &Said| matches!(said.saying, Saying::Unread(_));
            assert_eq!(
                found.iter().filter(|said| is_unread(said)).count(),
                1,
                "{found:?}"
            );
        }
        let found = read("//@ requires a >; ensures b;");
        assert!(matches!(found[1].saying, Saying::Ensures(_)));
    }

    #[test]
    fn comparisons_may_be_chained() {
        let found = read("//@ requires 0 <= a < b; requires 0 <= a && a < b;");
        let (Saying::Requires(one), Saying::Requires(other)) = (&found[0].saying, &found[1].saying)
        else {
            panic!("{found:?}");
        };
        assert_eq!(one, other);
    }
}
