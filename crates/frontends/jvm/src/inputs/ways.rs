//! The ways to make objects that a test has.

use super::Builder;
use crate::classfile::{ClassFile, access};
use crate::machine::{ClassId, Run, Shape};
use crate::signature::{MethodType, Primitive, Type};

/// A way to make an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// A constructor or static factory of a class.
    Call(ClassId, usize),
    /// A static method of a class that gives objects of it, but is declared to give those of
    /// a type above it.
    Downcast(ClassId, usize),
    /// A static field of its class.
    Constant(ClassId, usize),
    /// A builder, itself made by a call, and its method that gives the object.
    Build(ClassId, usize, Finish),
    /// A method of an object of the class around it.
    Through(ClassId, usize),
}

/// The method of a builder that gives what it builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Finish {
    /// The builder's class.
    pub builder: ClassId,
    /// The method, by its place in that class.
    pub method: usize,
}

/// Implementers that are tried for one abstract type.
const MOST_IMPLEMENTERS: usize = 4;
/// Ways to make one object.
pub(super) const MOST_WAYS: usize = 8;
/// Builders of one class.
const MOST_BUILDERS: usize = 2;
/// Constants of one class that has other ways.
const MOST_CONSTANTS: usize = 3;
/// Objects of an abstract type that the code names.
const MOST_NAMED: usize = 12;
/// What static methods are called that give something else on another machine
/// or at another time, that go on for ever, or that nothing can be seen of.
const UNSTABLE: [&str; 9] = [
    "now",
    // Streams that forget what is written to them.
    "null",
    "getDefault",
    "systemDefault",
    "defaultCharset",
    "random",
    "current",
    "generate",
    "iterate",
];

/// Classes of the JDK that stand for abstract ones.
fn stand_in(name: &str) -> Option<&'static str> {
    Some(match name {
        "java/io/Reader" => "java/io/StringReader",
        "java/io/Writer" => "java/io/StringWriter",
        "java/io/InputStream" => "java/io/ByteArrayInputStream",
        "java/io/OutputStream" => "java/io/ByteArrayOutputStream",
        "java/lang/Appendable" => "java/lang/StringBuilder",
        "java/awt/Component" | "java/awt/Container" | "javax/swing/JComponent" => {
            "javax/swing/JPanel"
        }
        "java/text/Format" | "java/text/DateFormat" => "java/text/SimpleDateFormat",
        "java/text/NumberFormat" => "java/text/DecimalFormat",
        "java/util/Calendar" => "java/util/GregorianCalendar",
        "java/util/TimeZone" => "java/util/SimpleTimeZone",
        "java/util/Map$Entry" => "java/util/AbstractMap$SimpleEntry",
        _ => return None,
    })
}

