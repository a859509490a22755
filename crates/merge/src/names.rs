//! What a piece of a file is called, by the first things that its code says.

use crate::pieces::Kind;
use crate::syntax::{Line, Syntax, is_word};

/// What a piece is, and what it is called.
pub(crate) struct Named {
    pub kind: Kind,
    pub key: String,
    pub defines: Option<String>,
}

impl Named {
    fn definition(name: &str) -> Named {
        Named {
            kind: Kind::Definition,
            key: name.to_owned(),
            defines: Some(name.to_owned()),
        }
    }

    fn plain(kind: Kind, key: &str) -> Named {
        Named {
            kind,
            key: key.to_owned(),
            defines: None,
        }
    }
}

/// What the lines of a piece are.
pub(crate) fn named(lines: &[&Line], text: &str, syntax: Syntax) -> Named {
    let code: Vec<&str> = lines.iter().map(|line| line.code.trim()).collect();
    let code: Vec<&str> = code.into_iter().filter(|code| !code.is_empty()).collect();
    if code.is_empty() {
        return Named::plain(Kind::Comment, text);
    }
    match syntax {
        Syntax::Python => python(&code),
        Syntax::Java => java(&code),
        Syntax::C => c(&code, text),
    }
}

fn python(code: &[&str]) -> Named {
    let first = code[behind_decorators(code)];
    let mut words = first.split(|c: char| !is_word(c) && c != '.');
    match words.next() {
        Some("import") => return Named::plain(Kind::Import, first),
        Some("from") => {
            let module = words.next().unwrap_or_default();
            return Named::plain(Kind::Import, &format!("from {module}"));
        }
        Some("def" | "class") => return Named::definition(words.next().unwrap_or_default()),
        Some("async") => return Named::definition(words.nth(1).unwrap_or_default()),
        _ => {}
    }
    let end = first.find(['=', '(', '[', ':']).unwrap_or(first.len());
    let key = first[..end].trim();
    match first[end..].starts_with(['=', ':']) && key.chars().all(is_word) {
        true => Named::definition(key),
        false => Named::plain(Kind::Other, key),
    }
}

/// The first line that belongs to no decorator: those may go on for several lines.
fn behind_decorators(code: &[&str]) -> usize {
    let mut depth = 0i32;
    for (number, line) in code.iter().enumerate() {
        if depth == 0 && !line.starts_with('@') {
            return number;
        }
        depth += line.matches(['(', '[', '{']).count() as i32;
        depth -= line.matches([')', ']', '}']).count() as i32;
    }
    0
}

fn java(code: &[&str]) -> Named {
    let all = code.join(" ");
    let all = without_annotations(&all);
    if all == "}" {
        return Named::plain(Kind::Close, all);
    }
    if all.starts_with("import ") {
        return Named::plain(Kind::Import, all);
    }
    let end = all.find(['{', '(', '=', ';']).unwrap_or(all.len());
    let mut words = all[..end].split_whitespace();
    let is_type = |word: &&str| {
        matches!(
            *word,
            "class" | "interface" | "enum" | "record" | "@interface"
        )
    };
    if words.any(|word| is_type(&word)) {
        let name: String = words
            .next()
            .unwrap_or_default()
            .chars()
            .take_while(|c| is_word(*c) || *c == '$')
            .collect();
        // A class that goes on behind this piece is that of the file.
        let is_open = all.ends_with('{');
        return match is_open {
            true => Named::plain(Kind::Open, "class"),
            false => Named::definition(&name),
        };
    }
    match (all[end..].chars().next(), last_word(&all[..end])) {
        (Some(';'), _) if all.starts_with("package ") => Named::plain(Kind::Other, all),
        (Some('(' | '=' | ';'), Some(name)) => Named::definition(name),
        _ => Named::plain(Kind::Other, all),
    }
}

