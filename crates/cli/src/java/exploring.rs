//! Exploring the units of one class.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use everypath_explore::{Aim, Verdict};
use everypath_jvm::{JvmExecutor, Loaded, Unit};
use everypath_trace::GoalId;

use crate::explored::Explored;
use crate::search::Search;

/// The least that a unit gets, however many there are.
const SHORTEST: Duration = Duration::from_millis(200);
/// What a unit that was cut short gets at least if time is left.
const AGAIN: Duration = Duration::from_secs(1);

/// What exploring a class needs.
pub struct Exploring<'a> {
    /// The class.
    pub loaded: &'a Loaded,
    /// The search.
    pub search: Search<'a>,
    /// The units that the target asks for, if not all.
    pub part: Option<Vec<String>>,
}

impl Exploring<'_> {
    /// Whether the criterion asks for a goal.
    pub fn is_wanted(&self, goal: GoalId) -> bool {
        let goal = &self.loaded.goals[goal];
        self.search.settings.criteria.ask_for(goal.kind)
            && self
                .part
                .as_ref()
                .is_none_or(|part| part.iter().any(|unit| function_of(unit) == goal.function))
    }

    /// Explores units, by their indices, as many at a time as the settings
    /// say; the result is in the order of the units. Each gets its share of
    /// the time that is left; those that were cut short get another one.
    pub fn units(&self, units: &[usize]) -> Vec<(usize, Result<Explored, String>)> {
        let mut found = self.round(units, None);
        let left = self.search.left();
        let cut: Vec<usize> = units
            .iter()
            .copied()
            .filter(|unit| found.get(unit).is_some_and(|found| self.is_cut(found)))
            .collect();
        let share = left / (cut.len().max(1) as u32) * self.workers(cut.len()) as u32;
        if !cut.is_empty() && share > AGAIN {
            for (unit, again) in self.round(&cut, Some(share)) {
                let better = match (&again, found.get(&unit)) {
                    (Ok(again), Some(Ok(before))) => covered(again) >= covered(before),
                    (Ok(_), _) => true,
                    (Err(_), _) => false,
                };
                if better {
                    found.insert(unit, again);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Whether a search ended by its clock with goals still open.
    fn is_cut(&self, found: &Result<Explored, String>) -> bool {
        let Ok(found) = found else { return false };
        found.verdicts.iter().any(|(goal, verdict)| {
            self.is_wanted(*goal)
                && matches!(verdict, Verdict::Missed { cause, .. }
                    if cause.kind() == everypath_explore::CauseKind::OutOfBudget)
        })
    }

    fn workers(&self, units: usize) -> usize {
        self.search.settings.jobs.min(units).max(1)
    }

    fn round(
        &self,
        units: &[usize],
        share: Option<Duration>,
    ) -> BTreeMap<usize, Result<Explored, String>> {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(BTreeMap::new());
        let workers = self.workers(units.len());
        let work = || {
            let mut executor = match JvmExecutor::new(self.loaded) {
                Ok(executor) => executor,
                Err(error) => {
                    let mut results = results.lock().expect("no worker panics with the results");
                    for unit in units {
                        results.entry(*unit).or_insert(Err(error.clone()));
                    }
                    return;
                }
            };
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&unit) = units.get(index) else {
                    return;
                };
                let waiting = (units.len() - index) as u32;
                let fair = self.search.left() / waiting * workers as u32;
                let found = self.unit(&mut executor, unit, share.unwrap_or(fair.max(SHORTEST)));
                results
                    .lock()
                    .expect("no worker panics with the results")
                    .insert(unit, found);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..workers {
                scope.spawn(work);
            }
            work();
        });
        results.into_inner().expect("all workers have ended")
    }

    fn unit(
        &self,
        executor: &mut JvmExecutor,
        index: usize,
        share: Duration,
    ) -> Result<Explored, String> {
        let unit = &self.loaded.units[index];
        executor.choose(index)?;
        let wanted = unit
            .goals
            .iter()
            .copied()
            .filter(|&goal| self.is_wanted(goal))
            .collect();
        let mut task = self.search.task(wanted);
        let time = task.budget.time.unwrap_or(share).min(share);
        task.budget.time = Some(time.min(self.search.left()));
        if self.search.settings.all_paths {
            task.budget.aim = Aim::Paths;
        }
        let name = unit.name();
        let found = self.search.run(executor, &name, &task);
        Ok(Explored::new(&name, &found, &|goal| {
            let kind = self.loaded.goals[goal].kind;
            self.search.settings.criteria.count(kind)
        }))
    }
}

fn covered(found: &Explored) -> usize {
    found
        .verdicts
        .iter()
        .filter(|(_, verdict)| matches!(verdict, Verdict::Covered { .. }))
        .count()
}

/// The function that holds a unit's own goals, as goals name it.
pub fn function_of(unit: &str) -> String {
    let name = unit.split('(').next().unwrap_or(unit);
    name.replace('#', ".")
}

/// Whether a unit is private.
pub fn is_private(unit: &Unit) -> bool {
    unit.access & 0x0002 != 0
}
