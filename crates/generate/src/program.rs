//! The seam to the front ends: what the pipeline asks of a loaded program. A language
//! implements [`Program`], and the pipeline knows nothing else of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use everypath_emit::{Annotations, Emitted, Likelihood, Weakened};
use everypath_explore::{Exploration, Task};
use everypath_lowered::{Solution, Source, Unit as LoweredUnit};
use everypath_report::Measured;
use everypath_suite::{Candidate, Suite};
use everypath_term::Terms;
use everypath_trace::{Executor, GoalId, Goals, Input, Language, Premise, RunLimits, Trace};

use crate::explored::Explored;
use crate::failure::Failure;
use crate::file_names::Naming;
use crate::ground::Ground;
use crate::mutants::Mutants;
use crate::pace::Policy;
use crate::search::Search;
use crate::structures::Structures;

/// The stack of a thread that explores: the bounded engine inlines calls, and is as deep
/// as they are. What is not used costs nothing.
pub const STACK: usize = 256 << 20;

/// A unit of a program: what a test calls.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Its name, the same in reports and candidates.
    pub name: String,
    /// The function, as goals name it, that holds the goals of its own.
    pub function: String,
    /// The goals that it may reach and that somebody asks for, ascending.
    pub goals: Vec<GoalId>,
    /// Those of them that no input decides: nobody looks for them.
    pub fixed: Vec<GoalId>,
    /// How far it is to each of `goals`, in calls; empty if nobody knows.
    pub distances: Vec<u32>,
    /// What is looked for only as long as patience lasts: broken promises, the other
    /// outcomes of operands.
    pub extras: Vec<GoalId>,
    /// What it promises: goals that are covered by inputs that break it.
    pub promises: Vec<GoalId>,
    /// Exceptions that the language throws by itself, or that are caught: looked for when
    /// the goals have been.
    pub exceptions: Vec<GoalId>,
    /// The class that its receiver is of, where that is made from an invariant.
    pub structure: Option<String>,
    /// The invariant, as its author named it.
    pub invariant: Option<String>,
    /// What every run of it takes for granted.
    pub premises: Vec<Premise>,
    /// Whether it is explored only for what the other units leave.
    pub is_private: bool,
    /// Whether the program's own functions make its structures; the unit that is called as
    /// its function is runs on those that are made member by member.
    pub is_made: bool,
    /// Whether it has a test even if nothing is left for it.
    pub needs_test: bool,
}

/// What is known of a program once it is loaded.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Its language.
    pub language: Language,
    /// The module, class or file, as the report calls it.
    pub module: String,
    /// Its source file, as the user would write it.
    pub file: String,
    /// Its source.
    pub source: String,
    /// Everything that a criterion may want covered.
    pub goals: Goals,
    /// The goals that the target and the criteria ask for.
    pub wanted: BTreeSet<GoalId>,
    /// Those of them that no unit is known to lead to, although all are asked for.
    pub uncalled: Vec<GoalId>,
    /// The goals that tests are kept for.
    pub counted: BTreeSet<GoalId>,
    /// The units that the target asks for, in the order of the source.
    pub units: Vec<Unit>,
    /// Whether the user named its only unit.
    pub is_named: bool,
    /// Whether the target is a part of the module: the tests of other units are not this
    /// command's business.
    pub is_part: bool,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// What the front end took for granted where the source does not say it.
    pub guesses: Vec<String>,
}

/// Which part of a run of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Making the receiver, and nothing else.
    Invariant,
    /// All of it.
    Call,
}

/// One way to run a unit. Most programs have one; C has several where a unit can start
/// from a carved context, or call stubs.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// How the front end knows it.
    pub number: usize,
    /// What the report calls it, where a unit has several.
    pub name: String,
    /// What it is worth of the unit's time, beside the others.
    pub weight: f64,
    /// Whether what no run of it reaches cannot be reached at all.
    pub proves: bool,
    /// Whether only the goals of the unit's own function can be reached.
    pub is_alone: bool,
    /// Whether a failure in it is one of the unit.
    pub may_fail: bool,
}

impl Default for Leg {
    fn default() -> Leg {
        Leg {
            number: 0,
            name: String::new(),
            weight: 1.0,
            proves: true,
            is_alone: false,
            may_fail: true,
        }
    }
}

/// A worker: it runs units.
pub trait Units: Executor {
    /// Chooses what runs from now on, by the unit's place among the facts.
    fn choose(&mut self, unit: usize, leg: usize, part: Part) -> Result<(), String>;

