//! Models of the C library, in C, instrumented like the user's code; and the
//! runtime, which the executable carries.

use indexmap::IndexMap;

use crate::ir::module::Module;

/// The models' source.
pub const SOURCE: &str = concat!(
    include_str!("../models/strings.c"),
    include_str!("../models/characters.c"),
    include_str!("../models/numbers.c"),
    include_str!("../models/sorting.c"),
);

/// The runtime as a static library.
pub const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libeverypath_c_runtime.a"));

/// What the names of models begin with.
const PREFIX: &str = "ep_model_";

/// Other names under which C libraries have the same functions.
const ALIASES: &[(&str, &str)] = &[
    ("__isoc23_strtol", "strtol"),
    ("__isoc23_strtoul", "strtoul"),
    ("__isoc23_strtoll", "strtol"),
    ("__isoc23_strtoull", "strtoul"),
    ("strtoll", "strtol"),
    ("strtoull", "strtoul"),
    ("strtoimax", "strtol"),
    ("strtoumax", "strtoul"),
    ("atoll", "atol"),
    ("llabs", "labs"),
    ("bcmp", "memcmp"),
    ("index", "strchr"),
    ("rindex", "strrchr"),
    ("__strdup", "strdup"),
];

/// The modelled functions, each with the name of its model.
pub fn names(module: &Module) -> IndexMap<String, String> {
    let mut names: IndexMap<String, String> = module
        .functions
        .iter()
        .filter_map(|function| {
            let name = function.name.strip_prefix(PREFIX)?;
            Some((name.to_owned(), function.name.to_owned()))
        })
        .collect();
    for (alias, name) in ALIASES {
        if let Some(model) = names.get(*name).cloned() {
            names.insert((*alias).to_owned(), model);
        }
    }
    names
}
