//! The engine on programs that no language wrote.

use std::rc::Rc;
use std::time::Duration;

use everypath_lowered::{
    Block, BlockId, Callee, Class, ClassId, Constant, Contents, Edge, Field, Instruction, Kind,
    Open, Procedure, ProcedureId, Register, SelectorId, Solution, Source, StaticId, Terminator,
    Unit,
};
use everypath_solve::{Allowance, Certification, Refutation, certify};
use everypath_term::{Op, Sort, TermId, Value};
use everypath_trace::GoalId;

use crate::{Covered, Scope, Sweep, Task, Verdict, cover};

/// A program of one procedure, another that swaps, and one class of nodes.
struct Toy {
    procedure: Rc<Procedure>,
}

const SWAP: ProcedureId = ProcedureId(1);

impl Source for Toy {
    fn class(&mut self, _: ClassId) -> Rc<Class> {
        let next = Open::Pool {
            class: ClassId(0),
            nullable: true,
        };
        Rc::new(Class {
            name: "Node".to_owned(),
            contents: Contents::Fields(vec![Field {
                name: "next".to_owned(),
                kind: Kind::Reference,
                open: next,
            }]),
            may_be_shared: false,
            layout: None,
        })
    }

    fn is_subtype(&mut self, class: ClassId, of: ClassId) -> bool {
        class == of
    }

    fn may_hold(&mut self, _: ClassId, _: ClassId) -> bool {
        false
    }

    fn procedure(&mut self, procedure: ProcedureId) -> Rc<Procedure> {
        match procedure {
            SWAP => Rc::new(Procedure {
                name: "swap".to_owned(),
                registers: 2,
                blocks: vec![block(
                    Vec::new(),
                    Terminator::Return(vec![Register(1), Register(0)]),
                )],
            }),
            _ => self.procedure.clone(),
        }
    }

    fn select(&mut self, _: ClassId, _: SelectorId) -> Result<ProcedureId, String> {
        Err("calls nothing".to_owned())
    }

    fn object_class(&mut self, _: StaticId) -> ClassId {
        ClassId(0)
    }

    fn object_contents(&mut self, _: StaticId) -> Vec<Constant> {
        Vec::new()
    }
}

fn number() -> Open {
    Open::Scalar {
        sort: Sort::bit_vec(32),
        seen: Sort::bit_vec(32),
        signed: true,
    }
}

fn set(to: u32, value: u64) -> Instruction {
    Instruction::Set {
        to: Register(to),
        value: Constant::Scalar(Value::bit_vec(32, value)),
    }
}

fn apply(to: u32, op: Op, operands: &[u32]) -> Instruction {
    Instruction::Apply {
        to: Register(to),
        op,
        operands: operands
            .iter()
            .map(|register| Register(*register))
            .collect(),
    }
}

fn edge(to: u32, goal: u32) -> Edge {
    Edge {
        to: BlockId(to),
        goals: vec![GoalId(goal)],
    }
}

fn branch(condition: u32, then: Edge, otherwise: Edge) -> Terminator {
    Terminator::Branch {
        condition: Register(condition),
        then,
        otherwise,
    }
}

fn block(instructions: Vec<Instruction>, end: Terminator) -> Block {
    Block { instructions, end }
}

/// Covers goals; every solution is taken at its word.
fn covered(blocks: Vec<Block>, inputs: Vec<Open>, goals: u32) -> (Covered, Vec<Solution>) {
    let procedure = Procedure {
        name: "toy".to_owned(),
        registers: 10,
        blocks,
    };
    let mut toy = Toy {
        procedure: Rc::new(procedure),
    };
    let unit = Unit {
        entry: ProcedureId(0),
        inputs,
        leaves_out: Vec::new(),
        only: Vec::new(),
    };
    let wanted: Vec<GoalId> = (0..goals).map(GoalId).collect();
    let task = Task {
        unit: &unit,
        wanted: &wanted,
        scope: Scope {
            unrollings: 6,
            objects: 4,
            ..Scope::default()
        },
        sweep: Sweep::Half,
        bounds: None,
        most_terms: 100_000,
        most_gates: 1_000_000,
        allowance: &Allowance::new(Duration::MAX, &|| false),
    };
    let mut solutions = Vec::new();
    let found = cover(&mut toy, &task, &mut |_: &mut Toy, solution| {
        solutions.push(solution.clone());
        // One goal at a time, as the least that a run can show.
        vec![GoalId(solutions.len() as u32 - 1)]
    });
    (found, solutions)
}

fn verdicts(found: &Covered) -> Vec<&Verdict> {
    found.verdicts.iter().map(|(_, verdict)| verdict).collect()
}

/// What was proved can be checked, and is about this unit: of other claims, models are found.
fn assert_certified(found: &Covered) {
    let claim = found.claim.as_ref().expect("something is proved");
    let refutations = claim.refutations.as_ref().expect("no bounds were given");
    let allowance = Allowance::new(Duration::from_secs(5), &|| false);
    let checked = certify(&claim.terms, refutations, &allowance);
    assert!(
        matches!(checked, Certification::Certified(_)),
        "{checked:?}"
    );
    let input = (0..claim.terms.len() as u32)
        .map(TermId)
        .find(|&term| claim.terms.sort(term) == Sort::BOOL && claim.terms.as_bool(term).is_none());
    let possible = Refutation::new([input.expect("a condition on the input")]);
    let checked = certify(&claim.terms, &[possible], &allowance);
    assert!(
        matches!(checked, Certification::Contradicted(_)),
        "{checked:?}"
    );
}

