//! `MethodHandles.Lookup`: members as method handles. A member must be one
//! that the class which looks it up sees.

use super::super::class::{ClassId, MethodId};
use super::super::method_handles::{Act, HandleType, Parts};
use super::super::value::{NULL, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use crate::classfile::access;

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

pub(super) fn find(class: &str, name: &str) -> Option<Native> {
    if (class, name) == ("java/lang/invoke/MethodHandles", "privateLookupIn") {
        return Some(private_lookup);
    }
    if class != LOOKUP {
        return None;
    }
    Some(match name {
        "in" => inside,
        "findVirtual" => |machine, given| machine.find_handle(given, Act::Virtual),
        "findStatic" => |machine, given| machine.find_handle(given, Act::Static),
        "findSpecial" => |machine, given| machine.find_handle(given, Act::Special),
        "findConstructor" => constructor,
        "findGetter" | "findStaticGetter" => |machine, given| field(machine, given, Act::Get),
        "findSetter" | "findStaticSetter" => |machine, given| field(machine, given, Act::Put),
        "bind" => bind,
        "unreflect" | "unreflectConstructor" => of_executable,
        "unreflectGetter" => |machine, given| of_field(machine, given, Act::Get),
        "unreflectSetter" => |machine, given| of_field(machine, given, Act::Put),
        "unreflectVarHandle" => |machine, given| {
            let class = machine.get_named(given[1].as_ref(), "clazz")?;
            let name = machine.get_named(given[1].as_ref(), "name")?;
            super::handles::field_handle(machine, &[given[0], class, name])
        },
        "findClass" => |machine, given| {
            machine.check_null(given[1])?;
            machine.pin_string(given[1].as_ref())?;
            let name = machine.text_of(given[1].as_ref());
            match machine.load(&name.replace('.', "/")) {
                Ok(class) => Ok(Value::reference(machine.mirror(class)?)),
                Err(Stop::Throw(_)) => {
                    Err(machine.throw("java/lang/ClassNotFoundException", Some(&name)))
                }
                Err(stop) => Err(stop),
            }
        },
        "ensureInitialized" => |machine, given| {
            machine.check_null(given[1])?;
            let class = machine.class_behind(given[1]);
            machine.initialise(class)?;
            Ok(given[1])
        },
        "unreflectSpecial"
        | "revealDirect"
        | "defineClass"
        | "defineHiddenClass"
        | "defineHiddenClassWithClassData"
        | "accessClass" => |_, _| Err(Stop::unsupported("looks up more than members")),
        _ => return None,
    })
}

/// Target, lookup.
fn private_lookup(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    machine.check_null(arguments[1])?;
    let class = machine.class_behind(arguments[0]);
    let caller = machine.get_named(arguments[1].as_ref(), "lookupClass")?;
    let caller = machine.class_behind(caller);
    if machine.class(class).is_platform && !machine.class(caller).is_platform {
        return Err(Stop::unsupported("looks into a class of the JDK"));
    }
    inside(machine, &[arguments[1], arguments[0]])
}

/// Lookup, class.
fn inside(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let class = machine.load(LOOKUP)?;
    let made = machine.allocate(class)?;
    machine.set_named(made, "lookupClass", arguments[1])?;
    Ok(Value::reference(made))
}

impl Machine {
    /// Lookup, class, name, type.
    fn find_handle(&mut self, arguments: &[Value], act: Act) -> Run<Value> {
        for argument in &arguments[1..4] {
            self.check_null(*argument)?;
        }
        let class = self.class_behind(arguments[1]);
        let name = self.text_of(arguments[2].as_ref());
        let of = self.type_behind(arguments[3].as_ref())?;
        let descriptor = self.descriptor_of_type(&of);
        let found = match name.starts_with('<') {
            true => None,
            false => self.find_method(class, &name, &descriptor),
        };
        let Some(method) = found else {
            let dotted = self.class(class).dotted();
            let problem = format!("no such method: {dotted}.{name}{descriptor}");
            return Err(self.throw("java/lang/NoSuchMethodException", Some(&problem)));
        };
        let found = self.method(method);
        if found.is_static() != (act == Act::Static) {
            let problem = format!("no such method: {}", self.method_name(method));
            return Err(self.throw("java/lang/IllegalAccessException", Some(&problem)));
        }
        self.check_visible(arguments[0], class, found.class, found.access)?;
        // A special call is one of the class that makes it.
        let through = match (act, arguments.get(4)) {
            (Act::Special, Some(caller)) => self.class_behind(*caller),
            _ => class,
        };
        self.handle_of_method(method, Some(through), act)
    }

    /// The descriptor of a type.
    fn descriptor_of_type(&self, of: &HandleType) -> String {
        let parameters: String = of
            .parameters
            .iter()
            .map(|class| self.descriptor(*class))
            .collect();
        format!("({parameters}){}", self.descriptor(of.result))
    }

    fn descriptor(&self, class: ClassId) -> String {
        use super::super::class::Shape;
        let class = self.class(class);
        match class.shape {
            Shape::Primitive(kind) => kind.letter().to_string(),
            Shape::Void => "V".to_owned(),
            Shape::Array(..) => class.name.to_string(),
            Shape::Instance => format!("L{};", class.name),
        }
    }

    /// The handle of a method, looked up in a class that has it.
    pub(in super::super) fn handle_of_method(
        &mut self,
        method: MethodId,
        through: Option<ClassId>,
        act: Act,
    ) -> Run<Value> {
        let found = self.method(method).clone();
        let mut of = self.type_of_descriptor(&found.descriptor)?;
        match act {
            Act::Static => {}
            Act::New => of.result = found.class,
            _ => of.parameters.insert(0, through.unwrap_or(found.class)),
        }
        let parts = Parts {
            number: method.0 as i32,
            is_varargs: found.access & access::VARARGS != 0,
            ..Parts::new(act)
        };
        self.new_method_handle(&of, parts)
    }

    /// The handle of a field, by its place in its class.
    pub(in super::super) fn handle_of_field(
        &mut self,
        class: ClassId,
        index: usize,
        act: Act,
    ) -> Run<Value> {
        let field = self.class(class).fields[index].clone();
        let holds = self.class_of_descriptor(&field.descriptor)?;
        let mut parameters = Vec::new();
        if !field.is_static() {
            parameters.push(class);
        }
        let result = match act {
            Act::Get => holds,
            _ => {
                parameters.push(holds);
                self.void_class()
            }
        };
        let of = HandleType { parameters, result };
        let extra = self.mirror(class)?;
        let parts = Parts {
            extra,
            number: index as i32,
            ..Parts::new(act)
        };
        self.new_method_handle(&of, parts)
    }

    /// Ends the run unless the class that looks a member up surely sees it.
    fn check_visible(
        &mut self,
        lookup: Value,
        through: ClassId,
        declared: ClassId,
        flags: u16,
    ) -> Run<()> {
        let by = self.get_named(lookup.as_ref(), "lookupClass")?;
        let by = self.class_behind(by);
        let is_open = |class: ClassId| {
            let class = self.class(class);
            let declared = class
                .file
                .as_ref()
                .map_or(class.access, |file| file.declared_access());
            declared & access::PUBLIC != 0
                && (!class.is_platform || class.name.starts_with("java/"))
        };
        let outermost = |class: ClassId| {
            let class = self.class(class);
            let host = class.file.as_ref().and_then(|file| file.nest_host.clone());
            host.unwrap_or_else(|| class.name.clone())
        };
        let package = |class: ClassId| {
            let name = &self.class(class).name;
            name.rsplit_once('/')
                .map_or("", |(package, _)| package)
                .to_owned()
        };
        let sees = if flags & access::PRIVATE != 0 {
            outermost(by) == outermost(declared)
        } else {
            package(by) == package(declared)
                || (flags & access::PUBLIC != 0 && is_open(through))
                || (flags & access::PROTECTED != 0 && self.is_subtype(by, declared))
        };
        match sees {
            true => Ok(()),
            false => Err(Stop::unsupported("looks up a hidden member")),
        }
    }
}

/// Lookup, class, type.
fn constructor(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let class = machine.class_behind(arguments[1]);
    let of = machine.type_behind(arguments[2].as_ref())?;
    let descriptor = machine.descriptor_of_type(&of);
    let Some(method) = machine.find_own_method(class, "<init>", &descriptor) else {
        let dotted = machine.class(class).dotted();
        let problem = format!("no such constructor: {dotted}.<init>{descriptor}");
        return Err(machine.throw("java/lang/NoSuchMethodException", Some(&problem)));
    };
    if machine.class(class).is_abstract() {
        return Err(machine.throw("java/lang/InstantiationException", None));
    }
    let flags = machine.method(method).access;
    machine.check_visible(arguments[0], class, class, flags)?;
    machine.handle_of_method(method, None, Act::New)
}

/// Lookup, class, name, type.
fn field(machine: &mut Machine, arguments: &[Value], act: Act) -> Run<Value> {
    for argument in &arguments[1..4] {
        machine.check_null(*argument)?;
    }
    let class = machine.class_behind(arguments[1]);
    let name = machine.text_of(arguments[2].as_ref());
    let wanted = machine.class_behind(arguments[3]);
    let wanted = machine.descriptor(wanted);
    let found = machine.find_field(class, &name, &wanted);
    let Some(found) = found else {
        return Err(machine.throw("java/lang/NoSuchFieldException", Some(&name)));
    };
    machine.check_visible(arguments[0], class, found.class, found.access)?;
    let fields = &machine.class(found.class).fields;
    let index = fields.iter().position(|field| field.name == found.name);
    if act == Act::Put && found.access & access::FINAL != 0 {
        return Err(machine.throw("java/lang/IllegalAccessException", Some(&name)));
    }
    machine.handle_of_field(found.class, index.unwrap_or_default(), act)
}

/// Lookup, receiver, name, type.
fn bind(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let class = machine.heap.class_of(arguments[1].as_ref());
    let class = Value::reference(machine.mirror(class)?);
    let given = [arguments[0], class, arguments[2], arguments[3]];
    let handle = machine.find_handle(&given, Act::Virtual)?;
    super::combinators::bind_to(machine, &[handle, arguments[1]])
}

/// Lookup, method or constructor.
fn of_executable(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let (class, index) = machine.behind(arguments[1])?;
    let method = machine.class(class).methods[index];
    let found = machine.method(method).clone();
    if !machine
        .get_named(arguments[1].as_ref(), "override")?
        .as_bool()
    {
        machine.check_visible(arguments[0], class, class, found.access)?;
    }
    let act = match (&*found.name, found.is_static()) {
        ("<init>", _) => Act::New,
        (_, true) => Act::Static,
        (_, false) => Act::Virtual,
    };
    machine.handle_of_method(method, None, act)
}

/// Lookup, field.
fn of_field(machine: &mut Machine, arguments: &[Value], act: Act) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let (class, index) = machine.behind(arguments[1])?;
    let flags = machine.class(class).fields[index].access;
    let made_so = machine
        .get_named(arguments[1].as_ref(), "override")?
        .as_bool();
    if !made_so {
        machine.check_visible(arguments[0], class, class, flags)?;
    }
    let is_fixed = flags & access::FINAL != 0 && (!made_so || flags & access::STATIC != 0);
    if act == Act::Put && is_fixed {
        return Err(machine.throw("java/lang/IllegalAccessException", None));
    }
    debug_assert!(arguments[1].as_ref() != NULL);
    machine.handle_of_field(class, index, act)
}
