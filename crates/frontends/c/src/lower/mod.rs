//! Lowering: functions as procedures over registers, for engines that follow
//! all runs at once. What is lowered is the instrumented IR, in which the goals
//! are; what instrumenting added for the runtime is passed over.

mod arithmetic;
mod body;
mod calls;
mod constants;
mod entry;
mod instructions;
mod layout;
mod pointers;
mod solution;

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_lowered::{
    Class, ClassId, Constant, Contents, Field, Kind, Open, Procedure, ProcedureId, SelectorId,
    Source, StaticId,
};
use everypath_trace::Premise;
use indexmap::IndexMap;

use crate::executor::Limits;
use crate::ir::module::Module;
use crate::program::{Program, Unit, Variable};
use crate::tables::Tables;
use constants::{initial, initialiser};
use layout::{Structures, nothing, offset_sort};

pub use entry::{LoweredUnit, Slots};

/// The object through which functions return where in its object a pointer
/// leads.
const RETURNED: StaticId = StaticId(u64::MAX);

/// A function of the program.
#[derive(Clone, Debug)]
struct Function {
    result: String,
    parameters: Vec<(String, String)>,
    body: Vec<String>,
}

/// A variable of the program.
#[derive(Clone, Debug)]
struct Global {
    ty: String,
    class: ClassId,
    /// What its cells hold at the beginning, if that is understood.
    contents: Option<Vec<Constant>>,
}

/// A program, lowered as it is asked for.
#[derive(Debug)]
pub struct Lowering {
    units: Vec<Unit>,
    variables: Vec<Variable>,
    invariant: Option<String>,
    tables: Tables,
    limits: Limits,
    structures: Structures,
    functions: IndexMap<String, Function>,
    globals: IndexMap<String, Global>,
    classes: Vec<Rc<Class>>,
    known: BTreeMap<String, ClassId>,
    procedures: BTreeMap<ProcedureId, Rc<Procedure>>,
    made: u32,
    /// Whether something looked at the bits of a float.
    reads_bits: bool,
}

impl Lowering {
    /// A program of which nothing is lowered yet.
    pub fn new(program: &Program, limits: &Limits) -> Result<Lowering, String> {
        let mut lowering = Lowering {
            units: program.units.clone(),
            variables: program.globals.clone(),
            invariant: program.invariant.clone(),
            tables: program.tables.clone(),
            limits: *limits,
            structures: Structures::default(),
            functions: IndexMap::new(),
            globals: IndexMap::new(),
            classes: vec![Rc::new(returned_class())],
            known: BTreeMap::new(),
            procedures: BTreeMap::new(),
            made: 0,
            reads_bits: false,
        };
        // Without the models, calls of them are not followed.
        let models = std::fs::read_to_string(&program.models).ok();
        for text in program.instrumented.iter().chain(&models) {
            let module = Module::read(text).ok_or("the instrumented code is not understood")?;
            lowering.add(&module);
        }
        Ok(lowering)
    }

    fn add(&mut self, module: &Module) {
        for line in &module.kept {
            if let Some((name, definition)) = line.split_once(" = type ")
                && line.starts_with('%')
            {
                let known = self.structures.0.entry(name.to_owned());
                known.or_insert_with(|| definition.to_owned());
            }
        }
        for function in &module.functions {
            let parameters = function.parameters.iter();
            let lowered = Function {
                result: function.result.to_owned(),
                parameters: parameters
                    .map(|one| (one.ty.to_owned(), one.name.to_owned()))
                    .collect(),
                body: function.body.clone(),
            };
            let known = self.functions.entry(function.name.to_owned());
            known.or_insert(lowered);
        }
        for global in &module.globals {
            let name = global.name.trim_start_matches('@').trim_matches('"');
            if name.starts_with("ep.") || name.starts_with("llvm.") || global.thread_local {
                continue;
            }
            let start = format!("{} = ", global.name);
            let line = module.kept.iter().find(|line| line.starts_with(&start));
            let text = line.and_then(|line| initialiser(line, global.ty));
            let Some(class) = self.class_of_type(global.ty) else {
                continue;
            };
            let mut cells = Vec::new();
            let contents = self
                .structures
                .cells(global.ty, 0, &mut cells)
                .zip(text)
                .and_then(|((), text)| initial(&self.structures, global.ty, text, &cells));
            let known = self.globals.entry(name.to_owned());
            known.or_insert(Global {
                ty: global.ty.to_owned(),
                class,
                contents,
            });
        }
    }

