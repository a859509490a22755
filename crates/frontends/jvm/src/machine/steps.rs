//! Parts of the loop: resolving instructions, checks, switches.

use everypath_trace::Origin;

use super::class::ClassId;
use super::value::{NULL, Value};
use super::{Machine, Run, Stop};
use crate::code::{Implicit, Instr};

impl Machine {
    /// The resolved form of an instruction.
    pub(super) fn resolve_instr(&mut self, owner: ClassId, instr: Instr) -> Run<Instr> {
        match instr {
            Instr::GetStatic(index) => self.resolve_static(owner, index, false),
            Instr::PutStatic(index) => self.resolve_static(owner, index, true),
            Instr::GetField(index) => self.resolve_instance(owner, index, false),
            Instr::PutField(index) => self.resolve_instance(owner, index, true),
            Instr::Invoke(invocation, index) => self.resolve_call(owner, invocation, index),
            Instr::InvokeDynamic(index) => self.resolve_dynamic(owner, index),
            Instr::New(index) => {
                let class = self.resolve_class(owner, index)?;
                let found = self.class(class);
                if found.is_abstract() || found.shape != super::Shape::Instance {
                    let name = found.dotted();
                    return Err(self.throw("java/lang/InstantiationError", Some(&name)));
                }
                Ok(Instr::NewOf(class.0))
            }
            Instr::NewReferenceArray(index) => {
                let element = self.resolve_class(owner, index)?;
                Ok(Instr::NewArrayOf(self.array_of(element)?.0))
            }
            Instr::NewMultiArray(index, dimensions) => {
                let class = self.resolve_class(owner, index)?;
                Ok(Instr::NewMultiArrayOf(class.0, dimensions))
            }
            Instr::CheckCast(index) => Ok(Instr::CheckCastTo(self.resolve_class(owner, index)?.0)),
            Instr::InstanceOf(index) => {
                Ok(Instr::InstanceOfClass(self.resolve_class(owner, index)?.0))
            }
            other => Err(Stop::unsupported(format!("runs {other:?} unresolved"))),
        }
    }

    /// Throws if a reference is null.
    #[inline]
    pub(super) fn check_null(&mut self, value: Value) -> Run<()> {
        if value.as_ref() == NULL {
            return Err(self.throw(Implicit::Null.class(), None));
        }
        Ok(())
    }

    /// Throws if an object is not of a class.
    pub(super) fn check_cast(&mut self, object: Value, class: ClassId) -> Run<()> {
        let of = self.heap.class_of(object.as_ref());
        if self.is_subtype(of, class) {
            return Ok(());
        }
        let message = self.cast_message(of, class);
        Err(self.throw(Implicit::Cast.class(), Some(&message)))
    }

    fn cast_message(&self, of: ClassId, class: ClassId) -> String {
        let (of, class) = (self.class(of).dotted(), self.class(class).dotted());
        format!("class {of} cannot be cast to class {class}")
    }

    /// The place a switch goes to.
    pub(super) fn take_switch(
        &mut self,
        switch: &crate::code::Switch,
        key: Value,
        goal: u32,
    ) -> Run<u32> {
        let wanted = key.as_int();
        let found = switch.cases.binary_search_by_key(&wanted, |case| case.0);
        let (target, ordinal) = match found {
            Ok(index) => (switch.cases[index].1, switch.cases[index].2),
            Err(_) => (switch.default, switch.default_ordinal),
        };
        if key.is_symbolic() {
            self.decide_switch(switch, key, ordinal, goal, Origin::Branch)?;
        }
        if goal != 0 {
            self.take_side(goal - 1 + ordinal);
        }
        Ok(target)
    }
}
