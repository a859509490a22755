//! What a test looks at behind its call, and the words of its name.

use everypath_c::types::{Type, TypeId, Types};
use everypath_c::{Target, Unit};
use everypath_emit::c::{Kind, Place};
use everypath_emit::{number_word, text_word};

use super::leaves::Leaf;
use super::recipes::Making;

impl Making<'_> {
    pub(super) fn words(&self, slot: &str, ty: TypeId, argument: &str) -> Option<String> {
        if argument == "NULL" {
            return Some("null".to_owned());
        }
        match self.types.shape(ty) {
            Type::Int {
                character: true, ..
            } => match argument
                .strip_prefix('\'')
                .and_then(|rest| rest.strip_suffix('\''))
            {
                Some(character) => Some(text_word(character)),
                None => Some(number_word(argument)),
            },
            Type::Int { .. } => Some(match argument.strip_suffix(" - 1)") {
                // The least number is written as one less than the next.
                Some(next) => {
                    let next = next.trim_start_matches('(').trim_end_matches('L');
                    number_word(&(next.parse::<i128>().ok()? - 1).to_string())
                }
                None => number_word(argument.trim_end_matches(['u', 'U', 'L'])),
            }),
            Type::Enum { .. } if !argument.starts_with('(') => Some(argument.to_lowercase()),
            Type::Float { .. } => Some(number_word(
                argument
                    .trim_end_matches(['f', 'L'])
                    .trim_matches(['(', ')']),
            ))
            .filter(|word| !word.contains([' ', '/'])),
            Type::Pointer(_) => {
                if let Some(Target::Opened(index)) = self.graph.pointers.get(slot) {
                    let bytes = self.contents_of(&self.graph.streams[*index]);
                    return Some(text_word(&String::from_utf8_lossy(&bytes)));
                }
                let Some(Target::Object(index)) = self.graph.pointers.get(slot) else {
                    return None;
                };
                let made = &self.objects[*index];
                if self.types.is_character(made.element) && made.element != Types::BYTE {
                    let bytes: Vec<u8> = (0..made.count)
                        .map(|i| self.bits(&format!("{slot}[{i}]")) as u8)
                        .collect();
                    let end = bytes
                        .iter()
                        .position(|byte| *byte == 0)
                        .unwrap_or(bytes.len());
                    return Some(text_word(&String::from_utf8_lossy(&bytes[..end])));
                }
                if let Type::Record { .. } = self.types.shape(made.element) {
                    if let Some(words) = self.telling(*index) {
                        return Some(format!("a_structure_with_{words}"));
                    }
                    let inside = format!("{slot}->");
                    let count = 1 + self
                        .graph
                        .objects
                        .iter()
                        .filter(|object| object.slot.starts_with(&inside))
                        .count();
                    return Some(format!("a_structure_of_{count}"));
                }
                let values: Vec<String> = (0..made.count.min(4))
                    .map(|i| {
                        number_word(&self.literal(made.element, self.bits(&format!("{slot}[{i}]"))))
                    })
                    .collect();
                Some(values.join("_"))
                    .filter(|words| words.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
            }
            _ => None,
        }
    }

    /// The first member of an object that is a number other than zero, with it.
    fn telling(&self, index: usize) -> Option<String> {
        let slot = &self.graph.objects[index].slot;
        self.object_leaves(index).iter().find_map(|leaf| {
            let is_number = matches!(
                self.types.shape(leaf.ty),
                Type::Int { .. } | Type::Enum { .. }
            );
            let bits = self.bits(&leaf.slot);
            if !is_number || leaf.bits.is_some() || bits == 0 {
                return None;
            }
            let member = leaf.slot.strip_prefix(slot.as_str())?;
            let parts = member.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
            let word = self.words(&leaf.slot, leaf.ty, &self.literal(leaf.ty, bits))?;
            Some(format!("{}_{word}", parts.join("_").to_lowercase()))
        })
    }

    /// Whether a character type is `char` itself.
    fn is_plain(&self, ty: TypeId) -> bool {
        matches!(self.types.shape(ty), Type::Int { name, .. } if name == "char")
    }

    fn kind(&self, ty: TypeId) -> Option<Kind> {
        Some(match self.types.shape(ty) {
            Type::Int { name, .. } if name == "_Bool" || name == "bool" => Kind::Boolean,
            Type::Int {
                character: true,
                signed: true,
                ..
            } => Kind::Character,
            Type::Int { signed: true, .. } => Kind::Signed,
            Type::Int { .. } => Kind::Unsigned,
            Type::Enum { constants, .. } => Kind::Enumeration(constants.clone()),
            Type::Float { size: 4, .. } => Kind::Float,
            Type::Float { size: 16, .. } => Kind::LongDouble,
            Type::Float { .. } => Kind::Double,
            Type::Pointer(of) => Kind::Pointer {
                text: self.types.is_character(*of) && *of != Types::BYTE,
                cast: !self.is_plain(*of),
                of: self.types.declare(self.types.plain(*of), ""),
            },
            _ => return None,
        })
    }

    fn look_at(&mut self, leaf: &Leaf, before: bool) {
        if !leaf.address {
            self.place(&leaf.expression, leaf.ty, before, None);
        }
    }

    fn place(&mut self, expression: &str, ty: TypeId, before: bool, guard: Option<&str>) {
        if let Some(kind) = self.kind(ty) {
            self.recipe.places.push(Place {
                expression: expression.to_owned(),
                kind,
                before,
                guard: guard.map(str::to_owned),
            });
        }
    }

    pub(super) fn result(&mut self, unit: &Unit) {
        let ty = self.unqualified(unit.result);
        if matches!(
            self.types.shape(ty),
            Type::Opaque { .. } | Type::Function { .. }
        ) || !self.types.has_name(ty)
        {
            return;
        }
        self.recipe.result = Some(self.types.declare(ty, "result"));
        match self.types.shape(ty) {
            Type::Record { .. } => {
                let mut leaves = Vec::new();
                self.leaves(
                    ty,
                    "result".to_owned(),
                    "result".to_owned(),
                    ".",
                    &mut leaves,
                );
                for leaf in leaves {
                    self.look_at(&leaf, false);
                }
            }
            Type::Pointer(of) if matches!(self.types.shape(*of), Type::Record { .. }) => {
                let of = *of;
                self.place("result", ty, false, None);
                if self.types.size(of) <= 256 {
                    let mut leaves = Vec::new();
                    self.leaves(of, String::new(), "(*result)".to_owned(), ".", &mut leaves);
                    for leaf in leaves
                        .iter()
                        .filter(|leaf| !leaf.address)
                        .filter(|leaf| !matches!(self.types.shape(leaf.ty), Type::Pointer(_)))
                        .take(8)
                    {
                        let expression = leaf.expression.replacen("(*result).", "result->", 1);
                        self.place(&expression, leaf.ty, false, Some("result"));
                    }
                }
            }
            _ => self.place("result", ty, false, None),
        }
    }

    /// What the call may change: objects that are not constant, and globals.
    pub(super) fn changes(&mut self, unit: &Unit) {
        for index in 0..self.objects.len() {
            let made = &self.objects[index];
            let pointer = self.graph.objects[index].pointer;
            let constant =
                matches!(self.types.shape(pointer), Type::Pointer(of) if self.types.is_const(*of));
            if made.owned || constant || made.variable.is_empty() {
                continue;
            }
            if self.types.is_character(made.element) {
                let count = made.count;
                let expression = match self.is_plain(made.element) {
                    true => made.pointer.clone(),
                    false => format!("(char *){}", made.pointer),
                };
                self.recipe.places.push(Place {
                    expression,
                    kind: Kind::Bytes(count),
                    before: true,
                    guard: None,
                });
                continue;
            }
            for leaf in self.object_leaves(index) {
                self.look_at(&leaf, true);
            }
        }
        for index in &unit.globals {
            if self.types.is_const(self.program.globals[*index].ty) {
                continue;
            }
            for leaf in self.global_leaves(unit, *index) {
                self.look_at(&leaf, true);
            }
        }
    }
}
