//! What a test looks at behind its call.

use everypath_c::Unit;
use everypath_c::types::{Type, TypeId, Types};
use everypath_emit::c::{Kind, Place};

use super::Making;
use super::leaves::Leaf;

impl Making<'_> {
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

    pub(super) fn look_at(&mut self, leaf: &Leaf, before: bool) {
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
