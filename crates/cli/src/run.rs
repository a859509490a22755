//! The modules of a command: those that earlier commands know are not explored again, the
//! others are explored side by side. What comes out does not depend on how many at a time.

use std::borrow::Borrow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use everypath_confine::Warden;
use everypath_generate::{Failure, FailureKind, Host, Module, Settings};
use everypath_report::{ModuleReport, VerdictKind, headline};

use crate::budget::Budget;
use crate::events::Event;
use crate::memory::{Memory, Question};
use crate::one::suite_of;
use crate::processors::Shares;
use crate::progress::{ModuleProgress, Progress};
use crate::target::Target;

/// How often what the clock stopped is explored again, while there is time.
const MOST_AGAIN: usize = 3;
/// With less time than this nothing is begun again.
const WORTHWHILE: Duration = Duration::from_secs(4);
/// The size of a module of which nobody knows it, in bytes.
const USUAL_SIZE: f64 = 8000.0;

/// What became of a module; `None` if the command ended before its turn.
pub(crate) type Ended = Option<Result<ModuleReport, Failure>>;

/// The modules of a command, and what they share.
pub(crate) struct Run<'a> {
    pub(crate) modules: &'a [(Target, Arc<Settings>)],
    pub(crate) host: Host<'a>,
    pub(crate) progress: &'a Progress,
    pub(crate) memory: &'a Memory,
    /// How long they may take, if somebody says that.
    pub(crate) budget: Option<Budget>,
    /// How many processors there are for them.
    pub(crate) jobs: usize,
}

/// A module that has to be explored.
struct Waiting {
    place: usize,
    question: Option<Question>,
}

