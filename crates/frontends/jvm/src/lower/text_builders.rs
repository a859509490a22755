//! Builders of texts: what they are told has no effect that a run sees, and
//! their text is passed on, but not looked at.

use everypath_lowered::{Block, BlockId, Constant, Instruction, Procedure, Register, Terminator};
use everypath_term::{Op, Value as TermValue};

const THIS: Register = Register(0);
const ARGUMENT: Register = Register(1);
const MADE: Register = Register(5);
const CONDITION: Register = Register(6);
const REGISTERS: u32 = 7;
/// Where it is not followed any further.
const ELSEWHERE: BlockId = BlockId(1);

/// A method of a builder as a procedure.
pub(super) fn builder_method(name: String, method: &str, descriptor: &str) -> Procedure {
    let parameters = descriptor.split(')').next().unwrap_or_default();
    let (instructions, end) = match (method, parameters) {
        ("<init>", "(") => (Vec::new(), Terminator::Return(Vec::new())),
        ("<init>", "(I") => (at_least_zero(), Terminator::Return(Vec::new())),
        ("<init>", "(Ljava/lang/String;") => {
            let check = Instruction::CheckNotNull {
                reference: ARGUMENT,
                otherwise: ELSEWHERE,
            };
            (vec![check], Terminator::Return(Vec::new()))
        }
        ("append", "(Z" | "(C" | "(I" | "(J" | "(F" | "(D" | "(Ljava/lang/String;") => {
            (Vec::new(), Terminator::Return(vec![THIS]))
        }
        ("toString", "(") => {
            let text = Instruction::Set {
                to: MADE,
                value: Constant::Unknown("looks at a text that it built".into()),
            };
            (vec![text], Terminator::Return(vec![MADE]))
        }
        _ => (Vec::new(), unknown()),
    };
    let block = |instructions, end| Block { instructions, end };
    Procedure {
        name,
        registers: REGISTERS,
        blocks: vec![block(instructions, end), block(Vec::new(), unknown())],
    }
}

fn unknown() -> Terminator {
    Terminator::Unsupported("looks at a text while it is built".to_owned())
}

/// A capacity that is negative throws, which is not followed.
fn at_least_zero() -> Vec<Instruction> {
    vec![
        Instruction::Set {
            to: MADE,
            value: Constant::Scalar(TermValue::bit_vec(32, 0)),
        },
        Instruction::Apply {
            to: CONDITION,
            op: Op::BvSle,
            operands: vec![MADE, ARGUMENT],
        },
        Instruction::Check {
            condition: CONDITION,
            otherwise: ELSEWHERE,
        },
    ]
}
