//! The observer's side of the engine: kept inputs are run on the unmodified
//! module in fresh processes, and described as JSON.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_confine::World;
use everypath_trace::Input;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::agree::agree;
use crate::observers::{Case, Described, Entry, Start, Waiting};

/// From this many cases on, two processes share them.
const SHARED_FROM: usize = 200;

/// What to observe.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ObserveRequest {
    /// The file, if the target is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The dotted module name, otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The directory to put on Python's path for a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// The scope's bounds, by the names the worker knows; the ones of the runs.
    pub scope: Json,
    /// The invariant's name, if the user gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<String>,
    /// Whether to say how observers of the receiver are asked.
    pub observer_arguments: bool,
    /// Seconds that a case may take.
    pub timeout: f64,
    /// What the subject may do to the machine.
    pub allow: Vec<String>,
    /// How long the module may take to be imported.
    #[serde(skip)]
    pub patience: Duration,
    /// Places that cannot be read, so that what a case makes of them is not true elsewhere.
    pub secrets: Vec<PathBuf>,
    /// Directories of this machine that no test may name.
    pub private: Vec<String>,
    /// Bytes of memory that the process may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

/// An input to observe.
#[derive(Clone, Debug)]
pub struct Kept {
    /// A number of the caller's choice.
    pub id: u64,
    /// The unit.
    pub unit: String,
    /// What it runs on.
    pub input: Input,
}

/// A case that gives no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The case.
    pub id: u64,
    /// The unit.
    pub unit: String,
    /// Why.
    pub reason: String,
}

/// What was observed.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The descriptions as JSON, in the order of the inputs. What two
    /// processes did not agree on is listed under `unstable`.
    pub cases: Vec<String>,
    /// The cases that two processes disagree on altogether.
    pub dropped: Vec<Dropped>,
}

/// Observes inputs of one module. Processes are started ahead, so that the
/// module is loaded by the time there is something to observe.
pub struct Observer {
    start: Start,
    ahead: Option<Waiting>,
}

impl Observer {
    /// Starts a process that loads the module.
    pub fn start(python: &Path, library: &Path, request: ObserveRequest) -> Observer {
        let start = Start {
            python: python.to_owned(),
            library: library.to_owned(),
            request,
        };
        // If this fails, it fails again when it is needed, and says so.
        let ahead = start.process(World::FIRST, Entry::Observe).ok();
        Observer { start, ahead }
    }

    /// Observes every input in fresh processes in all worlds.
    pub fn in_all_worlds(&mut self, kept: &[Kept]) -> Result<Observed, String> {
        let cases: Vec<Case> = kept.iter().map(Case::new).collect();
        let ahead = self.ahead.take();
        let first = self.start.describe(&cases, World::FIRST, ahead)?;
        let all: Vec<usize> = (0..cases.len()).collect();
        let others = self.elsewhere(&cases, &all)?;
        Ok(agreed(kept, first.cases, &others))
    }

    /// Observes every input once, for tests that are run before they are
    /// kept; in all worlds what no passing test will show, and all of a module that may
    /// ask what the world is like.
    pub fn once(&mut self, kept: &[Kept]) -> Result<Observed, String> {
        let cases: Vec<Case> = kept.iter().map(Case::new).collect();
        let described = if cases.len() < SHARED_FROM {
            let ahead = self.ahead.take();
            self.start.describe(&cases, World::FIRST, ahead)?
        } else {
            let (left, right) = cases.split_at(cases.len() / 2);
            let (mut left, right) = self.both(left, right)?;
            left.cases.extend(right.cases);
            left.uncertain |= right.uncertain;
            left
        };
        let again: Vec<usize> = (0..cases.len())
            .filter(|&index| described.uncertain || !is_shown(&described.cases[index]))
            .collect();
        let others = self.elsewhere(&cases, &again)?;
        Ok(agreed(kept, described.cases, &others))
    }

    /// What some cases, by their places, do in the other worlds.
    fn elsewhere(&self, cases: &[Case], places: &[usize]) -> Result<Vec<Elsewhere>, String> {
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let repeated: Vec<Case> = places.iter().map(|&place| cases[place].clone()).collect();
        let describe = |world: World| {
            let found = self.start.describe(&repeated, world, None)?;
            Ok(places.iter().copied().zip(found.cases).collect())
        };
        std::thread::scope(|scope| {
            let worlds: Vec<_> = World::all()
                .filter(|world| *world != World::FIRST)
                .map(|world| scope.spawn(move || describe(world)))
                .collect();
            let found = worlds.into_iter().map(|world| world.join());
            found
                .map(|found| found.map_err(|_| "the observer's thread failed".to_owned())?)
                .collect()
        })
    }

    /// Two descriptions at the same time.
    fn both(&mut self, first: &[Case], second: &[Case]) -> Result<(Described, Described), String> {
        let ahead = self.ahead.take();
        let describe = |cases, ahead| self.start.describe(cases, World::FIRST, ahead);
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(|| describe(second, None));
            (describe(first, ahead), second.join())
        });
        let second = second.map_err(|_| "the observer's thread failed".to_owned())?;
        Ok((first?, second?))
    }
}

/// The descriptions of cases in another world, by their places.
type Elsewhere = BTreeMap<usize, String>;

/// Observes every input in fresh processes in all worlds.
pub fn observe(
    python: &Path,
    library: &Path,
    request: &ObserveRequest,
    kept: &[Kept],
) -> Result<Observed, String> {
    Observer::start(python, library, request.clone()).in_all_worlds(kept)
}

/// What the descriptions of each input agree on, where there are several.
fn agreed(kept: &[Kept], first: Vec<String>, others: &[Elsewhere]) -> Observed {
    let mut observed = Observed::default();
    for (index, (kept, first)) in kept.iter().zip(first).enumerate() {
        let mut others = others.iter().filter_map(|other| other.get(&index));
        match others.try_fold(first, |first, other| agree(first, other)) {
            Ok(case) => observed.cases.push(case),
            Err(reason) => observed.dropped.push(Dropped {
                id: kept.id,
                unit: kept.unit.clone(),
                reason,
            }),
        }
    }
    observed
}

/// Whether a case ended in a way that a passing test shows.
fn is_shown(case: &str) -> bool {
    #[derive(Deserialize)]
    struct Ended {
        outcome: Outcome,
    }
    #[derive(Deserialize)]
    struct Outcome {
        kind: String,
    }
    serde_json::from_str::<Ended>(case)
        .is_ok_and(|case| matches!(case.outcome.kind.as_str(), "returned" | "raised"))
}
