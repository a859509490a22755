//! The Python front end. This crate is the engine's side: it starts and
//! supervises workers, which run the user's module in the user's own CPython.
//! The code inside the worker is `extension/` (Rust) and `worker/` (Python).

pub mod wire;
