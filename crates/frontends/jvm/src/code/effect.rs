//! What instructions do to the depth of the operand stack.

use super::instr::{Instr, Invocation, Kind};
use crate::classfile::{Constant, Malformed, Pool};

/// The slots of a method descriptor's arguments and of its result.
pub fn descriptor_slots(descriptor: &str) -> Option<(u16, u16)> {
    let (parameters, result) = descriptor_types(descriptor)?;
    let arguments: usize = parameters.iter().map(|one| usize::from(slots(one))).sum();
    let arguments = u16::try_from(arguments).ok()?;
    (arguments <= 255).then_some((arguments, slots(result)))
}

/// The types of the parameters of a method, and of what it gives.
pub fn descriptor_types(descriptor: &str) -> Option<(Vec<&str>, &str)> {
    let (mut rest, result) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut parameters = Vec::new();
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let length = match element.starts_with('L') {
            true => element.find(';')? + 1,
            false => usize::from(element.starts_with(|c: char| c.is_ascii_uppercase())),
        };
        if length == 0 {
            return None;
        }
        let (one, others) = rest.split_at(rest.len() - element.len() + length);
        parameters.push(one);
        rest = others;
    }
    (!result.is_empty()).then_some((parameters, result))
}

/// The slots that a value of a type takes.
pub fn slots(descriptor: &str) -> u16 {
    match descriptor {
        "V" => 0,
        "J" | "D" => 2,
        _ => 1,
    }
}

/// How many slots an instruction pops and pushes.
pub(super) fn effect(instr: Instr, pool: &Pool) -> Result<(u16, u16), Malformed> {
    use Instr::*;
    Ok(match instr {
        Nop | Goal(_) | Increment(..) | Goto(_) | ReturnSubroutine(_) | Return => (0, 0),
        Null | Int(_) | Float(_) | Load(_) | JumpSubroutine(_) | New(_) => (0, 1),
        Long(_) | Double(_) | LoadWide(_) => (0, 2),
        Constant(index) => (0, constant_slots(pool, index)?),
        Store(_) | Pop | IfZero(..) | IfNull(..) | Switch(_) | ReturnValue | Throw
        | MonitorEnter | MonitorExit => (1, 0),
        StoreWide(_) | Pop2 | IfInt(..) | IfSame(..) | ReturnWide => (2, 0),
        ArrayLoad(kind) => (2, kind.slots()),
        ArrayStore(kind) => (2 + kind.slots(), 0),
        Dup => (1, 2),
        DupX1 => (2, 3),
        DupX2 => (3, 4),
        Dup2 => (2, 4),
        Dup2X1 => (3, 5),
        Dup2X2 => (4, 6),
        Swap => (2, 2),
        IntArithmetic(_) | FloatArithmetic(_) => (2, 1),
        LongArithmetic(operation) => {
            use super::instr::Arithmetic::*;
            match operation {
                ShiftLeft | ShiftRight | ShiftRightUnsigned => (3, 2),
                _ => (4, 2),
            }
        }
        DoubleArithmetic(_) => (4, 2),
        Negate(kind) => (kind.slots(), kind.slots()),
        Convert(conversion) => {
            let (from, to) = conversion.kinds();
            (from.slots(), to.slots())
        }
        CompareLong | CompareDouble(_) => (4, 1),
        CompareFloat(_) => (2, 1),
        GetStatic(index) => (0, field_slots(pool, index)?),
        PutStatic(index) => (field_slots(pool, index)?, 0),
        GetField(index) => (1, field_slots(pool, index)?),
        PutField(index) => (1 + field_slots(pool, index)?, 0),
        Invoke(invocation, index) => {
            let member = pool.member(index)?;
            if matches!(pool.get(index)?, self::Constant::Field(..)) {
                return Err(Malformed(format!("a call of the field {}", member.name)));
            }
            let (arguments, result) = descriptor_slots(&member.descriptor)
                .ok_or_else(|| Malformed(format!("a call with {}", member.descriptor)))?;
            (
                arguments + u16::from(invocation != Invocation::Static),
                result,
            )
        }
        InvokeDynamic(index) => {
            let self::Constant::InvokeDynamic(_, name_and_type) = pool.get(index)? else {
                return Err(Malformed(format!("constant {index} is no dynamic call")));
            };
            let (_, descriptor) = pool.name_and_type(*name_and_type)?;
            descriptor_slots(&descriptor)
                .ok_or_else(|| Malformed(format!("a dynamic call with {descriptor}")))?
        }
        NewArray(_) | ArrayLength => (1, 1),
        NewReferenceArray(index) | CheckCast(index) | InstanceOf(index) => {
            pool.class(index)?;
            (1, 1)
        }
        NewMultiArray(index, dimensions) => {
            pool.class(index)?;
            (u16::from(dimensions), 1)
        }
        resolved => return Err(Malformed(format!("{resolved:?} is in no class file"))),
    })
}

fn constant_slots(pool: &Pool, index: u16) -> Result<u16, Malformed> {
    match pool.get(index)? {
        Constant::Dynamic(_, name_and_type) => {
            let (_, descriptor) = pool.name_and_type(*name_and_type)?;
            Ok(Kind::of_descriptor(&descriptor).slots())
        }
        _ => Ok(1),
    }
}

fn field_slots(pool: &Pool, index: u16) -> Result<u16, Malformed> {
    if !matches!(pool.get(index)?, Constant::Field(..)) {
        return Err(Malformed(format!("constant {index} is no field")));
    }
    let member = pool.member(index)?;
    if crate::signature::Type::of_descriptor(&member.descriptor).is_none() {
        return Err(Malformed(format!("a field with {}", member.descriptor)));
    }
    Ok(Kind::of_descriptor(&member.descriptor).slots())
}
