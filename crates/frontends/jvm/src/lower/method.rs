//! Bytecode to blocks: locals and the operand stack become registers.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_lowered::{
    Block, BlockId, ClassId, Constant, Edge, Instruction, Procedure, Register, Terminator,
};
use everypath_term::{Op, Value as TermValue};
use everypath_trace::{GoalId, Premise};

use super::Lowering;
use crate::classfile::ClassFile;
use crate::code::{Code, Comparison, Instr, Kind, Marks, decode};
use crate::machine::{ClassId as MachineClass, GoalSource, MethodBody, MethodId};

/// Instructions of a method that is lowered.
const LONGEST: usize = 20_000;
/// Registers for values inside one instruction.
const TEMPORARIES: u32 = 8;

impl Lowering {
    /// Lowers a method, or says why it cannot be.
    pub(super) fn lower_method(&mut self, method: MethodId) -> Result<Procedure, String> {
        let name = self.machine.method_name(method);
        let found = self.machine.method(method).clone();
        if let Some(known) = self.known_native(method) {
            return Ok(known);
        }
        if matches!(
            found.body,
            MethodBody::Native(_) | MethodBody::UnknownNative
        ) {
            return Err(format!("calls the native {name}"));
        }
        let class = self.machine.class(found.class);
        let file = class.file.clone();
        let info = file
            .as_ref()
            .and_then(|file| file.methods.get(usize::from(found.index)).cloned());
        let (Some(file), Some(raw)) = (file, info.and_then(|info| info.code)) else {
            return Err(format!("calls {name}, which has no code"));
        };
        let none = Marks::default();
        let table = self.loaded.table.clone();
        let marks = match class.is_platform {
            true => None,
            false => table.marks(&class.name, found.index),
        };
        let code = decode(
            &raw,
            &file.pool,
            marks.unwrap_or(&none),
            found.argument_slots,
        )
        .map_err(|malformed| format!("calls {name}, which is malformed: {malformed}"))?;
        if code.instrs.len() > LONGEST {
            return Err(format!("calls {name}, which is too long"));
        }
        let mut body = Body {
            owner: found.class,
            file,
            locals: u32::from(code.max_locals),
            stack: u32::from(code.max_stack),
            code: Rc::new(code),
            blocks: BTreeMap::new(),
            extra: Vec::new(),
            starts: BTreeMap::new(),
            handlers: BTreeMap::new(),
            raisers: BTreeMap::new(),
            instructions: Vec::new(),
            temporaries: 0,
            at: 0,
            depth: 0,
        };
        self.lower_body(&mut body)?;
        Ok(body.procedure(name))
    }

    fn lower_body(&mut self, body: &mut Body) -> Result<(), String> {
        body.find_starts();
        let mut pending = vec![(0usize, 0u32)];
        let mut seen = BTreeSet::new();
        while let Some((start, depth)) = pending.pop() {
            if !seen.insert(start) {
                continue;
            }
            let (end, next) = self.lower_block(body, start, depth)?;
            let block = body.starts[&start];
            let instructions = std::mem::take(&mut body.instructions);
            body.blocks.insert(block, Block { instructions, end });
            pending.extend(next);
            // Handlers are lowered with what they cover.
            for handler in &body.code.handlers {
                pending.push((handler.target as usize, 1));
            }
        }
        self.lower_handlers(body)
    }

