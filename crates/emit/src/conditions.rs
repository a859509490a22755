//! Conditions of the source in words, short enough for the name of a test. What the three
//! languages share of their expressions is enough; what is more complex has no words.

mod tokens;

use std::collections::BTreeMap;

use crate::words::{number_word, snake, squeeze, text_word};

use tokens::{Token, is_name, nesting, outside, parts, tokens, without_brackets};

/// A condition of the source, and whether it holds in a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// As the source has it.
    pub text: String,
    /// Which side the test takes.
    pub holds: bool,
}

/// The conditions that set the test of a case apart from the other tests of its unit, the
/// most telling first.
pub type Conditions = BTreeMap<u64, Vec<Condition>>;

/// The longest words that a condition may have in a name.
const LONGEST: usize = 44;

/// What conditions say in words, as far as each has a few. `value` knows the words of a
/// variable, which say more than that it is true.
pub(crate) fn words(
    conditions: &[Condition],
    value: &dyn Fn(&str) -> Option<String>,
) -> Vec<String> {
    let all: Vec<(Vec<Token>, bool)> = conditions
        .iter()
        .filter_map(|one| Some((tokens(&one.text)?, one.holds)))
        .collect();
    let known = |part: &[Token], holds: bool| all.iter().any(|one| one.0 == part && one.1 == holds);
    let said = all.iter().filter_map(|(tokens, holds)| {
        let (tokens, holds) = decisive(tokens, *holds, &known);
        if let [Token::Name(name)] = tokens
            && let Some(words) = value(name)
        {
            return Some(words);
        }
        said(tokens, holds)
    });
    let mut found: Vec<String> = Vec::new();
    for words in said.map(|words| squeeze(&words)) {
        let is_name = words.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_name && words.len() <= LONGEST && !found.contains(&words) {
            found.push(words);
        }
    }
    found
}

/// The operand that decides: where one of two has to hold and the other does not, that one
/// does. A negated one is told as what it negates.
fn decisive<'a>(
    tokens: &'a [Token],
    holds: bool,
    known: &dyn Fn(&[Token], bool) -> bool,
) -> (&'a [Token], bool) {
    let tokens = without_brackets(tokens);
    let parts = match holds {
        true => parts(tokens, "||", "or"),
        false => parts(tokens, "&&", "and"),
    };
    if parts.len() > 1 {
        let open: Vec<&&[Token]> = parts.iter().filter(|part| !known(part, !holds)).collect();
        return match open.as_slice() {
            [part] => (without_brackets(part), holds),
            _ => (tokens, holds),
        };
    }
    match tokens {
        [first, rest @ ..] if *first == Token::Sign("!") || is_name(first, "not") => {
            (without_brackets(rest), !holds)
        }
        _ => (tokens, holds),
    }
}

/// What it means that a condition holds, or does not.
fn said(tokens: &[Token], holds: bool) -> Option<String> {
    let tokens = without_brackets(tokens);
    let (and, or) = (parts(tokens, "&&", "and"), parts(tokens, "||", "or"));
    if or.len() > 1 {
        return if holds { None } else { all_said(&or, false) };
    }
    if and.len() > 1 {
        return if holds { all_said(&and, true) } else { None };
    }
    match tokens {
        [first, rest @ ..] if *first == Token::Sign("!") || is_name(first, "not") => {
            return said(rest, !holds);
        }
        _ => {}
    }
    if let Some((left, relation, right)) = compared(tokens) {
        let subject = operand(left)?;
        let object = object(right)?;
        let words = match relation {
            Relation::Equal | Relation::Unequal if !is_constant(right) => {
                // That one thing is another one would say that there is only one.
                let is_equal = holds == (relation == Relation::Equal);
                if is_equal { "equals" } else { "differs_from" }
            }
            relation => relation.words(holds),
        };
        return Some(format!("{subject}_{words}_{object}"));
    }
    predicate(tokens, holds)
}

/// Two conditions are enough to read.
fn all_said(parts: &[&[Token]], holds: bool) -> Option<String> {
    let [first, second] = parts else { return None };
    Some(format!(
        "{}_and_{}",
        said(first, holds)?,
        said(second, holds)?
    ))
}

/// A relation between two values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    Unequal,
    /// One and the same, as Python asks.
    Same,
    Other,
    Below,
    AtMost,
    Above,
    AtLeast,
    In,
    NotIn,
}

