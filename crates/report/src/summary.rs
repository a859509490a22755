//! The report for a terminal: a headline for each module, then what is not
//! covered and why, what fails, and what the user should know.

use std::fmt::Write;

use indexmap::{IndexMap, IndexSet};

use crate::misses::Misses;
use crate::model::{ModuleReport, Origin, Report};
use crate::predictions::PredictionReport;
use crate::test_report::{TestKind, TestReport, WeakenedReport};

/// How many misses are listed before the rest is only counted.
const MOST_MISSES: usize = 12;
/// The most notes on what was taken for granted that are listed.
const MOST_GUESSES: usize = 5;
/// The most failures that are listed.
const MOST_BUGS: usize = 12;
/// Failures that perhaps nobody meets that are listed.
const MOST_POSSIBLE: usize = 3;

/// The most suspicious exceptions that are listed.
const MOST_SUSPICIONS: usize = 8;
/// The most mutants that are listed.
const MOST_SURVIVORS: usize = 40;

/// The report as text.
pub fn summary(report: &Report) -> String {
    let mut text = String::new();
    let unchanged = report
        .modules
        .iter()
        .filter(|one| one.is_unchanged())
        .count();
    // Of many, only those are told of which there is news.
    let is_alone = report.modules.len() == 1;
    for module in &report.modules {
        if is_alone || !module.is_unchanged() {
            module_summary(&mut text, module);
        }
    }
    if unchanged > 0 && !is_alone {
        let count = |origin| {
            report
                .modules
                .iter()
                .filter(|one| one.origin == origin)
                .count()
        };
        let restored = match count(Origin::Restored) {
            0 => String::new(),
            restored => format!("{restored} restored, "),
        };
        let (explored, seconds) = (count(Origin::Explored), report.seconds);
        let modules = plural(unchanged, "module");
        let _ = writeln!(
            text,
            "{modules} unchanged, {restored}{explored} explored ({seconds:.1} s)"
        );
    }
    let steps = report
        .modules
        .iter()
        .filter_map(|module| module.next_step.as_ref());
    for step in steps.collect::<IndexSet<_>>() {
        let _ = writeln!(text, "{step}");
    }
    text
}

fn module_summary(text: &mut String, module: &ModuleReport) {
    text.push_str(&headline(module));
    text.push('\n');
    for (class, count) in &module.structures {
        let structures = plural(*count, "valid structure");
        let _ = writeln!(text, "  {class}: {structures} within the scope");
    }
    if !module.exceptions.is_empty() {
        let count = plural(module.exceptions.len(), "exception");
        let _ = writeln!(
            text,
            "  they show {count}, thrown by the language itself or caught"
        );
    }
    predictions(text, module);
    misses(text, module);
    failures(text, module);
    suspicions(text, module);
    discarded(text, module);
    weakened(text, module);
    for note in module.guesses.iter().take(MOST_GUESSES) {
        let _ = writeln!(text, "  note: {note}");
    }
    match module.guesses.len() {
        ..=MOST_GUESSES => {}
        all => {
            let more = plural(all - MOST_GUESSES, "note");
            let _ = writeln!(text, "  … and {more} of this kind (--html shows all)");
        }
    }
    for warning in &module.warnings {
        let _ = writeln!(text, "  note: {warning}");
    }
    if let Some(coverage) = module.measured.coverage {
        let _ = writeln!(text, "  measured: {coverage:.0} % of lines and branches");
    }
    mutants(text, module);
    if let Some(mutation) = module.measured.mutation {
        let _ = writeln!(text, "  mutation score: {mutation:.1} %");
    }
    if let Some(note) = &module.measured.note {
        let _ = writeln!(text, "  {note}");
    }
    changes(text, module);
    let what = match module.is_unchanged() {
        true => "unchanged:",
        false => "wrote",
    };
    for file in module.files() {
        let _ = writeln!(text, "  {what} {file}");
    }
    for one in &module.differences {
        let _ = writeln!(text, "  would change {}", one.file);
    }
}

/// Exceptions that look like mistakes.
fn suspicions(text: &mut String, module: &ModuleReport) {
    if module.suspicions.is_empty() {
        return;
    }
    let count = plural(module.suspicions.len(), "suspicious exception");
    let _ = writeln!(text, "  {count}, which nothing in the code says is meant:");
    for one in module.suspicions.iter().take(MOST_SUSPICIONS) {
        let (file, line, exception) = (&module.file, one.line, &one.exception);
        let test = one.tests.first().map_or("", String::as_str);
        let _ = writeln!(text, "    {file}:{line} {exception} ({test})");
    }
    if module.suspicions.len() > MOST_SUSPICIONS {
        let more = module.suspicions.len() - MOST_SUSPICIONS;
        let _ = writeln!(text, "    … and {more} more (--html shows all)");
    }
}

