//! Classes that something stands in for as an object of an anonymous subclass: which can have
//! one, how it is made, and what a test has to write of it.

use std::rc::Rc;

use everypath_recipe::{
    Answer, Expression, LocalId, Method as RecipeMethod, Override, Statement, Type as RecipeType,
    Visibility, parse_descriptor,
};
use everypath_trace::Step;

use super::objects::{is_inner, push_values};
use super::stand_ins::Answered;
use super::ways::Way;
use super::{Bindings, Builder};
use crate::classfile::{ClassFile, MethodInfo, access};
use crate::machine::{ClassId, Extent, Machine, Overridden, Ref, Run, Stop, Value};
use crate::signature::Type;

/// Constructors of one class that subclasses are tried with.
const MOST_CONSTRUCTORS: usize = 3;

/// An anonymous subclass, as far as it is known before its methods are called.
#[derive(Clone, Debug, Default)]
pub(super) struct Subclass {
    constructor: Option<RecipeMethod>,
    arguments: Vec<Expression>,
    /// The methods that it may override.
    methods: Rc<[Above]>,
}

/// A method of the class above.
#[derive(Clone, Debug)]
pub(super) struct Above {
    method: RecipeMethod,
    visibility: Visibility,
    is_abstract: bool,
    /// The checked exceptions that it declares.
    throws: Vec<String>,
}

impl Subclass {
    /// The object, with the methods that were called or have no body above.
    pub(super) fn expression(&self, answered: &[Answered]) -> Expression {
        let Some(constructor) = self.constructor.clone() else {
            return Expression::Null;
        };
        let mut overrides = Vec::new();
        for above in self.methods.iter() {
            let is_it = |one: &&Answered| {
                one.method == above.method.name && one.result == above.method.descriptor
            };
            let each = answered.iter().find(is_it).map(Answered::told);
            let each = each.unwrap_or_default();
            let says_nothing = each.iter().all(|one| *one == Answer::Inherits);
            if above.is_abstract || !says_nothing {
                let may_throw = |answer: &Answer| !matches!(answer, Answer::Returns { .. });
                let throws = match each.iter().any(may_throw) {
                    true => above.throws.clone(),
                    false => Vec::new(),
                };
                overrides.push(Override {
                    method: above.method.clone(),
                    visibility: above.visibility,
                    throws,
                    each,
                });
            }
        }
        Expression::Subclass {
            constructor,
            arguments: self.arguments.clone(),
            overrides,
        }
    }
}

/// Puts what is answered, and is more than a literal, into locals: it is the same object
/// whenever it is answered, and what makes it may throw.
pub(super) fn hoist(value: &mut Expression, first: u32, to: &mut Vec<Statement>) {
    let Expression::Subclass { overrides, .. } = value else {
        return;
    };
    for one in overrides {
        let result = parse_descriptor(&one.method.descriptor).map(|of| of.result);
        for answer in &mut one.each {
            let Answer::Returns { value } = answer else {
                continue;
            };
            let is_made = matches!(
                value,
                Expression::New { .. }
                    | Expression::CallStatic { .. }
                    | Expression::Call { .. }
                    | Expression::Array { .. }
                    | Expression::NewArray { .. }
                    | Expression::Lambda { .. }
                    | Expression::Collection { .. }
                    | Expression::Map { .. }
                    | Expression::Cast { .. }
                    | Expression::Allocate { .. }
            );
            let Some(of) = result.clone().filter(|_| is_made) else {
                continue;
            };
            let local = LocalId(first + to.len() as u32);
            let name = match &of {
                RecipeType::Class { name, .. } => super::objects::variable_name(name),
                _ => "answer".to_owned(),
            };
            to.push(Statement::Define {
                local,
                of,
                name,
                value: std::mem::replace(value, Expression::Local { id: local }),
            });
        }
    }
}

