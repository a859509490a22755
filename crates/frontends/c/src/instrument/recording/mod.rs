//! Instrumenting a module for carving: it tells the recorder of its locals,
//! globals and calls; the target functions tell of their parameters, of what
//! their callees return, and of the lines that run.

mod calls;
mod symbols;

use std::fmt::Write;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;

use super::function::{byval, global_name, promotable};
use super::operands::Pointers;
use crate::ir::debug::Debug;
use crate::ir::module::{Function, Module, label};
use crate::ir::text::{number, split, take_type, without_metadata};
use calls::MOST_POINTERS;
use symbols::types_of_symbols;

/// The recorder's functions: result, name, parameters. `S` is a string, `W` a
/// pointer to words.
const RECORDER: &[(&str, &str, &str)] = &[
    ("i64", "ep_record_frame", ""),
    ("void", "ep_record_frame_end", "i64"),
    ("void", "ep_record_local", "i64, i64"),
    ("i64", "ep_record_enter", "S, S, i64"),
    ("void", "ep_record_parameter", "i64, i64, i64, i64"),
    ("void", "ep_record_entered", "i64"),
    ("void", "ep_record_line", "i64, i32"),
    ("void", "ep_record_call", "i64, W, i64"),
    ("void", "ep_record_returned", "i64, S, S, i64"),
    ("void", "ep_record_leave", "i64"),
];

/// What to record of a module.
#[derive(Clone, Debug)]
pub struct Recording<'a> {
    /// Distinguishes this module's own symbols from those of others.
    pub tag: &'a str,
    /// The source file.
    pub file: &'a str,
    /// The functions whose calls are recorded.
    pub targets: &'a IndexSet<String>,
}

/// Instruments a module's text for recording. `None` if it is not understood.
pub fn record(text: &str, recording: &Recording) -> Option<String> {
    let module = Module::read(text)?;
    let mut writer = Writer {
        recording,
        pointers: Pointers {
            typed: module.typed_pointers,
        },
        debug: Debug::new(&module.metadata),
        types: types_of_symbols(&module, text),
        strings: IndexMap::new(),
        out: String::with_capacity(text.len() * 2),
        temporaries: 0,
    };
    let mut functions = module.functions.iter();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        writer.out.push_str(line);
        writer.out.push('\n');
        if line.starts_with("define ") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
            writer.function(functions.next()?, &body);
            writer.out.push_str("}\n");
        }
    }
    writer.tables(&module);
    Some(writer.out)
}

