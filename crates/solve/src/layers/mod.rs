//! Layers: solvers that make a query smaller or answer it cheaply, and ask the
//! solver below otherwise.

mod cache;
mod count;
mod normalise;
mod polish;
mod reuse;
mod slice;
mod validate;

pub use cache::Cache;
pub use count::{Count, clock};
pub use normalise::Normalise;
pub use polish::Polish;
pub use reuse::Reuse;
pub use slice::Slice;
pub use validate::Validate;

#[cfg(test)]
mod tests;
