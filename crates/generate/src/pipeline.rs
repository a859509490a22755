//! The pipeline: a loaded program becomes a suite and a report.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use everypath_emit::{Alike, Annotations, FileKind};
use everypath_explore::{Cause, Reach, Verdict};
use everypath_report::{ModuleReport, TestKind, TestReport};
use everypath_suite::{Candidate, Suite};
use everypath_trace::GoalId;

use crate::apart;
use crate::bounded;
use crate::choice;
use crate::explored::Explored;
use crate::failure::Failure;
use crate::file_names::{self, Subject};
use crate::hidden::hidden_by_length;
use crate::host::Host;
use crate::merged;
use crate::mutants::{self, Hunt, Prey};
use crate::program::{Kept, Outputs, Program};
use crate::schedule::{self, Found};
use crate::search::Search;
use crate::settings::{Engine, Settings};
use crate::shrink::shrink_inputs;
use crate::structures;
use crate::suspicions;
use crate::verdicts::{Chosen, KeptTests, comments, dropped, grounds, kind_of, verdicts, weakened};
use crate::work::Exploring;

/// How often tests that could not be kept are replaced by others.
const MOST_CHOICES: usize = 3;
/// The part of the time by the clock after which nothing is replaced any more.
const WRITING_SHARE: u32 = 2;
/// How many times as long inputs may be where their length hides goals.
pub const LONGER: u32 = 4;
/// What looking for mutants may cost where nobody asks for them, beside what exploring took.
const LEAST_FOR_MUTANTS: Duration = Duration::from_millis(800);
const MUTANTS_SHARE: f64 = 0.4;

/// Explores a program and writes its suite.
pub fn generate(
    program: &mut dyn Program,
    settings: &Settings,
    host: &Host,
) -> Result<ModuleReport, Failure> {
    let facts = program.facts().clone();
    let mut report = ModuleReport {
        module: facts.module.clone(),
        file: facts.file.clone(),
        language: facts.language,
        source: facts.source.clone(),
        warnings: facts.warnings.clone(),
        guesses: facts.guesses.clone(),
        ..ModuleReport::default()
    };
    let subject = Subject::of(&facts);
    let (outputs, note) = file_names::choose(program, &subject, host, settings.force)?;
    report.warnings.extend(note);
    program.prepare()?;
    let search = Search::new(settings, &facts.goals, *host);
    let explored = explore(program, &search, &mut report);
    phase(&mut report, "explore", search.started);
    report.was_stopped = host.is_cancelled() || (settings.time.is_some() && search.is_late());
    if let (Some(time), true) = (settings.time, search.is_late()) {
        let seconds = time.as_secs_f64();
        report.warnings.push(format!(
            "the clock stopped exploring after {seconds} s (--time): on another machine, or a \
             busier one, the result may differ"
        ));
    }
    let mut writing = Writing {
        program,
        search: &search,
        outputs,
        subject: &subject,
        discarded: BTreeMap::new(),
    };
    let chosen = writing.all(&explored, &mut report)?;
    if (settings.coverage || settings.mutation) && !settings.check {
        host.progress.phase("measuring the suite");
        if let Some(tests) = &report.test_file {
            report.measured = writing.program.measure(Path::new(tests));
        }
    }
    let is_wanted = |goal: GoalId| facts.wanted.contains(&goal);
    verdicts(&facts.goals, &is_wanted, &explored, &chosen, &mut report);
    host.progress.clear();
    report.was_stopped |= host.is_cancelled();
    if chosen.kept.is_empty() && host.is_cancelled() {
        let warning = "it was cancelled before a test was found";
        report.warnings.push(warning.to_owned());
    }
    Ok(report)
}

fn phase(report: &mut ModuleReport, name: &str, clock: Instant) {
    let seconds = clock.elapsed().as_secs_f64();
    *report.phases.entry(name.to_owned()).or_default() += seconds;
}