impl Builder<'_> {
    /// The constructors that a subclass of a class in the package of the tests can call, if it
    /// can implement all that is missing and objects of it are wanted.
    pub(super) fn base_constructors(&mut self, class: ClassId) -> Rc<[usize]> {
        let key = (self.package.clone(), class);
        if let Some(known) = self.known.memory.borrow().bases.get(&key) {
            return known.clone();
        }
        let found: Rc<[usize]> = self.find_base_constructors(class).into();
        let mut memory = self.known.memory.borrow_mut();
        memory.bases.insert(key, found.clone());
        found
    }

    fn find_base_constructors(&mut self, class: ClassId) -> Vec<usize> {
        let is_worldly = self.machine.is_worldly(class);
        let of = self.machine.class(class);
        let is_wanted = of.is_abstract() || is_worldly || !of.is_platform;
        let Some(file) = of.file.clone() else {
            return Vec::new();
        };
        let is_closed = file.access & access::FINAL != 0 || !file.permitted.is_empty();
        let is_known = matches!(&*file.name, "java/lang/Enum" | "java/lang/Record");
        let throwable = self.machine.load("java/lang/Throwable");
        let is_thrown = throwable.is_ok_and(|above| self.machine.is_subtype(class, above));
        if !is_wanted
            || is_thrown
            || is_closed
            || is_known
            || !self.is_visible(&file, file.declared_access())
            || !self.can_implement(class)
        {
            return Vec::new();
        }
        let constructors = file.methods.iter().enumerate().filter(|(_, method)| {
            &*method.name == "<init>"
                && method.access & access::SYNTHETIC == 0
                && self.is_inherited(&file, method)
                && !is_inner(&file, &method.descriptor)
        });
        let mut found: Vec<usize> = constructors.map(|(index, _)| index).collect();
        found.sort_by_key(|index| super::ways::cost(&file.methods[*index].descriptor));
        // Where no method is real, how the object was made says nothing.
        found.truncate(match is_worldly {
            true => 1,
            false => MOST_CONSTRUCTORS,
        });
        found
    }

    /// Which methods of a class are answered: of one that can be instantiated all, since there
    /// could be a real object else; and of an interface, unless it is what is tested.
    pub(super) fn extent(&self, class: ClassId) -> Extent {
        let of = self.machine.class(class);
        let is_real = of.is_abstract() && (!of.is_interface() || *of.name == *self.owner);
        match is_real {
            true => Extent::Missing,
            false => Extent::All,
        }
    }

    /// The subclass that implements an interface without answering the methods that have a
    /// body.
    pub(super) fn implementation(&mut self, interface: ClassId, slot: &str) -> Run<Subclass> {
        let name = self.machine.class(interface).dotted();
        self.machine.input_choice(&Step::Made.of(slot), 1, true)?;
        Ok(Subclass {
            constructor: Some(RecipeMethod::constructor(&name, "()V")),
            arguments: Vec::new(),
            methods: self.all_above(interface, Extent::Missing),
        })
    }

    /// Whether a real object of a class is hard to come by, or no good in a test: nothing makes
    /// it but what needs other objects of the user's, or it reaches for the world.
    pub(super) fn is_hard(&mut self, class: ClassId, ways: &[Way]) -> bool {
        let key = (self.package.clone(), class);
        if let Some(known) = self.known.memory.borrow().hard.get(&key) {
            return *known;
        }
        let found = self.find_hard(class, ways);
        self.known.memory.borrow_mut().hard.insert(key, found);
        found
    }

    fn find_hard(&mut self, class: ClassId, ways: &[Way]) -> bool {
        if self.machine.class(class).is_abstract() || self.machine.is_worldly(class) {
            return true;
        }
        let is_easy = |builder: &mut Self, way: &Way| match way {
            Way::Call(maker, index) => {
                let parameters = builder.declared_parameters((*maker, *index));
                parameters.is_some_and(|all| all.iter().all(|(of, _)| builder.is_easy(of)))
            }
            Way::Constant(..) => true,
            _ => false,
        };
        let has_easy = ways.iter().any(|way| is_easy(self, way));
        let file = self.machine.class(class).file.clone();
        !has_easy || file.is_some_and(|file| names_the_world(&file))
    }

    /// Whether objects of a type are no trouble: they are the JDK's, or one of several values.
    fn is_easy(&mut self, of: &Type) -> bool {
        match of {
            Type::Class(name, _) => match self.machine.load(&name.replace('.', "/")) {
                Ok(class) => {
                    let of = self.machine.class(class);
                    of.is_platform || of.is_enum() || of.is_interface()
                }
                Err(_) => false,
            },
            Type::Array(element) => self.is_easy(element),
            Type::Primitive(_) | Type::Variable(_) => true,
        }
    }

    /// Whether a subclass in the package of the tests has a member.
    fn is_inherited(&self, file: &ClassFile, method: &MethodInfo) -> bool {
        let is_protected = method.access & access::PROTECTED != 0;
        is_protected || self.is_visible(file, method.access)
    }

    /// Whether a subclass in the package of the tests can have all methods that a class lacks.
    fn can_implement(&mut self, class: ClassId) -> bool {
        let all = self.machine.overridden(class, Extent::Missing);
        all.iter().all(|one| {
            let known = self.machine.method(one.method);
            let owner = self.machine.class(known.class).file.as_ref();
            let info = |file: &Rc<ClassFile>| {
                let info = file.methods.get(usize::from(known.index))?;
                Some(self.is_inherited(file, info))
            };
            !known.is_abstract() || owner.and_then(info).unwrap_or(false)
        })
    }

    /// The constructor that the input says.
    pub(super) fn base_constructor(&mut self, class: ClassId, slot: &str) -> Run<usize> {
        let all = self.base_constructors(class);
        let place = Step::Made.of(slot);
        // Another subclass may do more with what it inherits than to answer.
        let taken = self
            .machine
            .input_choice(&place, all.len().max(1) as u32, true)?;
        match all.get(taken as usize) {
            Some(index) => Ok(*index),
            None => Err(Stop::unsupported("needs a subclass that no test can have")),
        }
    }

    /// Calls a constructor of a class on an object of a subclass.
    pub(super) fn construct_base(
        &mut self,
        (class, index): (ClassId, usize),
        object: Ref,
        bindings: &Bindings,
        slot: &str,
    ) -> Run<Subclass> {
        if self.machine.is_worldly(class) {
            return self.unconnected(class, index);
        }
        let done = self.machine.initialise(class);
        self.attempt("the initialiser of its class", done)?;
        let place = Step::Method(index as u32).of(slot);
        let is_inside = std::mem::replace(&mut self.is_inside, true);
        self.depth += 1;
        self.level += 1;
        let made = self.arguments((class, index), bindings, &place);
        self.level -= 1;
        self.depth -= 1;
        self.is_inside = is_inside;
        let made = made?;
        let file = self.file(class)?;
        let info = &file.methods[index];
        let mut values = vec![Value::reference(object)];
        push_values(&mut values, &made, &info.descriptor);
        let method = self.machine.class(class).methods[index];
        let done = self.machine.call(method, &values);
        let name = self.machine.class(class).dotted();
        self.attempt(&format!("making a {name}"), done)?;
        let mut constructor = RecipeMethod::constructor(&name, &info.descriptor);
        constructor.varargs = info.access & access::VARARGS != 0;
        let extent = self.extent(class);
        Ok(Subclass {
            constructor: Some(constructor),
            arguments: made.into_iter().map(|made| made.expression).collect(),
            methods: self.all_above(class, extent),
        })
    }

    /// An object that would reach for the world and is connected to nothing: what its
    /// constructor does nobody sees, since all of its methods are answered.
    fn unconnected(&mut self, class: ClassId, index: usize) -> Run<Subclass> {
        let name = self.machine.class(class).dotted();
        let file = self.file(class)?;
        let constructor = RecipeMethod::constructor(&name, &file.methods[index].descriptor);
        let types = parse_descriptor(&constructor.descriptor).map(|of| of.parameters);
        let nothing = |of: RecipeType| match of {
            RecipeType::Boolean => Expression::Boolean { value: false },
            RecipeType::Int => Expression::int(0),
            _ => Expression::Null,
        };
        Ok(Subclass {
            constructor: Some(constructor),
            arguments: types.unwrap_or_default().into_iter().map(nothing).collect(),
            methods: self.all_above(class, Extent::All),
        })
    }

    /// The methods that a subclass may override.
    fn all_above(&mut self, class: ClassId, extent: Extent) -> Rc<[Above]> {
        if let Some(known) = self.known.memory.borrow().above.get(&(class, extent)) {
            return known.clone();
        }
        let methods = self.machine.overridden(class, extent);
        let own = methods.iter().filter(|one| one.method == one.asked);
        let found: Vec<Above> = own.filter_map(|one| above(self.machine, one)).collect();
        let found: Rc<[Above]> = found.into();
        let mut memory = self.known.memory.borrow_mut();
        memory.above.insert((class, extent), found.clone());
        found
    }
}

