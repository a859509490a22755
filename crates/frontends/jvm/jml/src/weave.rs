//! Weaving: the copy of a file whose classes check what is said of them.

use std::collections::BTreeMap;
use std::ops::Range;

use everypath_recipe::{Assertion, CHECK, CONSTRUCTOR, INVARIANT, REQUIRES, woven_name};

use crate::Problem;
use crate::clauses::{Said, Saying};
use crate::declarations::{Class, Declarations, Method, declarations};
use crate::syntax::Expression;
use crate::template::assertion;
use crate::translate::{RESULT, Scope, Translator};
use crate::types::is_reference;

/// A clause that is checked. Clauses are numbered from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The line.
    pub line: usize,
    /// As its author wrote it.
    pub text: String,
    /// As a test can say it, if it can.
    pub assertion: Option<Assertion>,
}

/// What is said of one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The class, by its binary name.
    pub class: String,
    /// The method.
    pub method: String,
    /// Whether it is a constructor.
    pub is_constructor: bool,
    /// How many parameters it has.
    pub parameters: usize,
    /// The clauses that a call may break.
    pub promises: Vec<u32>,
}

/// A clause that is not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The line.
    pub line: usize,
    /// The clause, or what it begins with.
    pub text: String,
    /// Why.
    pub why: String,
}

/// A copy of a file with its specifications woven in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Woven {
    /// The package.
    pub package: String,
    /// The text.
    pub text: String,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// What is said of methods.
    pub contracts: Vec<Contract>,
    /// What is left out.
    pub left_out: Vec<LeftOut>,
    /// Where the text belongs to a clause, by its number.
    places: Vec<(Range<usize>, u32)>,
}

impl Woven {
    /// The clause that a place of the text belongs to; line and column from 1.
    pub fn clause_at(&self, line: usize, column: usize) -> Option<u32> {
        let mut lines = self.text.split_inclusive('\n');
        let before: usize = lines
            .by_ref()
            .take(line.checked_sub(1)?)
            .map(str::len)
            .sum();
        let inside = self.text[before..]
            .char_indices()
            .nth(column.checked_sub(1)?);
        let at = before + inside?.0;
        let mut places = self.places.iter();
        places
            .find(|(place, _)| place.contains(&at))
            .map(|(_, clause)| *clause)
    }

    /// Whether anything is checked.
    pub fn says_something(&self) -> bool {
        !self.clauses.is_empty()
    }
}

/// Weaves the specifications of a file. `invariants` are the names of methods
/// that are invariants without JML; `refused` are clauses that the compiler
/// does not take, by number, and why.
pub fn weave(
    text: &str,
    invariants: &[&str],
    refused: &BTreeMap<u32, String>,
) -> Result<Woven, Problem> {
    let file = declarations(text)?;
    let mut weaving = Weaving {
        file: &file,
        invariants,
        refused,
        woven: Woven {
            package: file.package.clone(),
            ..Woven::default()
        },
        inserts: Vec::new(),
    };
    for omission in &file.omissions {
        weaving.woven.left_out.push(LeftOut {
            line: omission.line,
            text: String::new(),
            why: omission.message.clone(),
        });
    }
    for class in &file.classes {
        weaving.class(class);
    }
    Ok(weaving.finish(text))
}

/// Text with the clause it belongs to.
type Segment = (Option<u32>, String);

struct Weaving<'a> {
    file: &'a Declarations,
    invariants: &'a [&'a str],
    refused: &'a BTreeMap<u32, String>,
    woven: Woven,
    inserts: Vec<(usize, Vec<Segment>)>,
}

/// A specification case.
#[derive(Default)]
struct Case<'a> {
    requires: Vec<(&'a Said, &'a Expression)>,
    after: Vec<&'a Said>,
}

/// What is added to one class.
struct Adding<'a> {
    class: &'a Class,
    translator: Translator<'a>,
    segments: Vec<Segment>,
    /// Calls that say whether an invariant holds, and its number.
    invariants: Vec<(String, u32)>,
}

