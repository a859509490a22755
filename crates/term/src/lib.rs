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

mod apply;
mod evaluate;
mod greatest;
mod intervals;
mod op;
mod simplify;
mod sort;
mod terms;
mod text;
mod value;

pub use apply::apply;
pub use evaluate::{Assignment, Evaluator, evaluate};
pub use intervals::{Interval, Intervals};
pub use op::{Op, Rounding};
pub use sort::{Scalar, Sort};
pub use terms::{Node, TermId, Terms, VarId, Variable};
pub use text::{ParseError, ParseProblem, op_name, parse, print};
pub use value::{ArrayValue, Value, mask};
