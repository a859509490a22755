//! Decides whether the other side of a decision can be reached, and with which
//! inputs. Knows terms, and nothing of programs, traces or languages.
//!
//! ```
//! use everypath_solve::{Answer, Options, Query, default_chain};
//! use everypath_term::{Terms, parse};
//!
//! let mut terms = Terms::new();
//! let small = parse(&mut terms, "(< x:int 100)").unwrap();
//! let goal = parse(&mut terms, "(= (* x:int 3) 51)").unwrap();
//! let mut solver = default_chain(&Options::default());
//! let Answer::Sat(model) = solver.check(&mut terms, &Query::new(vec![small], goal)) else {
//!     panic!("17 is a solution");
//! };
//! let x = terms.find_variable("x").unwrap();
//! assert_eq!(model.get(x), Some(&everypath_term::Value::int(17)));
//! ```

mod allowance;
mod backends;
mod certificate;
mod chain;
mod layers;
mod query;
mod support;

pub use allowance::{Allowance, TERM, price};
pub use backends::blast::incremental::{Found, Incremental, Patience, incremental};
pub use backends::smtlib::{External, Unusable, read_model};
pub use certificate::{Certificate, Certification, Contradiction, Missing, Refutation, certify};
pub use chain::{Options, default_chain};
pub use query::{
    Answer, LayerStatistics, Limit, Limits, Model, Proof, Query, Solver, Statistics, Why,
};