struct Writer<'a> {
    recording: &'a Recording<'a>,
    pointers: Pointers,
    debug: Debug<'a>,
    /// The types that symbols have as operands.
    types: FxHashMap<String, String>,
    strings: IndexMap<String, usize>,
    out: String,
    temporaries: usize,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "  {text}");
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("%ep.t.{}", self.temporaries)
    }

    fn string(&mut self, text: &str) -> String {
        let next = self.strings.len();
        let known = *self.strings.entry(text.to_owned()).or_insert(next);
        let name = format!("@\"ep.string.{known}\"");
        self.pointers
            .first_of(&format!("[{} x i8]", text.len() + 1), &name)
    }

    fn address(&self, symbol: &str) -> Option<String> {
        let ty = self.types.get(symbol)?;
        Some(format!("ptrtoint ({ty} {} to i64)", global_name(symbol)))
    }

    fn function(&mut self, function: &Function, body: &[&str]) {
        let is_target = self.recording.targets.contains(function.name);
        let promoted = promotable(&function.body);
        let locals: FxHashMap<&str, &str> = body
            .iter()
            .filter_map(|line| line.trim_start().split_once(" = alloca "))
            .filter_map(|(name, rest)| Some((name, take_type(rest)?.0)))
            .collect();
        let framed = is_target || locals.keys().any(|name| !promoted.contains(name));
        let parameters = if is_target {
            self.parameters(function, body, &locals)
        } else {
            Vec::new()
        };
        let mut lines = body.iter().enumerate().peekable();
        if let Some((_, first)) = lines.next_if(|(_, line)| label(line).is_some()) {
            let _ = writeln!(self.out, "{first}");
        }
        if framed {
            self.line("%ep.frame = call i64 @ep_record_frame()");
        }
        if is_target {
            self.line(&format!("%ep.pointers = alloca [{MOST_POINTERS} x i64]"));
            self.results(body);
        }
        // The parameters are in their places behind the last declaration of one.
        let entered_behind = entered_behind(self.debug, body);
        let mut entered = false;
        if is_target && !body.iter().any(|line| line.contains(" = alloca ")) {
            self.enter(function, &parameters);
            entered = true;
            self.trace(body.get(1..).unwrap_or_default());
        }
        for (index, line) in lines {
            let (text, location) = without_metadata(line);
            let text = text.trim();
            if text == "ret void" || text.starts_with("ret ") {
                if is_target {
                    self.line("call void @ep_record_leave(i64 %ep.handle)");
                }
                if framed {
                    self.line("call void @ep_record_frame_end(i64 %ep.frame)");
                }
            }
            let call = (entered && text.contains("call "))
                .then(|| self.before_call(text))
                .flatten();
            self.out.push_str(line);
            self.out.push('\n');
            if let Some(callee) = call {
                self.after_call(text, &callee, body.get(index + 1).copied());
            }
            if let Some((name, rest)) = text.split_once(" = alloca ")
                && !promoted.contains(name)
            {
                self.local(name, rest);
            }
            if is_target && !entered && index >= entered_behind {
                self.enter(function, &parameters);
                entered = true;
                self.trace(&body[index + 1..]);
            } else if entered && label(line).is_some() {
                self.trace_behind_phis(body, index);
            }
            let _ = location;
        }
    }

    /// Says which line a block begins with; phis have to stay first.
    fn trace_behind_phis(&mut self, body: &[&str], index: usize) {
        let next = body.get(index + 1).copied().unwrap_or("");
        if !next.contains(" = phi ") {
            self.trace(&body[index + 1..]);
        }
    }

    fn trace(&mut self, rest: &[&str]) {
        if let Some(line) = first_line(self.debug, rest) {
            self.line(&format!(
                "call void @ep_record_line(i64 %ep.handle, i32 {line})"
            ));
        }
    }

    fn local(&mut self, name: &str, rest: &str) {
        let parts = split(rest);
        let Some((ty, _)) = take_type(rest) else {
            return;
        };
        let size = self.pointers.size_of(ty);
        let pointer = self.pointers.to(ty);
        let address = self.temporary();
        self.line(&format!("{address} = ptrtoint {pointer} {name} to i64"));
        let count = parts
            .get(1)
            .filter(|part| !part.starts_with("align") && !part.starts_with("addrspace"));
        let bytes = match count.and_then(|count| take_type(count)) {
            Some((ty, operand)) => {
                let (wide, bytes) = (self.temporary(), self.temporary());
                match ty {
                    "i64" => self.line(&format!("{wide} = add i64 {operand}, 0")),
                    _ => self.line(&format!("{wide} = zext {ty} {operand} to i64")),
                }
                self.line(&format!("{bytes} = mul i64 {wide}, {size}"));
                bytes
            }
            None => size,
        };
        self.line(&format!(
            "call void @ep_record_local(i64 {address}, i64 {bytes})"
        ));
    }

    /// Where each parameter is declared, its position, its place and its type.
    fn parameters<'b>(
        &self,
        function: &'b Function,
        body: &'b [&'b str],
        locals: &FxHashMap<&'b str, &'b str>,
    ) -> Vec<(usize, i64, &'b str, &'b str)> {
        let mut found = Vec::new();
        for (index, line) in body.iter().enumerate() {
            let Some((place, variable)) = declaration(line) else {
                continue;
            };
            let argument = self
                .debug
                .node(variable)
                .and_then(|node| node.number("arg"))
                .filter(|argument| *argument > 0);
            let ty = locals.get(place).copied().or_else(|| {
                function
                    .parameters
                    .iter()
                    .find(|parameter| parameter.name == place)
                    .and_then(|parameter| byval(parameter.text))
            });
            if let (Some(argument), Some(ty)) = (argument, ty) {
                found.push((index, argument - 1, place, ty));
            }
        }
        found
    }

    fn enter(&mut self, function: &Function, parameters: &[(usize, i64, &str, &str)]) {
        let file = self.recording.file.to_owned();
        let (name, file) = (self.string(function.name), self.string(&file));
        let own = self.address(function.name).unwrap_or("0".to_owned());
        self.line(&format!(
            "%ep.handle = call i64 @ep_record_enter({name}, {file}, i64 {own})"
        ));
        for (_, position, place, ty) in parameters {
            let address = self.temporary();
            let (pointer, size) = (self.pointers.to(ty), self.pointers.size_of(ty));
            self.line(&format!("{address} = ptrtoint {pointer} {place} to i64"));
            self.line(&format!(
                "call void @ep_record_parameter(i64 %ep.handle, i64 {position}, i64 {address}, i64 {size})"
            ));
        }
        self.line("call void @ep_record_entered(i64 %ep.handle)");
    }

    /// What the recorder has to know of the module.
    fn tables(&mut self, module: &Module) {
        let mut globals = Vec::new();
        for global in &module.globals {
            let name = global.name.trim_start_matches('@').trim_matches('"');
            if global.thread_local || name.starts_with("llvm.") {
                continue;
            }
            let shown = self.string(name);
            let (pointer, size) = (
                self.pointers.to(global.ty),
                self.pointers.size_of(global.ty),
            );
            globals.push(format!(
                "{{ i64 ptrtoint ({pointer} {} to i64), i64 {size}, i64 {}, {shown} }}",
                global.name,
                u8::from(global.constant)
            ));
        }
        let mut functions = Vec::new();
        let mut edges = Vec::new();
        for function in &module.functions {
            let Some(own) = self.address(function.name) else {
                continue;
            };
            let shown = self.string(function.name);
            functions.push(format!("{{ i64 {own}, {shown} }}"));
            let mut mentioned: IndexSet<&str> = IndexSet::new();
            for line in &function.body {
                mentioned.extend(crate::driver::names(line));
            }
            for name in mentioned {
                if let Some(other) = self.address(name)
                    && name != function.name
                {
                    edges.push(format!("{{ i64 {own}, i64 {other} }}"));
                }
            }
        }
        let byte = self.pointers.to("i8");
        self.table("globals", &format!("{{ i64, i64, i64, {byte} }}"), &globals);
        self.table("functions", &format!("{{ i64, {byte} }}"), &functions);
        self.table("edges", "{ i64, i64 }", &edges);
        for (text, index) in std::mem::take(&mut self.strings) {
            let mut bytes = String::new();
            for byte in text.bytes() {
                let _ = write!(bytes, "\\{byte:02X}");
            }
            let size = text.len() + 1;
            let _ = writeln!(
                self.out,
                "@\"ep.string.{index}\" = private constant [{size} x i8] c\"{bytes}\\00\""
            );
        }
        let number = self.pointers.to("i64");
        for (result, name, parameters) in RECORDER {
            let parameters = parameters.replace('S', &byte).replace('W', &number);
            let _ = writeln!(self.out, "declare {result} @{name}({parameters})");
        }
    }

    fn table(&mut self, what: &str, ty: &str, entries: &[String]) {
        if entries.is_empty() {
            return;
        }
        let list: Vec<String> = entries
            .iter()
            .map(|entry| format!("{ty} {entry}"))
            .collect();
        let tag = self.recording.tag;
        let _ = writeln!(
            self.out,
            "@\"ep.{what}.{tag}\" = hidden global [{} x {ty}] [{}], section \"ep_record_{what}\", align 8",
            entries.len(),
            list.join(", ")
        );
    }
}