impl Relation {
    fn words(self, holds: bool) -> &'static str {
        match (self, holds) {
            (Relation::Equal | Relation::Same, true)
            | (Relation::Unequal | Relation::Other, false) => "is",
            (Relation::Equal | Relation::Same, false)
            | (Relation::Unequal | Relation::Other, true) => "is_not",
            (Relation::Below, true) | (Relation::AtLeast, false) => "is_below",
            (Relation::Below, false) | (Relation::AtLeast, true) => "is_at_least",
            (Relation::Above, true) | (Relation::AtMost, false) => "is_above",
            (Relation::Above, false) | (Relation::AtMost, true) => "is_at_most",
            (Relation::In, true) | (Relation::NotIn, false) => "is_in",
            (Relation::In, false) | (Relation::NotIn, true) => "is_not_in",
        }
    }
}

/// The two sides of the only comparison.
fn compared(tokens: &[Token]) -> Option<(&[Token], Relation, &[Token])> {
    let mut found = None;
    let mut skipped = usize::MAX;
    for (at, token) in outside(tokens) {
        let next = tokens.get(at + 1);
        let follows = |word: &str| next.is_some_and(|next| is_name(next, word));
        let (relation, length) = match token {
            _ if at == skipped => continue,
            Token::Sign("==") => (Relation::Equal, 1),
            Token::Sign("!=") => (Relation::Unequal, 1),
            Token::Sign("<") => (Relation::Below, 1),
            Token::Sign("<=") => (Relation::AtMost, 1),
            Token::Sign(">") => (Relation::Above, 1),
            Token::Sign(">=") => (Relation::AtLeast, 1),
            Token::Name(name) if name == "is" && follows("not") => (Relation::Other, 2),
            Token::Name(name) if name == "is" => (Relation::Same, 1),
            Token::Name(name) if name == "not" && follows("in") => (Relation::NotIn, 2),
            Token::Name(name) if name == "in" => (Relation::In, 1),
            _ => continue,
        };
        if found.is_some() {
            return None;
        }
        skipped = at + length - 1;
        found = Some((&tokens[..at], relation, tokens.get(at + length..)?));
    }
    found
}

/// Whether tokens are a constant: a literal, or a name that is written like one.
fn is_constant(tokens: &[Token]) -> bool {
    let is_loud = |name: &str| !name.chars().any(char::is_lowercase);
    match without_brackets(tokens) {
        [Token::Sign("-"), Token::Number(_)] => true,
        [Token::Name(name)]
            if ["None", "null", "True", "False", "true", "false"].contains(&name.as_str()) =>
        {
            true
        }
        [.., Token::Name(name)] => is_loud(name),
        [one] => matches!(one, Token::Number(_) | Token::Text(_)),
        _ => false,
    }
}

/// What something is compared with: what is nothing has a name of its own.
fn object(tokens: &[Token]) -> Option<String> {
    match without_brackets(tokens) {
        [Token::Name(name)] if name == "None" => Some("none".to_owned()),
        [Token::Name(name)] if name == "null" || name == "NULL" => Some("null".to_owned()),
        [Token::Text(text)] => Some(text_word(text)),
        tokens => operand(tokens),
    }
}

/// Words for a value.
fn operand(tokens: &[Token]) -> Option<String> {
    let tokens = without_brackets(tokens);
    if let [Token::Sign("-"), Token::Number(number)] = tokens {
        return Some(number_word(&format!("-{number}")));
    }
    // The last operator binds least, among those that bind alike.
    for signs in [&["+", "-"][..], &["*", "/", "//", "%"]] {
        let is_one = |token: &Token| matches!(token, Token::Sign(sign) if signs.contains(sign));
        let last = outside(tokens).filter(|(at, token)| *at > 0 && is_one(token));
        if let Some((at, Token::Sign(sign))) = last.last() {
            let word = match *sign {
                "+" => "plus",
                "-" => "minus",
                "*" => "times",
                "%" => "mod",
                _ => "over",
            };
            let (left, right) = (operand(&tokens[..at])?, operand(&tokens[at + 1..])?);
            return Some(format!("{left}_{word}_{right}"));
        }
    }
    chain(tokens)
}

/// Words that say of whom the reader would think anyway.
const OWN: [&str; 3] = ["self", "this", "cls"];

/// Names, members, elements and calls, one after the other.
fn chain(tokens: &[Token]) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            Token::Name(name) if at == 0 && OWN.contains(&name.as_str()) && tokens.len() > 1 => {}
            Token::Name(name) => words.push(snake(name)),
            Token::Number(number) if at == 0 => words.push(number_word(number)),
            Token::Text(text) if at == 0 => words.push(text_word(text)),
            Token::Sign("." | "->") if at > 0 => {}
            Token::Sign("(" | "[") if at > 0 => {
                let inside = bracketed(&tokens[at..])?;
                let is_call = *token == Token::Sign("(");
                let is_function = is_call && at == 1;
                let arguments: Vec<String> = match inside.is_empty() {
                    true => Vec::new(),
                    false => parts(inside, ",", ",")
                        .into_iter()
                        .map(object)
                        .collect::<Option<_>>()?,
                };
                if is_function && !arguments.is_empty() {
                    words.push("of".to_owned());
                }
                words.extend(arguments);
                at += inside.len() + 1;
            }
            _ => return None,
        }
        at += 1;
    }
    (!words.is_empty()).then(|| words.join("_"))
}

