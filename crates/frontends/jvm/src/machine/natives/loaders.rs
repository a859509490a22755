//! The class loader of the user's classes: one object, of which only what
//! leads to classes and resources is known. The JDK's own classes have none.

use super::super::heap::Body;
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::{Native, nothing};

/// What the loader is called, as of Java 9 and before.
const LOADERS: [&str; 2] = [
    "jdk/internal/loader/ClassLoaders$AppClassLoader",
    "sun/misc/Launcher$AppClassLoader",
];

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/lang/Class", "getClassLoader" | "getClassLoader0") => loader_of_class,
        ("java/lang/Thread", "getContextClassLoader")
        | ("java/lang/ClassLoader", "getSystemClassLoader") => |machine, _| machine.loader(),
        ("java/lang/ClassLoader", "getPlatformClassLoader") => nothing,
        ("java/lang/ClassLoader", "loadClass")
            if descriptor.starts_with("(Ljava/lang/String;)") =>
        {
            load_class
        }
        ("java/lang/ClassLoader", "getResource" | "getSystemResource") => resource,
        ("java/util/ServiceLoader", "load" | "loadInstalled") => services,
        ("java/util/ServiceLoader", "iterator") => providers,
        ("java/util/ServiceLoader", "reload") => nothing,
        ("java/util/ServiceLoader", "stream" | "findFirst") => {
            |_, _| Err(Stop::unsupported("asks for services"))
        }
        ("java/lang/ClassLoader", "getResources" | "getSystemResources") => resources,
        (
            "java/lang/ClassLoader",
            "getParent"
            | "getName"
            | "getUnnamedModule"
            | "definePackage"
            | "getPackage"
            | "getPackages"
            | "getDefinedPackage"
            | "getDefinedPackages"
            | "findLoadedClass"
            | "findResource"
            | "findResources"
            | "findClass"
            | "resources"
            | "setDefaultAssertionStatus"
            | "setClassAssertionStatus"
            | "setPackageAssertionStatus"
            | "clearAssertionStatus"
            | "createOrGetClassLoaderValueMap",
        ) => unknown,
        (loader, name)
            if LOADERS.contains(&loader)
                && !name.starts_with('<')
                && name != "registerAsParallelCapable" =>
        {
            unknown
        }
        _ => return None,
    })
}

fn unknown(_: &mut Machine, _: &[Value]) -> Run<Value> {
    Err(Stop::unsupported(
        "asks a class loader for more than classes and resources",
    ))
}

impl Machine {
    /// The loader of the user's classes.
    fn loader(&mut self) -> Run<Value> {
        if self.class_loader == NULL {
            let class = match self.load(LOADERS[0]) {
                Ok(class) => class,
                Err(Stop::Throw(_)) => self.load(LOADERS[1])?,
                Err(stop) => return Err(stop),
            };
            let slots = usize::from(self.class(class).slots);
            self.class_loader = self.heap.add_permanent(class, Body::Longs(vec![0; slots]));
        }
        Ok(Value::reference(self.class_loader))
    }

    /// The text that a loader is asked for: its last argument.
    fn asked(&mut self, arguments: &[Value]) -> Run<String> {
        let name = arguments[arguments.len() - 1];
        self.check_null(name)?;
        self.pin_string(name.as_ref())?;
        Ok(self.text_of(name.as_ref()))
    }

    /// Something empty of `java.util.Collections`.
    pub(super) fn empty(&mut self, method: &str, descriptor: &str) -> Run<Value> {
        let class = self.load("java/util/Collections")?;
        self.initialise(class)?;
        match self.find_own_method(class, method, descriptor) {
            Some(empty) => self.call(empty, &[]),
            None => Err(Stop::unsupported("asks for something that Java lacks")),
        }
    }

    /// Classes come from one loader here.
    fn check_loader(&mut self, loader: Ref) -> Run<()> {
        match loader == self.class_loader {
            true => Ok(()),
            false => Err(Stop::unsupported("uses a class loader of its own")),
        }
    }
}

fn loader_of_class(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    match machine.class(class).is_platform {
        true => Ok(Value::default()),
        false => machine.loader(),
    }
}

fn load_class(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_loader(arguments[0].as_ref())?;
    let name = machine.asked(arguments)?;
    match machine.load(&name.replace('.', "/")) {
        Ok(class) => Ok(Value::reference(machine.mirror(class)?)),
        Err(Stop::Throw(_)) => Err(machine.throw("java/lang/ClassNotFoundException", Some(&name))),
        Err(stop) => Err(stop),
    }
}

/// Where a resource is; that of one that is not there is null.
fn resource(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let name = machine.asked(arguments)?;
    match machine.class_path.resource(&name) {
        Some(_) => Err(Stop::unsupported("asks where a resource is")),
        None => Ok(Value::default()),
    }
}

fn resources(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    resource(machine, arguments)?;
    machine.empty("emptyEnumeration", "()Ljava/util/Enumeration;")
}

/// A loader of the services that the class path offers. Those of the JDK's own
/// modules are left out.
fn services(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    // The service is the first argument, or follows a layer of modules.
    let class_class = machine.load("java/lang/Class")?;
    let service = arguments.iter().copied().find(|argument| {
        argument.as_ref() != NULL && machine.heap.class_of(argument.as_ref()) == class_class
    });
    let Some(service) = service else {
        return Err(machine.throw("java/lang/NullPointerException", None));
    };
    machine.lose("services of other modules");
    let class = machine.load("java/util/ServiceLoader")?;
    let made = machine.allocate(class)?;
    machine.set_named(made, "service", service)?;
    Ok(Value::reference(made))
}

/// The objects that the class path offers for a service, all made at once.
fn providers(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let service = machine.get_named(arguments[0].as_ref(), "service")?;
    let service = machine.class_behind(service);
    let name = format!("META-INF/services/{}", machine.class(service).dotted());
    let mut names: Vec<String> = Vec::new();
    for file in machine.class_path.user_resources(&name) {
        for line in String::from_utf8_lossy(&file).lines() {
            let name = line.split('#').next().unwrap_or_default().trim();
            if !name.is_empty() && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    let list = machine.construct("java/util/ArrayList", "()V", &[])?;
    for name in names {
        let name = name.replace('.', "/");
        let Ok(class) = machine.load(&name) else {
            return Err(Stop::unsupported("loads a service that is not there"));
        };
        let fits = machine.is_subtype(class, service) && !machine.class(class).is_abstract();
        if !fits || machine.find_own_method(class, "<init>", "()V").is_none() {
            return Err(Stop::unsupported(
                "loads a service that nothing simple makes",
            ));
        }
        let made = match machine.construct(&name, "()V", &[]) {
            Err(Stop::Throw(_)) => return Err(Stop::unsupported("loads a service that throws")),
            made => made?,
        };
        let made = [Value::reference(made)];
        machine.call_virtual(list, "add", "(Ljava/lang/Object;)Z", &made)?;
    }
    machine.call_virtual(list, "iterator", "()Ljava/util/Iterator;", &[])
}
