//! Loads, stores, and the addresses that they go to.

use everypath_c_runtime::layout::casts;

use super::function::FunctionWriter;
use super::instructions::without_flags;
use super::operands::shadow_name;
use crate::ir::debug::Place;
use crate::ir::text::{Class, class_of, closing, elements, split, take_type, typed};

const FLOAT_CODE: u32 = 1 << 8;
const POINTER_CODE: u32 = 1 << 9;

impl FunctionWriter<'_, '_> {
    pub(super) fn load(&mut self, name: &str, body: &str, place: Option<&Place>) -> Option<()> {
        let (what, pointer_type, pointer) = operands(body.strip_prefix("load ")?)?;
        let (ty, _) = take_type(what)?;
        if self.is_promoted(pointer) {
            let number = self.writer.pointers.to("i32");
            let (value, variable) = (shadow_name(name), shadow_name(pointer));
            self.line(&format!("{value} = load i32, {number} {variable}.variable"));
            self.line(&format!("{name} = {body}"));
            return Some(());
        }
        let number = self.writer.place_number(place);
        self.load_parts(name, ty, pointer_type, pointer, number);
        self.line(&format!("{name} = {body}"));
        Some(())
    }

    fn load_parts(&mut self, name: &str, ty: &str, pointer_type: &str, pointer: &str, place: u32) {
        let address = self.bits(pointer_type, pointer);
        let shadow = self.shadow(pointer_type, pointer);
        if let Some(code) = access_code(class_of(ty)) {
            let name = shadow_name(name);
            self.line(&format!(
                "{name} = call i32 @ep_load(i32 {code}, i64 {address}, i32 {shadow}, i32 {place})"
            ));
            return;
        }
        let parts = self.parts(ty, name);
        let size = self.writer.pointers.size_of(ty);
        match elements(ty) {
            Some(list) if parts.len() == list.len() => {
                for (index, (part, class)) in parts.iter().enumerate() {
                    let at = self.part_address(ty, pointer_type, pointer, index);
                    let code = access_code(*class).unwrap_or(0);
                    self.line(&format!("{part} = call i32 @ep_load(i32 {code}, i64 {at}, i32 {shadow}, i32 {place})"));
                }
            }
            _ => {
                let what = self.writer.string(&format!("a value of type {ty}"));
                self.line(&format!(
                    "call void @ep_lost_memory(i64 {address}, i64 {size}, {what}, i32 {place})"
                ));
                self.concrete(ty, name);
            }
        }
    }

    fn part_address(
        &mut self,
        ty: &str,
        pointer_type: &str,
        pointer: &str,
        index: usize,
    ) -> String {
        let temporary = self.temporary();
        self.line(&format!(
            "{temporary} = getelementptr {ty}, {pointer_type} {pointer}, i32 0, i32 {index}"
        ));
        let part = elements(ty).and_then(|list| list.get(index).map(|part| (*part).to_owned()));
        let part_pointer = self.writer.pointers.to(&part.unwrap_or_default());
        self.bits(&part_pointer, &temporary)
    }

    pub(super) fn store(&mut self, body: &str, place: Option<&Place>) {
        if self.store_parts(body, place).is_none() {
            self.line(body);
        }
    }

    fn store_parts(&mut self, body: &str, place: Option<&Place>) -> Option<()> {
        let (what, pointer_type, pointer) = operands(body.strip_prefix("store ")?)?;
        let (ty, value) = typed(what)?;
        if self.is_promoted(pointer) {
            let number = self.writer.pointers.to("i32");
            let (shadow, variable) = (self.shadow(ty, value), shadow_name(pointer));
            self.line(&format!("store i32 {shadow}, {number} {variable}.variable"));
            self.line(body);
            return Some(());
        }
        let number = self.writer.place_number(place);
        let address = self.bits(pointer_type, pointer);
        let pointer_shadow = self.shadow(pointer_type, pointer);
        if let Some(code) = access_code(class_of(ty)) {
            let (shadow, bits) = (self.shadow(ty, value), self.bits(ty, value));
            self.line(&format!(
                "call void @ep_store(i32 {code}, i64 {address}, i32 {pointer_shadow}, i32 {shadow}, i64 {bits}, i32 {number})"
            ));
        } else {
            let size = self.writer.pointers.size_of(ty);
            self.line(&format!(
                "call void @ep_clear(i64 {address}, i64 {size}, i32 {number})"
            ));
            let shadows = self.shadows(ty, value);
            let list: Vec<String> = elements(ty)
                .unwrap_or_default()
                .into_iter()
                .map(str::to_owned)
                .collect();
            for (index, shadow) in shadows.iter().enumerate() {
                if let Some(code) = list.get(index).and_then(|part| access_code(class_of(part))) {
                    let at = self.part_address(ty, pointer_type, pointer, index);
                    self.line(&format!(
                        "call void @ep_store(i32 {code}, i64 {at}, i32 {pointer_shadow}, i32 {shadow}, i64 0, i32 {number})"
                    ));
                }
            }
        }
        self.line(body);
        Some(())
    }

