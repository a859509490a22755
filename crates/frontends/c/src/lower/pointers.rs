//! Pointers and the memory that they lead to.

use everypath_lowered::{Constant, Instruction, Kind, Register, Terminator};
use everypath_term::{Op, Value};

use super::RETURNED;
use super::body::{Body, CRASH, Lowered, Operand};
use super::layout::{BESIDE, offset_sort, sort_of};
use crate::instrument::without_flags;
use crate::ir::text::{Class, class_of, closing, split, take_type, typed};

impl Body<'_> {
    /// The registers of a pointer: its object, and where in it.
    pub(super) fn pointer(&mut self, ty: &str, text: &str) -> Lowered<(Register, Register)> {
        if text.starts_with('%') {
            return match self.new_value(text, ty)? {
                Operand::Pointer(object, offset) => Ok((object, offset)),
                Operand::Scalar(_) => Err("takes a number for a pointer".to_owned()),
            };
        }
        if text == "null" {
            return Ok(self.null());
        }
        if let Some(name) = text.strip_prefix('@') {
            let value = self.lowering.variable(name.trim_matches('"'));
            let to = self.register();
            self.push(Instruction::Set { to, value });
            let start = self.offset(0);
            return Ok((to, start));
        }
        let inside = |text: &str, open: usize| {
            let close = open + closing(&text[open..])?;
            Some(text[open + 1..close].to_owned())
        };
        let constant = || format!("uses the constant {text}");
        let open = text.find('(').ok_or_else(constant)?;
        let inner = inside(text, open).ok_or_else(constant)?;
        match text.split([' ', '(']).next() {
            Some("getelementptr") => self.element(&inner),
            Some("bitcast") => {
                let from = inner
                    .rsplit_once(" to ")
                    .map_or(inner.as_str(), |(from, _)| from);
                let (ty, value) = typed(from).ok_or_else(constant)?;
                self.pointer(ty, value)
            }
            _ => Err(constant()),
        }
    }

    pub(super) fn name_pointer(
        &mut self,
        name: &str,
        object: Register,
        offset: Register,
    ) -> Lowered<()> {
        let to = self.new_value(name, "ptr")?;
        self.copy(to, Operand::Pointer(object, offset))
    }

    /// The place that a `getelementptr` computes.
    pub(super) fn element(&mut self, rest: &str) -> Lowered<(Register, Register)> {
        let not_understood = "computes a place that is not understood";
        let (rest, _) = without_flags(rest);
        let parts = split(rest);
        let mut current = parts.first().ok_or(not_understood)?.trim().to_owned();
        let (ty, base) = parts
            .get(1)
            .and_then(|part| typed(part))
            .ok_or(not_understood)?;
        let (object, mut offset) = self.pointer(ty, base)?;
        for (position, index) in parts.get(2..).unwrap_or_default().iter().enumerate() {
            let (index_type, index) = typed(index).ok_or(not_understood)?;
            let structures = &self.lowering.structures;
            if position > 0 {
                if let Some((_, element)) = structures.array(&current) {
                    current = element.to_owned();
                } else {
                    let member = index.parse().ok();
                    let found = member.and_then(|member| structures.member(&current, member));
                    let (begins, member) = found.ok_or(not_understood)?;
                    current = member.to_owned();
                    if begins > 0 {
                        let begins = self.offset(begins);
                        offset = self.apply(Op::BvAdd, &[offset, begins]);
                    }
                    continue;
                }
            }
            let (size, _) = structures.size(&current).ok_or(not_understood)?;
            if index == "0" {
                continue;
            }
            let number = self.scalar(index_type, index)?;
            let number = match index_type {
                "i64" => number,
                _ => self.apply(Op::BvSignExtend(64), &[number]),
            };
            let step = match size {
                1 => number,
                size => {
                    let size = self.offset(size);
                    self.apply(Op::BvMul, &[number, size])
                }
            };
            offset = self.apply(Op::BvAdd, &[offset, step]);
        }
        Ok((object, offset))
    }

    pub(super) fn load(&mut self, name: &str, rest: &str) -> Lowered<()> {
        let not_understood = "reads what is not understood";
        let (what, pointer_type, pointer) = access(rest).ok_or(not_understood)?;
        let (ty, _) = take_type(what).ok_or(not_understood)?;
        if self.promoted.iter().any(|known| known == pointer) {
            let value = self.variable(pointer, ty)?;
            let to = self.new_value(name, ty)?;
            return self.copy(to, value);
        }
        let (object, offset) = self.pointer(pointer_type, pointer)?;
        let to = self.new_value(name, ty)?;
        self.load_from(to, ty, object, offset)
    }

    /// Reads a value of a type from a place.
    fn load_from(
        &mut self,
        to: Operand,
        ty: &str,
        object: Register,
        offset: Register,
    ) -> Lowered<()> {
        self.not_null(object);
        self.each_part(to, ty, offset, |to, offset, kind| Instruction::LoadAt {
            to,
            object,
            offset,
            kind,
            outside: CRASH,
        })
    }

    /// An instruction for each register of an operand: a pointer has two, beside each other
    /// in memory.
    fn each_part(
        &mut self,
        operand: Operand,
        ty: &str,
        offset: Register,
        instruction: impl Fn(Register, Register, Kind) -> Instruction,
    ) -> Lowered<()> {
        match operand {
            Operand::Scalar(value) => self.push(instruction(value, offset, kind_of(ty)?)),
            Operand::Pointer(value, there) => {
                self.push(instruction(value, offset, Kind::Reference));
                let beside = self.offset(BESIDE);
                let beside = self.apply(Op::BvAdd, &[offset, beside]);
                self.push(instruction(there, beside, Kind::Scalar(offset_sort())));
            }
        }
        Ok(())
    }

    pub(super) fn store(&mut self, rest: &str) -> Lowered<()> {
        let not_understood = "writes what is not understood";
        let (what, pointer_type, pointer) = access(rest).ok_or(not_understood)?;
        let (ty, value) = typed(what).ok_or(not_understood)?;
        let value = self.operand(ty, value)?;
        if self.promoted.iter().any(|known| known == pointer) {
            let to = self.variable(pointer, ty)?;
            return self.copy(to, value);
        }
        let (object, offset) = self.pointer(pointer_type, pointer)?;
        self.store_to(value, ty, object, offset)
    }

    /// Writes a value of a type to a place.
    fn store_to(
        &mut self,
        value: Operand,
        ty: &str,
        object: Register,
        offset: Register,
    ) -> Lowered<()> {
        self.not_null(object);
        self.each_part(value, ty, offset, |value, offset, kind| {
            Instruction::StoreAt {
                object,
                offset,
                value,
                kind,
                outside: CRASH,
            }
        })
    }

    fn not_null(&mut self, reference: Register) {
        self.push(Instruction::CheckNotNull {
            reference,
            otherwise: CRASH,
        });
    }

    pub(super) fn compare_pointers(
        &mut self,
        to: Register,
        predicate: &str,
        ty: &str,
        first: &str,
        second: &str,
    ) -> Lowered<()> {
        for (one, other) in [(first, second), (second, first)] {
            if other != "null" {
                continue;
            }
            let (reference, _) = self.pointer(ty, one)?;
            let null = self.register();
            let is_null = Instruction::IsNull {
                to: null,
                reference,
            };
            return match predicate {
                "eq" => {
                    self.push(Instruction::IsNull { to, reference });
                    Ok(())
                }
                "ne" => {
                    self.push(is_null);
                    self.apply_to(to, Op::Not, &[null]);
                    Ok(())
                }
                _ => Err("orders null".to_owned()),
            };
        }
        let (left, left_offset) = self.pointer(ty, first)?;
        let (right, right_offset) = self.pointer(ty, second)?;
        let same = self.register();
        self.push(Instruction::Same {
            to: same,
            left,
            right,
        });
        let alike = self.apply(Op::Eq, &[left_offset, right_offset]);
        match predicate {
            "eq" => {
                self.apply_to(to, Op::And, &[same, alike]);
                return Ok(());
            }
            "ne" => {
                let equal = self.apply(Op::And, &[same, alike]);
                self.apply_to(to, Op::Not, &[equal]);
                return Ok(());
            }
            _ => {}
        }
        // Only places in one object have an order.
        let otherwise = self.new_block();
        self.blocks_end(otherwise, "orders pointers into different objects");
        self.push(Instruction::Check {
            condition: same,
            otherwise,
        });
        let (op, operands) = match predicate {
            "ult" => (Op::BvSlt, [left_offset, right_offset]),
            "ule" => (Op::BvSle, [left_offset, right_offset]),
            "ugt" => (Op::BvSlt, [right_offset, left_offset]),
            "uge" => (Op::BvSle, [right_offset, left_offset]),
            _ => return Err(format!("compares pointers by {predicate}")),
        };
        self.apply_to(to, op, &operands);
        Ok(())
    }

    /// Returns where in its object a pointer leads.
    pub(super) fn return_offset(&mut self, offset: Register) {
        let object = self.returned();
        self.push(Instruction::Store {
            object,
            field: 0,
            value: offset,
        });
    }

    /// Where in its object the pointer leads that a call returned.
    pub(super) fn returned_offset(&mut self, to: Register) {
        let object = self.returned();
        let field = 0;
        self.push(Instruction::Load { to, object, field });
    }

    fn returned(&mut self) -> Register {
        let to = self.register();
        self.push(Instruction::Set {
            to,
            value: Constant::Object(RETURNED),
        });
        to
    }

    /// Writes zeros, or the cells of another object, into all of a local.
    pub(super) fn fill(
        &mut self,
        ty: &str,
        to: (Register, Register),
        from: Option<(Register, Register)>,
    ) -> Lowered<()> {
        let mut cells = Vec::new();
        let found = self.lowering.structures.cells(ty, 0, &mut cells);
        found.ok_or("copies an object with too many parts")?;
        self.not_null(to.0);
        if let Some((object, _)) = from {
            self.not_null(object);
        }
        for cell in cells {
            let step = self.offset(cell.offset);
            let value = self.register();
            match from {
                Some((object, start)) => {
                    let offset = self.apply(Op::BvAdd, &[start, step]);
                    self.push(Instruction::LoadAt {
                        to: value,
                        object,
                        offset,
                        kind: cell.kind,
                        outside: CRASH,
                    });
                }
                None => self.push(Instruction::Set {
                    to: value,
                    value: match cell.kind {
                        Kind::Scalar(sort) => Constant::Scalar(Value::zero(sort)),
                        Kind::Reference => Constant::Null,
                    },
                }),
            }
            let offset = self.apply(Op::BvAdd, &[to.1, step]);
            self.push(Instruction::StoreAt {
                object: to.0,
                offset,
                value,
                kind: cell.kind,
                outside: CRASH,
            });
        }
        Ok(())
    }

    fn blocks_end(&mut self, block: everypath_lowered::BlockId, construct: &str) {
        self.set_block(block, Terminator::Unsupported(construct.to_owned()));
    }
}

fn kind_of(ty: &str) -> Lowered<Kind> {
    let class = class_of(ty);
    match sort_of(class).filter(|_| class != Class::Int(1)) {
        Some(sort) => Ok(Kind::Scalar(sort)),
        None => Err(format!("reads or writes a value of the type {ty}")),
    }
}

/// What is read or written, and the type and name of the pointer.
fn access(rest: &str) -> Option<(&str, &str, &str)> {
    if rest.starts_with("atomic ") {
        return None;
    }
    let rest = rest.trim_start_matches("volatile ");
    let parts = split(rest);
    let (ty, pointer) = typed(parts.get(1)?)?;
    Some((*parts.first()?, ty, pointer))
}
