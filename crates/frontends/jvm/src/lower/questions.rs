//! Observers of the receiver: asked before the unit is entered, with
//! arguments that are inputs of their own. Their answers are goals.

use everypath_lowered::{
    Block, BlockId, Callee, Constant, Edge, Instruction, Procedure, ProcedureId, Register,
    Terminator,
};
use everypath_term::{Op, Value as TermValue};
use everypath_trace::GoalId;

use super::Lowering;
use super::entry::{Entry, REJECTS};
use crate::machine::{ClassId as MachineClass, MethodId};
use crate::observers::{Answer, Observer};
use crate::program::{Parameter, Unit};
use crate::specification;

/// Where an observer is asked.
const ASKS: BlockId = BlockId(1);
/// Where it answers.
const ANSWERS: BlockId = BlockId(2);
/// Where it does not: it may not be asked, or it throws.
const REFUSES: BlockId = BlockId(3);

impl Lowering {
    /// Asks the receiver's observers, whose answers are goals.
    pub(super) fn observe(
        &mut self,
        entry: &mut Entry,
        class: MachineClass,
        unit: &Unit,
        receiver: Register,
    ) -> Result<(), String> {
        let Some(observers) = &unit.observers else {
            return Ok(());
        };
        // What their code covers does not count: it is no work of the unit.
        entry.instructions.push(Instruction::Count { goals: false });
        let mut answers = Vec::new();
        for observer in &observers.asked {
            let (name, descriptor) = (&observer.name, &observer.descriptor);
            let Some(method) = self.machine.find_method(class, name, descriptor) else {
                return Err(format!("lacks {name}"));
            };
            let mut arguments = vec![receiver];
            let slot = |parameter: &Parameter| observer.slot(parameter);
            let takes = (observer.parameters.as_slice(), descriptor.as_str());
            self.arguments(entry, takes, &slot, &mut arguments)?;
            let asking = self.asking(class, observer, method, arguments.len() as u32);
            let answer = entry.call(Callee::Exact(asking), arguments, REJECTS);
            answers.push((answer, observer.answers()));
        }
        entry.instructions.push(Instruction::Count { goals: true });
        entry.instructions.push(Instruction::Observe {
            answers,
            first: GoalId(observers.first),
        });
        Ok(())
    }

    /// A procedure that asks an observer and returns its answer's number.
    fn asking(
        &mut self,
        class: MachineClass,
        observer: &Observer,
        method: MethodId,
        arguments: u32,
    ) -> ProcedureId {
        let all: Vec<Register> = (0..arguments).map(Register).collect();
        let [answer, thrown, zero, met] = [0, 1, 2, 3].map(|number| Register(arguments + number));
        let number = |value: u64| Constant::Scalar(TermValue::bit_vec(32, value));
        let call = |method: MethodId| Instruction::Call {
            callee: Callee::Exact(ProcedureId(method.0)),
            arguments: all.clone(),
            to: vec![answer],
            thrown,
            handler: REFUSES,
        };
        let requires = specification::requires_of(&mut self.machine, class, observer);
        let first = match requires {
            None => Block {
                instructions: Vec::new(),
                end: Terminator::Jump(Edge::to(ASKS)),
            },
            // It answers with the number of a clause that does not hold.
            Some(requires) => Block {
                instructions: vec![
                    call(requires),
                    Instruction::Set {
                        to: zero,
                        value: number(0),
                    },
                    Instruction::Apply {
                        to: met,
                        op: Op::Eq,
                        operands: vec![answer, zero],
                    },
                ],
                end: Terminator::Branch {
                    condition: met,
                    then: Edge::to(ASKS),
                    otherwise: Edge::to(REFUSES),
                },
            },
        };
        let blocks = vec![
            first,
            Block {
                instructions: vec![call(method)],
                end: Terminator::Jump(Edge::to(ANSWERS)),
            },
            Block {
                instructions: Vec::new(),
                end: Terminator::Return(vec![answer]),
            },
            Block {
                instructions: vec![Instruction::Set {
                    to: answer,
                    value: number(Answer::Refused as u64),
                }],
                end: Terminator::Return(vec![answer]),
            },
        ];
        self.add_procedure(Procedure {
            name: format!("asking {}", observer.name),
            registers: arguments + 4,
            blocks,
        })
    }
}