/// Whether the code of a class names what reaches for the world.
fn names_the_world(file: &ClassFile) -> bool {
    const WORLD: [&str; 10] = [
        "java/net/",
        "javax/net/",
        "java/nio/channels/",
        "java/nio/file/",
        "java/io/File",
        "java/io/RandomAccessFile",
        "java/sql/",
        "javax/sql/",
        "java/lang/Thread",
        "java/lang/Process",
    ];
    let mut texts = file.pool.texts();
    texts.any(|text| WORLD.iter().any(|world| text.starts_with(world)))
}

/// What a subclass has to say of a method that it overrides.
fn above(machine: &mut Machine, one: &Overridden) -> Option<Above> {
    let known = machine.method(one.method).clone();
    parse_descriptor(&known.descriptor)?;
    let declared = super::thrown::declared_exceptions(machine, one.method);
    let unchecked: Vec<ClassId> = ["java/lang/RuntimeException", "java/lang/Error"]
        .into_iter()
        .filter_map(|name| machine.load(name).ok())
        .collect();
    let is_checked = |class: &ClassId| {
        let mut unchecked = unchecked.iter();
        !unchecked.any(|above| machine.is_subtype(*class, *above))
    };
    let throws = declared.into_iter().filter(is_checked);
    let throws = throws.map(|class| machine.class(class).dotted()).collect();
    let mut method = RecipeMethod::new(
        &machine.class(known.class).dotted(),
        &known.name,
        &known.descriptor,
    );
    method.varargs = known.access & access::VARARGS != 0;
    Some(Above {
        method,
        visibility: match known.access {
            flags if flags & access::PUBLIC != 0 => Visibility::Public,
            flags if flags & access::PROTECTED != 0 => Visibility::Protected,
            _ => Visibility::Package,
        },
        is_abstract: known.is_abstract(),
        throws,
    })
}