impl Run<'_> {
    /// Makes all suites, and says what became of each module.
    pub(crate) fn all(&self) -> Vec<Ended> {
        let mut ended: Vec<Ended> = Vec::new();
        let mut waiting = Vec::new();
        for (place, (target, settings)) in self.modules.iter().enumerate() {
            let question = self.memory.question(target, settings);
            let known = question
                .as_ref()
                .and_then(|question| self.memory.recall(question, settings, self.host.claims));
            match &known {
                Some(known) => {
                    self.host.claims.pass(place);
                    self.progress.tell(&Event::of(target.text(), known));
                }
                None => waiting.push(Waiting { place, question }),
            }
            ended.push(known);
        }
        let weights: Vec<f64> = waiting.iter().map(|one| self.size(one)).collect();
        for (place, result) in self.explore(&waiting, &weights) {
            ended[place] = Some(result);
        }
        self.improve(&waiting, &mut ended);
        if !self.host.is_cancelled() && !waiting.is_empty() {
            self.memory.close();
        }
        ended
    }

    /// Explores again what the clock stopped, with the time that others left.
    fn improve(&self, waiting: &[Waiting], ended: &mut [Ended]) {
        let Some(budget) = &self.budget else { return };
        for _ in 0..MOST_AGAIN {
            let gain = |one: &Waiting| match &ended[one.place] {
                Some(Ok(report)) if report.was_stopped => gain(report),
                _ => 0,
            };
            let again: Vec<&Waiting> = waiting.iter().filter(|one| gain(one) > 0).collect();
            let is_over = budget.left() < WORTHWHILE || self.host.is_cancelled();
            if again.is_empty() || is_over {
                return;
            }
            let weights: Vec<f64> = again.iter().map(|one| gain(one) as f64).collect();
            for (place, result) in self.explore(&again, &weights) {
                if result.is_ok() {
                    ended[place] = Some(result);
                }
            }
        }
    }

    /// How large a module is, in bytes of its source.
    fn size(&self, waiting: &Waiting) -> f64 {
        let file = match &self.modules[waiting.place].0 {
            Target::Python(target) | Target::C(target) => match &target.module {
                Module::File(file) => std::fs::metadata(file).ok(),
                Module::Name(_) => None,
            },
            Target::Java(_) => None,
        };
        file.map_or(USUAL_SIZE, |known| known.len().max(1) as f64)
    }

    /// Explores modules, in order, as many at a time as there are processors for.
    fn explore<W: Borrow<Waiting> + Sync>(
        &self,
        waiting: &[W],
        weights: &[f64],
    ) -> Vec<(usize, Result<ModuleReport, Failure>)> {
        let at_a_time = self.jobs.min(waiting.len()).max(1);
        let settings = waiting
            .iter()
            .map(|one| &self.modules[one.borrow().place].1);
        let memory = settings.map(|settings| settings.memory).max();
        let memory = memory.unwrap_or_default().saturating_mul(at_a_time as u64);
        let _warden = Warden::start(memory);
        let shares = Shares::new(at_a_time);
        if let Some(budget) = &self.budget {
            budget.begin(weights, at_a_time);
        }
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        let work = |place: usize| {
            shares.take(place);
            loop {
                let turn = next.fetch_add(1, Ordering::Relaxed);
                let Some(one) = waiting.get(turn).map(Borrow::borrow) else {
                    return;
                };
                if self.host.is_cancelled() {
                    // Others may wait for it to choose its names.
                    self.host.claims.pass(one.place);
                    return;
                }
                let result = self.within(weights[turn], one, at_a_time);
                self.host.claims.pass(one.place);
                let found = found.lock();
                let mut found = found.unwrap_or_else(|poisoned| poisoned.into_inner());
                found.push((one.place, result));
            }
        };
        std::thread::scope(|scope| {
            let work = &work;
            // In threads of their own: what comes after has all processors again.
            for place in 0..at_a_time {
                scope.spawn(move || work(place));
            }
        });
        let found = found.into_inner();
        found.unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Explores a module within its share of the budget, if there is one.
    fn within(
        &self,
        weight: f64,
        one: &Waiting,
        at_a_time: usize,
    ) -> Result<ModuleReport, Failure> {
        let Some(budget) = &self.budget else {
            return self.one(one, at_a_time, None);
        };
        let clock = Instant::now();
        let share = budget.share(weight).ok_or_else(|| {
            let message = "the budget was over before its turn";
            Failure::new(FailureKind::OutOfBudget, message)
        })?;
        let report = self.one(one, at_a_time, Some(share))?;
        let exploring = report.phases.get("explore").copied().unwrap_or_default();
        budget.done(clock.elapsed(), Duration::from_secs_f64(exploring));
        Ok(report)
    }

    /// Explores a module, remembers what came out and tells it.
    fn one(
        &self,
        waiting: &Waiting,
        at_a_time: usize,
        time: Option<Duration>,
    ) -> Result<ModuleReport, Failure> {
        let (target, settings) = &self.modules[waiting.place];
        let progress = ModuleProgress {
            all: self.progress,
            number: waiting.place + 1,
            count: self.modules.len(),
            target: target.text(),
        };
        let mut settings = Settings::clone(settings);
        settings.jobs = (self.jobs / at_a_time).max(1);
        settings.remembers = waiting.question.is_some();
        settings.pictures |= settings.remembers;
        settings.time = settings.time.into_iter().chain(time).min();
        let host = Host {
            place: waiting.place,
            progress: &progress,
            ..self.host
        };
        let (ground, result) = suite_of(target, &settings, &host);
        let is_final = match &result {
            Ok(report) => !report.was_stopped && !settings.check,
            Err(_) => true,
        };
        if let (Some(question), Some(ground), true) = (&waiting.question, &ground, is_final) {
            self.memory.note(question, ground, &result);
        }
        progress.end(&match &result {
            Ok(module) => headline(module),
            Err(failure) => failure.to_string(),
        });
        self.progress.tell(&Event::of(target.text(), &result));
        result
    }
}

/// The goals that more time might still cover.
fn gain(report: &ModuleReport) -> usize {
    let goals = report.goals.iter();
    goals
        .filter(|goal| goal.verdict == VerdictKind::OutOfBudget)
        .count()
}
