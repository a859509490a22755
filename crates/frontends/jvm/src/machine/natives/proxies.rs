//! Proxies: classes that implement interfaces by asking a handler. The machine
//! makes the class; each of its methods packs its arguments and asks.

use std::collections::BTreeSet;

use super::super::class::{ClassId, MethodId, Shape};
use super::super::synthesise::{load, split_descriptor};
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use crate::code::{Code, Instr, Kind};

const PROXY: &str = "java/lang/reflect/Proxy";

pub(super) fn find(class: &str, name: &str) -> Option<Native> {
    Some(match (class, name) {
        (PROXY, "newProxyInstance") => new_proxy,
        (PROXY, "isProxyClass") => is_proxy_class,
        (PROXY, "getProxyClass") => |_, _| Err(Stop::unsupported("asks for the class of a proxy")),
        (PROXY, "invokeDefault") => {
            |_, _| Err(Stop::unsupported("calls a default method by reflection"))
        }
        _ => return None,
    })
}

/// Loader, interfaces, handler.
fn new_proxy(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[2])?;
    machine.check_null(arguments[1])?;
    let count = machine.pin_length(arguments[1].as_ref())?;
    let mut interfaces = Vec::with_capacity(count);
    for index in 0..count {
        let array = machine.heap.get(arguments[1].as_ref());
        let interface = array.get(index, Kind::Reference).unwrap_or_default();
        machine.check_null(interface)?;
        let interface = machine.class_behind(interface);
        if !machine.class(interface).is_interface() {
            let problem = format!("{} is not an interface", machine.class(interface).dotted());
            return Err(machine.throw("java/lang/IllegalArgumentException", Some(&problem)));
        }
        interfaces.push(interface);
    }
    let class = machine.proxy_class(interfaces)?;
    let made = machine.allocate(class)?;
    machine.set_named(made, "h", arguments[2])?;
    Ok(Value::reference(made))
}

fn is_proxy_class(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    let class = machine.class_behind(arguments[0]);
    let proxy = machine.load(PROXY)?;
    let class = machine.class(class);
    let is = class.superclass == Some(proxy) && class.file.is_none();
    Ok(Value::boolean(is))
}

impl Machine {
    /// The class of the proxies of some interfaces.
    fn proxy_class(&mut self, interfaces: Vec<ClassId>) -> Run<ClassId> {
        let numbers: Vec<String> = interfaces.iter().map(|class| class.0.to_string()).collect();
        let name = format!("jdk/proxy/$Proxy{}", numbers.join("$"));
        if let Some(&known) = self.class_ids.get(name.as_str()) {
            return Ok(known);
        }
        let proxy = self.load(PROXY)?;
        self.initialise(proxy)?;
        let methods = self.proxied_methods(&interfaces)?;
        let class = self.add_class(&name, Shape::Instance, Some(proxy), interfaces);
        self.class_mut(class).is_platform = false;
        let shape = "(Ljava/lang/Object;Ljava/lang/Class;I[Ljava/lang/Object;)Ljava/lang/Object;";
        let ask = self.add_synthetic_native(class, "ask", shape, ask_handler);
        for method in methods {
            let found = self.method(method).clone();
            let code = self.proxy_code(method, ask)?;
            self.add_synthetic(class, &found.name, &found.descriptor, 0, code);
        }
        Ok(class)
    }

    /// What a proxy answers itself: three methods of every object, and those
    /// of its interfaces, each once.
    fn proxied_methods(&mut self, interfaces: &[ClassId]) -> Run<Vec<MethodId>> {
        const OBJECT: &str = "java/lang/Object";
        let mut found = vec![
            self.fixed_method(OBJECT, "hashCode", "()I")?,
            self.fixed_method(OBJECT, "equals", "(Ljava/lang/Object;)Z")?,
            self.fixed_method(OBJECT, "toString", "()Ljava/lang/String;")?,
        ];
        let object = self.load(OBJECT)?;
        let mut seen: BTreeSet<u32> = found.iter().map(|id| self.method(*id).key).collect();
        for interface in interfaces {
            for above in self.class(*interface).supertypes.iter() {
                if *above == object {
                    continue;
                }
                for &method in &self.class(*above).methods {
                    let known = self.method(method);
                    let is_left_out = known.is_static() || known.is_private();
                    if !is_left_out && &*known.name != "<clinit>" && seen.insert(known.key) {
                        found.push(method);
                    }
                }
            }
        }
        Ok(found)
    }

    /// `return (T) ask(this, C.class, index, new Object[] { … })`
    fn proxy_code(&mut self, method: MethodId, ask: MethodId) -> Run<Code> {
        let found = self.method(method).clone();
        let (parameters, result) = split_descriptor(&found.descriptor);
        let of = self.mirror(found.class)?;
        let array = self.load("[Ljava/lang/Object;")?;
        let mut code = vec![
            Instr::Load(0),
            Instr::Reference(of),
            Instr::Int(i32::from(found.index)),
        ];
        if parameters.is_empty() {
            code.push(Instr::Null);
        } else {
            code.push(Instr::Int(parameters.len() as i32));
            code.push(Instr::NewArrayOf(array.0));
        }
        let mut local = 1;
        for (index, parameter) in parameters.iter().enumerate() {
            let kind = Kind::of_descriptor(parameter);
            code.push(Instr::Dup);
            code.push(Instr::Int(index as i32));
            code.push(load(kind, local));
            self.adapt(&mut code, parameter, parameter, "Ljava/lang/Object;")?;
            code.push(Instr::ArrayStore(Kind::Reference));
            local += kind.slots();
        }
        code.push(Instr::CallStatic(ask.0));
        let object = "Ljava/lang/Object;";
        match result.as_str() {
            "V" => code.extend([Instr::Pop, Instr::Return]),
            result => {
                self.adapt(&mut code, object, object, result)?;
                code.push(match Kind::of_descriptor(result).is_wide() {
                    true => Instr::ReturnWide,
                    false => Instr::ReturnValue,
                });
            }
        }
        Ok(Code::synthetic(code, 12, local))
    }

    /// Whether a method may throw an object: it says so, or anything may.
    fn may_throw(&mut self, class: ClassId, index: usize, thrown: Ref) -> Run<bool> {
        let of = self.heap.class_of(thrown);
        let mut allowed = vec![
            "java/lang/RuntimeException".to_owned(),
            "java/lang/Error".to_owned(),
        ];
        if let Some(file) = &self.class(class).file
            && let Some(method) = file.methods.get(index)
        {
            allowed.extend(method.throws.iter().map(|name| name.to_string()));
        }
        for name in allowed {
            let class = self.load(&name)?;
            if self.is_subtype(of, class) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The proxy, the class that declares the method, its place there, and the
/// arguments in an array.
fn ask_handler(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[1]);
    let index = arguments[2].as_int() as usize;
    let handler = machine.get_named(arguments[0].as_ref(), "h")?.as_ref();
    if handler == NULL {
        return Err(machine.throw("java/lang/NullPointerException", None));
    }
    let method = machine.executable_object(class, index, "java/lang/reflect/Method")?;
    let shape =
        "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
    let given = [arguments[0], Value::reference(method), arguments[3]];
    match machine.call_virtual(handler, "invoke", shape, &given) {
        Err(Stop::Throw(thrown)) if !machine.may_throw(class, index, thrown)? => {
            let wrapper = "java/lang/reflect/UndeclaredThrowableException";
            Err(machine.wrap_thrown(wrapper, thrown)?)
        }
        done => done,
    }
}