    /// The unit for the bounded engine, with what it promises or without; an error is
    /// the construct that it cannot follow.
    fn lower(&mut self, unit: usize, promises: bool) -> Result<Box<dyn Lowered + '_>, String>;

    /// What all runs so far did, counted in instructions where they are counted.
    fn work(&self) -> u64 {
        0
    }

    /// The goals that the last run touched and did not pass.
    fn touched(&self) -> &[GoalId] {
        &[]
    }

    /// Runs the chosen unit on an input whose open slots are drawn from a seed, where
    /// the front end can draw.
    fn draw(&mut self, _input: &Input, _seed: u64, _limits: &RunLimits) -> Option<Trace> {
        None
    }

    /// Runs a unit on an input with plain values only, where the front end can: no model
    /// answers for the platform.
    fn retrace(&mut self, _unit: usize, _input: &Input, _limits: &RunLimits) -> Option<Trace> {
        None
    }

    /// Makes an input easier to read, as long as its run shows the same.
    fn polish(&mut self, _candidate: &mut Candidate, _limits: &RunLimits) {}
}

/// A unit lowered for the bounded engine, with what runs its solutions.
pub trait Lowered {
    /// The unit.
    fn unit(&self) -> &LoweredUnit;

    /// Its code.
    fn source(&mut self) -> &mut dyn Source;

    /// Runs the unit on a solution; `None` if that cannot be.
    fn replay(
        &mut self,
        terms: &mut Terms,
        solution: &Solution,
        limits: &RunLimits,
    ) -> Option<Trace>;

    /// The receiver alone, if nothing else of the input may share its objects: then its
    /// fields have bounds that are worth to know.
    fn receiver(&mut self) -> Option<Receiver>;
}

/// A receiver whose bounds may be tightened.
#[derive(Debug)]
pub struct Receiver {
    /// Its class.
    pub class: String,
    /// What makes it.
    pub unit: LoweredUnit,
    /// What its bounds depend on besides the scope, if all of that is known: then they
    /// can be kept on disk.
    pub fingerprint: Option<u64>,
}

/// What a front end knows that no flip leads to: inputs that are worth a run.
pub trait Guide: Send {
    /// The next input to run, if there is one.
    fn seed(&mut self) -> Option<Input>;
    /// Looks at what was run since the last time.
    fn look(&mut self, exploration: &Exploration);
    /// Looks for inputs after a unit's turns of a round in which it may have stalled.
    fn search(
        &mut self,
        units: &mut dyn Units,
        exploration: &Exploration,
        limits: &RunLimits,
        stalled: u32,
    );
}

/// Knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl Guide for Unguided {
    fn seed(&mut self) -> Option<Input> {
        None
    }

    fn look(&mut self, _exploration: &Exploration) {}

    fn search(&mut self, _: &mut dyn Units, _: &Exploration, _: &RunLimits, _: u32) {}
}

/// What a front end decides about exploring. It is asked by all workers at a time.
pub trait Plan: Sync {
    /// What is known of the program.
    fn facts(&self) -> &Facts;

    /// How units take turns.
    fn policy(&self) -> Policy;

    /// The ways to run a unit, in order.
    fn legs(&self, _unit: usize) -> Vec<Leg> {
        vec![Leg::default()]
    }

    /// Changes the task of a unit that is one of several which wait.
    fn adjust(
        &self,
        _search: &Search,
        _unit: usize,
        _structures: Option<&Structures>,
        _task: &mut Task,
    ) {
    }

    /// What suggests inputs for a unit.
    fn guide(&self, _unit: usize) -> Box<dyn Guide> {
        Box::new(Unguided)
    }

    /// Takes out of a run's trace what is no reason for a test.
    fn trim(&self, _unit: usize, _trace: &mut Trace) {}

    /// Leaves of what a leg found what it can say.
    fn settle(&self, _unit: usize, _leg: &Leg, _found: &mut Explored) {}
}

/// The workers of a program.
pub trait Crew {
    /// All of them as one, for what one unit takes.
    fn together(&mut self) -> &mut dyn Units;

    /// Lets as many of them work as the settings say, but no more than there is work for,
    /// each in a thread of its own. It returns when all of them have.
    fn apart(&mut self, most: usize, work: &(dyn Fn(&mut dyn Units) + Sync));

