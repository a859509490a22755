//! Arguments of the C library that may not be null, not even where no byte of them is
//! looked at: C leaves undefined what happens then, and sanitizers end such a test. And
//! the bytes that library functions look at where no model of ours does.

use super::calls::Call;
use super::function::FunctionWriter;
use crate::ir::debug::Place;
use crate::ir::text::{Class, class_of};
use crate::stubs::PREFIX;

/// Functions that look at bytes, with how many where they are told.
struct Sized {
    names: &'static [&'static str],
    /// The places of pointers that compilers hold for never null.
    pointers: &'static [usize],
    /// The places of the numbers, two at most, whose product is how many bytes it is.
    sizes: &'static [usize],
    /// Whether they look at all of the bytes, and no model of ours does it for them.
    whole: bool,
}

/// Copies are not here: the runtime makes them itself.
const SIZED: [Sized; 6] = [
    Sized {
        names: &[
            "printf",
            "vprintf",
            "puts",
            "fputs",
            "fputs_unlocked",
            "strlen",
            "strdup",
            "atoi",
            "atol",
            "strtol",
            "strtoul",
            "strtod",
            "strtold",
        ],
        pointers: &[0],
        sizes: &[],
        whole: false,
    },
    Sized {
        names: &[
            "fprintf",
            "vfprintf",
            "sprintf",
            "vsprintf",
            "asprintf",
            "vasprintf",
            "strcmp",
            "strcasecmp",
            "strcpy",
            "stpcpy",
            "strcat",
            "strstr",
            "strspn",
            "strcspn",
        ],
        pointers: &[0, 1],
        sizes: &[],
        whole: false,
    },
    Sized {
        names: &["strnlen", "strndup", "bzero"],
        pointers: &[0],
        sizes: &[1],
        whole: false,
    },
    Sized {
        names: &["memchr", "memrchr"],
        pointers: &[0],
        sizes: &[2],
        whole: false,
    },
    Sized {
        names: &[
            "memcmp",
            "bcmp",
            "mempcpy",
            "strncmp",
            "strncasecmp",
            "strncpy",
            "stpncpy",
        ],
        pointers: &[0, 1],
        sizes: &[2],
        whole: false,
    },
    Sized {
        names: &["fwrite", "fwrite_unlocked", "fread", "fread_unlocked"],
        pointers: &[0],
        sizes: &[1, 2],
        whole: true,
    },
];

impl FunctionWriter<'_, '_> {
    /// Before the call of a function of the C library: no run goes on with less than there
    /// has to be.
    pub(super) fn required(&mut self, callee: &str, call: &Call, place: Option<&Place>) {
        // What stands in for it is called with what the function itself would take.
        let callee = callee.strip_prefix(PREFIX).unwrap_or(callee);
        let is_own =
            self.writer.defined.contains(callee) || self.writer.options.elsewhere.contains(callee);
        let known = SIZED.iter().find(|one| one.names.contains(&callee));
        let Some(known) = known.filter(|_| !is_own) else {
            return;
        };
        let number = self.writer.place_number(place);
        let mut sizes = Vec::new();
        for size in known.sizes {
            let Some(size) = call.arguments.get(*size) else {
                return;
            };
            let bits = self.bits(size.ty, size.operand);
            let term = self.shadow(size.ty, size.operand);
            sizes.push(format!("i64 {bits}, i32 {term}"));
        }
        sizes.resize(2, "i64 1, i32 0".to_owned());
        let sizes = sizes.join(", ");
        let whole = u32::from(known.whole);
        for pointer in known.pointers {
            let Some(pointer) = call.arguments.get(*pointer) else {
                return;
            };
            let may_be_null = pointer.operand.starts_with('%') || pointer.operand == "null";
            if may_be_null && matches!(class_of(pointer.ty), Class::Pointer) {
                let address = self.bits(pointer.ty, pointer.operand);
                self.line(&format!(
                    "call void @ep_required(i64 {address}, {sizes}, i32 {whole}, i32 {number})"
                ));
            }
        }
    }
}
