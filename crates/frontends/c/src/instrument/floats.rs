//! Operations of floats, and casts between all sorts of values.

use everypath_c_runtime::layout::{casts, functions, operations};

use super::function::FunctionWriter;
use super::instructions::without_flags;
use super::operands::shadow_name;
use crate::ir::debug::Place;
use crate::ir::text::{Class, class_of, split, typed};

impl FunctionWriter<'_, '_> {
    /// An operation of two `long double`s.
    pub(super) fn long(
        &mut self,
        name: &str,
        code: u8,
        first: &str,
        second: &str,
        place: Option<&Place>,
    ) {
        let (a, b) = (
            self.shadow("x86_fp80", first),
            self.shadow("x86_fp80", second),
        );
        let number = self.writer.place_number(place);
        let name = shadow_name(name);
        self.line(&format!(
            "{name} = call i32 @ep.long(i32 {code}, i32 {a}, i32 {b}, x86_fp80 {first}, x86_fp80 {second}, i32 {number})"
        ));
    }

    pub(super) fn float_compare(
        &mut self,
        name: &str,
        body: &str,
        place: Option<&Place>,
    ) -> Option<()> {
        const PREDICATES: [&str; 16] = [
            "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge",
            "ult", "ule", "une", "true",
        ];
        let (rest, _) = without_flags(body.strip_prefix("fcmp ")?);
        let (predicate, rest) = rest.split_once(' ')?;
        let index = PREDICATES.iter().position(|known| *known == predicate)?;
        let parts = split(rest);
        let (ty, first) = typed(parts.first()?)?;
        let second = parts.get(1)?;
        self.line(&format!("{name} = {body}"));
        let Class::Float(width) = class_of(ty) else {
            if !ty.starts_with('<') {
                self.define(&shadow_name(name), "0");
            }
            return Some(());
        };
        if width == 80 {
            self.long(name, operations::FCMP + index as u8, first, second, place);
            return Some(());
        }
        let code = u32::from(operations::FCMP + index as u8) | u32::from(width) << 8;
        self.two("ep.float", name, code, ty, first, second, None);
        Some(())
    }

    pub(super) fn float_function(&mut self, name: &str, ty: &str, operand: &str, function: u8) {
        if let Class::Float(width) = class_of(ty) {
            let shadow = self.shadow(ty, operand);
            if width == 80 && function == functions::SQRT {
                self.lost_operand(ty, operand, None);
                return self.concrete(ty, name);
            }
            let code = u32::from(function) | u32::from(width) << 8;
            let name = shadow_name(name);
            self.line(&format!(
                "{name} = call i32 @ep.unary(i32 {code}, i32 {shadow})"
            ));
        }
    }

    pub(super) fn cast(
        &mut self,
        name: &str,
        operation: &str,
        body: &str,
        place: Option<&Place>,
    ) -> Option<()> {
        let (rest, _) = without_flags(body.split_once(' ')?.1);
        let (from, to) = rest.rsplit_once(" to ")?;
        let (from_type, operand) = typed(from)?;
        let to = to.trim();
        let (before, after) = (class_of(from_type), class_of(to));
        self.line(&format!("{name} = {body}"));
        // Not every wide integer is a double.
        let inexact = after == Class::Float(80) && matches!(before, Class::Int(33..));
        if after == Class::Other || before == Class::Other || inexact {
            self.lost_operand(from_type, operand, place);
            self.concrete(to, name);
            return Some(());
        }
        let code = match operation {
            "trunc" => casts::TRUNC,
            "zext" => casts::ZEXT,
            "sext" => casts::SEXT,
            "fptosi" => casts::FPTOSI,
            "fptoui" => casts::FPTOUI,
            "sitofp" => casts::SITOFP,
            "uitofp" => casts::UITOFP,
            "fptrunc" => casts::FPTRUNC,
            "fpext" => casts::FPEXT,
            "ptrtoint" | "inttoptr" if before.width() > after.width() => casts::TRUNC,
            "ptrtoint" | "inttoptr" if before.width() < after.width() => casts::ZEXT,
            "bitcast" if matches!(before, Class::Float(_)) != matches!(after, Class::Float(_)) => {
                casts::BITCAST
            }
            _ => 0,
        };
        let shadow = self.shadow(from_type, operand);
        let name = shadow_name(name);
        if code == 0 {
            self.define(&name, &shadow);
        } else {
            let code =
                u32::from(code) | u32::from(before.width()) << 8 | u32::from(after.width()) << 16;
            self.line(&format!(
                "{name} = call i32 @ep.cast(i32 {code}, i32 {shadow})"
            ));
        }
        Some(())
    }
}
