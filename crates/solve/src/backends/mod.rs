//! Solvers that decide a query by themselves.

pub mod blast;
pub mod smtlib;
