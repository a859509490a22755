//! What a branch asks, in the words of the source as far as the class file
//! keeps them: the names of locals, fields and methods.

use std::collections::BTreeSet;

use everypath_trace::Condition;

use crate::classfile::{ClassFile, Constant, MethodInfo, access};
use crate::code::{Arithmetic, Code, Comparison, FloatArithmetic, Instr, Invocation};
use crate::signature::{MethodType, Primitive, Type};

/// Characters beyond which an expression says nothing to a reader.
const LONGEST: usize = 48;
/// Expressions inside expressions.
const DEEPEST: usize = 6;

/// Reads the conditions of one method.
pub(crate) struct Conditions<'a> {
    file: &'a ClassFile,
    method: &'a MethodInfo,
    code: &'a Code,
    /// Where jumps go: what is on the stack there has several origins.
    targets: BTreeSet<usize>,
}

/// What one or more instructions leave on the stack.
struct Expression {
    text: String,
    /// The first of the instructions.
    start: usize,
    is_boolean: bool,
}

/// One side of a branch, or a place.
pub(crate) struct Side {
    /// In words.
    pub(crate) words: String,
    /// What decides it, and whether that holds here.
    pub(crate) condition: Option<Condition>,
}

impl Side {
    /// A place, which nothing decides.
    pub(crate) fn place(words: String) -> Side {
        Side {
            words,
            condition: None,
        }
    }
}

impl Expression {
    fn new(text: String, start: usize) -> Option<Expression> {
        (text.chars().count() <= LONGEST).then_some(Expression {
            text,
            start,
            is_boolean: false,
        })
    }
}