    /// The class of objects of an IR type.
    fn class_of_type(&mut self, ty: &str) -> Option<ClassId> {
        if let Some(known) = self.known.get(ty) {
            return Some(*known);
        }
        let class = self.structures.class(ty)?;
        let id = self.add_class(class);
        self.known.insert(ty.to_owned(), id);
        Some(id)
    }

    fn add_class(&mut self, class: Class) -> ClassId {
        self.classes.push(Rc::new(class));
        ClassId(self.classes.len() as u32 - 1)
    }

    /// Adds a procedure that no function is.
    fn add_procedure(&mut self, procedure: Procedure) -> ProcedureId {
        let id = ProcedureId((1 << 31) + self.made);
        self.made += 1;
        self.procedures.insert(id, Rc::new(procedure));
        id
    }

    /// The procedure of a function, if the program defines it.
    fn procedure_of(&self, name: &str) -> Option<ProcedureId> {
        let index = self.functions.get_index_of(name)?;
        Some(ProcedureId(index as u32))
    }

    /// What the address of a variable is, and why it cannot be followed if
    /// its contents are not known.
    fn variable(&self, name: &str) -> Constant {
        match self.globals.get_full(name) {
            Some((index, _, global)) if global.contents.is_some() => {
                Constant::Object(StaticId(index as u64))
            }
            _ => Constant::Unknown(format!("uses {name}, which is not followed").into()),
        }
    }
}

/// The class of the object through which offsets are returned.
fn returned_class() -> Class {
    let kind = Kind::Scalar(offset_sort());
    Class {
        name: "a returned pointer".to_owned(),
        contents: Contents::Fields(vec![Field {
            name: "offset".to_owned(),
            kind,
            open: Open::Fixed(nothing(kind)),
        }]),
        may_be_shared: false,
        layout: None,
    }
}

impl Source for Lowering {
    fn class(&mut self, class: ClassId) -> Rc<Class> {
        self.classes[class.0 as usize].clone()
    }

    fn is_subtype(&mut self, class: ClassId, of: ClassId) -> bool {
        class == of
    }

    fn may_hold(&mut self, _: ClassId, _: ClassId) -> bool {
        true
    }

    fn procedure(&mut self, procedure: ProcedureId) -> Rc<Procedure> {
        if let Some(known) = self.procedures.get(&procedure) {
            return known.clone();
        }
        let index = procedure.0 as usize;
        let (name, function) = match self.functions.get_index(index) {
            Some((name, function)) => (name.clone(), function.clone()),
            None => (String::new(), Function::none()),
        };
        let lowered = match self.lower(&name, &function) {
            Ok(lowered) => lowered,
            Err(construct) => Procedure::unsupported(name, construct),
        };
        let lowered = Rc::new(lowered);
        self.procedures.insert(procedure, lowered.clone());
        lowered
    }

    fn premises(&self) -> Vec<Premise> {
        match self.reads_bits {
            true => vec![Premise::Payload],
            false => Vec::new(),
        }
    }

    fn select(&mut self, _: ClassId, _: SelectorId) -> Result<ProcedureId, String> {
        Err("calls through a pointer".to_owned())
    }

    fn object_class(&mut self, object: StaticId) -> ClassId {
        let global = self.globals.get_index(object.0 as usize);
        global.map_or(ClassId(0), |(_, global)| global.class)
    }

    fn object_contents(&mut self, object: StaticId) -> Vec<Constant> {
        let global = self.globals.get_index(object.0 as usize);
        match global {
            Some((_, global)) => global.contents.clone().unwrap_or_default(),
            None => vec![nothing(Kind::Scalar(offset_sort()))],
        }
    }
}

impl Function {
    fn none() -> Function {
        Function {
            result: "void".to_owned(),
            parameters: Vec::new(),
            body: Vec::new(),
        }
    }
}
