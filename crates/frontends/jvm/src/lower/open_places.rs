//! Open places of the input: what a declared type allows there.

use everypath_lowered::{ClassId, Constant, Open, StaticId};

use super::Lowering;
use super::calls::kind_of;
use super::classes::open_number;
use crate::classfile::access;
use crate::machine::ClassId as MachineClass;
use crate::signature::Type;

impl Lowering {
    /// What an open place of a declared type may hold, if it is not shared.
    pub(super) fn open_value(&mut self, declared: &Type, nullable: bool) -> Open {
        let unknown = || Open::Unknown(format!("reads an input of the type {declared}"));
        match declared {
            Type::Primitive(_) => open_number(kind_of(declared)),
            Type::Array(element) => {
                let element = element.erased();
                // Elements that nothing can be said of make the array unknown.
                match matches!(element, Type::Primitive(_)) || self.is_open(&element) {
                    true => self.own(&format!("[{}", element.descriptor()), nullable),
                    false => unknown(),
                }
            }
            Type::Class(name, _) if is_boxed(name) || name == "java.lang.String" => {
                self.own(&name.replace('.', "/"), nullable)
            }
            Type::Class(name, _) => match self.enumeration(name) {
                Some(class) => self.constants(class, nullable),
                None => unknown(),
            },
            Type::Variable(_) => unknown(),
        }
    }

    /// What an element of an array of references of the input may be.
    pub(super) fn open_element(&mut self, class: MachineClass) -> Open {
        let name = self.machine.class(class).name.to_string();
        let descriptor = match name.starts_with('[') {
            true => name,
            false => format!("L{name};"),
        };
        match Type::of_descriptor(&descriptor) {
            Some(declared) if self.is_open(&declared) => self.open_value(&declared, true),
            _ => Open::Unknown("reads an array of objects of the input".to_owned()),
        }
    }

    /// Whether places of a type of references can be open.
    fn is_open(&mut self, declared: &Type) -> bool {
        match declared {
            Type::Primitive(_) | Type::Variable(_) => false,
            Type::Array(element) => {
                matches!(**element, Type::Primitive(_)) || self.is_open(&element.erased())
            }
            Type::Class(name, _) => {
                is_boxed(name) || name == "java.lang.String" || self.enumeration(name).is_some()
            }
        }
    }

    fn own(&mut self, name: &str, nullable: bool) -> Open {
        match self.load_class(name) {
            Ok(class) => Open::Own {
                class: ClassId(class.0),
                nullable,
            },
            Err(why) => Open::Unknown(why),
        }
    }

    /// An enum of the user's.
    fn enumeration(&mut self, name: &str) -> Option<MachineClass> {
        let class = self.load_class(&name.replace('.', "/")).ok()?;
        let found = self.machine.class(class);
        (found.is_enum() && !found.is_platform).then_some(class)
    }

    /// One of the constants of an enum, in the order of its fields.
    fn constants(&mut self, class: MachineClass, nullable: bool) -> Open {
        if self.machine.initialise(class).is_err() {
            let name = self.machine.class(class).dotted();
            return Open::Unknown(format!("needs the initialiser of {name}"));
        }
        let fields = self.machine.class(class).fields.clone();
        let constants = fields
            .iter()
            .filter(|field| field.access & access::ENUM != 0);
        let objects: Vec<StaticId> = constants
            .map(|field| self.machine.get_static(class, usize::from(field.slot)))
            .map(|value| StaticId(u64::from(value.as_ref())))
            .collect();
        match objects.is_empty() {
            true => Open::Fixed(Constant::Null),
            false => Open::OneOf { objects, nullable },
        }
    }
}

/// Whether a class holds a number.
fn is_boxed(name: &str) -> bool {
    matches!(
        name,
        "java.lang.Integer"
            | "java.lang.Long"
            | "java.lang.Short"
            | "java.lang.Byte"
            | "java.lang.Character"
            | "java.lang.Boolean"
            | "java.lang.Float"
            | "java.lang.Double"
    )
}
