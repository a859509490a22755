//! What happened: the same facts as data, as JSON, as text for a terminal and
//! as an HTML page. It computes nothing that the engine has not decided.

mod html;
mod language;
mod misses;
mod model;
mod predictions;
mod summary;

pub use everypath_trace::Language;
pub use html::html;
pub use misses::Misses;
pub use model::{
    CertificateReport, ChangesReport, DifferenceReport, ExceptionReport, GoalReport, LossReport,
    Measured, ModuleReport, ProofsReport, Report, Tally, TestKind, TestReport, UnitReport,
    VerdictKind, WeakenedReport,
};
pub use predictions::PredictionReport;
pub use summary::{headline, summary};
