//! What is said of a method after its call: results, exceptions, invariants.

use everypath_recipe::{CHECK, Ending};

use super::method::{Case, applied, head};
use super::{Adding, Contract, Weaving, has_modifier, not_null};
use crate::clauses::{Said, Saying};
use crate::declarations::{Class, Method};
use crate::syntax::Expression;
use crate::translate::{RESULT, Scope};
use crate::types::is_reference;

impl<'a> Weaving<'a> {
    /// The method that makes the call and looks at what comes after.
    pub(super) fn check(
        &mut self,
        adding: &mut Adding<'a>,
        method: &Method,
        cases: &[Case],
        applies: &[String],
        speaks: bool,
    ) {
        let is_constructor = method.result.is_none();
        let result = match method.result.as_deref() {
            Some("void") => None,
            Some(of) => Some(of.to_owned()),
            None => Some(adding.class.name.clone() + &applied(&adding.class.type_parameters)),
        };
        let mut scope = self.scope(adding, method);
        scope.has_old = !is_constructor;
        let on = match is_constructor {
            true => format!("{RESULT}."),
            false => String::new(),
        };
        let mut after = Scope {
            is_static: method.is_static,
            type_parameters: method.type_parameters.clone(),
            ..scope.clone()
        };
        if !is_constructor && let Some(result) = &result {
            after
                .variables
                .push((RESULT.to_owned(), Some(result.clone())));
            after.result = Some(result.clone());
        }
        let mut promises = Vec::new();
        let (mut returned, mut thrown) = (String::new(), String::new());
        let by_default = has_modifier(&adding.class.said, "nullable_by_default");
        let may_be_null = method.nullable.unwrap_or(by_default || !speaks);
        if let (Some(of), false, false) = (&after.result, may_be_null, is_constructor)
            && is_reference(of)
        {
            let (mut said, _) = not_null("\\result", "ensures", method.line);
            said.text = "ensures \\result != null".to_owned();
            let holds = Expression::Binary(
                "!=",
                Box::new(Expression::Result),
                Box::new(Expression::Literal("null".to_owned())),
            );
            if let Some((call, number)) =
                self.clause(adding, &said, &holds, &mut after, Some(method), None)
            {
                returned.push_str(&format!("if (!{call}) {{ return {number}; }} "));
                promises.push(number);
            }
        }
        let several = cases.len() > 1;
        for (index, case) in cases.iter().enumerate() {
            let guard = match several {
                true => format!("everypath$case{index} && "),
                false => String::new(),
            };
            for said in &case.after {
                self.after(
                    adding,
                    method,
                    said,
                    &after,
                    &guard,
                    &on,
                    (&mut returned, &mut thrown),
                    &mut promises,
                );
            }
        }
        if !method.is_static && !method.is_private {
            for (call, number) in adding.invariants.clone() {
                returned.push_str(&format!("if (!{on}{call}) {{ return {number}; }} "));
                if !is_constructor {
                    thrown.push_str(&format!("if (!{call}) {{ return {number}; }} "));
                }
                promises.push(number);
            }
            for said in &adding.class.said {
                let holds = match (&said.saying, is_constructor) {
                    (Saying::Constraint(holds), false) | (Saying::Initially(holds), true) => holds,
                    _ => continue,
                };
                let found = self.clause(adding, said, holds, &mut after, Some(method), None);
                if let Some((call, number)) = found {
                    returned.push_str(&format!("if (!{on}{call}) {{ return {number}; }} "));
                    promises.push(number);
                }
            }
        }
        if promises.is_empty() {
            return;
        }
        let head = head(method, CHECK, &scope);
        adding
            .segments
            .push((None, format!("{head} {} {{ ", method.throws)));
        for (index, applies) in applies.iter().enumerate().filter(|_| several) {
            adding
                .segments
                .push((None, format!("boolean everypath$case{index} = {applies}; ")));
        }
        let names: Vec<&str> = method
            .parameters
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        let names = names.join(", ");
        let (declared, assigned, call) = match (&result, is_constructor) {
            (Some(of), true) => (
                format!("{of} {RESULT}; "),
                format!("{RESULT} = "),
                format!("new {of}({names})"),
            ),
            (Some(of), false) => (
                format!("{of} {RESULT}; "),
                format!("{RESULT} = "),
                format!("{}({names})", method.name),
            ),
            (None, _) => (
                String::new(),
                String::new(),
                format!("{}({names})", method.name),
            ),
        };
        // A value from before that cannot be computed says nothing of the call.
        for old in adding.translator.olds.clone() {
            let (name, java) = (&old.name, &old.java);
            let segment = match &old.of {
                Some(of) => format!(
                    "{of} {name}; try {{ {name} = {java}; }} \
                     catch (RuntimeException everypath$thrown) {{ {call}; return 0; }} "
                ),
                None => format!("var {name} = {java}; "),
            };
            adding.segments.push((Some(old.clause), segment));
        }
        adding.segments.push((
            None,
            format!(
                "{declared}try {{ {assigned}{call}; }} catch (Exception everypath$thrown) \
                 {{ {thrown}throw everypath$thrown; }} {returned}return 0; }} "
            ),
        ));
        self.woven.contracts.push(Contract {
            class: adding.class.binary.clone(),
            method: method.name.clone(),
            is_constructor,
            parameters: method.parameters.len(),
            promises,
        });
    }

