//! Models of the C library, in C, instrumented like the user's code; and the
//! runtime, which the executable carries.

use std::path::Path;

use indexmap::IndexMap;

/// The models' source.
pub(crate) const SOURCE: &str = concat!(
    include_str!("../models/strings.c"),
    include_str!("../models/allocation.c"),
    include_str!("../models/characters.c"),
    include_str!("../models/numbers.c"),
    include_str!("../models/sorting.c"),
    include_str!("../models/streams.c"),
    include_str!("../models/scanning.c"),
    include_str!("../models/environment.c"),
    include_str!("../models/network.c"),
);

/// The runtime as a static library.
pub(crate) const RUNTIME: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/libeverypath_c_runtime.a"));

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
    ("getc", "fgetc"),
    ("_IO_getc", "fgetc"),
    ("getc_unlocked", "fgetc"),
    ("fgetc_unlocked", "fgetc"),
    ("getchar_unlocked", "getchar"),
    ("fgets_unlocked", "fgets"),
    ("fread_unlocked", "fread"),
    ("__getdelim", "getdelim"),
    ("feof_unlocked", "feof"),
    ("ferror_unlocked", "ferror"),
    ("clearerr_unlocked", "clearerr"),
    ("fseeko", "fseek"),
    ("fseeko64", "fseek"),
    ("ftello", "ftell"),
    ("ftello64", "ftell"),
    ("__isoc99_sscanf", "sscanf"),
    ("__isoc99_fscanf", "fscanf"),
    ("__isoc99_scanf", "scanf"),
    ("__isoc99_vsscanf", "vsscanf"),
    ("__isoc99_vfscanf", "vfscanf"),
    ("__isoc23_sscanf", "sscanf"),
    ("__isoc23_fscanf", "fscanf"),
    ("__isoc23_scanf", "scanf"),
    ("__isoc23_vsscanf", "vsscanf"),
    ("__isoc23_vfscanf", "vfscanf"),
    ("secure_getenv", "getenv"),
];

/// The modelled functions, each with the name of its model.
pub(crate) fn names() -> IndexMap<String, String> {
    let mut names: IndexMap<String, String> = SOURCE
        .match_indices(PREFIX)
        .filter_map(|(at, _)| {
            let rest = &SOURCE[at + PREFIX.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
            Some((rest[..end].to_owned(), format!("{PREFIX}{}", &rest[..end])))
        })
        .collect();
    for (alias, name) in ALIASES {
        if let Some(model) = names.get(*name).cloned() {
            names.insert((*alias).to_owned(), model);
        }
    }
    names
}

/// The models of functions that read streams.
const STREAMS: &str = include_str!("../models/streams.c");

/// Those that read numbers and words from them.
const SCANNING: [&str; 3] = ["ep_model_fscanf", "ep_model_scanf", "ep_model_vfscanf"];

/// Whether a function reads a stream or the environment: where callees are stubs,
/// it is one.
pub(crate) fn reads_outside(name: &str) -> bool {
    static NAMES: std::sync::LazyLock<IndexMap<String, String>> = std::sync::LazyLock::new(names);
    let model = NAMES.get(name);
    model.is_some_and(|model| {
        SCANNING.contains(&model.as_str())
            || model == "ep_model_getenv"
            || STREAMS.contains(&format!(" {model}("))
            || STREAMS.contains(&format!("*{model}("))
    })
}

/// Whether a function has a model.
pub(crate) fn is_modelled(name: &str) -> bool {
    static NAMES: std::sync::LazyLock<IndexMap<String, String>> = std::sync::LazyLock::new(names);
    NAMES.contains_key(name)
}

/// The recorder's source.
pub(crate) const RECORDER: &str = concat!(
    include_str!("../recorder/heap.c"),
    include_str!("../recorder/regions.c"),
    include_str!("../recorder/contexts.c"),
);

/// The name of the models compiled by a clang: another for other models,
/// another runtime or another clang.
pub(crate) fn object_name(clang: &Path, version: u32) -> String {
    let mut parts = Vec::from(SOURCE.as_bytes());
    parts.extend(clang.display().to_string().bytes());
    parts.extend(RUNTIME);
    format!(
        "models-{version}-{:016x}.o",
        everypath_c_runtime::layout::hash(&parts)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_known_by_their_names() {
        let names = names();
        assert_eq!(names["strlen"], "ep_model_strlen");
        assert_eq!(names["strtoll"], "ep_model_strtol");
        assert!(!names.contains_key("printf"));
        let outside = ["getc", "fgets", "secure_getenv"];
        assert!(outside.iter().all(|name| reads_outside(name)));
        assert!(!reads_outside("strlen"));
    }
}
