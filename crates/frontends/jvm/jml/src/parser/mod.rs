//! Parsing expressions of JML, by precedence.

mod special;

use crate::Problem;
use crate::lexer::{Kind, Token};
use crate::syntax::Expression;

/// How deep an expression may be nested.
const DEEPEST: usize = 200;

/// The operators between operands, by how tightly they bind.
const OPERATORS: &[(&str, u8)] = &[
    ("<==>", 1),
    ("<=!=>", 1),
    ("==>", 2),
    ("<==", 2),
    ("||", 3),
    ("&&", 4),
    ("|", 5),
    ("^", 6),
    ("&", 7),
    ("==", 8),
    ("!=", 8),
    ("<", 9),
    ("<=", 9),
    (">", 9),
    (">=", 9),
    ("<:", 9),
    ("<<", 10),
    (">>", 10),
    (">>>", 10),
    ("+", 11),
    ("-", 11),
    ("*", 12),
    ("/", 12),
    ("%", 12),
];
/// Comparisons that may follow one another.
const CHAINED: [&str; 4] = ["<", "<=", ">", ">="];
/// How tightly `instanceof` binds.
const INSTANCE_OF: u8 = 9;

const PRIMITIVES: [&str; 8] = [
    "boolean", "byte", "short", "char", "int", "long", "float", "double",
];

