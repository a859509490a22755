//! `System.arraycopy` between arrays of numbers, as a loop.

use everypath_lowered::{
    Block, BlockId, ClassId, Constant, Edge, Instruction, Procedure, Register, Terminator,
};
use everypath_term::{Op, Value as TermValue};

use super::Lowering;

/// Its parameters.
const SOURCE: Register = Register(0);
const FROM: Register = Register(1);
const TARGET: Register = Register(2);
const TO: Register = Register(3);
const COUNT: Register = Register(4);
/// How many elements are copied, and the numbers zero and one.
const DONE: Register = Register(5);
const ZERO: Register = Register(6);
const ONE: Register = Register(7);
/// Whether it goes from the last element to the first.
const BACKWARD: Register = Register(8);
const CONDITION: Register = Register(9);
const LEFT: Register = Register(10);
const OFFSET: Register = Register(11);
const PLACE: Register = Register(12);
const VALUE: Register = Register(13);
const REGISTERS: u32 = 14;

const HEAD: BlockId = BlockId(1);
const BODY: BlockId = BlockId(2);
const END: BlockId = BlockId(3);
const OUTSIDE: BlockId = BlockId(4);
const OBJECTS: BlockId = BlockId(5);

fn apply(to: Register, op: Op, operands: &[Register]) -> Instruction {
    Instruction::Apply {
        to,
        op,
        operands: operands.to_vec(),
    }
}

fn number(to: Register, value: u64) -> Instruction {
    Instruction::Set {
        to,
        value: Constant::Scalar(TermValue::bit_vec(32, value)),
    }
}

impl Lowering {
    /// The copy as a procedure. Copies outside of an array, which throw, and
    /// those of objects are not followed.
    pub(super) fn array_copy(&mut self, name: String) -> Option<Procedure> {
        let objects = self.load_class("[Ljava/lang/Object;").ok()?;
        let mut start = Vec::new();
        for array in [SOURCE, TARGET] {
            start.push(Instruction::CheckNotNull {
                reference: array,
                otherwise: OUTSIDE,
            });
            start.push(Instruction::IsInstance {
                to: CONDITION,
                reference: array,
                class: ClassId(objects.0),
            });
            start.push(apply(LEFT, Op::Not, &[CONDITION]));
            start.push(Instruction::Check {
                condition: LEFT,
                otherwise: OBJECTS,
            });
        }
        start.extend([number(ZERO, 0), number(ONE, 1), number(DONE, 0)]);
        let mut check = |left: Register, right: Register| {
            start.push(apply(CONDITION, Op::BvSle, &[left, right]));
            start.push(Instruction::Check {
                condition: CONDITION,
                otherwise: OUTSIDE,
            });
        };
        for bound in [FROM, TO, COUNT] {
            check(ZERO, bound);
        }
        for (array, first) in [(SOURCE, FROM), (TARGET, TO)] {
            start.push(Instruction::Length { to: LEFT, array });
            start.push(apply(LEFT, Op::BvSub, &[LEFT, first]));
            start.push(apply(CONDITION, Op::BvSle, &[COUNT, LEFT]));
            start.push(Instruction::Check {
                condition: CONDITION,
                otherwise: OUTSIDE,
            });
        }
        start.push(Instruction::Same {
            to: CONDITION,
            left: SOURCE,
            right: TARGET,
        });
        start.push(apply(BACKWARD, Op::BvSlt, &[FROM, TO]));
        start.push(apply(BACKWARD, Op::And, &[BACKWARD, CONDITION]));
        let body = vec![
            apply(LEFT, Op::BvSub, &[COUNT, ONE]),
            apply(LEFT, Op::BvSub, &[LEFT, DONE]),
            apply(OFFSET, Op::Ite, &[BACKWARD, LEFT, DONE]),
            apply(PLACE, Op::BvAdd, &[FROM, OFFSET]),
            Instruction::LoadElement {
                to: VALUE,
                array: SOURCE,
                index: PLACE,
            },
            apply(PLACE, Op::BvAdd, &[TO, OFFSET]),
            Instruction::StoreElement {
                array: TARGET,
                index: PLACE,
                value: VALUE,
            },
            apply(DONE, Op::BvAdd, &[DONE, ONE]),
        ];
        let block = |instructions, end| Block { instructions, end };
        let unsupported = |what: &str| block(Vec::new(), Terminator::Unsupported(what.to_owned()));
        Some(Procedure {
            name,
            registers: REGISTERS,
            blocks: vec![
                block(start, Terminator::Jump(Edge::to(HEAD))),
                block(
                    vec![apply(CONDITION, Op::BvSlt, &[DONE, COUNT])],
                    Terminator::Branch {
                        condition: CONDITION,
                        then: Edge::to(BODY),
                        otherwise: Edge::to(END),
                    },
                ),
                block(body, Terminator::Jump(Edge::to(HEAD))),
                block(Vec::new(), Terminator::Return(Vec::new())),
                unsupported("copies elements outside of an array"),
                unsupported("copies elements of an array of objects"),
            ],
        })
    }
}