/// What is in the brackets that tokens begin with.
fn bracketed(tokens: &[Token]) -> Option<&[Token]> {
    let mut depth = 0;
    let close = tokens.iter().position(|token| {
        depth += nesting(token);
        depth == 0
    })?;
    Some(&tokens[1..close])
}

/// Beginnings of names that are predicates by themselves.
const PREDICATES: [&str; 8] = [
    "is", "has", "can", "starts", "ends", "contains", "should", "equals",
];

/// A value that is asked whether it is true.
fn predicate(tokens: &[Token], holds: bool) -> Option<String> {
    if let [
        Token::Name(function),
        Token::Sign("("),
        inside @ ..,
        Token::Sign(")"),
    ] = tokens
        && function == "isinstance"
        && let [value, class] = parts(inside, ",", ",").as_slice()
    {
        let is = if holds { "is" } else { "is_no" };
        return Some(format!("{}_{is}_{}", operand(value)?, chain(class)?));
    }
    let words = operand(tokens)?;
    let asks = words.split('_').any(|word| PREDICATES.contains(&word));
    let is_plain = matches!(tokens, [Token::Name(_)]) || !asks;
    Some(match (holds, is_plain) {
        (true, _) if asks => words,
        (true, _) => format!("{words}_is_true"),
        (false, true) => format!("{words}_is_false"),
        (false, false) => format!("not_{words}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, holds: &str, fails: &str) {
        let said = |holds: bool| {
            let condition = Condition {
                text: text.to_owned(),
                holds,
            };
            words(&[condition], &|_| None).pop().unwrap_or_default()
        };
        assert_eq!(
            (said(true).as_str(), said(false).as_str()),
            (holds, fails),
            "{text}"
        );
    }

    #[test]
    fn comparisons_say_which_side() {
        check(
            "amount > 10000",
            "amount_is_above_10000",
            "amount_is_at_most_10000",
        );
        check(
            "amount < o.amount",
            "amount_is_below_o_amount",
            "amount_is_at_least_o_amount",
        );
        check(
            "o.status == \"paid\"",
            "o_status_is_paid",
            "o_status_is_not_paid",
        );
        check(
            "b->used==b->alloc",
            "b_used_equals_b_alloc",
            "b_used_differs_from_b_alloc",
        );
        check("order is not None", "order_is_not_none", "order_is_none");
        check(
            "key not in self.items",
            "key_is_not_in_items",
            "key_is_in_items",
        );
        check("!(x < 3L)", "x_is_at_least_3", "x_is_below_3");
        check(
            "len(xs) - 1 != -2",
            "len_of_xs_minus_1_is_not_minus_2",
            "len_of_xs_minus_1_is_minus_2",
        );
        check("data[i] == c", "data_i_equals_c", "data_i_differs_from_c");
        check(
            "kind == Kind.RED",
            "kind_is_kind_red",
            "kind_is_not_kind_red",
        );
        check("a is b", "a_is_b", "a_is_not_b");
    }

    #[test]
    fn values_are_asked_whether_they_are_true() {
        check("premium", "premium_is_true", "premium_is_false");
        check(
            "not items.isEmpty()",
            "not_items_is_empty",
            "items_is_empty",
        );
        check("isinstance(x, str)", "x_is_str", "x_is_no_str");
        check(
            "name.startswith('a')",
            "name_startswith_a_is_true",
            "name_startswith_a_is_false",
        );
    }

    #[test]
    fn both_of_two_are_said() {
        check("a > 1 and b", "a_is_above_1_and_b_is_true", "");
        check("a > 1 || b == 2", "", "a_is_at_most_1_and_b_is_not_2");
    }

    #[test]
    fn what_is_left_of_two_decides() {
        let condition = |text: &str, holds: bool| Condition {
            text: text.to_owned(),
            holds,
        };
        let both = [condition("a < 0 or a > 9", true), condition("a < 0", false)];
        let said = words(&both, &|_| None);
        assert_eq!(said, ["a_is_above_9", "a_is_at_least_0"]);
        let empty = |name: &str| Some(format!("{name}_is_empty"));
        assert_eq!(
            words(&[condition("not name", true)], &empty),
            ["name_is_empty"]
        );
    }

    #[test]
    fn what_is_hard_to_read_has_no_words() {
        check("a & 3", "", "");
        check("1 < a < 5", "", "");
        check("[x for x in y]", "", "");
        check("s == \"\\n\"", "", "");
        check("(x := f())", "", "");
    }
}
