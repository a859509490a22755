//! The Java front end: reads compiled classes, runs them concolically in an
//! interpreter of its own on the real JDK's bytecode, and yields traces.

pub mod signature;

mod executor;
mod program;

pub use executor::JvmExecutor;
pub use program::{
    ArrayModel, ClassPath, Loaded, Options, Parameter, Program, Scope, Unit, UnitKind,
};

/// How a Java test builds its input and makes its call, as plain data.
pub use everypath_recipe as recipe;
