//! Parsing terms. Terms are simplified on construction, as always.

use num_bigint::BigInt;

use super::names::{find_op, find_scalar, find_sort};
use crate::apply::{apply, canonical};
use crate::op::Op;
use crate::sort::{Scalar, Sort};
use crate::terms::{TermId, Terms};
use crate::value::{ArrayValue, Value};

/// Why a text is no term, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {position}: {problem}")]
pub struct ParseError {
    /// The byte at which it was noticed.
    pub position: usize,
    /// What is wrong.
    pub problem: ParseProblem,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseProblem {
    /// The text ends inside a term.
    #[error("the text ends inside a term")]
    Ended,
    /// There is more text after the term.
    #[error("text after the term")]
    Trailing,
    /// A parenthesis or word that cannot stand here.
    #[error("{0} cannot stand here")]
    Unexpected(String),
    /// A name that is no operation.
    #[error("no operation is named {0}")]
    UnknownOperation(String),
    /// A name that is no sort.
    #[error("no sort is named {0}")]
    UnknownSort(String),
    /// A variable that the pool does not know, without a sort.
    #[error("{0} is new and has no sort")]
    Unsorted(String),
    /// A variable that the pool knows with another sort.
    #[error("{0} has another sort")]
    OtherSort(String),
    /// An operation on operands it does not take.
    #[error("{0} does not take these operands")]
    Operands(String),
}

/// The term of a text; its variables are made if they are new.
pub fn parse(terms: &mut Terms, text: &str) -> Result<TermId, ParseError> {
    let mut parser = Parser {
        terms,
        text,
        position: 0,
    };
    let term = parser.term()?;
    match parser.next() {
        None => Ok(term),
        Some(token) => Err(fail(token.position, ParseProblem::Trailing)),
    }
}

fn fail(position: usize, problem: ParseProblem) -> ParseError {
    ParseError { position, problem }
}

struct Parser<'a> {
    terms: &'a mut Terms,
    text: &'a str,
    position: usize,
}

/// A parenthesis or a word; the name of a quoted word is unescaped.
struct Token {
    position: usize,
    word: String,
    /// For a word in bars: where in `word` the name ends and a sort may follow.
    quoted: Option<usize>,
}

/// An operation whose operands are being read.
struct Open {
    position: usize,
    op: Op,
    name: String,
    operands: Vec<TermId>,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<Token> {
        let rest = &self.text[self.position..];
        let start = self.position + (rest.len() - rest.trim_start().len());
        let rest = &self.text[start..];
        let first = rest.chars().next()?;
        let mut word = String::new();
        let mut quoted = None;
        let mut length = 0;
        if matches!(first, '(' | ')') {
            word.push(first);
            length = 1;
        } else {
            let mut letters = rest.chars();
            let mut in_bars = false;
            while let Some(letter) = letters.next() {
                if in_bars {
                    match letter {
                        '\\' => word.extend(letters.next()),
                        '|' => {
                            in_bars = false;
                            quoted = Some(word.len());
                        }
                        _ => word.push(letter),
                    }
                } else if letter == '|' && word.is_empty() && quoted.is_none() {
                    in_bars = true;
                } else if letter.is_whitespace() || matches!(letter, '(' | ')') {
                    break;
                } else {
                    word.push(letter);
                }
                length = rest.len() - letters.as_str().len();
            }
        }
        self.position = start + length;
        Some(Token {
            position: start,
            word,
            quoted,
        })
    }

    fn expect(&mut self) -> Result<Token, ParseError> {
        self.next()
            .ok_or_else(|| fail(self.text.len(), ParseProblem::Ended))
    }

