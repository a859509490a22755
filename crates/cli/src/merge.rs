//! `everypath merge`: the reports of several commands become one.

use std::path::Path;
use std::process::ExitCode;

use everypath_generate::{Failure, FailureKind};
use everypath_report::{ProofsReport, Report, SCHEMA_VERSION};

use crate::arguments::{Merge, Options};
use crate::publish::publish;

/// Puts reports together and publishes them as one.
pub(crate) fn merge(command: &Merge) -> Result<ExitCode, Failure> {
    let mut all = Report {
        schema: SCHEMA_VERSION,
        ..Report::default()
    };
    for file in &command.reports {
        add(&mut all, read(file)?);
    }
    // As one command would have them, whoever had which.
    all.modules
        .sort_by(|one, other| (&one.file, &one.module).cmp(&(&other.file, &other.module)));
    let proofs = all.modules.iter().map(|module| module.proofs);
    all.proofs = proofs.fold(ProofsReport::default(), ProofsReport::and);
    let options = Options {
        html: command.html.clone(),
        sarif: command.sarif.clone(),
        junit_xml: command.junit_xml.clone(),
        lcov: command.lcov.clone(),
        cobertura: command.cobertura.clone(),
        annotations: Some(command.annotations),
        ..Options::default()
    };
    publish(&all, command.json, &options)?;
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path) -> Result<Report, Failure> {
    let wrong = |why: String| {
        let message = format!("{}: {why}", file.display());
        Failure::new(FailureKind::Files, message)
    };
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let mut report: Report = serde_json::from_str(&text)
        .map_err(|error| wrong(format!("this is no report of `generate --json`: {error}")))?;
    for module in &mut report.modules {
        module.source = std::fs::read_to_string(&module.file).unwrap_or_default();
    }
    Ok(report)
}

/// Adds a report. A module that both have is taken from the later one.
fn add(all: &mut Report, more: Report) {
    all.version = more.version;
    all.seconds += more.seconds;
    all.options.extend(more.options);
    for target in more.targets {
        if !all.targets.contains(&target) {
            all.targets.push(target);
        }
    }
    for module in more.modules {
        let is_same = |one: &everypath_report::ModuleReport| {
            (&one.module, &one.file) == (&module.module, &module.file)
        };
        all.modules.retain(|one| !is_same(one));
        all.modules.push(module);
    }
}
