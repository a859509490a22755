//! LCOV: what the suite covers, for coverage viewers.

use std::fmt::Write;

use super::lines::lines;
use crate::model::Report;

/// The report as an LCOV trace file.
pub fn lcov(report: &Report) -> String {
    let mut text = String::new();
    for module in &report.modules {
        let lines = lines(module);
        let _ = writeln!(text, "TN:everypath\nSF:{}", module.file);
        for (number, line) in &lines {
            for (branch, tests) in line.outcomes.iter().enumerate() {
                // A dash says that the branch itself was never come to.
                let taken = match line.tests {
                    0 => "-".to_owned(),
                    _ => tests.to_string(),
                };
                let _ = writeln!(text, "BRDA:{number},0,{branch},{taken}");
            }
        }
        let branches: usize = lines.values().map(|line| line.outcomes.len()).sum();
        let taken: usize = lines.values().map(super::lines::Line::taken).sum();
        let _ = writeln!(text, "BRF:{branches}\nBRH:{taken}");
        for (number, line) in &lines {
            let _ = writeln!(text, "DA:{number},{}", line.tests);
        }
        let hit = lines.values().filter(|line| line.tests > 0).count();
        let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
    }
    text
}
