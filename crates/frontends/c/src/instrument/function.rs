//! Instrumenting one function: its frame, its parameters, and its lines one
//! by one.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Writer;
use super::headers;
use super::operands::{is_local, part_name, shadow_name};
use super::recording::{entered_behind, first_line};
use crate::ir::debug::Place;
use crate::ir::module::{Function, label};
use crate::ir::text::{Class, class_of, elements, split, take_type, without_metadata};

/// The state of instrumenting one function.
pub(crate) struct FunctionWriter<'w, 'a> {
    pub writer: &'w mut Writer<'a>,
    pub function: &'a Function<'a>,
    pub out: String,
    temporaries: usize,
    /// Locals that live in registers once the compiler has optimised: they
    /// have a shadow variable instead of shadow memory.
    promoted: FxHashSet<&'a str>,
    /// Values of `&&` and `||` that no branch decides: they are sides too.
    operands: FxHashSet<&'a str>,
    /// Where the instruction of each value is in the source.
    pub places: FxHashMap<&'a str, Place>,
    /// Whether locals are tracked, so that the frame has to end.
    framed: bool,
    /// Whether no statement of the block was met yet.
    pub block_begins: bool,
    /// The line of the last statement of the block.
    pub last_line: u32,
}

impl<'w, 'a> FunctionWriter<'w, 'a> {
    pub(super) fn new(writer: &'w mut Writer<'a>, function: &'a Function<'a>) -> Self {
        FunctionWriter {
            promoted: promotable(&function.body),
            operands: last_operands(function),
            writer,
            function,
            out: String::new(),
            temporaries: 0,
            places: FxHashMap::default(),
            framed: false,
            block_begins: true,
            last_line: 0,
        }
    }

    pub(super) fn write(mut self) -> String {
        let function = self.function;
        let header = headers::placed(function, self.writer.module, self.writer.options);
        let _ = writeln!(self.out, "{header} {{");
        let mut lines = function.body.iter().enumerate().peekable();
        if let Some((_, first)) = lines.next_if(|(_, line)| label(line).is_some()) {
            let _ = writeln!(self.out, "{}", without_comment(first));
        }
        self.enter();
        self.trace_entry();
        for (index, line) in lines {
            if line.is_empty() {
                continue;
            }
            if label(line).is_some() {
                let _ = writeln!(self.out, "{}", without_comment(line));
                self.trace(index + 1);
                self.begin_block();
                continue;
            }
            let (text, location) = without_metadata(line);
            let text = text.trim();
            if text.starts_with("#dbg_") || text.is_empty() {
                continue;
            }
            let place = location.and_then(|location| self.writer.debug.place(location));
            if let (Some((name, _)), Some(place)) = (text.split_once(" = "), &place) {
                self.places.insert(name, place.clone());
            }
            self.statement(text, place.as_ref());
            self.instruction(text, place.as_ref());
            if let Some((name, _)) = text.split_once(" = ")
                && self.operands.contains(name)
            {
                self.side(name, place.as_ref());
            }
        }
        self.out.push_str("}\n");
        with_known_shadows(self.out)
    }

    fn is_traced(&self) -> bool {
        let options = self.writer.options;
        options.traced && options.stubs.contains_key(self.function.name)
    }

    /// Says which line a block begins with, as the recorder does.
    fn trace(&mut self, from: usize) {
        let body = &self.function.body;
        let has_phi = body.get(from).is_some_and(|line| line.contains(" = phi "));
        if self.is_traced() && !has_phi {
            let rest: Vec<&str> = body[from..].iter().map(String::as_str).collect();
            if let Some(line) = first_line(self.writer.debug, &rest) {
                let own = self.own_address();
                self.line(&format!("call void @ep_trace(i32 {line}, i64 {own})"));
            }
        }
    }

    /// The line with which the function begins, behind its parameters.
    fn trace_entry(&mut self) {
        let body = &self.function.body;
        let behind = entered_behind(self.writer.debug, body);
        self.trace(behind + 1);
    }

