//! Calls, and the natives that are known as operations.

use everypath_lowered::{
    Block, Callee, ClassId, Constant, Instruction, Procedure, ProcedureId, Register, SelectorId,
    Terminator,
};
use everypath_term::{Op, Rounding};
use everypath_trace::Premise;

use super::Lowering;
use super::method::Body;
use super::text_builders::builder_method;
use crate::classfile::{Constant as PoolConstant, access};
use crate::code::{Invocation, Kind, descriptor_slots};
use crate::machine::MethodId;
use crate::signature::{MethodType, Type};

impl Lowering {
    pub(super) fn lower_call(
        &mut self,
        body: &mut Body,
        invocation: Invocation,
        index: u16,
    ) -> Result<(), String> {
        let member = body
            .file
            .pool
            .member(index)
            .map_err(|malformed| malformed.0)?;
        let name = format!("{}.{}", member.class.replace('/', "."), member.name);
        let class = self.load_class(&member.class)?;
        let method = self
            .machine
            .find_method(class, &member.name, &member.descriptor);
        let Some(mut method) = method else {
            return Err(format!("calls {name}, which is missing"));
        };
        let is_static = self.machine.method(method).is_static();
        if is_static != (invocation == Invocation::Static) {
            return Err(format!("calls {name} in another way than it is declared"));
        }
        if invocation == Invocation::Special {
            method = self.above(body, method);
        }
        let found = self.machine.method(method).clone();
        if is_static && self.machine.initialise(found.class).is_err() {
            return Err(format!(
                "needs the initialiser of {}",
                self.class_name(ClassId(found.class.0))
            ));
        }
        // The arguments by their slots, the first one deepest.
        let slots = u32::from(found.argument_slots);
        let arguments: Vec<Register> = (0..slots).rev().map(|below| body.peek(below)).collect();
        for _ in 0..slots {
            body.pop();
        }
        if !is_static {
            body.check_not_null(arguments[0]);
        }
        // What a throwable remembers of its making is no part of a run.
        let makes_throwable = &*found.name == "<init>"
            && &*self.machine.class(found.class).name == "java/lang/Throwable";
        if makes_throwable {
            return Ok(());
        }
        if let Some(boxed) = self.boxing(&found.descriptor, &found.name, found.class) {
            let to = body.push(1);
            let kept = body.temporary();
            body.push_instruction(Instruction::Move {
                to: kept,
                from: arguments[0],
            });
            body.push_instruction(Instruction::New { to, class: boxed.0 });
            body.push_instruction(Instruction::Store {
                object: to,
                field: boxed.1,
                value: kept,
            });
            return Ok(());
        }
        let is_exact = is_static
            || invocation == Invocation::Special
            || found.is_private()
            || (found.access & access::FINAL != 0 && !found.is_abstract());
        let callee = match is_exact {
            true => Callee::Exact(ProcedureId(method.0)),
            false => Callee::Selected(SelectorId(found.key)),
        };
        let (thrown, handler) = (body.thrown(), body.handler_here());
        let to = found.result.map(|kind| body.push_kind(kind));
        body.push_instruction(Instruction::Call {
            callee,
            arguments,
            to: to.into_iter().collect(),
            thrown,
            handler,
        });
        Ok(())
    }

    /// `super.m()` means the nearest method above the class that calls it.
    fn above(&mut self, body: &Body, named: MethodId) -> MethodId {
        let found = self.machine.method(named).clone();
        let is_super_call = &*found.name != "<init>"
            && !found.is_private()
            && found.class != body.owner
            && !self.machine.class(found.class).is_interface()
            && self.machine.is_subtype(body.owner, found.class);
        let above = self.machine.class(body.owner).superclass;
        match (is_super_call, above) {
            (true, Some(above)) => {
                let nearest = self
                    .machine
                    .find_method(above, &found.name, &found.descriptor);
                nearest.unwrap_or(named)
            }
            _ => named,
        }
    }

    /// The class that a call of `valueOf` boxes into, and its field.
    fn boxing(
        &mut self,
        descriptor: &str,
        name: &str,
        class: crate::machine::ClassId,
    ) -> Option<(ClassId, usize)> {
        let of = self.machine.class(class).name.clone();
        let fits = name == "valueOf"
            && matches!(
                (&*of, descriptor.split(')').next()),
                ("java/lang/Integer", Some("(I"))
                    | ("java/lang/Short", Some("(S"))
                    | ("java/lang/Byte", Some("(B"))
                    | ("java/lang/Character", Some("(C"))
                    | ("java/lang/Boolean", Some("(Z"))
            );
        if !fits {
            return None;
        }
        let fields = &self.machine.class(class).fields;
        let value = fields
            .iter()
            .find(|field| &*field.name == "value" && !field.is_static())?;
        Some((ClassId(class.0), usize::from(value.slot)))
    }

