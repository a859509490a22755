//! Objects that stand in for collaborators, as calls of a helper that makes them.

use everypath_recipe::{Answer, Answers, Expression, Type};

use super::Unwritable;
use super::fixtures::Fixture;
use super::helpers::Helper;
use super::literal;
use super::scene::Scene;
use crate::layout::Code;

impl Scene<'_> {
    /// `standIn(Users.class, answer("find", "Ann", null))`
    pub(super) fn stand_in(
        &mut self,
        interface: &Type,
        answers: &[Answers],
    ) -> Result<Code, Unwritable> {
        self.helpers.insert(Helper::StandIn);
        let mut arguments = vec![Code::text(self.class_literal(interface)?)];
        for (index, answer) in answers.iter().enumerate() {
            if answers[..index]
                .iter()
                .any(|one| one.method == answer.method)
            {
                let name = &answer.method;
                return Err(format!(
                    "methods {name} of one object answer different types"
                ));
            }
            // What answers nothing need not be told.
            let is_nothing = |one: &Answer| {
                let returns = matches!(one, Answer::Returns { .. });
                returns && one.value() == Some(&Expression::Null)
            };
            if !answer.each.iter().all(is_nothing) {
                arguments.push(self.answers(answer)?);
            }
        }
        Ok(Code::call("standIn", arguments))
    }

    /// The calls that were made for what they do.
    pub(super) fn assert_calls(&mut self, asserted: &mut Vec<Code>) {
        let case = self.case;
        let calls: Vec<Code> = case
            .calls
            .iter()
            .flatten()
            .map(|call| {
                let units: Vec<u16> = call.encode_utf16().collect();
                Code::text(literal::string(&units))
            })
            .collect();
        if calls.is_empty() {
            return;
        }
        self.fixtures.insert(Fixture::Calls);
        let arrays = self.imports.name("java.util.Arrays", "java.util");
        let expected = Code::call(format!("{arrays}.asList"), calls);
        let line = self.assertion("assertEquals", vec![expected, Code::text("calls")]);
        asserted.push(line);
    }

    fn answers(&mut self, answers: &Answers) -> Result<Code, Unwritable> {
        self.helpers.insert(Helper::Answer);
        let units: Vec<u16> = answers.method.encode_utf16().collect();
        let mut arguments = vec![Code::text(literal::string(&units))];
        for answer in answers.each.iter().filter_map(Answer::value) {
            let value = self.expression(answer, None)?;
            // Alone, null and arrays would be taken for all the values.
            let is_ambiguous = match answer {
                Expression::Null => true,
                value => matches!(self.type_of(value), Some(Type::Array { .. })),
            };
            arguments.push(match answer {
                Expression::Lambda { interface, .. } => self.cast(interface, value)?,
                _ if is_ambiguous && answers.each.len() == 1 => {
                    self.cast(&Type::class("java.lang.Object"), value)?
                }
                _ => value,
            });
        }
        Ok(Code::call("answer", arguments))
    }
}
