//! What the pointers of an input are, as C writes them.

use everypath_c::types::{Type, TypeId};
use everypath_c::{Target, callbacks};
use everypath_emit::c::literal;

use super::texts::leads_to_text;
use super::{Made, Making, test_name};

impl Making<'_> {
    fn made(&self, object: usize) -> Result<&Made, String> {
        let made = self.objects.get(object);
        made.ok_or_else(|| "an object of its input is not made".to_owned())
    }

    /// A function, as the test calls it.
    fn function(&self, name: &str) -> String {
        match callbacks::named(self.program, name) {
            Some(callback) => self.stand_in(callback),
            None => test_name(name).to_owned(),
        }
    }

    /// A string literal of the source, which the test writes again.
    fn literal_text(&self, name: &str, offset: u64, ty: TypeId) -> String {
        let text = literal::text(&self.program.literals[name]);
        let text = match offset {
            0 => text,
            offset => format!("({text} + {offset})"),
        };
        match leads_to_text(self.types, ty) {
            true => text,
            false => format!("({}){text}", self.types.declare(ty, "")),
        }
    }

    /// What a pointer slot is, as C writes it; none if it stays as it is.
    pub(super) fn pointer(&self, slot: &str, ty: TypeId) -> Result<Option<String>, String> {
        Ok(match self.graph.pointers.get(slot) {
            None | Some(Target::Null) => Some("NULL".to_owned()),
            Some(Target::Object(index)) => {
                let made = self.made(*index)?;
                let Type::Pointer(of) = self.types.shape(ty) else {
                    return Err("a pointer of its input has no type".to_owned());
                };
                let is_void =
                    matches!(self.types.shape(*of), Type::Opaque { name, .. } if name == "void");
                match is_void || self.types.plain(made.element) == self.types.plain(*of) {
                    true => Some(made.pointer.clone()),
                    false => Some(format!("({}){}", self.types.declare(ty, ""), made.pointer)),
                }
            }
            Some(Target::Inside { object, offset }) => {
                let made = self.made(*object)?;
                let size = self.types.size(made.element).max(1);
                let cast = self.types.declare(ty, "");
                Some(match (offset % size, made.single) {
                    (0, false) => format!("{} + {}", made.pointer, offset / size),
                    _ => format!("({cast})((char *){} + {offset})", made.pointer),
                })
            }
            Some(Target::Global { name, offset }) if self.program.literals.contains_key(name) => {
                Some(self.literal_text(name, *offset, ty))
            }
            // Variables of functions have names that C cannot say.
            Some(Target::Global { name, .. }) if name.contains('.') => None,
            Some(Target::Global { name, offset }) => {
                let cast = self.types.declare(ty, "");
                Some(match offset {
                    0 => format!("({cast})&{name}"),
                    offset => format!("({cast})((char *)&{name} + {offset})"),
                })
            }
            Some(Target::Opened(index)) => self.streams.get(*index).cloned(),
            Some(Target::Stream(stream)) => Some(
                match stream {
                    0 => "stdin",
                    1 => "stdout",
                    2 => "stderr",
                    _ => "tmpfile()",
                }
                .to_owned(),
            ),
            Some(Target::Known { taken, options }) => {
                let Type::Pointer(of) = self.types.shape(ty) else {
                    return Ok(None);
                };
                let wanted = self.types.made_as(*of);
                let matching: Vec<&String> = self
                    .program
                    .functions
                    .iter()
                    .filter(|(_, ty)| self.types.made_as(*ty) == wanted)
                    .map(|(name, _)| name)
                    .collect();
                let initial = *options as usize > matching.len() + 1;
                match (*taken as usize).checked_sub(1 + usize::from(initial)) {
                    Some(index) => matching.get(index).map(|name| self.function(name)),
                    None => None,
                }
            }
        })
    }
}
