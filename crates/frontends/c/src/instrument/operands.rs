//! How pointers are written, and how names of shadows are made.

/// Typed pointers (LLVM 14) or opaque ones.
#[derive(Clone, Copy, Debug)]
pub struct Pointers {
    /// Whether they are typed.
    pub typed: bool,
}

impl Pointers {
    /// The type of a pointer to a type.
    pub fn to(self, ty: &str) -> String {
        match self.typed {
            true => format!("{ty}*"),
            false => "ptr".to_owned(),
        }
    }

    /// The bytes of a type, as a constant.
    pub fn size_of(self, ty: &str) -> String {
        let pointer = self.to(ty);
        format!("ptrtoint ({pointer} getelementptr ({ty}, {pointer} null, i32 1) to i64)")
    }

    /// A constant pointer to the first element of a global array, with its type.
    pub fn first_of(self, ty: &str, global: &str) -> String {
        match self.typed {
            false => format!("ptr {global}"),
            true => {
                let element = ty.trim_end_matches(']').rsplit(' ').next().unwrap_or("i8");
                format!("{element}* getelementptr ({ty}, {ty}* {global}, i64 0, i64 0)")
            }
        }
    }
}

/// The name of a value's shadow: `%x` has `%ep.x`.
pub(super) fn shadow_name(value: &str) -> String {
    match value.strip_prefix("%\"") {
        Some(quoted) => format!("%\"ep.{quoted}"),
        None => format!("%ep.{}", value.trim_start_matches('%')),
    }
}

/// The name of one part of an aggregate's shadow.
pub(super) fn part_name(value: &str, part: usize) -> String {
    match value.strip_prefix("%\"") {
        Some(quoted) => format!("%\"ep.part{part}.{quoted}"),
        None => format!("%ep.part{part}.{}", value.trim_start_matches('%')),
    }
}

/// Whether an operand is a local value.
pub(super) fn is_local(operand: &str) -> bool {
    operand.starts_with('%')
}
