//! The second seam: the worker lowers the user's functions, and answers one
//! question at a time; here the answers are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_lowered::{
    Class, ClassId, Constant, Contents, Open, Procedure, ProcedureId, SelectorId, Solution, Source,
    StaticId, Unit,
};
use everypath_term::{Terms, Value};
use everypath_trace::{Executor, Input, RunLimits, Trace};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::executor::PythonExecutor;

/// The units of one worker, lowered as they are asked for.
#[derive(Debug)]
pub struct Lowering<'a> {
    executor: &'a mut PythonExecutor,
    classes: BTreeMap<ClassId, Rc<Class>>,
    procedures: BTreeMap<ProcedureId, Rc<Procedure>>,
    /// The procedures that stand for operations.
    operations: BTreeSet<ProcedureId>,
    subtypes: BTreeMap<(ClassId, ClassId), bool>,
    selected: BTreeMap<(ClassId, SelectorId), Result<ProcedureId, String>>,
    objects: BTreeMap<StaticId, Object>,
}

#[derive(Debug, Deserialize)]
struct Answered {
    entry: ProcedureId,
    inputs: Vec<Open>,
    leaves_out: Vec<String>,
    only: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Object {
    class: ClassId,
    contents: Vec<Constant>,
}

#[derive(Debug, Deserialize)]
struct LoweredProcedure {
    #[serde(flatten)]
    procedure: Procedure,
    /// Whether it stands for an operation, not for a call of the program.
    #[serde(default)]
    is_operation: bool,
}

#[derive(Debug, Deserialize)]
struct Answer {
    answer: bool,
}

#[derive(Debug, Deserialize)]
struct Selected {
    procedure: ProcedureId,
}

/// An input as the worker says it: numbers of any size are text.
#[derive(Debug, Deserialize)]
struct Slots {
    values: BTreeMap<String, SlotValue>,
    choices: BTreeMap<String, u32>,
}

#[derive(Debug, Deserialize)]
enum SlotValue {
    Int(String),
    Bool(bool),
    Float64(u64),
}

/// How many inputs of a unit may share objects with others.
pub fn shared_inputs(unit: &Unit) -> usize {
    let inputs = unit.inputs.iter();
    inputs
        .filter(|open| matches!(open, Open::Pool { .. }))
        .count()
}

impl<'a> Lowering<'a> {
    /// Nothing is lowered yet.
    pub fn new(executor: &'a mut PythonExecutor) -> Lowering<'a> {
        Lowering {
            executor,
            classes: BTreeMap::new(),
            procedures: BTreeMap::new(),
            operations: BTreeSet::new(),
            subtypes: BTreeMap::new(),
            selected: BTreeMap::new(),
            objects: BTreeMap::new(),
        }
    }

    /// Lowers a unit by its name, or says why it cannot be. What was lowered
    /// before is forgotten: each unit has numbers of its own.
    /// With promises, what the unit promises is looked at after the call.
    pub fn unit(&mut self, name: &str, promises: bool) -> Result<Unit, String> {
        self.classes.clear();
        self.procedures.clear();
        self.operations.clear();
        self.subtypes.clear();
        self.selected.clear();
        self.objects.clear();
        let lowered: Answered =
            self.ask(json!({"what": "unit", "unit": name, "promises": promises}))?;
        Ok(Unit {
            entry: lowered.entry,
            inputs: lowered.inputs,
            leaves_out: lowered.leaves_out,
            only: lowered.only,
        })
    }

    /// The entry that makes only the receiver of the unit that was lowered
    /// last; its numbers are those of the unit.
    pub fn receiver(&mut self, name: &str) -> Result<Unit, String> {
        let lowered: Answered = self.ask(json!({"what": "receiver", "unit": name}))?;
        Ok(Unit {
            entry: lowered.entry,
            inputs: lowered.inputs,
            leaves_out: lowered.leaves_out,
            only: lowered.only,
        })
    }

    /// Runs the chosen unit on a solution. `None` if the worker cannot make
    /// an input of it.
    pub fn run(
        &mut self,
        terms: &mut Terms,
        solution: &Solution,
        limits: &RunLimits,
    ) -> Option<Trace> {
        let solution = serde_json::to_value(solution).expect("solutions are plain data");
        let asked = json!({"what": "input", "solution": solution});
        let slots: Slots = self.ask(asked).ok()?;
        let mut input = Input::open();
        for (slot, value) in slots.values {
            let value = match value {
                SlotValue::Int(number) => Value::Int(number.parse::<num_bigint::BigInt>().ok()?),
                SlotValue::Bool(truth) => Value::Bool(truth),
                SlotValue::Float64(bits) => Value::Float64(bits),
            };
            input.values.insert(slot.as_str().into(), value);
        }
        for (slot, option) in slots.choices {
            input.choices.insert(slot.as_str().into(), option);
        }
        Some(self.executor.run(terms, &input, limits))
    }

    fn ask<T: DeserializeOwned>(&mut self, request: serde_json::Value) -> Result<T, String> {
        let reply = self.executor.ask_lowered(request)?;
        serde_json::from_value(reply)
            .map_err(|error| format!("is lowered to what is not understood: {error}"))
    }

    fn object(&mut self, object: StaticId) -> Object {
        if let Some(known) = self.objects.get(&object) {
            return known.clone();
        }
        let asked = json!({"what": "object", "number": object});
        let found = self.ask(asked).unwrap_or_else(|_| Object {
            class: ClassId(u32::MAX),
            contents: Vec::new(),
        });
        self.objects.insert(object, found.clone());
        found
    }
}

impl Source for Lowering<'_> {
    fn class(&mut self, class: ClassId) -> Rc<Class> {
        if let Some(known) = self.classes.get(&class) {
            return known.clone();
        }
        let asked = json!({"what": "class", "number": class});
        // What cannot be lowered has no fields: reading one is not supported.
        let lowered = Rc::new(self.ask(asked).unwrap_or_else(|why| Class {
            name: why,
            contents: Contents::Fields(Vec::new()),
            may_be_shared: true,
            layout: None,
        }));
        self.classes.insert(class, lowered.clone());
        lowered
    }