    /// Tells them the valid structures of a class, in that order.
    fn learn(&mut self, _class: &str, _structures: &Structures) -> Result<(), String> {
        Ok(())
    }

    /// Lets inputs be so many times as long from now on; whether that makes a difference.
    fn lengthen(&mut self, _times: u32) -> bool {
        false
    }
}

/// Where a suite goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outputs {
    /// The tests that pass.
    pub tests: PathBuf,
    /// The tests that show bugs.
    pub bugs: PathBuf,
    /// The tests that fail on inputs which perhaps no caller makes.
    pub possible: PathBuf,
}

/// An input that is to become a test.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// Its number.
    pub id: u64,
    /// The run that it was made by.
    pub candidate: &'a Candidate,
}

/// A case that can have no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Its number.
    pub id: u64,
    /// Why.
    pub reason: String,
}

/// What the real framework said of written files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The tests that cannot be kept, and why.
    pub failed: BTreeMap<u64, String>,
    /// Whether cases have to be written in another way.
    pub revised: bool,
    /// The tests of the files that are no cases', but a person's, and fail: by name, why.
    pub theirs: BTreeMap<String, String>,
}

/// What the report says of a case.
#[derive(Clone, Debug, Default)]
pub struct CaseNotes {
    /// How it ended, in words.
    pub note: String,
    /// Its objects before the call.
    pub before: serde_json::Value,
    /// Its objects after the call.
    pub after: serde_json::Value,
    /// What its test leaves out.
    pub weakened: Vec<Weakened>,
    /// What looks like a mistake of the code, if something does.
    pub suspicion: Option<Suspicion>,
    /// Whether callers can make its input, where it fails.
    pub likelihood: Option<Likelihood>,
}

/// An exception that looks like a mistake: the language throws it by itself, and nothing says
/// that it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// The exception, without its package.
    pub exception: String,
    /// The line that it came up at.
    pub line: u32,
}

/// A loaded program.
pub trait Program {
    /// What decides about exploring, and who explores.
    fn explorers(&mut self) -> (&dyn Plan, &mut dyn Crew);

    /// What is known of it.
    fn facts(&self) -> &Facts;

    /// What it was made from; `None` where nobody can tell when that changes.
    fn ground(&self) -> Option<Ground>;

    /// Where its suite goes if its files have these names. Where the user named the file,
    /// that is the same for all.
    fn outputs(&self, naming: &Naming) -> Outputs;

    /// Takes names: what is written from now on has them.
    fn name(&mut self, naming: &Naming);

    /// Says before any work begins what would keep every test from being run, and starts
    /// what will be needed.
    fn prepare(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Leaves in the tests what each has to show, before inputs are made small.
    fn before_shrinking(&mut self, _suite: &mut Suite) {}

    /// Puts right what tests show, now that inputs are small.
    fn after_shrinking(&mut self, _suite: &mut Suite) {}

    /// Runs inputs on the unchanged program and takes down what comes out, instead of
    /// what was there before; those of which there can be no test.
    fn observe(&mut self, kept: &[Kept]) -> Result<Vec<Dropped>, Failure>;

    /// Writes what was observed as files for a directory.
    fn write(&mut self, directory: &Path, annotations: &Annotations) -> Emitted;

    /// Compiles and runs what was written to a directory; a case that could be written
    /// in another way is changed. `outputs` says where the files are; they will be in
    /// `home`, and may need what is there.
    fn check(
        &mut self,
        written: &Emitted,
        outputs: &Outputs,
        home: &Path,
    ) -> Result<Checked, Failure>;

    /// Forgets what was observed of some cases.
    fn discard(&mut self, cases: &BTreeSet<u64>);

    /// What the report says of a case.
    fn notes(&self, case: u64) -> CaseNotes;

    /// The program as any of its mutants, if the front end makes them.
    fn mutants(&mut self) -> Option<Box<dyn Mutants>> {
        None
    }

    /// Files beside the tests, with their texts.
    fn beside(&self, _written: &Emitted, _kept: &[Kept]) -> Vec<(PathBuf, String)> {
        Vec::new()
    }

    /// What a person has to do so that the project runs the saved tests, if there is
    /// something.
    fn next_step(&self) -> Option<String> {
        None
    }

    /// Takes away what an earlier run left beside the tests, where it is not replaced file
    /// by file.
    fn clear_beside(&self) {}

    /// What other tools say of a suite that was saved.
    fn measure(&mut self, tests: &Path) -> Measured;
}
