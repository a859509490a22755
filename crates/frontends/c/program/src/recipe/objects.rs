//! The objects of an input, as a test declares them.

use everypath_c::ENVIRONMENT;
use everypath_c::types::{Type, Types};
use everypath_emit::c::{Object, literal};

use super::leaves::Leaf;
use super::{Made, Making};

/// Elements of one object that a test writes out.
const MOST_ELEMENTS: u64 = 4096;

impl Making<'_> {
    /// Declares the objects.
    pub(super) fn objects(&mut self) -> Result<(), String> {
        for object in &self.graph.objects {
            let Type::Pointer(of) = self.types.shape(object.pointer) else {
                return Err("an object of its input has no type".to_owned());
            };
            let mut element = self.unqualified(*of);
            if self.types.plain(element) != self.types.made_as(element) {
                element = self.types.made_as(element);
            }
            if matches!(
                self.types.shape(element),
                Type::Opaque { .. } | Type::Record { size: 0, .. }
            ) {
                element = Types::BYTE;
            }
            if !self.types.has_name(element) {
                return Err("an object of its input has a type without a name".to_owned());
            }
            let size = self.types.size(element).max(1);
            let count = object.used.div_ceil(size).max(1);
            if count > MOST_ELEMENTS {
                return Err("an object of its input is too large for a test".to_owned());
            }
            // Stubs are functions of their own: they share objects with the test.
            let variable = match self.graph.stubs.is_empty() {
                _ if object.slot.starts_with(ENVIRONMENT) => String::new(),
                true => self.fresh(&object.slot),
                false => self.fresh(&format!("t{} {}", self.id, object.slot)),
            };
            let record = matches!(self.types.shape(element), Type::Record { .. });
            let single = record && count == 1 && !object.owned;
            let pointer = if single {
                format!("&{variable}")
            } else {
                variable.clone()
            };
            self.objects.push(Made {
                pointer,
                variable,
                single,
                element,
                count,
                owned: object.owned,
            });
        }
        for index in 0..self.objects.len() {
            match self.graph.objects[index].slot.starts_with(ENVIRONMENT) {
                true => self.objects[index].pointer = "NULL".to_owned(),
                false => self.declare(index),
            }
        }
        Ok(())
    }

    fn declare(&mut self, index: usize) {
        let slot = self.graph.objects[index].slot.clone();
        let made = &self.objects[index];
        let (variable, element, count) = (made.variable.clone(), made.element, made.count);
        let (single, owned) = (made.single, made.owned);
        let scalar = matches!(
            self.types.shape(element),
            Type::Int { .. } | Type::Enum { .. } | Type::Float { .. }
        );
        let values: Option<Vec<u64>> = scalar.then(|| {
            (0..count)
                .map(|i| self.bits(&format!("{slot}[{i}]")))
                .collect()
        });
        let declaration = |name: &str| self.types.declare(element, name);
        let text = self.types.is_character(element) && element != Types::BYTE;
        let line = match (&values, owned) {
            (Some(values), owned) if text => {
                let bytes: Vec<u8> = values.iter().map(|value| *value as u8).collect();
                let (body, last) = bytes.split_at(bytes.len() - 1);
                let shown = match last {
                    [0] => body,
                    _ => &bytes,
                };
                let end = shown
                    .iter()
                    .rposition(|byte| *byte != 0)
                    .map_or(0, |at| at + 1);
                let content = literal::text(&shown[..end]);
                match owned {
                    true => format!(
                        "{} = memcpy(calloc({count}, 1), {content}, {});",
                        declaration(&format!("*{variable}")),
                        end
                    ),
                    false if last == [0] && end == body.len() => {
                        format!("{} = {content};", declaration(&format!("{variable}[]")))
                    }
                    false => format!(
                        "{} = {content};",
                        declaration(&format!("{variable}[{count}]"))
                    ),
                }
            }
            (Some(values), false) => {
                let list: Vec<String> = values
                    .iter()
                    .map(|bits| self.literal(element, *bits))
                    .collect();
                // Where anything may be, it is where it can be read.
                let aligned = match element == Types::BYTE && count > 1 {
                    true => "_Alignas(16) ",
                    false => "",
                };
                format!(
                    "{aligned}{} = {{{}}};",
                    declaration(&format!("{variable}[{count}]")),
                    list.join(", ")
                )
            }
            (_, true) => {
                let size = self.types.declare(element, "");
                format!(
                    "{} = calloc({count}, sizeof({size}));",
                    declaration(&format!("*{variable}"))
                )
            }
            (None, false) if single => format!("{} = {{0}};", declaration(&variable)),
            (None, false) => format!("{} = {{0}};", declaration(&format!("{variable}[{count}]"))),
        };
        let bytes = self.types.size(element).max(1);
        match (self.graph.stubs.is_empty(), owned, line.split_once(" = ")) {
            (true, ..) | (_, _, None) => self.recipe.setup.push(line),
            (false, false, _) => self.recipe.statics.push(format!("static {line}\n")),
            (false, true, Some((declaration, value))) => {
                self.recipe.statics.push(format!("static {declaration};\n"));
                self.recipe.setup.push(format!("{variable} = {value}"));
            }
        }
        self.recipe.objects.push(Object {
            pointer: self.objects[index].pointer.clone(),
            size: format!("{}", bytes * count),
            element: bytes,
            of: self.types.declare(self.types.plain(element), ""),
        });
        if values.is_none() || (owned && !text) {
            for leaf in self.object_leaves(index) {
                self.assign(&leaf, false);
            }
        }
    }

    /// The scalars of an object.
    pub(super) fn object_leaves(&self, index: usize) -> Vec<Leaf> {
        let made = &self.objects[index];
        let slot = &self.graph.objects[index].slot;
        let record = matches!(self.types.shape(made.element), Type::Record { .. });
        let mut leaves = Vec::new();
        for i in 0..made.count {
            let expression = if made.single {
                made.variable.clone()
            } else {
                format!("{}[{i}]", made.variable)
            };
            match record && i == 0 {
                true => self.leaves(made.element, slot.clone(), expression, "->", &mut leaves),
                false => self.leaves(
                    made.element,
                    format!("{slot}[{i}]"),
                    expression,
                    ".",
                    &mut leaves,
                ),
            }
        }
        leaves
    }
}
