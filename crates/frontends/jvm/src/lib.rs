//! The Java front end: reads compiled classes, runs them concolically in an
//! interpreter of its own on the real JDK's bytecode, and yields traces.

pub mod classfile;
pub mod code;
pub mod signature;

mod classpath;
mod conditions;
mod exceptions;
mod executor;
mod goals;
mod inputs;
mod lower;
pub mod machine;
mod mutants;
mod named;
mod observers;
mod places;
mod products;
mod program;
mod specification;

pub use classpath::{Archive, ClassPath, Image};
pub use executor::JvmExecutor;
pub use inputs::Seeds;
pub use lower::{Guide, GuidedObject, LoweredUnit, Lowering};
pub use mutants::{MutantRuns, MutatedProgram};
pub use products::Maker;
pub use program::{ArrayModel, INVARIANTS, Loaded, Options, Parameter, Program, Unit, UnitKind};
pub use specification::{Contract, Specification};

/// How a Java test builds its input and makes its call, as plain data.
pub use everypath_recipe as recipe;
