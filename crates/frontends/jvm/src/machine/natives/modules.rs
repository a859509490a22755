//! Modules, as far as the class library itself asks for them: those of
//! the library's own classes, and the one without a name that the user's classes are in.

use super::super::heap::Body;
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;

/// Packages of `java.base` that ask for their module, with what is below them.
const BASE: [&str; 11] = [
    "java/io/",
    "java/lang/",
    "java/math/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/",
    "sun/text/",
    "sun/util/",
    "jdk/internal/",
];
/// Packages below those that other modules have.
const ELSEWHERE: [&str; 6] = [
    "java/lang/instrument/",
    "java/lang/management/",
    "java/util/logging/",
    "java/util/prefs/",
    "sun/util/logging/resources/",
    "jdk/internal/net/http/",
];
/// Packages of the module for windows.
const DESKTOP: [&str; 7] = [
    "java/awt/",
    "java/beans/",
    "javax/swing/",
    "sun/awt/",
    "sun/font/",
    "sun/java2d/",
    "sun/swing/",
];
/// What only a descriptor, a layer or a loader could tell, and ours has none.
const UNTOLD: [&str; 16] = [
    "addExports",
    "addOpens",
    "addReads",
    "addUses",
    "canRead",
    "canUse",
    "getAnnotation",
    "getAnnotations",
    "getClassLoader",
    "getDeclaredAnnotations",
    "getDescriptor",
    "getLayer",
    "getPackages",
    "getResourceAsStream",
    "isExported",
    "isOpen",
];

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    const BY_MODULE: &str = "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;";
    Some(match (class, name) {
        ("java/lang/Class", "getModule") => module,
        ("java/lang/Class", "forName") if descriptor == BY_MODULE => for_name,
        ("java/lang/Module", name) if UNTOLD.contains(&name) => unknown,
        _ => return None,
    })
}

fn unknown(_: &mut Machine, _: &[Value]) -> Run<Value> {
    Err(Stop::unsupported("asks a module for more than its name"))
}

fn module(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let class = machine.class(class);
    let starts = |package: &&str| class.name.starts_with(*package);
    let is_base = BASE.iter().any(starts) && !ELSEWHERE.iter().any(starts);
    let place = match (class.is_platform, is_base) {
        (false, _) => (1, None),
        (true, true) => (0, Some("java.base")),
        (true, false) if class.name.starts_with("java/util/logging/") => (2, Some("java.logging")),
        (true, false) if DESKTOP.iter().any(starts) => (3, Some("java.desktop")),
        (true, false) => return Err(Stop::unsupported("asks for a module")),
    };
    Ok(Value::reference(machine.module_object(place.0, place.1)?))
}

/// A class of a module by its name; null if there is none.
fn for_name(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    machine.check_null(arguments[1])?;
    machine.pin_string(arguments[1].as_ref())?;
    let name = machine.text_of(arguments[1].as_ref());
    match machine.load(&name.replace('.', "/")) {
        Ok(class) => Ok(Value::reference(machine.mirror(class)?)),
        Err(Stop::Throw(_)) => Ok(Value::reference(NULL)),
        Err(stop) => Err(stop),
    }
}

impl Machine {
    fn module_object(&mut self, which: usize, name: Option<&str>) -> Run<Ref> {
        if self.modules[which] == NULL {
            let class = self.load("java/lang/Module")?;
            let slots = usize::from(self.class(class).slots);
            let object = self.heap.add_permanent(class, Body::Longs(vec![0; slots]));
            if let Some(name) = name {
                let units: Vec<u16> = name.encode_utf16().collect();
                let name = self.new_string_of(&units, true)?;
                let slot = self.slot(class, "name")?;
                self.heap.adjust_permanent(object, |object| {
                    object.set(slot, Value::reference(name));
                });
            }
            self.modules[which] = object;
        }
        Ok(self.modules[which])
    }
}
