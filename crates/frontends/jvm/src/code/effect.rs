//! What instructions do to the depth of the operand stack.

use super::instr::{Instr, Invocation, Kind};
use crate::classfile::{Constant, Malformed, Pool};

/// The slots of a method descriptor's arguments and of its result.
pub fn descriptor_slots(descriptor: &str) -> Option<(u16, u16)> {
    let bytes = descriptor.as_bytes();
    if bytes.first() != Some(&b'(') {
        return None;
    }
    let mut at = 1;
    let mut arguments = 0u16;
    while *bytes.get(at)? != b')' {
        let wide = matches!(bytes[at], b'J' | b'D');
        while *bytes.get(at)? == b'[' {
            at += 1;
        }
        if bytes[at] == b'L' {
            at += bytes[at..].iter().position(|byte| *byte == b';')?;
        }
        at += 1;
        arguments = arguments.checked_add(1 + u16::from(wide))?;
    }
    let result = match bytes.get(at + 1)? {
        b'V' => 0,
        b'J' | b'D' => 2,
        _ => 1,
    };
    (arguments <= 255).then_some((arguments, result))
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