    fn is_subtype(&mut self, class: ClassId, of: ClassId) -> bool {
        if let Some(known) = self.subtypes.get(&(class, of)) {
            return *known;
        }
        let asked = json!({"what": "subtype", "number": class, "of": of});
        let answer = self
            .ask(asked)
            .map_or(class == of, |found: Answer| found.answer);
        self.subtypes.insert((class, of), answer);
        answer
    }

    fn may_hold(&mut self, _array: ClassId, _element: ClassId) -> bool {
        true
    }

    fn procedure(&mut self, procedure: ProcedureId) -> Rc<Procedure> {
        if let Some(known) = self.procedures.get(&procedure) {
            return known.clone();
        }
        let asked = json!({"what": "procedure", "number": procedure});
        let lowered = match self.ask::<LoweredProcedure>(asked) {
            Ok(lowered) => {
                if lowered.is_operation {
                    self.operations.insert(procedure);
                }
                lowered.procedure
            }
            Err(construct) => Procedure::unsupported("a procedure".to_owned(), construct),
        };
        let lowered = Rc::new(lowered);
        self.procedures.insert(procedure, lowered.clone());
        lowered
    }

    fn is_operation(&mut self, procedure: ProcedureId) -> bool {
        self.procedure(procedure);
        self.operations.contains(&procedure)
    }

    fn select(&mut self, receiver: ClassId, selector: SelectorId) -> Result<ProcedureId, String> {
        if let Some(known) = self.selected.get(&(receiver, selector)) {
            return known.clone();
        }
        let asked = json!({"what": "select", "number": receiver, "selector": selector});
        let found = self.ask(asked).map(|found: Selected| found.procedure);
        self.selected.insert((receiver, selector), found.clone());
        found
    }

    fn object_class(&mut self, object: StaticId) -> ClassId {
        self.object(object).class
    }

    fn object_contents(&mut self, object: StaticId) -> Vec<Constant> {
        self.object(object).contents
    }
}