    /// The terms of the parameters, if they are meant for this function, and
    /// the frame.
    fn enter(&mut self) {
        let function = self.function;
        let own = self.own_address();
        let number = self.writer.pointers.to("i64");
        self.line(&format!("%ep.callee = load i64, {number} @ep_callee"));
        self.line(&format!("%ep.called = icmp eq i64 %ep.callee, {own}"));
        self.line(&format!("store i64 0, {number} @ep_callee"));
        for (index, parameter) in function.parameters.iter().enumerate().take(64) {
            if class_of(parameter.ty) == Class::Other {
                continue;
            }
            let name = shadow_name(parameter.name);
            let slot = self.slot("ep_arguments", 64, index);
            self.line(&format!("{name}.in = load i32, {slot}"));
            self.line(&format!(
                "{name} = select i1 %ep.called, i32 {name}.in, i32 0"
            ));
            if let Some(copied) = byval(parameter.text) {
                let size = self.writer.pointers.size_of(copied);
                let address = self.bits(parameter.ty, parameter.name);
                self.line(&format!(
                    "call void @ep_receive(i64 {address}, i64 {size}, i32 {index})"
                ));
            }
        }
        if function.variadic {
            self.line("%ep.called.number = zext i1 %ep.called to i32");
            self.line("%ep.more = call i64 @ep_more_taken(i32 %ep.called.number)");
        }
        self.framed = function.body.iter().any(|line| {
            let line = line.trim_start();
            line.split_once(" = ").is_some_and(|(name, rest)| {
                rest.starts_with("alloca ") && !self.promoted.contains(name)
            })
        });
        if self.framed {
            self.line("%ep.frame = call i64 @ep_frame()");
        }
    }

    /// Before a return.
    pub(super) fn leave(&mut self) {
        if self.framed {
            self.line("call void @ep_frame_end(i64 %ep.frame)");
        }
    }

