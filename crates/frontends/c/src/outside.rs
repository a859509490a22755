//! Variables that the file uses and another file defines. clang tells the
//! types of those that are defined: pointers to the others are, in a second
//! look at the file.

use crate::ir::debug::Debug;
use crate::ir::module::Module;
use crate::types::{Type, TypeId, Types};

/// What the names of the pointers begin with.
const POINTER: &str = "ep_outside_";

/// Elements and bytes that an array has at most whose length only another file tells.
const MOST_ELEMENTS: u64 = 256;
const MOST_BYTES: u64 = 1 << 16;

/// Variables of the C library, which a run leaves alone.
const LIBRARY: [&str; 17] = [
    "stdin",
    "stdout",
    "stderr",
    "environ",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "signgam",
    "daylight",
    "timezone",
    "tzname",
    "program_invocation_name",
    "program_invocation_short_name",
    "sys_nerr",
    "sys_errlist",
    "sys_siglist",
];

/// The names of the variables that the file does not define.
pub(crate) fn names(module: &Module) -> Vec<String> {
    let declared = module.kept.iter().filter_map(|line| {
        let (name, rest) = line.strip_prefix('@')?.split_once(" = external ")?;
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let rest = rest.strip_prefix("dso_local ").unwrap_or(rest);
        let known = rest.starts_with("global ") || rest.starts_with("constant ");
        let own = !name.starts_with('_') && !LIBRARY.contains(&name);
        (plain && known && own).then(|| name.to_owned())
    });
    declared.collect()
}

/// C that makes clang tell the types.
pub(crate) fn pointers(names: &[String]) -> String {
    let lines = names.iter().map(|name| {
        format!("__typeof__({name}) *{POINTER}{name} __attribute__((used)) = &{name};\n")
    });
    lines.collect()
}

/// The types that the pointers tell.
pub(crate) fn types(
    names: &[String],
    module: &Module,
    debug: Debug,
    types: &mut Types,
) -> Vec<(String, TypeId)> {
    let mut found = Vec::new();
    for name in names {
        let wanted = format!("@{POINTER}{name}");
        let global = module.globals.iter().find(|global| global.name == wanted);
        let ty = global
            .and_then(|global| debug.node(global.expression?))
            .and_then(|node| debug.node(node.reference("var")?))
            .map(|node| types.of(debug, node.reference("type")));
        if let Some(ty) = ty
            && let Type::Pointer(of) = types.shape(ty)
        {
            let of = *of;
            found.push((name.clone(), with_length(types, of)));
        }
    }
    found
}

/// A type; an array of which only another file tells the length has one.
fn with_length(types: &mut Types, ty: TypeId) -> TypeId {
    match types.shape(ty) {
        Type::Array(element, 0) => {
            let element = *element;
            let most = MOST_BYTES / types.size(element).max(1);
            let count = MOST_ELEMENTS.min(most).max(1);
            types.known_or_new(Type::Array(element, count))
        }
        _ => ty,
    }
}