impl<'a> Conditions<'a> {
    /// The conditions of a method.
    pub(crate) fn new(
        file: &'a ClassFile,
        method: &'a MethodInfo,
        code: &'a Code,
    ) -> Conditions<'a> {
        let mut targets = BTreeSet::new();
        for instr in code.instrs.iter().map(|cell| cell.get()) {
            match instr {
                Instr::IfZero(_, target)
                | Instr::IfInt(_, target)
                | Instr::IfSame(_, target)
                | Instr::IfNull(_, target)
                | Instr::Goto(target) => {
                    targets.insert(target as usize);
                }
                _ => {}
            }
        }
        for switch in &code.switches {
            targets.insert(switch.default as usize);
            targets.extend(switch.cases.iter().map(|case| case.1 as usize));
        }
        Conditions {
            file,
            method,
            code,
            targets,
        }
    }

    /// The sides of a branch: for a jump falling through and jumping, for a switch its
    /// distinct targets. `None` if it is no branch.
    pub(crate) fn sides(&self, at: usize, instr: Instr) -> Option<Vec<Side>> {
        let words = self.words(at, instr)?;
        let condition = self.condition(at, instr, &words);
        let sides = words.into_iter().enumerate().map(|(number, words)| {
            let condition = condition
                .as_ref()
                .map(|(text, holds)| Condition::new(text, *holds == (number == 0)));
            Side { words, condition }
        });
        Some(sides.collect())
    }

    /// What a jump decides, and whether it holds where it falls through. What the source
    /// says cannot be told of a value that was not followed, nor of a switch.
    fn condition(&self, at: usize, instr: Instr, words: &[String]) -> Option<(String, bool)> {
        let [through, _] = words else { return None };
        match instr {
            Instr::Switch(_) => None,
            Instr::IfZero(Comparison::Equal, _) if through.ends_with(" is true") => {
                Some((self.before(at)?.text, true))
            }
            Instr::IfZero(Comparison::NotEqual, _) if through.ends_with(" is false") => {
                Some((self.before(at)?.text, false))
            }
            _ => (!through.contains("the value")).then(|| (through.clone(), true)),
        }
    }

    /// The sides of a branch in words.
    fn words(&self, at: usize, instr: Instr) -> Option<Vec<String>> {
        if self.is_about_assertions(at) || self.is_decided(at, instr) {
            return None;
        }
        let both = |side: &dyn Fn(Comparison) -> String, comparison: Comparison| {
            vec![side(opposite(comparison)), side(comparison)]
        };
        let equality = |is_equal: bool| match is_equal {
            true => Comparison::Equal,
            false => Comparison::NotEqual,
        };
        Some(match instr {
            Instr::IfZero(comparison, _) => self.against_zero(at, comparison),
            Instr::IfInt(comparison, _) => {
                let (left, right) = self.pair(at);
                both(&|is| format!("{left} {} {right}", symbol(is)), comparison)
            }
            Instr::IfSame(same, _) => {
                let (left, right) = self.pair(at);
                both(
                    &|is| format!("{left} {} {right}", symbol(is)),
                    equality(same),
                )
            }
            Instr::IfNull(null, _) => {
                let value = self.before(at).map(|value| value.text);
                let value = value.unwrap_or_else(|| "the value".to_owned());
                both(&|is| format!("{value} {} null", symbol(is)), equality(null))
            }
            Instr::Switch(index) => self.switch(at, index),
            _ => return None,
        })
    }

    /// Whether a branch asks for a constant, as the compiler writes it for a
    /// pattern that matches whatever there is.
    fn is_decided(&self, at: usize, instr: Instr) -> bool {
        let before = at
            .checked_sub(1)
            .map(|before| self.code.instrs[before].get());
        matches!((before, instr), (Some(Instr::Int(_)), Instr::IfZero(..)))
            && !self.targets.contains(&at)
    }

    /// Whether a branch asks if assertions are on. The compiler wrote it, and
    /// they are.
    fn is_about_assertions(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let member = match self.code.instrs[before].get() {
            Instr::GetStatic(index) | Instr::Invoke(_, index) => self.file.pool.member(index),
            _ => return false,
        };
        member.is_ok_and(|member| {
            matches!(
                &*member.name,
                "$assertionsDisabled" | "desiredAssertionStatus"
            )
        })
    }

    fn against_zero(&self, at: usize, comparison: Comparison) -> Vec<String> {
        let before = at
            .checked_sub(1)
            .map(|before| self.code.instrs[before].get());
        // What NaN compares as; longs have none.
        let nan = match before {
            Some(Instr::CompareLong) => Some(None),
            Some(Instr::CompareFloat(nan) | Instr::CompareDouble(nan)) => Some(Some(nan)),
            _ => None,
        };
        let nan = nan.filter(|_| !self.targets.contains(&at));
        let side: Box<dyn Fn(Comparison) -> String> = if let Some(nan) = nan {
            let (left, right) = self.pair(at - 1);
            Box::new(move |is| {
                let with_nan = match is {
                    Comparison::Less | Comparison::LessOrEqual => nan == Some(-1),
                    Comparison::Greater | Comparison::GreaterOrEqual => nan == Some(1),
                    Comparison::Equal | Comparison::NotEqual => false,
                };
                match with_nan {
                    true => format!("!({left} {} {right})", symbol(opposite(is))),
                    false => format!("{left} {} {right}", symbol(is)),
                }
            })
        } else {
            match self.before(at) {
                Some(value) if value.is_boolean => Box::new(move |is| match is {
                    Comparison::Equal => format!("{} is false", value.text),
                    Comparison::NotEqual => format!("{} is true", value.text),
                    _ => format!("{} {} 0", value.text, symbol(is)),
                }),
                Some(value) => Box::new(move |is| format!("{} {} 0", value.text, symbol(is))),
                None => Box::new(|is| match is {
                    Comparison::Equal => "the value is false or zero".to_owned(),
                    Comparison::NotEqual => "the value is true or not zero".to_owned(),
                    _ => format!("the value {} 0", symbol(is)),
                }),
            }
        };
        vec![side(opposite(comparison)), side(comparison)]
    }

    fn switch(&self, at: usize, index: u32) -> Vec<String> {
        let switch = &self.code.switches[index as usize];
        let on = match self.before(at) {
            Some(key) => format!("the switch on {}", key.text),
            None => "the switch".to_owned(),
        };
        (0..switch.targets)
            .map(|target| {
                if target == switch.default_ordinal {
                    return format!("{on} takes its default");
                }
                let cases = switch.cases.iter().filter(|case| case.2 == target);
                let keys: Vec<String> = cases.map(|case| case.0.to_string()).take(6).collect();
                format!("{on} takes case {}", keys.join(", "))
            })
            .collect()
    }

    /// The two values that an instruction compares.
    fn pair(&self, at: usize) -> (String, String) {
        let right = self.before(at);
        let left = right.as_ref().and_then(|right| self.before(right.start));
        let text = |value: Option<Expression>, otherwise: &str| {
            value.map_or_else(|| otherwise.to_owned(), |value| value.text)
        };
        (text(left, "left"), text(right, "right"))
    }

    /// An operand of an instruction, the last one being the first, with the instruction
    /// that its value comes from.
    pub(crate) fn operand(&self, at: usize, index: usize) -> Option<(String, usize)> {
        let mut end = at;
        for _ in 0..index {
            end = self.before(end)?.start;
        }
        let found = self.before(end)?;
        Some((found.text, end - 1))
    }

    /// Whether an instruction leaves something that is neither null nor zero.
    pub(crate) fn is_constant(&self, at: usize) -> bool {
        match self.code.instrs[at].get() {
            Instr::Int(number) => number != 0,
            Instr::Long(number) => number != 0,
            Instr::Constant(_) => true,
            _ => false,
        }
    }

    /// What is on top of the stack before an instruction.
    fn before(&self, at: usize) -> Option<Expression> {
        self.value(at, DEEPEST)
    }

    fn value(&self, end: usize, depth: usize) -> Option<Expression> {
        if depth == 0 || self.targets.contains(&end) {
            return None;
        }
        let at = end.checked_sub(1)?;
        let pool = &self.file.pool;
        let inner = |end: usize| self.value(end, depth - 1);
        match self.code.instrs[at].get() {
            Instr::Load(slot) | Instr::LoadWide(slot) => self.local(at, slot),
            Instr::Int(number) => Expression::new(number.to_string(), at),
            Instr::Long(number) => Expression::new(format!("{number}L"), at),
            Instr::Float(bits) => Expression::new(format!("{:?}F", f32::from_bits(bits)), at),
            Instr::Double(bits) => Expression::new(format!("{:?}", f64::from_bits(bits)), at),
            Instr::Null => Expression::new("null".to_owned(), at),
            Instr::Constant(index) => match pool.get(index).ok()? {
                Constant::String(_) => {
                    let text = String::from_utf16_lossy(&pool.string(index).ok()?);
                    Expression::new(format!("{text:?}"), at)
                }
                Constant::Class(_) => {
                    let class = pool.class(index).ok()?;
                    Expression::new(format!("{}.class", simple(&class)), at)
                }
                _ => None,
            },
            Instr::GetStatic(index) => {
                let field = pool.member(index).ok()?;
                let text = match field.class == self.file.name {
                    true => field.name.to_string(),
                    false => format!("{}.{}", simple(&field.class), field.name),
                };
                Some(typed(Expression::new(text, at)?, &field.descriptor))
            }
            Instr::GetField(index) => {
                let field = pool.member(index).ok()?;
                let of = inner(at)?;
                let text = of_receiver(&of.text, &field.name);
                Some(typed(Expression::new(text, of.start)?, &field.descriptor))
            }
            Instr::ArrayLength => {
                let of = inner(at)?;
                Expression::new(format!("{}.length", of.text), of.start)
            }
            Instr::ArrayLoad(_) => {
                let index = inner(at)?;
                let of = inner(index.start)?;
                Expression::new(format!("{}[{}]", of.text, index.text), of.start)
            }
            Instr::IntArithmetic(operator) | Instr::LongArithmetic(operator) => {
                self.operation(at, arithmetic(operator), depth)
            }
            Instr::FloatArithmetic(operator) | Instr::DoubleArithmetic(operator) => {
                self.operation(at, float_arithmetic(operator), depth)
            }
            Instr::Negate(_) => {
                let of = inner(at)?;
                Expression::new(format!("-{}", of.text), of.start)
            }
            Instr::Convert(_) | Instr::CheckCast(_) => inner(at),
            Instr::InstanceOf(index) => {
                let class = pool.class(index).ok()?;
                let of = inner(at)?;
                let text = format!("{} instanceof {}", of.text, simple(&class));
                Some(typed(Expression::new(text, of.start)?, "Z"))
            }
            Instr::Invoke(invocation, index) => self.call(at, invocation, index, depth),
            _ => None,
        }
    }

    fn operation(&self, at: usize, operator: &str, depth: usize) -> Option<Expression> {
        let right = self.value(at, depth - 1)?;
        let left = self.value(right.start, depth - 1)?;
        let text = format!("({} {operator} {})", left.text, right.text);
        Expression::new(text, left.start)
    }

    fn call(
        &self,
        at: usize,
        invocation: Invocation,
        index: u16,
        depth: usize,
    ) -> Option<Expression> {
        let method = self.file.pool.member(index).ok()?;
        let types = MethodType::parse(&method.descriptor)?;
        let result = types.result?;
        let mut start = at;
        let mut arguments = Vec::new();
        for _ in &types.parameters {
            let argument = self.value(start, depth - 1)?;
            start = argument.start;
            arguments.insert(0, argument.text);
        }
        let name = match invocation {
            Invocation::Static if method.class == self.file.name => method.name.to_string(),
            Invocation::Static => format!("{}.{}", simple(&method.class), method.name),
            _ => {
                let receiver = self.value(start, depth - 1)?;
                start = receiver.start;
                of_receiver(&receiver.text, &method.name)
            }
        };
        let full = format!("{name}({})", arguments.join(", "));
        let short = format!("{name}(…)");
        let found = Expression::new(full, start).or_else(|| Expression::new(short, start))?;
        Some(typed(found, &result.descriptor()))
    }

    /// A local, if it has a name where an instruction reads it.
    fn local(&self, at: usize, slot: u16) -> Option<Expression> {
        if slot == 0 && self.method.access & access::STATIC == 0 {
            return Expression::new("this".to_owned(), at);
        }
        let byte = self.code.bytes[at];
        let raw = self.method.code.as_ref()?;
        let local = raw.locals.iter().find(|local| {
            let end = local.start.saturating_add(local.length);
            local.slot == slot && (local.start..end).contains(&byte)
        })?;
        // What the compiler named holds no name of the source.
        if local.name.contains('$') {
            return None;
        }
        let found = Expression::new(local.name.to_string(), at)?;
        Some(typed(found, &local.descriptor))
    }
}

