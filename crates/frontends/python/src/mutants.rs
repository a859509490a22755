//! Mutants of a module: one process runs inputs on the module as each of them.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use everypath_confine::World;
use everypath_trace::{Input, Mutant, MutantId};
use serde::Deserialize;
use serde_json::json;

use crate::lines::End;
use crate::observer::{Kept, ObserveRequest};
use crate::observers::{Case, Entry, Start, Waiting};

/// How much longer than its own limit a run may take before its process is killed.
const GRACE: Duration = Duration::from_secs(3);
/// Processes that mutants may take down before the rest is given up.
const MOST_LOSSES: usize = 20;
/// The price of making an input ready, of one run, and of each line of the subject in it.
const LOOK: Duration = Duration::from_micros(300);
const RUN: Duration = Duration::from_micros(300);
const LINE: Duration = Duration::from_nanos(700);
/// The price of a process that was lost: another one loads the module.
const LOSS: Duration = Duration::from_millis(150);

/// What became of mutants on one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MutantRuns {
    /// Those whose change was reached.
    pub reached: Vec<MutantId>,
    /// Those of which a test would see that something is different, or that do not end.
    pub killed: Vec<MutantId>,
    /// Those that are the same code.
    pub equivalent: Vec<MutantId>,
    /// What all of it cost.
    pub cost: Duration,
}

/// A module that can be any of its mutants.
pub struct MutatedModule {
    start: Start,
    process: Option<Waiting>,
    mutants: Vec<Mutant>,
    losses: usize,
}

/// What the process says when the module is loaded.
#[derive(Debug, Deserialize)]
struct Ready {
    #[serde(default)]
    mutants: Vec<Mutant>,
}

/// What it says of the original.
#[derive(Debug, Deserialize)]
struct Original {
    work: u32,
    reached: Vec<MutantId>,
}

/// What it says of a mutant.
#[derive(Debug, Deserialize)]
struct Ran {
    work: u32,
    end: RanEnd,
}

/// How a run of a mutant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RanEnd {
    /// A test would see it.
    Killed,
    /// It would not.
    Survived,
    /// There is nothing to see.
    Equivalent,
}

/// A process that is gone.
struct Loss {
    /// The mutant that was under way, if it was not the original.
    mutant: Option<MutantId>,
    /// What that cost.
    cost: Duration,
}

impl Loss {
    /// One that ended by itself.
    fn new(mutant: Option<MutantId>) -> Loss {
        Loss { mutant, cost: LOSS }
    }
}

impl MutatedModule {
    /// Loads a module; `None` if it has no mutants or cannot be loaded so.
    pub fn start(python: &Path, library: &Path, request: ObserveRequest) -> Option<MutatedModule> {
        let start = Start {
            python: python.to_owned(),
            library: library.to_owned(),
            request,
        };
        let mut module = MutatedModule {
            start,
            process: None,
            mutants: Vec::new(),
            losses: 0,
        };
        module.begin()?;
        (!module.mutants.is_empty()).then_some(module)
    }

    /// All mutants, by number.
    pub fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    /// Starts a process, unless too many were lost.
    fn begin(&mut self) -> Option<()> {
        if self.process.is_some() {
            return Some(());
        }
        if self.losses > MOST_LOSSES {
            return None;
        }
        let mut process = self.start.process(World::FIRST, Entry::Mutated).ok()?;
        let ready = process.lines.next(self.start.request.patience).ok()?;
        self.mutants = serde_json::from_slice::<Ready>(&ready).ok()?.mutants;
        self.process = Some(process);
        Some(())
    }

    /// Runs a unit on an input as it is, and as each of some mutants.
    pub fn look(&mut self, unit: &str, input: &Input, mutants: &[MutantId]) -> MutantRuns {
        let mut runs = MutantRuns::default();
        let mut rest = mutants.to_vec();
        let kept = Kept {
            id: 0,
            unit: unit.to_owned(),
            input: input.clone(),
        };
        while !rest.is_empty() && self.begin().is_some() {
            match self.look_at_some(&kept, &rest, &mut runs) {
                Ok(()) => break,
                // It is gone: the original itself, or the mutant that was under way. That
                // one would take the test's process down, too.
                Err(Loss { mutant, cost }) => {
                    self.process = None;
                    self.losses += 1;
                    runs.cost += cost;
                    let Some(lost) = mutant else { break };
                    runs.killed.push(lost);
                    let at = rest.iter().position(|one| *one == lost);
                    rest.drain(..=at.unwrap_or(0));
                }
            }
        }
        runs
    }

    /// Runs mutants in one process; if it ends before its time, with which.
    fn look_at_some(
        &mut self,
        kept: &Kept,
        mutants: &[MutantId],
        runs: &mut MutantRuns,
    ) -> Result<(), Loss> {
        let Some(process) = &mut self.process else {
            return Err(Loss::new(None));
        };
        let request = json!({"case": Case::new(kept), "mutants": mutants});
        let request = format!("{request}\n");
        let written = process.stdin.write_all(request.as_bytes());
        written.map_err(|_| Loss::new(None))?;
        let seconds = self.start.request.timeout.max(0.01);
        let limit = Duration::from_secs_f64(seconds) + GRACE;
        let next = |process: &mut Waiting, mutant: Option<MutantId>| {
            process.lines.next(limit).map_err(|end| Loss {
                mutant,
                cost: match end {
                    End::TimedOut => limit,
                    End::Died(_) => LOSS,
                },
            })
        };
        let line = next(process, None)?;
        let original: Original = serde_json::from_slice(&line).map_err(|_| Loss::new(None))?;
        runs.cost += LOOK + RUN + LINE * original.work;
        for mutant in original.reached {
            if !runs.reached.contains(&mutant) {
                runs.reached.push(mutant);
            }
            let line = next(process, Some(mutant))?;
            let ran: Ran = serde_json::from_slice(&line).map_err(|_| Loss::new(Some(mutant)))?;
            runs.cost += RUN + LINE * ran.work;
            match ran.end {
                RanEnd::Killed => runs.killed.push(mutant),
                RanEnd::Equivalent => runs.equivalent.push(mutant),
                RanEnd::Survived => {}
            }
        }
        Ok(())
    }
}
