//! From observed cases to test files that people keep. It writes text and
//! nothing else: what to write is decided from what a fresh process observed,
//! and running the files is the front end's business.
//!
//! ```
//! use everypath_emit::pytest::{Case, Options, emit};
//!
//! let case = r#"{"id": 0, "unit": "half",
//!     "call": {"kind": "function", "module": "numbers_", "class": null, "attribute": "half"},
//!     "arguments": [{"name": "x", "value": {"t": "int", "v": "4"}}],
//!     "outcome": {"kind": "returned", "value": {"t": "int", "v": "2"}}}"#;
//! let case: Case = serde_json::from_str(case).unwrap();
//! let emitted = emit(&[case], &Options::new("numbers_"));
//! assert!(emitted.tests.unwrap().text.contains("assert half(4) == 2"));
//! ```

pub mod c;
mod conditions;
mod files;
pub mod junit;
mod layout;
mod likelihood;
mod ownership;
pub mod pytest;
mod test_names;
mod weakened;
mod words;

pub use conditions::{Condition, Conditions};
pub use files::{Alike, Annotations, Comments, Emitted, File, FileKind, Skipped, Written};
pub use likelihood::{Doubt, Ground, Likelihood};
pub use ownership::{MARKER, is_ours};
pub use weakened::{Left, Weakened, Why};
pub use words::{number_word, text_word};