    /// A call that a bootstrap method finds: what it gives is passed on, but
    /// not looked at.
    pub(super) fn lower_dynamic(&mut self, body: &mut Body, index: u16) -> Result<(), String> {
        let pool = &body.file.pool;
        let Ok(PoolConstant::InvokeDynamic(_, name_and_type)) = pool.get(index) else {
            return Err("uses a dynamic call that is malformed".to_owned());
        };
        let (name, descriptor) = pool
            .name_and_type(*name_and_type)
            .map_err(|malformed| malformed.0)?;
        let types = MethodType::parse(&descriptor);
        let (Some(types), Some((slots, _))) = (types, descriptor_slots(&descriptor)) else {
            return Err("uses a dynamic call that is malformed".to_owned());
        };
        let is_concatenation = name.starts_with("makeConcat");
        // Concatenation asks other objects for their text: code of their own.
        let asks = types.parameters.iter().any(|parameter| match parameter {
            Type::Primitive(_) => false,
            Type::Class(name, _) => name != "java.lang.String",
            _ => true,
        });
        if is_concatenation && asks {
            return Err("concatenates strings with objects".to_owned());
        }
        if !matches!(types.result, Some(Type::Class(..))) {
            return Err(format!("calls {name} dynamically"));
        }
        for _ in 0..slots {
            body.pop();
        }
        let what = match is_concatenation {
            true => "looks at a string that it concatenated",
            false => "calls a lambda",
        };
        let to = body.push(1);
        let value = Constant::Unknown(what.into());
        body.push_instruction(Instruction::Set { to, value });
        Ok(())
    }

    /// The procedure of a native or method that is an operation of terms.
    pub(super) fn known_native(&mut self, method: MethodId) -> Option<Procedure> {
        let found = self.machine.method(method);
        let class = self.machine.class(found.class);
        let (name, descriptor) = (&*found.name, &*found.descriptor);
        let is_builder = matches!(
            &*class.name,
            "java/lang/StringBuilder" | "java/lang/StringBuffer"
        );
        if is_builder && !found.is_static() {
            let (method_name, descriptor) = (name.to_owned(), descriptor.to_owned());
            let name = self.machine.method_name(method);
            return Some(builder_method(name, &method_name, &descriptor));
        }
        if (&*class.name, name) == ("java/lang/System", "arraycopy") {
            let name = self.machine.method_name(method);
            return self.array_copy(name);
        }
        let op = match (&*class.name, name, descriptor) {
            ("java/lang/Float", "floatToRawIntBits" | "floatToIntBits", _) => Op::FpToBits,
            ("java/lang/Float", "intBitsToFloat", _) => Op::FpFromBits,
            ("java/lang/Double", "doubleToRawLongBits" | "doubleToLongBits", _) => Op::FpToBits,
            ("java/lang/Double", "longBitsToDouble", _) => Op::FpFromBits,
            ("java/lang/Math" | "java/lang/StrictMath", "sqrt", _) => Op::FpSqrt,
            ("java/lang/Math" | "java/lang/StrictMath", "floor", _) => Op::FpRound(Rounding::Floor),
            ("java/lang/Math" | "java/lang/StrictMath", "ceil", _) => {
                Op::FpRound(Rounding::Ceiling)
            }
            ("java/lang/Math" | "java/lang/StrictMath", "rint", _) => {
                Op::FpRound(Rounding::NearestEven)
            }
            ("java/lang/Math", "abs", "(D)D" | "(F)F") => Op::FpAbs,
            _ => return None,
        };
        if op == Op::FpToBits {
            self.supposed.push(Premise::Payload);
        }
        Some(Procedure {
            name: self.machine.method_name(method),
            registers: 2,
            blocks: vec![Block {
                instructions: vec![Instruction::Apply {
                    to: Register(1),
                    op,
                    operands: vec![Register(0)],
                }],
                end: Terminator::Return(vec![Register(1)]),
            }],
        })
    }
}

/// The kind of a type's values.
pub(super) fn kind_of(declared: &Type) -> Kind {
    match declared {
        Type::Primitive(primitive) => crate::inputs::kind_of(*primitive),
        _ => Kind::Reference,
    }
}
