//! Runs of which only what a test sees is kept: of a program, or of a mutant of it.

use everypath_term::Terms;
use everypath_trace::{Input, Outcome, RunLimits};

use super::JvmExecutor;
use super::preparation::Prepared;
use crate::code::Kind;
use crate::machine::{Limits, Machine, Run, Session, Stop, Value};
use crate::mutants::{Seen, seen};
use crate::program::UnitKind;
use crate::signature::{MethodType, Primitive, Type};

impl JvmExecutor {
    /// The machine.
    pub(crate) fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Runs the chosen unit without symbols, with at most so many instructions.
    pub(crate) fn see(&mut self, input: &Input, limits: &RunLimits, most: u64) -> Seen {
        let session = Session {
            concrete: true,
            ..self.session(input, limits.decisions)
        };
        self.machine.begin(session, Terms::new());
        let within = self.within(limits.time);
        let before = self.machine.executed();
        let memory = self.loaded.options.memory;
        self.machine.set_limits(Limits {
            memory,
            instructions: within.instructions.min(before.saturating_add(most)),
            ..within
        });
        self.before.clear();
        self.machine.forget_output();
        let mut text = None;
        let ended = self.guarded(|executor| {
            let prepared = executor.prepare(0)?;
            let called = executor.call_seen(&prepared);
            let result = match &called {
                Ok(result) => *result,
                Err(_) => None,
            };
            let outcome = executor.outcome(called.map(|_| ()));
            if outcome.is_finished() {
                let values = named(&prepared, result);
                text = Some(seen(&mut executor.machine, &outcome, &values));
            }
            match outcome {
                Outcome::TimedOut => Err(Stop::End(Outcome::TimedOut)),
                _ => Ok(()),
            }
        });
        let is_endless = matches!(ended, Err(Stop::End(Outcome::TimedOut)));
        // A test that cannot make its input fails.
        let is_unmade = text.is_none()
            && matches!(
                ended,
                Err(Stop::Throw(_) | Stop::End(Outcome::Rejected { .. }))
            );
        let executed = self.machine.executed().saturating_sub(before);
        self.machine.end();
        self.machine.take_covered();
        self.machine.take_touched();
        self.settle();
        Seen {
            text,
            is_endless,
            is_unmade,
            executed,
        }
    }

    /// Calls the unit; what it returned, if it returns something.
    fn call_seen(&mut self, prepared: &Prepared) -> Run<Option<(Value, Kind)>> {
        let (values, result) = self.call_prepared(prepared)?;
        let kind = self.machine.method(prepared.method).result;
        let made = match prepared.unit.kind {
            UnitKind::Constructor => values.first().map(|one| (*one, Kind::Reference)),
            _ => None,
        };
        Ok(made.or(kind.map(|kind| (result, kind))))
    }
}

/// What a test has names for: the result, the receiver, the arguments.
fn named(prepared: &Prepared, result: Option<(Value, Kind)>) -> Vec<(Value, Kind)> {
    let receiver = prepared.receiver.as_ref();
    let receiver = receiver.map(|made| (made.value, Kind::Reference));
    let types = MethodType::parse(&prepared.unit.descriptor);
    let types = types.map(|of| of.parameters).unwrap_or_default();
    let kinds = types.iter().map(|of| match of {
        // Only what a reference leads to is looked into.
        Type::Primitive(Primitive::Long) => Kind::Long,
        Type::Primitive(_) => Kind::Int,
        _ => Kind::Reference,
    });
    let arguments = prepared.arguments.iter().map(|made| made.value).zip(kinds);
    result
        .into_iter()
        .chain(receiver)
        .chain(arguments)
        .collect()
}
