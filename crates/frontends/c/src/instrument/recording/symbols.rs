//! The types of a module's symbols, as IR writes them.

use rustc_hash::FxHashMap;

use crate::instrument::Pointers;
use crate::ir::module::{Module, name_after_at, result_type};
use crate::ir::text::{closing, split, take_type};

/// The pointer types of all symbols that are no thread's own.
pub(super) fn types_of_symbols(module: &Module, text: &str) -> FxHashMap<String, String> {
    let mut types = FxHashMap::default();
    let pointers = Pointers {
        typed: module.typed_pointers,
    };
    for line in text.lines() {
        let is_function = line.starts_with("define ") || line.starts_with("declare ");
        if !is_function && !line.starts_with('@') {
            continue;
        }
        let Some((name, after)) = name_after_at(line) else {
            continue;
        };
        if name.starts_with("llvm.") {
            continue;
        }
        let ty = if is_function {
            function_type(line, after)
        } else if line.contains("thread_local") || line.contains(" alias ") {
            None
        } else {
            line.split_once(" global ")
                .or_else(|| line.split_once(" constant "))
                .and_then(|(_, rest)| take_type(rest))
                .map(|(ty, _)| ty.to_owned())
        };
        if let Some(ty) = ty {
            types.insert(name.to_owned(), pointers.to(&ty));
        }
    }
    types
}

fn function_type(line: &str, after: usize) -> Option<String> {
    let words = line
        .trim_start_matches("define ")
        .trim_start_matches("declare ");
    let words = &words[..words.find('@')?];
    // Debug information stands before the type of a declaration.
    let words = match words.strip_prefix("!dbg !") {
        Some(rest) => rest.split_once(' ')?.1,
        None => words,
    };
    let close = after + closing(&line[after..])?;
    let list: Vec<&str> = split(&line[after + 1..close])
        .into_iter()
        .filter_map(|text| {
            if text == "..." {
                Some(text)
            } else {
                Some(take_type(text)?.0)
            }
        })
        .collect();
    Some(format!("{} ({})", result_type(words)?, list.join(", ")))
}
