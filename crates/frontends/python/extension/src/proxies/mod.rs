//! Proxies: values that the subject takes for Python's own and that carry a
//! term beside the concrete value. `isinstance` believes them through
//! `__class__`; C code gets the concrete value, pinned, through `__index__`
//! and its like.

pub(crate) mod boolean;
pub(crate) mod bytes;
pub(crate) mod codec;
mod float;
pub(crate) mod int;
mod matched;
mod operators;
pub(crate) mod protocols;
mod range;
mod sequence;
mod split;
pub(crate) mod string;
mod string_kinds;
pub(crate) mod string_methods;
mod string_search;
mod string_split;
mod subject;

pub(crate) use boolean::SymBool;
pub(crate) use bytes::SymBytes;
pub(crate) use float::SymFloat;
pub(crate) use int::SymInt;
pub(crate) use matched::SymMatch;
pub(crate) use range::SymRange;
pub(crate) use split::SymSplit;
pub(crate) use string::SymStr;
pub(crate) use subject::Subject;