fn typed(expression: Expression, descriptor: &str) -> Expression {
    let is_boolean = Type::of_descriptor(descriptor) == Some(Type::Primitive(Primitive::Boolean));
    Expression {
        is_boolean,
        ..expression
    }
}

fn of_receiver(receiver: &str, member: &str) -> String {
    match receiver {
        "this" => member.to_owned(),
        other => format!("{other}.{member}"),
    }
}

/// The simple name of a class.
pub(crate) fn simple(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
    }
}

fn symbol(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::GreaterOrEqual => ">=",
        Comparison::Greater => ">",
        Comparison::LessOrEqual => "<=",
    }
}

fn arithmetic(operator: Arithmetic) -> &'static str {
    match operator {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "/",
        Arithmetic::Remainder => "%",
        Arithmetic::ShiftLeft => "<<",
        Arithmetic::ShiftRight => ">>",
        Arithmetic::ShiftRightUnsigned => ">>>",
        Arithmetic::And => "&",
        Arithmetic::Or => "|",
        Arithmetic::Xor => "^",
    }
}

fn float_arithmetic(operator: FloatArithmetic) -> &'static str {
    match operator {
        FloatArithmetic::Add => "+",
        FloatArithmetic::Subtract => "-",
        FloatArithmetic::Multiply => "*",
        FloatArithmetic::Divide => "/",
        FloatArithmetic::Remainder => "%",
    }
}
