//! The executor: one worker, one module, the units of it run one at a time.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_confine::World;
use everypath_python_wire::{RunReply, RunRequest, Translation};
use everypath_term::{Terms, Value};
use everypath_trace::{Executor, Fault, Input, Outcome, RunLimits, Trace};
use serde::{Deserialize, Serialize};

use crate::kinds::{LoadedGoalKind, Phase, Strategy, UnitKind};
use crate::process::{Launch, Process, Silence};
use crate::together::{Processors, Together};

/// What it costs to start a worker.
const RESTART: Duration = Duration::from_millis(300);

/// How long a module may take to be imported.
const CONTROL_LIMIT: Duration = Duration::from_secs(60);
/// How much longer than its own limit a run may take before it is killed.
const GRACE: Duration = Duration::from_millis(1500);
/// The largest request that is sent before its turn: the pipe holds several,
/// so that the engine never waits for a worker that waits for the engine.
const MOST_AHEAD: usize = 4 << 10;
/// How many may be sent before their turn.
const MOST_ANNOUNCED: usize = 8;

/// What to load.
#[derive(Clone, Debug, Serialize)]
pub struct LoadRequest {
    /// The file, if the target is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The dotted module name, otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The scope's bounds, by the names the worker knows.
    pub scope: serde_json::Value,
    /// The strategy for structures with an invariant.
    pub strategy: Strategy,
    /// The invariant's name, if the user gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<String>,
    /// The kinds of goals to make beside branches: lines, blocks, marked places, partitions.
    pub goals: Vec<LoadedGoalKind>,
    /// Whether observers with arguments partition receivers, too.
    pub observer_arguments: bool,
    /// Where sources are as they were rewritten before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewritten: Option<PathBuf>,
}

/// A goal as the worker describes it.
#[derive(Clone, Debug, Deserialize)]
pub struct LoadedGoal {
    /// What kind of thing it is.
    pub kind: LoadedGoalKind,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The side in words.
    pub description: String,
    /// The function that contains it.
    pub function: String,
    /// The condition that it is a side of, and whether that holds.
    #[serde(default)]
    pub condition: Option<(String, bool)>,
}

/// A unit of the module.
#[derive(Clone, Debug, Deserialize)]
pub struct LoadedUnit {
    /// The qualified name.
    pub name: String,
    /// What kind of callable it is.
    pub kind: UnitKind,
    /// The class, if any.
    pub class: Option<String>,
    /// The attribute of the class or module.
    pub attribute: String,
    /// Whether its name says that it is private.
    pub private: bool,
    /// The invariant of its class, if any.
    pub invariant: Option<String>,
    /// Whether receivers are initialised lazily under the invariant.
    pub lazy: bool,
    /// The goals that it may reach.
    pub goals: Vec<u32>,
    /// The goals that say that a promise of it is broken.
    pub promises: Vec<u32>,
    /// The goal that says it was entered.
    pub entry: Option<u32>,
    /// What every run of it takes for granted: the kind, and what it is about.
    pub premises: Vec<(String, String)>,
}

/// The boolean observers of a class.
#[derive(Clone, Debug, Deserialize)]
pub struct LoadedPartition {
    /// The class.
    pub class: String,
    /// The goal of receivers of which no observer is true; the others follow,
    /// an answer counting as often as those before it have combinations.
    pub first: u32,
    /// How each observer is asked: `is_empty()`, or `empty` for a property.
    pub observers: Vec<String>,
    /// How many answers each has: no, yes, and that it may not be asked.
    pub answers: Vec<u32>,
}

/// The files that a module rests on.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct LoadedGround {
    /// Those that were read, or may be.
    pub files: Vec<PathBuf>,
    /// Those that must not appear.
    pub absent: Vec<PathBuf>,
}

/// A module, loaded.
#[derive(Clone, Debug, Deserialize)]
pub struct Loaded {
    /// The dotted name.
    pub module: String,
    /// The source file.
    pub file: String,
    /// The directory to put on Python's path.
    pub root: String,
    /// The goals of the module and of the user's modules it imports; a
    /// goal's id is its place here.
    pub goals: Vec<LoadedGoal>,
    /// The units, in source order.
    pub units: Vec<LoadedUnit>,
    /// The classes whose boolean observers partition their receivers.
    pub partitions: Vec<LoadedPartition>,
    /// What the user should know about the hints.
    pub warnings: Vec<String>,
    /// The sources that had to be rewritten.
    #[serde(default)]
    pub rewritten: Vec<PathBuf>,
}

/// Runs the units of one module in a worker, and starts a new worker when one
/// is lost.
#[derive(Debug)]
pub struct PythonExecutor {
    launch: Launch,
    request: LoadRequest,
    /// What the worker was told of structures, to tell the next one.
    structures: Vec<serde_json::Value>,
    unit: serde_json::Value,
    process: Option<Process>,
    translation: Translation,
    /// The inputs that the worker was sent before their turn.
    announced: VecDeque<Input>,
    /// How many were announced after them and not sent.
    unsent: usize,
}

