//! Expressions of the source as tokens: what the three languages share of them, and what
//! stands inside and outside of brackets.

/// A piece of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Number(String),
    Text(String),
    Sign(&'static str),
}

/// Signs of more than one character come before those that they begin with.
const SIGNS: [&str; 28] = [
    "->", "==", "!=", "<=", ">=", "&&", "||", "**", "//", "<", ">", "!", "(", ")", "[", "]", ".",
    ",", "+", "-", "*", "/", "%", "=", "{", "}", "::", ":",
];

/// The tokens of an expression; `None` where it has more than the languages share.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length;
        if first.is_alphabetic() || first == '_' {
            length = end(rest, |c| c.is_alphanumeric() || c == '_');
            found.push(Token::Name(rest[..length].to_owned()));
        } else if first.is_ascii_digit() {
            length = end(rest, |c| c.is_alphanumeric() || c == '_' || c == '.');
            let digits = rest[..length].trim_end_matches(['L', 'F', 'f', 'u', 'U', 'l', 'D']);
            found.push(Token::Number(digits.replace('_', "")));
        } else if first == '"' || first == '\'' {
            let inside = &rest[1..];
            let close = inside.find(first)?;
            if inside[..close].contains('\\') {
                return None;
            }
            length = close + 2;
            found.push(Token::Text(inside[..close].to_owned()));
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
            length = sign.len();
            found.push(Token::Sign(sign));
        }
        rest = rest[length..].trim_start();
    }
    (!found.is_empty()).then_some(found)
}

fn end(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

pub(super) fn is_name(token: &Token, name: &str) -> bool {
    matches!(token, Token::Name(text) if text == name)
}

/// The tokens without brackets around all of them.
pub(super) fn without_brackets(tokens: &[Token]) -> &[Token] {
    match tokens {
        [Token::Sign("("), inside @ .., Token::Sign(")")] if is_closed(inside) => {
            without_brackets(inside)
        }
        _ => tokens,
    }
}

/// Whether brackets are closed that are opened, and no others.
fn is_closed(tokens: &[Token]) -> bool {
    let mut depth = 0;
    for token in tokens {
        depth += nesting(token);
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

pub(super) fn nesting(token: &Token) -> i32 {
    match token {
        Token::Sign("(" | "[" | "{") => 1,
        Token::Sign(")" | "]" | "}") => -1,
        _ => 0,
    }
}

/// The places of tokens that are in no brackets.
pub(super) fn outside(tokens: &[Token]) -> impl Iterator<Item = (usize, &Token)> {
    let mut depth = 0;
    tokens.iter().enumerate().filter(move |(_, token)| {
        depth += nesting(token);
        depth == 0
    })
}

pub(super) fn parts<'a>(tokens: &'a [Token], sign: &str, word: &str) -> Vec<&'a [Token]> {
    let is_between = |token: &Token| match token {
        Token::Sign(found) => *found == sign,
        token => is_name(token, word),
    };
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in outside(tokens).filter(|(_, token)| is_between(token)) {
        found.push(&tokens[start..at]);
        start = at + 1;
    }
    found.push(&tokens[start..]);
    found
}
