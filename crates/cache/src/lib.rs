//! What earlier commands found, kept with what it rests on: a module whose ground is as it was
//! is not explored again. Nothing depends on it; it may be deleted at any time, and several
//! commands may use one at a time.

mod files;
mod footing;
mod store;

pub use files::Files;
pub use store::{Cache, Key, Known, Remembered, SIZE, Written};
