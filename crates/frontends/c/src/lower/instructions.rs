//! One line of a function at a time.

use everypath_lowered::{Edge, Instruction, Register, Terminator};
use everypath_term::Op;

use super::body::{Body, CRASH, Lowered, Operand, goal_of, is_added};
use super::layout::sort_of;
use crate::instrument::{parse_call, without_flags};
use crate::ir::text::{Class, class_of, split, take_type, typed};

impl Body<'_> {
    pub(super) fn line(&mut self, text: &str) -> Lowered<()> {
        if text.is_empty() || text.starts_with("#dbg_") {
            return Ok(());
        }
        let (name, body) = match text.split_once(" = ") {
            Some((name, body)) if name.starts_with('%') => (Some(name), body),
            _ => (None, text),
        };
        let operation = body.split(' ').next().unwrap_or("");
        if is_call(body) {
            let call = parse_call(body).ok_or("calls what is not understood")?;
            return self.call(name, &call);
        }
        match name {
            Some(name) if is_added(name) => self.added(name, operation, body),
            Some(name) => {
                let before = self.settle_before(operation);
                if before {
                    self.settle();
                }
                self.value(name, operation, body)
            }
            None => self.statement(operation, body),
        }
    }

    /// Whether the sides of a condition have to be covered before an
    /// instruction: those without an effect may come between it and its branch.
    fn settle_before(&self, operation: &str) -> bool {
        !matches!(operation, "zext" | "trunc" | "phi")
    }

    /// What instrumenting added: numbers of terms, and pointers as numbers.
    fn added(&mut self, name: &str, operation: &str, body: &str) -> Lowered<()> {
        let rest = body[operation.len()..].trim_start();
        match operation {
            "ptrtoint" => {
                if let Some((ty, pointer)) =
                    typed(rest.rsplit_once(" to ").map_or(rest, |(from, _)| from))
                {
                    let pointer = (ty.to_owned(), pointer.to_owned());
                    self.taken.insert(name.to_owned(), pointer);
                }
            }
            "zext" | "sext" | "trunc"
                if typed(rest).is_some_and(|(_, rest)| rest.starts_with("0 to ")) =>
            {
                self.zeros.insert(name.to_owned());
            }
            // A local with a gap behind it.
            "alloca" if name.trim_end_matches('"').ends_with(".whole") => {
                let whole = split(rest).first().copied().unwrap_or_default();
                let inner = whole
                    .strip_prefix("{ ")
                    .and_then(|inner| inner.strip_suffix(", [32 x i8] }"));
                let ty = inner.ok_or("has a local that is not understood")?;
                self.local(name, ty)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn statement(&mut self, operation: &str, body: &str) -> Lowered<()> {
        let rest = body[operation.len()..].trim_start();
        match operation {
            // Numbers of terms that are passed on.
            "store" if rest.contains("@ep_") || is_shadow_store(rest) => Ok(()),
            "store" => {
                self.settle();
                self.store(rest)
            }
            "br" => self.go(rest),
            "switch" => self.switch(rest),
            "ret" => self.ret(rest),
            "unreachable" => {
                self.settle();
                self.end(Terminator::Jump(Edge::to(CRASH)));
                Ok(())
            }
            _ => Err(format!("has the instruction {operation}")),
        }
    }

    fn go(&mut self, rest: &str) -> Lowered<()> {
        let parts = split(rest);
        let label = |index: usize| {
            let part = parts
                .get(index)
                .and_then(|part| part.strip_prefix("label "));
            part.ok_or("branches in a way that is not understood")
        };
        if parts.len() == 1 {
            return self.jump(label(0)?);
        }
        let (ty, condition) = typed(parts[0]).ok_or("branches on what is not understood")?;
        let condition = self.scalar(ty, condition)?;
        self.branch(condition, label(1)?, label(2)?)
    }

    fn switch(&mut self, rest: &str) -> Lowered<()> {
        self.settle();
        let not_understood = "switches in a way that is not understood";
        let open = rest.find('[').ok_or(not_understood)?;
        let head = split(&rest[..open]);
        let (ty, value) = head
            .first()
            .and_then(|head| typed(head))
            .ok_or(not_understood)?;
        let default = head
            .get(1)
            .and_then(|part| part.strip_prefix("label "))
            .ok_or(not_understood)?;
        let value = self.scalar(ty, value)?;
        let list = rest[open + 1..].trim_end().trim_end_matches(']');
        let words: Vec<&str> = list.split_whitespace().collect();
        let goal = std::mem::take(&mut self.switch_goal);
        let goal_at = |index: usize| match goal {
            0 => None,
            first => goal_of(first + index as u32),
        };
        let mut cases = Vec::new();
        for case in words.chunks(4) {
            let [_, key, _, to] = case else {
                return Err(not_understood.to_owned());
            };
            let key: i128 = key
                .trim_end_matches(',')
                .parse()
                .map_err(|_| not_understood)?;
            let mut edge = self.edge(to)?;
            edge.goals.extend(goal_at(cases.len()));
            cases.push((vec![key as u64], edge));
        }
        let mut default = self.edge(default)?;
        default.goals.extend(goal_at(cases.len()));
        if class_of(ty) == Class::Int(1) {
            return Err("switches over a boolean".to_owned());
        }
        self.end(Terminator::Switch {
            value,
            cases,
            default,
        });
        Ok(())
    }

    fn ret(&mut self, rest: &str) -> Lowered<()> {
        self.settle();
        if rest == "void" {
            self.end(Terminator::Return(Vec::new()));
            return Ok(());
        }
        let (ty, value) = typed(rest).ok_or("returns what is not understood")?;
        let result = match self.operand(ty, value)? {
            Operand::Scalar(register) => register,
            Operand::Pointer(object, offset) => {
                self.return_offset(offset);
                object
            }
        };
        self.end(Terminator::Return(vec![result]));
        Ok(())
    }

    fn value(&mut self, name: &str, operation: &str, body: &str) -> Lowered<()> {
        let rest = body[operation.len()..].trim_start();
        match operation {
            "alloca" => self.alloca(name, rest),
            "load" => self.load(name, rest),
            "getelementptr" => {
                let (object, offset) = self.element(rest)?;
                self.same_whole(name, rest);
                self.name_pointer(name, object, offset)
            }
            // It is set on the ways here.
            "phi" => Ok(()),
            "select" => self.select(name, rest),
            "icmp" => self.compare(name, rest),
            "fcmp" => self.compare_floats(name, rest),
            "freeze" => {
                let (ty, value) = typed(rest).ok_or("freezes what is not understood")?;
                let value = self.operand(ty, value)?;
                let to = self.new_value(name, ty)?;
                self.copy(to, value)
            }
            "fneg" => {
                let (rest, _) = without_flags(rest);
                let (ty, value) = typed(rest).ok_or("negates what is not understood")?;
                let value = self.scalar(ty, value)?;
                let to = self.new_scalar(name, ty)?;
                self.apply_to(to, Op::FpNeg, &[value]);
                Ok(())
            }
            _ if body.contains(" to ") => self.cast(name, operation, rest),
            _ => self.arithmetic(name, operation, rest),
        }
    }

    fn select(&mut self, name: &str, rest: &str) -> Lowered<()> {
        let not_understood = "chooses in a way that is not understood";
        let (rest, _) = without_flags(rest);
        let parts = split(rest);
        let part = |index: usize| parts.get(index).and_then(|part| typed(part));
        let (condition_type, condition) = part(0).ok_or(not_understood)?;
        let (ty, then) = part(1).ok_or(not_understood)?;
        let (_, otherwise) = part(2).ok_or(not_understood)?;
        let condition = self.scalar(condition_type, condition)?;
        let (then, otherwise) = (self.operand(ty, then)?, self.operand(ty, otherwise)?);
        let to = self.new_value(name, ty)?;
        if let (Operand::Scalar(to), Operand::Scalar(a), Operand::Scalar(b)) = (to, then, otherwise)
        {
            self.apply_to(to, Op::Ite, &[condition, a, b]);
            return Ok(());
        }
        let (yes, no, next) = (self.new_block(), self.new_block(), self.new_block());
        let end = Terminator::Branch {
            condition,
            then: Edge::to(yes),
            otherwise: Edge::to(no),
        };
        self.go_on(end, yes);
        self.copy(to, then)?;
        self.go_on(Terminator::Jump(Edge::to(next)), no);
        self.copy(to, otherwise)?;
        self.go_on(Terminator::Jump(Edge::to(next)), next);
        Ok(())
    }

    fn compare(&mut self, name: &str, rest: &str) -> Lowered<()> {
        let (predicate, ty, [first, second]) = compared(rest)?;
        let to = self.new_scalar(name, "i1")?;
        if class_of(ty) == Class::Pointer {
            return self.compare_pointers(to, predicate, ty, first, second);
        }
        let (a, b) = (self.scalar(ty, first)?, self.scalar(ty, second)?);
        self.compare_numbers(to, predicate, a, b, class_of(ty) == Class::Int(1))
    }

    fn compare_numbers(
        &mut self,
        to: Register,
        predicate: &str,
        a: Register,
        b: Register,
        is_boolean: bool,
    ) -> Lowered<()> {
        let (op, operands, negated) = match predicate {
            "eq" => (Op::Eq, [a, b], false),
            "ne" => (Op::Eq, [a, b], true),
            _ if is_boolean => return Err("orders booleans".to_owned()),
            "ult" => (Op::BvUlt, [a, b], false),
            "ule" => (Op::BvUle, [a, b], false),
            "ugt" => (Op::BvUlt, [b, a], false),
            "uge" => (Op::BvUle, [b, a], false),
            "slt" => (Op::BvSlt, [a, b], false),
            "sle" => (Op::BvSle, [a, b], false),
            "sgt" => (Op::BvSlt, [b, a], false),
            "sge" => (Op::BvSle, [b, a], false),
            _ => return Err(format!("compares by {predicate}")),
        };
        match negated {
            false => self.apply_to(to, op, &operands),
            true => {
                let same = self.apply(op, &operands);
                self.apply_to(to, Op::Not, &[same]);
            }
        }
        Ok(())
    }

    /// A local variable: registers if its address goes nowhere.
    fn alloca(&mut self, name: &str, rest: &str) -> Lowered<()> {
        let (ty, _) = take_type(rest).ok_or("has a local that is not understood")?;
        if self.promoted.iter().any(|known| known == name) {
            let variable = self.variable(name, ty)?;
            return self.clear(variable, ty);
        }
        let parts = split(rest);
        match parts.get(1).is_some_and(|part| !part.starts_with("align")) {
            true => Err("has an array whose length is not fixed".to_owned()),
            false => self.local(name, ty),
        }
    }

    /// What nobody wrote is zero, so that ways on which it is not read can meet
    /// those on which it is.
    fn clear(&mut self, variable: Operand, ty: &str) -> Lowered<()> {
        let zero = match variable {
            Operand::Scalar(_) => Operand::Scalar(self.scalar(ty, "zeroinitializer")?),
            Operand::Pointer(..) => {
                let (object, offset) = self.null();
                Operand::Pointer(object, offset)
            }
        };
        self.copy(variable, zero)
    }

    fn local(&mut self, name: &str, ty: &str) -> Lowered<()> {
        let class = self.lowering.class_of_type(ty);
        let class = class.ok_or_else(|| format!("has a local of the type {ty}"))?;
        let Operand::Pointer(to, offset) = self.new_value(name, "ptr")? else {
            return Err("takes a pointer for a number".to_owned());
        };
        self.wholes.insert(name.to_owned(), ty.to_owned());
        self.push(Instruction::New { to, class });
        let start = self.offset(0);
        let (to, from) = (offset, start);
        self.push(Instruction::Move { to, from });
        Ok(())
    }

    /// A pointer to the beginning of what another leads to, in whatever type.
    fn same_whole(&mut self, name: &str, rest: &str) {
        let (rest, _) = without_flags(rest);
        let parts = split(rest);
        let is_start = parts.iter().skip(2).all(|part| part.ends_with(" 0"));
        let pointer = parts.get(1).and_then(|part| typed(part));
        if let (true, Some((_, pointer))) = (is_start, pointer)
            && let Some(ty) = self.wholes.get(pointer).cloned()
        {
            self.wholes.insert(name.to_owned(), ty);
        }
    }

    /// The registers of a local that is kept in registers.
    pub(super) fn variable(&mut self, name: &str, ty: &str) -> Lowered<Operand> {
        if sort_of(class_of(ty)).is_none() && class_of(ty) != Class::Pointer {
            return Err(format!("has a local of the type {ty}"));
        }
        self.new_value(&format!("{name} the variable"), ty)
    }
}

/// Whether a line is a call.
/// The predicate of a comparison, the type of what it compares, and that.
pub(super) fn compared(rest: &str) -> Lowered<(&str, &str, [&str; 2])> {
    let parts = || {
        let (predicate, rest) = without_flags(rest).0.split_once(' ')?;
        let parts = split(rest);
        let (ty, first) = typed(parts.first()?)?;
        Some((predicate, ty, [first, *parts.get(1)?]))
    };
    parts().ok_or_else(|| "compares what is not understood".to_owned())
}

fn is_call(body: &str) -> bool {
    ["call ", "tail call ", "musttail call ", "notail call "]
        .iter()
        .any(|word| body.starts_with(word))
}

/// Whether a store keeps the number of a term of a local.
fn is_shadow_store(rest: &str) -> bool {
    let place = rest.rsplit(", ").find(|part| !part.starts_with("align"));
    place
        .and_then(|place| place.rsplit(' ').next())
        .is_some_and(is_added)
}