impl PythonExecutor {
    /// Starts a worker and loads the module.
    pub fn load(launch: Launch, request: LoadRequest) -> Result<(PythonExecutor, Loaded), String> {
        let mut executor = PythonExecutor::idle(launch, request, Vec::new());
        let loaded = executor.start()?;
        Ok((executor, loaded))
    }

    /// Chooses the unit that `run` runs, and how far.
    pub fn choose(&mut self, unit: &str, phase: Phase, strategy: Strategy) -> Result<(), String> {
        self.unit =
            serde_json::json!({"op": "unit", "unit": unit, "phase": phase, "strategy": strategy});
        self.forget_announced();
        self.unsent = 0;
        if self.process.is_none() {
            self.start()?;
        }
        self.send_unit()
    }

    /// Another executor of the same module, in another world; it starts when it is asked.
    pub fn abroad(&self, world: World) -> PythonExecutor {
        let mut launch = self.launch.clone();
        launch.world = world;
        PythonExecutor::idle(launch, self.request.clone(), self.structures.clone())
    }

    /// An executor without a worker.
    fn idle(
        launch: Launch,
        request: LoadRequest,
        structures: Vec<serde_json::Value>,
    ) -> PythonExecutor {
        PythonExecutor {
            launch,
            request,
            structures,
            unit: serde_json::Value::Null,
            process: None,
            translation: Translation::default(),
            announced: VecDeque::new(),
            unsent: 0,
        }
    }

    /// Keeps the worker and this thread on one of the processors while the
    /// result lives; `number` tells executors of one command apart.
    pub fn share_processor(
        &self,
        processors: Option<&Processors>,
        number: usize,
    ) -> Option<Together> {
        processors?.together(self.process.as_ref()?.id(), number)
    }

    /// Tells the worker the valid structures of a class, so that it can guide
    /// the initialisation of receivers towards them.
    pub fn teach(&mut self, class: &str, structures: &[Input]) -> Result<(), String> {
        if self
            .structures
            .iter()
            .any(|lesson| lesson["class"] == class)
        {
            return Ok(());
        }
        let structures: Vec<serde_json::Value> = structures
            .iter()
            .map(|input| {
                let choices: Vec<_> = input.choices.iter().collect();
                let numbers = input.values.iter();
                let numbers: Vec<(&str, i64)> = numbers
                    .filter_map(|(slot, value)| Some((slot.as_str(), small(value)?)))
                    .collect();
                serde_json::json!([choices, numbers])
            })
            .collect();
        let lesson =
            serde_json::json!({"op": "structures", "class": class, "structures": structures});
        self.structures.push(lesson);
        self.forget_announced();
        match &mut self.process {
            Some(process) => {
                let lesson = self.structures.last().expect("one was added");
                control(process, lesson).map(|_| ())
            }
            None => self.start().map(|_| ()),
        }
    }

    /// The files that the module rests on.
    pub fn ground(&mut self) -> Result<LoadedGround, String> {
        let Some(process) = &mut self.process else {
            return Err("the worker is not running".to_owned());
        };
        let reply = control(process, &serde_json::json!({"op": "ground"}))?;
        serde_json::from_value(reply).map_err(|error| error.to_string())
    }

    /// What the last run returned and left behind, as text: for checks of the
    /// front end itself.
    pub fn state_after(&mut self) -> Result<String, String> {
        let Some(process) = &mut self.process else {
            return Err("the worker is not running".to_owned());
        };
        let reply = control(process, &serde_json::json!({"op": "state"}))?;
        Ok(reply["state"].as_str().unwrap_or_default().to_owned())
    }

    /// Asks the worker about the units as procedures.
    pub(crate) fn ask_lowered(
        &mut self,
        mut request: serde_json::Value,
    ) -> Result<serde_json::Value, String> {
        self.forget_announced();
        let Some(process) = &mut self.process else {
            return Err("needs a worker that was lost".to_owned());
        };
        request["op"] = "lower".into();
        let reply = control(process, &request)?;
        match reply.get("unsupported").and_then(|reason| reason.as_str()) {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(reply),
        }
    }

    fn start(&mut self) -> Result<Loaded, String> {
        let mut process = Process::start(&self.launch).map_err(|error| {
            format!(
                "{} cannot be started: {error}",
                self.launch.python.display()
            )
        })?;
        self.translation = Translation::default();
        let mut request = serde_json::to_value(&self.request).expect("requests are plain data");
        request["op"] = "load".into();
        let reply = control_within(&mut process, &request, self.launch.patience)?;
        for lesson in &self.structures {
            control(&mut process, lesson)?;
        }
        self.process = Some(process);
        serde_json::from_value(reply)
            .map_err(|error| format!("the worker's answer is not understood: {error}"))
    }

    fn send_unit(&mut self) -> Result<(), String> {
        match &mut self.process {
            Some(process) => control(process, &self.unit).map(|_| ()),
            None => Err("the worker is not running".to_owned()),
        }
    }

