//! What instructions may throw by themselves, in the words of the source, and what is
//! caught. What a called method throws is not its caller's.

use std::collections::BTreeSet;

use crate::classfile::ClassFile;
use crate::code::{Arithmetic, Code, Implicit, Instr, Invocation};
use crate::conditions::{Conditions, simple};
use crate::signature::MethodType;

/// An exception that an instruction may throw.
pub(crate) type Exception = (Implicit, String);

/// The exceptions that an instruction may throw by itself. Those that are left out
/// cannot be thrown: of `this`, of what was just made, of a constant.
pub(crate) fn thrown(
    file: &ClassFile,
    conditions: &Conditions,
    at: usize,
    instr: Instr,
) -> Vec<Exception> {
    // The operands, the last one first.
    let operand = |index: usize| conditions.operand(at, index);
    let named = |index: usize, otherwise: &str| {
        let text = operand(index).map(|(text, _)| text);
        text.unwrap_or_else(|| otherwise.to_owned())
    };
    let is_constant = |index: usize| match operand(index) {
        Some((_, at)) => conditions.is_constant(at),
        None => false,
    };
    let of_null = |index: usize| {
        let text = named(index, "the object");
        let is_there = text == "this" || is_constant(index);
        (!is_there).then(|| (Implicit::Null, format!("{text} is null")))
    };
    let mut found = Vec::new();
    match instr {
        Instr::IntArithmetic(Arithmetic::Divide | Arithmetic::Remainder)
        | Instr::LongArithmetic(Arithmetic::Divide | Arithmetic::Remainder)
            if !is_constant(0) =>
        {
            let divisor = named(0, "the divisor");
            found.push((Implicit::Division, format!("{divisor} is zero")));
        }
        Instr::ArrayLoad(_) => {
            found.extend(of_null(1));
            let (index, array) = (named(0, "the index"), named(1, "the array"));
            found.push((Implicit::Index, format!("{index} is outside of {array}")));
        }
        Instr::ArrayStore(_) => {
            found.extend(of_null(2));
            let (index, array) = (named(1, "the index"), named(2, "the array"));
            found.push((Implicit::Index, format!("{index} is outside of {array}")));
        }
        Instr::ArrayLength | Instr::GetField(_) | Instr::MonitorEnter => found.extend(of_null(0)),
        Instr::PutField(_) => found.extend(of_null(1)),
        Instr::NewArray(_) | Instr::NewReferenceArray(_) if !is_constant(0) => {
            let length = named(0, "the length");
            found.push((Implicit::Size, format!("{length} is negative")));
        }
        Instr::CheckCast(class) => {
            if let Ok(class) = file.pool.class(class) {
                let object = named(0, "the object");
                let words = format!("{object} is no {}", simple(&class));
                found.push((Implicit::Cast, words));
            }
        }
        Instr::Invoke(Invocation::Virtual | Invocation::Interface, method) => {
            let method = file.pool.member(method).ok();
            let types = method.and_then(|method| MethodType::parse(&method.descriptor));
            if let Some(types) = types {
                found.extend(of_null(types.parameters.len()));
            }
        }
        _ => {}
    }
    found
}

/// The handlers that a person wrote: where they begin, and what they catch. Those for
/// `finally`, locks and resources are the compiler's.
pub(crate) fn caught(file: &ClassFile, code: &Code) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let handlers = code.handlers.iter().filter(|handler| handler.class != 0);
    let ranges: BTreeSet<(u32, u16)> = handlers.map(|one| (one.target, one.class)).collect();
    for (target, class) in ranges {
        let Ok(class) = file.pool.class(class) else {
            continue;
        };
        if &*class == "java/lang/Throwable" && suppresses(file, code, target as usize) {
            continue;
        }
        let class = simple(&class);
        match found.last_mut() {
            Some((known, words)) if *known == target as usize => {
                *words = format!("{class} or {words}");
            }
            _ => found.push((target as usize, format!("{class} is caught"))),
        }
    }
    found
}

/// Whether a handler closes a resource: the compiler's own, which adds what closing
/// throws to what was thrown.
fn suppresses(file: &ClassFile, code: &Code, target: usize) -> bool {
    /// The instructions of such a handler.
    const LENGTH: usize = 16;
    let instrs = code.instrs[target..].iter().map(|cell| cell.get());
    instrs.take(LENGTH).any(|instr| match instr {
        Instr::Invoke(_, index) => {
            let member = file.pool.member(index);
            member.is_ok_and(|member| &*member.name == "addSuppressed")
        }
        _ => false,
    })
}