    fn term(&mut self) -> Result<TermId, ParseError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let token = self.expect()?;
            let done = match token.word.as_str() {
                "(" if token.quoted.is_none() => {
                    let name = self.expect()?;
                    if name.word == "array" {
                        let value = self.array(token.position)?;
                        self.terms.constant(value)
                    } else {
                        let op = find_op(&name.word).ok_or_else(|| {
                            let problem = ParseProblem::UnknownOperation(name.word.clone());
                            fail(name.position, problem)
                        })?;
                        open.push(Open {
                            position: token.position,
                            op,
                            name: name.word,
                            operands: Vec::new(),
                        });
                        continue;
                    }
                }
                ")" if token.quoted.is_none() => match open.pop() {
                    Some(application) => self.close(application)?,
                    None => {
                        let problem = ParseProblem::Unexpected(")".to_owned());
                        return Err(fail(token.position, problem));
                    }
                },
                _ => self.word(token)?,
            };
            match open.last_mut() {
                Some(application) => application.operands.push(done),
                None => return Ok(done),
            }
        }
    }

    fn close(&mut self, application: Open) -> Result<TermId, ParseError> {
        let sorts: Vec<Sort> = application
            .operands
            .iter()
            .map(|&operand| self.terms.sort(operand))
            .collect();
        match application.op.result(&sorts) {
            Some(_) => Ok(self.terms.apply(application.op, &application.operands)),
            None => Err(fail(
                application.position,
                ParseProblem::Operands(application.name),
            )),
        }
    }

    /// A constant or a variable.
    fn word(&mut self, token: Token) -> Result<TermId, ParseError> {
        if token.quoted.is_none()
            && let Some(value) = constant(&token.word)
        {
            return Ok(self.terms.constant(value));
        }
        let (name, sort) = match token.quoted {
            Some(end) => (&token.word[..end], token.word[end..].strip_prefix(':')),
            None => match token.word.split_once(':') {
                Some((name, sort)) => (name, Some(sort)),
                None => (token.word.as_str(), None),
            },
        };
        let known = self.terms.find_variable(name);
        let sort =
            match sort {
                Some(sort) => Some(find_sort(sort).ok_or_else(|| {
                    fail(token.position, ParseProblem::UnknownSort(sort.to_owned()))
                })?),
                None => None,
            };
        match (known, sort) {
            (Some(known), None) => Ok(self.terms.read(known)),
            (Some(known), Some(sort)) if self.terms.variable_of(known).sort == sort => {
                Ok(self.terms.read(known))
            }
            (Some(_), Some(_)) => Err(fail(
                token.position,
                ParseProblem::OtherSort(name.to_owned()),
            )),
            (None, Some(sort)) => Ok(self.terms.var(name, sort)),
            (None, None) => Err(fail(
                token.position,
                ParseProblem::Unsorted(name.to_owned()),
            )),
        }
    }

    /// A constant array, after `(array`.
    fn array(&mut self, position: usize) -> Result<Value, ParseError> {
        let index = self.expect()?;
        let index = find_scalar(&index.word).ok_or_else(|| {
            fail(
                index.position,
                ParseProblem::UnknownSort(index.word.clone()),
            )
        })?;
        let default = self.value()?;
        let mut array = Value::Array(ArrayValue {
            index,
            default: Box::new(default),
            entries: Default::default(),
        });
        loop {
            let token = self.expect()?;
            match token.word.as_str() {
                ")" => return Ok(array),
                "(" => {
                    let (at, element) = (self.value()?, self.value()?);
                    let close = self.expect()?;
                    let sorts = [array.sort(), at.sort(), element.sort()];
                    if close.word != ")" || Op::Store.result(&sorts).is_none() {
                        let problem = ParseProblem::Operands("array".to_owned());
                        return Err(fail(position, problem));
                    }
                    array = apply(Op::Store, &[&array, &at, &element]);
                }
                _ => {
                    let problem = ParseProblem::Unexpected(token.word);
                    return Err(fail(token.position, problem));
                }
            }
        }
    }

    fn value(&mut self) -> Result<Value, ParseError> {
        let token = self.expect()?;
        constant(&token.word)
            .ok_or_else(|| fail(token.position, ParseProblem::Unexpected(token.word.clone())))
    }
}

/// The scalar constant of a word, if it is one.
fn constant(word: &str) -> Option<Value> {
    match word {
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        _ => {}
    }
    let Some((number, sort)) = word.split_once(':') else {
        return word.parse::<BigInt>().ok().map(Value::Int);
    };
    let scalar = find_scalar(sort)?;
    Some(match scalar {
        Scalar::BitVec(width) => {
            let number: i128 = number.parse().ok()?;
            Value::bit_vec(width, number as u64)
        }
        Scalar::Float32 => canonical(Value::Float32(number.parse::<f32>().ok()?.to_bits())),
        Scalar::Float64 => canonical(Value::Float64(number.parse::<f64>().ok()?.to_bits())),
        Scalar::Bool | Scalar::Int => return None,
    })
}
