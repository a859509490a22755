//! Arranging: the statements before the call, and the locals that it needs.

use everypath_recipe::{Expression, LocalId, Statement, Type, parse_descriptor};

use super::Unwritable;
use super::helpers::Helper;
use super::observed::Value;
use super::scene::{Generics, Local, Scene, simple_name};
use crate::layout::Code;

/// Inline arguments longer than this get a line of their own.
const LONGEST_ARGUMENT: usize = 60;

/// Receiver and arguments, ready for the call.
pub(super) struct Players {
    /// The receiver's name.
    pub receiver: Option<Code>,
    /// The arguments: locals where they are looked at later, else inline.
    pub arguments: Vec<Expression>,
    /// The names of the arguments that are locals.
    pub names: Vec<Option<String>>,
}

/// What of receiver and arguments is looked at after the call.
#[derive(Clone, Debug, Default)]
pub(super) struct Watched {
    /// The arguments that need a name.
    pub arguments: Vec<usize>,
}

impl Scene<'_> {
    /// Writes the arrangement, and gives names to what is looked at later.
    pub(super) fn arrange(&mut self, watched: &Watched) -> Result<Players, Unwritable> {
        let recipe = &self.case.recipe;
        if let Some(text) = &recipe.standard_input {
            self.set_input(text);
        }
        for statement in &recipe.arrange {
            self.statement(statement)?;
        }
        let owner = Type::class(&recipe.method.class);
        let receiver = match &recipe.receiver {
            Some(local @ Expression::Local { .. }) => Some(self.expression(local, None)?),
            Some(other) => {
                let of = self.receiver_type(other, &owner);
                let wish = simple_name(match &of {
                    Type::Class { name, .. } => name,
                    _ => "subject",
                })
                .to_owned();
                let name = self.define(&of, &wish, other)?;
                Some(Code::text(name))
            }
            None => None,
        };
        let types = parse_descriptor(&recipe.method.descriptor)
            .map(|descriptor| descriptor.parameters)
            .unwrap_or_default();
        let generic = &self.case.call.parameters;
        let mut arguments = Vec::new();
        let mut names = Vec::new();
        for (index, argument) in recipe.arguments.iter().enumerate() {
            let declared = match generic.len() == types.len() {
                true => generic.get(index),
                false => types.get(index),
            };
            let declared = declared
                .cloned()
                .unwrap_or_else(|| Type::class("java.lang.Object"));
            let wanted = watched.arguments.contains(&index) || self.is_long(&argument.value);
            if let Expression::Local { id } = &argument.value {
                names.push(self.locals.get(id).map(|local| local.name.clone()));
                arguments.push(argument.value.clone());
            } else if wanted && !matches!(argument.value, Expression::Null) {
                let id = LocalId(u32::MAX - index as u32);
                let of = self.own_type(&argument.value, &declared);
                let name = self.define(&of, &argument.name, &argument.value)?;
                self.locals.insert(
                    id,
                    Local {
                        name: name.clone(),
                        of,
                    },
                );
                arguments.push(Expression::Local { id });
                names.push(Some(name));
            } else {
                arguments.push(argument.value.clone());
                names.push(None);
            }
        }
        Ok(Players {
            receiver,
            arguments,
            names,
        })
    }

    /// Whether an argument would make the call hard to read.
    fn is_long(&self, argument: &Expression) -> bool {
        fn length(expression: &Expression) -> usize {
            match expression {
                Expression::String { units } => units.len() + 2,
                Expression::Array { items, .. } | Expression::Collection { items, .. } => {
                    10 + items.iter().map(|item| 2 + length(item)).sum::<usize>()
                }
                Expression::New { arguments, .. }
                | Expression::CallStatic { arguments, .. }
                | Expression::Call { arguments, .. } => {
                    20 + arguments.iter().map(|item| 2 + length(item)).sum::<usize>()
                }
                Expression::Map { entries, .. } => 60 * entries.len(),
                _ => 8,
            }
        }
        length(argument) > LONGEST_ARGUMENT
    }

    /// The type that a local of the receiver has.
    fn receiver_type(&self, receiver: &Expression, owner: &Type) -> Type {
        match receiver {
            Expression::New { constructor, .. } => Type::class(&constructor.class),
            _ => owner.clone(),
        }
    }

    /// An argument's local has the parameter's type, or a plainer one of its own.
    fn own_type(&self, value: &Expression, declared: &Type) -> Type {
        match (self.type_of(value), declared) {
            (Some(of), Type::Class { name, .. }) if name == "java.lang.Object" => of,
            (Some(of @ Type::Array { .. }), _) => of,
            _ => declared.clone(),
        }
    }

    pub(super) fn define(
        &mut self,
        of: &Type,
        wish: &str,
        value: &Expression,
    ) -> Result<String, Unwritable> {
        let written = self.type_name(of, Generics::Arguments)?;
        let code = self.expression(value, Some(of))?;
        let code = match self.is_reflected(value) && written != "Object" {
            // What reflection returns is an object of no type.
            true if !matches!(value, Expression::New { .. }) => self.cast(of, code)?,
            _ => code,
        };
        let name = self.fresh(wish);
        self.lines.push(
            Code::lead(format!("{written} {name} = "))
                .then(code)
                .and(";"),
        );
        Ok(name)
    }

    fn is_reflected(&self, value: &Expression) -> bool {
        match value {
            Expression::New { constructor, .. } => !self.facts_of(constructor).visible,
            Expression::CallStatic { method, .. } | Expression::Call { method, .. } => {
                !self.facts_of(method).visible
            }
            _ => false,
        }
    }

    /// Writes what is done after the test.
    pub(super) fn restore(&mut self) -> Result<(), Unwritable> {
        let lines = std::mem::take(&mut self.lines);
        for statement in &self.case.recipe.restore {
            self.statement(statement)?;
        }
        self.restored = std::mem::replace(&mut self.lines, lines);
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Unwritable> {
        match statement {
            Statement::Define {
                local,
                of,
                name,
                value,
            } => {
                let of = self.defined_type(*local, of);
                let name = match value {
                    Expression::Subclass {
                        constructor,
                        arguments,
                        overrides,
                    } => self.define_subclass(&of, name, (constructor, arguments), overrides)?,
                    value => self.define(&of, name, value)?,
                };
                self.locals.insert(*local, Local { name, of });
            }
            Statement::Evaluate { call } => {
                let call = self.expression(call, None)?;
                self.lines.push(call.and(";"));
            }
            Statement::SetField {
                of,
                class,
                field,
                value,
            } => {
                let value = self.expression(value, None)?;
                let receiver = match of {
                    Some(of) => self.expression(of, None)?,
                    None => Code::text(self.class_name(class)?),
                };
                if self.sees_field(class, field) {
                    let place = receiver.then(Code::lead(format!(".{field} = ")));
                    self.lines.push(place.then(value).and(";"));
                    return Ok(());
                }
                self.helpers.insert(Helper::Write);
                self.checked = true;
                let owner = Code::text(self.class_literal(&Type::class(class))?);
                let receiver = match of {
                    Some(_) => receiver,
                    None => Code::text("null"),
                };
                let name = Code::text(format!("\"{field}\""));
                let call = Code::call("write", vec![owner, name, receiver, value]);
                self.lines.push(call.and(";"));
            }
            Statement::MakeFile { path, bytes } => self.make_file(path, bytes.as_deref()),
            Statement::AssumeAbsent { path } => self.assume_absent(path),
            Statement::SetProperty { name, value } => {
                self.set_property(name, value)?;
            }
            Statement::SetElement {
                array,
                index,
                value,
            } => {
                let array = self.expression(array, None)?;
                let value = self.expression(value, None)?;
                let place = array.then(Code::lead(format!("[{index}] = ")));
                self.lines.push(place.then(value).and(";"));
            }
        }
        Ok(())
    }

    /// The type of a recipe's local: if it is an argument, the parameter may
    /// say more of it than the recipe.
    fn defined_type(&self, local: LocalId, of: &Type) -> Type {
        let Type::Class { name, arguments } = of else {
            return of.clone();
        };
        if !arguments.is_empty() {
            return of.clone();
        }
        let position =
            self.case.recipe.arguments.iter().position(
                |argument| matches!(argument.value, Expression::Local { id } if id == local),
            );
        match position.and_then(|index| self.case.call.parameters.get(index)) {
            Some(Type::Class {
                name: declared,
                arguments,
            }) if !arguments.is_empty()
                && (declared == name || self.class_facts(name).bounds.len() == arguments.len()) =>
            {
                Type::generic(name, arguments.clone())
            }
            _ => of.clone(),
        }
    }
}

/// Whether two descriptions of a thing differ in what a test can look at.
pub(super) fn differs(before: Option<&Value>, after: Option<&Value>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => before != after,
        _ => false,
    }
}
