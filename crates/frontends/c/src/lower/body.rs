//! The body of a function while it is lowered: its blocks, its values in
//! registers, and the ways between its blocks.

use std::collections::{BTreeMap, BTreeSet};

use everypath_lowered::{
    Block, BlockId, Constant, Edge, Instruction, Procedure, Register, Terminator,
};
use everypath_term::{Op, Value};
use everypath_trace::GoalId;

use super::constants::number;
use super::layout::{offset_sort, sort_of};
use super::{Function, Lowering};
use crate::instrument::promotable;
use crate::ir::module::label;
use crate::ir::text::{Class, class_of, split, take_type, without_metadata};

/// Where a run ends that does what C does not define.
pub(super) const CRASH: BlockId = BlockId(1);

/// A value of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A number or boolean.
    Scalar(Register),
    /// A pointer: its object, and where in it.
    Pointer(Register, Register),
}

/// A value that depends on where a run comes from.
#[derive(Debug)]
struct Phi {
    name: String,
    ty: String,
    /// Values and the blocks they come from.
    incoming: Vec<(String, String)>,
}

/// A function while it is lowered.
pub(super) struct Body<'a> {
    pub lowering: &'a mut Lowering,
    pub function: &'a Function,
    /// Locals that are registers.
    pub promoted: Vec<String>,
    /// What numbers that instrumenting took from pointers were.
    pub taken: BTreeMap<String, (String, String)>,
    /// The types of locals, by the names of pointers to all of them.
    pub wholes: BTreeMap<String, String>,
    /// Numbers that instrumenting made of zeros.
    pub zeros: BTreeSet<String>,
    values: BTreeMap<String, Operand>,
    labels: BTreeMap<String, BlockId>,
    phis: BTreeMap<String, Vec<Phi>>,
    blocks: Vec<Option<Block>>,
    current: BlockId,
    label: String,
    instructions: Vec<Instruction>,
    registers: u32,
    /// A branch whose sides are goals, until it is taken.
    pending: Option<(Register, u32)>,
    /// The goals of the switch that follows.
    pub switch_goal: u32,
}

/// Why lowering stops: the construct.
pub(super) type Lowered<T> = Result<T, String>;

impl Lowering {
    pub(super) fn lower(&mut self, name: &str, function: &Function) -> Lowered<Procedure> {
        let promoted = promotable(&function.body);
        let mut body = Body {
            promoted: promoted.into_iter().map(str::to_owned).collect(),
            lowering: self,
            function,
            taken: BTreeMap::new(),
            wholes: BTreeMap::new(),
            zeros: BTreeSet::new(),
            values: BTreeMap::new(),
            labels: BTreeMap::new(),
            phis: BTreeMap::new(),
            blocks: Vec::new(),
            current: BlockId(0),
            label: String::new(),
            instructions: Vec::new(),
            registers: 0,
            pending: None,
            switch_goal: 0,
        };
        body.all()?;
        Ok(body.finish(name))
    }
}