impl<'a> Weaving<'a> {
    fn finish(mut self, text: &str) -> Woven {
        self.inserts.sort_by_key(|(at, _)| *at);
        let mut copied = 0;
        for (at, segments) in self.inserts {
            self.woven.text.push_str(&text[copied..at]);
            copied = at;
            for (clause, segment) in segments {
                let start = self.woven.text.len();
                self.woven.text.push_str(&segment);
                if let Some(clause) = clause {
                    self.woven
                        .places
                        .push((start..self.woven.text.len(), clause));
                }
            }
        }
        self.woven.text.push_str(&text[copied..]);
        self.woven.left_out.sort_by_key(|one| one.line);
        self.woven
    }

    fn leave_out(&mut self, said: &Said, why: &str) {
        self.woven.left_out.push(LeftOut {
            line: said.line,
            text: said.text.clone(),
            why: why.to_owned(),
        });
    }

    fn class(&mut self, class: &'a Class) {
        let mut adding = Adding {
            class,
            translator: Translator::new(self.file, class),
            segments: Vec::new(),
            invariants: Vec::new(),
        };
        if let Some(why) = class.unwoven {
            let methods = class.methods.iter().flat_map(|method| &method.said);
            for said in class.said.iter().chain(methods) {
                if !matches!(said.saying, Saying::Modifier(_)) {
                    self.leave_out(said, why);
                }
            }
            return;
        }
        self.class_invariants(&mut adding);
        for method in &class.methods {
            self.method(&mut adding, method);
        }
        let walks = adding.translator.walks();
        adding
            .segments
            .extend(walks.into_iter().map(|walk| (None, walk)));
        if !adding.segments.is_empty() {
            self.inserts.push((class.end, adding.segments));
        }
    }

    /// Invariants, and fields that are not null.
    fn class_invariants(&mut self, adding: &mut Adding<'a>) {
        let class = adding.class;
        let mut found: Vec<(Said, Expression)> = Vec::new();
        for said in &class.said {
            match &said.saying {
                Saying::Invariant {
                    is_static: true, ..
                } => {
                    self.leave_out(said, "it is of the class, not of its objects");
                }
                Saying::Invariant { holds, .. } => found.push((said.clone(), holds.clone())),
                Saying::Modifier(_) => {}
                Saying::Skipped(what) => self.leave_out(said, &format!("{what} is not translated")),
                _ => self.leave_out(said, "no method follows it"),
            }
        }
        let speaks = !found.is_empty() || class.fields.iter().any(|field| field.nullable.is_some());
        let by_default = has_modifier(&class.said, "nullable_by_default");
        for field in &class.fields {
            let may_be_null = field.nullable.unwrap_or(by_default || !speaks);
            if !may_be_null && !field.is_static && is_reference(&field.of) {
                found.push(not_null(&field.name, "invariant", field.line));
            }
        }
        for (said, holds) in found {
            let mut scope = Scope::default();
            if let Some((call, number)) =
                self.clause(adding, &said, &holds, &mut scope, None, false)
            {
                adding.invariants.push((call, number));
            }
        }
        if adding.invariants.is_empty() {
            return;
        }
        let mut all: Vec<String> = Vec::new();
        let mut before = String::new();
        let parent = class.superclass.as_deref();
        let parent = parent.and_then(|name| crate::types::named(name, self.file));
        if parent.is_some_and(|parent| has_invariant(parent)) {
            all.push(format!("super.{INVARIANT}()"));
        }
        for method in &class.methods {
            if self.invariants.contains(&method.name.as_str())
                && method.parameters.is_empty()
                && !method.is_static
            {
                match method.result.as_deref() {
                    Some("boolean") => all.push(format!("{}()", method.name)),
                    Some("void") => before.push_str(&format!("{}(); ", method.name)),
                    _ => {}
                }
            }
        }
        all.extend(adding.invariants.iter().map(|(call, _)| call.clone()));
        adding.segments.push((
            None,
            format!(
                "boolean {INVARIANT}() {{ {before}return {}; }} ",
                all.join(" && ")
            ),
        ));
    }

