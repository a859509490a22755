//! Receivers of classes with an invariant: objects whose references are
//! chosen when they are read (null, a new object, or one that is there).

use std::cell::RefCell;
use std::rc::Rc;

use everypath_recipe::{Expression, LocalId, Method as RecipeMethod, Statement};
use everypath_trace::{Scope, Step};

use super::{Bindings, Builder, Hierarchy, recipe_type};
use crate::classfile::access;
use crate::lower::Guide;
use crate::machine::{ClassId, Field, LazyFields, Machine, NULL, Ref, Run, Shape, Value};
use crate::signature::{MethodType, Type};

/// An object of the input.
#[derive(Clone, Debug)]
struct LazyObject {
    reference: Ref,
    class: ClassId,
    name: String,
    /// The object of the guide that it is, if there is one.
    guided: Option<usize>,
}

/// The objects of one input, and what was chosen for their fields.
#[derive(Debug)]
pub(crate) struct LazyHeap {
    scope: Scope,
    known: Rc<Hierarchy>,
    /// The class under test, with slashes.
    owner: String,
    objects: Vec<LazyObject>,
    chosen: Vec<Statement>,
    /// The structure that choices follow, if one is given.
    guide: Option<Guide>,
}

/// The heap as the machine asks it.
#[derive(Debug)]
pub(crate) struct SharedHeap(pub Rc<RefCell<LazyHeap>>);

impl LazyFields for SharedHeap {
    fn choose(&mut self, machine: &mut Machine, object: Ref, slot: usize) -> Run<Value> {
        self.0.borrow_mut().choose(machine, object, slot)
    }
}

impl LazyHeap {
    /// A heap without objects.
    pub(crate) fn new(scope: Scope, known: Rc<Hierarchy>, owner: &str) -> LazyHeap {
        LazyHeap {
            scope,
            known,
            owner: owner.to_owned(),
            objects: Vec::new(),
            chosen: Vec::new(),
            guide: None,
        }
    }

    /// Lets choices follow a structure; its first object is the first one added.
    pub(crate) fn follow(&mut self, guide: Option<Guide>) {
        self.guide = guide;
    }

    /// How many objects there are.
    pub(crate) fn count(&self) -> u32 {
        self.objects.len() as u32
    }

    /// A new object with open fields.
    pub(crate) fn add(&mut self, machine: &mut Machine, class: ClassId, name: String) -> Run<Ref> {
        let first = self.objects.is_empty() && self.guide.is_some();
        self.add_guided(machine, class, name, first.then_some(0))
    }

    fn add_guided(
        &mut self,
        machine: &mut Machine,
        class: ClassId,
        name: String,
        guided: Option<usize>,
    ) -> Run<Ref> {
        let object = self.guide.as_ref().zip(guided);
        let object = object.and_then(|(guide, index)| guide.objects.get(index));
        if let (Some(object), Some(session)) = (object, machine.session()) {
            for (place, value) in &object.values {
                let slot = format!("{name}{place}");
                session.given.values.insert(slot.into(), value.clone());
            }
            for (place, option) in &object.choices {
                let slot = format!("{name}{place}");
                session.given.choices.insert(slot.into(), *option);
            }
        }
        machine.initialise(class)?;
        let reference = machine.allocate(class)?;
        let local = self.local(self.objects.len());
        self.objects.push(LazyObject {
            reference,
            class,
            name: name.clone(),
            guided,
        });
        for field in all_fields(machine, class) {
            let slot = usize::from(field.slot);
            if field.kind == crate::code::Kind::Reference {
                machine.leave_open(reference, slot);
                continue;
            }
            let value = machine.input_value(&Step::Field(&field.name).of(&name), field.kind);
            machine.heap_mut().set_field(reference, slot, value);
            self.chosen.push(Statement::SetField {
                of: Some(local.clone()),
                class: machine.class(field.class).dotted(),
                field: field.name.to_string(),
                value: super::values::literal(field.kind, value),
            });
        }
        Ok(reference)
    }

    fn local(&self, index: usize) -> Expression {
        Expression::Local {
            id: LocalId(index as u32),
        }
    }

    fn choose(&mut self, machine: &mut Machine, object: Ref, slot: usize) -> Run<Value> {
        let Some(index) = self
            .objects
            .iter()
            .position(|known| known.reference == object)
        else {
            return Ok(Value::reference(NULL));
        };
        let owner = self.objects[index].clone();
        let fields = all_fields(machine, owner.class);
        let Some(field) = fields.iter().find(|field| usize::from(field.slot) == slot) else {
            return Ok(Value::reference(NULL));
        };
        let place = Step::Field(&field.name).of(&owner.name);
        let target = self.guided_target(&owner, &field.name);
        let (value, expression) = self.value_of(machine, field, &place, target)?;
        self.chosen.push(Statement::SetField {
            of: Some(self.local(index)),
            class: machine.class(field.class).dotted(),
            field: field.name.to_string(),
            value: expression,
        });
        Ok(value)
    }

    /// What the guide says of a field: nothing, null, or one of its objects.
    fn guided_target(&self, owner: &LazyObject, field: &str) -> Option<Option<usize>> {
        let guide = self.guide.as_ref()?;
        let object = guide.objects.get(owner.guided?)?;
        object.references.get(field).copied()
    }

