//! Code made by the machine: the methods of records.

use super::class::ClassId;
use super::dynamic::DynamicSite;
use super::synthesise::Part;
use super::{Machine, Run, Stop};
use crate::classfile::access;
use crate::code::{Arithmetic, Code, Comparison, Instr, Kind};

impl Machine {
    /// `equals`, `hashCode` or `toString` of a record.
    pub(super) fn make_record_method(&mut self, site: &DynamicSite) -> Run<Instr> {
        let Some(&class_index) = site.arguments.first() else {
            return Err(Stop::unsupported(
                "makes a method of a record that cannot be read",
            ));
        };
        let class = self.resolve_class(site.owner, class_index)?;
        let mut fields = Vec::new();
        for &getter in site.arguments.iter().skip(2) {
            let handle = self.handle(&site.file, getter)?;
            let member = &handle.member;
            match self.find_field(class, &member.name, &member.descriptor) {
                Some(field) => fields.push(field),
                None => return Err(self.throw("java/lang/NoSuchFieldError", Some(&member.name))),
            }
        }
        let code = match &*site.name {
            "equals" => self.record_equals(class, &fields)?,
            "hashCode" => self.record_hash(&fields)?,
            _ => self.record_text(class, &fields)?,
        };
        let name = format!("record${}", self.methods.len());
        let method = self.add_synthetic(class, &name, &site.descriptor, access::STATIC, code);
        Ok(Instr::CallStatic(method.0))
    }

    fn record_equals(&mut self, class: ClassId, fields: &[super::Field]) -> Run<Code> {
        const UNKNOWN: u32 = u32::MAX;
        let mut code = vec![
            Instr::Load(1),
            Instr::InstanceOfClass(class.0),
            Instr::IfZero(Comparison::Equal, UNKNOWN),
        ];
        for field in fields {
            for local in [0, 1] {
                code.push(Instr::Load(local));
                code.push(Instr::GetFieldAt(field.slot, field.kind));
            }
            let unequal = Instr::IfZero(Comparison::NotEqual, UNKNOWN);
            match field.kind {
                Kind::Long => code.extend([Instr::CompareLong, unequal]),
                Kind::Float => {
                    let compare = self.fixed_method("java/lang/Float", "compare", "(FF)I")?;
                    code.extend([Instr::CallStatic(compare.0), unequal]);
                }
                Kind::Double => {
                    let compare = self.fixed_method("java/lang/Double", "compare", "(DD)I")?;
                    code.extend([Instr::CallStatic(compare.0), unequal]);
                }
                Kind::Reference => {
                    let shape = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                    let equals = self.fixed_method("java/util/Objects", "equals", shape)?;
                    code.push(Instr::CallStatic(equals.0));
                    code.push(Instr::IfZero(Comparison::Equal, UNKNOWN));
                }
                _ => code.push(Instr::IfInt(Comparison::NotEqual, UNKNOWN)),
            }
        }
        code.extend([Instr::Int(1), Instr::ReturnValue]);
        let fail = code.len() as u32;
        code.extend([Instr::Int(0), Instr::ReturnValue]);
        for instr in &mut code {
            match instr {
                Instr::IfZero(_, to) | Instr::IfInt(_, to) if *to == UNKNOWN => *to = fail,
                _ => {}
            }
        }
        Ok(Code::synthetic(code, 6, 2))
    }

    fn record_hash(&mut self, fields: &[super::Field]) -> Run<Code> {
        let mut code = vec![Instr::Int(0)];
        for field in fields {
            code.extend([Instr::Int(31), Instr::IntArithmetic(Arithmetic::Multiply)]);
            code.push(Instr::Load(0));
            code.push(Instr::GetFieldAt(field.slot, field.kind));
            let (class, shape) = match field.kind {
                Kind::Long => ("java/lang/Long", "(J)I"),
                Kind::Float => ("java/lang/Float", "(F)I"),
                Kind::Double => ("java/lang/Double", "(D)I"),
                Kind::Boolean => ("java/lang/Boolean", "(Z)I"),
                Kind::Reference => ("java/util/Objects", "(Ljava/lang/Object;)I"),
                _ => ("", ""),
            };
            if !class.is_empty() {
                let hash = self.fixed_method(class, "hashCode", shape)?;
                code.push(Instr::CallStatic(hash.0));
            }
            code.push(Instr::IntArithmetic(Arithmetic::Add));
        }
        code.push(Instr::ReturnValue);
        Ok(Code::synthetic(code, 6, 1))
    }

    fn record_text(&mut self, class: ClassId, fields: &[super::Field]) -> Run<Code> {
        let name = self.simple_name(class);
        let text = |text: String| Part::Text(text.encode_utf16().collect());
        // The builder's arguments are locals; fields are read in place of them.
        let mut parts = vec![text(format!("{name}["))];
        for (index, field) in fields.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            parts.push(text(format!("{comma}{}=", field.name)));
            parts.push(Part::Argument(field.descriptor.to_string()));
        }
        parts.push(text("]".to_owned()));
        let code = self.concatenation_code(class, &parts)?;
        let mut next = fields.iter();
        let mut instrs = Vec::new();
        for instr in code.instrs.iter().map(|cell| cell.get()) {
            match instr {
                Instr::Load(_) | Instr::LoadWide(_) => {
                    let field = next.next().expect("one load for each field");
                    instrs.push(Instr::Load(0));
                    instrs.push(Instr::GetFieldAt(field.slot, field.kind));
                }
                other => instrs.push(other),
            }
        }
        Ok(Code::synthetic(instrs, 8, 1))
    }
}
