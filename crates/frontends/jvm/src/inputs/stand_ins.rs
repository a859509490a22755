//! Collaborators that nothing real can be made for, or not only: objects whose methods answer
//! values of the input, one for each call, made when they are called.

use std::cell::RefCell;
use std::rc::Rc;

use everypath_recipe::{
    Answer, Answers, Expression, LocalId, Method as RecipeMethod, Statement, Type as RecipeType,
};
use everypath_trace::{Bound, Outcome, Scope, Step};

use super::subclasses::Subclass;
use super::thrown::exceptions;
use super::values::nothing;
use super::{Bindings, Builder, Hierarchy, Made};
use crate::machine::{Answering, Machine, MethodId, NULL, Ref, Run, Stop, Value};
use crate::program::Unit;
use crate::signature::MethodType;

/// The first number of the locals that hold stand-ins; no recipe has as many others.
const FIRST: u32 = 1 << 24;
/// The same for what they answer and is made before.
const HOISTED: u32 = 1 << 25;
/// The slots of standard input and of system properties.
const INPUT: &str = "System.in";
const PROPERTIES: &str = "properties";
const LOGGERS: &str = "loggers";
/// Calls of one method that may answer something else than the one before.
const MOST_NEW: usize = 5;
/// Calls of one method that may throw.
const MOST_THROWING: usize = 3;
/// Calls of one method of one object.
const MOST_CALLS: usize = 64;
/// Stand-ins that other stand-ins give, inside one another.
pub(super) const DEEPEST: usize = 4;

/// The stand-ins of one input.
#[derive(Debug)]
pub(crate) struct StandIns {
    scope: Scope,
    known: Rc<Hierarchy>,
    /// The class under test, with slashes.
    owner: String,
    unit: Unit,
    /// Whether the class of the unit opens files by their names.
    names_files: bool,
    standing: RefCell<Vec<Standing>>,
    /// What was asked for of standard input, and of properties.
    input: RefCell<Option<Expression>>,
    properties: RefCell<Vec<(String, Expression)>>,
    /// The loggers that were asked, and whether they say all there is.
    loggers: RefCell<Vec<(String, bool)>>,
}

/// An object that stands in for another.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub reference: Ref,
    pub slot: String,
    pub of: RecipeType,
    /// The subclass that it is an object of, where it stands in for one of a class.
    pub subclass: Option<Subclass>,
    pub name: String,
    pub bindings: Bindings,
    /// How many stand-ins it is inside of.
    pub level: usize,
    pub answered: Vec<Answered>,
}

/// What the methods of one name and result have answered; those of a subclass each by
/// itself.
#[derive(Clone, Debug)]
pub(super) struct Answered {
    pub method: String,
    pub result: String,
    last: Value,
    pub each: Vec<Answer>,
}

impl StandIns {
    /// None yet, for the inputs of a unit.
    pub(crate) fn new(
        machine: &mut Machine,
        scope: Scope,
        known: Rc<Hierarchy>,
        unit: &Unit,
    ) -> StandIns {
        let owner = unit.home().replace('.', "/");
        let names_files = known.names_files(machine, &owner);
        StandIns {
            scope,
            known,
            owner,
            unit: unit.clone(),
            names_files,
            standing: RefCell::default(),
            input: RefCell::default(),
            properties: RefCell::default(),
            loggers: RefCell::default(),
        }
    }

    /// Whether texts of the unit's class may be the names of files.
    pub(super) fn names_files(&self) -> bool {
        self.names_files
    }

    /// What can be read from standard input, if the unit does.
    pub(crate) fn read_input(&self) -> Option<String> {
        match &*self.input.borrow() {
            Some(Expression::String { units }) => Some(String::from_utf16_lossy(units)),
            _ => None,
        }
    }

    /// A text without characters that encodings disagree about.
    fn ascii(&self, machine: &mut Machine, slot: &str) -> Run<Made> {
        let mut builder = self.builder(machine);
        builder.is_wide = false;
        let text = builder.string(slot, false)?;
        builder.only_ascii(slot)?;
        Ok(text)
    }

