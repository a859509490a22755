//! What a recorded function tells of the calls it makes: the pointers it passes, and
//! what comes back.

use indexmap::IndexSet;

use super::Writer;
use crate::instrument::calls::{Call, parse};
use crate::instrument::function::byval;
use crate::ir::text::{Class, class_of, take_type, without_metadata};
use crate::stubs::is_kept;

/// Pointers among a call's arguments that the recorder looks at.
pub(super) const MOST_POINTERS: usize = 16;

impl Writer<'_> {
    /// One place for each type that a recorded callee returns.
    pub(super) fn results(&mut self, body: &[&str]) {
        let mut types: IndexSet<&str> = IndexSet::new();
        for line in body {
            let (text, _) = without_metadata(line);
            if let Some((_, call)) = recorded(text.trim())
                && call.result != "void"
            {
                types.insert(call.result);
            }
        }
        for ty in types {
            self.line(&format!("{} = alloca {ty}", result_place(ty)));
        }
    }

    pub(super) fn before_call(&mut self, text: &str) -> Option<String> {
        let (callee, call) = recorded(text)?;
        let pointers: Vec<(&str, &str)> = call
            .arguments
            .iter()
            .filter(|argument| {
                class_of(argument.ty) == Class::Pointer
                    && !argument.text.contains("sret(")
                    && byval(argument.text).is_none()
            })
            .map(|argument| (argument.ty, argument.operand))
            .take(MOST_POINTERS)
            .collect();
        let array = format!("[{MOST_POINTERS} x i64]");
        let (whole, number) = (self.pointers.to(&array), self.pointers.to("i64"));
        for (index, (ty, operand)) in pointers.iter().enumerate() {
            let (bits, slot) = (self.temporary(), self.temporary());
            self.line(&format!("{bits} = ptrtoint {ty} {operand} to i64"));
            self.line(&format!(
                "{slot} = getelementptr {array}, {whole} %ep.pointers, i64 0, i64 {index}"
            ));
            self.line(&format!("store i64 {bits}, {number} {slot}"));
        }
        let first = self.temporary();
        self.line(&format!(
            "{first} = getelementptr {array}, {whole} %ep.pointers, i64 0, i64 0"
        ));
        self.line(&format!(
            "call void @ep_record_call(i64 %ep.handle, {number} {first}, i64 {})",
            pointers.len()
        ));
        Some(callee.to_owned())
    }

    pub(super) fn after_call(&mut self, text: &str, callee: &str, next: Option<&str>) {
        if next.is_some_and(|next| next.trim_start().starts_with("unreachable")) {
            return;
        }
        let Some((_, call)) = recorded(text) else {
            return;
        };
        let byte = self.pointers.to("i8");
        let structure = call
            .arguments
            .first()
            .filter(|argument| argument.text.contains("sret("));
        let (place, size) = if let Some(argument) = structure {
            let ty = argument
                .text
                .split_once("sret(")
                .and_then(|(_, rest)| take_type(rest))
                .map_or("i8", |(ty, _)| ty);
            (
                self.bytes_at(argument.ty, argument.operand),
                self.pointers.size_of(ty),
            )
        } else if call.result == "void" {
            (format!("{byte} null"), "0".to_owned())
        } else {
            let place = result_place(call.result);
            let pointer = self.pointers.to(call.result);
            if let Some((name, _)) = text.split_once(" = ") {
                self.line(&format!("store {} {name}, {pointer} {place}", call.result));
            }
            (
                self.bytes_at(&pointer, &place),
                self.pointers.size_of(call.result),
            )
        };
        let name = self.string(callee);
        self.line(&format!(
            "call void @ep_record_returned(i64 %ep.handle, {name}, {place}, i64 {size})"
        ));
    }

    /// A pointer as one to bytes.
    fn bytes_at(&mut self, ty: &str, operand: &str) -> String {
        match self.pointers.typed {
            false => format!("ptr {operand}"),
            true => {
                let bytes = self.temporary();
                self.line(&format!("{bytes} = bitcast {ty} {operand} to i8*"));
                format!("i8* {bytes}")
            }
        }
    }
}

/// A call whose callee is recorded: a function by its name that is not one
/// of those that run for real in every mode.
fn recorded(text: &str) -> Option<(&str, Call<'_>)> {
    let body = text.split_once(" = ").map_or(text, |(_, body)| body);
    let call = parse(body)?;
    let callee = call.callee.strip_prefix('@')?.trim_matches('"');
    (!is_kept(callee)).then_some((callee, call))
}

fn result_place(ty: &str) -> String {
    let name: String = ty
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    format!("%ep.result.{name}")
}