    /// Translates a clause into a method; how it is called, and its number.
    fn clause(
        &mut self,
        adding: &mut Adding<'a>,
        said: &Said,
        holds: &Expression,
        scope: &mut Scope,
        method: Option<&Method>,
        throws: bool,
    ) -> Option<(String, u32)> {
        let number = self.woven.clauses.len() as u32 + 1;
        self.woven.clauses.push(Clause {
            line: said.line,
            text: said.text.clone(),
            assertion: match throws {
                true => None,
                false => assertion(holds, adding.class, method, self.file),
            },
        });
        if let Some(why) = self.refused.get(&number) {
            self.leave_out(said, why);
            return None;
        }
        adding.translator.clause = number;
        let translated = adding.translator.java(holds, scope);
        let helpers = std::mem::take(&mut adding.translator.helpers);
        let used = std::mem::take(&mut scope.used);
        let translated = translated.and_then(|java| {
            let parameters = scope.parameters(&used)?;
            Ok((java, parameters.join(", ")))
        });
        let (java, parameters) = match translated {
            Ok(done) => done,
            Err(why) => {
                self.leave_out(said, &why);
                return None;
            }
        };
        let modifiers = match scope.is_static {
            true => "static ",
            false => "",
        };
        let name = format!("everypath$clause${number}");
        let mut segment: String = helpers.concat();
        segment.push_str(&format!(
            "private {modifiers}{} boolean {name}({parameters}) {{ try {{ return {java}; }} \
             catch (RuntimeException everypath$thrown) {{ return false; }} }} ",
            scope.type_parameters
        ));
        adding.segments.push((Some(number), segment));
        Some((format!("{name}({})", used.join(", ")), number))
    }

    fn method(&mut self, adding: &mut Adding<'a>, method: &'a Method) {
        let cases = cases(method);
        let speaks = !cases.is_empty()
            || method.nullable.is_some()
            || method.parameters.iter().any(|one| one.nullable.is_some());
        let is_constructor = method.result.is_none();
        for said in &method.said {
            if let Saying::Skipped(what) = &said.saying {
                self.leave_out(said, &format!("{what} is not translated"));
            }
        }
        let under_invariants =
            !adding.invariants.is_empty() && !method.is_static && !method.is_private;
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
        let requires = self.requires(adding, method, &cases, speaks);
        self.check(adding, method, &cases, &requires, speaks);
    }

