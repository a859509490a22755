//! The report for a terminal: a few lines, misses with their reasons.

use std::fmt::Write;

use crate::model::{ModuleReport, PredictionReport, Report, TestKind, VerdictKind};

/// How many misses are listed before the rest is only counted.
const MOST_MISSES: usize = 12;
/// The most failures that are listed.
const MOST_BUGS: usize = 12;

/// The report as text.
pub fn summary(report: &Report) -> String {
    let mut text = String::new();
    for module in &report.modules {
        module_summary(&mut text, module);
    }
    text
}

fn module_summary(text: &mut String, module: &ModuleReport) {
    let reached = module.reached();
    let kept = module.count(TestKind::Kept);
    let bugs = module.count(TestKind::Bug);
    let paths: usize = module.units.iter().map(|unit| unit.paths).sum();
    let _ = writeln!(text, "{}", module.file);
    let _ = writeln!(
        text,
        "  {} of {} {} covered, {} paths, {}{}",
        reached.covered,
        reached.total,
        module.goals_are(),
        paths,
        plural(kept, "test"),
        match bugs {
            0 => String::new(),
            1 => ", 1 test that shows a bug".to_owned(),
            bugs => format!(", {bugs} tests that show bugs"),
        },
    );
    for (class, count) in &module.structures {
        let _ = writeln!(
            text,
            "  {class}: {} within the scope",
            plural(*count, "valid structure")
        );
    }
    let proved = module
        .goals
        .iter()
        .filter(|goal| goal.verdict == VerdictKind::Unreachable)
        .count();
    if proved > 0 {
        let _ = writeln!(
            text,
            "  {} proved unreachable",
            plural(proved, module.goal_is())
        );
    }
    predictions(text, module);
    let missed: Vec<_> = module
        .goals
        .iter()
        .filter(|goal| {
            !matches!(
                goal.verdict,
                VerdictKind::Covered | VerdictKind::Unreachable
            )
        })
        .collect();
    for goal in missed.iter().take(MOST_MISSES) {
        let _ = writeln!(
            text,
            "  {}:{}: {} {}",
            module.file, goal.line, goal.description, goal.reason
        );
    }
    if missed.len() > MOST_MISSES {
        let _ = writeln!(
            text,
            "  … and {} more, all in the report",
            missed.len() - MOST_MISSES
        );
    }
    let tests = module.tests.iter();
    let bugs: Vec<_> = tests.filter(|test| test.kind == TestKind::Bug).collect();
    for test in bugs.iter().take(MOST_BUGS) {
        let _ = writeln!(text, "  BUG {}: {}", test.unit, test.note);
    }
    if bugs.len() > MOST_BUGS {
        let more = bugs.len() - MOST_BUGS;
        let _ = writeln!(text, "  … and {more} more that fail, all in the report");
    }
    for test in module
        .tests
        .iter()
        .filter(|test| test.kind == TestKind::Dropped)
    {
        let _ = writeln!(text, "  dropped {}: {}", test.name, test.note);
    }
    for warning in &module.warnings {
        let _ = writeln!(text, "  note: {warning}");
    }
    if let Some(coverage) = module.measured.coverage {
        let _ = writeln!(text, "  measured: {coverage:.0} % of lines and branches");
    }
    if let Some(mutation) = module.measured.mutation {
        let _ = writeln!(text, "  mutation score: {mutation:.1} %");
    }
    if let Some(note) = &module.measured.note {
        let _ = writeln!(text, "  {note}");
    }
    for file in module.test_file.iter().chain(&module.bugs_file) {
        let _ = writeln!(text, "  wrote {file}");
    }
}

/// How predictions of infeasible changes turned out, if there were any.
fn predictions(text: &mut String, module: &ModuleReport) {
    let all = module.units.iter().filter_map(|unit| unit.predictions);
    let all = all.fold(PredictionReport::default(), PredictionReport::and);
    let percent = |part: usize, whole: usize| match whole {
        0 => "–".to_owned(),
        whole => format!("{:.0} %", 100.0 * part as f64 / whole as f64),
    };
    if all.count() > 0 {
        let _ = writeln!(
            text,
            "  {} classified, {} taken for infeasible: precision {}, recall {}",
            plural(all.count(), "change"),
            all.taken(),
            percent(all.infeasible_right, all.taken()),
            percent(all.infeasible_right, all.infeasible()),
        );
    }
}

fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
