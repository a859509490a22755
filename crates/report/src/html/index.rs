//! The first page of a report on many modules: totals, a tree of directories and a filter. Each
//! module has a page of its own. It works from the disk, without a server.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::text::{percent, plural};
use super::{escape, page};
use crate::model::{ModuleReport, Report};
use crate::test_report::TestKind;

/// From so many modules on a report is several pages.
const MANY: usize = 8;

const SCRIPT: &str = include_str!("index.js");
const STYLE: &str = include_str!("index.css");

/// A file of a report: where it goes, seen from the directory of the first, and its text.
pub type Page = (String, String);

/// The report as pages, of which the first has the given name.
pub fn html_pages(report: &Report, name: &str) -> Vec<Page> {
    if report.modules.len() <= MANY {
        return vec![(name.to_owned(), super::html(report))];
    }
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let directory = format!("{stem}-modules");
    let place = |number: usize| format!("{directory}/{number}.html");
    let mut pages = vec![(name.to_owned(), index(report, &place))];
    for (number, module) in report.modules.iter().enumerate() {
        let alone = Report {
            version: report.version.clone(),
            targets: vec![module.file.clone()],
            options: report.options.clone(),
            seconds: module.phases.values().sum(),
            modules: vec![module.clone()],
            ..Report::default()
        };
        let back = format!(
            "<p class=\"quiet\"><a href=\"../{}\">← all modules</a></p>\n",
            escape(name)
        );
        pages.push((
            place(number),
            page(&alone, &back, &super::section(module, 0), ""),
        ));
    }
    pages
}

/// A directory of the tree.
#[derive(Default)]
struct Directory<'a> {
    directories: BTreeMap<&'a str, Directory<'a>>,
    modules: Vec<(usize, &'a ModuleReport)>,
}

impl<'a> Directory<'a> {
    fn add(&mut self, number: usize, module: &'a ModuleReport) {
        let mut place = self;
        let (directories, _) = module.file.rsplit_once('/').unwrap_or_default();
        for part in directories.split('/').filter(|part| !part.is_empty()) {
            place = place.directories.entry(part).or_default();
        }
        place.modules.push((number, module));
    }

    /// Goals covered, goals, tests and bugs of all modules in it.
    fn totals(&self) -> [usize; 4] {
        let below = self.directories.values().map(Directory::totals);
        let own = self.modules.iter().map(|(_, module)| totals(module));
        below.chain(own).fold([0; 4], |sum, one| {
            [0, 1, 2, 3].map(|place| sum[place] + one[place])
        })
    }

    fn write(&self, text: &mut String, place: &dyn Fn(usize) -> String) {
        for (name, directory) in &self.directories {
            let counts = counts(directory.totals());
            let name = escape(name);
            let _ = writeln!(
                text,
                "<details open><summary><b>{name}/</b>{counts}</summary>"
            );
            directory.write(text, place);
            text.push_str("</details>\n");
        }
        for (number, module) in &self.modules {
            let file = module.file.rsplit('/').next().unwrap_or(&module.file);
            let missed = module.goals.iter().any(|goal| goal.verdict.is_missed());
            let bugs = module.count(TestKind::Bug) > 0;
            let _ = writeln!(
                text,
                "<div class=\"module\" data-name=\"{} {}\" data-missed=\"{missed}\" data-bugs=\"{bugs}\">\
                 <a href=\"{}\">{}</a>{}</div>",
                escape(&module.file.to_lowercase()),
                escape(&module.module.to_lowercase()),
                place(*number),
                escape(file),
                counts(totals(module)),
            );
        }
    }
}

fn totals(module: &ModuleReport) -> [usize; 4] {
    let reached = module.reached();
    [
        reached.covered,
        reached.total,
        module.count(TestKind::Kept),
        module.count(TestKind::Bug),
    ]
}

fn counts([covered, all, tests, bugs]: [usize; 4]) -> String {
    let bugs = match bugs {
        0 => String::new(),
        bugs => format!("<em>{}</em>", plural(bugs, "bug")),
    };
    format!(
        "<span class=\"counts\">{bugs}<span>{}</span><span>{covered} of {all}</span>\
         <span class=\"bar\"><i style=\"width:{:.1}%\"></i></span></span>",
        plural(tests, "test"),
        percent(covered, all),
    )
}

fn index(report: &Report, place: &dyn Fn(usize) -> String) -> String {
    let mut root = Directory::default();
    for (number, module) in report.modules.iter().enumerate() {
        root.add(number, module);
    }
    let mut tree = String::new();
    root.write(&mut tree, place);
    let count = plural(report.modules.len(), "module");
    let body = format!(
        "<form class=\"filter\" role=\"search\" onsubmit=\"return false\">\
         <input id=\"filter\" type=\"search\" placeholder=\"filter by name\" aria-label=\"Filter\" autofocus>\
         <label><input id=\"missed\" type=\"checkbox\"> not covered</label>\
         <label><input id=\"bugs\" type=\"checkbox\"> bugs</label>\
         <output id=\"shown\">{count}</output></form>\n\
         <nav id=\"tree\" aria-label=\"Modules\">\n{tree}</nav>\n<script>\n{SCRIPT}</script>\n"
    );
    page(report, "", &body, STYLE)
}
