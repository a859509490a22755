//! The conformance suite of the Python front end. Small programs are explored
//! and every run is checked: its conditions hold under its input, and plain
//! CPython ends the same way on that input. What each exploration found is a
//! golden in the program's first lines, blessed by `BLESS=1`.

mod checks;
mod fuzz;
mod fuzz_inputs;
mod golden;
mod plain;
mod program;
mod python;

pub use fuzz::check_fuzz;
pub use golden::check_golden;
pub use program::{Facts, check_program};
pub use python::{Python, repository};
