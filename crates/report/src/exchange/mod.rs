//! The report in the formats that other tools read.

mod annotations;
mod cobertura;
mod junit_xml;
mod lcov;
mod lines;
mod sarif;
mod xml;

pub use annotations::annotations;
pub use cobertura::cobertura;
pub use junit_xml::junit_xml;
pub use lcov::lcov;
pub use sarif::sarif;