/// A parser of the tokens of one annotation.
pub(crate) struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// A parser at the first token.
    pub(crate) fn new(tokens: &'a [Token]) -> Parser<'a> {
        Parser {
            tokens,
            at: 0,
            depth: 0,
        }
    }

    /// How many tokens are behind it.
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// The next token.
    pub(crate) fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    /// Goes over the next token.
    pub(crate) fn advance(&mut self) {
        self.at += 1;
    }

    /// The next token's word, if it is one.
    pub(crate) fn word(&self) -> Option<&'a str> {
        match &self.peek()?.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    fn symbol(&self) -> Option<&'static str> {
        match &self.peek()?.kind {
            Kind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    fn symbol_at(&self, ahead: usize) -> Option<&'static str> {
        match &self.tokens.get(self.at + ahead)?.kind {
            Kind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// Goes over the rest of a clause: to its semicolon, or to the end of its body.
    pub(crate) fn skip_clause(&mut self) {
        let mut open = 0;
        while let Some(token) = self.peek() {
            self.advance();
            match token.kind {
                Kind::Symbol("{") => open += 1,
                Kind::Symbol("}") if open <= 1 => break,
                Kind::Symbol("}") => open -= 1,
                Kind::Symbol(";") if open == 0 => break,
                _ => {}
            }
        }
    }

    /// Goes back to a place, or on to it.
    pub(crate) fn go_to(&mut self, place: usize) {
        self.at = place;
        self.depth = 0;
    }

    /// Goes over a symbol if it is next.
    pub(crate) fn take(&mut self, symbol: &str) -> bool {
        let is_next = self.symbol() == Some(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    /// Goes over a symbol, which has to be next.
    pub(crate) fn expect(&mut self, symbol: &str) -> Result<(), Problem> {
        match self.take(symbol) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{symbol}`"))),
        }
    }

    /// What is wrong here.
    pub(crate) fn expected(&self, what: &str) -> Problem {
        match (self.peek(), self.tokens.last()) {
            (Some(found), _) => Problem {
                line: found.line,
                column: found.column,
                message: format!("expected {what}, found {}", found.shown()),
            },
            (None, Some(last)) => Problem {
                line: last.line,
                column: last.column + (last.end - last.start),
                message: format!("expected {what}, found the end of the annotation"),
            },
            (None, None) => Problem {
                line: 1,
                column: 1,
                message: format!("expected {what}"),
            },
        }
    }

    /// A name that is no keyword of JML.
    pub(crate) fn identifier(&mut self) -> Result<String, Problem> {
        match self.word() {
            Some(word) if !word.starts_with('\\') => {
                self.advance();
                Ok(word.to_owned())
            }
            _ => Err(self.expected("a name")),
        }
    }

    /// A type; what it is applied to is left out.
    pub(crate) fn type_name(&mut self) -> Result<String, Problem> {
        let mut name = match self.word() {
            Some("\\bigint" | "\\real") => return Err(self.expected("a type of Java")),
            Some(_) => self.identifier()?,
            None => return Err(self.expected("a type")),
        };
        while self.symbol() == Some(".") {
            self.advance();
            name.push('.');
            name.push_str(&self.identifier()?);
        }
        if self.take("<") {
            let mut open = 1;
            while open > 0 {
                match self.symbol() {
                    Some("<") => open += 1,
                    Some(">") => open -= 1,
                    Some(">>") => open -= 2,
                    Some(">>>") => open -= 3,
                    _ if self.peek().is_none() => return Err(self.expected("`>`")),
                    _ => {}
                }
                self.advance();
            }
        }
        while self.symbol() == Some("[") && self.symbol_at(1) == Some("]") {
            self.at += 2;
            name.push_str("[]");
        }
        Ok(name)
    }

    /// An expression.
    pub(crate) fn expression(&mut self) -> Result<Expression, Problem> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.expected("an expression that is less nested"));
        }
        let condition = self.binary(0)?;
        let found = match self.take("?") {
            true => {
                let yes = self.expression()?;
                self.expect(":")?;
                let no = self.expression()?;
                Expression::Conditional(Box::new(condition), Box::new(yes), Box::new(no))
            }
            false => condition,
        };
        self.depth -= 1;
        Ok(found)
    }

    fn binary(&mut self, least: u8) -> Result<Expression, Problem> {
        let mut left = self.unary()?;
        // What the comparison before compared with: `a <= b < c` compares it again.
        let mut middle: Option<Expression> = None;
        loop {
            if self.word() == Some("instanceof") && INSTANCE_OF >= least {
                self.advance();
                let of = self.type_name()?;
                left = Expression::InstanceOf(Box::new(left), of);
                continue;
            }
            let Some(symbol) = self.symbol() else {
                return Ok(left);
            };
            let found = OPERATORS.iter().find(|(known, _)| *known == symbol);
            let Some(&(operator, strength)) = found else {
                return Ok(left);
            };
            if strength < least {
                return Ok(left);
            }
            self.advance();
            // An implication is grouped from the right, all others from the left.
            let right = match operator {
                "==>" => self.binary(strength)?,
                _ => self.binary(strength + 1)?,
            };
            let is_chained = CHAINED.contains(&operator);
            let compared = is_chained.then(|| right.clone());
            left = match middle.filter(|_| is_chained) {
                Some(middle) => {
                    let next = Expression::Binary(operator, Box::new(middle), Box::new(right));
                    Expression::Binary("&&", Box::new(left), Box::new(next))
                }
                None => Expression::Binary(operator, Box::new(left), Box::new(right)),
            };
            middle = compared;
        }
    }

    fn unary(&mut self) -> Result<Expression, Problem> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.expected("an expression that is less nested"));
        }
        let found = match self.symbol() {
            Some(operator @ ("!" | "-" | "+" | "~")) => {
                self.advance();
                Expression::Unary(operator, Box::new(self.unary()?))
            }
            Some("(") => match self.cast() {
                Some(of) => Expression::Cast(of, Box::new(self.unary()?)),
                None => {
                    let operand = self.primary()?;
                    self.suffixes(operand)?
                }
            },
            _ => {
                let operand = self.primary()?;
                self.suffixes(operand)?
            }
        };
        self.depth -= 1;
        Ok(found)
    }

    /// Goes over a cast if one is next: a type in parentheses before an operand.
    fn cast(&mut self) -> Option<String> {
        let start = self.at;
        self.advance();
        let of = self.type_name().ok();
        let closed = self.take(")");
        if let (Some(of), true) = (of, closed) {
            let is_primitive = PRIMITIVES.contains(&of.trim_end_matches("[]"));
            let operand = match self.peek().map(|token| &token.kind) {
                Some(Kind::Word(word)) => word != "instanceof",
                Some(Kind::Literal(_)) => true,
                Some(Kind::Symbol(symbol)) => {
                    matches!(*symbol, "(" | "!" | "~")
                        || (is_primitive && matches!(*symbol, "-" | "+"))
                }
                _ => false,
            };
            if operand {
                return Some(of);
            }
        }
        self.at = start;
        None
    }

    fn primary(&mut self) -> Result<Expression, Problem> {
        let Some(token) = self.peek() else {
            return Err(self.expected("an expression"));
        };
        match &token.kind {
            Kind::Literal(text) => {
                self.advance();
                Ok(Expression::Literal(text.clone()))
            }
            Kind::Informal(_) => {
                self.advance();
                Ok(Expression::Unknown("a predicate in words".to_owned()))
            }
            Kind::Symbol("(") => {
                self.advance();
                let quantifier = matches!(
                    self.word(),
                    Some(
                        "\\forall"
                            | "\\exists"
                            | "\\sum"
                            | "\\product"
                            | "\\num_of"
                            | "\\max"
                            | "\\min"
                    )
                );
                let inside = match quantifier && self.symbol_at(1) != Some("(") {
                    true => self.quantified()?,
                    false => self.expression()?,
                };
                self.expect(")")?;
                Ok(inside)
            }
            Kind::Word(word) => self.named(word),
            Kind::Symbol(_) => Err(self.expected("an expression")),
        }
    }

    fn named(&mut self, word: &str) -> Result<Expression, Problem> {
        if word == "new" {
            self.advance();
            let of = self.type_name()?;
            if self.symbol() == Some("(") {
                return Ok(Expression::New(of, self.arguments()?));
            }
            return Err(self.expected("`(`"));
        }
        if matches!(
            word,
            "instanceof" | "requires" | "ensures" | "invariant" | "signals"
        ) {
            return Err(self.expected("an expression"));
        }
        self.advance();
        Ok(match word {
            "true" | "false" | "null" => Expression::Literal(word.to_owned()),
            "this" => Expression::This,
            "\\result" => Expression::Result,
            "\\old" | "\\pre" => {
                self.expect("(")?;
                let inside = self.expression()?;
                self.expect(")")?;
                Expression::Old(Box::new(inside))
            }
            "\\reach" => self.reach()?,
            "\\forall" | "\\exists" => {
                return Err(self.expected(&format!("parentheses around all of `{word}`")));
            }
            _ if word.starts_with('\\') => {
                if self.symbol() == Some("(") {
                    self.over_parentheses()?;
                }
                Expression::Unknown(format!("`{word}`"))
            }
            _ if self.symbol() == Some("(") => Expression::Call {
                on: None,
                name: word.to_owned(),
                arguments: self.arguments()?,
            },
            _ => Expression::Name(word.to_owned()),
        })
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, Problem> {
        self.expect("(")?;
        let mut found = Vec::new();
        if self.take(")") {
            return Ok(found);
        }
        loop {
            found.push(self.expression()?);
            if self.take(")") {
                return Ok(found);
            }
            if !self.take(",") {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn suffixes(&mut self, mut operand: Expression) -> Result<Expression, Problem> {
        loop {
            if self.take(".") {
                let name = self.identifier()?;
                operand = match self.symbol() {
                    Some("(") => Expression::Call {
                        on: Some(Box::new(operand)),
                        name,
                        arguments: self.arguments()?,
                    },
                    _ => Expression::Field(Box::new(operand), name),
                };
            } else if self.take("[") {
                if self.take("*") {
                    self.expect("]")?;
                    return Ok(Expression::Unknown("`[*]`".to_owned()));
                }
                let index = self.expression()?;
                self.expect("]")?;
                operand = Expression::Index(Box::new(operand), Box::new(index));
            } else {
                return Ok(operand);
            }
        }
    }
}

#[cfg(test)]
mod tests;
