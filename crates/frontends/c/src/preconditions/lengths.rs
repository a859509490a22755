//! Pointers and their lengths, by the names and the order of parameters.

use super::{Basis, Clause, Precondition};
use crate::program::{Unit, UnitParameter};
use crate::types::{Type, Types};

/// Words that a number of elements is called by.
const WORDS: [&str; 13] = [
    "length", "len", "size", "sz", "count", "cnt", "num", "nmemb", "bytes", "nbytes", "capacity",
    "argc", "n",
];

/// The shortest beginning of a name that says which one is meant.
const SHORTEST: usize = 2;
/// Words in the names of functions that are told how long something is to become.
const MAKERS: [&str; 8] = [
    "alloc", "grow", "resize", "reserve", "room", "expand", "extend", "truncate",
];

/// The lengths among the parameters of a unit.
pub(super) fn of_names(unit: &Unit, types: &Types) -> Vec<Precondition> {
    let name = unit.name.to_lowercase();
    if MAKERS.iter().any(|word| name.contains(word)) {
        return Vec::new();
    }
    let parameters = &unit.parameters;
    let mut found: Vec<(usize, Clause)> = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let is_number = matches!(
            types.shape(parameter.ty),
            Type::Int {
                character: false,
                size: 2..,
                ..
            }
        );
        let Some(about) = about(&parameter.name).filter(|_| is_number) else {
            continue;
        };
        let is_free = |place: &usize| !found.iter().any(|(taken, _)| taken == place);
        let before = (0..index).rev();
        let places = before.chain(index + 1..parameters.len());
        let place = places
            .filter(is_free)
            .find(|place| fits(&parameters[*place], about, types));
        if let Some(place) = place {
            let clause = Clause::Length {
                pointer: parameters[place].name.clone(),
                length: parameter.name.clone(),
            };
            found.push((place, clause));
        }
    }
    let found = found.into_iter();
    found
        .map(|(_, clause)| Precondition {
            clause,
            basis: Basis::Names,
        })
        .collect()
}

/// What a number says the length of, by its name: nothing for `len`, `name` for `name_len`.
/// `None` if it is no length.
fn about(name: &str) -> Option<&str> {
    let plain = name.trim_matches('_');
    let rests = WORDS.iter().filter_map(|word| {
        let rest = plain
            .strip_suffix(word)
            .or_else(|| plain.strip_prefix(word))?;
        // `n` alone is a word, and a part of many others.
        let is_apart = word.len() > 1 || rest.is_empty() || plain.starts_with("n_");
        is_apart.then(|| rest.trim_matches('_'))
    });
    rests.min_by_key(|rest| rest.len())
}

/// Whether a parameter is a pointer to elements that a length may be about.
fn fits(parameter: &UnitParameter, about: &str, types: &Types) -> bool {
    let Type::Pointer(of) = types.shape(parameter.ty) else {
        return false;
    };
    let name = parameter.name.trim_matches('_');
    let is_part = |whole: &str, part: &str| part.len() >= SHORTEST && whole.starts_with(part);
    let is_named = name == about || is_part(name, about) || is_part(about, name);
    match types.shape(*of) {
        Type::Function { .. } => false,
        // One structure has no length.
        Type::Record { .. } => is_named,
        Type::Opaque { name, .. } => name == "void" && (is_named || about.is_empty()),
        _ => is_named || about.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::TypeId;

    #[test]
    fn names_of_lengths() {
        assert_eq!(about("len"), Some(""));
        assert_eq!(about("src_size"), Some("src"));
        assert_eq!(about("num_tokens"), Some("tokens"));
        assert_eq!(about("initlen"), Some("init"));
        assert_eq!(about("n"), Some(""));
        assert_eq!(about("n_items"), Some("items"));
        assert_eq!(about("sign"), None);
        assert_eq!(about("rate"), None);
    }

    #[test]
    fn lengths_are_about_pointers() {
        let mut types = Types::new();
        let number = types.known_or_new(Type::Int {
            name: "size_t".to_owned(),
            size: 8,
            signed: false,
            character: false,
        });
        let text = types.pointer(Types::CHARACTER);
        let check = |names: &[(&str, TypeId)], wanted: &[&str]| {
            let parameter = |(name, ty): &(&str, TypeId)| UnitParameter {
                name: (*name).to_owned(),
                ty: *ty,
                behind: None,
            };
            let unit = Unit::of_parameters("f", names.iter().map(parameter).collect());
            let found = of_names(&unit, &types).into_iter();
            let found: Vec<String> = found.map(|one| one.clause.to_string()).collect();
            assert_eq!(found, wanted);
        };
        check(
            &[
                ("dest", text),
                ("dest_size", number),
                ("src", text),
                ("n", number),
            ],
            &["dest_size <= length(dest)", "n <= length(src)"],
        );
        check(&[("s", text), ("from", text), ("setlen", number)], &[]);
        check(
            &[("argc", number), ("argv", text)],
            &["argc <= length(argv)"],
        );
    }
}