    pub(super) fn add(&self, standing: Standing) -> Expression {
        let mut all = self.standing.borrow_mut();
        let id = LocalId(FIRST + all.len() as u32);
        all.push(standing);
        Expression::Local { id }
    }

    /// Says how the subclass of the object that a local holds is made.
    pub(super) fn constructed(&self, local: &Expression, subclass: Subclass) {
        if let Expression::Local { id } = local
            && let Some(standing) = self.standing.borrow_mut().get_mut((id.0 - FIRST) as usize)
        {
            standing.subclass = Some(subclass);
        }
    }

    /// The definitions of all of them, with what they have answered by now; those that others
    /// give come first.
    pub(crate) fn statements(&self) -> Vec<Statement> {
        let all = self.standing.borrow();
        let mut statements = Vec::with_capacity(all.len());
        let mut written = vec![false; all.len()];
        for index in 0..all.len() {
            define(&all, index, &mut written, &mut statements);
        }
        let set = self.properties.borrow();
        let set = set.iter().map(|(name, value)| Statement::SetProperty {
            name: name.clone(),
            value: value.clone(),
        });
        statements.extend(set);
        statements.extend(self.set_levels(true));
        statements
    }

    /// What has to be done after the call.
    pub(crate) fn restore(&self) -> Vec<Statement> {
        self.set_levels(false)
    }

    fn set_levels(&self, all: bool) -> Vec<Statement> {
        let loggers = self.loggers.borrow();
        let told = loggers.iter().filter(|(_, says_all)| *says_all);
        told.map(|(name, _)| set_level(name, all)).collect()
    }
}

/// Has a logger say all there is, or what the ones above it do.
fn set_level(name: &str, all: bool) -> Statement {
    const LOGGER: &str = "java.util.logging.Logger";
    const LEVEL: &str = "java.util.logging.Level";
    let get = "(Ljava/lang/String;)Ljava/util/logging/Logger;";
    let level = match all {
        true => Expression::StaticField {
            class: LEVEL.to_owned(),
            field: "ALL".to_owned(),
        },
        false => Expression::Null,
    };
    Statement::Evaluate {
        call: Expression::Call {
            receiver: Box::new(Expression::CallStatic {
                method: RecipeMethod::new(LOGGER, "getLogger", get),
                arguments: vec![Expression::text(name)],
            }),
            method: RecipeMethod::new(LOGGER, "setLevel", "(Ljava/util/logging/Level;)V"),
            arguments: vec![level],
        },
    }
}

fn define(all: &[Standing], index: usize, written: &mut [bool], to: &mut Vec<Statement>) {
    if std::mem::replace(&mut written[index], true) {
        return;
    }
    let standing = &all[index];
    let mut value = match &standing.subclass {
        Some(subclass) => subclass.expression(&standing.answered),
        None => Expression::StandIn {
            interface: standing.of.clone(),
            answers: standing.answered.iter().map(Answered::answers).collect(),
        },
    };
    let mut inner = Vec::new();
    value.each(&mut |expression| {
        if let Expression::Local { id } = expression
            && let Some(number) = id.0.checked_sub(FIRST)
            && (number as usize) < all.len()
        {
            inner.push(number as usize);
        }
    });
    for number in inner {
        define(all, number, written, to);
    }
    super::subclasses::hoist(&mut value, HOISTED, to);
    to.push(Statement::Define {
        local: LocalId(FIRST + index as u32),
        of: standing.of.clone(),
        name: standing.name.clone(),
        value,
    });
}

impl Answered {
    /// The answers without those that only repeat the one before to the end.
    fn answers(&self) -> Answers {
        Answers {
            method: self.method.clone(),
            each: self.told(),
        }
    }

    /// The same without the name.
    pub(super) fn told(&self) -> Vec<Answer> {
        let mut each = self.each.clone();
        while each.len() > 1 && each[each.len() - 1] == each[each.len() - 2] {
            each.pop();
        }
        each
    }
}

