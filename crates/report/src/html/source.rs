//! The source of a module: every line with the verdict on its goals.

use std::fmt::Write;

use super::highlight;
use super::text::{escape, escape_with_code};
use crate::model::{CertificateReport, GoalReport, ModuleReport, VerdictKind};

/// What the goals of one line say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineState {
    /// Nothing is asked of it.
    Plain,
    /// Every goal is covered, or proved unreachable beside one that is.
    Covered,
    /// Some goals are covered and some are missed.
    Partly,
    /// No goal is covered.
    Missed,
    /// Every goal is proved unreachable.
    Proved,
}

impl LineState {
    fn of(goals: &[&GoalReport]) -> LineState {
        let has = |wanted: fn(VerdictKind) -> bool| goals.iter().any(|goal| wanted(goal.verdict));
        let covered = has(|verdict| verdict == VerdictKind::Covered);
        let missed = has(VerdictKind::is_missed);
        match (goals.is_empty(), covered, missed) {
            (true, ..) => LineState::Plain,
            (_, true, false) => LineState::Covered,
            (_, true, true) => LineState::Partly,
            (_, false, true) => LineState::Missed,
            (_, false, false) => LineState::Proved,
        }
    }

    fn class(self) -> &'static str {
        match self {
            LineState::Plain => "plain",
            LineState::Covered => "covered",
            LineState::Partly => "partly",
            LineState::Missed => "missed",
            LineState::Proved => "proved",
        }
    }

    fn mark(self) -> &'static str {
        match self {
            LineState::Plain => "",
            LineState::Covered => "✓",
            LineState::Partly => "◐",
            LineState::Missed => "✗",
            LineState::Proved => "∅",
        }
    }
}

/// The verdict in two words, and the class that colours it.
fn badge(verdict: VerdictKind) -> (&'static str, &'static str) {
    match verdict {
        VerdictKind::Covered => ("covered", "covered"),
        VerdictKind::Unreachable => ("proved unreachable", "proved"),
        VerdictKind::UnreachableIf => ("unreachable", "proved"),
        VerdictKind::UnreachableInScope => ("not within the scope", "proved"),
        VerdictKind::Bounded => ("bounded", "missed"),
        VerdictKind::GaveUp => ("gave up", "missed"),
        VerdictKind::OutOfBudget => ("out of budget", "missed"),
        VerdictKind::Unsupported => ("unsupported", "missed"),
        VerdictKind::NoTest => ("no test", "missed"),
    }
}

/// The source with its marks; `number` tells modules apart.
pub(super) fn source(module: &ModuleReport, number: usize) -> String {
    if module.source.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "<h3>Source</h3><p class=\"legend\" aria-hidden=\"true\">\
         <span class=\"covered\">✓ covered</span> <span class=\"partly\">◐ partly</span> \
         <span class=\"missed\">✗ missed</span> <span class=\"proved\">∅ proved unreachable</span></p>\
         <div class=\"source\">",
    );
    for (index, code) in highlight::lines(&module.source, module.language)
        .iter()
        .enumerate()
    {
        let line = index + 1;
        let goals: Vec<&GoalReport> = module
            .goals
            .iter()
            .filter(|goal| goal.line as usize == line)
            .collect();
        let state = LineState::of(&goals);
        let (class, mark) = (state.class(), state.mark());
        if state == LineState::Plain {
            let _ = write!(
                text,
                "<div class=\"line\"><span class=\"n\">{line}</span><span class=\"m\"></span>\
                 <span class=\"code\">{code}</span></div>"
            );
            continue;
        }
        let open = match state {
            LineState::Partly | LineState::Missed => " open",
            _ => "",
        };
        let _ = write!(
            text,
            "<details class=\"{class}\" id=\"m{number}-{line}\"{open}><summary class=\"line\">\
             <span class=\"n\">{line}</span><span class=\"m\" role=\"img\" aria-label=\"{class}\">{mark}</span>\
             <span class=\"code\">{code}</span></summary><ul class=\"sides\">{}</ul></details>",
            goals
                .iter()
                .map(|goal| side(goal, number))
                .collect::<String>()
        );
    }
    text.push_str("</div>");
    text
}

fn side(goal: &GoalReport, number: usize) -> String {
    let (words, class) = badge(goal.verdict);
    let tests: Vec<String> = goal
        .tests
        .iter()
        .map(|test| {
            let test = escape(test);
            format!("<a href=\"#m{number}-{test}\">{test}</a>")
        })
        .collect();
    let reason = match (goal.verdict, tests.is_empty()) {
        (VerdictKind::Covered, true) => String::new(),
        (VerdictKind::Covered, false) => format!(" by {}", tests.join(", ")),
        // The bounds of the scope are said once, above the source.
        (VerdictKind::UnreachableInScope, _) => String::new(),
        (VerdictKind::UnreachableIf, _) => format!(" {}", escape_with_code(&goal.reason)),
        _ => format!(": {}", escape_with_code(&goal.reason)),
    };
    let certificate = goal.certificate.map(CertificateReport::words);
    let certificate = certificate.map_or_else(String::new, |words| format!(" ({words})"));
    format!(
        "<li><span class=\"{class} verdict\">{words}</span> {}{reason}{certificate}</li>",
        escape_with_code(&goal.description)
    )
}

/// What a module's suite does not cover, by the reason.
pub(super) fn misses(module: &ModuleReport, number: usize) -> String {
    let items: String = module
        .misses()
        .iter()
        .map(|group| {
            let (words, class) = badge(group.verdict);
            let goals: String = group
                .goals
                .iter()
                .map(|goal| {
                    format!(
                        "<li><a href=\"#m{number}-{0}\">line {0}</a> {1}</li>",
                        goal.line,
                        escape_with_code(&goal.description),
                    )
                })
                .collect();
            format!(
                "<li><span class=\"{class} verdict\">{words}</span> {}<ul>{goals}</ul></li>",
                escape_with_code(group.reason)
            )
        })
        .collect();
    match items.is_empty() {
        true => items,
        false => format!("<h3>Not covered</h3><ul class=\"list\">{items}</ul>"),
    }
}
