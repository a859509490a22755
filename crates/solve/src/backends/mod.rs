//! Solvers that decide a query by themselves.

pub(crate) mod blast;
pub(crate) mod smtlib;
