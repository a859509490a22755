//! What a variadic function reads beyond the arguments that it names. clang
//! writes `va_arg` out: an address among the saved registers or on the stack,
//! and a load from it.

use crate::ir::module::Function;
use crate::types::{Type, TypeId, Types};

/// Arguments that are passed to a variadic unit beyond those it names.
pub(crate) const ARGUMENTS: usize = 4;
/// Lines between the test whether a register is left and the load.
const DISTANCE: usize = 24;

/// What `va_arg` reads in a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum More {
    /// Nothing.
    None,
    /// Numbers of one type.
    Of(TypeId),
    /// Something that no input is made for.
    Other,
}

/// What a function reads.
pub(crate) fn read(function: &Function, types: &mut Types) -> More {
    let mut found: Option<&str> = None;
    for (index, line) in function.body.iter().enumerate() {
        let Some(loaded) = loaded(function, index, line) else {
            continue;
        };
        if found.is_some_and(|known| known != loaded) {
            return More::Other;
        }
        found = Some(loaded);
    }
    match found {
        None => More::None,
        Some("i32") => More::Of(types.number("int", 4)),
        Some("i64") => More::Of(types.number("long", 8)),
        Some("double") => More::Of(types.double()),
        Some(_) => More::Other,
    }
}

/// The type that a line loads, if it is the load of a `va_arg`.
fn loaded<'t>(function: &'t Function, index: usize, line: &'t str) -> Option<&'t str> {
    let (_, body) = line.trim_start().split_once(" = ")?;
    let rest = body.strip_prefix("load ")?;
    let (ty, place) = rest.split_once(", ")?;
    let place = place.split([',', ' ']).find(|word| word.starts_with('%'))?;
    let before = &function.body[index.saturating_sub(DISTANCE)..index];
    let phi = format!("{place} = phi ");
    let made = before
        .iter()
        .rposition(|line| line.trim_start().starts_with(&phi))?;
    let asked = before[..made].iter().any(|line| {
        let line = crate::ir::text::without_metadata(line).0;
        line.contains(" = icmp ule i32 ") && (line.ends_with(", 40") || line.ends_with(", 160"))
    });
    asked.then_some(ty)
}

impl Types {
    /// A signed number of a name and size.
    fn number(&mut self, name: &str, size: u64) -> TypeId {
        self.known_or_new(Type::Int {
            name: name.to_owned(),
            size,
            signed: true,
            character: false,
        })
    }

    fn double(&mut self) -> TypeId {
        self.known_or_new(Type::Float {
            name: "double".to_owned(),
            size: 8,
        })
    }
}
