//! A worker process and its pipes. Every wait has a deadline; a worker that
//! misses it, dies or talks nonsense is killed, and the caller is told how.

use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use everypath_confine::{World, kill_group};
use everypath_trace::Fault;

use crate::confined::{confinement, enter};
use crate::output::{Output, Silent};

/// Why a worker gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It did not answer in time and was killed.
    TimedOut,
    /// It died.
    Died(Fault),
}

/// How to start a worker.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The Python to run.
    pub python: PathBuf,
    /// The directory that holds the package `everypath_worker`.
    pub library: PathBuf,
    /// The extension.
    pub native: PathBuf,
    /// How long the module may take to be imported.
    pub patience: Duration,
    /// What its user allows.
    pub allow: Vec<String>,
    /// The world that the subject sees.
    pub world: World,
    /// The worker's options.
    pub options: serde_json::Value,
}

/// A running worker.
#[derive(Debug)]
pub struct Process {
    stdin: ChildStdin,
    output: Output,
}

/// Length and kind before each payload.
const HEADER: usize = 5;

impl Process {
    /// Starts a worker in its own process group, so that it can be killed
    /// with whatever it started.
    pub fn start(launch: &Launch) -> io::Result<Process> {
        let mut command = Command::new(&launch.python);
        enter(launch.world, &mut command, &launch.allow)?;
        confinement(&launch.allow).apply(&mut command)?;
        let mut child = command
            .arg("-c")
            .arg("import sys; sys.path.insert(0, sys.argv.pop(1)); from everypath_worker.main import main; sys.path.pop(0); main()")
            .arg(&launch.library)
            .arg(&launch.native)
            .arg(launch.options.to_string())
            // Set iteration order would differ from run to run.
            .env("PYTHONHASHSEED", "0")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let stdin = child.stdin.take().expect("the pipe was asked for");
        let output = Output::new(child);
        Ok(Process { stdin, output })
    }

    /// The process' number.
    pub fn id(&self) -> u32 {
        self.output.child.id()
    }

    /// Sends one frame and waits for the answer.
    pub fn ask(&mut self, kind: u8, payload: &[u8], limit: Duration) -> Result<Vec<u8>, Silence> {
        self.send(kind, payload)?;
        self.receive(limit)
    }

    /// Sends one frame. Answers come in the order of what they answer.
    pub fn send(&mut self, kind: u8, payload: &[u8]) -> Result<(), Silence> {
        let mut frame = Vec::with_capacity(HEADER + payload.len());
        frame.extend_from_slice(&(payload.len() as u32).to_le_bytes());
        frame.push(kind);
        frame.extend_from_slice(payload);
        match self.stdin.write_all(&frame) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.died()),
        }
    }

    /// Waits for the next answer.
    pub fn receive(&mut self, limit: Duration) -> Result<Vec<u8>, Silence> {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(length) = self.frame_length()
                && self.output.unread.len() >= HEADER + length
            {
                let answer = self.output.unread[HEADER..HEADER + length].to_vec();
                // What is left belongs to the next answer.
                self.output.unread.drain(..HEADER + length);
                return Ok(answer);
            }
            match self.output.read_more(deadline) {
                Ok(()) => {}
                Err(Silent::TimedOut) => return Err(Silence::TimedOut),
                Err(Silent::Closed) => return Err(self.died()),
            }
        }
    }

    fn frame_length(&self) -> Option<usize> {
        let bytes = self.output.unread.get(..4)?;
        Some(u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize)
    }

    fn died(&mut self) -> Silence {
        // A worker that closed its pipe is about to end.
        std::thread::sleep(Duration::from_millis(20));
        let status = self.output.child.try_wait();
        kill_group(&mut self.output.child);
        Silence::Died(match status {
            Ok(Some(status)) => match (status.signal(), status.code()) {
                (Some(signal), _) => Fault::Signal(signal),
                (None, Some(code)) => Fault::Exit(code),
                (None, None) => no_answer("ended"),
            },
            _ => no_answer("closed its pipe"),
        })
    }
}

fn no_answer(why: &str) -> Fault {
    Fault::NoAnswer {
        why: why.to_owned(),
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill_group(&mut self.output.child);
    }
}