    /// Lowers the instructions from one start to the next; says how the block
    /// ends and where it leads, with the depth of the stack there.
    fn lower_block(
        &mut self,
        body: &mut Body,
        start: usize,
        depth: u32,
    ) -> Result<(Terminator, Vec<(usize, u32)>), String> {
        body.depth = depth;
        let mut at = start;
        loop {
            body.at = at;
            body.temporaries = 0;
            let code = body.code.clone();
            let instr = code.instrs[at].get();
            match instr {
                Instr::IfZero(comparison, to) => {
                    let zero = body.int(0);
                    let value = body.pop();
                    let condition = body.comparison(comparison, value, zero);
                    return Ok(body.branch(condition, to));
                }
                Instr::IfInt(comparison, to) => {
                    let right = body.pop();
                    let left = body.pop();
                    let condition = body.comparison(comparison, left, right);
                    return Ok(body.branch(condition, to));
                }
                Instr::IfSame(is_same, to) => {
                    self.supposed.push(Premise::Identity);
                    let (right, left) = (body.pop(), body.pop());
                    let same = body.temporary();
                    body.push_instruction(Instruction::Same {
                        to: same,
                        left,
                        right,
                    });
                    let condition = body.decided(same, is_same);
                    return Ok(body.branch(condition, to));
                }
                Instr::IfNull(is_null, to) => {
                    let reference = body.pop();
                    let null = body.temporary();
                    body.push_instruction(Instruction::IsNull {
                        to: null,
                        reference,
                    });
                    let condition = body.decided(null, is_null);
                    return Ok(body.branch(condition, to));
                }
                Instr::Goto(to) => {
                    let end = Terminator::Jump(Edge::to(body.starts[&(to as usize)]));
                    return Ok((end, vec![(to as usize, body.depth)]));
                }
                Instr::Switch(index) => return Ok(body.switch(index)),
                Instr::Return => return Ok((Terminator::Return(Vec::new()), Vec::new())),
                Instr::ReturnValue => {
                    let result = body.pop();
                    return Ok((Terminator::Return(vec![result]), Vec::new()));
                }
                Instr::ReturnWide => {
                    let result = body.pop_wide();
                    return Ok((Terminator::Return(vec![result]), Vec::new()));
                }
                Instr::Throw => {
                    let thrown = body.pop();
                    body.check_not_null(thrown);
                    let to = body.thrown();
                    body.push_instruction(Instruction::Move { to, from: thrown });
                    let handler = body.handler_here();
                    return Ok((Terminator::Jump(Edge::to(handler)), Vec::new()));
                }
                Instr::JumpSubroutine(_) | Instr::ReturnSubroutine(_) => {
                    let what = "uses a subroutine of bytecode".to_owned();
                    return Ok((Terminator::Unsupported(what), Vec::new()));
                }
                other => {
                    if let Err(construct) = self.lower_instr(body, other) {
                        return Ok((Terminator::Unsupported(construct), Vec::new()));
                    }
                }
            }
            at += 1;
            if let Some(next) = body.starts.get(&at) {
                let end = Terminator::Jump(Edge::to(*next));
                return Ok((end, vec![(at, body.depth)]));
            }
        }
    }

    /// The blocks that find a handler for what was thrown.
    fn lower_handlers(&mut self, body: &mut Body) -> Result<(), String> {
        let thrown = body.thrown();
        let raisers = std::mem::take(&mut body.raisers);
        for ((name, handler), block) in raisers {
            let class = self.load_class(name)?;
            body.blocks.insert(
                block,
                Block {
                    instructions: vec![Instruction::New {
                        to: thrown,
                        class: ClassId(class.0),
                    }],
                    end: Terminator::Jump(Edge::to(handler)),
                },
            );
        }
        let contexts = std::mem::take(&mut body.handlers);
        for (context, first) in contexts {
            let mut block = first;
            for index in context {
                let handler = body.code.handlers[index];
                let target = body.starts[&(handler.target as usize)];
                let next = body.new_block();
                let caught = body.new_block();
                let stack = Register(body.locals);
                body.blocks.insert(
                    caught,
                    Block {
                        instructions: vec![Instruction::Move {
                            to: stack,
                            from: thrown,
                        }],
                        end: Terminator::Jump(Edge::to(target)),
                    },
                );
                let test = body.register(0);
                let (instructions, end) = match handler.class {
                    0 => (Vec::new(), Terminator::Jump(Edge::to(caught))),
                    class => {
                        let name = body
                            .file
                            .pool
                            .class(class)
                            .map_err(|malformed| malformed.0)?;
                        let class = self.load_class(&name)?;
                        let is = Instruction::IsInstance {
                            to: test,
                            reference: thrown,
                            class: ClassId(class.0),
                        };
                        let branch = Terminator::Branch {
                            condition: test,
                            then: Edge::to(caught),
                            otherwise: Edge::to(next),
                        };
                        (vec![is], branch)
                    }
                };
                body.blocks.insert(block, Block { instructions, end });
                block = next;
            }
            body.blocks.insert(
                block,
                Block {
                    instructions: Vec::new(),
                    end: Terminator::Throw(thrown),
                },
            );
        }
        Ok(())
    }

    /// A class by its name with slashes.
    pub(super) fn load_class(&mut self, name: &str) -> Result<MachineClass, String> {
        let missing = || format!("needs the class {}", name.replace('/', "."));
        self.machine.load(name).map_err(|_| missing())
    }
}