impl Body<'_> {
    fn all(&mut self) -> Lowered<()> {
        for (ty, name) in self.function.parameters.clone() {
            self.new_value(&name, &ty)?;
        }
        self.blocks.extend([None, None]);
        let dead = self.register();
        self.blocks[CRASH.0 as usize] = Some(Block {
            instructions: vec![
                Instruction::Fail,
                Instruction::Set {
                    to: dead,
                    value: Constant::Scalar(Value::Bool(false)),
                },
            ],
            end: Terminator::Throw(dead),
        });
        self.find_blocks();
        let lines = self.function.body.clone();
        let mut is_first = true;
        for line in &lines {
            if line.is_empty() {
                continue;
            }
            if let Some(label) = label(line) {
                self.begin(label.trim_matches('"'), is_first);
                is_first = false;
                continue;
            }
            is_first = false;
            let (text, _) = without_metadata(line);
            self.line(text.trim())?;
        }
        Ok(())
    }

    /// Gives the blocks numbers, and finds the values that depend on where a
    /// run comes from.
    fn find_blocks(&mut self) {
        let lines = self.function.body.clone();
        let mut here = String::new();
        for (index, line) in lines.iter().filter(|line| !line.is_empty()).enumerate() {
            if let Some(label) = label(line) {
                here = label.trim_matches('"').to_owned();
                let block = match index {
                    0 => BlockId(0),
                    _ => self.new_block(),
                };
                self.labels.insert(here.clone(), block);
                continue;
            }
            let (text, _) = without_metadata(line);
            let Some((name, rest)) = text.trim().split_once(" = phi ") else {
                continue;
            };
            // What instrumenting added is not followed.
            if is_added(name) {
                continue;
            }
            let (rest, _) = crate::instrument::without_flags(rest);
            let Some((ty, pairs)) = take_type(rest) else {
                continue;
            };
            let pair = |pair: &str| {
                let inner = pair.trim().strip_prefix('[')?.strip_suffix(']')?;
                let (value, block) = inner.rsplit_once(',')?;
                let block = block.trim().trim_start_matches('%').trim_matches('"');
                Some((value.trim().to_owned(), block.to_owned()))
            };
            let phi = Phi {
                name: name.to_owned(),
                ty: ty.to_owned(),
                incoming: split(pairs).into_iter().filter_map(pair).collect(),
            };
            self.phis.entry(here.clone()).or_default().push(phi);
        }
    }

    fn begin(&mut self, label: &str, is_first: bool) {
        self.label = label.to_owned();
        if !is_first && let Some(block) = self.labels.get(label) {
            self.current = *block;
        }
        self.instructions.clear();
        self.pending = None;
    }

    fn finish(self, name: &str) -> Procedure {
        let missing = || Block {
            instructions: Vec::new(),
            end: Terminator::Unsupported("has a block that does not end".to_owned()),
        };
        let blocks = self.blocks.into_iter();
        Procedure {
            name: name.to_owned(),
            registers: self.registers,
            blocks: blocks.map(|block| block.unwrap_or_else(missing)).collect(),
        }
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        self.blocks.push(None);
        BlockId(self.blocks.len() as u32 - 1)
    }

    pub(super) fn register(&mut self) -> Register {
        self.registers += 1;
        Register(self.registers - 1)
    }

    pub(super) fn push(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    /// Ends the current block.
    pub(super) fn end(&mut self, end: Terminator) {
        let instructions = std::mem::take(&mut self.instructions);
        let place = &mut self.blocks[self.current.0 as usize];
        // What follows the end of a block is code that nothing comes to.
        if place.is_none() {
            *place = Some(Block { instructions, end });
        }
    }

    /// Ends the current block and goes on in another.
    pub(super) fn go_on(&mut self, end: Terminator, block: BlockId) {
        self.end(end);
        self.current = block;
    }

    /// The registers of a value that is or will be defined.
    pub(super) fn new_value(&mut self, name: &str, ty: &str) -> Lowered<Operand> {
        if let Some(known) = self.values.get(name) {
            return Ok(*known);
        }
        let operand = match class_of(ty) {
            Class::Pointer => Operand::Pointer(self.register(), self.register()),
            class if sort_of(class).is_some() => Operand::Scalar(self.register()),
            _ => return Err(format!("computes with a value of the type {ty}")),
        };
        self.values.insert(name.to_owned(), operand);
        Ok(operand)
    }

    pub(super) fn new_scalar(&mut self, name: &str, ty: &str) -> Lowered<Register> {
        match self.new_value(name, ty)? {
            Operand::Scalar(register) => Ok(register),
            Operand::Pointer(..) => Err("takes a pointer for a number".to_owned()),
        }
    }

    /// The register of a number.
    pub(super) fn scalar(&mut self, ty: &str, text: &str) -> Lowered<Register> {
        if text.starts_with('%') {
            return self.new_scalar(text, ty);
        }
        let sort = sort_of(class_of(ty));
        let sort = sort.ok_or_else(|| format!("computes with a value of the type {ty}"))?;
        match number(sort, text) {
            Some(value) => Ok(self.constant(value)),
            None => Err(format!("uses the constant {text}")),
        }
    }

    pub(super) fn constant(&mut self, value: Value) -> Register {
        let to = self.register();
        self.push(Instruction::Set {
            to,
            value: Constant::Scalar(value),
        });
        to
    }

    pub(super) fn offset(&mut self, offset: u64) -> Register {
        self.constant(Value::bit_vec(64, offset))
    }

    pub(super) fn apply(&mut self, op: Op, operands: &[Register]) -> Register {
        let to = self.register();
        self.apply_to(to, op, operands);
        to
    }

    pub(super) fn apply_to(&mut self, to: Register, op: Op, operands: &[Register]) {
        self.push(Instruction::Apply {
            to,
            op,
            operands: operands.to_vec(),
        });
    }

    /// Any value: a number or a pointer.
    pub(super) fn operand(&mut self, ty: &str, text: &str) -> Lowered<Operand> {
        match class_of(ty) {
            Class::Pointer => {
                let (object, offset) = self.pointer(ty, text)?;
                Ok(Operand::Pointer(object, offset))
            }
            _ => Ok(Operand::Scalar(self.scalar(ty, text)?)),
        }
    }

    pub(super) fn copy(&mut self, to: Operand, from: Operand) -> Lowered<()> {
        match (to, from) {
            (Operand::Scalar(to), Operand::Scalar(from)) => {
                self.push(Instruction::Move { to, from });
            }
            (Operand::Pointer(to, at), Operand::Pointer(from, there)) => {
                self.push(Instruction::Move { to, from });
                let (to, from) = (at, there);
                self.push(Instruction::Move { to, from });
            }
            _ => return Err("takes a pointer for a number".to_owned()),
        }
        Ok(())
    }

    /// Runs on which a condition holds do what C does not define.
    pub(super) fn crash_if(&mut self, condition: Register) {
        let condition = self.apply(Op::Not, &[condition]);
        self.crash_unless(condition);
    }

    pub(super) fn crash_unless(&mut self, condition: Register) {
        self.push(Instruction::Check {
            condition,
            otherwise: CRASH,
        });
    }

    /// Notes that the sides of a condition are goals.
    pub(super) fn sides(&mut self, condition: Register, goal: u32) {
        self.settle();
        self.pending = Some((condition, goal));
    }

    /// Covers the sides of a condition that no branch follows.
    pub(super) fn settle(&mut self) {
        if let Some((condition, goal)) = self.pending.take() {
            let next = self.new_block();
            let (then, otherwise) = both_sides(next, next, goal);
            let end = Terminator::Branch {
                condition,
                then,
                otherwise,
            };
            self.go_on(end, next);
        }
    }

    /// The way to a block: what depends on where a run comes from is set on it.
    pub(super) fn edge(&mut self, to: &str) -> Lowered<Edge> {
        let to = to.trim_start_matches('%').trim_matches('"');
        let block = *self
            .labels
            .get(to)
            .ok_or("goes to a block that is not there")?;
        let Some(phis) = self.phis.remove(to) else {
            return Ok(Edge::to(block));
        };
        let instructions = std::mem::take(&mut self.instructions);
        let moved = self.moves(&phis);
        self.phis.insert(to.to_owned(), phis);
        let moves = std::mem::replace(&mut self.instructions, instructions);
        moved?;
        let between = self.new_block();
        self.blocks[between.0 as usize] = Some(Block {
            instructions: moves,
            end: Terminator::Jump(Edge::to(block)),
        });
        Ok(Edge::to(between))
    }

    /// All values are read before one is written.
    fn moves(&mut self, phis: &[Phi]) -> Lowered<()> {
        let mut read = Vec::new();
        for phi in phis {
            let known = |from: &String| self.labels.contains_key(from);
            let from = match known(&self.label) {
                true => self.label.clone(),
                false => String::new(),
            };
            let here = phi.incoming.iter().find(|(_, block)| {
                *block == from || (from.is_empty() && !self.labels.contains_key(block))
            });
            let (value, _) = here.ok_or("joins ways that are not there")?;
            let value = value.clone();
            let value = self.operand(&phi.ty, &value)?;
            let kept = match value {
                Operand::Scalar(_) => Operand::Scalar(self.register()),
                Operand::Pointer(..) => Operand::Pointer(self.register(), self.register()),
            };
            self.copy(kept, value)?;
            read.push(kept);
        }
        for (phi, value) in phis.iter().zip(read) {
            let to = self.new_value(&phi.name, &phi.ty)?;
            self.copy(to, value)?;
        }
        Ok(())
    }

    pub(super) fn jump(&mut self, to: &str) -> Lowered<()> {
        self.settle();
        let edge = self.edge(to)?;
        self.end(Terminator::Jump(edge));
        Ok(())
    }

    pub(super) fn branch(
        &mut self,
        condition: Register,
        then: &str,
        otherwise: &str,
    ) -> Lowered<()> {
        let goal = match self.pending {
            Some((known, goal)) if known == condition => {
                self.pending = None;
                Some(goal)
            }
            _ => None,
        };
        self.settle();
        let (mut then, mut otherwise) = (self.edge(then)?, self.edge(otherwise)?);
        if let Some(goal) = goal {
            let goals = both_sides(then.to, otherwise.to, goal);
            (then, otherwise) = goals;
        }
        self.end(Terminator::Branch {
            condition,
            then,
            otherwise,
        });
        Ok(())
    }

    /// Gives a block without instructions its end.
    pub(super) fn set_block(&mut self, block: BlockId, end: Terminator) {
        self.blocks[block.0 as usize] = Some(Block {
            instructions: Vec::new(),
            end,
        });
    }

    /// A null pointer.
    pub(super) fn null(&mut self) -> (Register, Register) {
        let object = self.register();
        self.push(Instruction::Set {
            to: object,
            value: Constant::Null,
        });
        (object, self.constant(Value::zero(offset_sort())))
    }
}

/// The edges of a branch whose sides are goals; goals are numbered from one.
fn both_sides(then: BlockId, otherwise: BlockId, goal: u32) -> (Edge, Edge) {
    let side = |to: BlockId, goal: u32| Edge {
        to,
        goals: goal_of(goal).into_iter().collect(),
    };
    (side(then, goal), side(otherwise, goal + 1))
}

/// The goal of a number; zero is none.
pub(super) fn goal_of(number: u32) -> Option<GoalId> {
    number.checked_sub(1).map(GoalId)
}

/// Whether a value was added for the runtime.
pub(super) fn is_added(name: &str) -> bool {
    name.starts_with("%ep.") || name.starts_with("%\"ep.")
}
