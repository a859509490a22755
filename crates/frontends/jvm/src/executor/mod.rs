//! The executor: runs one unit of a loaded program on inputs.

mod call;
mod look;
mod preparation;
mod questions;
mod replay;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

use everypath_term::Terms;
use everypath_trace::{Chance, Executor, GoalId, Input, Outcome, RunLimits, Trace};

use crate::inputs::Hierarchy;
use crate::lower::Guide;
use crate::machine::{ClassId, Limits, Machine, Run, Session, Stop, processor_time};
use crate::program::{Loaded, UnitKind};

/// Instructions of a run in a second of its time.
const INSTRUCTIONS: u64 = 200_000_000;
/// How many times its time a run may use a processor: what ends it are instructions, which
/// are counted, unless they are slow ones.
const SLOWNESS: u32 = 4;
/// What a run costs, and an instruction of it.
const RUN: Duration = Duration::from_micros(150);
const INSTRUCTION: Duration = Duration::from_nanos(20);

/// How long the initialiser of a class may take.
const LONGEST_INITIALISER: Duration = Duration::from_secs(2);

/// Runs the units of one program, one at a time.
#[derive(Debug)]
pub struct JvmExecutor {
    loaded: Loaded,
    unit: usize,
    machine: Machine,
    hierarchy: Rc<Hierarchy>,
    /// The goals that initialising classes covers: every run does.
    initial: Vec<GoalId>,
    /// The classes that cannot be initialised outside of runs.
    unsettled: BTreeSet<ClassId>,
    /// The goals that were covered before the receiver's observers were asked.
    before: Vec<GoalId>,
    /// The structure that the receiver's fields follow in this run.
    guide: Option<Guide>,
    /// What open slots are drawn from in this run.
    chance: Option<Chance>,
    /// The goals that a run covers by touching them; `None` if it does all.
    by_touch: Option<BTreeSet<GoalId>>,
    /// The goals that the last run touched and does not cover.
    touched: Vec<GoalId>,
}

impl JvmExecutor {
    /// An executor of a program; it runs the first unit until told otherwise.
    pub fn new(loaded: &Loaded) -> Result<JvmExecutor, String> {
        Ok(JvmExecutor {
            unit: 0,
            machine: boot(loaded)?,
            hierarchy: Rc::new(Hierarchy::new(loaded)),
            initial: Vec::new(),
            unsettled: BTreeSet::new(),
            before: Vec::new(),
            guide: None,
            chance: None,
            by_touch: None,
            touched: Vec::new(),
            loaded: loaded.clone(),
        })
    }

    /// Chooses the unit that `run` runs.
    pub fn choose(&mut self, unit: usize) -> Result<(), String> {
        if unit >= self.loaded.units.len() {
            return Err(format!("there is no unit {unit}"));
        }
        self.unit = unit;
        Ok(())
    }

    /// From now on runs cover a side of a branch if they pass it: if what
    /// follows it does not throw at once. Sides that nothing passes may be
    /// covered all the same by touching them.
    pub fn pass_all_but(&mut self, by_touch: BTreeSet<GoalId>) {
        self.by_touch = Some(by_touch);
    }

    /// The goals that the last run touched and does not cover.
    pub fn touched(&self) -> &[GoalId] {
        &self.touched
    }

    /// Runs the unit on an input whose receiver follows a structure; the
    /// trace's input is one that leads there without a guide.
    pub fn run_guided(
        &mut self,
        terms: &mut Terms,
        input: &Input,
        guide: Option<Guide>,
        limits: &RunLimits,
    ) -> Trace {
        self.guide = guide;
        let trace = self.run(terms, input, limits);
        self.guide = None;
        trace
    }

    /// Runs the unit on an input whose open slots are drawn from a seed; the
    /// trace's input leads there again.
    pub fn run_drawn(
        &mut self,
        terms: &mut Terms,
        input: &Input,
        seed: u64,
        limits: &RunLimits,
    ) -> Trace {
        self.chance = Some(Chance::new(seed));
        let trace = self.run(terms, input, limits);
        self.chance = None;
        trace
    }

    /// Whether receivers of the chosen unit are initialised lazily.
    fn is_lazy(&self) -> bool {
        let unit = &self.loaded.units[self.unit];
        unit.kind == UnitKind::Instance && unit.invariant.is_some()
    }

    /// Runs the unit on an input without any symbol: the JDK's own code runs, and no model.
    /// What it touches counts as covered.
    pub fn run_concretely(&mut self, input: &Input, limits: &RunLimits) -> Trace {
        let session = Session {
            concrete: true,
            ..self.session(input, limits.decisions)
        };
        let mut trace = self.run_session(session, &mut Terms::new(), limits);
        trace.covered.extend(&self.touched);
        trace.covered.sort_unstable();
        trace
    }

    fn outcome(&mut self, ended: Run<()>) -> Outcome {
        match ended {
            Ok(()) => Outcome::Returned,
            Err(Stop::End(outcome)) => outcome,
            Err(Stop::Throw(thrown)) => {
                let (kind, message) = self.machine.describe_throwable(thrown);
                let message = message.unwrap_or_default();
                match self.missing_class(&kind, &message) {
                    Some(construct) => Outcome::Unsupported { construct },
                    None => Outcome::Threw { kind, message },
                }
            }
        }
    }

