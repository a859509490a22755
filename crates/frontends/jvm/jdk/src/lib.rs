//! The installed JDK and what runs on it: the compiler, the observer that
//! carries out recipes on unmodified classes, JUnit and JaCoCo. Nothing here
//! explores anything, and nothing here is needed to explore.

mod agree;
mod artifacts;
mod asked;
mod build;
mod class_data;
mod command;
mod compiler;
mod home;
mod jacoco;
mod jar;
mod javac;
mod junit;
mod observer;
mod pitest;
mod project;

pub use artifacts::{Artifact, Artifacts, JACOCO_AGENT, JACOCO_CLI, JUNIT4, LAUNCHER};
pub use home::Jdk;
pub use jacoco::{ClassCoverage, coverage};
pub use jar::entries_of;
pub use javac::{Compilation, Diagnostic, compile};
pub use junit::{TestOutcome, ValidateError, validate};
pub use observer::{Kept, ObserveRequest, Observed, Unobserved, observe};
pub use pitest::mutation_score;
pub use project::{Project, is_project, modules_of};
