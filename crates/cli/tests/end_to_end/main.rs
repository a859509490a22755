//! The command as users run it, on whole programs. These tests need a Python
//! with pytest: the one that `EVERYPATH_PYTHON` names, else `python3`.

mod bad_input;
mod bad_programs;
mod determinism;
mod lab;
mod structures;