/// What became of the mutants, and which of them no test notices.
fn mutants(text: &mut String, module: &ModuleReport) {
    let Some(mutants) = module.mutants.as_ref().filter(|all| all.total() > 0) else {
        return;
    };
    let (killed, total) = (mutants.killed, mutants.total());
    let _ = writeln!(text, "  mutants: {killed} of {total} killed");
    if !mutants.is_asked {
        return;
    }
    let listed = mutants.survivors.len().min(MOST_SURVIVORS);
    for one in &mutants.survivors[..listed] {
        let _ = writeln!(text, "    {}:{} {}", module.file, one.line, one.change);
    }
    if listed < mutants.survivors.len() {
        let more = mutants.survivors.len() - listed;
        let _ = writeln!(text, "    … and {more} more (--html shows all)");
    }
}

/// The tests that were not kept: what many have in common is said once.
fn discarded(text: &mut String, module: &ModuleReport) {
    let mut reasons: IndexMap<&str, Vec<&str>> = IndexMap::new();
    let tests = module.tests.iter();
    for test in tests.filter(|test| test.kind == TestKind::Dropped) {
        reasons.entry(&test.note).or_default().push(&test.name);
    }
    for (reason, names) in &reasons {
        let _ = match names.as_slice() {
            [name] => writeln!(text, "  discarded {name}: {reason}"),
            many => writeln!(text, "  discarded {}: {reason}", plural(many.len(), "test")),
        };
    }
}

/// What tests leave out, by what it is and why.
fn weakened(text: &mut String, module: &ModuleReport) {
    let mut counts: IndexMap<&WeakenedReport, usize> = IndexMap::new();
    for one in module.tests.iter().flat_map(|test| &test.weakened) {
        *counts.entry(one).or_default() += 1;
    }
    for (WeakenedReport { what, reason }, count) in counts {
        let tests = plural(count, "test");
        let _ = writeln!(
            text,
            "  weakened {tests}: the {what} is left out ({reason})"
        );
    }
}

/// What became of the files that were there.
fn changes(text: &mut String, module: &ModuleReport) {
    let Some(changes) = &module.changes else {
        return;
    };
    let counts = [
        ("kept", changes.kept.len(), " edited"),
        ("updated", changes.updated.len(), ""),
        ("added", changes.added.len(), ""),
        ("removed", changes.removed.len(), ""),
    ];
    let counts = counts.iter().filter(|(_, count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(what, count, which)| format!("{what} {count}{which}"))
        .collect();
    if !counts.is_empty() {
        let _ = writeln!(text, "  {}", counts.join(" · "));
    }
}

/// What became of a module, in one line.
pub fn headline(module: &ModuleReport) -> String {
    let reached = module.reached();
    let bugs = match module.count(TestKind::Bug) {
        0 => String::new(),
        bugs => format!(", {}", plural(bugs, "bug")),
    };
    let possible = match module.count(TestKind::Possible) {
        0 => String::new(),
        possible => format!(", {possible} possible"),
    };
    let proved = match (module.proved(), module.certified()) {
        (0, _) => String::new(),
        (proved, certified) => {
            format!(", {proved} more proved unreachable ({certified} certified)")
        }
    };
    format!(
        "{}: {}{bugs}{possible}; {} of {} {} covered{proved}",
        module.file,
        plural(module.count(TestKind::Kept), "test"),
        reached.covered,
        reached.total,
        module.goals_are(),
    )
}

/// What is not covered: a line for each place, or a heading where several
/// share a reason.
fn misses(text: &mut String, module: &ModuleReport) {
    let mut left = MOST_MISSES;
    let mut more = 0;
    for Misses {
        verdict,
        reason,
        goals,
    } in module.misses()
    {
        let listed = goals.len().min(left);
        left -= listed;
        more += goals.len() - listed;
        let verdict = verdict.words();
        match &goals[..listed] {
            [] => {}
            [goal] if goals.len() == 1 => {
                let (line, description) = (goal.line, &goal.description);
                let _ = writeln!(text, "  {line}: {verdict}: {description} ({reason})");
            }
            listed => {
                let _ = writeln!(text, "  {verdict} ({reason}):");
                for goal in listed {
                    let _ = writeln!(text, "    {}: {}", goal.line, goal.description);
                }
            }
        }
    }
    if more > 0 {
        let _ = writeln!(text, "  … and {more} more not covered (--html shows all)");
    }
}

/// What fails.
fn failures(text: &mut String, module: &ModuleReport) {
    listed(text, module, TestKind::Bug, "BUG", MOST_BUGS);
    listed(text, module, TestKind::Possible, "possible", MOST_POSSIBLE);
}

/// The first failures of a kind.
fn listed(text: &mut String, module: &ModuleReport, kind: TestKind, mark: &str, most: usize) {
    let tests = module.tests.iter();
    let all: Vec<&TestReport> = tests.filter(|test| test.kind == kind).collect();
    for test in all.iter().take(most) {
        let _ = writeln!(text, "  {mark} {}: {}", test.unit, test.words());
    }
    if all.len() > most {
        let more = all.len() - most;
        let what = match kind {
            TestKind::Possible => "possible",
            _ => "bugs",
        };
        let _ = writeln!(text, "  … and {more} more {what} (--html shows all)");
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
            "  {} classified, {} predicted infeasible: precision {}, recall {}",
            plural(all.count(), "flip"),
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
