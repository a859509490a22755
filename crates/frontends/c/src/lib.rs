//! The C front end. clang turns the source into LLVM IR; [`instrument`]
//! writes terms beside its values; the result runs natively, linked with
//! [`everypath_c_runtime`], in a fork server. This crate is the engine's
//! side: it loads programs, drives the server, and reads traces from the
//! events it leaves.

mod build;
pub mod callbacks;
pub mod carving;
mod casts;
mod confinement;
mod driver;
mod executor;
pub mod instrument;
pub mod ir;
mod lower;
mod makers;
mod memory;
mod models;
mod mutants;
mod outside;
mod pointed;
pub mod preconditions;
mod premises;
mod program;
mod ranges;
mod replay;
mod sources;
pub mod stubs;
pub mod tables;
mod together;
pub mod toolchain;
pub mod types;
mod variadic;

pub use confinement::confinement;
pub use everypath_c_runtime::layout::{ALLOCATION, EARLIER, ENVIRONMENT, Part};
pub use everypath_c_runtime::refused::effect;
pub use executor::{CExecutor, Limits, MOST_STUB_CALLS};
pub use lower::{LoweredUnit, Lowering, Slots};
pub use makers::{Form, Made, Making, Success};
pub use mutants::{MUTANT, NOTHING, REACHED, Schema};
pub use preconditions::{Basis, Clause, Precondition};
pub use program::{LoadRequest, Program, Unit, UnitParameter, Variable};
pub use ranges::Begin;
pub use replay::{Graph, LongDouble, Object, Stream, Target};
pub use together::Together;
