//! Cobertura's XML: what the suite covers, for CI servers.

use super::lines::{Line, lines};
use super::xml::{element, text_element};
use crate::model::{ModuleReport, Report};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <!DOCTYPE coverage SYSTEM \"coverage-04.dtd\">\n";

/// Covered and all, of lines and of branch outcomes.
#[derive(Clone, Copy, Default)]
struct Totals {
    lines: (usize, usize),
    branches: (usize, usize),
}

impl Totals {
    fn of<'a>(lines: impl Iterator<Item = &'a Line>) -> Totals {
        let mut totals = Totals::default();
        for line in lines {
            totals.lines.0 += usize::from(line.tests > 0);
            totals.lines.1 += 1;
            totals.branches.0 += line.taken();
            totals.branches.1 += line.outcomes.len();
        }
        totals
    }

    fn and(self, other: Totals) -> Totals {
        let sum = |a: (usize, usize), b: (usize, usize)| (a.0 + b.0, a.1 + b.1);
        Totals {
            lines: sum(self.lines, other.lines),
            branches: sum(self.branches, other.branches),
        }
    }
}

fn rate((covered, all): (usize, usize)) -> String {
    match all {
        0 => "1".to_owned(),
        _ => format!("{:.4}", covered as f64 / all as f64),
    }
}

/// The report as Cobertura writes it.
pub fn cobertura(report: &Report) -> String {
    let totals = report
        .modules
        .iter()
        .map(|module| Totals::of(lines(module).values()))
        .fold(Totals::default(), Totals::and);
    let classes: String = report.modules.iter().map(class).collect();
    let package = element(
        "package",
        &[
            ("name", ""),
            ("line-rate", &rate(totals.lines)),
            ("branch-rate", &rate(totals.branches)),
            ("complexity", "0"),
        ],
        &element("classes", &[], &classes),
    );
    let sources = element("sources", &[], &text_element("source", &[], "."));
    let all = element(
        "coverage",
        &[
            ("line-rate", &rate(totals.lines)),
            ("branch-rate", &rate(totals.branches)),
            ("lines-covered", &totals.lines.0.to_string()),
            ("lines-valid", &totals.lines.1.to_string()),
            ("branches-covered", &totals.branches.0.to_string()),
            ("branches-valid", &totals.branches.1.to_string()),
            ("complexity", "0"),
            ("version", &report.version),
            // A report of the same run is the same text.
            ("timestamp", "0"),
        ],
        &(sources + &element("packages", &[], &package)),
    );
    HEAD.to_owned() + &all
}

fn class(module: &ModuleReport) -> String {
    let lines = lines(module);
    let totals = Totals::of(lines.values());
    let inside: String = lines
        .iter()
        .map(|(number, line)| one(*number, line))
        .collect();
    let inside = "<methods/>\n".to_owned() + &element("lines", &[], &inside);
    let attributes = [
        ("name", module.module.as_str()),
        ("filename", &module.file),
        ("line-rate", &rate(totals.lines)),
        ("branch-rate", &rate(totals.branches)),
        ("complexity", "0"),
    ];
    element("class", &attributes, &inside)
}

fn one(number: u32, line: &Line) -> String {
    let (number, hits) = (number.to_string(), line.tests.to_string());
    let (taken, all) = (line.taken(), line.outcomes.len());
    if all == 0 {
        let attributes = [("number", number.as_str()), ("hits", &hits)];
        return element("line", &attributes, "");
    }
    let condition = format!("{}% ({taken}/{all})", 100 * taken / all);
    let attributes = [
        ("number", number.as_str()),
        ("hits", &hits),
        ("branch", "true"),
        ("condition-coverage", &condition),
    ];
    element("line", &attributes, "")
}
