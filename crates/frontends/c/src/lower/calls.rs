//! Calls: of functions of the program, of what the compiler knows, and of the
//! runtime, most of which only concern terms.

use everypath_lowered::{BlockId, Callee, Edge, Instruction, Register, Terminator};
use everypath_term::{Op, Rounding};

use super::body::{Body, CRASH, Lowered, Operand, goal_of};
use crate::instrument::{Call, OUTPUT};
use crate::ir::text::{Class, class_of};

/// Calls of the runtime that have no effect but on terms and messages.
#[rustfmt::skip]
const OF_TERMS: [&str; 32] = [
    "ep_binary", "ep_compare", "ep_float", "ep_float_function", "ep_cast", "ep_select",
    "ep_load", "ep_store", "ep_step", "ep_step_rest", "ep_lost", "ep_lost_value",
    "ep_lost_memory", "ep_clear", "ep_branch", "ep_switch", "ep_local", "ep_frame",
    "ep_frame_end", "ep_unreachable", "ep_external", "ep_external_value", "ep_external_pointer",
    "ep_external_done", "ep_receive", "ep_trace", "ep_calling", "ep_more_begin", "ep_more",
    "ep_more_taken", "ep_long", "ep_required",
];

impl Body<'_> {
    pub(super) fn call(&mut self, name: Option<&str>, call: &Call) -> Lowered<()> {
        let Some(callee) = call.callee.strip_prefix('@') else {
            return Err("calls through a pointer".to_owned());
        };
        let callee = callee.trim_matches('"');
        let last = || {
            let number = call
                .arguments
                .last()
                .map(|last| last.operand.parse::<u32>());
            number.and_then(Result::ok).unwrap_or(0)
        };
        match callee {
            "ep.branch" => {
                let condition = call.arguments.first().ok_or("branches on nothing")?;
                let condition = self.scalar(condition.ty, condition.operand)?;
                self.sides(condition, last());
                return Ok(());
            }
            "ep.cover" => {
                self.settle();
                if let Some(goal) = goal_of(last()) {
                    self.push(Instruction::Cover { goal });
                }
                return Ok(());
            }
            "ep_switch_covered" => {
                self.switch_goal = last();
                return Ok(());
            }
            _ if callee.starts_with("ep.") || OF_TERMS.contains(&callee) => return Ok(()),
            // What is written somewhere else changes nothing here; what the
            // function returns is not known.
            _ if OUTPUT.contains(&callee) => return Ok(()),
            _ if callee.starts_with("llvm.dbg.") || callee.starts_with("llvm.lifetime.") => {
                return Ok(());
            }
            _ => {}
        }
        self.settle();
        match callee {
            "ep_exit" | "ep_abort" | "ep_assert_fail" | "llvm.trap" => {
                let next = self.new_block();
                self.go_on(Terminator::Jump(Edge::to(CRASH)), next);
                Ok(())
            }
            "ep_copy" => self.copy_memory(call),
            "ep_set" => self.set_memory(call),
            _ if self.lowering.procedure_of(callee).is_some() => self.function(name, callee, call),
            _ => self.known(name, callee, call),
        }
    }

    /// A call of a function of the program.
    fn function(&mut self, name: Option<&str>, callee: &str, call: &Call) -> Lowered<()> {
        let function = self.lowering.functions.get(callee);
        let takes = function.map_or(0, |function| function.parameters.len());
        let procedure = self.lowering.procedure_of(callee);
        let (Some(procedure), true) = (procedure, takes == call.arguments.len()) else {
            return Err(format!("calls {callee} with other arguments than it names"));
        };
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            if argument.text.contains("byval(") || argument.text.contains("sret(") {
                return Err("passes a structure by value".to_owned());
            }
            match self.operand(argument.ty, argument.operand)? {
                Operand::Scalar(register) => arguments.push(register),
                Operand::Pointer(object, offset) => arguments.extend([object, offset]),
            }
        }
        let result = match name {
            Some(name) => Some(self.new_value(name, call.result)?),
            None => None,
        };
        let to = match result {
            Some(Operand::Scalar(to) | Operand::Pointer(to, _)) => Some(to),
            None => None,
        };
        self.push_call(procedure, arguments, to, CRASH);
        if let Some(Operand::Pointer(_, offset)) = result {
            self.returned_offset(offset);
        }
        Ok(())
    }

    fn push_call(
        &mut self,
        procedure: everypath_lowered::ProcedureId,
        arguments: Vec<Register>,
        to: Option<Register>,
        handler: BlockId,
    ) {
        let thrown = self.register();
        self.push(Instruction::Call {
            callee: Callee::Exact(procedure),
            arguments,
            to: to.into_iter().collect(),
            thrown,
            handler,
        });
    }

    /// A function that is an operation.
    fn known(&mut self, name: Option<&str>, callee: &str, call: &Call) -> Lowered<()> {
        let plain = callee
            .strip_prefix("llvm.")
            .and_then(|rest| rest.strip_suffix(".f64").or(rest.strip_suffix(".f32")))
            .unwrap_or(callee);
        let op = match plain.strip_suffix('f').unwrap_or(plain) {
            "fabs" => Op::FpAbs,
            "sqrt" => Op::FpSqrt,
            "floor" => Op::FpRound(Rounding::Floor),
            "ceil" => Op::FpRound(Rounding::Ceiling),
            "trunc" => Op::FpRound(Rounding::Truncate),
            "rint" | "nearbyint" => Op::FpRound(Rounding::NearestEven),
            _ => return Err(format!("calls {}", source_name(callee))),
        };
        let ([argument], Some(name)) = (call.arguments.as_slice(), name) else {
            return Err(format!("calls {}", source_name(callee)));
        };
        if !matches!(class_of(argument.ty), Class::Float(32 | 64)) || argument.ty != call.result {
            return Err(format!("calls {}", source_name(callee)));
        }
        let value = self.scalar(argument.ty, argument.operand)?;
        let to = self.new_scalar(name, call.result)?;
        self.apply_to(to, op, &[value]);
        Ok(())
    }

    /// The pointer behind a number that instrumenting made of it, and the type
    /// of the whole object that it leads to, if that is a local or a variable.
    fn place(&mut self, operand: &str) -> Lowered<((Register, Register), Option<String>)> {
        let taken = self.taken.get(operand).cloned();
        let (ty, pointer) = taken.ok_or("copies to or from a number")?;
        let whole = match pointer.strip_prefix('@') {
            Some(global) => {
                let global = global.trim_matches('"');
                let known = self.lowering.globals.get(global);
                known.map(|global| global.ty.clone())
            }
            None => self.wholes.get(&pointer).cloned(),
        };
        let place = self.pointer(&ty, &pointer)?;
        Ok((place, whole))
    }

    /// Copies all of an object.
    fn copy_memory(&mut self, call: &Call) -> Lowered<()> {
        let [to, _, from, _, size, ..] = call.arguments.as_slice() else {
            return Err("copies memory".to_owned());
        };
        let (to, to_type) = self.place(to.operand)?;
        let (from, from_type) = self.place(from.operand)?;
        let ty = self.of_size([to_type, from_type], size.operand)?;
        self.fill(&ty, to, Some(from))
    }

    /// Fills all of an object with zeros.
    fn set_memory(&mut self, call: &Call) -> Lowered<()> {
        let [to, _, value, _, size, ..] = call.arguments.as_slice() else {
            return Err("fills memory".to_owned());
        };
        let is_zero = value.operand == "0" || self.zeros.contains(value.operand);
        if !is_zero {
            return Err("fills memory with other bytes than zero".to_owned());
        }
        let (to, ty) = self.place(to.operand)?;
        let ty = self.of_size([ty, None], size.operand)?;
        self.fill(&ty, to, None)
    }

    /// The one of some types that has a size.
    fn of_size(&self, types: [Option<String>; 2], size: &str) -> Lowered<String> {
        let structures = &self.lowering.structures;
        let fits = |ty: &String| {
            let known = structures.size(ty).map(|(size, _)| size);
            known.is_some() && known == size.parse().ok()
        };
        let found = types.into_iter().flatten().find(fits);
        found.ok_or_else(|| "copies or fills a part of an object".to_owned())
    }
}

/// The name of a function that a model or the runtime stands in for.
fn source_name(callee: &str) -> &str {
    let plain = callee.strip_prefix("ep_model_").unwrap_or(callee);
    plain.strip_prefix("ep_").unwrap_or(plain)
}
