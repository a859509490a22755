//! From finished runs to test cases: which are kept, and how their inputs
//! are made small. It writes no test code and never runs a program itself.
//!
//! ```
//! use everypath_suite::{Keep, minimise, parse_suite, print_suite};
//!
//! let runs = "test: abs\n  value 5: x\n  goals: 0 1\ntest: abs\n  value 7: x\n  goals: 1\n";
//! let suite = minimise(parse_suite(runs).unwrap().tests, Keep::default());
//! assert_eq!(suite.tests.len(), 1);
//! assert!(print_suite(&suite).contains("value 5: x"));
//! ```

mod byte_texts;
mod candidate;
mod minimise;
mod shrink;
mod size;
mod telling;
mod text;
mod variants;

pub use candidate::Candidate;
pub use minimise::{Keep, Suite, minimise};
pub use shrink::{Shrunk, shrink, shrink_read, with_fewer_calls};
pub use size::{numbers, size};
pub use telling::tell;
pub use text::{parse_suite, print_suite};
pub use variants::{Spoken, variants};
