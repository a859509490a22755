//! The exceptions that a method of a collaborator may throw.

use crate::classfile::access;
use crate::machine::{ClassId, Machine, MethodId};

/// Exceptions that one call may throw.
const MOST_EXCEPTIONS: usize = 2;

/// The exceptions that a method may throw here: those that the code around the call catches
/// by name, else one that it declares.
pub(super) fn exceptions(machine: &mut Machine, method: MethodId) -> Vec<String> {
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
pub(super) fn declared_exceptions(machine: &mut Machine, method: MethodId) -> Vec<ClassId> {
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
