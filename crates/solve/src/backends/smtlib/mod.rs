//! A second opinion: queries on which the solver below gives up are printed as
//! SMT-LIB 2 and given to an external solver, if one is configured. Its models
//! are evaluated before they are believed.

mod print;
mod read;

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use everypath_term::{Evaluator, Terms};

use crate::query::{Answer, Proof, Query, Solver, Statistics, Why};
use crate::support::Support;

/// An external solver that reads SMT-LIB 2 from its standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// The program and its arguments: `z3 -in`, `cvc5 --produce-models -`.
    pub command: Vec<String>,
    /// The time it gets for one query.
    pub time: Duration,
}

/// Asks an external solver where the solver below finds no answer.
pub struct SecondOpinion {
    below: Box<dyn Solver>,
    external: External,
    support: Support,
    asked: u64,
    answered: u64,
    wrong: u64,
}

impl SecondOpinion {
    /// Asks `external` after `below`.
    pub fn new(below: Box<dyn Solver>, external: External) -> SecondOpinion {
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
        let output = run(&self.external, &script)?;
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
fn run(external: &External, script: &str) -> Option<String> {
    let (program, arguments) = external.command.split_first()?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let mut output = child.stdout.take()?;
    let script = script.to_owned();
    std::thread::spawn(move || {
        // A solver that stops early closes its input; its output tells.
        let _ = input.write_all(script.as_bytes());
    });
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = output.read_to_string(&mut text);
        let _ = sender.send(read.map(|_| text));
    });
    let text = receiver.recv_timeout(external.time);
    // Killing a process that has ended does nothing.
    let _ = child.kill();
    let _ = child.wait();
    text.ok()?.ok()
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