/// What stands behind the annotations of a declaration.
fn without_annotations(code: &str) -> &str {
    let mut rest = code.trim();
    while let Some(annotation) = rest.strip_prefix('@') {
        if annotation.starts_with("interface") {
            break;
        }
        let name = annotation.find(|c: char| !is_word(c) && c != '.');
        let behind = annotation[name.unwrap_or(annotation.len())..].trim_start();
        rest = match behind.starts_with('(') {
            true => behind_brackets(behind).trim_start(),
            false => behind,
        };
    }
    rest
}

/// What stands behind the bracket that closes the first one.
fn behind_brackets(text: &str) -> &str {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return &text[at + c.len_utf8()..];
        }
    }
    ""
}

fn last_word(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(|c: char| !is_word(c));
    let start = text.rfind(|c: char| !is_word(c)).map_or(0, |at| at + 1);
    Some(&text[start..]).filter(|word| !word.is_empty())
}

fn c(code: &[&str], text: &str) -> Named {
    let first = code[0];
    if let Some(directive) = first.strip_prefix('#') {
        let directive = directive.trim_start();
        if let Some(name) = directive.strip_prefix("define") {
            let name: String = name
                .trim_start()
                .chars()
                .take_while(|c| is_word(*c))
                .collect();
            return Named {
                kind: Kind::Definition,
                key: format!("#define {name}"),
                defines: Some(name),
            };
        }
        // What the source calls by another name is needed with what has that name.
        if let Some(rest) = directive.strip_prefix("pragma redefine_extname ") {
            let name = rest.split_whitespace().next().unwrap_or_default();
            return Named {
                kind: Kind::Definition,
                key: format!("#pragma redefine_extname {name}"),
                defines: Some(name.to_owned()),
            };
        }
        // The code of a line has no names of files in it.
        let is_own = |line: &&str| line.trim_start().starts_with('#');
        let line = text.lines().find(is_own).unwrap_or(first).trim();
        return match directive.starts_with("include") {
            true => Named::plain(Kind::Import, line),
            false => Named::plain(Kind::Other, line),
        };
    }
    let all = without_bodies(&code.join(" "));
    let end = all.find(['(', '=', '[', ';']).unwrap_or(all.len());
    if let Some(declared) = all[end..].strip_prefix("(*") {
        let name: String = declared.chars().take_while(|c| is_word(*c)).collect();
        return Named::definition(&name);
    }
    let Some(name) = last_word(&all[..end]) else {
        return Named::plain(Kind::Other, &all);
    };
    match all[end..].chars().next() {
        // A macro that defines what it is given.
        Some('(') if !name.chars().any(char::is_lowercase) => {
            let inside = &all[end + 1..];
            let inside = &inside[..inside.find(')').unwrap_or(inside.len())];
            Named {
                kind: Kind::Definition,
                key: format!("{name}({inside})"),
                defines: last_word(inside).map(str::to_owned),
            }
        }
        Some(_) => Named::definition(name),
        None => Named::plain(Kind::Other, &all),
    }
}

/// Code without what is in braces.
fn without_bodies(code: &str) -> String {
    let mut depth = 0usize;
    let mut rest = String::new();
    for c in code.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => rest.push(c),
            _ => {}
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let named = named_c(text);
        assert_eq!(named.defines.as_deref(), Some(expected), "{text}");
    }

    fn named_c(text: &str) -> Named {
        c(&text.lines().collect::<Vec<&str>>(), text)
    }

    #[test]
    fn declarations_of_c_are_named_by_what_they_declare() {
        check("static int size = 3;", "size");
        check("static int (*called_f)(int a) = real_f;", "called_f");
        check("int (*handler(int a))(int);", "handler");
        check("int real_f(int a) __asm__(\"f\");", "real_f");
        check("PASS_ON(called_f, stand_in_for_f);", "stand_in_for_f");
        check("#pragma redefine_extname f stand_in_for_f", "f");
        check("#define HALF(x) ((x) / 2)", "HALF");
        assert_eq!(named_c("#pragma once").defines, None);
    }
}
