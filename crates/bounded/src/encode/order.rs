//! The order in which blocks are executed: a weak topological order, in which
//! every cycle goes through the head of a loop, and which registers are live.

use std::rc::Rc;

use everypath_lowered::{BlockId, Procedure};

/// An element of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// A block that no cycle goes through here.
    Block(BlockId),
    /// A loop: its head, then the rest of it.
    Loop(BlockId, Vec<Element>),
}

/// A procedure with what executing it needs.
#[derive(Debug)]
pub(super) struct Prepared {
    /// The procedure.
    pub procedure: Rc<Procedure>,
    /// Its blocks in order.
    pub order: Vec<Element>,
    live: Vec<Bits>,
}

impl Prepared {
    /// Prepares a procedure.
    pub(super) fn new(procedure: Rc<Procedure>) -> Prepared {
        Prepared {
            order: order(&procedure),
            live: live(&procedure),
            procedure,
        }
    }

    /// Whether a register is read after a block begins before it is written.
    pub(super) fn is_live(&self, block: BlockId, register: usize) -> bool {
        self.live[block.0 as usize].has(register)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: usize) -> Bits {
        Bits(vec![0; count.div_ceil(64)])
    }

    fn has(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    fn add(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    fn join(&mut self, other: &Bits) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }
}

/// The live registers at the beginning of each block.
fn live(procedure: &Procedure) -> Vec<Bits> {
    let count = procedure.registers as usize;
    let mut live = vec![Bits::new(count); procedure.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..procedure.blocks.len()).rev() {
            let block = &procedure.blocks[index];
            let mut here = Bits::new(count);
            for edge in block.end.edges() {
                here.join(&live[edge.to.0 as usize]);
            }
            for register in block.end.reads() {
                here.add(register.0 as usize);
            }
            for instruction in block.instructions.iter().rev() {
                for register in instruction.writes() {
                    here.remove(register.0 as usize);
                }
                if let Some((exit, written)) = instruction.leaves() {
                    let mut there = live[exit.0 as usize].clone();
                    if let Some(written) = written {
                        there.remove(written.0 as usize);
                    }
                    here.join(&there);
                }
                for register in instruction.reads() {
                    here.add(register.0 as usize);
                }
            }
            if here != live[index] {
                live[index] = here;
                changed = true;
            }
        }
    }
    live
}

/// Bourdoncle's weak topological order of the blocks reachable from the first.
fn order(procedure: &Procedure) -> Vec<Element> {
    let mut ordering = Ordering {
        procedure,
        number: vec![0; procedure.blocks.len()],
        stack: Vec::new(),
        next: 0,
    };
    let mut elements = Vec::new();
    ordering.visit(BlockId(0), &mut elements);
    elements.reverse();
    elements
}

struct Ordering<'a> {
    procedure: &'a Procedure,
    /// The number of a block's visit; `DONE` once it is in the order.
    number: Vec<u32>,
    stack: Vec<BlockId>,
    next: u32,
}

const DONE: u32 = u32::MAX;

impl Ordering<'_> {
    /// Adds a block and what follows it, in reverse.
    fn visit(&mut self, block: BlockId, elements: &mut Vec<Element>) -> u32 {
        self.stack.push(block);
        self.next += 1;
        let mine = self.next;
        self.number[block.0 as usize] = mine;
        let mut head = mine;
        let mut is_loop = false;
        for next in self.procedure.blocks[block.0 as usize].successors() {
            let known = self.number[next.0 as usize];
            let least = match known {
                0 => self.visit(next, elements),
                known => known,
            };
            if least <= head {
                head = least;
                is_loop = true;
            }
        }
        if head == mine {
            self.number[block.0 as usize] = DONE;
            let mut top = self.stack.pop();
            if is_loop {
                while let Some(inner) = top.filter(|top| *top != block) {
                    // It is visited again, without the head.
                    self.number[inner.0 as usize] = 0;
                    top = self.stack.pop();
                }
                let inside = self.component(block);
                elements.push(Element::Loop(block, inside));
            } else {
                elements.push(Element::Block(block));
            }
        }
        head
    }

    fn component(&mut self, head: BlockId) -> Vec<Element> {
        let mut elements = Vec::new();
        for next in self.procedure.blocks[head.0 as usize].successors() {
            if self.number[next.0 as usize] == 0 {
                self.visit(next, &mut elements);
            }
        }
        elements.reverse();
        elements
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use everypath_lowered::{Block, Edge, Register, Terminator};

    fn procedure(edges: &[&[u32]]) -> Procedure {
        let block = |to: &&[u32]| Block {
            instructions: Vec::new(),
            end: match to {
                [] => Terminator::Return(Vec::new()),
                [only] => Terminator::Jump(Edge::to(BlockId(*only))),
                [then, otherwise, ..] => Terminator::Branch {
                    condition: Register(0),
                    then: Edge::to(BlockId(*then)),
                    otherwise: Edge::to(BlockId(*otherwise)),
                },
            },
        };
        Procedure {
            name: "test".to_owned(),
            registers: 1,
            blocks: edges.iter().map(block).collect(),
        }
    }

    #[test]
    fn loops_nest() {
        // 0 -> 1 -> 2 -> 3 -> 2, 3 -> 1, 1 -> 4
        let found = order(&procedure(&[&[1], &[2, 4], &[3], &[2, 1], &[]]));
        let block = |id| Element::Block(BlockId(id));
        assert_eq!(
            found,
            vec![
                block(0),
                Element::Loop(BlockId(1), vec![Element::Loop(BlockId(2), vec![block(3)])]),
                block(4),
            ]
        );
    }

    #[test]
    fn joins_come_after_both_sides() {
        let found = order(&procedure(&[&[1, 2], &[3], &[3], &[]]));
        assert_eq!(found.last(), Some(&Element::Block(BlockId(3))));
        assert_eq!(found.len(), 4);
    }
}
