//! Calls: of instrumented functions, with the terms of their arguments; of
//! the runtime instead of the allocator and the ends of the program; of
//! compiler intrinsics; and of everything else, on concrete values.

use super::function::{FunctionWriter, byval, global_name};
use crate::ir::debug::Place;
use crate::ir::text::{Class, class_of, closing, split, take_type, typed};

/// Functions that make no system calls.
const HARMLESS: [&str; 4] = [
    "__errno_location",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
];

/// Functions that only write what they are given somewhere.
#[rustfmt::skip]
pub(crate) const OUTPUT: [&str; 22] = [
    "printf", "puts", "putchar", "fprintf", "vprintf", "vfprintf", "fputs", "fputc", "putc",
    "fwrite", "perror", "fflush", "puts_unlocked", "putchar_unlocked", "fputs_unlocked",
    "fputc_unlocked", "fwrite_unlocked", "error", "warn", "warnx", "syslog", "__overflow",
];

/// Classes of arguments that a callee does not name, as the runtime has them.
const INTEGER: u32 = 1;
const FLOAT: u32 = 2;
const MEMORY: u32 = 3;

/// A call, cut into its parts.
pub(crate) struct Call<'t> {
    pub result: &'t str,
    pub callee: &'t str,
    pub arguments: Vec<Argument<'t>>,
    pub fixed: Option<usize>,
}

impl<'t> Call<'t> {
    /// The types that the callee names, and whether there may be more.
    fn parameters(&self) -> Vec<&'t str> {
        let named = self.fixed.unwrap_or(self.arguments.len());
        let mut list: Vec<&str> = self.arguments.iter().map(|one| one.ty).collect();
        list.truncate(named);
        list.extend(self.fixed.map(|_| "..."));
        list
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Argument<'t> {
    pub text: &'t str,
    pub ty: &'t str,
    pub operand: &'t str,
}

pub(crate) fn parse(body: &str) -> Option<Call<'_>> {
    let rest = ["tail ", "musttail ", "notail "]
        .iter()
        .find_map(|word| body.strip_prefix(word))
        .unwrap_or(body);
    let mut rest = rest.strip_prefix("call ")?.trim_start();
    // Conventions and attributes stand before the type.
    loop {
        let word = rest.split([' ', '(']).next()?;
        let skipped = matches!(
            word,
            "fastcc"
                | "ccc"
                | "coldcc"
                | "noundef"
                | "zeroext"
                | "signext"
                | "nonnull"
                | "noalias"
                | "inreg"
                | "fast"
                | "nnan"
                | "ninf"
                | "nsz"
                | "arcp"
                | "contract"
                | "afn"
                | "reassoc"
        );
        if skipped {
            rest = rest[word.len()..].trim_start();
        } else if word == "align" {
            rest = rest[5..]
                .trim_start()
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_start();
        } else if matches!(
            word,
            "dereferenceable" | "dereferenceable_or_null" | "range" | "nofpclass"
        ) {
            rest = rest[word.len() + closing(&rest[word.len()..])? + 1..].trim_start();
        } else {
            break;
        }
    }
    let (whole, after) = take_type(rest)?;
    let (result, fixed) = match whole
        .strip_suffix(')')
        .and_then(|_| whole.rfind('(').map(|_| whole))
    {
        Some(function) => {
            let open = function_parameters(function)?;
            let parameters = split(&function[open + 1..function.len() - 1]);
            let variadic = parameters.last() == Some(&"...");
            (
                function[..open].trim_end(),
                variadic.then(|| parameters.len() - 1),
            )
        }
        None => (whole, None),
    };
    let after = after.trim_start();
    let open = if after.starts_with("asm ") {
        after.rfind("\"(").map(|at| at + 1)?
    } else if after.starts_with(['@', '%']) {
        let quoted = after[1..].starts_with('"');
        let from = if quoted { 2 + after[2..].find('"')? } else { 0 };
        from + after[from..].find('(')?
    } else {
        // A constant expression: `bitcast (... @f to ...)(...)`.
        let first = after.find('(')?;
        first + closing(&after[first..])? + 1
    };
    let callee = after[..open].trim();
    let close = open + closing(&after[open..])?;
    let mut arguments = Vec::new();
    for text in split(&after[open + 1..close]) {
        let (ty, operand) = typed(text)?;
        arguments.push(Argument { text, ty, operand });
    }
    Some(Call {
        result,
        callee,
        arguments,
        fixed,
    })
}

