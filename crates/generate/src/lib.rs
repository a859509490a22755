//! The pipeline, once for all languages: a loaded [`Program`], the [`Settings`] and a
//! [`Host`] become a suite and a report.

mod apart;
mod beside;
mod bounded;
mod certify;
mod choice;
pub mod criteria;
mod explored;
mod failure;
mod file_names;
mod files;
mod ground;
mod hidden;
mod host;
mod merged;
mod mutants;
mod outputs;
mod pace;
mod pipeline;
mod program;
mod saved;
mod schedule;
mod search;
pub mod settings;
mod shrink;
mod structures;
mod suspicions;
mod target;
mod verdicts;
mod work;

pub use explored::Explored;
pub use failure::{Failure, FailureKind};
pub use file_names::{Claims, Naming};
pub use files::{absolute, relative, shown};
pub use ground::Ground;
pub use host::{Host, Progress, Silent};
pub use mutants::{Look, Mutants};
pub use outputs::save;
pub use pace::Policy;
pub use pipeline::{LONGER, generate};
pub use program::{
    CaseNotes, Checked, Crew, Dropped, Facts, Guide, Kept, Leg, Lowered, Outputs, Part, Plan,
    Program, Receiver, STACK, Suspicion, Unguided, Unit, Units,
};
pub use search::Search;
pub use settings::Settings;
pub use shrink::showing_the_same;
pub use structures::Structures;
pub use target::{Module, Target};
