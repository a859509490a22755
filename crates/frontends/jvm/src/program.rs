//! Programs: classes on a class path, the units to explore and their goals.

use std::sync::Arc;

use everypath_trace::{GoalId, Goals};

use crate::classpath::ClassPath;
use crate::signature::Type;

/// How an access to an array at a symbolic index is explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrayModel {
    /// The element is a term over the index: one path.
    #[default]
    Theory,
    /// The index is made concrete: one path for each element.
    Lazy,
}

/// The bounds of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Characters of an input string.
    pub string_length: u32,
    /// Elements of an input array.
    pub array_length: u32,
    /// Elements of an input collection.
    pub collection_size: u32,
    /// Objects of one class in an input that is initialised lazily.
    pub objects: u32,
    /// Calls after the constructor that bring a receiver or an argument into
    /// another state.
    pub calls: u32,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope {
            string_length: 16,
            array_length: 8,
            collection_size: 4,
            objects: 5,
            calls: 2,
        }
    }
}

/// How a program is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How arrays at symbolic indices are explored.
    pub arrays: ArrayModel,
    /// The name of the invariant method, if the user gave one.
    pub invariant: Option<String>,
    /// Bytes that one run may allocate.
    pub memory: u64,
    /// Whether lines are goals too.
    pub lines: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            arrays: ArrayModel::default(),
            invariant: None,
            memory: 256 << 20,
            lines: true,
        }
    }
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// A static method.
    Static,
    /// An instance method.
    Instance,
    /// A constructor.
    Constructor,
}

/// A parameter of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, from the class file's tables or `arg0`, `arg1`, ….
    pub name: String,
    /// Its generic type.
    pub declared: Type,
}

/// A method or constructor to explore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The class, by its binary name with dots.
    pub class: String,
    /// The method's name; `<init>` for a constructor.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// What it is.
    pub kind: UnitKind,
    /// The access flags of the method.
    pub access: u16,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The result; `None` is `void`.
    pub result: Option<Type>,
    /// The checked exceptions it declares, by binary name with dots.
    pub throws: Vec<String>,
    /// The source file's name, if the class file says it.
    pub source: Option<String>,
    /// The first line, 0 if unknown.
    pub line: u32,
    /// The invariant method of the class, if any.
    pub invariant: Option<String>,
    /// The goals that it may reach.
    pub goals: Vec<GoalId>,
}

impl Unit {
    /// `pkg.Class#method(int,String)`: the form that targets have, unique in a program.
    pub fn name(&self) -> String {
        let types: Vec<String> = self
            .parameters
            .iter()
            .map(|parameter| {
                let full = parameter.declared.erased().to_string();
                full.rsplit('.').next().unwrap_or(&full).to_owned()
            })
            .collect();
        format!("{}#{}({})", self.class, self.method, types.join(","))
    }
}

/// A program with its targets loaded.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The class path.
    pub class_path: Arc<ClassPath>,
    /// The units, in the order of their classes and lines.
    pub units: Vec<Unit>,
    /// The goals of the targets.
    pub goals: Goals,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// The bounds of inputs.
    pub scope: Scope,
    /// How it is run.
    pub options: Options,
}

/// Loads programs.
#[derive(Debug)]
pub struct Program;

impl Program {
    /// Loads the target classes, named with dots or slashes.
    pub fn load(
        class_path: Arc<ClassPath>,
        targets: &[String],
        scope: Scope,
        options: Options,
    ) -> Result<Loaded, String> {
        let _ = (class_path, scope, options);
        Err(format!("{} cannot be loaded yet", targets.join(", ")))
    }
}
