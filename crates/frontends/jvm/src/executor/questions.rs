//! Asking the observers of a receiver: their arguments are inputs of their
//! own, and what they answer is a goal and part of the test.

use everypath_recipe::{Argument, Given, Method as RecipeMethod};

use super::JvmExecutor;
use crate::inputs::{Bindings, Builder, Made, push_values};
use crate::machine::{ClassId, Ref, Run, Stop, Value};
use crate::observers::{Answer, Observer, Observers};
use crate::program::Unit;
use crate::specification;

/// The arguments with which each observer of a unit's receiver is asked.
pub(super) fn questions(
    builder: &mut Builder,
    unit: &Unit,
    bindings: &Bindings,
) -> Run<Vec<Vec<Made>>> {
    let mut questions = Vec::new();
    for observer in unit.observers.iter().flat_map(|of| &of.asked) {
        let mut arguments = Vec::new();
        for parameter in &observer.parameters {
            let slot = observer.slot(parameter);
            arguments.push(builder.make(&parameter.declared, bindings, &slot)?);
        }
        questions.push(arguments);
    }
    Ok(questions)
}

impl JvmExecutor {
    /// Asks the observers: the goal of the receiver's partition is covered,
    /// and what they answer is said. What their own code covers does not
    /// count: it is no work of the unit.
    pub(super) fn ask(
        &mut self,
        class: ClassId,
        observers: &Observers,
        receiver: Ref,
        questions: &[Vec<Made>],
    ) -> Run<Vec<Given>> {
        let covered = self.machine.take_covered();
        self.before.extend(covered);
        let mut answers = Vec::new();
        let mut given = Vec::new();
        for (observer, arguments) in observers.asked.iter().zip(questions) {
            let answer = self.answer(class, observer, receiver, arguments)?;
            answers.push(answer);
            if answer != Answer::Refused {
                let name = self.machine.class(class).dotted();
                let named = observer.parameters.iter().zip(arguments);
                given.push(Given {
                    observer: RecipeMethod::new(&name, &observer.name, &observer.descriptor),
                    arguments: named
                        .map(|(of, made)| Argument::new(&of.name, made.expression.clone()))
                        .collect(),
                    throws: observer.throws,
                    answer: answer == Answer::Yes,
                });
            }
        }
        self.machine.take_covered();
        self.before.extend(observers.goal(&answers));
        Ok(given)
    }

    fn answer(
        &mut self,
        class: ClassId,
        observer: &Observer,
        receiver: Ref,
        arguments: &[Made],
    ) -> Run<Answer> {
        let mut values = vec![Value::reference(receiver)];
        push_values(&mut values, arguments, &observer.descriptor);
        if let Some(requires) = specification::requires_of(&mut self.machine, class, observer) {
            match self.machine.call(requires, &values) {
                Ok(broken) if self.machine.decide_truth(broken)? => return Ok(Answer::Refused),
                Ok(_) => {}
                Err(Stop::Throw(_)) => return Ok(Answer::Refused),
                Err(stop) => return Err(stop),
            }
        }
        let (name, descriptor) = (&observer.name, &observer.descriptor);
        match self
            .machine
            .call_virtual(receiver, name, descriptor, &values[1..])
        {
            Ok(answer) => Ok(match self.machine.decide_truth(answer)? {
                true => Answer::Yes,
                false => Answer::No,
            }),
            Err(Stop::Throw(_)) => Ok(Answer::Refused),
            Err(stop) => Err(stop),
        }
    }
}