/// A method while it is lowered.
pub(super) struct Body {
    pub owner: MachineClass,
    pub file: Rc<ClassFile>,
    pub code: Rc<Code>,
    locals: u32,
    stack: u32,
    blocks: BTreeMap<BlockId, Block>,
    /// Blocks that no instruction starts.
    extra: Vec<()>,
    /// The block of each instruction that starts one.
    starts: BTreeMap<usize, BlockId>,
    /// The blocks that find a handler, by the handlers that may fit.
    handlers: BTreeMap<Vec<usize>, BlockId>,
    /// The blocks that make an exception of the language, by its class and
    /// by what handles it.
    raisers: BTreeMap<(&'static str, BlockId), BlockId>,
    instructions: Vec<Instruction>,
    temporaries: u32,
    at: usize,
    depth: u32,
}

impl Body {
    fn find_starts(&mut self) {
        let mut starts = BTreeSet::from([0]);
        let instrs = &self.code.instrs;
        for (at, instr) in instrs.iter().map(|cell| cell.get()).enumerate() {
            match instr {
                Instr::IfZero(_, to)
                | Instr::IfInt(_, to)
                | Instr::IfSame(_, to)
                | Instr::IfNull(_, to) => {
                    starts.insert(to as usize);
                    starts.insert(at + 1);
                }
                Instr::Goto(to) => {
                    starts.insert(to as usize);
                }
                Instr::Switch(index) => {
                    let switch = &self.code.switches[index as usize];
                    starts.insert(switch.default as usize);
                    starts.extend(switch.cases.iter().map(|case| case.1 as usize));
                }
                _ => {}
            }
        }
        for handler in &self.code.handlers {
            starts.insert(handler.target as usize);
        }
        starts.retain(|start| *start < instrs.len());
        let numbered = starts.into_iter().enumerate();
        self.starts = numbered
            .map(|(number, start)| (start, BlockId(number as u32)))
            .collect();
    }

    fn new_block(&mut self) -> BlockId {
        self.extra.push(());
        BlockId((self.starts.len() + self.extra.len() - 1) as u32)
    }

    fn procedure(mut self, name: String) -> Procedure {
        let count = self.starts.len() + self.extra.len();
        let blocks = (0..count as u32).map(|id| {
            // A block that nothing leads to.
            self.blocks.remove(&BlockId(id)).unwrap_or(Block {
                instructions: Vec::new(),
                end: Terminator::Unsupported("runs code that nothing leads to".to_owned()),
            })
        });
        Procedure {
            name,
            registers: self.locals + self.stack + 1 + TEMPORARIES,
            blocks: blocks.collect(),
        }
    }

