//! The executor: one fork server, the units of one program run one at a time.

use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use everypath_c_runtime::layout::{MEMORY_VARIABLE, Part, SlotRecord, WAITING, hash};
use everypath_confine::{Confinement, World, hand_over};
use everypath_term::{Terms, Value};
use everypath_trace::{Executor, Input, Language, Outcome, RunLimits, Scope, Trace, slowness};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::carving::Context;
use crate::casts::SeenMember;
use crate::memory::SharedMemory;
use crate::program::Program;
use crate::replay::{Graph, replay};
use crate::tables::Tables;

/// What a run costs, and an event of its log.
const RUN: Duration = Duration::from_micros(40);
const EVENT: Duration = Duration::from_nanos(50);
/// Decisions that a run may make where there are carved contexts: units in the midst of a
/// program handle much.
const CARVED_DECISIONS: u64 = 20_000;
/// Calls of stubs that a test can have.
pub const MOST_STUB_CALLS: usize = 300;
/// How much longer than its own limit a run may take before the server goes.
const GRACE: Duration = Duration::from_millis(2000);
/// How long a program may take to start.
const START: Duration = Duration::from_secs(20);

/// The bounds of a program's inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bounds of inputs.
    pub scope: Scope,
    /// Bytes of memory.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            scope: Scope::of(Language::C),
            memory: 2 << 30,
        }
    }
}

/// Runs the units of a program.
#[derive(Debug)]
pub struct CExecutor {
    executable: PathBuf,
    directory: PathBuf,
    files: Vec<String>,
    memory: SharedMemory,
    server: Option<Server>,
    graph: Graph,
    contexts: Vec<u64>,
    tables: Tables,
    /// What each unit sees members of structures as.
    seen: Vec<Vec<SeenMember>>,
    starts: usize,
}

#[derive(Debug)]
struct Server {
    child: Child,
    commands: ChildStdin,
    replies: ChildStdout,
}

impl CExecutor {
    /// Gets ready to run a program's units.
    pub fn new(program: &Program, limits: &Limits) -> Result<CExecutor, String> {
        CExecutor::with_contexts(program, limits, &[])
    }

    /// Gets ready to run a program's units from carved contexts.
    pub fn with_contexts(
        program: &Program,
        limits: &Limits,
        contexts: &[Context],
    ) -> Result<CExecutor, String> {
        let sizes = contexts
            .iter()
            .map(|context| context.body.len() as u64 + 64);
        let memory = SharedMemory::new(&program.tables, program.sites.len(), sizes.sum())
            .map_err(|error| format!("no shared memory: {error}"))?;
        let mut executor = CExecutor {
            executable: program.executable.clone(),
            directory: program.run_directory.clone(),
            files: program.files.iter().map(|file| as_named(file)).collect(),
            memory,
            server: None,
            graph: Graph::default(),
            contexts: Vec::new(),
            tables: program.tables.clone(),
            seen: program.units.iter().map(|unit| unit.seen.clone()).collect(),
            starts: 0,
        };
        let mut at = executor.memory.contexts();
        for context in contexts {
            executor.memory.set_context(at, &context.body);
            executor.contexts.push(at);
            at += (context.body.len() as u64).next_multiple_of(64);
        }
        let header = executor.memory.header();
        header.max_objects = limits.scope.objects.into();
        header.memory = limits.memory;
        executor.lengthen(limits);
        Ok(executor)
    }

    /// From now on, buffers and texts of the input may be as long as these bounds say.
    pub fn lengthen(&mut self, limits: &Limits) {
        let header = self.memory.header();
        header.max_length = limits.scope.length.into();
        header.max_text = limits.scope.text.into();
    }

    /// Chooses the unit that runs from now on, by its index.
    pub fn choose(&mut self, unit: usize, part: Part) {
        let header = self.memory.header();
        header.unit = unit as u64;
        header.part = part as u64;
        if self.seen.iter().any(|seen| !seen.is_empty()) {
            let seen = self.seen.get(unit).map_or(&[][..], Vec::as_slice);
            self.memory.set_fields(&self.tables.fields_seen(seen));
        }
    }

    /// Chooses the context that units run from from now on, by its index, and
    /// whether stubs give back what it recorded.
    pub fn choose_context(&mut self, context: Option<usize>, carved_stubs: bool) {
        let place = context.and_then(|index| self.contexts.get(index).copied());
        let header = self.memory.header();
        header.context = place.unwrap_or(0);
        header.carved_stubs = u64::from(carved_stubs);
    }

    /// Runs end after as many calls of stubs as a test can have.
    pub fn bound_stub_calls(&mut self) {
        self.memory.header().max_stub_calls = MOST_STUB_CALLS as u64;
    }

