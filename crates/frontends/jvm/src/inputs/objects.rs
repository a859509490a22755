//! Objects: by constructors, factories and constants that a test can use.

use std::rc::Rc;

use everypath_recipe::{Expression, Method as RecipeMethod};

use super::types::{argument, class as class_type};
use super::{Bindings, Builder, DEEPEST, Made, recipe_type};
use crate::classfile::{ClassFile, MethodInfo, access};
use crate::machine::{ClassId, NULL, Run, Shape, Stop, Value};
use crate::program::parameter_names;
use crate::signature::{Argument, MethodType, Primitive, Type, class_signature};

/// A way to make an object.
#[derive(Clone, Debug)]
enum Way {
    /// A constructor or static factory of a class.
    Call(ClassId, usize),
    /// A static field of its class.
    Constant(ClassId, usize),
}

/// Implementers that are tried for one abstract type.
const MOST_IMPLEMENTERS: usize = 4;
/// Ways to make one object.
const MOST_WAYS: usize = 8;

/// Classes of the JDK that stand for abstract ones.
fn stand_in(name: &str) -> Option<&'static str> {
    Some(match name {
        "java/io/Reader" => "java/io/StringReader",
        "java/io/Writer" => "java/io/StringWriter",
        "java/io/InputStream" => "java/io/ByteArrayInputStream",
        "java/io/OutputStream" => "java/io/ByteArrayOutputStream",
        "java/lang/Appendable" => "java/lang/StringBuilder",
        "java/util/Map$Entry" => "java/util/AbstractMap$SimpleEntry",
        _ => return None,
    })
}

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
            return self.class_literal();
        }
        let base = self.machine.load("java/lang/Enum")?;
        if self.machine.class(class).superclass == Some(base) {
            return self.enumeration(name, slot, nullable);
        }
        let bindings = self.bindings(class, arguments);
        if self.depth < DEEPEST
            && let Some(method) = self.machine.functional_method(class)
        {
            if self.is_null(slot, nullable)? {
                return Ok(null());
            }
            self.depth += 1;
            let made = self.function(class, method, &declared, &bindings, slot);
            self.depth -= 1;
            return made;
        }
        let mut ways = if self.depth >= DEEPEST && nullable {
            Vec::new()
        } else {
            self.ways(class)?
        };
        let cut = ways.len() > MOST_WAYS;
        ways.truncate(MOST_WAYS);
        if ways.is_empty() && !nullable {
            return Err(Stop::unsupported(format!(
                "needs an object of {name}, which nothing a test can call makes"
            )));
        }
        let options = ways.len() as u32 + u32::from(nullable);
        let taken = self
            .machine
            .input_choice(slot, options, cut || ways.is_empty())? as usize;
        let Some(way) = ways.get(taken).cloned() else {
            return Ok(null());
        };
        self.depth += 1;
        let made = self.take(&way, &bindings, slot);
        self.depth -= 1;
        let made = made?;
        self.calls(made, slot, &bindings)
    }

    fn class_literal(&mut self) -> Run<Made> {
        let class = self.machine.load("java/lang/String")?;
        Ok(Made {
            value: Value::reference(self.machine.mirror(class)?),
            expression: Expression::Class {
                of: recipe_type(&class_type("java.lang.String")),
            },
        })
    }

    /// What the type variables of a class stand for.
    pub fn bindings(&mut self, class: ClassId, arguments: &[Argument]) -> Bindings {
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

    /// The ways to make an object of a class or of its implementers, few
    /// parameters first.
    fn ways(&mut self, class: ClassId) -> Run<Vec<Way>> {
        let found = self.machine.class(class);
        if found.shape != Shape::Instance {
            return Ok(Vec::new());
        }
        let mut ways = self.own_ways(class);
        if self.machine.class(class).is_abstract() {
            let name = self.machine.class(class).name.to_string();
            let mut names = self.known.implementers(&name, MOST_IMPLEMENTERS);
            names.extend(stand_in(&name).map(str::to_owned));
            for name in names {
                if let Ok(below) = self.machine.load(&name) {
                    let mut own = self.own_ways(below);
                    own.truncate(3);
                    ways.extend(own);
                }
            }
        }
        Ok(ways)
    }

    fn own_ways(&mut self, class: ClassId) -> Vec<Way> {
        let Some(file) = self.machine.class(class).file.clone() else {
            return Vec::new();
        };
        if !self.is_visible(&file, file.declared_access()) {
            return Vec::new();
        }
        let own = format!(")L{};", file.name);
        let mut calls: Vec<(usize, bool, usize)> = Vec::new();
        for (index, method) in file.methods.iter().enumerate() {
            let is_constructor = &*method.name == "<init>";
            let is_factory =
                method.access & access::STATIC != 0 && method.descriptor.ends_with(&own);
            let hidden = method.access & (access::SYNTHETIC | access::BRIDGE) != 0;
            let possible = match is_constructor {
                true => !self.machine.class(class).is_abstract(),
                false => is_factory,
            };
            if possible && !hidden && self.is_visible(&file, method.access) {
                let count = cost(&method.descriptor);
                // A copy made from another of the same says nothing new.
                let copies = method.descriptor.contains(&format!("(L{};", file.name));
                calls.push((count + 20 * usize::from(copies), !is_constructor, index));
            }
        }
        calls.sort_unstable();
        let has_constructor = calls.iter().any(|call| !call.1);
        let mut ways: Vec<Way> = calls
            .into_iter()
            .map(|(_, _, index)| Way::Call(class, index))
            .collect();
        if !has_constructor || ways.is_empty() {
            let descriptor = format!("L{};", file.name);
            for (index, field) in file.fields.iter().enumerate() {
                let flags = access::STATIC | access::FINAL;
                if *field.descriptor == *descriptor
                    && field.access & flags == flags
                    && self.is_visible(&file, field.access)
                {
                    ways.push(Way::Constant(class, index));
                }
            }
        }
        ways
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
        }
    }

    /// Makes the arguments of a method.
    pub(super) fn arguments(
        &mut self,
        method: &MethodInfo,
        bindings: &Bindings,
        slot: &str,
    ) -> Run<Vec<Made>> {
        let erased = MethodType::parse(&method.descriptor);
        let Some(erased) = erased else {
            return Err(Stop::unsupported("has a signature that cannot be read"));
        };
        let generic = method.signature.as_deref().and_then(MethodType::parse);
        let mut bindings = bindings.clone();
        let declared = match generic {
            Some(generic) if generic.parameters.len() == erased.parameters.len() => {
                for (name, bound) in generic.variables {
                    bindings.insert(name, super::types::concrete(&bound));
                }
                generic.parameters
            }
            _ => erased.parameters.clone(),
        };
        let is_static = method.access & access::STATIC != 0;
        let names = parameter_names(method, &erased.parameters, is_static);
        let mut all = Vec::with_capacity(declared.len());
        for (declared, name) in declared.iter().zip(names) {
            all.push(self.make(declared, &bindings, &format!("{slot}.{name}"))?);
        }
        Ok(all)
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
        let place = format!("{slot}.{}.{index}", self.machine.class(class).dotted());
        let mut made = self.arguments(info, bindings, &place)?;
        let is_inner = is_constructor && is_inner(&file, info);
        if is_inner
            && made
                .first()
                .is_some_and(|outer| outer.value.as_ref() == NULL)
        {
            return Err(Stop::End(everypath_trace::Outcome::Rejected {
                clause: "an inner object needs an outer one".to_owned(),
            }));
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

    pub(super) fn file(&mut self, class: ClassId) -> Run<Rc<ClassFile>> {
        match &self.machine.class(class).file {
            Some(file) => Ok(file.clone()),
            None => Err(Stop::unsupported("needs a class without a file")),
        }
    }
}

/// How hard a method's arguments are to come by: whole numbers are easiest.
fn cost(descriptor: &str) -> usize {
    let parameters = MethodType::parse(descriptor).map(|of| of.parameters);
    let of = |parameter: &Type| match parameter {
        Type::Primitive(Primitive::Float | Primitive::Double) => 6,
        Type::Primitive(_) => 2,
        Type::Class(name, _) if name == "java.lang.String" => 5,
        Type::Array(_) => 6,
        _ => 8,
    };
    parameters.map_or(0, |parameters| parameters.iter().map(of).sum())
}

/// Whether a constructor's first parameter is the enclosing object.
fn is_inner(file: &ClassFile, constructor: &MethodInfo) -> bool {
    let Some(inner) = file.inner() else {
        return false;
    };
    let Some(outer) = &inner.outer else {
        return false;
    };
    inner.access & access::STATIC == 0 && constructor.descriptor.starts_with(&format!("(L{outer};"))
}

/// Lays arguments out as calls take them: wide ones in two values.
pub fn push_values(values: &mut Vec<Value>, made: &[Made], descriptor: &str) {
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
    let mut letters = simple.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => "object".to_owned(),
    }
}
