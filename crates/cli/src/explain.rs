//! `everypath explain` and `everypath replay`: what is known of a line, and of a test, from
//! what earlier commands found. Nothing is run for it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use everypath_cache::{Cache, Remembered};
use everypath_generate::{Failure, FailureKind, absolute};
use everypath_report::{GoalReport, ModuleReport, TestReport, VerdictKind};

use crate::memory::DIRECTORY;

/// Why each outcome of a line is covered, missed or unreachable.
pub(crate) fn explain(place: &str, cache: Option<&Path>) -> Result<ExitCode, Failure> {
    let wrong = || {
        let message = format!("{place}: name a line, as in shop/cart.py:12");
        Failure::new(FailureKind::Usage, message)
    };
    let (file, line) = place.rsplit_once(':').ok_or_else(wrong)?;
    let line: u32 = line.parse().map_err(|_| wrong())?;
    let wanted = absolute(Path::new(file));
    let known = newest(cache, |module| absolute(Path::new(&module.file)) == wanted);
    let known = known.ok_or_else(|| nothing_known(file, file))?;
    let module = &known.report;
    let goals: Vec<&GoalReport> = module.goals.iter().filter(|one| one.line == line).collect();
    if goals.is_empty() {
        let lines = module.goals.iter().map(|goal| goal.line);
        let near = lines.min_by_key(|other| other.abs_diff(line));
        let near = near.map_or_else(String::new, |near| format!("; the nearest is line {near}"));
        let message = format!("{place} holds nothing that the criterion asks for{near}");
        return Err(Failure::new(FailureKind::Target, message));
    }
    let mut text = String::new();
    for goal in goals {
        explain_goal(&mut text, module, goal);
    }
    tell_changes(&mut text, &known);
    print(&text);
    Ok(ExitCode::SUCCESS)
}

fn explain_goal(text: &mut String, module: &ModuleReport, goal: &GoalReport) {
    let verdict = goal.verdict.words();
    let place = format!("{}:{}", module.file, goal.line);
    let _ = writeln!(text, "{place}: {}: {verdict}", goal.description);
    if goal.verdict != VerdictKind::Covered {
        let _ = writeln!(text, "  because: {}", goal.reason);
    }
    if let Some(certificate) = goal.certificate {
        let _ = writeln!(text, "  {}", certificate.words());
    }
    for test in &goal.tests {
        let _ = writeln!(text, "  by {test}, where");
        for condition in path_of(module, test) {
            let _ = writeln!(text, "    {condition}");
        }
    }
}

/// What is true on the path of a test, as the source writes it, in the order of its lines.
fn path_of(module: &ModuleReport, test: &str) -> Vec<String> {
    let has = |goal: &&GoalReport| goal.tests.iter().any(|name| name == test);
    let mut conditions: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for goal in module.goals.iter().filter(has) {
        let of_line = conditions.entry(goal.line).or_default();
        of_line.push(&goal.description);
    }
    let conditions = conditions.into_iter();
    conditions
        .map(|(line, outcomes)| format!("{line}: {}", outcomes.join("; then ")))
        .collect()
}

/// What a test is: its input, its path, and what has changed since it was written.
pub(crate) fn replay(test: &str, cache: Option<&Path>) -> Result<ExitCode, Failure> {
    let (file, name) = test.split_once("::").ok_or_else(|| {
        let message = format!("{test}: name a test, as in tests/test_cart.py::test_total");
        Failure::new(FailureKind::Usage, message)
    })?;
    let wanted = absolute(Path::new(file));
    let holds = |module: &ModuleReport| {
        module
            .files()
            .any(|path| absolute(Path::new(path)) == wanted)
    };
    let known = newest(cache, holds).ok_or_else(|| nothing_known(file, "TARGET"))?;
    let module = &known.report;
    let name = name.rsplit("::").next().unwrap_or(name);
    let found = module.tests.iter().find(|one| one.name == name);
    let found = found.ok_or_else(|| {
        let message = format!("{file} had no test {name} when it was written");
        Failure::new(FailureKind::Target, message)
    })?;
    let mut text = format!(
        "{name} calls {} of {}: {}\n",
        found.unit, module.file, found.note
    );
    for line in found.source.lines() {
        let _ = writeln!(text, "    {line}");
    }
    text.push_str("its path:\n");
    for condition in path_of(module, name) {
        let _ = writeln!(text, "    {condition}");
    }
    tell_test(&mut text, file, found);
    tell_changes(&mut text, &known);
    print(&text);
    Ok(ExitCode::SUCCESS)
}

/// Whether a test is still as it was written.
fn tell_test(text: &mut String, file: &str, test: &TestReport) {
    let now = std::fs::read_to_string(file).unwrap_or_default();
    let is_there = !test.source.trim().is_empty() && now.contains(test.source.trim());
    let _ = match is_there {
        true => writeln!(text, "the test is as it was written"),
        false => writeln!(text, "the test was changed since, or is gone"),
    };
}

/// What has changed of all that a result rests on.
fn tell_changes(text: &mut String, known: &Remembered) {
    if known.changed.is_empty() {
        let _ = writeln!(text, "nothing that it rests on has changed since");
        return;
    }
    let _ = writeln!(text, "since then, these have changed:");
    for file in &known.changed {
        let _ = writeln!(text, "    {file}");
    }
}

fn nothing_known(what: &str, target: &str) -> Failure {
    let message = format!("nothing is known of {what}; run first: everypath generate {target}");
    Failure::new(FailureKind::Target, message)
}

/// The newest result of a module.
fn newest(cache: Option<&Path>, is_wanted: impl Fn(&ModuleReport) -> bool) -> Option<Remembered> {
    let directory = cache.map_or_else(|| PathBuf::from(DIRECTORY), Path::to_owned);
    let cache = Cache::open(&directory)?;
    cache.newest(&is_wanted)
}

fn print(text: &str) {
    // A reader that went away is no failure of ours.
    let _ = std::io::stdout().write_all(text.as_bytes());
}
