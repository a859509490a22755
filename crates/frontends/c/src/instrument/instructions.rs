//! One instruction at a time.

use everypath_c_runtime::layout::{functions, operations};

use super::Side;
use super::expansions::expanded;
use super::function::FunctionWriter;
use super::operands::shadow_name;
use crate::ir::debug::Place;
use crate::ir::text::{Class, class_of, elements, split, take_type, typed};

const NO_SIGNED_WRAP: u32 = 1 << 16;
const FLAGS: [&str; 18] = [
    "nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "fast", "nnan", "ninf", "nsz", "arcp",
    "contract", "afn", "reassoc", "inbounds", "nusw", "volatile", "inrange",
];

/// The text behind the flags at its start, and whether `nsw` is one of them.
pub(crate) fn without_flags(text: &str) -> (&str, bool) {
    let mut rest = text.trim_start();
    let mut no_signed_wrap = false;
    loop {
        let word = rest.split([' ', '(']).next().unwrap_or("");
        if !FLAGS.contains(&word) {
            return (rest, no_signed_wrap);
        }
        no_signed_wrap |= word == "nsw";
        rest = rest[word.len()..].trim_start();
    }
}

impl FunctionWriter<'_, '_> {
    /// Writes an instruction with what belongs to it.
    pub(super) fn instruction(&mut self, text: &str, place: Option<&Place>) {
        let (name, body) = match text.split_once(" = ") {
            Some((name, body)) if name.starts_with('%') => (Some(name), body),
            _ => (None, text),
        };
        let operation = body.split(' ').next().unwrap_or("");
        if let Some(lines) = expanded(text, self.number()) {
            for line in lines {
                self.instruction(&line, place);
            }
            return;
        }
        if self.is_call(body) {
            return self.call(name, body, place);
        }
        if let Some(name) = name {
            if self.value(name, operation, body, place).is_none() {
                // Not as clang writes it: the value stays concrete.
                self.unknown(operation, body, place);
                self.line(text);
            }
            return;
        }
        match operation {
            "store" => self.store(body, place),
            "br" => self.branch(body, place),
            "switch" => self.switch(body, place),
            "ret" => self.ret(body),
            "unreachable" => {
                let number = self.writer.place_number(place);
                self.line(&format!("call void @ep_unreachable(i32 {number})"));
                self.line(body);
            }
            _ => self.line(body),
        }
    }

    fn value(
        &mut self,
        name: &str,
        operation: &str,
        body: &str,
        place: Option<&Place>,
    ) -> Option<()> {
        let rest = body[operation.len()..].trim_start();
        match operation {
            "alloca" => self.alloca(name, body),
            "load" => return self.load(name, body, place),
            "getelementptr" => return self.address(name, body),
            "phi" => return self.phi(name, body),
            "select" => return self.select(name, body),
            "icmp" => return self.compare(name, body),
            "fcmp" => return self.float_compare(name, body, place),
            "extractvalue" => return self.extract(name, body),
            "insertvalue" => return self.insert(name, body),
            "fneg" => {
                let (rest, _) = without_flags(rest);
                let (ty, operand) = typed(rest)?;
                self.line(&format!("{name} = {body}"));
                self.float_function(name, ty, operand, functions::NEG);
            }
            "freeze" => {
                let (ty, operand) = typed(rest)?;
                self.line(&format!("{name} = {body}"));
                let shadow = self.shadow(ty, operand);
                if class_of(ty) != Class::Other {
                    self.define(&shadow_name(name), &shadow);
                }
            }
            "atomicrmw" | "cmpxchg" => {
                let pointer = split(
                    rest.trim_start_matches("weak ")
                        .trim_start_matches("volatile "),
                );
                let first = pointer.first()?;
                let start = first.find(['p', '%', '@', 'i', '*']).unwrap_or(0);
                let words: Vec<&str> = first[start..].rsplitn(2, ' ').collect();
                let operand = words.first()?;
                let ty = words
                    .get(1)
                    .map_or("ptr", |ty| ty.rsplit(' ').next().unwrap_or("ptr"));
                let address = self.bits(ty, operand);
                let what = self.writer.string("an atomic operation");
                let number = self.writer.place_number(place);
                self.line(&format!(
                    "call void @ep_lost_memory(i64 {address}, i64 8, {what}, i32 {number})"
                ));
                self.line(&format!("{name} = {body}"));
                let ty = match operation {
                    "cmpxchg" => format!(
                        "{{ {}, i1 }}",
                        pointer.get(1).and_then(|part| take_type(part))?.0
                    ),
                    _ => take_type(pointer.get(1)?)?.0.to_owned(),
                };
                self.concrete(&ty, name);
            }
            _ => {
                if let Some(code) = integer_operation(operation) {
                    return self.binary(name, body, code, place);
                }
                if let Some(code) = float_operation(operation) {
                    let (rest, _) = without_flags(rest);
                    let parts = split(rest);
                    let (ty, first) = typed(parts.first()?)?;
                    let second = parts.get(1)?;
                    self.line(&format!("{name} = {body}"));
                    if class_of(ty) == Class::Float(80) {
                        self.long(name, code, first, second, place);
                    } else if let Class::Float(width) = class_of(ty) {
                        let code = u32::from(code) | u32::from(width) << 8;
                        self.two("ep.float", name, code, ty, first, second, None);
                    } else {
                        self.lost_operand(ty, first, place);
                    }
                    return Some(());
                }
                if body.contains(" to ") {
                    return self.cast(name, operation, body, place);
                }
                self.unknown(operation, body, place);
                self.line(&format!("{name} = {body}"));
            }
        }
        Some(())
    }

