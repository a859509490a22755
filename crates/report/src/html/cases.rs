//! The tests: source, plain arguments, and pictures of the input before and
//! after the call.

use std::fmt::Write;

use indexmap::IndexMap;

use super::draw::draw;
use super::highlight;
use super::text::{escape, escape_with_code, plural, within};
use super::value::{Picture, picture};
use crate::model::ModuleReport;
use crate::test_report::{TestKind, TestReport, WeakenedReport};
use everypath_trace::Language;

/// Tests of one unit that are shown with pictures; a page must stay readable.
const MOST_PICTURES: usize = 60;

fn of_kind(module: &ModuleReport, kind: TestKind) -> impl Iterator<Item = &TestReport> {
    module.tests.iter().filter(move |test| test.kind == kind)
}

/// The tests that show bugs, and those that fail on inputs which perhaps no caller makes.
pub(super) fn failures(module: &ModuleReport, number: usize) -> String {
    let section = |kind: TestKind, title: &str| {
        let tests: String = of_kind(module, kind)
            .map(|test| one(test, module.language, number, true))
            .collect();
        match tests.is_empty() {
            true => tests,
            false => format!("<h3>{title}</h3>{tests}"),
        }
    };
    section(TestKind::Bug, "Bugs")
        + &section(
            TestKind::Possible,
            "Possible: failures on inputs that perhaps no caller makes",
        )
}

/// The tests of the suite by unit, and what was not written.
pub(super) fn tests(module: &ModuleReport, number: usize) -> String {
    let mut text = String::new();
    let mut units: IndexMap<&str, Vec<&TestReport>> = IndexMap::new();
    for test in of_kind(module, TestKind::Kept) {
        units.entry(&test.unit).or_default().push(test);
    }
    if !units.is_empty() {
        text.push_str("<h3>Tests</h3>");
    }
    for (unit, tests) in units {
        let _ = write!(
            text,
            "<details class=\"unit\"><summary><code>{}</code> <span class=\"quiet\">{}</span></summary>",
            escape(within(&module.module, unit)),
            plural(tests.len(), "test")
        );
        for (index, test) in tests.iter().enumerate() {
            text.push_str(&one(test, module.language, number, index < MOST_PICTURES));
        }
        text.push_str("</details>");
    }
    if of_kind(module, TestKind::Dropped).next().is_some() {
        text.push_str("<h3>Discarded</h3><ul class=\"list\">");
        for test in of_kind(module, TestKind::Dropped) {
            let _ = write!(
                text,
                "<li><code>{}</code> {}: {}</li>",
                escape(within(&module.module, &test.unit)),
                escape(&test.name),
                escape_with_code(&test.note)
            );
        }
        text.push_str("</ul>");
    }
    text
}

fn one(test: &TestReport, language: Language, number: usize, with_pictures: bool) -> String {
    let fails = matches!(test.kind, TestKind::Bug | TestKind::Possible);
    let class = match test.kind {
        TestKind::Bug => "test bug",
        TestKind::Kept | TestKind::Possible | TestKind::Dropped => "test",
    };
    let code = highlight::lines(&test.source, language).join("\n");
    let pictures = if with_pictures {
        input(test, language)
    } else {
        String::new()
    };
    format!(
        "<article class=\"{class}\" id=\"m{number}-{name}\"><h4>{name}</h4><p class=\"quiet\">{unit}{note}{left_out}</p>\
         <pre><code>{code}</code></pre>{pictures}</article>",
        name = escape(&test.name),
        unit = if fails {
            format!("<code>{}</code>: ", escape(&test.unit))
        } else {
            String::new()
        },
        note = escape_with_code(&test.words()),
        left_out = left_out(test),
    )
}

/// What a test does not assert.
fn left_out(test: &TestReport) -> String {
    let words = |one: &WeakenedReport| {
        let (what, reason) = (escape(&one.what), escape(&one.reason));
        format!(" · the {what} is left out: {reason}")
    };
    test.weakened.iter().map(words).collect()
}

/// The input before and after: a table of what is plain, pictures of the rest.
fn input(test: &TestReport, language: Language) -> String {
    let before = picture(&test.before, language);
    let after = picture(&test.after, language);
    let has_after = test.after.get("nodes").is_some();
    let mut text = plain(&before, has_after.then_some(&after));
    if before.roots.is_empty() && after.roots.is_empty() {
        return text;
    }
    let unchanged = !has_after || before == after;
    text.push_str("<div class=\"pictures\">");
    let caption = match (has_after, unchanged) {
        (false, _) => "before",
        (true, true) => "before and after: nothing changed",
        (true, false) => "before",
    };
    text.push_str(&figure(&before, None, caption, &test.name));
    if !unchanged {
        text.push_str(&figure(&after, Some(&before), "after", &test.name));
    }
    text.push_str("</div>");
    text
}

fn figure(picture: &Picture, earlier: Option<&Picture>, caption: &str, test: &str) -> String {
    let left_out = match picture.left_out {
        0 => String::new(),
        count => format!("; {} to more objects not drawn", plural(count, "reference")),
    };
    format!(
        "<figure><figcaption>{caption}{left_out}</figcaption><div class=\"wide\">{}</div></figure>",
        draw(picture, earlier, &format!("Input of {test}, {caption}"))
    )
}

fn plain(before: &Picture, after: Option<&Picture>) -> String {
    if before.plain.is_empty() {
        return String::new();
    }
    let value_after = |name: &str| {
        after?
            .plain
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str())
    };
    let changes = before
        .plain
        .iter()
        .any(|(name, value)| value_after(name).is_some_and(|after| after != value));
    let mut text =
        String::from("<div class=\"wide\"><table class=\"plain\"><thead><tr><th>input</th>");
    text.push_str(if changes {
        "<th>before</th><th>after</th></tr></thead><tbody>"
    } else {
        "<th>value</th></tr></thead><tbody>"
    });
    for (name, value) in &before.plain {
        let _ = write!(
            text,
            "<tr><th scope=\"row\">{}</th><td><code>{}</code></td>",
            escape(name),
            escape(value)
        );
        if changes {
            let after = value_after(name).unwrap_or(value);
            let class = if after == value {
                ""
            } else {
                " class=\"changed\""
            };
            let _ = write!(text, "<td{class}><code>{}</code></td>", escape(after));
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table></div>");
    text
}

/// The line of totals under a module's heading.
pub(super) fn measured(module: &ModuleReport) -> String {
    let mut parts: Vec<String> = Vec::new();
    let files = [
        (&module.test_file, "suite"),
        (&module.bugs_file, "bugs"),
        (&module.possible_file, "possible bugs"),
    ];
    for (file, what) in files {
        if let Some(file) = file {
            parts.push(format!("{what} in <code>{}</code>", escape(file)));
        }
    }
    if let Some(coverage) = module.measured.coverage {
        parts.push(format!("measured coverage {coverage:.1} %"));
    }
    if let Some(mutation) = module.measured.mutation {
        parts.push(format!("mutation score {mutation:.1} %"));
    }
    if let Some(note) = &module.measured.note {
        parts.push(escape(note));
    }
    parts.iter().map(|part| format!(" · {part}")).collect()
}
