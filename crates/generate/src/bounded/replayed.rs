//! A lowered unit as the bounded engine takes it: the source of its code, and what runs
//! its solutions, in one.

use std::rc::Rc;

use everypath_lowered::{
    Class, ClassId, Constant, Procedure, ProcedureId, SelectorId, Source, StaticId,
};

use crate::program::Lowered;

/// A lowered unit.
pub(super) struct Replayed<'a>(pub(super) &'a mut dyn Lowered);

impl Source for Replayed<'_> {
    fn class(&mut self, class: ClassId) -> Rc<Class> {
        self.0.source().class(class)
    }

    fn is_subtype(&mut self, class: ClassId, of: ClassId) -> bool {
        self.0.source().is_subtype(class, of)
    }

    fn may_hold(&mut self, array: ClassId, element: ClassId) -> bool {
        self.0.source().may_hold(array, element)
    }

    fn procedure(&mut self, procedure: ProcedureId) -> Rc<Procedure> {
        self.0.source().procedure(procedure)
    }

    fn is_operation(&mut self, procedure: ProcedureId) -> bool {
        self.0.source().is_operation(procedure)
    }

    fn select(&mut self, receiver: ClassId, selector: SelectorId) -> Result<ProcedureId, String> {
        self.0.source().select(receiver, selector)
    }

    fn object_class(&mut self, object: StaticId) -> ClassId {
        self.0.source().object_class(object)
    }

    fn object_contents(&mut self, object: StaticId) -> Vec<Constant> {
        self.0.source().object_contents(object)
    }
}