    /// One clause about what comes after.
    #[allow(clippy::too_many_arguments)]
    fn after(
        &mut self,
        adding: &mut Adding<'a>,
        method: &Method,
        said: &Said,
        after: &Scope,
        guard: &str,
        on: &str,
        (returned, thrown): (&mut String, &mut String),
        promises: &mut Vec<u32>,
    ) {
        let mut scope = after.clone();
        let no = Expression::Literal("false".to_owned());
        let frame = match &said.saying {
            Saying::Assignable(names) => {
                if method.result.is_none() || method.is_static {
                    return;
                }
                match frame(adding.class, method, names) {
                    Ok(None) => return,
                    Ok(Some(holds)) => Some(Saying::Ensures(holds)),
                    Err(why) => return self.leave_out(said, &why),
                }
            }
            _ => None,
        };
        let (class, name, holds) = match frame.as_ref().unwrap_or(&said.saying) {
            Saying::Ensures(holds) => {
                let found = self.clause(adding, said, holds, &mut scope, Some(method), None);
                if let Some((call, number)) = found {
                    returned.push_str(&format!("if ({guard}!{on}{call}) {{ return {number}; }} "));
                    promises.push(number);
                }
                return;
            }
            Saying::Exceptional => {
                if let Some((call, number)) = self.clause(
                    adding,
                    said,
                    &no,
                    &mut scope,
                    Some(method),
                    Some(Ending::Throws),
                ) {
                    returned.push_str(&format!("if ({guard}!{on}{call}) {{ return {number}; }} "));
                    promises.push(number);
                }
                return;
            }
            Saying::Signals { class, name, holds } => (class.clone(), name.clone(), holds.clone()),
            Saying::Normal => ("Exception".to_owned(), None, no),
            Saying::SignalsOnly(classes) => {
                let thrown = || Box::new(Expression::Name("everypath$signalled".to_owned()));
                let any = classes
                    .iter()
                    .map(|class| Expression::InstanceOf(thrown(), class.clone()))
                    .reduce(|one, other| Expression::Binary("||", Box::new(one), Box::new(other)));
                (
                    "Exception".to_owned(),
                    Some("everypath$signalled".to_owned()),
                    any.unwrap_or(no),
                )
            }
            _ => return,
        };
        if method.result.is_none()
            && holds != Expression::Literal("false".to_owned())
            && !holds.parts().is_empty()
        {
            // After a constructor that throws there is no object to look at.
            scope.is_static = true;
        }
        scope.result = None;
        let name = name.unwrap_or_else(|| "everypath$signalled".to_owned());
        scope.variables.push((name.clone(), Some(class.clone())));
        scope.is_static |= method.result.is_none();
        if let Some((call, number)) = self.clause(
            adding,
            said,
            &holds,
            &mut scope,
            Some(method),
            Some(Ending::Returns),
        ) {
            thrown.push_str(&format!(
                "if ({guard}everypath$thrown instanceof {class}) {{ \
                 {class} {name} = ({class}) everypath$thrown; \
                 if (!{call}) {{ return {number}; }} }} "
            ));
            promises.push(number);
        }
    }
}

/// That a call assigns no other fields of its object than some; `None` if there are no
/// others.
fn frame(class: &Class, method: &Method, names: &[String]) -> Result<Option<Expression>, String> {
    let is_field = |name: &String| class.fields.iter().any(|field| field.name == *name);
    let is_parameter = |name: &String| method.parameters.iter().any(|one| one.name == *name);
    let mut unknown = names
        .iter()
        .filter(|name| !is_field(name) && !is_parameter(name));
    if let Some(name) = unknown.next() {
        return Err(format!("`{name}` is no field of the class"));
    }
    let others = class.fields.iter().filter(|field| {
        // Two that are not numbers are not equal.
        let compares = !matches!(field.of.as_str(), "float" | "double");
        compares && !field.is_static && !names.contains(&field.name)
    });
    let keeps = others.map(|field| {
        let own = || {
            Box::new(Expression::Field(
                Box::new(Expression::This),
                field.name.clone(),
            ))
        };
        Expression::Binary("==", own(), Box::new(Expression::Old(own())))
    });
    Ok(keeps.reduce(|one, other| Expression::Binary("&&", Box::new(one), Box::new(other))))
}