/// Explores all units with the engines that the settings name.
fn explore(program: &mut dyn Program, search: &Search, report: &mut ModuleReport) -> Vec<Explored> {
    let (plan, crew) = program.explorers();
    let engine = search.settings.engine;
    let mut found: Vec<Found> = Vec::new();
    if engine != Engine::Bounded {
        let structures = structures::explore(plan, crew, search, report);
        let facts = plan.facts();
        let exploring = Exploring {
            search,
            plan,
            structures: &structures,
            units: facts.units.len(),
        };
        let wanted = |unit: usize| {
            let unit = &facts.units[unit];
            let mut wanted = unit.goals.clone();
            wanted.extend(&unit.extras);
            wanted
        };
        let (public, private): (Vec<usize>, Vec<usize>) = (0..facts.units.len())
            .partition(|&unit| facts.is_named || !facts.units[unit].is_private);
        let with_goals = |units: Vec<usize>| units.into_iter().map(|unit| (unit, wanted(unit)));
        let (public, private) = (with_goals(public).collect(), with_goals(private).collect());
        found = schedule::explore(&exploring, crew, public, private);
        let hidden = hidden_by_length(&found, &exploring);
        let may_grow = search.settings.bounds.length.is_none()
            && !search.settings.all_paths
            && structures.is_empty()
            && !search.left().is_zero()
            && !search.is_stopped();
        if may_grow && !hidden.is_empty() && crew.lengthen(LONGER) {
            let more = schedule::explore(&exploring, crew, hidden, Vec::new());
            found.extend(more);
        }
    }
    if engine != Engine::Concolic {
        bounded::units(search, plan, crew, &mut found);
    }
    let mut explored = told(plan.facts(), found, report);
    if let Some(first) = explored.first_mut() {
        let missed = |goal: &GoalId| {
            let verdict = Verdict::Missed {
                reach: Reach::NotReached,
                cause: Cause::NotCalled,
            };
            (*goal, verdict)
        };
        let uncalled = plan.facts().uncalled.iter();
        first.verdicts.extend(uncalled.map(missed));
    }
    explored
}

/// What was found of units; the report is told why there is nothing of others.
fn told(
    facts: &crate::program::Facts,
    found: Vec<Found>,
    report: &mut ModuleReport,
) -> Vec<Explored> {
    let mut explored = Vec::new();
    let mut say = |warning: String| {
        if !report.warnings.contains(&warning) {
            report.warnings.push(warning);
        }
    };
    for one in found {
        match one.legs {
            Ok(legs) => {
                for (_, mut found) in legs {
                    std::mem::take(&mut found.warnings)
                        .into_iter()
                        .for_each(&mut say);
                    explored.push(found);
                }
            }
            Err(error) => say(format!("{}: {error}", facts.units[one.unit].name)),
        }
    }
    explored
}

/// From runs to files.
pub(crate) struct Writing<'a> {
    pub(crate) program: &'a mut dyn Program,
    pub(crate) search: &'a Search<'a>,
    pub(crate) outputs: Outputs,
    pub(crate) subject: &'a Subject,
    /// The goals that tests which were not kept would have covered, and why not.
    pub discarded: BTreeMap<GoalId, String>,
}

