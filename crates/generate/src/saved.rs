//! The files of a suite: checked in a directory of their own, put together with what is
//! there and stays, and saved.

use std::path::Path;

use everypath_emit::{Emitted, FileKind};
use everypath_report::{ModuleReport, TestKind};
use everypath_suite::{Candidate, Suite};

use crate::beside::{difference_beside, save_beside};
use crate::failure::{Failure, FailureKind};
use crate::file_names::{Naming, Standing};
use crate::files::shown;
use crate::merged::{self, Merger};
use crate::pipeline::{Writing, kept_of};

/// How often files are written anew because of what the framework said of them.
const MOST_CHECKS: usize = 8;

impl Writing<'_> {
    /// Writes files to a directory of their own until the framework is content with them;
    /// then together with what is there and stays.
    pub(crate) fn check(
        &mut self,
        candidates: &[&Candidate],
        report: &mut ModuleReport,
    ) -> Result<merged::Suite, Failure> {
        let annotations = self.annotations(candidates);
        if !self.search.settings.run_tests {
            let written = self.program.write(&self.outputs.directory(), &annotations);
            return self.merged(written, candidates);
        }
        let mut is_merged = false;
        for _ in 0..MOST_CHECKS {
            let work = tempfile::Builder::new()
                .prefix("everypath-")
                .tempdir()
                .map_err(|error| {
                    let message = format!("no temporary directory can be made: {error}");
                    Failure::new(FailureKind::Files, message)
                })?;
            let outputs = self.outputs.moved_to(work.path());
            let written = self.program.write(work.path(), &annotations);
            if FileKind::ALL
                .iter()
                .all(|kind| written.file(*kind).is_none())
            {
                return self.merged(written, candidates);
            }
            let suite = match is_merged {
                true => self.merged(written, candidates)?,
                false => merged::Suite::alone(written),
            };
            suite.save(&outputs)?;
            let home = self.outputs.directory();
            let checked = match self.program.check(&suite.written, &outputs, &home) {
                Err(failure) if is_merged && failure.kind == FailureKind::Target => {
                    self.move_beside(&failure, report)?;
                    is_merged = false;
                    continue;
                }
                checked => checked?,
            };
            if checked.failed.is_empty() && !checked.revised {
                for (test, why) in &checked.theirs {
                    let file = shown(&self.outputs.tests);
                    let warning = format!("{test} in {file} is left as it is, and fails: {why}");
                    report.warnings.push(warning);
                }
                if is_merged {
                    return Ok(suite);
                }
                let suite = self.merged(suite.written, candidates)?;
                if !suite.is_mixed {
                    return Ok(suite);
                }
                is_merged = true;
                continue;
            }
            for (id, why) in &checked.failed {
                self.discard(candidates, *id, why, report);
            }
            self.program.discard(&checked.failed.into_keys().collect());
        }
        let warning = format!("tests still failed after {MOST_CHECKS} rounds; no suite written");
        report.warnings.push(warning);
        self.merged(Emitted::default(), candidates)
    }

    /// Where new tests do not work together with what a person changed, the file stays as it
    /// is, and the suite goes beside it.
    fn move_beside(&mut self, failure: &Failure, report: &mut ModuleReport) -> Result<(), Failure> {
        let claims = self.search.host.claims;
        let naming = Naming {
            qualifiers: Vec::new(),
            is_beside: true,
        };
        let beside = self.program.outputs(&naming);
        let is_free = |path: &Path| -> Result<bool, Failure> {
            let standing = self.subject.standing(path, claims)?;
            Ok(matches!(standing, Standing::Free))
        };
        let file = shown(&self.outputs.tests);
        let mut free = beside != self.outputs;
        for kind in FileKind::ALL {
            free = free && is_free(beside.path(kind))?;
        }
        if !free {
            let message = format!(
                "new tests do not work together with what a person changed in {file}, which is \
                 left alone: {}; use --force to replace it, or --out to write elsewhere",
                failure.message
            );
            return Err(Failure::new(FailureKind::Files, message));
        }
        report.warnings.push(format!(
            "new tests do not work together with what a person changed in {file} ({}): it is \
             left alone, and the suite is {}",
            failure.message,
            shown(&beside.tests)
        ));
        self.program.name(&naming);
        self.outputs = beside;
        Ok(())
    }

    /// The files of a suite together with what is there and stays.
    fn merged(
        &self,
        written: Emitted,
        candidates: &[&Candidate],
    ) -> Result<merged::Suite, Failure> {
        let facts = self.program.facts();
        let units = candidates.iter().enumerate();
        let names = facts.units.iter().map(|unit| unit.name.clone());
        let merger = Merger {
            subject: self.subject,
            claims: self.search.host.claims,
            units: units
                .map(|(id, candidate)| (id as u64, candidate.unit.clone()))
                .collect(),
            asked_for: facts.is_part.then(|| names.collect()),
            force: self.search.settings.force,
        };
        merger.merged(written, &self.outputs)
    }

    /// Saves what was checked: once, and whole. A command that was cancelled before it found
    /// anything leaves what is there.
    pub(crate) fn save(&mut self, suite: &Suite, report: &mut ModuleReport) -> Result<(), Failure> {
        let settings = self.search.settings;
        let candidates: Vec<&Candidate> = suite.tests.iter().chain(&suite.failures).collect();
        let annotations = self.annotations(&candidates);
        let is_kept = |kind| report.tests.iter().any(|test| test.kind == kind);
        let written = [TestKind::Kept, TestKind::Bug, TestKind::Possible];
        let has_tests = written.into_iter().any(is_kept);
        if !has_tests && self.search.is_cancelled() {
            return Ok(());
        }
        let written = match has_tests {
            true => self.program.write(&self.outputs.directory(), &annotations),
            false => Emitted::default(),
        };
        // Suites of one directory share files: one after the other.
        let _turn = self.search.host.claims.turn();
        let suite = self.merged(written, &candidates)?;
        let beside = self.program.beside(&suite.written, &kept_of(&candidates));
        report.changes.clone_from(&suite.changes);
        if settings.check {
            report.differences = suite.differences(&self.outputs);
            let beside = beside.iter();
            let beside = beside.filter_map(|(path, text)| difference_beside(path, text));
            report.differences.extend(beside);
            return Ok(());
        }
        report.warnings.extend(suite.keep_replaced(&self.outputs)?);
        suite.save(&self.outputs)?;
        self.program.clear_beside();
        for (path, text) in &beside {
            report
                .warnings
                .extend(save_beside(path, text, settings.force)?);
            report.beside.push(shown(path));
        }
        let written = &suite.written;
        let saved = |kind: FileKind| written.file(kind).map(|_| shown(self.outputs.path(kind)));
        report.test_file = saved(FileKind::Tests);
        report.bugs_file = saved(FileKind::Bugs);
        report.possible_file = saved(FileKind::Possible);
        let has_suite = report.test_file.is_some();
        report.next_step = self.program.next_step().filter(|_| has_suite);
        Ok(())
    }
}
