//! What JML has and Java has not: sets that fields lead to, and quantifiers.

use super::Parser;
use crate::Problem;
use crate::syntax::{Expression, Quantified};

impl Parser<'_> {
    /// `\reach(root, class, field + field)`.
    pub(super) fn reach(&mut self) -> Result<Expression, Problem> {
        self.expect("(")?;
        let root = self.expression()?;
        if self.take(")") {
            return Ok(Expression::Unknown("`\\reach` without fields".to_owned()));
        }
        self.expect(",")?;
        let class = self.type_name()?;
        if self.take(")") {
            return Ok(Expression::Unknown("`\\reach` without fields".to_owned()));
        }
        self.expect(",")?;
        let mut fields = vec![self.identifier()?];
        while self.take("+") || self.take(",") {
            fields.push(self.identifier()?);
        }
        self.expect(")")?;
        Ok(Expression::Reach {
            root: Box::new(root),
            class,
            fields,
        })
    }

    /// What a quantifier says, inside its parentheses.
    pub(super) fn quantified(&mut self) -> Result<Expression, Problem> {
        let word = self.word().unwrap_or_default();
        self.advance();
        while matches!(self.word(), Some("nullable" | "non_null")) {
            self.advance();
        }
        let of = self.type_name()?;
        let mut variables = vec![self.identifier()?];
        while self.take(",") {
            variables.push(self.identifier()?);
        }
        self.expect(";")?;
        let first = match self.symbol() {
            Some(";") => None,
            _ => Some(self.expression()?),
        };
        let (range, body) = match (self.take(";"), first) {
            (true, range) => (range, self.expression()?),
            (false, Some(body)) => (None, body),
            (false, None) => return Err(self.expected("`;`")),
        };
        if self.symbol() != Some(")") {
            return Err(self.expected("`)`"));
        }
        Ok(match word {
            "\\forall" | "\\exists" => Expression::Quantified(Box::new(Quantified {
                all: word == "\\forall",
                of,
                variables,
                range,
                body,
            })),
            other => Expression::Unknown(format!("`{other}`")),
        })
    }

    pub(super) fn over_parentheses(&mut self) -> Result<(), Problem> {
        self.expect("(")?;
        let mut open = 1;
        while open > 0 {
            match self.symbol() {
                Some("(") => open += 1,
                Some(")") => open -= 1,
                _ if self.peek().is_none() => return Err(self.expected("`)`")),
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }
}
