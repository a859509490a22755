//! Inputs: objects of the program made from an input's slots, by calls that a
//! test can make too. What is made is also written down as a recipe.

mod aliases;
mod class_values;
mod collaborators;
mod collections;
mod files;
mod functions;
mod hierarchy;
mod lazy;
mod mutators;
mod objects;
mod premises;
mod seeds;
mod stand_ins;
mod state;
mod strings;
mod subclasses;
mod thrown;
mod types;
mod values;
mod ways;

use std::collections::{BTreeMap, BTreeSet};

use everypath_recipe::{Expression, LocalId, Statement, Type as RecipeType};
use everypath_trace::{Outcome, Scope};

use crate::machine::{ClassId, Machine, MethodId, Run, Stop, Value};
use crate::program::Unit;
use crate::signature::{MethodType, Type};

pub(crate) use files::statements as file_statements;
pub(crate) use hierarchy::Hierarchy;
pub(crate) use lazy::{LazyHeap, SharedHeap};
pub(crate) use objects::{has_outer, is_inner, push_values};
pub use seeds::Seeds;
pub(crate) use stand_ins::StandIns;
pub(crate) use types::recipe_type;
pub(crate) use values::kind_of;

/// A value with the expression that makes it.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The value in the machine.
    pub value: Value,
    /// How a test makes it.
    pub expression: Expression,
}

/// What type variables stand for.
pub(crate) type Bindings = BTreeMap<String, Type>;

/// Makes one input.
pub(crate) struct Builder<'a> {
    machine: &'a mut Machine,
    scope: Scope,
    /// The classes that may stand for abstract ones.
    known: &'a Hierarchy,
    /// The class under test, with slashes.
    owner: String,
    /// The package that tests are in, with slashes.
    package: String,
    /// What an `Object` may be besides a number and a string.
    asked: Vec<Type>,
    /// What a `Class` may be besides that of texts.
    pub classes: Vec<Type>,
    /// Static fields, class and name, that an object of an abstract type may be.
    pub constants: Vec<(String, String)>,
    /// Whether strings may have characters beyond Latin-1.
    pub is_wide: bool,
    /// What is to be done before the call.
    pub statements: Vec<Statement>,
    /// What is to be done after the call, so that the next test finds what this one did.
    pub restore: Vec<Statement>,
    locals: u32,
    depth: usize,
    /// Whether what is made is part of an object, so that no statement can
    /// be made about it.
    is_inside: bool,
    /// What answers for collaborators that nothing real is made for, if anything does.
    pub stand_ins: Option<&'a StandIns>,
    /// How many stand-ins what is made is inside of.
    level: usize,
    /// The classes whose objects may be asked for more than once.
    wanted: Vec<ClassId>,
    /// Whether a parameter takes an object of any class.
    takes_anything: bool,
    /// The parts of the input so far that may share memory with another.
    parts: BTreeMap<String, usize>,
    /// The texts that a later slot of any type may be too: literals are one object.
    texts: Vec<Made>,
    /// The objects that a later slot may be too.
    objects: Vec<Made>,
    /// The locals that are there only in case they are used more than once.
    pub spare: BTreeSet<LocalId>,
}

/// Types that an `Object` may be of.
const MOST_ASKED: usize = 6;
/// Objects inside objects that are made for one argument.
const DEEPEST: usize = 3;

impl<'a> Builder<'a> {
    /// A builder of the inputs of a class's units.
    pub(crate) fn new(
        machine: &'a mut Machine,
        scope: Scope,
        known: &'a Hierarchy,
        class: &str,
    ) -> Builder<'a> {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        let package = match known.is_closed {
            true => format!("{package}/tests"),
            false => package.to_owned(),
        };
        Builder {
            machine,
            scope,
            known,
            owner: class.to_owned(),
            package,
            asked: Vec::new(),
            classes: Vec::new(),
            constants: Vec::new(),
            is_wide: false,
            statements: Vec::new(),
            restore: Vec::new(),
            locals: 0,
            depth: 0,
            is_inside: false,
            stand_ins: None,
            level: 0,
            wanted: Vec::new(),
            takes_anything: false,
            parts: BTreeMap::new(),
            texts: Vec::new(),
            objects: Vec::new(),
            spare: BTreeSet::new(),
        }
    }

    /// What an `Object` may be besides a number and a string: the types that
    /// the code asks for.
    pub(crate) fn ask_for(&mut self, types: &[Type]) {
        let says_nothing = |of: &&Type| match of {
            Type::Class(name, _) => {
                types::is_open(name)
                    || matches!(
                        name.as_str(),
                        "java.lang.String"
                            | "java.lang.Integer"
                            | "java.lang.Number"
                            | "java.lang.CharSequence"
                    )
            }
            _ => false,
        };
        let types = types.iter().filter(|of| !says_nothing(of));
        self.asked = types.take(MOST_ASKED).cloned().collect();
    }

    /// Numbers the locals to come from here on.
    pub(crate) fn number_from(&mut self, first: u32) {
        self.locals = first;
    }

    /// Makes a value of a declared type for a slot; null is among its options
    /// if it is a reference.
    pub(crate) fn make(&mut self, declared: &Type, bindings: &Bindings, slot: &str) -> Run<Made> {
        self.make_kind(declared, bindings, slot, true)
    }

    /// Makes the receiver of a unit, which is never null.
    pub(crate) fn receiver(&mut self, class: ClassId, unit: &Unit) -> Run<Made> {
        if let Some(maker) = &unit.maker {
            return self.product(maker);
        }
        let declared = Type::Class(unit.class.clone(), vec![]);
        let bindings = self.bindings(class, &[]);
        let made = self.make_kind(&declared, &bindings, "this", false)?;
        Ok(self.remember_receiver(made))
    }

    /// What the type variables of a method stand for, besides those of its class.
    pub(crate) fn method_bindings(
        &mut self,
        class: ClassId,
        method: MethodId,
        mut bindings: Bindings,
    ) -> Bindings {
        let index = usize::from(self.machine.method(method).index);
        let info = self.machine.class(class).file.as_ref();
        let info = info.and_then(|file| file.methods.get(index));
        let signature = info.and_then(|info| info.signature.clone());
        if let Some(generic) = signature.as_deref().and_then(MethodType::parse) {
            for (name, bound) in generic.variables {
                bindings.insert(name, types::concrete(&bound));
            }
        }
        bindings
    }

    /// Defines a local for an expression, unless it is one.
    fn define(&mut self, of: RecipeType, name: &str, value: Expression) -> Expression {
        if let Expression::Local { .. } = value {
            return value;
        }
        let local = LocalId(self.locals);
        self.locals += 1;
        self.statements.push(Statement::Define {
            local,
            of,
            name: name.to_owned(),
            value,
        });
        Expression::Local { id: local }
    }

    /// Runs code that belongs to making the input: what it throws makes the
    /// input none.
    fn attempt<T>(&mut self, what: &str, done: Run<T>) -> Run<T> {
        match done {
            Err(Stop::Throw(thrown)) => {
                let (class, _) = self.machine.describe_throwable(thrown);
                Err(Stop::End(Outcome::Rejected {
                    clause: format!("{what} throws {class}"),
                }))
            }
            other => other,
        }
    }
}
