//! A report for whoever asked for it: on standard output, and in files of several formats.

use std::io::Write;
use std::path::{Path, PathBuf};

use everypath_generate::{Failure, save};
use everypath_report::{
    Report, annotations, cobertura, html_pages, junit_xml, lcov, sarif, summary,
};

use crate::arguments::Options;

/// What writes a report in some format.
type Format = fn(&Report) -> String;

/// Prints the report, and writes it where the user asked for it.
pub(crate) fn publish(report: &Report, json: bool, options: &Options) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    let options = options.resolved();
    let text = if json {
        serde_json::to_string(report).expect("reports are plain data") + "\n"
    } else if options.quiet {
        String::new()
    } else {
        differences(report) + &summary(report)
    };
    // A reader that went away is no failure of ours.
    let _ = output.write_all(text.as_bytes());
    if options.annotations && !json {
        let _ = output.write_all(annotations(report).as_bytes());
    }
    if let Some(path) = &options.html {
        save_pages(report, path)?;
    }
    let files: [(&Option<PathBuf>, Format); 4] = [
        (&options.sarif, sarif),
        (&options.junit_xml, junit_xml),
        (&options.lcov, lcov),
        (&options.cobertura, cobertura),
    ];
    for (path, format) in files {
        if let Some(path) = path {
            save(path, Some(&format(report)))?;
        }
    }
    Ok(())
}

/// The report as pages, the first of them where the user wants it.
fn save_pages(report: &Report, path: &Path) -> Result<(), Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for (place, text) in html_pages(report, &name) {
        save(&path.with_file_name(place), Some(&text))?;
    }
    Ok(())
}

/// How files would change, where nothing was to be written.
fn differences(report: &Report) -> String {
    let all = report.modules.iter().flat_map(|module| &module.differences);
    all.map(|one| one.diff.as_str()).collect()
}
