//! The report as one HTML page that needs nothing else: no script, no network. Of many modules
//! each has one, and `index` is the first.

mod cases;
mod draw;
mod highlight;
mod index;
mod layout;
mod source;
mod syntax;
mod tables;
mod text;
mod value;

use crate::model::{ModuleReport, Report};
use crate::test_report::TestKind;
pub use index::{Page, html_pages};
pub(crate) use text::escape;
use text::{percent, plural, seconds};

const STYLE: &str = include_str!("page.css");

/// The one arrow head that all pictures share.
const ARROW: &str = "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>\
    <marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
    orient=\"auto\"><path d=\"M0 0.8L8 4L0 7.2z\" fill=\"context-stroke\"/></marker></defs></svg>";

/// The report as a page.
pub fn html(report: &Report) -> String {
    let modules = report.modules.iter().enumerate();
    let modules: String = modules
        .map(|(number, module)| section(module, number))
        .collect();
    page(report, &contents(report), &modules, "")
}

/// A page of a report, with what stands before its modules and what they are.
fn page(report: &Report, before: &str, body: &str, style: &str) -> String {
    let title = match report.targets.as_slice() {
        [one] => format!("{} – Everypath", escape(one)),
        _ => "Everypath".to_owned(),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{style}</style>\n</head>\n<body>\n{ARROW}\n{}\n<main>\n{before}{body}</main>\n\
         <footer>Written by Everypath {}.{}</footer>\n</body>\n</html>\n",
        header(report),
        escape(&report.version),
        options(report),
    )
}

fn header(report: &Report) -> String {
    let sum = |count: fn(&ModuleReport) -> usize| report.modules.iter().map(count).sum::<usize>();
    let covered = sum(|module| module.reached().covered);
    let total = sum(|module| module.reached().total);
    let bugs = sum(|module| module.count(TestKind::Bug));
    let share = percent(covered, total);
    let tile = |value: String, words: &str, class: &str| {
        format!("<div class=\"tile {class}\"><b>{value}</b><span>{words}</span></div>")
    };
    let mut tiles = tile(
        // Never rounded up to all.
        format!(
            "{:.0} %",
            if covered < total {
                share.floor()
            } else {
                share
            }
        ),
        &format!("{covered} of {total} {} covered", goals_are(report)),
        if covered == total { "good" } else { "warn" },
    );
    tiles += &tile(
        sum(|module| module.count(TestKind::Kept)).to_string(),
        "tests",
        "",
    );
    tiles += &tile(
        bugs.to_string(),
        if bugs == 1 { "bug" } else { "bugs" },
        if bugs > 0 { "bad" } else { "" },
    );
    tiles += &tile(
        sum(|module| module.units.iter().map(|unit| unit.paths).sum()).to_string(),
        "paths",
        "",
    );
    let proved = sum(ModuleReport::proved);
    let words = match proved {
        0 => "proved unreachable".to_owned(),
        _ => format!(
            "proved unreachable, {} certified",
            sum(ModuleReport::certified)
        ),
    };
    tiles += &tile(proved.to_string(), &words, "");
    tiles += &tile(seconds(report.seconds), "in all", "");
    let targets: Vec<String> = report
        .targets
        .iter()
        .map(|target| format!("<code>{}</code>", escape(target)))
        .collect();
    format!(
        "<header><h1>Everypath <span>{}</span></h1>\n\
         <div class=\"meter\" role=\"img\" aria-label=\"{covered} of {total} covered\">\
         <i style=\"width:{share:.1}%\"></i></div>\n<div class=\"tiles\">{tiles}</div></header>",
        targets.join(" ")
    )
}

fn goals_are(report: &Report) -> &'static str {
    let mut modules = report.modules.iter();
    match modules.find(|module| !module.goals.is_empty()) {
        Some(module) => module.goals_are(),
        None => "branch outcomes",
    }
}

fn contents(report: &Report) -> String {
    if report.modules.len() < 2 {
        return String::new();
    }
    let rows: String = report
        .modules
        .iter()
        .enumerate()
        .map(|(number, module)| {
            let reached = module.reached();
            format!(
                "<tr><th scope=\"row\"><a href=\"#m{number}\">{}</a></th><td class=\"r\">{} of {}</td>\
                 <td class=\"r\">{}</td><td class=\"bar\"><i style=\"width:{:.1}%\"></i></td></tr>",
                escape(&module.module),
                reached.covered,
                reached.total,
                plural(module.count(TestKind::Kept), "test"),
                percent(reached.covered, reached.total)
            )
        })
        .collect();
    format!(
        "<nav aria-label=\"Modules\"><table class=\"time\"><tbody>{rows}</tbody></table></nav>\n"
    )
}

fn section(module: &ModuleReport, number: usize) -> String {
    let parts = [
        cases::measured(module),
        cases::failures(module, number),
        source::misses(module, number),
        tables::notes(module),
        source::source(module, number),
        tables::suspicions(module),
        tables::mutants(module),
        tables::units(module),
        cases::tests(module, number),
        tables::time(module),
    ];
    let [facts, body @ ..] = parts;
    format!(
        "<section id=\"m{number}\"><h2>{}</h2><p class=\"quiet\"><code>{}</code>{facts}</p>\n{}</section>\n",
        escape(&module.module),
        escape(&module.file),
        body.join("\n")
    )
}

fn options(report: &Report) -> String {
    let options: Vec<String> = report
        .options
        .iter()
        .map(|(name, value)| format!("{} = {}", escape(name), escape(value)))
        .collect();
    match options.is_empty() {
        true => String::new(),
        false => format!(" Options: {}.", options.join(", ")),
    }
}
