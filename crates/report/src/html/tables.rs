//! The units, the time, and what the user should know.

use std::fmt::Write;

use indexmap::IndexSet;

use super::text::{escape, escape_with_code, plural, seconds, within};
use crate::model::{ModuleReport, UnitReport};

/// The columns that are always there; others follow where there are such ends.
const OUTCOMES: [&str; 5] = ["OK", "FAIL", "EXCEPTION", "TIMEOUT", "PRUNED"];

fn outcomes(module: &ModuleReport) -> IndexSet<&str> {
    let met = module.units.iter().flat_map(|unit| unit.outcomes.keys());
    OUTCOMES
        .into_iter()
        .chain(met.map(String::as_str))
        .collect()
}

/// The units of a module as a table.
pub(super) fn units(module: &ModuleReport) -> String {
    if module.units.is_empty() {
        return String::new();
    }
    let mut text = String::from("<h3>Units</h3>");
    for (class, count) in &module.structures {
        let _ = write!(
            text,
            "<p><code>{}</code>: {} within the scope.</p>",
            escape(class),
            plural(*count, "valid structure")
        );
    }
    text.push_str(
        "<div class=\"wide\"><table class=\"units\"><thead><tr><th>unit</th><th class=\"r\">paths</th>",
    );
    let outcomes = outcomes(module);
    for outcome in &outcomes {
        let _ = write!(text, "<th class=\"r\">{outcome}</th>");
    }
    text.push_str(
        "<th class=\"r\">sat / unsat / unknown</th><th class=\"r\">time</th>\
         <th class=\"r\">run</th><th class=\"r\">solve</th><th>stopped</th></tr></thead><tbody>",
    );
    for unit in &module.units {
        text.push_str(&unit_row(&module.module, unit, &outcomes));
    }
    text.push_str("</tbody></table></div>");
    text
}

fn unit_row(module: &str, unit: &UnitReport, outcomes: &IndexSet<&str>) -> String {
    let mut text = format!(
        "<tr><th scope=\"row\"><code>{}</code></th><td class=\"r\">{}</td>",
        escape(within(module, &unit.name)),
        unit.paths
    );
    for &outcome in outcomes {
        let count = unit.outcomes.get(outcome).copied().unwrap_or(0);
        let class = match (outcome, count) {
            (_, 0) => "r zero",
            ("FAIL" | "TIMEOUT" | "CRASH", _) => "r bad",
            _ => "r",
        };
        let _ = write!(text, "<td class=\"{class}\">{count}</td>");
    }
    let divergences = match unit.divergences {
        0 => String::new(),
        count => format!(
            "; {}",
            plural(count, "run") + " took another path than predicted"
        ),
    };
    let _ = write!(
        text,
        "<td class=\"r\">{} / {} / {}</td><td class=\"r\">{}</td><td class=\"r\">{}</td>\
         <td class=\"r\">{}</td><td>{}{divergences}</td></tr>",
        unit.sat,
        unit.unsat,
        unit.unknown,
        seconds(unit.seconds),
        seconds(unit.run_seconds),
        seconds(unit.solve_seconds),
        escape(&unit.stop),
    );
    text
}

/// Exceptions that look like mistakes.
pub(super) fn suspicions(module: &ModuleReport) -> String {
    if module.suspicions.is_empty() {
        return String::new();
    }
    let items: String = module
        .suspicions
        .iter()
        .map(|one| {
            let unit = escape(within(&module.module, &one.unit));
            let exception = escape(&one.exception);
            let tests: Vec<String> = one
                .tests
                .iter()
                .map(|test| format!("<code>{}</code>", escape(test)))
                .collect();
            let (line, tests) = (one.line, tests.join(", "));
            format!("<li>line {line}, <code>{unit}</code>: {exception}, shown by {tests}</li>")
        })
        .collect();
    format!(
        "<h3>Suspicious exceptions</h3><p class=\"quiet\">The language throws them by itself, and \
         nothing in the code says that they are meant:</p><ul class=\"list\">{items}</ul>"
    )
}

/// The mutants that no test notices.
pub(super) fn mutants(module: &ModuleReport) -> String {
    let Some(mutants) = module.mutants.as_ref().filter(|all| all.total() > 0) else {
        return String::new();
    };
    let (killed, total) = (mutants.killed, mutants.total());
    let same = match mutants.equivalent {
        0 => String::new(),
        count => format!("; {count} more are the same program"),
    };
    let mut text =
        format!("<h3>Mutants</h3><p>Tests notice {killed} of {total} small changes{same}.</p>");
    if !mutants.survivors.is_empty() {
        let items: String = mutants
            .survivors
            .iter()
            .map(|one| {
                let function = escape(within(&module.module, &one.function));
                let change = escape(&one.change);
                let line = one.line;
                format!("<li>line {line}, <code>{function}</code>: <code>{change}</code></li>")
            })
            .collect();
        let _ = write!(
            text,
            "<p class=\"quiet\">No test notices these:</p><ul class=\"list\">{items}</ul>"
        );
    }
    text
}

/// Where the time went.
pub(super) fn time(module: &ModuleReport) -> String {
    let longest = module.phases.values().copied().fold(0.0, f64::max);
    if longest <= 0.0 {
        return String::new();
    }
    let run: f64 = module.units.iter().map(|unit| unit.run_seconds).sum();
    let solve: f64 = module.units.iter().map(|unit| unit.solve_seconds).sum();
    let bars: String = module
        .phases
        .iter()
        .map(|(phase, &spent)| {
            format!(
                "<tr><th scope=\"row\">{}</th><td class=\"r\">{}</td>\
                 <td class=\"bar\"><i style=\"width:{:.1}%\"></i></td></tr>",
                escape(phase),
                seconds(spent),
                100.0 * spent / longest
            )
        })
        .collect();
    format!(
        "<h3>Where the time went</h3><table class=\"time\"><tbody>{bars}</tbody></table>\
         <p class=\"quiet\">Of the exploration, {} ran the subject and {} solved.</p>",
        seconds(run),
        seconds(solve)
    )
}

/// Warnings and lost symbolic information.
pub(super) fn notes(module: &ModuleReport) -> String {
    let mut text = String::new();
    let notes = || module.warnings.iter().chain(&module.guesses);
    if notes().next().is_some() {
        let items: String = notes()
            .map(|warning| format!("<li>{}</li>", escape_with_code(warning)))
            .collect();
        let _ = write!(text, "<h3>Notes</h3><ul class=\"list\">{items}</ul>");
    }
    if !module.losses.is_empty() {
        let items: String = module
            .losses
            .iter()
            .map(|loss| {
                // Code that a compiler made up has no line.
                let place = match (loss.file.as_str(), loss.line) {
                    ("", _) => String::new(),
                    (file, 0) => format!(" in {}", escape(file)),
                    (file, line) => format!(" at {}:{line}", escape(file)),
                };
                format!("<li><code>{}</code>{place}</li>", escape(&loss.construct))
            })
            .collect();
        let _ = write!(
            text,
            "<h3>Not followed symbolically</h3><p class=\"quiet\">Here a run went on with one \
             concrete value; other values behind these places were not searched for.</p>\
             <ul class=\"list\">{items}</ul>"
        );
    }
    text
}
