//! Layers: solvers that make a query smaller or answer it cheaply, and ask the
//! solver below otherwise.

mod cache;
mod count;
mod normalise;
mod polish;
mod reuse;
mod slice;
mod validate;

pub(crate) use cache::{Cache, Set};
pub(crate) use count::Count;
pub(crate) use normalise::{Normalise, split};
pub(crate) use polish::Polish;
pub(crate) use reuse::Reuse;
pub(crate) use slice::Slice;
pub(crate) use validate::Validate;

#[cfg(test)]
mod tests;
