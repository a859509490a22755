//! Symbolic expressions over a program's inputs: sorts, values, hash-consed
//! terms, their evaluation and their text form. Knows no language, no solver.
//!
//! ```
//! use everypath_term::{Op, Sort, Terms};
//!
//! let mut terms = Terms::new();
//! let x = terms.var("x", Sort::INT);
//! let two = terms.int(2);
//! let doubled = terms.apply(Op::IntMul, &[x, two]);
//! let again = terms.apply(Op::IntMul, &[two, x]);
//! assert_eq!(doubled, again, "equal terms have equal ids");
//! ```

mod op;
mod simplify;
mod sort;
mod terms;
mod value;

pub use op::{Op, Rounding};
pub use sort::{Scalar, Sort};
pub use terms::{Node, TermId, Terms, VarId, Variable};
pub use value::{ArrayValue, Value, mask};