impl Answering for StandIns {
    fn permit(&self, machine: &mut Machine, object: Ref, method: MethodId) -> Run<()> {
        let (index, standing) = self.asked(machine, object, method)?;
        let found = machine.method(method).name.clone();
        let count = standing.answered[index.1].each.len();
        let slot = Step::Field(&found).of(&standing.slot);
        if let Some(thrown) = self.thrown(machine, method, &slot, count)? {
            self.note(index, None, Answer::Throws { value: thrown.1 });
            return Err(Stop::Throw(thrown.0));
        }
        self.note(index, None, Answer::Inherits);
        Ok(())
    }

    fn answer(&self, machine: &mut Machine, object: Ref, method: MethodId) -> Run<Value> {
        let found = machine.method(method).clone();
        let (index, standing) = self.asked(machine, object, method)?;
        let earlier = &standing.answered[index.1];
        let count = earlier.each.len();
        let slot = Step::Field(&found.name).of(&standing.slot);
        if let Some(thrown) = self.thrown(machine, method, &slot, count)? {
            self.note(index, None, Answer::Throws { value: thrown.1 });
            return Err(Stop::Throw(thrown.0));
        }
        // Whatever it answered before, it answers again unless the input says otherwise.
        let repeats = match earlier.each.last() {
            None => false,
            Some(_) if count >= MOST_NEW => true,
            Some(Answer::Throws { .. } | Answer::Inherits) => false,
            Some(Answer::Returns { .. }) => {
                machine.input_choice(&Step::Again(count as u32).of(&slot), 2, false)? == 0
            }
        };
        let last = earlier.each.iter().rev();
        let mut returned = last.filter(|one| matches!(one, Answer::Returns { .. }));
        if repeats && let Some(again) = returned.next() {
            let again = again.clone();
            let value = earlier.last;
            self.note(index, None, again);
            return Ok(value);
        }
        let place = Step::AnswerOf(count as u32).of(&slot);
        let made = self.made(machine, &standing, method, &place)?;
        let value = made.expression;
        self.note(index, Some(made.value), Answer::Returns { value });
        Ok(made.value)
    }

    fn text(&self, machine: &mut Machine, slot: &str) -> Run<Ref> {
        let mut builder = self.builder(machine);
        builder.is_wide = false;
        Ok(builder.string(slot, false)?.value.as_ref())
    }

    fn name(&self, machine: &mut Machine, slot: &str) -> Run<Ref> {
        let mut builder = self.builder(machine);
        builder.is_wide = false;
        builder.file_name(slot)
    }

    fn standard_input(&self, machine: &mut Machine) -> Run<Ref> {
        let text = self.ascii(machine, INPUT)?;
        let text = (text.value.as_ref(), text.expression);
        let bytes = machine.get_named(text.0, "value")?.as_ref();
        self.input.replace(Some(text.1));
        Ok(bytes)
    }

    fn property(&self, machine: &mut Machine, name: &str) -> Run<Option<Ref>> {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b')';
        let slot = Step::As(name).of(PROPERTIES);
        if !name.bytes().all(is_plain) {
            return Ok(None);
        }
        let text = match machine.input_choice(&slot, 2, false)? {
            0 => nothing(),
            _ => self.ascii(machine, &slot)?,
        };
        let value = text.value.as_ref();
        let mut properties = self.properties.borrow_mut();
        if !properties.iter().any(|(known, _)| known == name) {
            properties.push((name.to_owned(), text.expression));
        }
        Ok((value != NULL).then_some(value))
    }

    fn says_all(&self, machine: &mut Machine, logger: &str) -> Run<bool> {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b')';
        if !logger.bytes().all(is_plain) {
            return Ok(false);
        }
        let known = self
            .loggers
            .borrow()
            .iter()
            .find(|(name, _)| name == logger)
            .cloned();
        if let Some((_, says_all)) = known {
            return Ok(says_all);
        }
        let slot = Step::As(logger).of(LOGGERS);
        let says_all = machine.input_choice(&slot, 2, false)? == 1;
        self.loggers
            .borrow_mut()
            .push((logger.to_owned(), says_all));
        Ok(says_all)
    }
}

