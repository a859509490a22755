//! The Python front end. This crate is the engine's side: it starts and
//! supervises workers, which run the user's module in the user's own CPython.
//! The code inside the worker is `extension/` (Rust) and `worker/` (Python).

mod executor;
mod library;
mod process;
pub mod wire;

pub use executor::{LoadRequest, Loaded, LoadedGoal, LoadedParameter, LoadedUnit, PythonExecutor};
pub use library::{Library, native_extension};
pub use process::{Launch, Process, Silence};
