//! From expressions of JML to Java: quantifiers and sets become methods.

use std::collections::BTreeMap;

use crate::declarations::{Class, Declarations};
use crate::ranges::{bounds, conditions, member_of};
use crate::syntax::{Expression, Quantified};
use crate::types::{is_reference, type_of};

/// The result of the call, in woven code.
pub(crate) const RESULT: &str = "everypath$result";

/// A value from before the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Old {
    /// The local that keeps it.
    pub name: String,
    /// Its type, if it is known.
    pub of: Option<String>,
    /// How it is computed.
    pub java: String,
    /// The clause that names it, by its number.
    pub clause: u32,
    /// What was written.
    pub expression: Expression,
}

/// What clauses of one class are translated with.
pub(crate) struct Translator<'a> {
    /// The file.
    pub file: &'a Declarations,
    /// The class.
    pub class: &'a Class,
    /// Methods that quantifiers became, since they were last taken.
    pub helpers: Vec<String>,
    /// The values from before the call, of one method.
    pub olds: Vec<Old>,
    /// The clause that is translated, by its number.
    pub clause: u32,
    /// Methods that walk along fields, by class and fields.
    reaches: BTreeMap<(String, Vec<String>), String>,
    count: usize,
}

/// The variables of a clause, and which of them it uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Names and types.
    pub variables: Vec<(String, Option<String>)>,
    /// Those that are used.
    pub used: Vec<String>,
    /// What the method returns, if the clause may name it.
    pub result: Option<String>,
    /// Whether there was a state before the call.
    pub has_old: bool,
    /// Whether there is no object.
    pub is_static: bool,
    /// The type parameters of the method.
    pub type_parameters: String,
}

impl Scope {
    fn uses(&mut self, name: &str) {
        if !self.used.iter().any(|known| known == name) {
            self.used.push(name.to_owned());
        }
    }

    fn is_variable(&self, name: &str) -> bool {
        self.variables.iter().any(|(known, _)| known == name)
    }

    /// The variables that are used, as parameters of a method.
    pub(crate) fn parameters(&self, used: &[String]) -> Result<Vec<String>, String> {
        let found = used.iter().map(|name| {
            let of = self.variables.iter().rev().find(|(known, _)| known == name);
            match of.and_then(|(_, of)| of.clone()) {
                Some(of) => Ok(format!("{} {name}", of.replace("...", "[]"))),
                None => Err("the type of a value from before the call is not known".to_owned()),
            }
        });
        found.collect()
    }
}

