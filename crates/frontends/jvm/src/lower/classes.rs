//! Classes: their fields, what input objects may hold, and the objects that
//! are there before a unit runs.

use everypath_lowered::{Class, ClassId, Constant, Contents, Field, Kind as Held, Open, StaticId};
use everypath_term::{Sort, Value as TermValue};

use super::{Lowering, STATIC_FIELDS, STATICS};
use crate::code::Kind;
use crate::machine::{ClassId as MachineClass, Shape, Value};
use crate::signature::Type;

/// The sort of what the program sees of a kind.
pub(super) fn sort_of(kind: Kind) -> Sort {
    match kind {
        Kind::Long => Sort::bit_vec(64),
        Kind::Float => Sort::FLOAT32,
        Kind::Double => Sort::FLOAT64,
        _ => Sort::bit_vec(32),
    }
}

/// What a field or element of a kind holds.
pub(super) fn held(kind: Kind) -> Held {
    match kind {
        Kind::Reference => Held::Reference,
        other => Held::Scalar(sort_of(other)),
    }
}

/// What an open number of a kind may be.
pub(super) fn open_number(kind: Kind) -> Open {
    let sort = match kind {
        Kind::Boolean => Sort::BOOL,
        Kind::Byte => Sort::bit_vec(8),
        Kind::Char | Kind::Short => Sort::bit_vec(16),
        other => sort_of(other),
    };
    Open::Scalar {
        sort,
        seen: sort_of(kind),
        signed: kind != Kind::Char,
    }
}

/// The constant of a concrete value.
fn constant_of(kind: Kind, value: Value) -> Constant {
    Constant::Scalar(match kind {
        Kind::Reference if value.as_ref() == 0 => return Constant::Null,
        Kind::Reference => return Constant::Object(StaticId(u64::from(value.as_ref()))),
        Kind::Long => TermValue::bit_vec(64, value.bits),
        Kind::Float => TermValue::float32(value.as_float()),
        Kind::Double => TermValue::float64(value.as_double()),
        _ => TermValue::bit_vec(32, u64::from(value.bits as u32)),
    })
}

/// Classes whose objects the language shares as it likes.
fn may_be_shared(name: &str) -> bool {
    matches!(
        name,
        "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Short"
            | "java/lang/Byte"
            | "java/lang/Character"
            | "java/lang/Boolean"
            | "java/lang/Float"
            | "java/lang/Double"
    )
}

impl Lowering {
    pub(super) fn lower_class(&mut self, class: ClassId) -> Class {
        if class.0 & STATICS != 0 {
            return self.lower_static_fields(MachineClass(class.0 & !STATICS));
        }
        let id = MachineClass(class.0);
        let found = self.machine.class(id);
        let name = found.dotted();
        let may_be_shared = may_be_shared(&found.name);
        let contents = match found.shape {
            Shape::Array(element, kind) => {
                let open = match kind {
                    Kind::Reference => self.open_element(element),
                    other => open_number(other),
                };
                Contents::Elements(held(kind), open)
            }
            _ => Contents::Fields(self.lower_fields(id)),
        };
        Class {
            name,
            contents,
            may_be_shared,
            layout: None,
        }
    }

    /// The fields of a class and its superclasses, by their slots.
    fn lower_fields(&mut self, class: MachineClass) -> Vec<Field> {
        let count = usize::from(self.machine.class(class).slots);
        let mut fields = vec![
            Field {
                name: String::new(),
                kind: Held::Reference,
                open: Open::Fixed(Constant::Null),
            };
            count
        ];
        let mut next = Some(class);
        while let Some(here) = next {
            let found = self.machine.class(here);
            next = found.superclass;
            let is_platform = found.is_platform;
            let own = found.fields.clone();
            for field in own.iter().filter(|field| !field.is_static()) {
                let open = match is_platform {
                    // The platform's own state is no input, but for what boxes hold.
                    true if may_be_shared(&self.machine.class(here).name) => {
                        open_number(field.kind)
                    }
                    true if field.kind == Kind::Reference
                        && &*field.name == "value"
                        && &*self.machine.class(here).name == "java/lang/String" =>
                    {
                        match Type::of_descriptor(&field.descriptor) {
                            Some(of) => self.open_value(&of, false),
                            None => Open::Fixed(Constant::Null),
                        }
                    }
                    true => Open::Fixed(zero(field.kind)),
                    false => self.open_field(class, &field.name, &field.descriptor),
                };
                if let Some(slot) = fields.get_mut(usize::from(field.slot)) {
                    *slot = Field {
                        name: field.name.to_string(),
                        kind: held(field.kind),
                        open,
                    };
                }
            }
        }
        fields
    }