    /// The function's own address.
    pub(super) fn own_address(&self) -> String {
        let function = self.function;
        let ty = match self.writer.pointers.typed {
            false => "ptr".to_owned(),
            true => {
                let mut list: Vec<&str> = function
                    .parameters
                    .iter()
                    .map(|parameter| parameter.ty)
                    .collect();
                if function.variadic {
                    list.push("...");
                }
                format!("{} ({})*", function.result, list.join(", "))
            }
        };
        format!("ptrtoint ({ty} {} to i64)", global_name(function.name))
    }

    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "  {text}");
    }

    pub(super) fn temporary(&mut self) -> String {
        format!("%ep.t.{}", self.number())
    }

    /// A number that nothing else of the function has.
    pub(super) fn number(&mut self) -> usize {
        self.temporaries += 1;
        self.temporaries
    }

    /// A typed constant pointer to one element of a runtime's array.
    pub(super) fn slot(&self, array: &str, count: usize, index: usize) -> String {
        let element = if array == "ep_sources" { "i64" } else { "i32" };
        let pointers = self.writer.pointers;
        let (own, whole) = (
            pointers.to(element),
            pointers.to(&format!("[{count} x {element}]")),
        );
        format!("{own} getelementptr ([{count} x {element}], {whole} @{array}, i64 0, i64 {index})")
    }

    /// The shadow of an operand: a name or 0.
    pub(super) fn shadow(&self, ty: &str, operand: &str) -> String {
        match is_local(operand) && class_of(ty) != Class::Other {
            true => shadow_name(operand),
            false => "0".to_owned(),
        }
    }

    /// The shadows of an operand whose type is a structure of scalars.
    pub(super) fn shadows(&self, ty: &str, operand: &str) -> Vec<String> {
        if class_of(ty) != Class::Other {
            return vec![self.shadow(ty, operand)];
        }
        match elements(ty) {
            Some(parts) if is_local(operand) => parts
                .iter()
                .enumerate()
                .map(|(index, part)| match class_of(part) {
                    Class::Other => "0".to_owned(),
                    _ => part_name(operand, index),
                })
                .collect(),
            Some(parts) => vec!["0".to_owned(); parts.len()],
            None => Vec::new(),
        }
    }

    /// The names of a new value's shadows, with the classes of its parts.
    pub(super) fn parts(&self, ty: &str, name: &str) -> Vec<(String, Class)> {
        match class_of(ty) {
            Class::Other => elements(ty)
                .unwrap_or_default()
                .iter()
                .enumerate()
                .map(|(index, part)| (part_name(name, index), class_of(part)))
                .filter(|(_, class)| *class != Class::Other)
                .collect(),
            class => vec![(shadow_name(name), class)],
        }
    }

    /// A value's bits as an `i64`; of a `long double`, those of the nearest
    /// `double`.
    pub(super) fn bits(&mut self, ty: &str, operand: &str) -> String {
        let class = class_of(ty);
        match (class, operand) {
            (_, "null" | "undef" | "poison" | "zeroinitializer" | "false") => {
                return "0".to_owned();
            }
            (_, "true") => return "1".to_owned(),
            (Class::Int(_), number) if number.parse::<i128>().is_ok() => return number.to_owned(),
            (Class::Int(64), local) => return local.to_owned(),
            _ => {}
        }
        let name = self.temporary();
        match class {
            Class::Int(_) => self.line(&format!("{name} = zext {ty} {operand} to i64")),
            Class::Pointer => self.line(&format!("{name} = ptrtoint {ty} {operand} to i64")),
            Class::Float(80) => {
                self.line(&format!(
                    "{name}.double = fptrunc x86_fp80 {operand} to double"
                ));
                self.line(&format!("{name} = bitcast double {name}.double to i64"));
            }
            Class::Float(64) => self.line(&format!("{name} = bitcast double {operand} to i64")),
            Class::Float(_) => {
                self.line(&format!("{name}.bits = bitcast float {operand} to i32"));
                self.line(&format!("{name} = zext i32 {name}.bits to i64"));
            }
            Class::Other => return "0".to_owned(),
        }
        name
    }

    /// Gives a name to a shadow.
    pub(super) fn define(&mut self, name: &str, shadow: &str) {
        self.line(&format!("{name} = add i32 {shadow}, 0"));
    }

    /// New values that have no terms.
    pub(super) fn concrete(&mut self, ty: &str, name: &str) {
        for (part, _) in self.parts(ty, name) {
            self.define(&part, "0");
        }
    }

    pub(super) fn is_promoted(&self, name: &str) -> bool {
        self.promoted.contains(name)
    }

    /// A local variable.
    pub(super) fn alloca(&mut self, name: &str, text: &str) {
        let number = self.writer.pointers.to("i32");
        if self.promoted.contains(name) {
            self.line(&format!("{name} = {text}"));
            let shadow = shadow_name(name);
            self.line(&format!("{shadow}.variable = alloca i32"));
            self.line(&format!("store i32 0, {number} {shadow}.variable"));
            self.define(&shadow, "0");
            return;
        }
        let rest = text
            .trim_start_matches("alloca ")
            .trim_start_matches("inalloca ");
        let parts = split(rest);
        let ty = parts
            .first()
            .and_then(|part| take_type(part))
            .map_or("i8", |(ty, _)| ty);
        let count = parts
            .get(1)
            .filter(|part| !part.starts_with("align") && !part.starts_with("addrspace"));
        let size = self.writer.pointers.size_of(ty);
        let pointer = self.writer.pointers.to(ty);
        if let Some(count) = count {
            self.line(&format!("{name} = {text}"));
            let (count_type, operand) = take_type(count).unwrap_or(("i64", "1"));
            let count = self.bits(count_type, operand.trim());
            let bytes = self.temporary();
            self.line(&format!("{bytes} = mul i64 {count}, {size}"));
            let address = self.bits(&pointer, name);
            self.line(&format!("call void @ep_local(i64 {address}, i64 {bytes})"));
        } else {
            // A gap behind each, as in the heap.
            let whole = format!("{{ {ty}, [32 x i8] }}");
            let alignment = parts
                .iter()
                .find_map(|part| part.strip_prefix("align "))
                .unwrap_or("16");
            let shadow = shadow_name(name);
            let whole_pointer = self.writer.pointers.to(&whole);
            self.line(&format!(
                "{shadow}.whole = alloca {whole}, align {alignment}"
            ));
            self.line(&format!(
                "{name} = getelementptr {whole}, {whole_pointer} {shadow}.whole, i32 0, i32 0"
            ));
            let address = self.bits(&pointer, name);
            self.line(&format!("call void @ep_local(i64 {address}, i64 {size})"));
        }
        self.define(&shadow_name(name), "0");
    }
}

/// How IR writes a global's name.
pub(super) fn global_name(name: &str) -> String {
    let plain = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-'));
    match plain {
        true => format!("@{name}"),
        false => format!("@\"{name}\""),
    }
}

/// The type that a parameter is a copy of.
pub(super) fn byval(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("byval(")?;
    take_type(rest).map(|(ty, _)| ty)
}

