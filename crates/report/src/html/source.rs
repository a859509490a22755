//! The source of a module: every line with the verdict on its goals.

use std::fmt::Write;

use super::highlight;
use super::text::{escape, escape_with_code};
use crate::model::{GoalReport, ModuleReport, VerdictKind};

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
        let missed = has(is_missed);
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

/// Whether a goal was wanted and is neither covered nor ruled out.
pub fn is_missed(verdict: VerdictKind) -> bool {
    !matches!(
        verdict,
        VerdictKind::Covered | VerdictKind::Unreachable | VerdictKind::UnreachableInScope
    )
}

/// The verdict in two words, and the class that colours it.
pub fn verdict_words(verdict: VerdictKind) -> (&'static str, &'static str) {
    match verdict {
        VerdictKind::Covered => ("covered", "covered"),
        VerdictKind::Unreachable => ("proved unreachable", "proved"),
        VerdictKind::UnreachableInScope => ("proved in the scope", "proved"),
        VerdictKind::Bounded => ("bounded", "missed"),
        VerdictKind::GaveUp => ("gave up", "missed"),
        VerdictKind::OutOfBudget => ("out of budget", "missed"),
        VerdictKind::Unsupported => ("unsupported", "missed"),
        VerdictKind::NoTest => ("no test", "missed"),
    }
}

/// The source with its marks; `number` tells modules apart.
pub fn source(module: &ModuleReport, number: usize) -> String {
    if module.source.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "<h3>Source</h3><p class=\"legend\" aria-hidden=\"true\">\
         <span class=\"covered\">✓ covered</span> <span class=\"partly\">◐ partly</span> \
         <span class=\"missed\">✗ missed</span> <span class=\"proved\">∅ proved unreachable</span></p>\
         <div class=\"source\">",
    );
    for (index, code) in highlight::lines(&module.source).iter().enumerate() {
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
    let (words, class) = verdict_words(goal.verdict);
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
        _ => format!(": {}", escape_with_code(&goal.reason)),
    };
    format!(
        "<li><span class=\"{class} verdict\">{words}</span> {}{reason}</li>",
        escape_with_code(&goal.description)
    )
}

/// The misses of a module, each with its reason.
pub fn misses(module: &ModuleReport, number: usize) -> String {
    let missed: Vec<&GoalReport> = module
        .goals
        .iter()
        .filter(|goal| is_missed(goal.verdict))
        .collect();
    if missed.is_empty() {
        return String::new();
    }
    let items: String = missed
        .iter()
        .map(|goal| {
            let (words, class) = verdict_words(goal.verdict);
            format!(
                "<li><a href=\"#m{number}-{}\">line {}</a> {} {} <span class=\"{class} verdict\">{words}</span></li>",
                goal.line,
                goal.line,
                escape_with_code(&goal.description),
                escape_with_code(&goal.reason)
            )
        })
        .collect();
    format!("<h3>Not covered</h3><ul class=\"list\">{items}</ul>")
}
