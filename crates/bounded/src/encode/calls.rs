//! Calls: inlined, by the receiver's class, to a depth.

use std::rc::Rc;

use everypath_lowered::{BlockId, Callee, ProcedureId, Register, SelectorId};
use everypath_term::TermId;

use super::execute::Frame;
use super::state::{State, merge_all};
use super::value::{Target, Value};
use super::{Encoder, Exit, OPERATIONS};

/// The states after a call, with its results or its exception as only registers.
type After = (Option<State>, Option<State>);

/// The receivers for which a call selects a procedure, or why it cannot.
type Receivers = (Result<ProcedureId, String>, Vec<(Target, TermId)>);

/// Calls on the stack, whatever they call.
const DEEPEST: usize = 200;

impl Encoder<'_> {
    /// A call of a procedure from another: where its results go, and what it
    /// throws, with the block that this leads to.
    pub(super) fn call_from(
        &mut self,
        frame: &mut Frame,
        state: State,
        callee: Callee,
        arguments: &[Register],
        to: &[Register],
        (thrown, handler): (Register, BlockId),
    ) -> Option<State> {
        let arguments: Vec<Value> = arguments
            .iter()
            .map(|argument| self.read(&state, *argument))
            .collect();
        let registers = state.registers.clone();
        let (returned, failed) = self.call_any(callee, state, arguments);
        if let Some(mut state) = failed {
            let exception = state.registers.pop().unwrap_or(Value::Dead);
            state.registers = registers.clone();
            self.write(&mut state, thrown, exception);
            frame.come(handler, state);
        }
        let mut state = returned?;
        let results = std::mem::replace(&mut state.registers, registers);
        for (to, result) in to.iter().zip(results) {
            self.write(&mut state, *to, result);
        }
        Some(state)
    }

    fn call_any(&mut self, callee: Callee, state: State, arguments: Vec<Value>) -> After {
        match callee {
            Callee::Exact(procedure) => self.call(procedure, state, &arguments),
            Callee::Selected(selector) => self.call_selected(selector, state, arguments),
        }
    }

    /// Executes a procedure from a state; its registers are the caller's to keep.
    pub(super) fn call(
        &mut self,
        procedure: ProcedureId,
        mut state: State,
        arguments: &[Value],
    ) -> After {
        let depth = self
            .stack
            .iter()
            .filter(|called| **called == procedure)
            .count();
        if depth > 0 && !self.may_come(&state) {
            return (None, None);
        }
        if depth > self.scope.recursion as usize || self.stack.len() > DEEPEST {
            self.leave(&state, Exit::Recursion);
            return (None, None);
        }
        self.inlined += match self.source.is_operation(procedure) {
            true => 1,
            false => OPERATIONS,
        };
        let prepared = self.prepared(procedure);
        let mut registers = vec![Value::Dead; prepared.procedure.registers as usize];
        for (register, argument) in registers.iter_mut().zip(arguments) {
            *register = argument.clone();
        }
        state.registers = registers;
        self.stack.push(procedure);
        let mut frame = Frame::new(prepared.clone(), state);
        self.elements(&mut frame, &prepared.order);
        self.stack.pop();
        let all = |_: usize| true;
        let Frame {
            returned, thrown, ..
        } = frame;
        (
            merge_all(self.terms, &self.beginnings, returned, &all),
            merge_all(self.terms, &self.beginnings, thrown, &all),
        )
    }

    fn call_selected(
        &mut self,
        selector: SelectorId,
        state: State,
        arguments: Vec<Value>,
    ) -> After {
        let Some(Value::Reference(receivers)) = arguments.first().cloned() else {
            return (None, None);
        };
        // The receivers by the procedure that their class selects.
        let mut groups: Vec<Receivers> = Vec::new();
        for &(target, condition) in receivers.iter() {
            let selected = match target {
                Target::Object(object) => {
                    let class = self.beginnings.0[object.0 as usize].class;
                    self.source.select(class, selector)
                }
                Target::Unknown(reason) => Err(self.reasons[reason as usize].clone()),
                Target::Null => Err("calls a method of null".to_owned()),
            };
            match groups.iter_mut().find(|group| group.0 == selected) {
                Some(group) => group.1.push((target, condition)),
                None => groups.push((selected, vec![(target, condition)])),
            }
        }
        let (mut returned, mut thrown) = (Vec::new(), Vec::new());
        let mut rest = Some(state);
        let count = groups.len();
        for (index, (selected, targets)) in groups.into_iter().enumerate() {
            let Some(state) = rest.take() else { break };
            let conditions: Vec<TermId> = targets.iter().map(|(_, condition)| *condition).collect();
            let (here, others) = match index + 1 == count {
                true => (Some(state), None),
                false => {
                    let any = self.terms.any(&conditions);
                    state.fork(self.terms, any)
                }
            };
            rest = others;
            let Some(here) = here else { continue };
            match selected {
                Err(why) => self.leave(&here, Exit::Unsupported(why)),
                Ok(procedure) => {
                    let mut arguments = arguments.clone();
                    arguments[0] = Value::Reference(Rc::from(targets));
                    let after = self.call(procedure, here, &arguments);
                    returned.extend(after.0);
                    thrown.extend(after.1);
                }
            }
        }
        let all = |_: usize| true;
        (
            merge_all(self.terms, &self.beginnings, returned, &all),
            merge_all(self.terms, &self.beginnings, thrown, &all),
        )
    }
}