    pub(super) fn address(&mut self, name: &str, body: &str) -> Option<()> {
        let (rest, _) = without_flags(body.strip_prefix("getelementptr ")?);
        let rest = match rest.strip_prefix("inrange(") {
            Some(_) => rest[closing(&rest[7..])? + 8..].trim_start(),
            None => rest,
        };
        let parts = split(rest);
        let source = parts.first()?;
        let (pointer_type, pointer) = typed(parts.get(1)?)?;
        if class_of(pointer_type) != Class::Pointer {
            self.line(&format!("{name} = {body}"));
            return Some(());
        }
        self.line(&format!("{name} = {body}"));
        let mut shadow = self.shadow(pointer_type, pointer);
        let mut address = self.bits(pointer_type, pointer);
        let mut current = (*source).to_owned();
        for (position, index) in parts[2..].iter().enumerate() {
            let (index_type, index) = typed(index)?;
            if position > 0 {
                current = match array_element(&current) {
                    Some(element) => element,
                    None => self.member(&current, index)?,
                };
            }
            if !index.starts_with('%') {
                continue;
            }
            let index_shadow = self.shadow(index_type, index);
            let number = match index_type {
                "i64" => index.to_owned(),
                _ => {
                    let wide = self.temporary();
                    self.line(&format!("{wide} = sext {index_type} {index} to i64"));
                    wide
                }
            };
            let index_shadow = match index_type {
                "i64" => index_shadow,
                _ => {
                    let wide = self.temporary();
                    let width = u32::from(class_of(index_type).width());
                    let code = u32::from(casts::SEXT) | width << 8 | 64 << 16;
                    self.line(&format!(
                        "{wide} = call i32 @ep.cast(i32 {code}, i32 {index_shadow})"
                    ));
                    wide
                }
            };
            let scale = self.writer.pointers.size_of(&current);
            let next = self.temporary();
            self.line(&format!(
                "{next} = call i32 @ep.step(i32 {shadow}, i64 {address}, i32 {index_shadow}, i64 {number}, i64 {scale})"
            ));
            let moved = self.temporary();
            self.line(&format!("{moved}.step = mul i64 {number}, {scale}"));
            self.line(&format!("{moved} = add i64 {address}, {moved}.step"));
            shadow = next;
            address = moved;
        }
        let result = self.temporary();
        let result_type = self.writer.pointers.to(&current);
        self.line(&format!("{result} = ptrtoint {result_type} {name} to i64"));
        let name = shadow_name(name);
        self.line(&format!(
            "{name} = call i32 @ep.rest(i32 {shadow}, i64 {address}, i64 {result})"
        ));
        Some(())
    }

    /// The type of a structure's member.
    fn member(&self, ty: &str, index: &str) -> Option<String> {
        let definition = self.structure(ty)?;
        let plain = definition.trim_start_matches('<').trim_end_matches('>');
        let list = elements(plain)?;
        list.get(index.parse::<usize>().ok()?)
            .map(|part| (*part).to_owned())
    }

    /// The definition of a named structure.
    fn structure(&self, ty: &str) -> Option<String> {
        if ty.starts_with(['{', '<']) {
            return Some(ty.to_owned());
        }
        let prefix = format!("{ty} = type ");
        let line = self
            .writer
            .module
            .kept
            .iter()
            .find(|line| line.starts_with(&prefix))?;
        Some(line[prefix.len()..].to_owned())
    }
}

/// The code of a load or store of a class; none if it has no terms.
fn access_code(class: Class) -> Option<u32> {
    match class {
        Class::Int(width) if width % 8 == 0 => Some(u32::from(width / 8)),
        // A symbolic address of a `long double` is made concrete like that of a pointer.
        Class::Float(80) => Some(10 | FLOAT_CODE | POINTER_CODE),
        Class::Float(width) => Some(u32::from(width / 8) | FLOAT_CODE),
        Class::Pointer => Some(8 | POINTER_CODE),
        _ => None,
    }
}

fn array_element(ty: &str) -> Option<String> {
    let inner = ty.strip_prefix('[')?.strip_suffix(']')?;
    inner
        .split_once(" x ")
        .map(|(_, element)| element.to_owned())
}

/// What is loaded or stored, and the type and name of the pointer.
fn operands(body: &str) -> Option<(&str, &str, &str)> {
    let body = body
        .trim_start_matches("atomic ")
        .trim_start_matches("volatile ");
    let parts = split(body);
    let (pointer_type, pointer) = typed(parts.get(1)?)?;
    // An atomic access says its ordering behind the pointer.
    let pointer = match pointer.contains('(') {
        true => pointer,
        false => pointer.split(' ').next()?,
    };
    Some((parts.first()?, pointer_type, pointer))
}
