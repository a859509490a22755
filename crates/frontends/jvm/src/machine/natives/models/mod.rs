//! Models: shorter ways to the results of methods whose own code would fork
//! a run more than it must. A model answers only if an argument depends on
//! the input; otherwise the JDK's own code runs.

mod maps;
mod strings;

use super::Model;

/// The model of a method, if there is one.
pub fn find(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    Some(match (class, name, descriptor) {
        ("java/lang/String", "equals", "(Ljava/lang/Object;)Z") => strings::equals,
        ("java/lang/String", "equalsIgnoreCase", "(Ljava/lang/String;)Z") => {
            strings::equals_ignoring_case
        }
        ("java/lang/String", "startsWith", "(Ljava/lang/String;)Z") => strings::starts_with,
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
