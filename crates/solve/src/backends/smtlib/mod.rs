//! A second opinion: queries on which the solver below gives up are printed as
//! SMT-LIB 2 and given to an external solver, if one is configured. Its models
//! are evaluated before they are believed.

mod print;
mod read;

use std::io::{Read, Write};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use everypath_term::{Evaluator, Terms};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::query::{Answer, Proof, Query, Solver, Statistics, Why};
use crate::support::Support;

pub use read::model as read_model;

/// An external solver that reads SMT-LIB 2 from its standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// The program and its arguments: `z3 -in`, `cvc5 --produce-models -`.
    pub command: Vec<String>,
    /// The time it gets for one query.
    pub time: Duration,
}

/// A query whose answer is known: it shows whether a command is a solver.
const PROBE: &str = "(set-option :produce-models true)\n(set-logic ALL)\n\
                     (declare-const v0 (_ BitVec 8))\n(assert (= v0 (_ bv5 8)))\n\
                     (check-sat)\n(get-value (v0))\n";

/// A command that is no use as a solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It cannot be started.
    #[error("it cannot be started: {0}")]
    NotStarted(String),
    /// It did not answer in time.
    #[error("it did not answer in time")]
    Silent,
    /// It answered something else, of which this is the first line.
    #[error("it answered a simple query with: {0}")]
    Answered(String),
    /// It answered nothing.
    #[error("it answered a simple query with nothing")]
    Nothing,
}

impl External {
    /// Asks a query whose answer is known.
    pub fn probe(&self) -> Result<(), Unusable> {
        let output = run(self, PROBE)?;
        match output.lines().next().map(str::trim) {
            Some("sat") => Ok(()),
            None | Some("") => Err(Unusable::Nothing),
            Some(line) => Err(Unusable::Answered(line.to_owned())),
        }
    }
}

/// Asks an external solver where the solver below finds no answer.
pub(crate) struct SecondOpinion {
    below: Box<dyn Solver>,
    external: External,
    support: Support,
    asked: u64,
    answered: u64,
    wrong: u64,
}

impl SecondOpinion {
    /// Asks `external` after `below`.
    pub(crate) fn new(below: Box<dyn Solver>, external: External) -> SecondOpinion {
        SecondOpinion {
            below,
            external,
            support: Support::default(),
            asked: 0,
            answered: 0,
            wrong: 0,
        }
    }

    fn ask(&mut self, terms: &Terms, query: &Query) -> Option<Answer> {
        let variables = self.support.all(terms, query.conditions());
        let conditions: Vec<_> = query.conditions().collect();
        let script = print::script(terms, &conditions, &variables).ok()?;
        self.asked += 1;
        let output = run(&self.external, &script).ok()?;
        let (verdict, values) = output.split_once('\n').unwrap_or((&output, ""));
        match verdict.trim() {
            "unsat" => Some(Answer::Unsat(Proof { core: conditions })),
            "sat" => {
                let model = read::model(terms, &variables, values)?;
                let mut evaluator = Evaluator::new();
                let value = |variable| model.get(variable).cloned();
                let right = query
                    .conditions()
                    .all(|condition| evaluator.holds(terms, condition, &value));
                self.wrong += u64::from(!right);
                right.then_some(Answer::Sat(model))
            }
            _ => None,
        }
    }
}

/// The output of the external solver, if it came in time.
fn run(external: &External, script: &str) -> Result<String, Unusable> {
    let not_started = |why: &str| Unusable::NotStarted(why.to_owned());
    let (program, arguments) = external
        .command
        .split_first()
        .ok_or_else(|| not_started("the command is empty"))?;
    let mut child = Command::new(program)
        .args(arguments)
        // A command may be a script that starts the solver; both have to end.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| not_started(&error.to_string()))?;
    let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(not_started("it has no input or output"));
    };
    let script = script.to_owned();
    std::thread::spawn(move || {
        // A solver that stops early closes its input; its output tells.
        let _ = input.write_all(script.as_bytes());
    });
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let read = output.read_to_end(&mut text);
        let _ = sender.send(read.map(|_| String::from_utf8_lossy(&text).into_owned()));
    });
    let text = receiver.recv_timeout(external.time);
    // Until the child is waited for, its number is no other's.
    let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    let _ = child.wait();
    match text {
        Ok(Ok(text)) => Ok(text),
        _ => Err(Unusable::Silent),
    }
}

impl Solver for SecondOpinion {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        let first = self.below.check(terms, query);
        match first {
            Answer::Unknown(Why::Limit(_) | Why::NoneWithin { .. }) => {
                let second = self.ask(terms, query);
                self.answered += u64::from(second.is_some());
                second.unwrap_or(first)
            }
            _ => first,
        }
    }

    fn report(&self, statistics: &mut Statistics) {
        let counters = [
            ("external queries", self.asked),
            ("external answers", self.answered),
            ("external wrong models", self.wrong),
        ];
        statistics.counters.extend(counters);
        self.below.report(statistics);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn external(script: &str, time: Duration) -> External {
        External {
            command: ["sh", "-c", script].map(str::to_owned).to_vec(),
            time,
        }
    }

    #[test]
    fn a_solver_has_to_answer_a_simple_query() {
        let check = |script: &str, expected: Result<(), Unusable>| {
            assert_eq!(
                external(script, Duration::from_secs(20)).probe(),
                expected,
                "{script}"
            );
        };
        check("cat >/dev/null; echo sat; echo '((v0 #x05))'", Ok(()));
        check("echo hello", Err(Unusable::Answered("hello".to_owned())));
        check("exit 1", Err(Unusable::Nothing));
        let missing = External {
            command: vec!["/nowhere/z3".to_owned()],
            time: Duration::from_secs(1),
        };
        assert!(matches!(missing.probe(), Err(Unusable::NotStarted(_))));
    }

    #[test]
    fn what_a_solver_started_ends_with_it() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("number");
        let script = format!("sleep 300 & echo $! > '{}'; wait", file.display());
        let found = external(&script, Duration::from_secs(2)).probe();
        assert_eq!(found, Err(Unusable::Silent));
        let number = std::fs::read_to_string(&file).expect("it was started");
        let command = format!("/proc/{}/cmdline", number.trim());
        // It may take a moment to end; what has ended has no command line.
        let runs = || !std::fs::read(&command).unwrap_or_default().is_empty();
        let mut waits = 0;
        while runs() && waits < 100 {
            std::thread::sleep(Duration::from_millis(50));
            waits += 1;
        }
        assert!(!runs(), "{number} still runs");
    }
}
