//! The pipeline, once for all languages: a loaded program, the settings and a host
//! become a suite and a report.

pub mod bounded;
pub mod criteria;
pub mod explored;
pub mod failure;
pub mod files;
pub mod host;
pub mod pace;
pub mod search;
pub mod settings;
pub mod shrink;
pub mod verdicts;

pub use failure::{Failure, FailureKind};
pub use host::{Host, Progress, Silent};
pub use settings::Settings;