fn without_comment(line: &str) -> &str {
    line.split(';').next().unwrap_or(line).trim_end()
}

/// The locals of scalar type whose address goes nowhere.
pub(crate) fn promotable(body: &[String]) -> FxHashSet<&str> {
    let mut found: FxHashMap<&str, &str> = FxHashMap::default();
    for line in body {
        let Some((name, rest)) = line.trim_start().split_once(" = alloca ") else {
            continue;
        };
        let (rest, _) = without_metadata(rest);
        let parts = split(rest);
        let counted = parts.get(1).is_some_and(|part| !part.starts_with("align"));
        if let Some((ty, _)) = take_type(rest)
            && class_of(ty) != Class::Other
            && class_of(ty).width().is_multiple_of(8)
            && !counted
        {
            found.insert(name, ty);
        }
    }
    for line in body {
        let (text, _) = without_metadata(line);
        let text = text.trim_start();
        if text.contains("= alloca ") || text.contains("@llvm.dbg.") || text.starts_with("#dbg_") {
            continue;
        }
        let allowed = allowed_use(text, &found);
        for name in locals(text) {
            if found.contains_key(name) && allowed != Some(name) {
                found.remove(name);
            }
        }
    }
    found.into_keys().collect()
}

/// The last operands of `&&` and `||` whose value is used: a boolean that
/// joins a constant.
fn last_operands<'a>(function: &'a Function) -> FxHashSet<&'a str> {
    let mut found = FxHashSet::default();
    for line in &function.body {
        let Some((_, pairs)) = line.split_once(" = phi i1 ") else {
            continue;
        };
        let (pairs, _) = without_metadata(pairs);
        let values: Vec<&str> = split(pairs)
            .into_iter()
            .filter_map(|pair| pair.trim_start_matches('[').split(',').next())
            .map(str::trim)
            .collect();
        if values
            .iter()
            .any(|value| matches!(*value, "true" | "false"))
        {
            found.extend(values.into_iter().filter(|value| value.starts_with('%')));
        }
    }
    found
}

/// The local that a load or store uses as its place, and nothing else.
fn allowed_use<'t>(text: &'t str, found: &FxHashMap<&str, &str>) -> Option<&'t str> {
    if text.contains("atomic ") {
        return None;
    }
    let (operation, pointer) = match text.split_once(" = load ") {
        Some((_, rest)) => (rest.trim_start_matches("volatile "), 1),
        None => (
            text.strip_prefix("store ")?.trim_start_matches("volatile "),
            1,
        ),
    };
    let parts = split(operation);
    let (value_type, value) = take_type(parts.first()?)?;
    let name = parts.get(pointer)?.rsplit(' ').next()?;
    let same_type = found.get(name).is_some_and(|ty| *ty == value_type);
    (same_type && value.trim() != name).then_some(name)
}

/// The local names in a line.
pub fn locals(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '$' | '"');
    text.match_indices('%').map(move |(at, _)| {
        let rest = &text[at + 1..];
        let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        &text[at..at + 1 + end]
    })
}

/// Values of instructions that are not known have no shadow; where one is
/// used, it is 0.
fn with_known_shadows(text: String) -> String {
    let defined: FxHashSet<&str> = text
        .lines()
        .filter_map(|line| line.trim_start().split_once(" = "))
        .map(|(name, _)| name)
        .filter(|name| name.starts_with("%ep.") || name.starts_with("%\"ep."))
        .collect();
    let missing: FxHashSet<&str> = locals(&text)
        .map(|name| name.trim_end_matches(['.', '-']))
        .filter(|name| {
            (name.starts_with("%ep.") || name.starts_with("%\"ep.")) && !defined.contains(name)
        })
        .collect();
    if missing.is_empty() {
        return text;
    }
    let mut lines = String::with_capacity(text.len());
    for line in text.lines() {
        let mut line = line.to_owned();
        for name in locals(&line.clone()) {
            if missing.contains(name) {
                for end in [",", ")", " ]", ""] {
                    let found = format!("{name}{end}");
                    if end.is_empty() && !line.ends_with(name) {
                        continue;
                    }
                    line = line.replace(&found, &format!("0{end}"));
                }
            }
        }
        lines.push_str(&line);
        lines.push('\n');
    }
    lines
}