    fn value_of(
        &mut self,
        machine: &mut Machine,
        field: &Field,
        place: &str,
        target: Option<Option<usize>>,
    ) -> Run<(Value, Expression)> {
        let declared = Type::of_descriptor(&field.descriptor);
        let lazy = match &declared {
            Some(Type::Class(name, _)) => self.lazy_class(machine, &name.replace('.', "/")),
            _ => None,
        };
        let Some(class) = lazy else {
            let declared = declared.unwrap_or_else(super::types::object);
            let known = self.known.clone();
            let mut builder = Builder::new(machine, self.scope, &known, &self.owner);
            // Inside another object: without calls that need a local.
            builder.depth = 1;
            builder.is_inside = true;
            let made = builder.make(&declared, &Bindings::new(), place)?;
            return Ok((made.value, made.expression));
        };
        let same: Vec<usize> = (0..self.objects.len())
            .filter(|index| machine.is_subtype(self.objects[*index].class, class))
            .collect();
        // An inner object belongs to the outer one that is there.
        if let (true, Some(&outer)) = (field.name.starts_with("this$"), same.first()) {
            let reference = self.objects[outer].reference;
            return Ok((Value::reference(reference), self.local(outer)));
        }
        let grows = (same.len() as u32) < self.scope.objects;
        let options = 1 + u32::from(grows) + same.len() as u32;
        if let (Some(target), Some(session)) = (target, machine.session()) {
            let known = target.and_then(|target| {
                let is = |index: &usize| self.objects[*index].guided == Some(target);
                same.iter().position(is)
            });
            let option = match (target, known) {
                (None, _) => 0,
                (Some(_), None) => 1,
                (Some(_), Some(at)) => 1 + u32::from(grows) + at as u32,
            };
            session.given.choices.insert(place.into(), option);
        }
        let taken = machine.input_choice(place, options, !grows)?;
        match taken {
            0 => Ok((Value::reference(NULL), Expression::Null)),
            1 if grows => {
                let simple = machine.simple_name(class).to_lowercase();
                let name = format!("{simple}{}", same.len());
                let local = self.local(self.objects.len());
                let reference = self.add_guided(machine, class, name, target.flatten())?;
                Ok((Value::reference(reference), local))
            }
            other => {
                let index = same[(other - 1 - u32::from(grows)) as usize];
                let reference = self.objects[index].reference;
                Ok((Value::reference(reference), self.local(index)))
            }
        }
    }

    /// A class whose objects can be made of their fields: the class under
    /// test or one nested with it.
    fn lazy_class(&self, machine: &mut Machine, name: &str) -> Option<ClassId> {
        let outermost = |name: &str| name.split('$').next().map(str::to_owned);
        let class = machine.load(name).ok()?;
        let found = machine.class(class);
        let is_near =
            outermost(name) == outermost(&self.owner) || package(name) == package(&self.owner);
        let plain = found.shape == Shape::Instance && !found.is_abstract() && !found.is_enum();
        (is_near && plain && !found.is_platform).then_some(class)
    }

    /// How a test makes the objects.
    pub(crate) fn statements(&self, machine: &mut Machine) -> Vec<Statement> {
        let mut all = Vec::new();
        for (index, object) in self.objects.iter().enumerate() {
            let name = machine.class(object.class).dotted();
            let made = plain_constructor(machine, object.class);
            let visible = made.is_some();
            let value = match made {
                Some((descriptor, arguments)) => Expression::New {
                    constructor: RecipeMethod::constructor(&name, &descriptor),
                    outer: None,
                    arguments,
                },
                None => Expression::Allocate {
                    class: name.clone(),
                },
            };
            all.push(Statement::Define {
                local: LocalId(index as u32),
                of: recipe_type(&super::types::class(&name)),
                name: match index {
                    0 => super::objects::variable_name(&name),
                    _ => object.name.clone(),
                },
                value,
            });
            // What the constructor put there and the run did not read is not part of the input.
            for field in all_fields(machine, object.class) {
                let is_open = machine.is_open(object.reference, usize::from(field.slot));
                if is_open && visible && field.access & access::FINAL == 0 {
                    all.push(Statement::SetField {
                        of: Some(self.local(index)),
                        class: machine.class(field.class).dotted(),
                        field: field.name.to_string(),
                        value: Expression::Null,
                    });
                }
            }
        }
        all.extend(self.chosen.iter().cloned());
        all
    }
}

/// The constructor that says least, with zeros and nulls for its arguments:
/// all fields are written afterwards.
fn plain_constructor(machine: &Machine, class: ClassId) -> Option<(String, Vec<Expression>)> {
    let found = machine.class(class);
    let file = found.file.as_ref()?;
    let is_inner = found.fields.iter().any(|one| one.name.starts_with("this$"));
    let constructors = file.methods.iter().filter(|method| {
        &*method.name == "<init>" && method.access & (access::PRIVATE | access::SYNTHETIC) == 0
    });
    let of = |descriptor: &str| MethodType::parse(descriptor).map(|of| of.parameters);
    let (descriptor, parameters) = constructors
        .filter_map(|method| Some((method.descriptor.to_string(), of(&method.descriptor)?)))
        .filter(|(_, parameters)| parameters.is_empty() || !is_inner)
        .min_by_key(|(_, parameters)| parameters.len())?;
    let argument = |of: &Type| match of {
        Type::Primitive(primitive) => {
            super::values::literal(super::kind_of(*primitive), Value::default())
        }
        _ => Expression::Null,
    };
    let arguments = parameters.iter().map(argument).collect();
    Some((descriptor, arguments))
}

fn package(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

/// The instance fields of a class and of its superclasses that are the user's.
fn all_fields(machine: &Machine, class: ClassId) -> Vec<Field> {
    let ancestry = machine.ancestry(class).map(|here| machine.class(here));
    let own = ancestry.take_while(|found| !found.is_platform);
    let fields = own.flat_map(|found| &found.fields);
    fields.filter(|field| !field.is_static()).cloned().collect()
}
