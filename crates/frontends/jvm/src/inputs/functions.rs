//! Functional interfaces: lambdas that answer one value.

use everypath_recipe::{Expression, Method as RecipeMethod};
use everypath_trace::{Premise, Step};

use super::{Bindings, Builder, Made, recipe_type};
use crate::machine::{ClassId, MethodId, Run, Value};
use crate::signature::{MethodType, Type};

impl Builder<'_> {
    /// A lambda for an interface with one abstract method.
    pub(super) fn function(
        &mut self,
        interface: ClassId,
        method: MethodId,
        declared: &Type,
        bindings: &Bindings,
        slot: &str,
    ) -> Run<Made> {
        let class = self.machine.answering_class(interface, method)?;
        let object = self.machine.allocate(class)?;
        let found = self.machine.method(method).clone();
        let owner = self.machine.class(found.class);
        let info = owner
            .file
            .as_ref()
            .and_then(|file| file.methods.get(usize::from(found.index)));
        let signature = info.and_then(|info| info.signature.clone());
        let result = signature
            .as_deref()
            .and_then(MethodType::parse)
            .or_else(|| MethodType::parse(&found.descriptor))
            .and_then(|types| types.result);
        let recipe_method = RecipeMethod::new(
            &self.machine.class(interface).dotted(),
            &found.name,
            &found.descriptor,
        );
        let answer = match result {
            None => None,
            Some(result) => {
                let name = format!("`{slot}`");
                self.machine.suppose(Premise::Answers { name });
                let made = self.make_kind(&result, bindings, &Step::Answer.of(slot), true)?;
                self.machine.heap_mut().set_field(object, 0, made.value);
                Some(Box::new(made.expression))
            }
        };
        Ok(Made {
            value: Value::reference(object),
            expression: Expression::Lambda {
                interface: recipe_type(declared),
                method: recipe_method,
                answer,
            },
        })
    }
}