impl<'a> Translator<'a> {
    /// A translator of a class's clauses.
    pub(crate) fn new(file: &'a Declarations, class: &'a Class) -> Translator<'a> {
        Translator {
            file,
            class,
            helpers: Vec::new(),
            olds: Vec::new(),
            clause: 0,
            reaches: BTreeMap::new(),
            count: 0,
        }
    }

    /// The methods that walk along fields, for the whole class.
    pub(crate) fn walks(&self) -> Vec<String> {
        let mut all: Vec<String> = self
            .reaches
            .iter()
            .map(|((class, fields), name)| self.walk(class, fields, name))
            .collect();
        if !all.is_empty() {
            let modifiers = self.modifiers();
            all.push(format!(
                "private {modifiers}boolean everypath$has(Object[] set, Object one) {{ \
                 for (Object found : set) {{ if (found == null) {{ return false; }} \
                 if (found == one) {{ return true; }} }} return false; }} "
            ));
            all.push(format!(
                "private {modifiers}int everypath$count(Object[] set) {{ int count = 0; \
                 for (Object found : set) {{ if (found == null) {{ return count; }} count++; }} \
                 return count; }} "
            ));
        }
        all
    }

    fn modifiers(&self) -> &'static str {
        match self.class.is_inner {
            true => "",
            false => "static ",
        }
    }

    /// Gathers what fields lead to, by identity; the first null ends it.
    fn walk(&self, class: &str, fields: &[String], name: &str) -> String {
        let modifiers = self.modifiers();
        let steps: String = fields
            .iter()
            .map(|field| {
                format!(
                    "{{ Object next = found[at].{field}; if (next instanceof {class}) {{ \
                     boolean known = false; \
                     for (int i = 0; i < count && !known; i++) {{ known = found[i] == next; }} \
                     if (!known) {{ if (count == found.length) {{ \
                     {class}[] more = new {class}[2 * count]; \
                     for (int i = 0; i < count; i++) {{ more[i] = found[i]; }} found = more; }} \
                     found[count] = ({class}) next; count++; }} }} }} "
                )
            })
            .collect();
        format!(
            "@SuppressWarnings({{\"rawtypes\", \"unchecked\"}}) \
             private {modifiers}{class}[] {name}({class} root) {{ \
             {class}[] found = new {class}[8]; int count = 0; \
             if (root != null) {{ found[0] = root; count = 1; }} \
             for (int at = 0; at < count; at++) {{ {steps}}} return found; }} "
        )
    }

    /// The Java of an expression.
    pub(crate) fn java(
        &mut self,
        expression: &Expression,
        scope: &mut Scope,
    ) -> Result<String, String> {
        Ok(match expression {
            Expression::Literal(text) => text.clone(),
            Expression::This => match scope.is_static {
                true => return Err("there is no `this`".to_owned()),
                false => "this".to_owned(),
            },
            Expression::Name(name) => {
                if scope.is_variable(name) {
                    scope.uses(name);
                }
                name.clone()
            }
            Expression::Result => match scope.result {
                Some(_) => {
                    scope.uses(RESULT);
                    RESULT.to_owned()
                }
                None => return Err("there is no `\\result`".to_owned()),
            },
            Expression::Field(of, name) => format!("{}.{name}", self.java(of, scope)?),
            Expression::Call {
                on,
                name,
                arguments,
            } => return self.call(on.as_deref(), name, arguments, scope),
            Expression::Index(array, index) => {
                format!("{}[{}]", self.java(array, scope)?, self.java(index, scope)?)
            }
            Expression::Unary(operator, of) => format!("{operator}({})", self.java(of, scope)?),
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.java(left, scope)?, self.java(right, scope)?);
                match *operator {
                    "==>" => format!("(!({left}) || ({right}))"),
                    "<==" => format!("(({left}) || !({right}))"),
                    "<==>" => format!("(({left}) == ({right}))"),
                    "<=!=>" => format!("(({left}) != ({right}))"),
                    "<:" => return Err("`<:` is not translated".to_owned()),
                    other => format!("({left} {other} {right})"),
                }
            }
            Expression::Conditional(condition, yes, no) => {
                let condition = self.java(condition, scope)?;
                format!(
                    "({condition} ? {} : {})",
                    self.java(yes, scope)?,
                    self.java(no, scope)?
                )
            }
            Expression::Cast(of, value) => format!("(({of}) ({}))", self.java(value, scope)?),
            Expression::InstanceOf(value, of) => {
                format!("({} instanceof {of})", self.java(value, scope)?)
            }
            Expression::New(of, arguments) => {
                format!("new {of}({})", self.all(arguments, scope)?)
            }
            Expression::Old(of) => return self.old(of, scope),
            Expression::Quantified(of) => return self.quantified(of, scope),
            Expression::Reach { .. } => {
                return Err("of `\\reach` only `has` and `int_size` are translated".to_owned());
            }
            Expression::Unknown(what) => return Err(format!("{what} is not translated")),
        })
    }

    fn all(&mut self, arguments: &[Expression], scope: &mut Scope) -> Result<String, String> {
        let all: Result<Vec<String>, String> = arguments
            .iter()
            .map(|argument| self.java(argument, scope))
            .collect();
        Ok(all?.join(", "))
    }

    fn call(
        &mut self,
        on: Option<&Expression>,
        name: &str,
        arguments: &[Expression],
        scope: &mut Scope,
    ) -> Result<String, String> {
        if let Some(Expression::Reach { .. }) = on {
            let set = self.set(on.expect("it is there"), scope)?;
            return match (name, arguments) {
                ("has" | "contains", [one]) => {
                    let one = self.java(one, scope)?;
                    Ok(format!("everypath$has({set}, {one})"))
                }
                ("int_size" | "size", []) => Ok(format!("everypath$count({set})")),
                ("isEmpty", []) => Ok(format!("(everypath$count({set}) == 0)")),
                _ => Err(format!("`{name}` of `\\reach` is not translated")),
            };
        }
        let arguments = self.all(arguments, scope)?;
        Ok(match on {
            Some(on) => format!("{}.{name}({arguments})", self.java(on, scope)?),
            None => format!("{name}({arguments})"),
        })
    }

    /// The objects of a set, as an array.
    fn set(&mut self, set: &Expression, scope: &mut Scope) -> Result<String, String> {
        let Expression::Reach {
            root,
            class,
            fields,
        } = set
        else {
            return Err("only `\\reach` is translated as a set".to_owned());
        };
        let root = self.java(root, scope)?;
        let next = self.reaches.len();
        let name = self
            .reaches
            .entry((class.clone(), fields.clone()))
            .or_insert_with(|| format!("everypath$reach${next}"));
        Ok(format!("{name}({root})"))
    }

    /// A value from before the call.
    fn old(&mut self, of: &Expression, scope: &mut Scope) -> Result<String, String> {
        if !scope.has_old {
            return Err("there is no state before it".to_owned());
        }
        let bound: Vec<String> = scope
            .variables
            .iter()
            .skip_while(|(name, _)| name != BOUND)
            .map(|(name, _)| name.clone())
            .collect();
        if of.mentions(&bound) {
            // An element that a quantifier chooses: the array is copied.
            return match of {
                Expression::Index(array, index) if !array.mentions(&bound) => {
                    let copy = Expression::Call {
                        on: Some(array.clone()),
                        name: "clone".to_owned(),
                        arguments: vec![],
                    };
                    let array = self.old(&copy, scope)?;
                    Ok(format!("{array}[{}]", self.java(index, scope)?))
                }
                _ => Err("`\\old` names a variable of a quantifier".to_owned()),
            };
        }
        if let Some(known) = self.olds.iter().find(|old| old.expression == *of) {
            let (name, of) = (known.name.clone(), known.of.clone());
            if !scope.is_variable(&name) {
                scope.variables.insert(0, (name.clone(), of));
            }
            scope.uses(&name);
            return Ok(name);
        }
        let mut before = Scope {
            result: None,
            has_old: false,
            used: Vec::new(),
            ..scope.clone()
        };
        let java = self.java(of, &mut before)?;
        let kind = type_of(of, self.class, self.file, &scope.variables, None);
        let kind = kind.map(|of| of.replace("...", "[]"));
        let name = format!("everypath$old{}", self.olds.len());
        self.olds.push(Old {
            name: name.clone(),
            of: kind.clone(),
            java,
            clause: self.clause,
            expression: of.clone(),
        });
        scope.variables.insert(0, (name.clone(), kind));
        scope.uses(&name);
        Ok(name)
    }

    /// A quantifier becomes a method with loops.
    fn quantified(&mut self, of: &Quantified, scope: &mut Scope) -> Result<String, String> {
        let outer = std::mem::take(&mut scope.used);
        let depth = scope.variables.len();
        scope.variables.push((BOUND.to_owned(), None));
        let mut loops = String::new();
        let found = conditions(of);
        let mut known: Vec<&Expression> = Vec::new();
        for (index, variable) in of.variables.iter().enumerate() {
            let head = self.range(of, index, &found, &mut known, scope)?;
            loops.push_str(&head);
            scope
                .variables
                .push((variable.clone(), Some(of.of.clone())));
        }
        let mut tests = Vec::new();
        for one in of.range.iter().flat_map(|range| range.operands("&&")) {
            if !known.contains(&one) {
                tests.push(format!("({})", self.java(one, scope)?));
            }
        }
        let body = self.java(&of.body, scope)?;
        let test = match of.all {
            true => {
                tests.push(format!("!({body})"));
                format!("if ({}) {{ return false; }} ", tests.join(" && "))
            }
            false => {
                tests.push(format!("({body})"));
                format!("if ({}) {{ return true; }} ", tests.join(" && "))
            }
        };
        let inner = std::mem::replace(&mut scope.used, outer);
        // What was added in front while the body was translated stays there.
        let added = scope.variables.len() - depth - 1 - of.variables.len();
        scope.variables.truncate(depth + added);
        let captured: Vec<String> = inner
            .into_iter()
            .filter(|name| !of.variables.contains(name))
            .collect();
        captured.iter().for_each(|name| scope.uses(name));
        let parameters = scope.parameters(&captured)?.join(", ");
        self.count += 1;
        let name = format!(
            "everypath${}{}",
            if of.all { "all" } else { "any" },
            self.count
        );
        let modifiers = match scope.is_static {
            true => "static ",
            false => "",
        };
        let closing = "} ".repeat(of.variables.len());
        self.helpers.push(format!(
            "private {modifiers}{} boolean {name}({parameters}) {{ {loops}{test}{closing}return {}; }} ",
            scope.type_parameters, of.all
        ));
        Ok(format!("{name}({})", captured.join(", ")))
    }

    /// The head of the loop over one variable.
    fn range<'e>(
        &mut self,
        of: &'e Quantified,
        index: usize,
        found: &[&'e Expression],
        known: &mut Vec<&'e Expression>,
        scope: &mut Scope,
    ) -> Result<String, String> {
        let (kind, name) = (&of.of, &of.variables[index]);
        if kind == "boolean" {
            return Ok(format!(
                "for (boolean {name} : new boolean[] {{false, true}}) {{ "
            ));
        }
        if is_reference(kind) {
            let Some(set) = member_of(name, found) else {
                return Err(format!(
                    "`{name}` ranges over all objects; only those of `\\reach` can be tried"
                ));
            };
            known.extend(
                found
                    .iter()
                    .filter(|one| member_of(name, &[one]).is_some_and(|other| other == set)),
            );
            let set = self.set(set, scope)?;
            return Ok(format!(
                "for ({kind} {name} : {set}) {{ if ({name} == null) {{ break; }} "
            ));
        }
        let Some(bounds) = bounds(name, found, &of.variables[index..]) else {
            return Err(format!("`{name}` has no bounds"));
        };
        let from = self.java(&bounds.from.0, scope)?;
        let to = self.java(&bounds.to.0, scope)?;
        let first = match bounds.from.1 {
            true => from,
            false => format!("{from} + 1"),
        };
        let first = match kind.as_str() {
            "int" | "long" => first,
            _ => format!("({kind}) ({first})"),
        };
        let compare = if bounds.to.1 { "<=" } else { "<" };
        Ok(format!(
            "for ({kind} {name} = {first}; {name} {compare} {to}; {name}++) {{ "
        ))
    }
}

/// What the variables of quantifiers come after in a scope; no name of Java.
const BOUND: &str = "\\bound";