    /// What a run needs that ended for want of a class. A test of that would fail for whoever
    /// has the class.
    fn missing_class(&self, kind: &str, message: &str) -> Option<String> {
        let path = &self.loaded.class_path;
        let is_name = kind == "java.lang.NoClassDefFoundError" && !message.contains(' ');
        let is_there = || {
            path.user_class(message)
                .or(path.platform_class(message))
                .is_some()
        };
        let name = message.replace('/', ".");
        (is_name && !is_there()).then(|| format!("needs {name}, which is not on the class path"))
    }

    /// Instructions executed so far, for measures.
    pub fn executed(&self) -> u64 {
        self.machine.executed()
    }

    fn session(&self, input: &Input, decisions: usize) -> Session {
        Session {
            given: input.clone(),
            limit: decisions,
            arrays: self.loaded.options.arrays,
            chance: self.chance.clone(),
            ..Session::default()
        }
    }

    fn limit(&mut self, limits: &RunLimits) {
        let memory = self.loaded.options.memory;
        self.machine.set_limits(Limits {
            memory,
            ..self.within(limits.time)
        });
    }

    /// What a run may use that may take so long.
    fn within(&self, time: Duration) -> Limits {
        let instructions = (time.as_secs_f64() * INSTRUCTIONS as f64) as u64;
        Limits {
            instructions: self.machine.executed().saturating_add(instructions),
            deadline: processor_time().checked_add(time.saturating_mul(SLOWNESS)),
            ..Limits::default()
        }
    }

    /// Runs something; a failure of the machine itself ends the run, no more.
    fn guarded<T>(&mut self, what: impl FnOnce(&mut JvmExecutor) -> Run<T>) -> Run<T> {
        match catch_unwind(AssertUnwindSafe(|| what(self))) {
            Ok(done) => done,
            Err(_) => {
                // Its state cannot be trusted any more; its terms can.
                let (session, terms) = self.machine.end();
                if let Ok(machine) = boot(&self.loaded) {
                    self.machine = machine;
                    // What these remember are classes of the other machine.
                    self.hierarchy = Rc::new(Hierarchy::new(&self.loaded));
                    self.unsettled.clear();
                }
                self.machine.begin(session, terms);
                Err(Stop::End(Outcome::Unsupported {
                    construct: "makes the interpreter fail".to_owned(),
                }))
            }
        }
    }

    /// Goes back to where runs start. Classes that the run initialised are
    /// initialised for all runs to come, if that can be done without it.
    fn settle(&mut self) {
        let classes = self.machine.restore();
        if classes.is_empty() {
            return;
        }
        // Of one that fails nothing is left to put back.
        let _ = self.guarded(|executor| {
            for class in classes {
                executor.settle_class(class);
            }
            Ok(())
        });
    }

    /// Initialises a class outside of runs. One for which that cannot be done
    /// is initialised by each run that uses it.
    fn settle_class(&mut self, class: ClassId) {
        if self.machine.class(class).is_begun() || self.unsettled.contains(&class) {
            return;
        }
        self.machine.set_limits(self.within(LONGEST_INITIALISER));
        match self.machine.initialise(class) {
            Ok(()) => {
                self.machine.forget_output();
                self.machine.keep();
                let covered = self.machine.take_covered();
                self.initial.extend(covered);
                self.initial.sort_unstable();
                self.initial.dedup();
            }
            Err(_) => {
                self.unsettled.insert(class);
                self.machine.restore();
                self.machine.take_covered();
            }
        }
    }
}

fn boot(loaded: &Loaded) -> Result<Machine, String> {
    let mut machine = Machine::new(loaded.class_path.clone(), Some(loaded.table.clone()));
    machine.boot()?;
    Ok(machine)
}

impl Executor for JvmExecutor {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let session = self.session(input, limits.decisions);
        self.run_session(session, terms, limits)
    }
}

impl JvmExecutor {
    fn run_session(&mut self, session: Session, terms: &mut Terms, limits: &RunLimits) -> Trace {
        self.machine.begin(session, std::mem::take(terms));
        self.limit(limits);
        let before = self.machine.executed();
        let mut entry = 0;
        self.before.clear();
        let ended = self.guarded(|executor| executor.run_unit(&mut entry));
        let outcome = self.outcome(ended);
        let (session, pool) = self.machine.end();
        *terms = pool;
        let executed = self.machine.executed().saturating_sub(before);
        let mut covered = self.machine.take_covered();
        covered.extend(self.initial.iter().chain(&self.before).copied());
        let touched = self.machine.take_touched();
        let by_touch = |goal: &GoalId| match &self.by_touch {
            Some(goals) => goals.contains(goal),
            None => true,
        };
        covered.extend(touched.iter().filter(|goal| by_touch(goal)));
        covered.sort_unstable();
        covered.dedup();
        self.touched = touched;
        self.touched
            .retain(|goal| covered.binary_search(goal).is_err());
        self.settle();
        Trace {
            input: session.input,
            assumptions: session.assumptions,
            bounds: session.bounds,
            entry: entry.min(session.decisions.len()),
            decisions: session.decisions,
            completion: 0..0,
            covered,
            outcome,
            losses: session.losses,
            premises: session.premises,
            effects: vec![],
            cost: RUN + Duration::from_nanos(executed * INSTRUCTION.as_nanos() as u64),
        }
    }
}