/// The place and the variable of a declaration in the debug information.
pub fn declaration(line: &str) -> Option<(&str, u32)> {
    let rest = line
        .split_once("@llvm.dbg.declare(metadata ")
        .or_else(|| line.split_once("#dbg_declare("))?
        .1;
    let parts = split(&rest[..rest.rfind(')')?]);
    let place = parts.first()?.rsplit(' ').next()?;
    let variable = parts.get(1)?.trim_start_matches("metadata ");
    Some((place, number(variable.strip_prefix('!')?)?))
}

/// The line of a body behind which the parameters are in their places: the
/// declaration of the last one, else the last local of the first block.
pub fn entered_behind<T: AsRef<str>>(debug: Debug, body: &[T]) -> usize {
    let is_parameter = |line: &str| {
        let variable = declaration(line).and_then(|(_, variable)| debug.node(variable));
        variable
            .and_then(|node| node.number("arg"))
            .is_some_and(|argument| argument > 0)
    };
    let first = body
        .iter()
        .skip(1)
        .position(|line| label(line.as_ref()).is_some())
        .map_or(body.len(), |at| at + 1);
    let block = &body[..first];
    block
        .iter()
        .rposition(|line| is_parameter(line.as_ref()))
        .or_else(|| {
            block
                .iter()
                .rposition(|line| line.as_ref().contains(" = alloca "))
        })
        .unwrap_or(0)
}

/// The line of the first instruction of a block that has one.
pub fn first_line(debug: Debug, rest: &[&str]) -> Option<u32> {
    for line in rest {
        if label(line).is_some() {
            return None;
        }
        if line.contains("@llvm.dbg.") || line.contains("#dbg_") || line.contains(" = phi ") {
            continue;
        }
        let (_, location) = without_metadata(line);
        if let Some(place) = location.and_then(|location| debug.place(location)) {
            return Some(place.line);
        }
    }
    None
}