#[test]
fn a_contradiction_is_proved_for_all_inputs() {
    let input = Instruction::Input {
        to: Register(0),
        index: 0,
    };
    let (found, _) = covered(
        vec![
            block(
                vec![
                    Instruction::Enter,
                    input,
                    set(1, 10),
                    apply(2, Op::BvSlt, &[1, 0]),
                ],
                branch(2, edge(1, 0), edge(2, 1)),
            ),
            block(
                vec![set(1, 5), apply(2, Op::BvSlt, &[0, 1])],
                branch(2, edge(2, 2), Edge::to(BlockId(2))),
            ),
            block(Vec::new(), Terminator::Return(Vec::new())),
        ],
        vec![number()],
        3,
    );
    assert_eq!(
        verdicts(&found),
        [&Verdict::Covered, &Verdict::Covered, &Verdict::Unreachable]
    );
    assert_certified(&found);
    assert_eq!(found.solutions, 2);
}

#[test]
fn a_call_may_return_several_values() {
    let input = |to: u32| Instruction::Input {
        to: Register(to),
        index: to as usize,
    };
    let call = Instruction::Call {
        callee: Callee::Exact(SWAP),
        arguments: vec![Register(0), Register(1)],
        to: vec![Register(2), Register(3)],
        thrown: Register(4),
        handler: BlockId(1),
    };
    let same = apply(5, Op::Eq, &[0, 3]);
    let different = apply(6, Op::Eq, &[0, 2]);
    let (found, _) = covered(
        vec![
            block(
                vec![
                    Instruction::Enter,
                    input(0),
                    input(1),
                    call,
                    same,
                    different,
                ],
                branch(6, edge(2, 0), Edge::to(BlockId(2))),
            ),
            block(Vec::new(), Terminator::Return(Vec::new())),
            block(Vec::new(), branch(5, Edge::to(BlockId(1)), edge(1, 1))),
        ],
        vec![number(), number()],
        2,
    );
    assert_eq!(verdicts(&found), [&Verdict::Covered, &Verdict::Unreachable]);
    assert_certified(&found);
}

#[test]
fn loops_are_unrolled_to_the_scope_and_say_so() {
    // for (i = 0; i != x; i++) {}; the goal behind it needs x == 100.
    let input = Instruction::Input {
        to: Register(0),
        index: 0,
    };
    let (found, _) = covered(
        vec![
            block(
                vec![Instruction::Enter, input, set(1, 0)],
                Terminator::Jump(Edge::to(BlockId(1))),
            ),
            block(
                vec![apply(2, Op::Eq, &[0, 1])],
                branch(2, edge(3, 0), Edge::to(BlockId(2))),
            ),
            block(
                vec![set(3, 1), apply(1, Op::BvAdd, &[1, 3])],
                Terminator::Jump(Edge::to(BlockId(1))),
            ),
            block(
                vec![set(3, 100), apply(2, Op::Eq, &[0, 3])],
                branch(2, edge(4, 1), Edge::to(BlockId(4))),
            ),
            block(Vec::new(), Terminator::Return(Vec::new())),
        ],
        vec![number()],
        2,
    );
    assert!(matches!(
        verdicts(&found)[..],
        [Verdict::Covered, Verdict::UnreachableWithin(_)]
    ));
}

#[test]
fn structures_are_numbered_as_they_are_met() {
    // Goals: the node has a next one; that is the node itself.
    let root = Open::Pool {
        class: ClassId(0),
        nullable: false,
    };
    let load = Instruction::Load {
        to: Register(1),
        object: Register(0),
        field: 0,
    };
    let input = Instruction::Input {
        to: Register(0),
        index: 0,
    };
    let (found, solutions) = covered(
        vec![
            block(
                vec![
                    Instruction::Enter,
                    input,
                    load,
                    Instruction::IsNull {
                        to: Register(2),
                        reference: Register(1),
                    },
                ],
                branch(2, Edge::to(BlockId(2)), edge(1, 0)),
            ),
            block(
                vec![Instruction::Same {
                    to: Register(2),
                    left: Register(0),
                    right: Register(1),
                }],
                branch(2, edge(2, 1), Edge::to(BlockId(2))),
            ),
            block(Vec::new(), Terminator::Return(Vec::new())),
        ],
        vec![root],
        2,
    );
    assert_eq!(verdicts(&found), [&Verdict::Covered, &Verdict::Covered]);
    for solution in solutions {
        let used = crate::sizes(&solution)[&ClassId(0)];
        assert!(used <= 2, "{solution:?}");
    }
}

#[test]
fn what_cannot_be_followed_is_named_and_proves_nothing() {
    let input = Instruction::Input {
        to: Register(0),
        index: 0,
    };
    let (found, _) = covered(
        vec![
            block(
                vec![
                    Instruction::Enter,
                    input,
                    set(1, 7),
                    apply(2, Op::Eq, &[0, 1]),
                ],
                branch(2, Edge::to(BlockId(1)), Edge::to(BlockId(2))),
            ),
            block(
                Vec::new(),
                Terminator::Unsupported("reads the stars".to_owned()),
            ),
            block(Vec::new(), Terminator::Return(Vec::new())),
        ],
        vec![number()],
        1,
    );
    assert_eq!(
        verdicts(&found),
        [&Verdict::Unsupported("reads the stars".to_owned())]
    );
}
