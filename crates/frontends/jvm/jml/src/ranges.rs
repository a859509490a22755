//! What the variables of a quantifier range over: bounds of numbers, or the
//! objects that fields lead to.

use crate::syntax::{Expression, Quantified};

/// Bounds of a number: a first value, and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// An expression and whether it is itself in the range.
    pub from: (Expression, bool),
    /// An expression and whether it is itself in the range.
    pub to: (Expression, bool),
}

/// What bounds the variables: the range, or what a body without one asks for first.
pub(crate) fn conditions(of: &Quantified) -> Vec<&Expression> {
    let mut all = Vec::new();
    if let Some(range) = &of.range {
        all.extend(range.operands("&&"));
    }
    match (&of.body, of.all) {
        (Expression::Binary("==>", before, _), true) => all.extend(before.operands("&&")),
        (body, false) => all.extend(body.operands("&&")),
        _ => {}
    }
    all
}

/// The bounds of a variable. Those that name variables which are not chosen
/// yet are replaced by the bounds of these.
pub(crate) fn bounds(
    variable: &str,
    conditions: &[&Expression],
    open: &[String],
) -> Option<Bounds> {
    Some(Bounds {
        from: limit(variable, conditions, open, true, 0)?,
        to: limit(variable, conditions, open, false, 0)?,
    })
}

fn limit(
    variable: &str,
    conditions: &[&Expression],
    open: &[String],
    from: bool,
    depth: usize,
) -> Option<(Expression, bool)> {
    let limits = conditions
        .iter()
        .filter_map(|one| side(one, variable, from));
    let limits: Vec<(&Expression, bool)> = limits.collect();
    if let Some((limit, itself)) = limits.iter().find(|(limit, _)| !limit.mentions(open)) {
        return Some(((*limit).clone(), *itself));
    }
    limits.iter().find_map(|(other, _)| match other {
        Expression::Name(name) if depth < open.len() => {
            limit(name, conditions, open, from, depth + 1)
        }
        _ => None,
    })
}

/// What a comparison says of a variable: a lower limit, or an upper one.
fn side<'a>(one: &'a Expression, variable: &str, from: bool) -> Option<(&'a Expression, bool)> {
    let Expression::Binary(operator, left, right) = one else {
        return None;
    };
    let is = |side: &Expression| *side == Expression::Name(variable.to_owned());
    let (greater, itself) = match *operator {
        "<" => (false, false),
        "<=" => (false, true),
        ">" => (true, false),
        ">=" => (true, true),
        _ => return None,
    };
    match (is(left), is(right)) {
        (true, false) if greater == from => Some((right, itself)),
        (false, true) if greater != from => Some((left, itself)),
        _ => None,
    }
}

/// The set that a condition says a variable to be in: `\reach(…).has(x)`.
pub(crate) fn member_of<'a>(
    variable: &str,
    conditions: &[&'a Expression],
) -> Option<&'a Expression> {
    conditions.iter().find_map(|one| {
        let call = match one {
            Expression::Binary("==", left, right)
                if **right == Expression::Literal("true".to_owned()) =>
            {
                left
            }
            other => *other,
        };
        match call {
            Expression::Call {
                on: Some(set),
                name,
                arguments,
            } if name == "has" || name == "contains" => {
                let same = arguments == &[Expression::Name(variable.to_owned())];
                (same && matches!(**set, Expression::Reach { .. })).then_some(&**set)
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::tokens;
    use crate::parser::Parser;

    fn quantified(text: &str) -> Quantified {
        let tokens = tokens(&format!("//@{text}"), 1, 1, 0).unwrap();
        match Parser::new(&tokens).expression().unwrap() {
            Expression::Quantified(found) => *found,
            other => panic!("{other:?}"),
        }
    }

    fn found(text: &str) -> Option<Vec<(String, bool, String, bool)>> {
        let of = quantified(text);
        let conditions = conditions(&of);
        let shown = |expression: &Expression| match expression {
            Expression::Name(name) | Expression::Literal(name) => name.clone(),
            other => format!("{other:?}"),
        };
        let variables = of.variables.iter().enumerate();
        variables
            .map(|(index, variable)| {
                let bounds = bounds(variable, &conditions, &of.variables[index..])?;
                let ((from, first), (to, last)) = (bounds.from, bounds.to);
                Some((shown(&from), first, shown(&to), last))
            })
            .collect()
    }

    #[test]
    fn bounds_are_found_in_ranges_and_premises() {
        let whole = vec![("0".to_owned(), true, "n".to_owned(), false)];
        for text in [
            "(\\forall int i; 0 <= i && i < n; true)",
            "(\\forall int i; n > i && i >= 0; true)",
            "(\\forall int i; 0 <= i && i < n ==> true)",
            "(\\exists int i; 0 <= i && i < n && i > 3)",
        ] {
            assert_eq!(found(text), Some(whole.clone()), "{text}");
        }
        assert_eq!(found("(\\forall int i; i < n; true)"), None);
        assert_eq!(
            found("(\\forall int i; 0 <= i && i < n || n == 7; true)"),
            None
        );
    }

    #[test]
    fn a_variable_may_bound_another() {
        let both = found("(\\forall int i, j; 0 <= i && i < j && j < n; true)").unwrap();
        assert_eq!(both[0], ("0".to_owned(), true, "n".to_owned(), false));
        assert_eq!(both[1], ("i".to_owned(), false, "n".to_owned(), false));
    }

    #[test]
    fn objects_come_from_sets() {
        let of = quantified("(\\forall Node n; \\reach(head, Node, next).has(n) == true; n.ok())");
        assert!(member_of("n", &conditions(&of)).is_some());
        assert!(member_of("m", &conditions(&of)).is_none());
    }
}
