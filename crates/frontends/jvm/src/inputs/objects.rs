//! Objects: by constructors, factories and constants that a test can use.

use std::rc::Rc;

use everypath_recipe::{Expression, Method as RecipeMethod};
use everypath_trace::Step;

use super::hierarchy::Parameters;
use super::types::{argument, class as class_type};
use super::ways::{Finish, MOST_WAYS, Way};
use super::{Bindings, Builder, DEEPEST, Made, recipe_type};
use crate::classfile::{ClassFile, access};
use crate::machine::{ClassId, NULL, Run, Stop, Value};
use crate::products::Maker;
use crate::program::parameter_names;
use crate::signature::{Argument, MethodType, Type, class_signature};

impl Builder<'_> {
    pub(super) fn object(
        &mut self,
        name: &str,
        arguments: &[Argument],
        slot: &str,
        nullable: bool,
    ) -> Run<Made> {
        if let Some(made) = self.collection(name, arguments, slot, nullable)? {
            return Ok(made);
        }
        if let Some(made) = self.file_or_path(name, slot, nullable)? {
            return Ok(made);
        }
        let null = || Made {
            value: Value::reference(NULL),
            expression: Expression::Null,
        };
        let class = match self.machine.load(&name.replace('.', "/")) {
            Ok(class) => class,
            // A missing dependency: null is all that can be passed.
            Err(Stop::Throw(_)) if nullable => return Ok(null()),
            Err(stop) => return Err(stop),
        };
        let declared = Type::Class(name.to_owned(), arguments.to_vec());
        if name == "java.lang.Class" {
            if self.is_null(slot, nullable)? {
                return Ok(null());
            }
            return self.class_value(arguments, slot);
        }
        let base = self.machine.load("java/lang/Enum")?;
        if self.machine.class(class).superclass == Some(base) {
            return self.enumeration(name, slot, nullable);
        }
        let bindings = self.bindings(class, arguments);
        if self.depth < DEEPEST
            && let Some(method) = self.machine.functional_method(class)
        {
            // One that answers the same each time, null, one that need not.
            let varies = self.can_stand_in(class) && self.may_vary(method);
            let options = 1 + u32::from(nullable) + u32::from(varies);
            let taken = self.machine.input_choice(slot, options, false)?;
            if taken == 0 {
                self.depth += 1;
                let made = self.function(class, method, &declared, &bindings, slot);
                self.depth -= 1;
                return made;
            }
            return match nullable && taken == 1 {
                true => Ok(null()),
                false => self.stand_in(class, &declared, &bindings, slot),
            };
        }
        let is_deep = self.depth >= DEEPEST && nullable;
        let mut ways = if is_deep {
            Vec::new()
        } else {
            self.ways(class)?
        };
        let cut = ways.len() > MOST_WAYS;
        ways.truncate(MOST_WAYS);
        if !is_deep && self.machine.class(class).is_abstract() {
            self.add_named(class, &mut ways);
        }
        let is_known = slot == "this" || declared_as(name, &self.owner);
        let is_real = is_known && !self.machine.class(class).is_abstract();
        let stands_in =
            !is_deep && !is_real && self.can_stand_in(class) && self.is_hard(class, &ways);
        if stands_in && self.machine.is_worldly(class) {
            ways.clear();
        }
        if ways.is_empty() && stands_in {
            if self.is_null(slot, nullable)? {
                return Ok(null());
            }
            return self.stand_in(class, &declared, &bindings, slot);
        }
        if ways.is_empty() && !nullable {
            return Err(Stop::unsupported(format!(
                "needs an object of {name}, which nothing a test can call makes"
            )));
        }
        let known = self.aliases(Some(class));
        let real = ways.len() + usize::from(nullable) + known.len();
        let options = (real + usize::from(stands_in)) as u32;
        let taken = self
            .machine
            .input_choice(slot, options, cut || ways.is_empty())? as usize;
        if stands_in && taken == real {
            return self.stand_in(class, &declared, &bindings, slot);
        }
        let Some(way) = ways.get(taken).cloned() else {
            let alias = taken - ways.len() - usize::from(nullable && taken > ways.len());
            return Ok(match nullable && taken == ways.len() {
                true => null(),
                false => known.get(alias).cloned().unwrap_or_else(null),
            });
        };
        let is_new = self.is_constructor(&way);
        let sets_fields = is_new && self.sets_all_fields(class);
        self.suppose_object(class, slot, sets_fields);
        self.depth += 1;
        let made = self.take(&way, &bindings, slot);
        self.depth -= 1;
        let mut made = self.calls(made?, slot, &bindings)?;
        if is_new {
            made = self.set_fields(made, slot)?;
        }
        Ok(self.remember(made))
    }

    /// What the type variables of a class stand for.
    pub(crate) fn bindings(&mut self, class: ClassId, arguments: &[Argument]) -> Bindings {
        let signature = self.machine.class(class).file.as_ref();
        let signature = signature.and_then(|file| file.signature.clone());
        let Some((variables, _)) = signature.as_deref().and_then(class_signature) else {
            return Bindings::new();
        };
        variables
            .into_iter()
            .enumerate()
            .map(|(index, (name, bound))| {
                let given = argument(arguments, index);
                let of = given.unwrap_or_else(|| super::types::concrete(&bound));
                (name, of)
            })
            .collect()
    }

    pub(super) fn is_visible(&self, file: &ClassFile, flags: u16) -> bool {
        let package = file
            .name
            .rsplit_once('/')
            .map_or("", |(package, _)| package);
        let same_package = package == self.package;
        flags & access::PUBLIC != 0 || (same_package && flags & access::PRIVATE == 0)
    }

    /// Whether a way makes a new object by its constructor.
    fn is_constructor(&mut self, way: &Way) -> bool {
        let Way::Call(class, index) = way else {
            return false;
        };
        let file = self.machine.class(*class).file.as_ref();
        file.is_some_and(|file| &*file.methods[*index].name == "<init>")
    }

    fn take(&mut self, way: &Way, bindings: &Bindings, slot: &str) -> Run<Made> {
        match way {
            Way::Constant(class, index) => {
                let done = self.machine.initialise(*class);
                self.attempt("the initialiser of its class", done)?;
                let field = self.machine.class(*class).fields[*index].clone();
                Ok(Made {
                    value: self.machine.get_static(*class, usize::from(field.slot)),
                    expression: Expression::StaticField {
                        class: self.machine.class(*class).dotted(),
                        field: field.name.to_string(),
                    },
                })
            }
            Way::Call(class, index) => self.construct(*class, *index, bindings, slot),
            Way::Downcast(class, index) => self.downcast(*class, *index, bindings, slot),
            Way::Build(class, index, finish) => self.build(*class, *index, *finish, slot),
            Way::Through(outer, index) => self.through(*outer, *index, slot),
        }
    }

    /// Calls a static method of a class that says less of what it gives than that it is an
    /// object of the class.
    fn downcast(
        &mut self,
        class: ClassId,
        index: usize,
        bindings: &Bindings,
        slot: &str,
    ) -> Run<Made> {
        let made = self.construct(class, index, bindings, slot)?;
        let found = self.machine.heap().class_of(made.value.as_ref());
        let name = self.machine.class(class).dotted();
        if found != class {
            return Err(Stop::End(everypath_trace::Outcome::Rejected {
                clause: format!("what is made is no {name}"),
            }));
        }
        Ok(Made {
            value: made.value,
            expression: Expression::Cast {
                to: recipe_type(&class_type(&name)),
                value: Box::new(made.expression),
            },
        })
    }

    /// Asks a method of a target for a receiver that is of a class without a name.
    pub(super) fn product(&mut self, maker: &Maker) -> Run<Made> {
        let class = self.machine.load(&maker.class.replace('.', "/"))?;
        let bindings = self.bindings(class, &[]);
        let made = match maker.is_static {
            true => self.construct(class, maker.index, &bindings, "this")?,
            false => self.through(class, maker.index, "this")?,
        };
        let found = self.machine.heap().class_of(made.value.as_ref());
        let of = self.machine.class(found);
        let file = of.file.as_ref();
        let is_hidden = file.is_some_and(|file| !of.is_platform && !file.can_be_named());
        // Other states than the first may be there all the same.
        let is_own = is_hidden || of.host.is_some();
        self.machine
            .input_choice(&Step::Calls.of("this"), 1, true)?;
        match is_own {
            true => Ok(made),
            false => Err(Stop::End(everypath_trace::Outcome::Rejected {
                clause: format!("{} gives nothing of its own", maker.method),
            })),
        }
    }

    /// Makes an object of the class around, and calls its method that gives
    /// what is wanted.
    fn through(&mut self, outer: ClassId, index: usize, slot: &str) -> Run<Made> {
        let name = self.machine.class(outer).dotted();
        let bindings = self.bindings(outer, &[]);
        let around = self.object(&name, &[], &Step::Outer.of(slot), false)?;
        let made = self.called(&around, (outer, index), &bindings, &Step::Made.of(slot))?;
        if made.value.as_ref() == NULL {
            return Err(Stop::End(everypath_trace::Outcome::Rejected {
                clause: format!("an object of {name} gives null"),
            }));
        }
        Ok(made)
    }

    /// Makes a builder, tells it a few things, and takes what it builds.
    fn build(&mut self, class: ClassId, index: usize, finish: Finish, slot: &str) -> Run<Made> {
        let bindings = self.bindings(finish.builder, &[]);
        let made = self.construct(class, index, &bindings, slot)?;
        let made = self.told(made, finish.builder, slot, &bindings)?;
        let file = self.file(finish.builder)?;
        let info = &file.methods[finish.method];
        let receiver = made.value.as_ref();
        let done = self
            .machine
            .call_virtual(receiver, &info.name, &info.descriptor, &[]);
        let method = RecipeMethod::new(
            &self.machine.class(finish.builder).dotted(),
            &info.name,
            &info.descriptor,
        );
        let value = self.attempt(&format!("calling {}", info.name), done)?;
        if value.as_ref() == NULL {
            return Err(Stop::End(everypath_trace::Outcome::Rejected {
                clause: format!("{} gives null", info.name),
            }));
        }
        Ok(Made {
            value,
            expression: Expression::Call {
                receiver: Box::new(made.expression),
                method,
                arguments: Vec::new(),
            },
        })
    }

    /// Makes the arguments of a method.
    pub(super) fn arguments(
        &mut self,
        method: (ClassId, usize),
        bindings: &Bindings,
        slot: &str,
    ) -> Run<Vec<Made>> {
        let known = self.known.memory.borrow().parameters.get(&method).cloned();
        let parameters = match known {
            Some(known) => known,
            None => {
                let found = Rc::new(self.parameters(method)?);
                let mut memory = self.known.memory.borrow_mut();
                memory.parameters.insert(method, found.clone());
                found
            }
        };
        let mut bindings = bindings.clone();
        bindings.extend(parameters.variables.iter().cloned());
        let mut all = Vec::with_capacity(parameters.declared.len());
        for (declared, name) in &parameters.declared {
            all.push(self.make(declared, &bindings, &Step::Field(name).of(slot))?);
        }
        Ok(all)
    }

    /// The declared types and names of a method's parameters; none of a
    /// constructor that needs an outer object.
    pub(crate) fn declared_parameters(
        &mut self,
        method: (ClassId, usize),
    ) -> Option<Vec<(Type, String)>> {
        let file = self.file(method.0).ok()?;
        let info = &file.methods[method.1];
        if &*info.name == "<init>" && is_inner(&file, &info.descriptor) {
            return None;
        }
        self.parameters(method).ok().map(|found| found.declared)
    }

    fn parameters(&mut self, (class, index): (ClassId, usize)) -> Run<Parameters> {
        let file = self.file(class)?;
        let method = &file.methods[index];
        let Some(erased) = MethodType::parse(&method.descriptor) else {
            return Err(Stop::unsupported("has a signature that cannot be read"));
        };
        let generic = method.signature.as_deref().and_then(MethodType::parse);
        let mut variables = Vec::new();
        let declared = match generic {
            Some(generic) if generic.parameters.len() == erased.parameters.len() => {
                for (name, bound) in generic.variables {
                    variables.push((name, super::types::concrete(&bound)));
                }
                generic.parameters
            }
            _ => erased.parameters.clone(),
        };
        let is_static = method.access & access::STATIC != 0;
        let names = parameter_names(method, &erased.parameters, is_static);
        Ok(Parameters {
            declared: declared.into_iter().zip(names).collect(),
            variables,
        })
    }

    fn construct(
        &mut self,
        class: ClassId,
        index: usize,
        bindings: &Bindings,
        slot: &str,
    ) -> Run<Made> {
        let done = self.machine.initialise(class);
        self.attempt("the initialiser of its class", done)?;
        let file = self.file(class)?;
        let info = &file.methods[index];
        let method = self.machine.class(class).methods[index];
        let is_constructor = &*info.name == "<init>";
        // The state that a way leads to is its own part of the input; methods of
        // different implementers may have the same index.
        let maker = self.machine.class(class).dotted();
        let place = Step::Method(index as u32).of(&Step::Maker(&maker).of(slot));
        // What is asked for may be a type above, which has not the variables of the class.
        let mut known = self.bindings(class, &[]);
        known.extend(bindings.clone());
        let mut made = self.arguments((class, index), &known, &place)?;
        if &*file.name == "java/math/BigDecimal" && info.descriptor.contains("I)") {
            // The scale comes last.
            self.bound_scale(made.last().map_or(Value::int(0), |made| made.value))?;
        }
        let is_inner = is_constructor && is_inner(&file, &info.descriptor);
        if is_inner {
            has_outer(&made)?;
        }
        let mut values = Vec::new();
        let object = match is_constructor {
            true => {
                let object = self.machine.allocate(class)?;
                values.push(Value::reference(object));
                Some(object)
            }
            false => None,
        };
        push_values(&mut values, &made, &info.descriptor);
        let called = RecipeMethod {
            class: self.machine.class(class).dotted(),
            name: info.name.to_string(),
            descriptor: info.descriptor.to_string(),
            varargs: info.access & access::VARARGS != 0,
        };
        let done = self.machine.call(method, &values);
        let result = self.attempt(&format!("making a {}", called.class), done)?;
        let outer = is_inner.then(|| Box::new(made.remove(0).expression));
        let arguments = made.into_iter().map(|made| made.expression).collect();
        let value = object.map_or(result, Value::reference);
        if value.as_ref() == NULL {
            return Err(Stop::End(everypath_trace::Outcome::Rejected {
                clause: format!("{} gives null", called.name),
            }));
        }
        Ok(Made {
            value,
            expression: match is_constructor {
                true => Expression::New {
                    constructor: called,
                    outer,
                    arguments,
                },
                false => Expression::CallStatic {
                    method: called,
                    arguments,
                },
            },
        })
    }

    pub(crate) fn file(&mut self, class: ClassId) -> Run<Rc<ClassFile>> {
        match &self.machine.class(class).file {
            Some(file) => Ok(file.clone()),
            None => Err(Stop::unsupported("needs a class without a file")),
        }
    }
}

