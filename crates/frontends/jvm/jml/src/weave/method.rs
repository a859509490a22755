//! What is said of a method before its call, and the heads of woven methods.

use everypath_recipe::{CONSTRUCTOR, REQUIRES, woven_name};

use super::{Adding, LeftOut, Weaving, has_modifier, not_null};
use crate::clauses::{Said, Saying};
use crate::declarations::Method;
use crate::syntax::Expression;
use crate::translate::Scope;
use crate::types::is_reference;

/// A specification case.
#[derive(Default)]
pub(super) struct Case<'a> {
    pub requires: Vec<(&'a Said, &'a Expression)>,
    pub after: Vec<&'a Said>,
}

impl<'a> Weaving<'a> {
    pub(super) fn method(&mut self, adding: &mut Adding<'a>, method: &'a Method) {
        let cases = cases(method);
        let speaks = !cases.is_empty()
            || method.nullable.is_some()
            || method.parameters.iter().any(|one| one.nullable.is_some());
        let is_constructor = method.result.is_none();
        for said in &method.said {
            match &said.saying {
                Saying::Skipped(what) => {
                    self.leave_out(said, &format!("{what} is not translated"));
                }
                Saying::Unread(why) => self.leave_out(said, why),
                _ => {}
            }
        }
        let is_under = |said: &Said| matches!(said.saying, Saying::Constraint(_));
        let under_invariants = (!adding.invariants.is_empty()
            || adding.class.said.iter().any(is_under))
            && !method.is_static
            && !method.is_private;
        if !speaks && !under_invariants {
            return;
        }
        let unwoven = match () {
            () if !method.has_body => Some("it is of a method without a body"),
            () if is_constructor && adding.class.is_inner => {
                Some("it is of the constructor of an inner class")
            }
            () => None,
        };
        if let Some(why) = unwoven {
            for said in &method.said {
                if !matches!(said.saying, Saying::Modifier(_)) {
                    self.leave_out(said, why);
                }
            }
            return;
        }
        if under_invariants
            && self.invariants.contains(&method.name.as_str())
            && method.parameters.is_empty()
        {
            return;
        }
        adding.translator.olds.clear();
        let was_doubtful = adding.is_doubtful;
        let is_unread = |said: &Said| matches!(said.saying, Saying::Unread(_));
        adding.is_doubtful |= method.said.iter().any(is_unread);
        let requires = self.requires(adding, method, &cases, speaks);
        match adding.is_doubtful {
            // What a caller has to meet is not all known: no call is a bug.
            true => self.woven.left_out.push(LeftOut {
                line: method.line,
                text: String::new(),
                why: format!(
                    "what `{}` promises is not checked, because of what is left out",
                    method.name
                ),
            }),
            false => self.check(adding, method, &cases, &requires, speaks),
        }
        adding.is_doubtful = was_doubtful;
    }

    /// The variables that a clause before the call may name.
    pub(super) fn scope(&self, adding: &Adding, method: &Method) -> Scope {
        let variables = method.parameters.iter();
        let is_constructor = method.result.is_none();
        Scope {
            variables: variables
                .map(|one| (one.name.clone(), Some(one.of.clone())))
                .collect(),
            is_static: method.is_static || is_constructor,
            type_parameters: match is_constructor {
                true => joined(&adding.class.type_parameters, &method.type_parameters),
                false => method.type_parameters.clone(),
            },
            ..Scope::default()
        }
    }