impl Writing<'_> {
    /// Chooses among the runs, makes their inputs small and writes them as tests. Where a
    /// test cannot be kept, another run that covers the same takes its place.
    fn all(&mut self, explored: &[Explored], report: &mut ModuleReport) -> Result<Chosen, Failure> {
        let settings = self.search.settings;
        let facts = self.program.facts().clone();
        let mut candidates: Vec<Candidate> = explored
            .iter()
            .flat_map(|unit| unit.candidates.iter().cloned())
            .collect();
        choice::once_for_a_place(&mut candidates, &facts);
        let start = Instant::now();
        let mut diverged = BTreeSet::new();
        let mut is_dropped = false;
        let mut hunt = self.hunt(explored);
        for round in 1.. {
            let mut chosen = choice::choose(&candidates, &facts, settings);
            let mut suite = chosen.clone();
            // What one round reports is not true of the next.
            let mut attempt = report.clone();
            if !settings.all_paths {
                self.search.host.progress.phase("making inputs small");
                let clock = Instant::now();
                self.shrink(&mut suite);
                phase(&mut attempt, "shrink", clock);
                let clock = Instant::now();
                let plain = (suite.clone(), chosen.clone());
                self.improve(hunt.as_mut(), &mut suite, &mut chosen, &candidates);
                if is_dropped {
                    choice::add_missing((&mut suite, &mut chosen), plain);
                }
                phase(&mut attempt, "mutants", clock);
            }
            let lost = self.retrace(&mut suite, &chosen, &mut candidates);
            diverged.extend(&lost);
            if round < MOST_CHOICES && choice::covers_any(&candidates, &lost) {
                continue;
            }
            self.search
                .host
                .progress
                .phase("writing and running the suite");
            let clock = Instant::now();
            let kept = self.write(&suite, &mut attempt)?;
            let inner: f64 = ["observe", "run tests"]
                .iter()
                .filter_map(|phase| attempt.phases.get(*phase))
                .sum();
            let seconds = clock.elapsed().as_secs_f64() - inner;
            attempt.phases.insert("write".to_owned(), seconds.max(0.0));
            let is_kept = |index: usize| kept.contains_key(&index);
            choice::without_dropped(&mut candidates, &chosen, &is_kept);
            for (index, test) in suite.tests.iter().enumerate() {
                if !is_kept(index) {
                    is_dropped = true;
                    hunt.iter_mut().for_each(|hunt| hunt.reject(test));
                }
            }
            let time = settings.time.map(|time| time / WRITING_SHARE);
            let is_late = time.is_some_and(|time| start.elapsed() > time);
            let is_last = round == MOST_CHOICES || is_late || self.search.is_cancelled();
            if is_last || !choice::can_replace(&candidates, &chosen, &is_kept) {
                self.save(&suite, &mut attempt)?;
                *report = attempt;
                let chosen = Chosen {
                    suite,
                    kept,
                    diverged,
                    discarded: std::mem::take(&mut self.discarded),
                };
                let is_asked = settings.mutation || settings.criteria.ask_for_mutants();
                report.mutants = hunt.map(|hunt| mutants::report(&hunt, &chosen, is_asked));
                return Ok(chosen);
            }
        }
        unreachable!("the last round returns")
    }

    /// What looks for mutants, if the front end makes them: with all that is left where they
    /// are asked for, else with a small share of what exploring took.
    fn hunt(&mut self, explored: &[Explored]) -> Option<Hunt> {
        let settings = self.search.settings;
        let wants_few = !settings.criteria.keep_what_differs();
        if settings.all_paths || wants_few || self.search.is_stopped() {
            return None;
        }
        let mutants = self.program.mutants()?;
        let spent = explored.iter().map(|unit| unit.report.work_seconds);
        let share = Duration::from_secs_f64(spent.sum::<f64>() * MUTANTS_SHARE);
        let allowance = match settings.criteria.ask_for_mutants() {
            true => self.search.left(),
            false => (LEAST_FOR_MUTANTS + share).min(self.search.settings.work),
        };
        let source = &self.program.facts().source;
        Some(Hunt::new(mutants, source, allowance))
    }

    /// Makes tests of which a reader, and whoever changes the program, sees more.
    fn improve(
        &mut self,
        hunt: Option<&mut Hunt>,
        suite: &mut Suite,
        chosen: &mut Suite,
        pool: &[Candidate],
    ) {
        let settings = self.search.settings;
        let (plan, crew) = self.program.explorers();
        let mut prey = Prey {
            facts: plan.facts(),
            units: crew.together(),
            limits: settings.run_limits(),
            pool,
        };
        match hunt {
            Some(hunt) => {
                self.search.host.progress.phase("looking for mutants");
                hunt.improve(suite, chosen, &mut prey);
            }
            None if settings.criteria.keep_what_differs() => {
                mutants::tell_all(suite, &mut prey);
            }
            None => {}
        }
    }

    fn shrink(&mut self, suite: &mut Suite) {
        let settings = self.search.settings;
        self.program.before_shrinking(suite);
        let (plan, crew) = self.program.explorers();
        shrink_inputs(crew.together(), plan.facts(), suite, settings);
        self.program.after_shrinking(suite);
    }

    /// Takes from each test what a run with plain values does not reach on its input: a model
    /// of ours differs from the platform there. Returns what was taken.
    fn retrace(
        &mut self,
        suite: &mut Suite,
        chosen: &Suite,
        candidates: &mut [Candidate],
    ) -> BTreeSet<GoalId> {
        let limits = self.search.settings.run_limits();
        let (plan, crew) = self.program.explorers();
        let facts = plan.facts();
        let units = crew.together();
        let mut lost = BTreeSet::new();
        let before = chosen.tests.iter().chain(&chosen.failures);
        let after = suite.tests.iter_mut().chain(&mut suite.failures);
        for (before, after) in before.zip(after) {
            let unit = facts.units.iter().position(|one| one.name == after.unit);
            let trace = unit.and_then(|unit| units.retrace(unit, &after.input, &limits));
            let Some(trace) = trace.filter(|trace| trace.outcome.is_finished()) else {
                continue;
            };
            let is_real = |goal: &GoalId| trace.covered.binary_search(goal).is_ok();
            lost.extend(after.goals.iter().filter(|goal| !is_real(goal)));
            after.goals.retain(is_real);
            let is_same =
                |one: &&mut Candidate| one.unit == before.unit && one.input == before.input;
            for known in candidates.iter_mut().filter(is_same) {
                known.goals.retain(is_real);
            }
        }
        lost
    }

    /// Observes, writes and checks a suite, and says in the report what became of each
    /// candidate. Nothing of it is saved yet.
    fn write(&mut self, suite: &Suite, report: &mut ModuleReport) -> Result<KeptTests, Failure> {
        let candidates: Vec<&Candidate> = suite.tests.iter().chain(&suite.failures).collect();
        let kept = kept_of(&candidates);
        let clock = Instant::now();
        for one in self.program.observe(&kept)? {
            self.discard(&candidates, one.id, &one.reason, report);
        }
        phase(report, "observe", clock);
        let clock = Instant::now();
        let written = self.check(&candidates, report)?;
        phase(report, "run tests", clock);
        for skipped in &written.written.skipped {
            let reason = &skipped.reason;
            self.discard(&candidates, skipped.id, reason, report);
        }
        Ok(self.record(&written, &candidates, report))
    }

    /// Says that a candidate becomes no test, and why.
    pub(crate) fn discard(
        &mut self,
        candidates: &[&Candidate],
        id: u64,
        why: &str,
        report: &mut ModuleReport,
    ) {
        let lost = candidates.get(id as usize);
        for goal in lost.iter().flat_map(|candidate| &candidate.goals) {
            let known = self.discarded.entry(*goal);
            known.or_insert_with(|| why.to_owned());
        }
        report.tests.push(dropped(candidates, id, why));
    }

    /// What sets each test apart, and what it covers if tests are to say it.
    pub(crate) fn annotations(&self, candidates: &[&Candidate]) -> Annotations {
        let mut comments = comments(candidates, self.search.goals, self.search.settings);
        for id in 0..candidates.len() as u64 {
            if let Some(suspicion) = self.program.notes(id).suspicion {
                let own = comments.entry(id).or_default();
                own.push(suspicions::comment(&suspicion));
            }
        }
        Annotations {
            alike: match self.search.settings.tables {
                true => Alike::Table,
                false => Alike::Apart,
            },
            comments,
            conditions: apart::conditions(candidates, self.program.facts()),
        }
    }

    /// Adds the written tests to the report.
    fn record(
        &self,
        suite: &merged::Suite,
        candidates: &[&Candidate],
        report: &mut ModuleReport,
    ) -> KeptTests {
        let mut kept = KeptTests::new();
        for kind in FileKind::ALL {
            let Some(file) = suite.written.file(kind) else {
                continue;
            };
            for test in &file.tests {
                let notes = self.program.notes(test.id);
                if let Some(suspicion) = &notes.suspicion {
                    let unit = &candidates[test.id as usize].unit;
                    suspicions::record(suspicion, unit, &test.name, report);
                }
                report.tests.push(TestReport {
                    name: test.name.clone(),
                    unit: candidates[test.id as usize].unit.clone(),
                    kind: kind_of(kind),
                    note: notes.note,
                    source: file.source_of(test.id),
                    before: notes.before,
                    after: notes.after,
                    weakened: weakened(&notes.weakened),
                    grounds: grounds(notes.likelihood.as_ref()),
                });
                kept.insert(test.id as usize, test.name.clone());
            }
        }
        for (id, name) in &suite.stood_for {
            let notes = self.program.notes(*id);
            report.tests.push(TestReport {
                name: name.clone(),
                unit: candidates[*id as usize].unit.clone(),
                kind: TestKind::Kept,
                note: format!("{}, as a person changed it", notes.note),
                source: String::new(),
                before: notes.before,
                after: notes.after,
                weakened: Vec::new(),
                grounds: Vec::new(),
            });
            kept.insert(*id as usize, name.clone());
        }
        kept
    }
}

pub(crate) fn kept_of<'a>(candidates: &[&'a Candidate]) -> Vec<Kept<'a>> {
    let all = candidates.iter().enumerate();
    all.map(|(id, candidate)| Kept {
        id: id as u64,
        candidate,
    })
    .collect()
}