    /// Whether runs tell which lines of the unit they take.
    pub fn tell_lines(&mut self, tell: bool) {
        self.memory.header().trace = u64::from(tell);
    }

    /// The objects of the last run's input.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    fn start(&mut self) -> Result<(), String> {
        let mut command = Command::new(&self.executable);
        let memory = self.memory.file();
        let memory = memory.map_err(|error| format!("the program has no memory: {error}"))?;
        let descriptor = hand_over(&mut command, memory);
        World::FIRST
            .enter(&mut command, &[])
            .map_err(|error| format!("the program has no world: {error}"))?;
        command
            .current_dir(&self.directory)
            .env(MEMORY_VARIABLE, descriptor.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // Its own filter begins with its main function; constructors run before.
        Confinement::new()
            .apply(&mut command)
            .map_err(|error| format!("the program cannot be confined: {error}"))?;
        let mut child = command
            .spawn()
            .map_err(|error| format!("the program cannot be started: {error}"))?;
        let commands = child.stdin.take().expect("it is piped");
        let replies = child.stdout.take().expect("it is piped");
        let mut server = Server {
            child,
            commands,
            replies,
        };
        self.starts += 1;
        if !server.wait(START) {
            return Err("the program does not start".to_owned());
        }
        self.server = Some(server);
        Ok(())
    }

    fn go(&mut self, limits: &RunLimits) -> Result<(), String> {
        if self.server.is_none() {
            self.start()?;
        }
        let server = self.server.as_mut().expect("it was started");
        let sent = server.commands.write_all(b"r").is_ok();
        if !sent || !server.wait(limits.time * WAITING as u32 + GRACE) {
            self.server = None;
            return Err("its process could not be ended in time".to_owned());
        }
        Ok(())
    }
}

impl Server {
    /// Waits for a byte.
    fn wait(&mut self, time: Duration) -> bool {
        let Ok(time) = Timespec::try_from(time) else {
            return false;
        };
        let mut polled = [PollFd::from_borrowed_fd(
            self.replies.as_fd(),
            PollFlags::IN,
        )];
        match poll(&mut polled, Some(&time)) {
            Ok(1) => self.replies.read_exact(&mut [0]).is_ok(),
            _ => false,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A failure means that it is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Executor for CExecutor {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let mut slots = slots(input);
        self.memory.set_slots(&mut slots);
        self.memory.clear_covered();
        let header = self.memory.header();
        header.max_decisions = match self.contexts.is_empty() {
            true => limits.decisions as u64,
            false => CARVED_DECISIONS.max(limits.decisions as u64),
        };
        header.time = limits.time.as_micros().min(u128::from(u32::MAX)) as u64;
        let gone = self.go(limits);
        let files = &self.files;
        let places = |place: u32| {
            let line = place & 0xf_ffff;
            let file = files.get((place >> 20) as usize)?;
            (line > 0).then(|| (file.clone(), line))
        };
        if let Err(why) = gone {
            self.graph = Graph::default();
            let construct = format!("cannot be run: {why}");
            return Trace::ended(input.clone(), Outcome::Unsupported { construct });
        }
        let (mut trace, graph) = replay(terms, &mut self.memory, &places);
        self.graph = graph;
        let header = self.memory.header();
        trace.cost = RUN + EVENT * u32::try_from(header.events_used).unwrap_or(u32::MAX);
        trace.cost += match trace.outcome {
            Outcome::TimedOut => limits.time,
            _ => slowness(Duration::from_micros(header.used)),
        };
        trace
    }
}

/// A file as a user who works here names it.
fn as_named(file: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let file = Path::new(file);
    file.strip_prefix(&here)
        .unwrap_or(file)
        .display()
        .to_string()
}

/// The slots of an input as the runtime looks them up.
fn slots(input: &Input) -> Vec<SlotRecord> {
    let bits = |value: &Value| match value {
        Value::Bool(value) => u64::from(*value),
        Value::BitVec { bits, .. } => *bits,
        Value::Float32(bits) => u64::from(*bits),
        Value::Float64(bits) => *bits,
        Value::Int(value) => value.iter_u64_digits().next().unwrap_or(0),
        Value::Array(_) => 0,
    };
    let values = input.values.iter().map(|(slot, value)| (slot, bits(value)));
    let choices = input
        .choices
        .iter()
        .map(|(slot, option)| (slot, u64::from(*option)));
    values
        .chain(choices)
        .map(|(slot, bits)| SlotRecord {
            hash: hash(slot.as_str().as_bytes()),
            bits,
        })
        .collect()
}