impl Builder<'_> {
    /// The ways to make an object of a class or of its implementers, few
    /// parameters first.
    pub(super) fn ways(&mut self, class: ClassId) -> Run<Vec<Way>> {
        let key = (self.package.clone(), class);
        if let Some(known) = self.known.memory.borrow().ways.get(&key) {
            return Ok(known.clone());
        }
        let ways = self.find_ways(class)?;
        let mut memory = self.known.memory.borrow_mut();
        memory.ways.insert(key, ways.clone());
        Ok(ways)
    }

    /// The ways to make an object, in the order of an input's options: the
    /// constructor or static factory, where the way is one call.
    pub(crate) fn calls_that_make(&mut self, class: ClassId) -> Vec<Option<(ClassId, usize)>> {
        let mut ways = self.ways(class).unwrap_or_default();
        ways.truncate(MOST_WAYS);
        let call = |way: Way| match way {
            Way::Call(class, index) => Some((class, index)),
            Way::Downcast(..) | Way::Constant(..) | Way::Build(..) | Way::Through(..) => None,
        };
        ways.into_iter().map(call).collect()
    }

    fn find_ways(&mut self, class: ClassId) -> Run<Vec<Way>> {
        let found = self.machine.class(class);
        if found.shape != Shape::Instance {
            return Ok(Vec::new());
        }
        let mut ways = self.own_ways(class);
        if self.machine.class(class).is_abstract() {
            let name = self.machine.class(class).name.to_string();
            let mut names: Vec<String> = stand_in(&name).map(str::to_owned).into_iter().collect();
            names.extend(self.known.implementers(&name, MOST_IMPLEMENTERS));
            for name in names {
                if let Ok(below) = self.machine.load(&name) {
                    let mut own = self.own_ways(below);
                    own.truncate(3);
                    ways.extend(own);
                }
            }
            // What needs objects of the type again comes last: the first way is the one
            // that is taken where nothing is known, and it has to come to an end.
            ways.sort_by_cached_key(|way| self.recursion(way, class));
        }
        Ok(ways)
    }

    /// How many arguments of a way may themselves be objects of a class.
    fn recursion(&mut self, way: &Way, class: ClassId) -> usize {
        let Way::Call(maker, index) = way else {
            return 0;
        };
        let Some(file) = self.machine.class(*maker).file.clone() else {
            return 0;
        };
        let of = MethodType::parse(&file.methods[*index].descriptor);
        let parameters = of.map(|of| of.parameters).unwrap_or_default();
        let mut is_kind = |parameter: &Type| match parameter {
            Type::Class(name, _) => self
                .machine
                .load(&name.replace('.', "/"))
                .is_ok_and(|found| self.machine.is_subtype(found, class)),
            _ => false,
        };
        parameters.iter().filter(|of| is_kind(of)).count()
    }

    fn own_ways(&mut self, class: ClassId) -> Vec<Way> {
        let Some(file) = self.machine.class(class).file.clone() else {
            return Vec::new();
        };
        if !self.is_visible(&file, file.declared_access()) {
            return Vec::new();
        }
        let own = format!(")L{};", file.name);
        let is_locale = &*file.name == "java/util/Locale";
        // What anyone can use comes before what the package can.
        let mut calls: Vec<(bool, usize, bool, usize)> = Vec::new();
        for (index, method) in file.methods.iter().enumerate() {
            let is_constructor = &*method.name == "<init>";
            let is_factory =
                method.access & access::STATIC != 0 && method.descriptor.ends_with(&own);
            let hidden = method.access & (access::SYNTHETIC | access::BRIDGE) != 0;
            let possible = match is_constructor {
                // Those of locales are deprecated.
                true => !self.machine.class(class).is_abstract() && !is_locale,
                false => is_factory && !is_unstable(&method.name),
            };
            if possible && !hidden && self.is_visible(&file, method.access) {
                let count = cost(&method.descriptor);
                // A copy made from another of the same says nothing new.
                let copies = method.descriptor.contains(&format!("(L{};", file.name));
                let is_closed = method.access & access::PUBLIC == 0;
                let count = count + 20 * usize::from(copies);
                calls.push((is_closed, count, !is_constructor, index));
            }
        }
        calls.sort_unstable();
        let has_constructor = calls.iter().any(|call| !call.0 && !call.2);
        // A few that always give the same are enough before what takes something.
        let is_plain = |call: &(bool, usize, bool, usize)| {
            call.2 && file.methods[call.3].descriptor.starts_with("()")
        };
        let mut plain = 0;
        let (early, late): (Vec<_>, Vec<_>) = calls.into_iter().partition(|call| {
            plain += usize::from(is_plain(call));
            !is_plain(call) || plain <= MOST_CONSTANTS
        });
        let mut ways: Vec<Way> = early
            .into_iter()
            .chain(late)
            .map(|(_, _, _, index)| Way::Call(class, index))
            .collect();
        // Before what needs more than one argument of its own: what only a
        // builder can set is else never tried.
        let place = ways.len().min(2);
        ways.splice(place..place, self.builders(&file));
        if !has_constructor || ways.is_empty() {
            let mut constants = self.constants(class, &file);
            if !ways.is_empty() && !is_locale {
                constants.truncate(MOST_CONSTANTS);
            }
            let place = match is_locale {
                true => 0,
                false => ways.len().min(MOST_WAYS - MOST_CONSTANTS),
            };
            ways.splice(place..place, constants);
        }
        if ways.is_empty() {
            ways = self.downcasts(class, &file);
        }
        if ways.is_empty() {
            ways = self.ways_of_others(&file);
        }
        ways
    }

    /// The static methods of a class that may give its objects, by their types.
    fn downcasts(&mut self, class: ClassId, file: &ClassFile) -> Vec<Way> {
        let mut ways = Vec::new();
        for (index, method) in file.methods.iter().enumerate() {
            let hidden = method.access & (access::SYNTHETIC | access::BRIDGE) != 0;
            let result = method.descriptor.rsplit_once(")L");
            let result = result.and_then(|(_, result)| result.strip_suffix(';'));
            let Some(result) = result.filter(|name| *name != "java/lang/Object") else {
                continue;
            };
            let is_above = self
                .machine
                .load(result)
                .is_ok_and(|above| self.machine.is_subtype(class, above));
            if is_above
                && !hidden
                && method.access & access::STATIC != 0
                && !is_unstable(&method.name)
                && self.is_visible(file, method.access)
                && !self.machine.class(class).is_abstract()
            {
                ways.push(Way::Downcast(class, index));
            }
        }
        ways
    }

    fn constants(&self, class: ClassId, file: &ClassFile) -> Vec<Way> {
        let descriptor = format!("L{};", file.name);
        let flags = access::STATIC | access::FINAL;
        let fields = file.fields.iter().enumerate();
        let constants = fields.filter(|(_, field)| {
            *field.descriptor == *descriptor
                && field.access & flags == flags
                && self.is_visible(file, field.access)
        });
        constants
            .map(|(index, _)| Way::Constant(class, index))
            .collect()
    }

    /// Adds what the code itself names of an abstract type: its static fields,
    /// and the classes that it asks objects for.
    pub(super) fn add_named(&mut self, class: ClassId, ways: &mut Vec<Way>) {
        let mut named = Vec::new();
        for (owner, name) in self.constants.clone() {
            let Ok(owner) = self.machine.load(&owner) else {
                continue;
            };
            let Some(file) = self.machine.class(owner).file.clone() else {
                continue;
            };
            let flags = access::STATIC | access::FINAL;
            let index = file.fields.iter().position(|field| {
                *field.name == *name
                    && field.access & flags == flags
                    && self.is_visible(&file, field.access)
            });
            let Some(index) = index else {
                continue;
            };
            let holds = file.fields[index].descriptor.trim_start_matches('L');
            let fits = self
                .machine
                .load(holds.trim_end_matches(';'))
                .is_ok_and(|holds| self.machine.is_subtype(holds, class));
            if fits && self.is_visible(&file, file.declared_access()) {
                named.push(Way::Constant(owner, index));
            }
        }
        for of in self.asked.clone() {
            let Type::Class(name, _) = of else {
                continue;
            };
            if let Ok(below) = self.machine.load(&name.replace('.', "/"))
                && self.machine.is_subtype(below, class)
                && !self.machine.class(below).is_abstract()
            {
                named.extend(self.own_ways(below).into_iter().take(2));
            }
        }
        named.retain(|way| !ways.contains(way));
        named.truncate(MOST_NAMED);
        ways.extend(named);
    }

    /// The ways that other classes have to make an object of a class which has
    /// none itself: methods of the class around it, and static ones anywhere.
    fn ways_of_others(&mut self, file: &ClassFile) -> Vec<Way> {
        let mut ways = Vec::new();
        let gives = format!(")L{};", file.name);
        let outer = file.inner().and_then(|inner| inner.outer.clone());
        if let Some(outer) = outer.and_then(|name| self.machine.load(&name).ok())
            && let Some(around) = self.machine.class(outer).file.clone()
            && self.is_visible(&around, around.declared_access())
        {
            let hidden = access::STATIC | access::SYNTHETIC | access::BRIDGE;
            let methods = around.methods.iter().enumerate().filter(|(_, method)| {
                method.descriptor.ends_with(&gives)
                    && method.access & hidden == 0
                    && self.is_visible(&around, method.access)
            });
            ways.extend(methods.map(|(index, _)| Way::Through(outer, index)));
        }
        for (name, index) in self.known.makers(&file.name) {
            let Ok(maker) = self.machine.load(&name) else {
                continue;
            };
            let Some(found) = self.machine.class(maker).file.clone() else {
                continue;
            };
            let method = &found.methods[index];
            if !is_unstable(&method.name)
                && self.is_visible(&found, found.declared_access())
                && self.is_visible(&found, method.access)
            {
                ways.push(Way::Call(maker, index));
            }
        }
        ways.truncate(MOST_WAYS);
        ways
    }

    /// The builders of a class: what its static methods give, and the classes
    /// inside it, if they have a method that gives the class.
    fn builders(&mut self, file: &ClassFile) -> Vec<Way> {
        let result = |descriptor: &str| {
            let (_, result) = descriptor.split_once(")L")?;
            Some(result.strip_suffix(';')?.to_owned())
        };
        let mut found = Vec::new();
        let mut seen = vec![file.name.to_string()];
        let own = self.machine.load(&file.name);
        for (index, method) in file.methods.iter().enumerate() {
            if method.access & access::STATIC == 0 || !self.is_visible(file, method.access) {
                continue;
            }
            let Some(name) = result(&method.descriptor).filter(|name| **name != *file.name) else {
                continue;
            };
            if let (Some(finish), Ok(own)) = (self.finish(&name, &file.name), &own) {
                seen.push(name);
                found.push(Way::Build(*own, index, finish));
            }
        }
        // What says more comes first.
        found.reverse();
        for inner in &file.inner_classes {
            let name = inner.inner.to_string();
            let is_own = inner.outer.as_deref() == Some(&*file.name);
            if !is_own || inner.access & access::STATIC == 0 || seen.contains(&name) {
                continue;
            }
            let Some(finish) = self.finish(&name, &file.name) else {
                continue;
            };
            // A kind of the class itself is no builder of it.
            let of = self.machine.class(finish.builder);
            let is_kind = own
                .as_ref()
                .is_ok_and(|own| self.machine.is_subtype(finish.builder, *own));
            if of.is_abstract() || is_kind {
                continue;
            }
            let Some(builder) = of.file.clone() else {
                continue;
            };
            let constructors = builder.methods.iter().enumerate().filter(|(_, method)| {
                &*method.name == "<init>" && self.is_visible(&builder, method.access)
            });
            let easiest = constructors.min_by_key(|(_, method)| cost(&method.descriptor));
            if let Some((index, _)) = easiest {
                found.push(Way::Build(finish.builder, index, finish));
            }
        }
        found.truncate(MOST_BUILDERS);
        found
    }

    /// The method of a class, if it is a builder, that gives an object of another.
    fn finish(&mut self, builder: &str, built: &str) -> Option<Finish> {
        let class = self.machine.load(builder).ok()?;
        let of = self.machine.class(class);
        if of.is_platform || of.shape != Shape::Instance {
            return None;
        }
        let file = of.file.clone()?;
        if !self.is_visible(&file, file.declared_access()) {
            return None;
        }
        let gives = format!("()L{built};");
        let hidden = access::STATIC | access::SYNTHETIC | access::BRIDGE;
        let gives = file.methods.iter().enumerate().filter(|(_, method)| {
            *method.descriptor == *gives
                && method.access & hidden == 0
                && self.is_visible(&file, method.access)
        });
        let method = gives.min_by_key(|(_, method)| !method.name.starts_with("build"))?;
        Some(Finish {
            builder: class,
            method: method.0,
        })
    }
}

fn is_unstable(name: &str) -> bool {
    UNSTABLE.iter().any(|start| name.starts_with(start))
}

/// How hard a method's arguments are to come by: whole numbers are easiest.
pub(super) fn cost(descriptor: &str) -> usize {
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
