//! What happened: the same facts as data, as JSON, as text for a terminal, as an HTML
//! page, and in the formats of other tools. It computes nothing that the engine has not decided.

mod exceptions;
mod exchange;
mod html;
mod language;
mod measured;
mod misses;
mod model;
mod mutants;
mod predictions;
mod summary;
mod test_report;

pub use everypath_trace::Language;
pub use exceptions::{ExceptionReport, SuspicionReport};
pub use exchange::{annotations, cobertura, junit_xml, lcov, sarif};
pub use html::{Page, html, html_pages};
pub use measured::Measured;
pub use misses::Misses;

/// The JSON Schema of a report.
pub const SCHEMA: &str = include_str!("../schema/report-1.json");
pub use model::{
    CertificateReport, ChangesReport, DifferenceReport, GoalReport, LossReport, ModuleReport,
    Origin, ProofsReport, Report, SCHEMA_VERSION, Tally, UnitReport, VerdictKind,
};
pub use mutants::{MutantReport, MutantsReport};
pub use predictions::PredictionReport;
pub use summary::{headline, summary};
pub use test_report::{GroundReport, TestKind, TestReport, WeakenedReport};
