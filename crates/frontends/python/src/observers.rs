//! Processes that run cases on the unmodified module and describe them.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use everypath_confine::{Act, Refusal, World};
use everypath_term::Value;
use everypath_trace::Slot;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value as Json, json};

use crate::confined::{confinement, enter};
use crate::lines::{End, Lines};
use crate::observer::{Kept, ObserveRequest};

/// How much longer than its own limit a case may take before it is killed.
const GRACE: Duration = Duration::from_secs(3);
/// Processes that cases may take down before the rest is given up.
const MOST_LOSSES: usize = 100;

/// How to start processes that observe.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) python: PathBuf,
    pub(crate) library: PathBuf,
    pub(crate) request: ObserveRequest,
}

/// A process that loads the module and waits for cases.
pub(crate) struct Waiting {
    pub(crate) stdin: ChildStdin,
    pub(crate) lines: Lines,
    noted: Noted,
}

/// What a process does with the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// It describes cases.
    Observe,
    /// It runs cases on mutants.
    Mutated,
}

impl Entry {
    /// The program of the process, which is given the worker's library.
    fn program(self) -> String {
        let module = match self {
            Entry::Observe => "observe",
            Entry::Mutated => "mutated",
        };
        format!(
            "import sys; sys.path.insert(0, sys.argv.pop(1)); \
             from everypath_worker.{module} import main; sys.path.pop(0); main()"
        )
    }
}

/// What a process was refused, by the case that it ran. A case may swallow the error that
/// it gets for it, and would do something else where nobody refuses it.
#[derive(Debug, Default)]
struct Refused {
    case: Option<u64>,
    acts: BTreeMap<u64, Act>,
}

type Noted = Arc<Mutex<Refused>>;

impl Refused {
    fn keep(&mut self, act: Act) {
        if let Some(case) = self.case {
            self.acts.entry(case).or_insert(act);
        }
    }
}

/// The case that a process says it begins: it tries to make a file of this name, which
/// nobody can, and which is told in the order of everything else that it tries.
fn case_begun(path: &Path) -> Option<u64> {
    path.to_str()?
        .strip_prefix("/proc/everypath-case-")?
        .parse()
        .ok()
}

/// What a process says when the module is loaded.
#[derive(Debug, Deserialize)]
struct Ready {
    #[serde(default)]
    error: Option<String>,
    /// Whether the module asks for chance, time or the machine's state.
    #[serde(default)]
    uncertain: bool,
}

/// An input as a process reads it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Case<'a> {
    id: u64,
    unit: &'a str,
    #[serde(serialize_with = "as_json")]
    values: &'a IndexMap<Slot, Value>,
    choices: &'a IndexMap<Slot, u32>,
    /// Where to stop, if not after the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
}

impl Case<'_> {
    /// The case of a kept input.
    pub(crate) fn new(kept: &Kept) -> Case<'_> {
        Case {
            id: kept.id,
            unit: &kept.unit,
            values: &kept.input.values,
            choices: &kept.input.choices,
            stop: None,
        }
    }
}

/// The description of a case that was refused something: there is no test of it.
fn without_refused(line: String, act: Option<Act>) -> String {
    let Some(act) = act else {
        return line;
    };
    let parsed = serde_json::from_str::<Json>(&line).ok();
    let Some(mut case) = parsed.filter(Json::is_object) else {
        return line;
    };
    // Python's own words for it are better, if it noticed.
    if case["outcome"]["kind"] != "unsupported" {
        let what = format!("{}, which is refused", act.words());
        case["outcome"] = json!({"kind": "unsupported", "what": what});
    }
    case.to_string()
}

fn as_json<S: Serializer>(
    values: &IndexMap<Slot, Value>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(slot, value)| (slot, json_of(value))))
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Bool(value) => Json::Bool(*value),
        Value::Int(value) => value
            .to_string()
            .parse::<serde_json::Number>()
            .map_or(Json::Null, Json::Number),
        Value::Float64(bits) => (*bits).into(),
        Value::Float32(bits) => (*bits).into(),
        Value::BitVec { bits, .. } => (*bits).into(),
        Value::Array(_) => Json::Null,
    }
}

/// The descriptions of cases, one JSON text each.
#[derive(Debug, Default)]
pub(crate) struct Described {
    pub(crate) cases: Vec<String>,
    pub(crate) uncertain: bool,
}

