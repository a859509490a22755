//! The call of a unit, and what must hold after it.

use everypath_recipe::INVARIANT;
use everypath_trace::Outcome;

use super::JvmExecutor;
use super::preparation::Prepared;
use crate::inputs::push_values;
use crate::machine::{Run, Stop, Value};
use crate::program::UnitKind;
use crate::specification;

impl JvmExecutor {
    pub(super) fn run_unit(&mut self, entry: &mut usize) -> Run<()> {
        let prepared = self.prepare(0)?;
        *entry = self.decisions();
        self.call_prepared(&prepared).map(|_| ())
    }

    /// Calls the unit; what it was given, and what it returned.
    pub(super) fn call_prepared(&mut self, prepared: &Prepared) -> Run<(Vec<Value>, Value)> {
        if prepared.unit.kind != UnitKind::Instance {
            self.machine.initialise(prepared.class)?;
        }
        let mut values = Vec::new();
        let mut callee = prepared.method;
        match prepared.unit.kind {
            UnitKind::Constructor => {
                let object = self.machine.allocate(prepared.class)?;
                values.push(Value::reference(object));
            }
            UnitKind::Instance => {
                if let Some(receiver) = &prepared.receiver {
                    values.push(receiver.value);
                    let class = self.machine.heap().class_of(receiver.value.as_ref());
                    let key = self.machine.method(callee).key;
                    let is_private = self.machine.method(callee).is_private();
                    if !is_private && let Some(selected) = self.machine.select(class, key) {
                        callee = selected;
                    }
                }
            }
            UnitKind::Static => {}
        }
        push_values(&mut values, &prepared.arguments, &prepared.unit.descriptor);
        let mut result = Value::default();
        if let Some(check) = specification::check(&mut self.machine, prepared.class, &prepared.unit)
        {
            let first = usize::from(prepared.unit.kind == UnitKind::Constructor);
            let answer = self.machine.call(check, &values[first..])?;
            self.look_at(prepared, answer)?;
        } else {
            result = self.machine.call(callee, &values)?;
        }
        self.check_invariant(prepared, &values)?;
        Ok((values, result))
    }

    /// Ends the run if the answer of a check is a clause that does not hold.
    fn look_at(&mut self, prepared: &Prepared, answer: Value) -> Run<()> {
        let number = answer.bits as u32;
        if number == 0 {
            return Ok(());
        }
        let promises = prepared.unit.promises.iter();
        let broken = promises.filter(|(known, _)| *known == number);
        self.before.extend(broken.map(|(_, goal)| *goal));
        Err(Stop::End(Outcome::Violated {
            clause: self.loaded.options.specification.clause(number).to_owned(),
        }))
    }

    fn check_invariant(&mut self, prepared: &Prepared, values: &[Value]) -> Run<()> {
        let (Some(name), Some(receiver)) = (&prepared.unit.invariant, values.first()) else {
            return Ok(());
        };
        // A woven invariant is part of the check.
        if prepared.unit.kind == UnitKind::Static || name == INVARIANT {
            return Ok(());
        }
        let shape = self.invariant_shape(prepared.class, name);
        let violated = Stop::End(Outcome::Violated {
            clause: format!("{name}()"),
        });
        match self
            .machine
            .call_virtual(receiver.as_ref(), name, shape, &[])
        {
            Ok(answer) if shape == "()Z" => match self.machine.decide_truth(answer)? {
                true => Ok(()),
                false => Err(violated),
            },
            Ok(_) => Ok(()),
            Err(Stop::Throw(_)) => Err(violated),
            Err(stop) => Err(stop),
        }
    }

    fn decisions(&mut self) -> usize {
        self.machine
            .session()
            .map_or(0, |session| session.decisions.len())
    }
}