impl StandIns {
    /// The object that a method is called of, and the place of what the method has answered.
    fn asked(
        &self,
        machine: &mut Machine,
        object: Ref,
        method: MethodId,
    ) -> Run<((usize, usize), Standing)> {
        let found = machine.method(method);
        let (_, result) = found.descriptor.split_once(')').unwrap_or_default();
        let mut all = self.standing.borrow_mut();
        let index = all.iter().position(|known| known.reference == object);
        let Some(index) = index else {
            return Err(Stop::unsupported("asks an object that nobody answers for"));
        };
        let standing = &mut all[index];
        let key = match &standing.subclass {
            Some(_) => &*found.descriptor,
            None => result,
        };
        let is_same = |one: &Answered| *one.method == *found.name && one.result == key;
        let place = standing.answered.iter().position(is_same);
        let place = place.unwrap_or_else(|| {
            standing.answered.push(Answered {
                method: found.name.to_string(),
                result: key.to_owned(),
                last: Value::default(),
                each: Vec::new(),
            });
            standing.answered.len() - 1
        });
        if standing.answered[place].each.len() >= MOST_CALLS {
            return Err(Stop::End(Outcome::Pruned(Bound::Length)));
        }
        Ok(((index, place), standing.clone()))
    }

    fn note(&self, (index, place): (usize, usize), last: Option<Value>, answer: Answer) {
        let mut all = self.standing.borrow_mut();
        let answered = &mut all[index].answered[place];
        answered.last = last.unwrap_or(answered.last);
        answered.each.push(answer);
    }

    /// The exception that a call throws, if the input says that it does.
    fn thrown(
        &self,
        machine: &mut Machine,
        method: MethodId,
        slot: &str,
        count: usize,
    ) -> Run<Option<(Ref, Expression)>> {
        if count >= MOST_THROWING {
            return Ok(None);
        }
        let names = exceptions(machine, method);
        let place = Step::Raises(count as u32).of(slot);
        let taken = machine.input_choice(&place, 1 + names.len() as u32, false)? as usize;
        let Some(name) = taken.checked_sub(1).and_then(|index| names.get(index)) else {
            return Ok(None);
        };
        let Stop::Throw(made) = machine.throw(name, None) else {
            return Ok(None);
        };
        let constructor = RecipeMethod::constructor(&name.replace('/', "."), "()V");
        let value = Expression::New {
            constructor,
            outer: None,
            arguments: Vec::new(),
        };
        Ok(Some((made, value)))
    }

    /// A new answer of a method.
    fn made(
        &self,
        machine: &mut Machine,
        standing: &Standing,
        method: MethodId,
        slot: &str,
    ) -> Run<Made> {
        let found = machine.method(method).clone();
        let file = machine.class(found.class).file.clone();
        let info = file
            .as_ref()
            .and_then(|file| file.methods.get(usize::from(found.index)));
        let signature = info.and_then(|info| info.signature.as_deref());
        let types = signature
            .and_then(MethodType::parse)
            .or_else(|| MethodType::parse(&found.descriptor));
        let Some((result, variables)) = types.and_then(|of| Some((of.result?, of.variables)))
        else {
            return Ok(nothing());
        };
        let mut bindings = standing.bindings.clone();
        for (name, bound) in variables {
            bindings.insert(name, super::types::concrete(&bound));
        }
        let mut builder = self.builder(machine);
        builder.level = standing.level + 1;
        builder.make(&result, &bindings, slot)
    }

    /// A builder of what is asked for while the unit runs.
    fn builder<'a>(&'a self, machine: &'a mut Machine) -> Builder<'a> {
        let mut builder = Builder::new(machine, self.scope, &self.known, &self.owner);
        builder.ask_for(&self.unit.asked);
        builder.constants.clone_from(&self.unit.constants);
        builder.classes.clone_from(&self.unit.classes);
        builder.is_wide = self.unit.is_wide;
        builder.is_inside = true;
        builder.depth = 1;
        builder.stand_ins = Some(self);
        builder
    }
}