/// Whether a constructor's first parameter is the enclosing object.
pub(crate) fn is_inner(file: &ClassFile, descriptor: &str) -> bool {
    let Some(inner) = file.inner() else {
        return false;
    };
    let Some(outer) = &inner.outer else {
        return false;
    };
    inner.access & access::STATIC == 0 && descriptor.starts_with(&format!("(L{outer};"))
}

/// No source makes an inner object without an outer one.
pub(crate) fn has_outer(arguments: &[Made]) -> Run<()> {
    match arguments.first() {
        Some(outer) if outer.value.as_ref() == NULL => {
            Err(Stop::End(everypath_trace::Outcome::Rejected {
                clause: "an inner object needs an outer one".to_owned(),
            }))
        }
        _ => Ok(()),
    }
}

/// Lays arguments out as calls take them: wide ones in two values.
pub(crate) fn push_values(values: &mut Vec<Value>, made: &[Made], descriptor: &str) {
    let types = MethodType::parse(descriptor)
        .map(|of| of.parameters)
        .unwrap_or_default();
    for (made, of) in made.iter().zip(types) {
        values.push(made.value);
        if matches!(
            of,
            Type::Primitive(
                crate::signature::Primitive::Long | crate::signature::Primitive::Double
            )
        ) {
            values.push(Value::default());
        }
    }
}

/// A name for a local that holds an object of a class.
pub(super) fn variable_name(class: &str) -> String {
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    // `URLParser` is `urlParser`, `URL` is `url`.
    let upper = simple.chars().take_while(|c| c.is_uppercase()).count();
    let all = simple.chars().count();
    let small = match upper {
        0 | 1 => upper,
        upper if upper == all => all,
        upper => upper - 1,
    };
    let head = simple.chars().take(small).flat_map(char::to_lowercase);
    let name: String = head.chain(simple.chars().skip(small)).collect();
    match name.is_empty() {
        true => "object".to_owned(),
        false => name,
    }
}

/// Whether a type, named with dots, is a class named with slashes.
fn declared_as(name: &str, class: &str) -> bool {
    name.len() == class.len() && name.replace('.', "/") == class
}