    fn lower_static_fields(&mut self, class: MachineClass) -> Class {
        let found = self.machine.class(class);
        let name = format!("static fields of {}", found.dotted());
        let mut fields = vec![
            Field {
                name: String::new(),
                kind: Held::Reference,
                open: Open::Fixed(Constant::Null),
            };
            found.statics.len()
        ];
        for field in found.fields.iter().filter(|field| field.is_static()) {
            if let Some(slot) = fields.get_mut(usize::from(field.slot)) {
                slot.name = field.name.to_string();
                slot.kind = held(field.kind);
            }
        }
        Class {
            name,
            contents: Contents::Fields(fields),
            may_be_shared: false,
            layout: None,
        }
    }

    /// What a field of an object of the input may hold.
    fn open_field(&mut self, of: MachineClass, name: &str, descriptor: &str) -> Open {
        let kind = Kind::of_descriptor(descriptor);
        if kind != Kind::Reference {
            return open_number(kind);
        }
        let Some(declared) = Type::of_descriptor(descriptor) else {
            return Open::Unknown(format!("reads the field {name}"));
        };
        let owner = self.machine.class(of).name.to_string();
        let pool = match &declared {
            Type::Class(class, _) => self.pool_class(&class.replace('.', "/"), &owner),
            _ => None,
        };
        match pool {
            Some(class) if name.starts_with("this$") => Open::Outer { class },
            Some(class) => Open::Pool {
                class,
                nullable: true,
            },
            None => self.open_value(&declared, true),
        }
    }

    /// A class whose objects an input shares: the class under test, or one
    /// that is near to it.
    fn pool_class(&mut self, name: &str, owner: &str) -> Option<ClassId> {
        let class = self.machine.load(name).ok()?;
        let found = self.machine.class(class);
        let outermost = |name: &str| name.split('$').next().map(str::to_owned);
        let package = |name: &str| name.rsplit_once('/').map(|(package, _)| package.to_owned());
        let is_near = outermost(name) == outermost(owner) || package(name) == package(owner);
        let plain = found.shape == Shape::Instance && !found.is_abstract() && !found.is_enum();
        if !is_near || !plain || found.is_platform {
            return None;
        }
        self.machine.initialise(class).ok()?;
        Some(ClassId(class.0))
    }

    /// The contents of an object that is there from the beginning.
    pub(super) fn contents_of(&mut self, object: StaticId) -> Vec<Constant> {
        if object.0 & STATIC_FIELDS != 0 {
            let class = MachineClass(object.0 as u32);
            let fields = self.machine.class(class).fields.clone();
            let mut contents = vec![Constant::Null; self.machine.class(class).statics.len()];
            for field in fields.iter().filter(|field| field.is_static()) {
                let slot = usize::from(field.slot);
                let value = self.machine.get_static(class, slot);
                contents[slot] = constant_of(field.kind, value);
            }
            return contents;
        }
        let reference = object.0 as u32;
        let class = self.machine.heap().class_of(reference);
        let found = self.machine.heap().get(reference);
        if let Shape::Array(_, kind) = self.machine.class(class).shape {
            let count = found.body.len();
            let elements = (0..count).map(|index| {
                let value = found.get(index, kind).unwrap_or_default();
                constant_of(kind, value)
            });
            return elements.collect();
        }
        let mut contents = vec![Constant::Null; usize::from(self.machine.class(class).slots)];
        for field in self.machine.fields(class) {
            let slot = usize::from(field.slot);
            contents[slot] = constant_of(field.kind, self.machine.heap().field(reference, slot));
        }
        contents
    }
}

/// The zero of a kind.
fn zero(kind: Kind) -> Constant {
    match kind {
        Kind::Reference => Constant::Null,
        other => Constant::Scalar(TermValue::zero(sort_of(other))),
    }
}
