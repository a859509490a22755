//! Carving: a program is compiled so that it records the contexts in which
//! its functions are called, and the records are read.

mod context;
mod store;
mod wrapper;

pub use context::{Context, Exit, Region, RegionKind, read_records};
pub use store::{Aside, Compilation, Store};
pub use wrapper::{RECORDS_VARIABLE, SESSION_VARIABLE, Session, plainly};
