//! Models: shorter ways to the results of methods whose own code would fork
//! a run more than it must. A model answers only if an argument depends on
//! the input; otherwise the JDK's own code runs.

mod digits;
mod maps;
mod numerals;
mod strings;
mod texts;

use super::Model;
pub(super) use strings::equality;

/// The model of a method, if there is one.
pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    Some(match (class, name, descriptor) {
        ("java/lang/String", "equals", "(Ljava/lang/Object;)Z") => strings::equals,
        ("java/lang/String", "equalsIgnoreCase", "(Ljava/lang/String;)Z") => {
            strings::equals_ignoring_case
        }
        ("java/lang/String", "startsWith", "(Ljava/lang/String;)Z") => strings::starts_with,
        ("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I" | "(Ljava/lang/String;I)I") => {
            numerals::parse_int
        }
        ("java/lang/Long", "parseLong", "(Ljava/lang/String;)J" | "(Ljava/lang/String;I)J") => {
            numerals::parse_long
        }
        ("java/lang/Integer", "getChars", "(II[B)I")
        | ("java/lang/StringLatin1", "getChars", "(II[B)I")
        | ("jdk/internal/util/DecimalDigits", "uncheckedGetCharsLatin1", "(II[B)I") => {
            digits::print_int
        }
        ("java/lang/Long", "getChars", "(JI[B)I")
        | ("java/lang/StringLatin1", "getChars", "(JI[B)I")
        | ("jdk/internal/util/DecimalDigits", "uncheckedGetCharsLatin1", "(JI[B)I") => {
            digits::print_long
        }
        ("java/util/HashMap", "getNode", "(Ljava/lang/Object;)Ljava/util/HashMap$Node;") => {
            maps::get_node
        }
        ("java/util/ImmutableCollections$SetN", "probe", "(Ljava/lang/Object;)I") => {
            maps::probe_set
        }
        ("java/util/ImmutableCollections$MapN", "probe", "(Ljava/lang/Object;)I") => {
            maps::probe_map
        }
        _ => return None,
    })
}