    /// The variables that a clause before the call may name.
    fn scope(&self, adding: &Adding, method: &Method) -> Scope {
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
                common.extend(self.clause(adding, &said, &holds, &mut scope, Some(method), false));
            }
        }
        let mut each: Vec<Vec<(String, u32)>> = Vec::new();
        for case in cases {
            let mut calls = Vec::new();
            for (said, holds) in &case.requires {
                calls.extend(self.clause(adding, said, holds, &mut scope, Some(method), false));
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

    /// The method that makes the call and looks at what comes after.
    fn check(
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
                self.clause(adding, &said, &holds, &mut after, Some(method), false)
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
        let (class, name, holds) = match &said.saying {
            Saying::Ensures(holds) => {
                let found = self.clause(adding, said, holds, &mut scope, Some(method), false);
                if let Some((call, number)) = found {
                    returned.push_str(&format!("if ({guard}!{on}{call}) {{ return {number}; }} "));
                    promises.push(number);
                }
                return;
            }
            Saying::Exceptional => {
                if let Some((call, number)) =
                    self.clause(adding, said, &no, &mut scope, Some(method), true)
                {
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
        if let Some((call, number)) =
            self.clause(adding, said, &holds, &mut scope, Some(method), true)
        {
            thrown.push_str(&format!(
                "if ({guard}everypath$thrown instanceof {class}) {{ \
                 {class} {name} = ({class}) everypath$thrown; \
                 if (!{call}) {{ return {number}; }} }} "
            ));
            promises.push(number);
        }
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
            Saying::Modifier(_) | Saying::Skipped(_) | Saying::Invariant { .. } => continue,
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

fn has_modifier(said: &[Said], wanted: &str) -> bool {
    said.iter()
        .any(|said| matches!(&said.saying, Saying::Modifier(word) if word == wanted))
}

fn has_invariant(class: &Class) -> bool {
    let is_said = |said: &Said| {
        matches!(
            said.saying,
            Saying::Invariant {
                is_static: false,
                ..
            }
        )
    };
    class.unwoven.is_none() && class.said.iter().any(is_said)
}

/// What JML says of a reference by default.
fn not_null(name: &str, word: &str, line: usize) -> (Said, Expression) {
    let holds = Expression::Binary(
        "!=",
        Box::new(Expression::Name(name.to_owned())),
        Box::new(Expression::Literal("null".to_owned())),
    );
    let said = Said {
        saying: Saying::Requires(holds.clone()),
        line,
        column: 1,
        text: format!("{word} {name} != null"),
    };
    (said, holds)
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
fn applied(parameters: &str) -> String {
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
fn head(method: &Method, prefix: &str, scope: &Scope) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    const ACCOUNT: &str = "class Account {\n\
        \x20 //@ invariant balance >= 0;\n\
        \x20 int balance;\n\
        \x20 //@ requires amount > 0;\n\
        \x20 //@ ensures balance == \\old(balance) + amount;\n\
        \x20 //@ assignable balance;\n\
        \x20 void deposit(int amount) { balance += amount; }\n\
        \x20 int other() { return 1; }\n\
        }\n";

    fn woven(text: &str) -> Woven {
        weave(text, &["repOK"], &BTreeMap::new()).unwrap()
    }

    #[test]
    fn lines_do_not_move() {
        let woven = woven(ACCOUNT);
        assert_eq!(woven.text.lines().count(), ACCOUNT.lines().count());
        for (before, after) in ACCOUNT.lines().zip(woven.text.lines()) {
            assert!(after == before || after.ends_with(before), "{after}");
        }
        let texts: Vec<&str> = woven.clauses.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "invariant balance >= 0",
                "requires amount > 0",
                "ensures balance == \\old(balance) + amount"
            ]
        );
        let promises: Vec<(&str, &[u32])> = woven
            .contracts
            .iter()
            .map(|one| (one.method.as_str(), &one.promises[..]))
            .collect();
        assert_eq!(promises, [("deposit", &[3, 1][..]), ("other", &[1][..])]);
        assert_eq!(woven.left_out.len(), 1);
        assert_eq!(
            (woven.left_out[0].line, woven.left_out[0].why.as_str()),
            (6, "`assignable` is not translated")
        );
    }

    #[test]
    fn places_of_the_copy_belong_to_clauses() {
        let woven = woven(ACCOUNT);
        let line = woven.text.lines().last().unwrap();
        let column = line.find("amount > 0").unwrap() + 1;
        assert_eq!(woven.clause_at(9, column), Some(2));
        assert_eq!(woven.clause_at(1, 1), None);
        let refused = BTreeMap::from([(3, "no".to_owned())]);
        let again = weave(ACCOUNT, &[], &refused).unwrap();
        assert!(
            again
                .left_out
                .iter()
                .any(|one| one.why == "no" && one.line == 5)
        );
        assert_eq!(again.contracts[0].promises, [1]);
    }

    #[test]
    fn what_says_nothing_is_left_alone() {
        let plain = "class A { // requires x\n  int f(Object o) { return 1; } }\n";
        let woven = woven(plain);
        assert!(!woven.says_something() && woven.text == plain);
        let modified = "class A { /*@ pure @*/ int f(Object o) { return 1; } }\n";
        assert!(!self::woven(modified).says_something());
    }

    #[test]
    fn references_are_not_null_where_something_is_said() {
        let text = "class A {\n //@ requires n > 0;\n Object f(Object a, /*@ nullable @*/ Object b, int n) { return a; } }";
        let woven = woven(text);
        let texts: Vec<&str> = woven.clauses.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "requires a != null",
                "requires n > 0",
                "ensures \\result != null"
            ]
        );
    }

    #[test]
    fn what_cannot_be_translated_is_named() {
        let check = |clause: &str, why: &str| {
            let text = format!("class A {{ int[] a;\n //@ {clause}\n void f(int n) {{}} }}");
            let woven = woven(&text);
            assert_eq!(woven.left_out.len(), 1, "{clause}: {:?}", woven.left_out);
            assert_eq!(
                (woven.left_out[0].line, woven.left_out[0].why.as_str()),
                (2, why)
            );
        };
        check(
            "requires (\\forall int i; i > 0; true);",
            "`i` has no bounds",
        );
        check("requires \\fresh(a);", "`\\fresh` is not translated");
        check("requires \\result > 0;", "there is no `\\result`");
        check("requires \\old(n) > 0;", "there is no state before it");
        check(
            "requires (\\forall Object o; o != null);",
            "`o` ranges over all objects; only those of `\\reach` can be tried",
        );
    }
}
