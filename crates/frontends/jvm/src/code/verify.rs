//! The structural check of code: whatever a class file says, running it does
//! not leave the frame. Types are not checked; the heap is safe without.

use super::HandlerRange;
use super::effect::effect;
use super::instr::{Instr, Switch};
use crate::classfile::{Malformed, Pool};

/// Follows the depth of the operand stack through all instructions.
pub(super) fn verify(
    instrs: &[Instr],
    switches: &[Switch],
    handlers: &[HandlerRange],
    pool: &Pool,
    max_stack: u16,
    max_locals: u16,
) -> Result<(), Malformed> {
    const UNKNOWN: u16 = u16::MAX;
    let mut depths = vec![UNKNOWN; instrs.len()];
    let mut pending = vec![(0usize, 0u16)];
    let check_local = |local: u16, slots: u16| match u32::from(local) + u32::from(slots) {
        end if end <= u32::from(max_locals) => Ok(()),
        _ => Err(Malformed(format!("local {local} is beyond {max_locals}"))),
    };
    while let Some((start, depth)) = pending.pop() {
        let (mut at, mut depth) = (start, depth);
        loop {
            let Some(&instr) = instrs.get(at) else {
                return Err(Malformed::new("the code runs past its end"));
            };
            if depths[at] != UNKNOWN {
                if depths[at] != depth {
                    return Err(Malformed::new(
                        "the operand stack has two depths at one place",
                    ));
                }
                break;
            }
            depths[at] = depth;
            for handler in handlers {
                if (handler.start as usize..handler.end as usize).contains(&at) {
                    if max_stack == 0 {
                        return Err(Malformed::new("a handler has no room for its exception"));
                    }
                    if depths[handler.target as usize] == UNKNOWN {
                        pending.push((handler.target as usize, 1));
                    }
                }
            }
            match instr {
                Instr::Load(local)
                | Instr::Store(local)
                | Instr::Increment(local, _)
                | Instr::ReturnSubroutine(local) => check_local(local, 1)?,
                Instr::LoadWide(local) | Instr::StoreWide(local) => check_local(local, 2)?,
                _ => {}
            }
            let (pops, pushes) = effect(instr, pool)?;
            depth = depth
                .checked_sub(pops)
                .ok_or_else(|| Malformed::new("the operand stack is empty when it is popped"))?;
            depth += pushes;
            if depth > max_stack {
                return Err(Malformed::new("the operand stack grows beyond its bound"));
            }
            match instr {
                Instr::IfZero(_, to)
                | Instr::IfInt(_, to)
                | Instr::IfSame(_, to)
                | Instr::IfNull(_, to) => pending.push((to as usize, depth)),
                Instr::JumpSubroutine(to) => {
                    // The subroutine comes back without the address it was given.
                    pending.push((to as usize, depth));
                    depth -= 1;
                }
                Instr::Goto(to) => {
                    at = to as usize;
                    continue;
                }
                Instr::Switch(index) => {
                    let switch = &switches[index as usize];
                    pending.push((switch.default as usize, depth));
                    for case in &switch.cases {
                        pending.push((case.1 as usize, depth));
                    }
                    break;
                }
                Instr::Return
                | Instr::ReturnValue
                | Instr::ReturnWide
                | Instr::Throw
                | Instr::ReturnSubroutine(_) => break,
                _ => {}
            }
            at += 1;
        }
    }
    Ok(())
}
