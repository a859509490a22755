//! Lowering: units and the methods they call as procedures over registers,
//! for engines that follow all runs at once instead of one at a time.

mod arithmetic;
mod array_copy;
mod calls;
mod classes;
mod constructions;
mod entry;
mod members;
mod method;
mod open_places;
mod questions;
mod solution;
mod text_builders;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_lowered::{
    Class, ClassId, Constant, Procedure, ProcedureId, SelectorId, Source, StaticId,
};
use everypath_trace::Premise;

use crate::machine::{ClassId as MachineClass, Limits, Machine, MethodId, Shape};
use crate::program::Loaded;

pub use entry::LoweredUnit;
pub use solution::{Guide, GuidedObject};

/// Numbers from here on are procedures that no method is.
const MADE: u32 = 1 << 31;
/// Numbers from here on are classes of the static fields of a class.
const STATICS: u32 = 1 << 31;
/// The bit of static objects that are the static fields of a class.
const STATIC_FIELDS: u64 = 1 << 32;

/// A program, lowered as it is asked for.
#[derive(Debug)]
pub struct Lowering {
    loaded: Loaded,
    machine: Machine,
    procedures: BTreeMap<ProcedureId, Rc<Procedure>>,
    classes: BTreeMap<ClassId, Rc<Class>>,
    made: u32,
    /// What the procedure that is being lowered takes for granted.
    supposed: Vec<Premise>,
    /// What each procedure takes for granted, if anything.
    premises: BTreeMap<ProcedureId, Vec<Premise>>,
    /// What those take for granted that the unit under way has asked for.
    met: BTreeSet<Premise>,
}

impl Lowering {
    /// A program of which nothing is lowered yet.
    pub fn new(loaded: &Loaded) -> Result<Lowering, String> {
        let mut machine = Machine::new(loaded.class_path.clone(), Some(loaded.table.clone()));
        machine.boot()?;
        machine.set_limits(Limits {
            instructions: machine.executed() + 100_000_000,
            ..Limits::default()
        });
        Ok(Lowering {
            loaded: loaded.clone(),
            machine,
            procedures: BTreeMap::new(),
            classes: BTreeMap::new(),
            made: 0,
            supposed: Vec::new(),
            premises: BTreeMap::new(),
            met: BTreeSet::new(),
        })
    }

    /// Adds a procedure that no method is.
    fn add_procedure(&mut self, procedure: Procedure) -> ProcedureId {
        let id = ProcedureId(MADE + self.made);
        self.made += 1;
        self.procedures.insert(id, Rc::new(procedure));
        id
    }
}

impl Source for Lowering {
    fn class(&mut self, class: ClassId) -> Rc<Class> {
        if let Some(known) = self.classes.get(&class) {
            return known.clone();
        }
        let lowered = Rc::new(self.lower_class(class));
        self.classes.insert(class, lowered.clone());
        lowered
    }

    fn is_subtype(&mut self, class: ClassId, of: ClassId) -> bool {
        if (class.0 | of.0) & STATICS != 0 {
            return class == of;
        }
        self.machine
            .is_subtype(MachineClass(class.0), MachineClass(of.0))
    }

    fn may_hold(&mut self, array: ClassId, element: ClassId) -> bool {
        if (array.0 | element.0) & STATICS != 0 {
            return false;
        }
        match self.machine.class(MachineClass(array.0)).shape {
            Shape::Array(of, _) => self.machine.is_subtype(MachineClass(element.0), of),
            _ => false,
        }
    }

    fn procedure(&mut self, procedure: ProcedureId) -> Rc<Procedure> {
        if let Some(known) = self.procedures.get(&procedure) {
            let premises = self.premises.get(&procedure).into_iter().flatten();
            self.met.extend(premises.cloned());
            return known.clone();
        }
        let method = MethodId(procedure.0);
        let name = self.machine.method_name(method);
        self.supposed = self.machine.asked_by(method).into_iter().collect();
        let lowered = match self.lower_method(method) {
            Ok(lowered) => lowered,
            Err(construct) => Procedure::unsupported(name, construct),
        };
        let mut supposed = std::mem::take(&mut self.supposed);
        // The JDK compares texts and boxes only where it does not matter.
        if self
            .machine
            .class(self.machine.method(method).class)
            .is_platform
        {
            supposed.retain(|premise| *premise != Premise::Identity);
        }
        if !supposed.is_empty() {
            self.met.extend(supposed.iter().cloned());
            self.premises.insert(procedure, supposed);
        }
        let lowered = Rc::new(lowered);
        self.procedures.insert(procedure, lowered.clone());
        lowered
    }

    fn premises(&self) -> Vec<Premise> {
        self.met.iter().cloned().collect()
    }

    fn select(&mut self, receiver: ClassId, selector: SelectorId) -> Result<ProcedureId, String> {
        if receiver.0 & STATICS != 0 {
            return Err("calls a method of no object".to_owned());
        }
        let class = MachineClass(receiver.0);
        match self.machine.select(class, selector.0) {
            Some(method) => Ok(ProcedureId(method.0)),
            None => Err("calls an abstract method".to_owned()),
        }
    }

    fn object_class(&mut self, object: StaticId) -> ClassId {
        match object.0 & STATIC_FIELDS {
            0 => ClassId(self.machine.heap().class_of(object.0 as u32).0),
            _ => ClassId(object.0 as u32 | STATICS),
        }
    }

    fn object_contents(&mut self, object: StaticId) -> Vec<Constant> {
        self.contents_of(object)
    }
}