    pub(super) fn push_instruction(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    /// The register of what was thrown last.
    pub(super) fn thrown(&self) -> Register {
        Register(self.locals + self.stack)
    }

    fn register(&self, temporary: u32) -> Register {
        Register(self.locals + self.stack + 1 + temporary % TEMPORARIES)
    }

    /// A register that is free until the next instruction of the bytecode.
    pub(super) fn temporary(&mut self) -> Register {
        self.temporaries += 1;
        self.register(self.temporaries - 1)
    }

    pub(super) fn local(&self, local: u16) -> Register {
        Register(u32::from(local))
    }

    /// The register of the stack's top after a push of some slots.
    pub(super) fn push(&mut self, slots: u32) -> Register {
        self.depth += slots;
        Register(self.locals + self.depth - slots)
    }

    /// The register of the stack's top, which is popped.
    pub(super) fn pop(&mut self) -> Register {
        self.depth -= 1;
        Register(self.locals + self.depth)
    }

    /// The register of the wide value at the stack's top, which is popped.
    pub(super) fn pop_wide(&mut self) -> Register {
        self.depth -= 2;
        Register(self.locals + self.depth)
    }

    pub(super) fn pop_kind(&mut self, kind: Kind) -> Register {
        match kind.is_wide() {
            true => self.pop_wide(),
            false => self.pop(),
        }
    }

    pub(super) fn push_kind(&mut self, kind: Kind) -> Register {
        self.push(u32::from(kind.slots()))
    }

    /// The register of a slot below the top, which is 0.
    pub(super) fn peek(&self, below: u32) -> Register {
        Register(self.locals + self.depth - 1 - below)
    }

    pub(super) fn set(&mut self, to: Register, value: TermValue) {
        let value = Constant::Scalar(value);
        self.push_instruction(Instruction::Set { to, value });
    }

    /// A constant int.
    pub(super) fn int(&mut self, value: i32) -> Register {
        let to = self.temporary();
        self.set(to, TermValue::bit_vec(32, u64::from(value as u32)));
        to
    }

    pub(super) fn apply(&mut self, to: Register, op: Op, operands: &[Register]) {
        self.push_instruction(Instruction::Apply {
            to,
            op,
            operands: operands.to_vec(),
        });
    }

    /// An operation's result in a temporary register.
    pub(super) fn computed(&mut self, op: Op, operands: &[Register]) -> Register {
        let to = self.temporary();
        self.apply(to, op, operands);
        to
    }

    /// A condition or its negation.
    fn decided(&mut self, condition: Register, holds: bool) -> Register {
        match holds {
            true => condition,
            false => self.computed(Op::Not, &[condition]),
        }
    }

    fn comparison(&mut self, comparison: Comparison, a: Register, b: Register) -> Register {
        match comparison {
            Comparison::Equal => self.computed(Op::Eq, &[a, b]),
            Comparison::NotEqual => {
                let same = self.computed(Op::Eq, &[a, b]);
                self.computed(Op::Not, &[same])
            }
            Comparison::Less => self.computed(Op::BvSlt, &[a, b]),
            Comparison::Greater => self.computed(Op::BvSlt, &[b, a]),
            Comparison::LessOrEqual => self.computed(Op::BvSle, &[a, b]),
            Comparison::GreaterOrEqual => self.computed(Op::BvSle, &[b, a]),
        }
    }

    /// The goal of an instruction's first side, if it has goals.
    fn goal(&self) -> Option<u32> {
        let goal = self.code.goals.get(self.at).copied().unwrap_or(0);
        goal.checked_sub(1)
    }

    fn edge(&self, to: usize, side: u32) -> Edge {
        Edge {
            to: self.starts[&to],
            goals: self
                .goal()
                .map(|goal| GoalId(goal + side))
                .into_iter()
                .collect(),
        }
    }

    fn branch(&mut self, condition: Register, to: u32) -> (Terminator, Vec<(usize, u32)>) {
        let next = self.at + 1;
        let end = Terminator::Branch {
            condition,
            then: self.edge(to as usize, 1),
            otherwise: self.edge(next, 0),
        };
        let depth = self.depth;
        (end, vec![(to as usize, depth), (next, depth)])
    }

    fn switch(&mut self, index: u32) -> (Terminator, Vec<(usize, u32)>) {
        let value = self.pop();
        let code = self.code.clone();
        let switch = &code.switches[index as usize];
        let mut cases = Vec::new();
        let mut next = vec![(switch.default as usize, self.depth)];
        for target in 0..switch.targets {
            let fits = switch.cases.iter().filter(|case| case.2 == target);
            let keys: Vec<u64> = fits.clone().map(|case| u64::from(case.0 as u32)).collect();
            let Some(first) = fits.clone().next() else {
                continue;
            };
            if target == switch.default_ordinal {
                continue;
            }
            next.push((first.1 as usize, self.depth));
            cases.push((keys, self.edge(first.1 as usize, target)));
        }
        let end = Terminator::Switch {
            value,
            cases,
            default: self.edge(switch.default as usize, switch.default_ordinal),
        };
        (end, next)
    }

    /// The block that finds a handler for what is thrown here.
    pub(super) fn handler_here(&mut self) -> BlockId {
        let covers = |handler: &&crate::code::HandlerRange| {
            (handler.start as usize..handler.end as usize).contains(&self.at)
        };
        let all = self.code.handlers.iter().enumerate();
        let context: Vec<usize> = all
            .filter(|(_, handler)| covers(handler))
            .map(|(index, _)| index)
            .collect();
        if let Some(known) = self.handlers.get(&context) {
            return *known;
        }
        let block = self.new_block();
        self.handlers.insert(context, block);
        block
    }

    /// The block that throws an exception of the language here.
    fn raiser(&mut self, class: &'static str) -> BlockId {
        let handler = self.handler_here();
        if let Some(known) = self.raisers.get(&(class, handler)) {
            return *known;
        }
        let block = self.new_block();
        self.raisers.insert((class, handler), block);
        block
    }

    pub(super) fn check_not_null(&mut self, reference: Register) {
        let otherwise = self.raiser("java/lang/NullPointerException");
        self.push_instruction(Instruction::CheckNotNull {
            reference,
            otherwise,
        });
    }

    pub(super) fn check(&mut self, condition: Register, class: &'static str) {
        let otherwise = self.raiser(class);
        self.push_instruction(Instruction::Check {
            condition,
            otherwise,
        });
    }
}