impl Start {
    /// Starts a process; it loads the module at once.
    pub(crate) fn process(&self, world: World, entry: Entry) -> Result<Waiting, String> {
        let start =
            |error: std::io::Error| format!("{} cannot be started: {error}", self.python.display());
        let mut command = Command::new(&self.python);
        let allow = &self.request.allow;
        enter(world, &mut command, allow).map_err(start)?;
        let noted = self.watch(&mut command).map_err(start)?;
        let mut child = command
            .arg("-c")
            .arg(entry.program())
            .arg(&self.library)
            .env("PYTHONHASHSEED", world.number().to_string())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(start)?;
        let mut stdin = child.stdin.take().expect("the pipe was asked for");
        let lines = Lines::new(child);
        let mut request = serde_json::to_value(&self.request).expect("requests are plain data");
        request["world"] = json!(world.number());
        let request = format!("{request}\n");
        stdin
            .write_all(request.as_bytes())
            .map_err(|_| "the observer does not start".to_owned())?;
        Ok(Waiting {
            stdin,
            lines,
            noted,
        })
    }

    /// Confines a process, and notes what it is refused while it runs each case.
    fn watch(&self, command: &mut Command) -> std::io::Result<Noted> {
        let allow = &self.request.allow;
        let noted = Noted::default();
        if !allow.is_empty() {
            confinement(allow).apply(command)?;
            return Ok(noted);
        }
        let note = noted.clone();
        let told = move |refusal: Refusal| {
            if let Ok(mut noted) = note.lock() {
                match refusal.path.as_deref().and_then(case_begun) {
                    Some(case) => noted.case = Some(case),
                    None => noted.keep(refusal.act),
                }
            }
        };
        confinement(allow).watch(command, Box::new(told))?;
        Ok(noted)
    }

    /// Describes cases in one process after another: one that takes its
    /// process down is recorded, and the rest goes on in a new one.
    pub(crate) fn describe(
        &self,
        cases: &[Case],
        world: World,
        mut waiting: Option<Waiting>,
    ) -> Result<Described, String> {
        let mut described = Described::default();
        let mut losses = 0;
        while described.cases.len() < cases.len() {
            let process = match waiting.take() {
                Some(process) => process,
                None => self.process(world, Entry::Observe)?,
            };
            let rest = &cases[described.cases.len()..];
            let Some(end) = self.describe_some(process, rest, &mut described)? else {
                continue;
            };
            let lost = &cases[described.cases.len()];
            losses += 1;
            if losses > MOST_LOSSES {
                return Err(format!(
                    "{MOST_LOSSES} cases took their process down; the last was of {}",
                    lost.unit
                ));
            }
            let lost = self.describe_lost(lost, world, end);
            described.cases.push(lost);
        }
        Ok(described)
    }

    /// Describes cases in one process until it ends; how, if before its time.
    fn describe_some(
        &self,
        process: Waiting,
        cases: &[Case],
        described: &mut Described,
    ) -> Result<Option<End>, String> {
        let Waiting {
            mut stdin,
            mut lines,
            noted,
        } = process;
        let ready = lines.next(self.request.patience).map_err(|end| match end {
            End::TimedOut => "the module takes too long to be imported".to_owned(),
            End::Died(how) => format!("the module was not imported: {how}"),
        })?;
        let ready: Ready = serde_json::from_slice(&ready).map_err(|error| error.to_string())?;
        if let Some(error) = ready.error {
            return Err(error);
        }
        described.uncertain |= ready.uncertain;
        // The observer reads all cases before it answers; one that is gone is
        // noticed when it does not.
        let _ = serde_json::to_writer(std::io::BufWriter::new(&mut stdin), cases);
        drop(stdin);
        let limit = Duration::from_secs_f64(self.request.timeout.max(0.01)) + GRACE;
        for case in cases {
            match lines.next(limit).map(String::from_utf8) {
                Ok(Ok(line)) => {
                    let act = noted
                        .lock()
                        .ok()
                        .and_then(|noted| noted.acts.get(&case.id).copied());
                    described.cases.push(without_refused(line, act));
                }
                Ok(Err(_)) => return Ok(Some(End::Died("it wrote nonsense".to_owned()))),
                Err(end) => return Ok(Some(end)),
            }
        }
        Ok(None)
    }

    /// What can be said of a case that took its process down: its input, from
    /// a process that stops before the call.
    fn describe_lost(&self, lost: &Case, world: World, end: End) -> String {
        let case = Case {
            stop: Some("before"),
            ..lost.clone()
        };
        let mut described = Described::default();
        if let Ok(process) = self.process(world, Entry::Observe) {
            let _ = self.describe_some(process, &[case], &mut described);
        }
        let mut reply = described
            .cases
            .pop()
            .and_then(|line| serde_json::from_str(&line).ok())
            .unwrap_or_else(|| json!({"id": lost.id, "unit": lost.unit}));
        reply["outcome"] = match end {
            End::TimedOut => json!({"kind": "timed_out"}),
            End::Died(how) => json!({"kind": "crashed", "how": how}),
        };
        reply.to_string()
    }
}
