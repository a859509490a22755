//! Collaborators that nothing real can be made for, or not only: objects whose methods answer
//! values of the input, one for each call, made when they are called.

use std::cell::RefCell;
use std::rc::Rc;

use everypath_recipe::{
    Answer, Answers, Expression, LocalId, Method as RecipeMethod, Statement, Type as RecipeType,
};
use everypath_trace::{Bound, Outcome, Premise, Scope, Step};

use super::objects::variable_name;
use super::values::nothing;
use super::{Bindings, Builder, Hierarchy, Made, recipe_type};
use crate::classfile::access;
use crate::machine::{Answering, ClassId, Machine, MethodId, NULL, Ref, Run, Shape, Stop, Value};
use crate::program::Unit;
use crate::signature::{MethodType, Type};

/// The first number of the locals that hold stand-ins; no recipe has as many others.
const FIRST: u32 = 1 << 24;
/// The slots of standard input and of system properties.
const INPUT: &str = "System.in";
const PROPERTIES: &str = "properties";
/// Calls of one method that may answer something else than the one before.
const MOST_NEW: usize = 5;
/// Calls of one method that may throw.
const MOST_THROWING: usize = 3;
/// Exceptions that one call may throw.
const MOST_EXCEPTIONS: usize = 2;
/// Calls of one method of one object.
const MOST_CALLS: usize = 64;
/// Stand-ins that other stand-ins give, inside one another.
const DEEPEST: usize = 4;

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
}

/// An object that stands in for another.
#[derive(Clone, Debug)]
struct Standing {
    reference: Ref,
    slot: String,
    interface: RecipeType,
    name: String,
    bindings: Bindings,
    /// How many stand-ins it is inside of.
    level: usize,
    answered: Vec<Answered>,
}

/// What the methods of one name and result have answered.
#[derive(Clone, Debug)]
struct Answered {
    method: String,
    result: String,
    last: Value,
    each: Vec<Answer>,
}

