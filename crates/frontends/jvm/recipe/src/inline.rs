//! Locals that are used once go back to where they are used.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Answers, Expression, LocalId, Override, Recipe, Statement};

impl Recipe {
    /// Puts the values of some locals where they are used, if that is at one
    /// place in the next step, and numbers the rest from zero.
    pub fn inline(&mut self, locals: &BTreeSet<LocalId>) {
        for index in (0..self.arrange.len()).rev() {
            let Statement::Define { local, .. } = self.arrange[index] else {
                continue;
            };
            let mut here = 0;
            self.expressions_of_step(index + 1, &mut |expression| {
                here += usize::from(is_local(expression, local));
            });
            let mut everywhere = 0;
            self.expressions(&mut |expression| {
                everywhere += usize::from(is_local(expression, local));
            });
            if !locals.contains(&local) || here != 1 || everywhere != 1 {
                continue;
            }
            let Statement::Define { value, .. } = self.arrange.remove(index) else {
                continue;
            };
            let mut value = Some(value);
            self.expressions_of_step(index, &mut |expression| {
                if is_local(expression, local)
                    && let Some(value) = value.take()
                {
                    *expression = value;
                }
            });
        }
        self.number();
    }

    /// Numbers the locals from zero in the order of their definitions.
    fn number(&mut self) {
        let mut numbers: BTreeMap<LocalId, LocalId> = BTreeMap::new();
        for statement in &mut self.arrange {
            if let Statement::Define { local, .. } = statement {
                let number = LocalId(numbers.len() as u32);
                numbers.insert(*local, number);
                *local = number;
            }
        }
        self.expressions(&mut |expression| {
            if let Expression::Local { id } = expression
                && let Some(number) = numbers.get(id)
            {
                *id = *number;
            }
        });
    }

    /// Does something with every expression, inner ones last.
    fn expressions(&mut self, what: &mut dyn FnMut(&mut Expression)) {
        for step in 0..=self.arrange.len() {
            self.expressions_of_step(step, what);
        }
    }

    /// The same for one step: a statement, or the call after the last one.
    fn expressions_of_step(&mut self, step: usize, what: &mut dyn FnMut(&mut Expression)) {
        match self.arrange.get_mut(step) {
            Some(Statement::Define { value, .. }) => value.each(what),
            Some(Statement::Evaluate { call }) => call.each(what),
            Some(Statement::SetProperty { value, .. }) => value.each(what),
            Some(Statement::MakeFile { .. } | Statement::AssumeAbsent { .. }) => {}
            Some(Statement::SetField { of, value, .. }) => {
                of.iter_mut().for_each(|of| of.each(what));
                value.each(what);
            }
            Some(Statement::SetElement { array, value, .. }) => {
                array.each(what);
                value.each(what);
            }
            None => {
                let asked = self.given.iter_mut().flat_map(|given| &mut given.arguments);
                asked.for_each(|argument| argument.value.each(what));
                self.receiver.iter_mut().for_each(|of| of.each(what));
                let arguments = self.arguments.iter_mut();
                arguments.for_each(|argument| argument.value.each(what));
            }
        }
    }
}

impl Expression {
    /// Does something with an expression, then with those inside it.
    pub fn each(&mut self, what: &mut dyn FnMut(&mut Expression)) {
        what(self);
        match self {
            Expression::Boxed { value } | Expression::Cast { value, .. } => value.each(what),
            Expression::Array { items, .. } | Expression::Collection { items, .. } => {
                items.iter_mut().for_each(|item| item.each(what));
            }
            Expression::New {
                outer, arguments, ..
            } => {
                outer.iter_mut().for_each(|outer| outer.each(what));
                arguments.iter_mut().for_each(|item| item.each(what));
            }
            Expression::CallStatic { arguments, .. } => {
                arguments.iter_mut().for_each(|item| item.each(what));
            }
            Expression::Call {
                receiver,
                arguments,
                ..
            } => {
                receiver.each(what);
                arguments.iter_mut().for_each(|item| item.each(what));
            }
            Expression::Field { of, .. } => of.each(what),
            Expression::Lambda { answer, .. } => {
                answer.iter_mut().for_each(|answer| answer.each(what));
            }
            Expression::StandIn { answers, .. } => {
                let answers = answers.iter_mut().flat_map(Answers::expressions);
                answers.for_each(|answer| answer.each(what));
            }
            Expression::Subclass {
                arguments,
                overrides,
                ..
            } => {
                arguments.iter_mut().for_each(|item| item.each(what));
                let answers = overrides.iter_mut().flat_map(Override::expressions);
                answers.for_each(|answer| answer.each(what));
            }
            Expression::Map { entries, .. } => {
                for (key, value) in entries {
                    key.each(what);
                    value.each(what);
                }
            }
            Expression::Null
            | Expression::Temporary
            | Expression::Boolean { .. }
            | Expression::Byte { .. }
            | Expression::Short { .. }
            | Expression::Char { .. }
            | Expression::Int { .. }
            | Expression::Long { .. }
            | Expression::Float { .. }
            | Expression::Double { .. }
            | Expression::String { .. }
            | Expression::Enum { .. }
            | Expression::Class { .. }
            | Expression::Local { .. }
            | Expression::NewArray { .. }
            | Expression::StaticField { .. }
            | Expression::Allocate { .. } => {}
        }
    }
}

fn is_local(expression: &Expression, local: LocalId) -> bool {
    matches!(expression, Expression::Local { id } if *id == local)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Argument, Method, Type};

    fn define(id: u32, value: Expression) -> Statement {
        Statement::Define {
            local: LocalId(id),
            of: Type::class("a.B"),
            name: "b".to_owned(),
            value,
        }
    }

    #[test]
    fn what_is_used_once_is_no_local() {
        let mut recipe = Recipe::of_static(
            Method::new("a.B", "f", "(La/B;La/B;)V"),
            vec![
                Argument::new("x", Expression::local(7)),
                Argument::new("y", Expression::local(9)),
            ],
        );
        recipe.arrange = vec![
            define(3, Expression::int(1)),
            define(
                7,
                Expression::Boxed {
                    value: Box::new(Expression::local(3)),
                },
            ),
            define(9, Expression::int(2)),
        ];
        let mut kept = recipe.clone();
        kept.arguments[1].value = Expression::local(7);
        recipe.inline(&[3, 7, 9].map(LocalId).into());
        assert_eq!(recipe.arrange, []);
        assert_eq!(recipe.arguments[1].value, Expression::int(2));
        // One that is used twice stays, and one that nobody may move.
        kept.inline(&[7, 9].map(LocalId).into());
        let names = kept.arrange.iter().map(|statement| match statement {
            Statement::Define { local, .. } => local.0,
            _ => u32::MAX,
        });
        assert_eq!(names.collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(kept.arguments[0].value, Expression::local(1));
        assert_eq!(kept.arguments[1].value, Expression::local(1));
    }
}
