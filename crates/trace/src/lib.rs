//! The seam between front ends and engine. A front end turns a program and an
//! input into a [`Trace`]; the engine knows nothing else about the program.

mod chance;
mod cost;
mod executor;
mod fault;
mod input;
mod markers;
mod mutant;
mod outcome;
mod premise;
mod program;
mod scope;
mod slot;
pub mod text;
mod trace;

pub use chance::Chance;
pub use cost::slowness;
pub use executor::{Executor, RunLimits};
pub use fault::Fault;
pub use input::Input;
pub use markers::{Marker, markers};
pub use mutant::{Mutant, MutantId, MutantOperator};
pub use outcome::{Bound, Outcome};
pub use premise::Premise;
pub use program::{Condition, Goal, GoalKind, Goals, Location};
pub use scope::{Language, Scope};
pub use slot::{Slot, Step, Steps};
pub use trace::{Decision, GoalId, Loss, Origin, Trace};