impl StandIns {
    /// None yet, for the inputs of a unit.
    pub(crate) fn new(
        machine: &mut Machine,
        scope: Scope,
        known: Rc<Hierarchy>,
        unit: &Unit,
    ) -> StandIns {
        let owner = unit.class.replace('.', "/");
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

    fn add(&self, standing: Standing) -> Expression {
        let mut all = self.standing.borrow_mut();
        let id = LocalId(FIRST + all.len() as u32);
        all.push(standing);
        Expression::Local { id }
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
        statements
    }
}

fn define(all: &[Standing], index: usize, written: &mut [bool], to: &mut Vec<Statement>) {
    if std::mem::replace(&mut written[index], true) {
        return;
    }
    let standing = &all[index];
    let mut value = Expression::StandIn {
        interface: standing.interface.clone(),
        answers: standing.answered.iter().map(Answered::answers).collect(),
    };
    let mut inner = Vec::new();
    value.each(&mut |expression| {
        if let Expression::Local { id } = expression
            && let Some(number) = id.0.checked_sub(FIRST)
        {
            inner.push(number as usize);
        }
    });
    for number in inner {
        define(all, number, written, to);
    }
    to.push(Statement::Define {
        local: LocalId(FIRST + index as u32),
        of: standing.interface.clone(),
        name: standing.name.clone(),
        value,
    });
}

impl Answered {
    /// The answers without those that only repeat the one before to the end.
    fn answers(&self) -> Answers {
        let mut each = self.each.clone();
        while each.len() > 1 && each[each.len() - 1] == each[each.len() - 2] {
            each.pop();
        }
        Answers {
            method: self.method.clone(),
            each,
        }
    }
}

impl Answering for StandIns {
    fn answer(&self, machine: &mut Machine, object: Ref, method: MethodId) -> Run<Value> {
        let found = machine.method(method).clone();
        let (_, result) = found.descriptor.split_once(')').unwrap_or_default();
        let (index, standing) = {
            let mut all = self.standing.borrow_mut();
            let index = all.iter().position(|known| known.reference == object);
            let Some(index) = index else {
                return Err(Stop::unsupported("asks an object that nobody answers for"));
            };
            let standing = &mut all[index];
            let is_same = |one: &Answered| *one.method == *found.name && one.result == result;
            let place = standing.answered.iter().position(is_same);
            let place = place.unwrap_or_else(|| {
                standing.answered.push(Answered {
                    method: found.name.to_string(),
                    result: result.to_owned(),
                    last: Value::default(),
                    each: Vec::new(),
                });
                standing.answered.len() - 1
            });
            ((index, place), standing.clone())
        };
        let earlier = &standing.answered[index.1];
        let count = earlier.each.len();
        if count >= MOST_CALLS {
            return Err(Stop::End(Outcome::Pruned(Bound::Length)));
        }
        let slot = Step::Field(&found.name).of(&standing.slot);
        if let Some(thrown) = self.thrown(machine, method, &slot, count)? {
            self.note(index, None, Answer::Throws { value: thrown.1 });
            return Err(Stop::Throw(thrown.0));
        }
        // Whatever it answered before, it answers again unless the input says otherwise.
        let repeats = match earlier.each.last() {
            None => false,
            Some(_) if count >= MOST_NEW => true,
            Some(Answer::Throws { .. }) => false,
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
}

impl StandIns {
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
        builder.is_wide = self.unit.is_wide;
        builder.is_inside = true;
        builder.depth = 1;
        builder.stand_ins = Some(self);
        builder
    }
}

/// The exceptions that a method may throw here: those that the code around the call catches
/// by name, else one that it declares.
fn exceptions(machine: &mut Machine, method: MethodId) -> Vec<String> {
    let declared = declared_exceptions(machine, method);
    let Ok(unchecked) = machine.load("java/lang/RuntimeException") else {
        return Vec::new();
    };
    let mut caught = machine.caught_here();
    caught.retain(|class| {
        let mut allowed = declared.iter().chain([&unchecked]);
        allowed.any(|allowed| machine.is_subtype(*class, *allowed))
    });
    let mut found: Vec<String> = Vec::new();
    for class in caught.into_iter().chain(declared) {
        let is_last = found.len() >= MOST_EXCEPTIONS;
        if !is_last && can_be_thrown(machine, class) {
            let name = machine.class(class).name.to_string();
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

/// The exceptions that a method declares.
fn declared_exceptions(machine: &mut Machine, method: MethodId) -> Vec<ClassId> {
    let found = machine.method(method).clone();
    let file = machine.class(found.class).file.clone();
    let info = file
        .as_ref()
        .and_then(|file| file.methods.get(usize::from(found.index)));
    let thrown = info.map(|info| info.throws.clone()).unwrap_or_default();
    let loaded = thrown.iter().map(|name| machine.load(name));
    loaded.filter_map(Result::ok).collect()
}

/// Whether a test can make an exception by a constructor that takes nothing.
fn can_be_thrown(machine: &Machine, class: ClassId) -> bool {
    let Some(file) = machine.class(class).file.clone() else {
        return false;
    };
    let is_plain = file.methods.iter().any(|method| {
        &*method.name == "<init>"
            && &*method.descriptor == "()V"
            && method.access & access::PUBLIC != 0
    });
    is_plain && !machine.class(class).is_abstract() && file.declared_access() & access::PUBLIC != 0
}

impl Builder<'_> {
    /// Whether something can stand in for an object of a class.
    pub(super) fn can_stand_in(&mut self, class: ClassId) -> bool {
        let of = self.machine.class(class);
        if self.stand_ins.is_none() || self.level >= DEEPEST || !of.is_interface() {
            return false;
        }
        let Some(file) = of.file.clone() else {
            return false;
        };
        let is_annotation = file.access & access::ANNOTATION != 0;
        // The library looks behind its own paths.
        if &*file.name == "java/nio/file/Path" {
            return false;
        }
        of.shape == Shape::Instance
            && !is_annotation
            && file.permitted.is_empty()
            && self.is_visible(&file, file.declared_access())
    }

    /// Whether the answer of a function may be more than one value that is always the same:
    /// another one the next time, or an exception.
    pub(super) fn may_vary(&mut self, method: MethodId) -> bool {
        let found = self.machine.method(method);
        found.result.is_some() || !declared_exceptions(self.machine, method).is_empty()
    }

    /// An object that stands in for one of an interface.
    pub(super) fn stand_in(
        &mut self,
        class: ClassId,
        declared: &Type,
        bindings: &Bindings,
        slot: &str,
    ) -> Run<Made> {
        let Some(stand_ins) = self.stand_ins else {
            return Ok(nothing());
        };
        let standing = self.machine.standing_class(class)?;
        let reference = self.machine.allocate(standing)?;
        let name = format!("`{slot}`");
        self.machine.suppose(Premise::Answers { name });
        let expression = stand_ins.add(Standing {
            reference,
            slot: slot.to_owned(),
            interface: recipe_type(declared),
            name: variable_name(&self.machine.class(class).dotted()),
            bindings: bindings.clone(),
            level: self.level,
            answered: Vec::new(),
        });
        Ok(Made {
            value: Value::reference(reference),
            expression,
        })
    }
}