    /// The precondition; for each case the call that says whether it applies.
    fn requires(
        &mut self,
        adding: &mut Adding<'a>,
        method: &Method,
        cases: &[Case],
        speaks: bool,
    ) -> Vec<String> {
        let mut scope = self.scope(adding, method);
        let mut common = Vec::new();
        let by_default = has_modifier(&adding.class.said, "nullable_by_default");
        for parameter in &method.parameters {
            let may_be_null = parameter.nullable.unwrap_or(by_default || !speaks);
            if !may_be_null && is_reference(&parameter.of) {
                let (said, holds) = not_null(&parameter.name, "requires", method.line);
                let found = self.clause(adding, &said, &holds, &mut scope, Some(method), None);
                adding.is_doubtful |= found.is_none();
                common.extend(found);
            }
        }
        let mut each: Vec<Vec<(String, u32)>> = Vec::new();
        for case in cases {
            let mut calls = Vec::new();
            for (said, holds) in &case.requires {
                let found = self.clause(adding, said, holds, &mut scope, Some(method), None);
                adding.is_doubtful |= found.is_none();
                calls.extend(found);
            }
            each.push(calls);
        }
        let single = match &each[..] {
            [only] => only.clone(),
            _ => Vec::new(),
        };
        let mut body = String::new();
        for (call, number) in common.iter().chain(&single) {
            body.push_str(&format!("if (!{call}) {{ return {number}; }} "));
        }
        let whole: Vec<String> = each.iter().map(|calls| conjunction(calls)).collect();
        if each.len() > 1 && each.iter().all(|calls| !calls.is_empty()) {
            let first = each[0][0].1;
            body.push_str(&format!(
                "if (!({})) {{ return {first}; }} ",
                whole.join(" || ")
            ));
        }
        if !body.is_empty() {
            let head = head(method, REQUIRES, &scope);
            adding
                .segments
                .push((None, format!("{head} {{ {body}return 0; }} ")));
        }
        whole
    }
}

/// The specification cases of a method.
fn cases(method: &Method) -> Vec<Case<'_>> {
    let mut cases: Vec<Case> = Vec::new();
    let mut fresh = true;
    for said in &method.said {
        match &said.saying {
            Saying::Also => {
                fresh = true;
                continue;
            }
            Saying::Modifier(_) | Saying::Skipped(_) | Saying::Unread(_) => continue,
            other if other.is_of_class() => continue,
            _ => {}
        }
        if std::mem::take(&mut fresh) {
            cases.push(Case::default());
        }
        let Some(case) = cases.last_mut() else {
            continue;
        };
        match &said.saying {
            Saying::Requires(holds) => case.requires.push((said, holds)),
            _ => case.after.push(said),
        }
    }
    cases
}

fn conjunction(calls: &[(String, u32)]) -> String {
    match calls {
        [] => "true".to_owned(),
        calls => {
            let all: Vec<&str> = calls.iter().map(|(call, _)| call.as_str()).collect();
            format!("({})", all.join(" && "))
        }
    }
}

/// `<A, B extends C>` and `<D>` as one list.
fn joined(one: &str, other: &str) -> String {
    match (one.is_empty(), other.is_empty()) {
        (true, _) => other.to_owned(),
        (_, true) => one.to_owned(),
        _ => format!(
            "{}, {}",
            one.trim_end_matches('>'),
            other.trim_start_matches('<')
        ),
    }
}

/// The names of type parameters as arguments: `<A, B extends C<A>>` is `<A, B>`.
pub(super) fn applied(parameters: &str) -> String {
    let inside = parameters
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'));
    let Some(inside) = inside else {
        return String::new();
    };
    let mut depth = 0;
    let mut names: Vec<String> = vec![String::new()];
    for c in inside.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ',' if depth == 0 => names.push(String::new()),
            _ => {}
        }
        if c != ',' || depth > 0 {
            names.last_mut().expect("one is there").push(c);
        }
    }
    let names: Vec<&str> = names
        .iter()
        .filter_map(|name| name.split_whitespace().find(|word| !word.starts_with('@')))
        .collect();
    format!("<{}>", names.join(", "))
}

/// The head of a woven method with the parameters of another.
pub(super) fn head(method: &Method, prefix: &str, scope: &Scope) -> String {
    let name = match method.result.is_none() {
        true => woven_name(prefix, CONSTRUCTOR),
        false => woven_name(prefix, &method.name),
    };
    let modifiers = match scope.is_static {
        true => "static ",
        false => "",
    };
    let parameters: Vec<String> = method
        .parameters
        .iter()
        .map(|one| format!("{} {}", one.of, one.name))
        .collect();
    format!(
        "private {modifiers}{} int {name}({})",
        scope.type_parameters,
        parameters.join(", ")
    )
}