/// Where the parameters of a function type begin: the last bracket that is
/// in no other.
fn function_parameters(ty: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, byte) in ty.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => {
                depth -= 1;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

impl FunctionWriter<'_, '_> {
    pub(super) fn is_call(&self, body: &str) -> bool {
        ["call ", "tail call ", "musttail call ", "notail call "]
            .iter()
            .any(|word| body.starts_with(word))
    }

    pub(super) fn call(&mut self, name: Option<&str>, body: &str, place: Option<&Place>) {
        let whole = name.map_or_else(|| body.to_owned(), |name| format!("{name} = {body}"));
        let Some(call) = parse(body) else {
            self.line(&whole);
            return;
        };
        if let Some(stub) = self.stub(&call) {
            let renamed = body.replacen(
                &format!("{}(", call.callee),
                &format!("{}(", global_name(&stub)),
                1,
            );
            return self.call(name, &renamed, place);
        }
        let callee = call
            .callee
            .strip_prefix('@')
            .map(|callee| callee.trim_matches('"'));
        if let Some(callee) = callee {
            self.allocation(callee);
            self.required(callee, &call, place);
        }
        match callee {
            Some(callee) if callee.starts_with("llvm.") => {
                self.intrinsic(name, callee, &call, &whole, place)
            }
            Some(callee)
                if callee.starts_with("ep_")
                    && !self.writer.defined.contains(callee)
                    && !self.is_instrumented(callee) =>
            {
                self.line(&whole);
                if let Some(name) = name {
                    self.concrete(call.result, name);
                }
            }
            Some(callee) if self.replaced(name, callee, &call, place).is_some() => {}
            Some(callee) if self.is_instrumented(callee) => {
                let model = self
                    .writer
                    .options
                    .models
                    .get(callee)
                    .filter(|_| !self.writer.defined.contains(callee))
                    .cloned();
                if let Some(model) = &model {
                    let list = call.parameters();
                    let declaration = format!(
                        "declare {} {}({})",
                        call.result,
                        global_name(model),
                        list.join(", ")
                    );
                    self.writer
                        .declarations
                        .entry(model.clone())
                        .or_insert(declaration);
                }
                let address = self.callee_address(&call, model.as_deref());
                // What goes wrong in a model goes wrong here.
                let number = match model {
                    Some(_) => self.writer.place_number(place),
                    None => 0,
                };
                if number > 0 {
                    self.line(&format!("call void @ep_calling(i32 {number})"));
                }
                self.instrumented(name, &call, &whole, model.as_deref(), &address);
                if number > 0 {
                    self.line("call void @ep_calling(i32 0)");
                }
            }
            Some(callee) => {
                self.writer.result.externals.insert(callee.to_owned());
                self.external(name, callee, &call, &whole, place);
            }
            None if call.callee.starts_with("asm ") => {
                self.external(name, "inline assembly", &call, &whole, place)
            }
            None => self.indirect(name, &call, &whole, place),
        }
    }

    /// The stub that a call of this function goes to.
    fn stub(&self, call: &Call) -> Option<String> {
        let callee = call.callee.strip_prefix('@')?.trim_matches('"');
        let stubs = self.writer.options.stubs.get(self.function.name)?;
        let stub = format!("{}{callee}", crate::stubs::PREFIX);
        (stubs.contains(callee) && self.writer.defined.contains(stub.as_str())).then_some(stub)
    }

    fn is_instrumented(&self, callee: &str) -> bool {
        self.writer.defined.contains(callee)
            || self.writer.options.elsewhere.contains(callee)
            || self.writer.options.models.contains_key(callee)
    }

    fn callee_address(&mut self, call: &Call, model: Option<&str>) -> String {
        let callee = model.map_or_else(|| call.callee.to_owned(), global_name);
        let ty = match self.writer.pointers.typed {
            false => "ptr".to_owned(),
            true => format!("{} ({})*", call.result, call.parameters().join(", ")),
        };
        let temporary = self.temporary();
        self.line(&format!("{temporary} = ptrtoint {ty} {callee} to i64"));
        temporary
    }

    /// Passes the terms of the arguments.
    fn pass(&mut self, call: &Call, address: &str) {
        let number = self.writer.pointers.to("i64");
        if call.fixed.is_some() {
            self.line("call void @ep_more_begin()");
        }
        for (index, argument) in call.arguments.iter().enumerate().take(64) {
            if call.fixed.is_some_and(|fixed| index >= fixed) {
                self.pass_more(argument);
                continue;
            }
            let shadow = self.shadow(argument.ty, argument.operand);
            let slot = self.slot("ep_arguments", 64, index);
            self.line(&format!("store i32 {shadow}, {slot}"));
            if byval(argument.text).is_some() {
                let source = self.bits(argument.ty, argument.operand);
                let slot = self.slot("ep_sources", 64, index);
                self.line(&format!("store i64 {source}, {slot}"));
            }
        }
        self.line(&format!("store i64 {address}, {number} @ep_callee"));
        self.line(&format!("store i64 0, {number} @ep_result_of"));
    }

    /// Passes the term of an argument that the callee does not name.
    fn pass_more(&mut self, argument: &Argument) {
        let class = match class_of(argument.ty) {
            Class::Int(width) => INTEGER | u32::from(width) << 8,
            Class::Pointer => INTEGER | 64 << 8,
            Class::Float(64) => FLOAT,
            Class::Float(_) => MEMORY | 16 << 8,
            Class::Other => MEMORY | 8 << 8,
        };
        let (shadow, bits) = match byval(argument.text) {
            Some(_) => ("0".to_owned(), "0".to_owned()),
            None => (
                self.shadow(argument.ty, argument.operand),
                self.bits(argument.ty, argument.operand),
            ),
        };
        let size = byval(argument.text).map(|copied| self.writer.pointers.size_of(copied));
        match size {
            Some(size) => {
                let class = self.temporary();
                self.line(&format!("{class}.wide = shl i64 {size}, 8"));
                self.line(&format!("{class}.size = trunc i64 {class}.wide to i32"));
                self.line(&format!("{class} = or i32 {class}.size, {MEMORY}"));
                self.line(&format!("call void @ep_more(i32 0, i64 0, i32 {class})"));
            }
            None => self.line(&format!(
                "call void @ep_more(i32 {shadow}, i64 {bits}, i32 {class})"
            )),
        }
    }

    fn instrumented(
        &mut self,
        name: Option<&str>,
        call: &Call,
        whole: &str,
        model: Option<&str>,
        address: &str,
    ) {
        self.pass(call, address);
        match model {
            Some(model) => self.line(&whole.replacen(
                &format!("{}(", call.callee),
                &format!("{}(", global_name(model)),
                1,
            )),
            None => self.line(whole),
        }
        self.take_result(name, call.result, address);
    }

    /// The terms of a result, if it came from the function that was called.
    fn take_result(&mut self, name: Option<&str>, result: &str, address: &str) {
        let Some(name) = name else { return };
        let parts = self.parts(result, name);
        if parts.is_empty() {
            return;
        }
        let number = self.writer.pointers.to("i64");
        let temporary = self.temporary();
        self.line(&format!("{temporary} = load i64, {number} @ep_result_of"));
        self.line(&format!(
            "{temporary}.own = icmp eq i64 {temporary}, {address}"
        ));
        let names: Vec<String> = parts.into_iter().map(|(part, _)| part).collect();
        for (index, part) in names.iter().enumerate() {
            // The parts of an aggregate keep their positions.
            let position = if class_of(result) == Class::Other {
                position(result, index)
            } else {
                0
            };
            let slot = self.slot("ep_result", 8, position);
            self.line(&format!("{part}.out = load i32, {slot}"));
            self.line(&format!(
                "{part} = select i1 {temporary}.own, i32 {part}.out, i32 0"
            ));
        }
    }

    fn indirect(&mut self, name: Option<&str>, call: &Call, whole: &str, place: Option<&Place>) {
        let temporary = self.temporary();
        let ty = match self.writer.pointers.typed {
            false => "ptr".to_owned(),
            true => format!("{} ({})*", call.result, call.parameters().join(", ")),
        };
        self.line(&format!(
            "{temporary} = ptrtoint {ty} {} to i64",
            call.callee
        ));
        self.pass(call, &temporary);
        let what = self.writer.string("a call through a pointer");
        let number = self.writer.place_number(place);
        self.line(&format!(
            "call void @ep_indirect_call(i64 {temporary}, i32 {number})"
        ));
        self.line(whole);
        let any = call
            .arguments
            .iter()
            .any(|argument| self.shadow(argument.ty, argument.operand) != "0");
        if any {
            self.line(&format!("call void @ep_indirect({what}, i32 {number})"));
        }
        self.take_result(name, call.result, &temporary);
    }

    fn external(
        &mut self,
        name: Option<&str>,
        callee: &str,
        call: &Call,
        whole: &str,
        place: Option<&Place>,
    ) {
        let text = self.writer.string(callee);
        let number = self.writer.place_number(place);
        let harmless = u8::from(HARMLESS.contains(&callee));
        let class = u8::from(OUTPUT.contains(&callee)) | harmless << 1;
        self.line(&format!(
            "call void @ep_external({text}, i32 {class}, i32 {number})"
        ));
        for argument in &call.arguments {
            if class_of(argument.ty) == Class::Other {
                continue;
            }
            let shadow = self.shadow(argument.ty, argument.operand);
            let bits = self.bits(argument.ty, argument.operand);
            match class_of(argument.ty) {
                Class::Pointer => self.line(&format!(
                    "call void @ep_external_pointer(i32 {shadow}, i64 {bits})"
                )),
                _ if shadow == "0" => {}
                _ => self.line(&format!(
                    "call void @ep_external_value(i32 {shadow}, i64 {bits})"
                )),
            }
        }
        self.line(whole);
        self.line("call void @ep_external_done()");
        if let Some(name) = name {
            self.concrete(call.result, name);
        }
    }
}

/// The position of the nth tracked part of a structure.
fn position(ty: &str, nth: usize) -> usize {
    let list = crate::ir::text::elements(ty).unwrap_or_default();
    let tracked = list
        .iter()
        .enumerate()
        .filter(|(_, part)| class_of(part) != Class::Other);
    tracked.map(|(index, _)| index).nth(nth).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_cut() {
        let check = |text: &str, callee: &str, result: &str, count: usize, fixed: Option<usize>| {
            let call = parse(text).unwrap();
            assert_eq!(
                (call.callee, call.result, call.arguments.len(), call.fixed),
                (callee, result, count, fixed)
            );
        };
        check(
            "call i32 @f(i32 noundef %1, ptr noundef byval(%struct.S) align 8 %2) #3",
            "@f",
            "i32",
            2,
            None,
        );
        check(
            "call i32 (i8*, ...) @printf(i8* noundef getelementptr inbounds ([3 x i8], [3 x i8]* @.str, i64 0, i64 0), i32 %3)",
            "@printf",
            "i32",
            2,
            Some(1),
        );
        check(
            "tail call noalias ptr @malloc(i64 noundef 8)",
            "@malloc",
            "ptr",
            1,
            None,
        );
        check("call void %7(ptr %8)", "%7", "void", 1, None);
        check(
            "call i32 asm \"bswap $0\", \"=r,0\"(i32 %1)",
            "asm \"bswap $0\", \"=r,0\"",
            "i32",
            1,
            None,
        );
        check(
            "call i32 bitcast (i32 (...)* @g to i32 (i32)*)(i32 4)",
            "bitcast (i32 (...)* @g to i32 (i32)*)",
            "i32",
            1,
            None,
        );
    }
}