    /// An instruction that is not followed: what is symbolic of its operands
    /// is lost. An operand that has no term gets none when the function is
    /// finished.
    fn unknown(&mut self, operation: &str, body: &str, place: Option<&Place>) {
        let what = self.writer.string(&format!("the instruction {operation}"));
        let number = self.writer.place_number(place);
        for operand in super::function::locals(body) {
            let shadow = shadow_name(operand);
            self.line(&format!(
                "call void @ep_lost_value(i32 {shadow}, {what}, i32 {number})"
            ));
        }
    }

    /// A call of a fast path with two operands.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn two(
        &mut self,
        path: &str,
        name: &str,
        code: u32,
        ty: &str,
        first: &str,
        second: &str,
        place: Option<u32>,
    ) {
        let (a, b) = (self.shadow(ty, first), self.shadow(ty, second));
        let (x, y) = (self.bits(ty, first), self.bits(ty, second));
        let place = place.map_or(String::new(), |place| format!(", i32 {place}"));
        let name = shadow_name(name);
        self.line(&format!(
            "{name} = call i32 @{path}(i32 {code}, i32 {a}, i32 {b}, i64 {x}, i64 {y}{place})"
        ));
    }

    fn binary(&mut self, name: &str, body: &str, code: u8, place: Option<&Place>) -> Option<()> {
        let rest = body.split_once(' ')?.1;
        let (rest, no_signed_wrap) = without_flags(rest);
        let parts = split(rest);
        let (ty, first) = typed(parts.first()?)?;
        let second = parts.get(1)?;
        if let Class::Int(width) = class_of(ty) {
            let number = self.writer.place_number(place);
            let flag = if no_signed_wrap { NO_SIGNED_WRAP } else { 0 };
            let code = u32::from(code) | u32::from(width) << 8 | flag;
            self.two("ep.binary", name, code, ty, first, second, Some(number));
        } else {
            self.lost_operand(ty, first, place);
        }
        self.line(&format!("{name} = {body}"));
        Some(())
    }

    fn compare(&mut self, name: &str, body: &str) -> Option<()> {
        let (rest, _) = without_flags(body.strip_prefix("icmp ")?);
        let (predicate, rest) = rest.split_once(' ')?;
        let parts = split(rest);
        let (ty, first) = typed(parts.first()?)?;
        let second = parts.get(1)?;
        let code = match predicate {
            "eq" => operations::EQ,
            "ne" => operations::NE,
            "ugt" => operations::UGT,
            "uge" => operations::UGE,
            "ult" => operations::ULT,
            "ule" => operations::ULE,
            "sgt" => operations::SGT,
            "sge" => operations::SGE,
            "slt" => operations::SLT,
            "sle" => operations::SLE,
            _ => return None,
        };
        let class = class_of(ty);
        if class == Class::Other {
            self.line(&format!("{name} = {body}"));
            if !ty.starts_with('<') {
                self.define(&shadow_name(name), "0");
            }
            return Some(());
        }
        let code = u32::from(code) | u32::from(class.width()) << 8;
        self.two("ep.compare", name, code, ty, first, second, None);
        self.line(&format!("{name} = {body}"));
        Some(())
    }

    fn phi(&mut self, name: &str, body: &str) -> Option<()> {
        let (rest, _) = without_flags(body.strip_prefix("phi ")?);
        let (ty, rest) = take_type(rest)?;
        self.line(&format!("{name} = {body}"));
        let mut incoming = Vec::new();
        for pair in split(rest) {
            let inner = pair.trim().strip_prefix('[')?.strip_suffix(']')?;
            let parts = split(inner);
            incoming.push((parts.first()?.to_string(), parts.get(1)?.to_string()));
        }
        for (part, (shadow, _)) in self.parts(ty, name).into_iter().enumerate() {
            let list: Vec<String> = incoming
                .iter()
                .map(|(value, block)| {
                    let shadows = self.shadows(ty, value);
                    let shadow = shadows.get(part).cloned().unwrap_or_else(|| "0".to_owned());
                    format!("[ {shadow}, {block} ]")
                })
                .collect();
            self.line(&format!("{shadow} = phi i32 {}", list.join(", ")));
        }
        Some(())
    }

    fn select(&mut self, name: &str, body: &str) -> Option<()> {
        let (rest, _) = without_flags(body.strip_prefix("select ")?);
        let parts = split(rest);
        let (condition_type, condition) = typed(parts.first()?)?;
        let (ty, first) = typed(parts.get(1)?)?;
        let (_, second) = typed(parts.get(2)?)?;
        self.line(&format!("{name} = {body}"));
        let class = class_of(ty);
        if condition_type != "i1" || class == Class::Other {
            self.concrete(ty, name);
            return Some(());
        }
        // A conditional expression of the source is a branch like others; the
        // models' own are values.
        let own = self.place_of(condition, self.places.get(name).cloned());
        let sides = vec![Side::True, Side::False];
        let goal = self.writer.goals(own.as_ref(), self.function.name, sides);
        let decided = self.shadow("i1", condition);
        let (a, b) = (self.shadow(ty, first), self.shadow(ty, second));
        let shadow = shadow_name(name);
        if matches!(class, Class::Pointer | Class::Float(80)) || goal != 0 {
            let path = if goal == 0 { "ep.decide" } else { "ep.branch" };
            self.line(&format!(
                "call void @{path}(i1 {condition}, i32 {decided}, i32 {goal})"
            ));
            self.line(&format!(
                "{shadow} = select i1 {condition}, i32 {a}, i32 {b}"
            ));
            return Some(());
        }
        let sort = match class {
            Class::Float(32) => 101,
            Class::Float(_) => 102,
            class => u32::from(class.width()),
        };
        let taken = self.bits("i1", condition);
        let narrow = self.temporary();
        self.line(&format!("{narrow} = trunc i64 {taken} to i32"));
        let (x, y) = (self.bits(ty, first), self.bits(ty, second));
        self.line(&format!(
            "{shadow} = call i32 @ep_select(i32 {sort}, i32 {decided}, i32 {narrow}, i32 {a}, i32 {b}, i64 {x}, i64 {y})"
        ));
        Some(())
    }

    fn extract(&mut self, name: &str, body: &str) -> Option<()> {
        let parts = split(body.strip_prefix("extractvalue ")?);
        let (ty, operand) = typed(parts.first()?)?;
        self.line(&format!("{name} = {body}"));
        let index: usize = parts.get(1)?.parse().ok()?;
        let list = elements(ty)?;
        let part = *list.get(index)?;
        if class_of(part) != Class::Other {
            let shadow = self.shadows(ty, operand).get(index).cloned()?;
            self.define(&shadow_name(name), &shadow);
        }
        Some(())
    }

    fn insert(&mut self, name: &str, body: &str) -> Option<()> {
        let parts = split(body.strip_prefix("insertvalue ")?);
        let (ty, operand) = typed(parts.first()?)?;
        let (value_type, value) = typed(parts.get(1)?)?;
        let changed: usize = parts.get(2)?.parse().ok()?;
        self.line(&format!("{name} = {body}"));
        let shadows = self.shadows(ty, operand);
        let value = self.shadow(value_type, value);
        for (index, part) in elements(ty)?.iter().enumerate() {
            if class_of(part) != Class::Other {
                let shadow = if index == changed {
                    value.clone()
                } else {
                    shadows.get(index).cloned()?
                };
                self.define(&super::operands::part_name(name, index), &shadow);
            }
        }
        Some(())
    }

    /// An operand goes where it cannot be followed.
    pub(super) fn lost_operand(&mut self, ty: &str, operand: &str, place: Option<&Place>) {
        let shadow = self.shadow(ty, operand);
        if shadow != "0" {
            let bits = self.bits(ty, operand);
            let what = self.writer.string("a wide integer, vector or long double");
            let number = self.writer.place_number(place);
            self.line(&format!(
                "call void @ep_lost(i32 {shadow}, i64 {bits}, {what}, i32 {number})"
            ));
        }
    }

    /// Where a condition is in the source: where it joins others, where it is used.
    fn place_of(&self, condition: &str, used: Option<Place>) -> Option<Place> {
        let own = self.places.get(condition)?;
        match own.line {
            0 => used,
            _ => Some(own.clone()),
        }
    }

    fn branch(&mut self, body: &str, place: Option<&Place>) {
        let parts = split(body.trim_start_matches("br "));
        if let Some(condition) = parts.first().and_then(|part| part.strip_prefix("i1 "))
            && condition.starts_with('%')
        {
            let own = self
                .place_of(condition, place.cloned())
                .or_else(|| place.cloned());
            let goal = self.writer.goals(
                own.as_ref(),
                self.function.name,
                vec![Side::True, Side::False],
            );
            let shadow = self.shadow("i1", condition);
            let path = if goal == 0 { "ep.decide" } else { "ep.branch" };
            self.line(&format!(
                "call void @{path}(i1 {condition}, i32 {shadow}, i32 {goal})"
            ));
        }
        self.line(body);
    }

    /// A boolean value that is a side of the source, though nothing branches.
    pub(super) fn side(&mut self, name: &str, place: Option<&Place>) {
        let sides = vec![Side::True, Side::False];
        let goal = self.writer.goals(place, self.function.name, sides);
        if goal != 0 {
            let shadow = self.shadow("i1", name);
            self.line(&format!(
                "call void @ep.branch(i1 {name}, i32 {shadow}, i32 {goal})"
            ));
        }
    }

    fn switch(&mut self, body: &str, place: Option<&Place>) {
        if self.switch_cases(body, place).is_none() {
            self.line(body);
        }
    }

    fn switch_cases(&mut self, body: &str, place: Option<&Place>) -> Option<()> {
        let rest = body.strip_prefix("switch ")?;
        let open = rest.find('[')?;
        let (ty, value) = typed(split(&rest[..open]).first()?)?;
        let mut cases = Vec::new();
        let list = rest[open + 1..].trim_end().strip_suffix(']')?;
        let words: Vec<&str> = list.split_whitespace().collect();
        for pair in words.windows(2) {
            if pair[0] == ty && pair[1].ends_with(',') {
                cases.push(pair[1].trim_end_matches(',').parse::<i64>().ok()?);
            }
        }
        let Class::Int(width) = class_of(ty) else {
            return None;
        };
        let mut sides: Vec<Side> = cases.iter().map(|case| Side::Case(*case)).collect();
        sides.push(Side::Default);
        let goal = self.writer.goals(place, self.function.name, sides);
        let table = self.writer.table(&cases);
        let (shadow, bits) = (self.shadow(ty, value), self.bits(ty, value));
        let count = cases.len();
        if goal != 0 {
            self.line(&format!("call void @ep_switch_covered(i64 {bits}, i32 {width}, {table}, i32 {count}, i32 {goal})"));
        }
        if shadow != "0" {
            let call =
                format!("i32 {shadow}, i64 {bits}, i32 {width}, {table}, i32 {count}, i32 {goal}");
            self.line(&format!("call void @ep_switch({call})"));
        }
        self.line(body);
        Some(())
    }

    fn ret(&mut self, body: &str) {
        self.leave();
        if let Some((ty, value)) = typed(body.trim_start_matches("ret "))
            && ty != "void"
        {
            for (index, shadow) in self.shadows(ty, value).iter().enumerate().take(8) {
                let slot = self.slot("ep_result", 8, index);
                self.line(&format!("store i32 {shadow}, {slot}"));
            }
            let number = self.writer.pointers.to("i64");
            let own = self.own_address();
            self.line(&format!("store i64 {own}, {number} @ep_result_of"));
        }
        self.line(body);
    }
}

fn integer_operation(word: &str) -> Option<u8> {
    Some(match word {
        "add" => operations::ADD,
        "sub" => operations::SUB,
        "mul" => operations::MUL,
        "udiv" => operations::UDIV,
        "sdiv" => operations::SDIV,
        "urem" => operations::UREM,
        "srem" => operations::SREM,
        "shl" => operations::SHL,
        "lshr" => operations::LSHR,
        "ashr" => operations::ASHR,
        "and" => operations::AND,
        "or" => operations::OR,
        "xor" => operations::XOR,
        _ => return None,
    })
}

fn float_operation(word: &str) -> Option<u8> {
    Some(match word {
        "fadd" => operations::FADD,
        "fsub" => operations::FSUB,
        "fmul" => operations::FMUL,
        "fdiv" => operations::FDIV,
        "frem" => operations::FREM,
        _ => return None,
    })
}
