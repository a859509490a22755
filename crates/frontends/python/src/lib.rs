//! The Python front end. This crate is the engine's side: it starts and
//! supervises workers, which run the user's module in the user's own CPython.
//! The code inside the worker is `extension/` (Rust) and `worker/` (Python).

mod agree;
mod confined;
mod executor;
mod kinds;
mod library;
mod lines;
mod lowered;
mod mutants;
mod observer;
mod observers;
mod output;
mod process;
mod together;
mod validate;

pub use confined::{confinement, surround};
pub use everypath_confine::World;
pub use everypath_lowered::Unit as LoweredUnit;
pub use executor::{
    LoadRequest, Loaded, LoadedGoal, LoadedGround, LoadedPartition, LoadedUnit, PythonExecutor,
};
pub use kinds::{LoadedGoalKind, Phase, Strategy, UnitKind};
pub use library::{Library, Rewriting};
pub use lowered::{Lowering, shared_inputs};
pub use mutants::{MutantRuns, MutatedModule};
pub use observer::{Dropped, Kept, ObserveRequest, Observed, Observer, observe};
pub use process::{Launch, Process, Silence};
pub use together::{Processors, Together};
pub use validate::{Limits, TestOutcome, ValidateError, Validator, validate};
