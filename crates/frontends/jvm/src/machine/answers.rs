//! Objects that answer one method with one value: what a test passes for a
//! functional interface.

use super::class::{ClassId, MethodId, Shape};
use super::{Machine, Run};
use crate::code::{Code, Instr};

impl Machine {
    /// The class of objects that answer the abstract method of an interface
    /// with their only field.
    pub fn answering_class(&mut self, interface: ClassId, method: MethodId) -> Run<ClassId> {
        let name = format!("{}$$Answer", self.class(interface).name);
        if let Some(&known) = self.class_ids.get(name.as_str()) {
            return Ok(known);
        }
        let object = self.load("java/lang/Object")?;
        let class = self.add_class(&name, Shape::Instance, Some(object), vec![interface]);
        self.class_mut(class).slots += 1;
        let answered = self.method(method).clone();
        let code = match answered.result {
            None => vec![Instr::Return],
            Some(kind) => vec![
                Instr::Load(0),
                Instr::GetFieldAt(0, kind),
                match kind.is_wide() {
                    true => Instr::ReturnWide,
                    false => Instr::ReturnValue,
                },
            ],
        };
        let code = Code::synthetic(code, 4, answered.argument_slots);
        self.add_synthetic(class, &answered.name, &answered.descriptor, 0, code);
        Ok(class)
    }

    /// The one abstract method of an interface, if it has exactly one.
    pub fn functional_method(&mut self, interface: ClassId) -> Option<MethodId> {
        if !self.class(interface).is_interface() {
            return None;
        }
        let object = self.load("java/lang/Object").ok()?;
        let mut found: Option<MethodId> = None;
        let supertypes = self.class(interface).supertypes.clone();
        for &above in supertypes.iter() {
            if !self.class(above).is_interface() {
                continue;
            }
            for method in self.class(above).methods.clone() {
                let (key, is_abstract) =
                    (self.method(method).key, self.method(method).is_abstract());
                // `Comparator` declares `equals`, which every object has.
                if !is_abstract || self.class(object).by_key.contains_key(&key) {
                    continue;
                }
                let chosen = self.lookup(interface, key)?;
                if !self.method(chosen).is_abstract() {
                    continue;
                }
                match found {
                    Some(known) if self.method(known).key != key => return None,
                    _ => found = Some(chosen),
                }
            }
        }
        found
    }
}