    fn answer(&mut self, input: &Input, limits: &RunLimits) -> Result<RunReply, Silence> {
        if self.announced.front() == Some(input) {
            self.announced.pop_front();
        } else {
            self.unsent = self.unsent.saturating_sub(1);
            self.forget_announced();
            if self.process.is_none() {
                let started = self.start().and_then(|_| self.send_unit());
                started.map_err(|why| Silence::Died(no_answer(why)))?;
            }
            let process = self.process.as_mut().expect("a worker was started");
            process.send(b'R', &request(input, limits, false))?;
        }
        let process = self.process.as_mut().expect("a worker has the input");
        let reply = process.receive(limits.time + GRACE)?;
        postcard::from_bytes(&reply).map_err(|error| {
            let why = format!("the worker's answer is not understood: {error}");
            Silence::Died(no_answer(why))
        })
    }

    /// Runs the chosen unit on plain values: what Python itself makes of them. `None` if the
    /// worker does not answer.
    pub fn run_plainly(&mut self, input: &Input, limits: &RunLimits) -> Option<Trace> {
        self.forget_announced();
        if self.process.is_none() {
            self.start().and_then(|_| self.send_unit()).ok()?;
        }
        let process = self.process.as_mut()?;
        let reply = process
            .send(b'R', &request(input, limits, true))
            .and_then(|()| process.receive(limits.time + GRACE));
        let reply = reply
            .ok()
            .and_then(|reply| postcard::from_bytes::<RunReply>(&reply).ok());
        let trace = reply.and_then(|reply| self.translation.receive(&mut Terms::new(), reply));
        if trace.is_none() {
            self.process = None;
        }
        trace
    }

    /// A worker that was sent what is not asked for any more is given up.
    fn forget_announced(&mut self) {
        if !self.announced.is_empty() {
            self.process = None;
            self.announced.clear();
        }
    }
}

fn request(input: &Input, limits: &RunLimits, plain: bool) -> Vec<u8> {
    let request = RunRequest {
        input: input.clone(),
        decisions: limits.decisions as u32,
        milliseconds: limits.time.as_millis() as u32,
        plain,
    };
    postcard::to_stdvec(&request).expect("requests are plain data")
}

/// A number that is worth a suggestion.
fn small(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => number.to_string().parse().ok(),
        Value::Bool(side) => Some(i64::from(*side)),
        _ => None,
    }
}

/// Asks for something that takes no longer than anything may.
fn control(
    process: &mut Process,
    request: &serde_json::Value,
) -> Result<serde_json::Value, String> {
    control_within(process, request, CONTROL_LIMIT)
}

fn control_within(
    process: &mut Process,
    request: &serde_json::Value,
    limit: Duration,
) -> Result<serde_json::Value, String> {
    let reply = process
        .ask(b'J', request.to_string().as_bytes(), limit)
        .map_err(|silence| match silence {
            Silence::TimedOut => format!(
                "the module took longer than {} s to be imported",
                limit.as_secs()
            ),
            Silence::Died(fault) => {
                format!("the worker died while it imported the module: {fault}")
            }
        })?;
    let reply: serde_json::Value =
        serde_json::from_slice(&reply).map_err(|error| error.to_string())?;
    match reply.get("error").and_then(|error| error.as_str()) {
        Some(error) => Err(error.to_owned()),
        None => Ok(reply),
    }
}

/// A trace whose places are below this directory, where they are: the way here is nobody's
/// affair, and a report may be read elsewhere.
fn told_from_here(mut trace: Trace) -> Trace {
    if trace.losses.is_empty() {
        return trace;
    }
    let here = std::env::current_dir().unwrap_or_default();
    for loss in &mut trace.losses {
        if let Ok(below) = Path::new(&loss.file).strip_prefix(&here) {
            loss.file = below.display().to_string();
        }
    }
    trace
}

fn no_answer(why: String) -> Fault {
    Fault::NoAnswer { why }
}

impl Executor for PythonExecutor {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let outcome = match self.answer(input, limits) {
            Ok(reply) => match self.translation.receive(terms, reply) {
                Some(trace) => return told_from_here(trace),
                None => Outcome::Crashed {
                    fault: no_answer("the worker lost its terms".to_owned()),
                    at: None,
                },
            },
            Err(Silence::TimedOut) => Outcome::TimedOut,
            Err(Silence::Died(fault)) => Outcome::Crashed { fault, at: None },
        };
        // The next run has to wait for another worker.
        let cost = limits.time + RESTART;
        self.process = None;
        self.unsent += self.announced.len();
        self.announced.clear();
        Trace {
            cost,
            ..Trace::ended(input.clone(), outcome)
        }
    }

    fn announce(&mut self, input: &Input, limits: &RunLimits) {
        let request = request(input, limits, false);
        let may_be_sent = self.unsent == 0
            && self.announced.len() < MOST_ANNOUNCED
            && request.len() <= MOST_AHEAD;
        let send = |process: &mut Process| process.send(b'R', &request).is_ok();
        if may_be_sent && self.process.as_mut().is_some_and(send) {
            self.announced.push_back(input.clone());
        } else {
            self.unsent += 1;
        }
    }
}
