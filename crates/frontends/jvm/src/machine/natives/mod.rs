//! Natives: what the JDK's classes leave to the machine, by class, name and
//! descriptor, one file for each area; and the models that are asked before
//! the JDK's own code.

mod accessibility;
mod annotations;
mod checksums;
mod classes;
mod combinators;
mod files;
mod formats;
mod handles;
mod invocations;
mod io;
mod loaders;
mod loggers;
mod lookups;
mod math;
mod members;
mod memory;
mod models;
mod modules;
mod objects;
mod properties;
mod proxies;
mod raw;
mod reflection;
mod resources;
mod stack_traces;
mod stack_walker;
mod temporary_files;
mod text;
mod threads;
mod world;

pub(super) use handles::VariableHandle;
pub(super) use io::act_of;
pub(super) use world::Question;

use super::class::{Method, MethodBody};
use super::value::Value;
use super::{Machine, Run};

/// A native: gets its arguments, the receiver first, wide ones in two values.
pub(super) type Native = fn(&mut Machine, &[Value]) -> Run<Value>;

/// What a model says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This is the result.
    Value(Value),
    /// The JDK's own code knows better.
    Interpret,
}

/// A model: a shorter way to a method's result.
pub(super) type Model = fn(&mut Machine, &[Value]) -> Run<Outcome>;

/// Gives a method of the JDK its native or model, if there is one.
pub(super) fn attach(class: &str, method: &mut Method) {
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    method.asks = world::asked(class, name);
    if let Some(native) = find(class, name, descriptor) {
        method.body = MethodBody::Native(native);
    } else if let Some(model) = models::find(class, name, descriptor) {
        method.model = Some(model);
    }
}

/// Gives a method of a well-known library its native, if there is one.
pub(super) fn attach_to_library(class: &str, method: &mut Method) {
    if let Some(native) = loggers::find_in_library(class, &method.name) {
        method.body = MethodBody::Native(native);
    }
}

fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    if matches!(name, "registerNatives" | "initIDs" | "initNative") && descriptor == "()V" {
        return Some(nothing);
    }
    let (class, name) = (renamed(class), renamed_method(class, name));
    resources::find(class, name, descriptor)
        .or_else(|| properties::find(class, name, descriptor))
        .or_else(|| loaders::find(class, name, descriptor))
        .or_else(|| loggers::find(class, name))
        .or_else(|| stack_traces::find(class, name, descriptor))
        .or_else(|| stack_walker::find(class, name, descriptor))
        .or_else(|| checksums::find(class, name, descriptor))
        .or_else(|| objects::find(class, name, descriptor))
        .or_else(|| modules::find(class, name, descriptor))
        .or_else(|| annotations::find(class, name))
        .or_else(|| proxies::find(class, name))
        .or_else(|| classes::find(class, name, descriptor))
        .or_else(|| text::find(class, name, descriptor))
        .or_else(|| math::find(class, name, descriptor))
        .or_else(|| memory::find(class, name, descriptor))
        .or_else(|| threads::find(class, name, descriptor))
        .or_else(|| lookups::find(class, name))
        .or_else(|| combinators::find(class, name, descriptor))
        .or_else(|| handles::find(class, name, descriptor))
        .or_else(|| members::find(class, name, descriptor))
        .or_else(|| invocations::find(class, name))
        .or_else(|| reflection::find(class, name, descriptor))
        .or_else(|| files::find(class, name, descriptor))
        .or_else(|| io::find(class, name, descriptor))
        .or_else(|| formats::find(class, name, descriptor))
}

/// What a class of Java 8 is called since.
fn renamed(class: &str) -> &str {
    match class {
        "sun/misc/Unsafe" => "jdk/internal/misc/Unsafe",
        "sun/misc/VM" => "jdk/internal/misc/VM",
        "sun/reflect/Reflection" => "jdk/internal/reflect/Reflection",
        "sun/reflect/ConstantPool" => "jdk/internal/reflect/ConstantPool",
        class => class,
    }
}

/// What a method of Java 8 is called since.
fn renamed_method<'a>(class: &str, name: &'a str) -> &'a str {
    match (class, name) {
        ("sun/misc/Unsafe", "compareAndSwapInt") => "compareAndSetInt",
        ("sun/misc/Unsafe", "compareAndSwapLong") => "compareAndSetLong",
        ("sun/misc/Unsafe", "compareAndSwapObject") => "compareAndSetObject",
        ("sun/misc/Unsafe", "putOrderedInt") => "putInt",
        ("sun/misc/Unsafe", "putOrderedLong") => "putLong",
        ("sun/misc/Unsafe", "putOrderedObject") => "putObject",
        (_, name) => name,
    }
}

/// Does nothing; answers zero or null.
fn nothing(_: &mut Machine, _: &[Value]) -> Run<Value> {
    Ok(Value::default())
}

/// Answers its receiver.
fn receiver(_: &mut Machine, arguments: &[Value]) -> Run<Value> {
    Ok(arguments[0])
}

/// Answers true.
fn truth(_: &mut Machine, _: &[Value]) -> Run<Value> {
    Ok(Value::boolean(true))
}

/// Answers false.
fn falsity(_: &mut Machine, _: &[Value]) -> Run<Value> {
    Ok(Value::boolean(false))
}
