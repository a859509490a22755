//! A module: its lines, sorted into what they are.

use indexmap::{IndexMap, IndexSet};

use super::text::{split, take_type, without_metadata};

/// One function with a body.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    /// Its name, without `@`.
    pub name: &'a str,
    /// The line that begins it, without `{` and metadata.
    pub header: &'a str,
    /// The type of its result.
    pub result: &'a str,
    /// Its parameters: type, whole text, name with `%`.
    pub parameters: Vec<Parameter<'a>>,
    /// Whether it takes more arguments.
    pub variadic: bool,
    /// The debug information's number.
    pub subprogram: Option<u32>,
    /// The lines between the braces; what spans several is joined.
    pub body: Vec<String>,
}

/// One parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// Its type.
    pub ty: &'a str,
    /// With its attributes.
    pub text: &'a str,
    /// Its name, with `%`.
    pub name: &'a str,
}

/// A global variable that the module defines.
#[derive(Clone, Debug)]
pub struct Global<'a> {
    /// Its name as written, with `@`.
    pub name: &'a str,
    /// Its type.
    pub ty: &'a str,
    /// What it holds at first, as written, and what follows that.
    pub initial: &'a str,
    /// Whether it may not be written.
    pub constant: bool,
    /// Whether other files may name it.
    pub is_public: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// The number of its debug information.
    pub expression: Option<u32>,
}

/// A module's parts.
#[derive(Clone, Debug, Default)]
pub struct Module<'a> {
    /// Lines that are copied: types, aliases, declarations, attributes.
    pub kept: Vec<&'a str>,
    /// The functions with bodies.
    pub functions: Vec<Function<'a>>,
    /// The names of functions without bodies.
    pub declared: IndexSet<&'a str>,
    /// The variables.
    pub globals: Vec<Global<'a>>,
    /// The metadata: number and text.
    pub metadata: IndexMap<u32, &'a str>,
    /// Whether pointers have pointee types (LLVM 14).
    pub typed_pointers: bool,
}

impl<'a> Module<'a> {
    /// The functions that are called although nothing says what they take.
    pub fn undeclared(&self) -> impl Iterator<Item = &'a str> + '_ {
        let declared = self.kept.iter().filter(|line| line.starts_with("declare "));
        declared.filter_map(|line| {
            let (name, end) = name_after_at(line)?;
            line[end..].starts_with("(...)").then_some(name)
        })
    }

    /// Reads a module. `None` if the text is not as clang writes it.
    pub fn read(text: &'a str) -> Option<Module<'a>> {
        let mut module = Module::default();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            if line.starts_with("define ") {
                module.functions.push(function(line, &mut lines)?);
            } else if let Some(rest) = line.strip_prefix('!') {
                if let Some((number, text)) = rest.split_once(" = ")
                    && let Ok(number) = number.parse()
                {
                    module
                        .metadata
                        .insert(number, text.strip_prefix("distinct ").unwrap_or(text));
                }
            } else {
                if line.starts_with("declare ") {
                    module.declared.insert(declared_name(line)?);
                } else if line.starts_with('@')
                    && let Some(global) = global(line)
                {
                    module.globals.push(global);
                }
                module.kept.push(line);
            }
        }
        module.typed_pointers = typed_pointers(&module);
        Some(module)
    }
}

fn typed_pointers(module: &Module) -> bool {
    // A word of its own: `getelementptr` and `%struct.ptr` are none.
    let opaque = |text: &str| text.split([' ', ',', '(', ')']).any(|word| word == "ptr");
    let typed = |text: &str| text.contains("* ") || text.contains("*,") || text.contains("*)");
    for function in &module.functions {
        for line in std::iter::once(function.header).chain(function.body.iter().map(String::as_str))
        {
            let line = line.trim_start();
            if line.starts_with("store ")
                || line.contains(" = load ")
                || line.contains(" = getelementptr ")
            {
                if opaque(line) {
                    return false;
                }
                if typed(line) {
                    return true;
                }
            }
        }
    }
    !module
        .kept
        .iter()
        .any(|line| line.starts_with("declare ") && opaque(line))
        && module
            .kept
            .iter()
            .any(|line| line.starts_with("declare ") && typed(line))
}

/// The name after the first `@`, unquoted, and where it ends.
pub fn name_after_at(line: &str) -> Option<(&str, usize)> {
    let at = line.find('@')?;
    let rest = &line[at + 1..];
    if let Some(quoted) = rest.strip_prefix('"') {
        let end = quoted.find('"')?;
        return Some((&quoted[..end], at + 1 + end + 2));
    }
    let end = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-')))
        .unwrap_or(rest.len());
    Some((&rest[..end], at + 1 + end))
}

fn declared_name(line: &str) -> Option<&str> {
    name_after_at(line).map(|(name, _)| name)
}

fn function<'a>(line: &'a str, lines: &mut std::str::Lines<'a>) -> Option<Function<'a>> {
    let subprogram = line
        .split_once(" !dbg !")
        .and_then(|(_, rest)| super::text::number(rest));
    let open = line.rfind('{')?;
    let header = line[..open].trim_end();
    let header = header.find(" !dbg !").map_or(header, |cut| &header[..cut]);
    let (name, after) = name_after_at(header)?;
    let close = after + super::text::closing(header.get(after..)?)?;
    let mut parameters = Vec::new();
    let mut variadic = false;
    for text in split(header.get(after + 1..close)?) {
        if text == "..." {
            variadic = true;
            continue;
        }
        let (ty, _) = take_type(text)?;
        let name = text.rsplit(' ').next()?;
        parameters.push(Parameter { ty, text, name });
    }
    let result = result_type(header.get("define ".len()..header.find('@')?)?)?;
    let mut body = Vec::new();
    while let Some(line) = lines.next() {
        if line == "}" {
            break;
        }
        let mut joined = line.to_owned();
        // A switch lists its cases line by line.
        if joined.trim_end().ends_with('[') && joined.trim_start().starts_with("switch ") {
            for line in lines.by_ref() {
                joined.push(' ');
                joined.push_str(line.trim());
                if line.trim_start().starts_with(']') {
                    break;
                }
            }
        }
        body.push(joined);
    }
    Some(Function {
        name,
        header,
        result,
        parameters,
        variadic,
        subprogram,
        body,
    })
}

/// The type before a function's name: behind linkage and attributes.
pub fn result_type(text: &str) -> Option<&str> {
    let mut rest = text.trim();
    loop {
        let (ty, after) = take_type(rest)?;
        if after.trim().is_empty() {
            return Some(ty);
        }
        // Words such as `dso_local`, and attributes with arguments.
        rest = after.trim_start();
        if ty == "align" {
            rest = rest
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_start();
        }
    }
}

fn global(line: &str) -> Option<Global<'_>> {
    let (name, rest) = line.split_once(" = ")?;
    let (body, _) = without_metadata(rest);
    let thread_local = body.contains("thread_local");
    let (constant, after) = match (body.find(" global "), body.find(" constant ")) {
        (Some(at), None) => (false, &body[at + 8..]),
        (None, Some(at)) => (true, &body[at + 10..]),
        (Some(global), Some(constant)) if global < constant => (false, &body[global + 8..]),
        (_, Some(at)) => (true, &body[at + 10..]),
        (None, None) if body.starts_with("global ") => (false, &body[7..]),
        (None, None) if body.starts_with("constant ") => (true, &body[9..]),
        _ => return None,
    };
    let external = body.starts_with("external ")
        || body.contains(" external ")
        || body.starts_with("extern_weak ");
    if external {
        return None;
    }
    let (ty, initial) = take_type(after)?;
    let expression = rest
        .split_once("!dbg !")
        .and_then(|(_, rest)| super::text::number(rest));
    Some(Global {
        name,
        ty,
        initial: initial.trim_start(),
        constant,
        is_public: !(body.starts_with("internal ") || body.starts_with("private ")),
        thread_local,
        expression,
    })
}

impl Global<'_> {
    /// The bytes of a string literal of the source, without the last one.
    pub fn literal(&self) -> Option<Vec<u8>> {
        let is_literal = self.constant && self.name.starts_with("@.str");
        if !is_literal || !self.ty.ends_with("x i8]") {
            return None;
        }
        if self.initial.starts_with("zeroinitializer") {
            return (self.ty == "[1 x i8]").then(Vec::new);
        }
        let (quoted, _) = self.initial.strip_prefix("c\"")?.split_once('"')?;
        let mut bytes = super::text::bytes(quoted);
        (bytes.pop() == Some(0)).then_some(bytes)
    }
}

/// Whether a line is a label, and which.
pub fn label(line: &str) -> Option<&str> {
    if line.starts_with(' ') {
        return None;
    }
    let (label, _) = line.split_once(':')?;
    Some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_read() {
        let text = "@g = dso_local global i32 5, align 4, !dbg !3\n@s = private unnamed_addr constant [3 x i8] c\"ab\\00\", align 1\n@e = external global i32\ndeclare i32 @puts(ptr)\ndeclare i32 @read(...) #1\ndefine dso_local noundef i32 @f(i32 noundef %0, ptr %1, ...) #0 !dbg !10 {\n  switch i32 %0, label %3 [\n    i32 1, label %2\n  ], !dbg !4\n\n2:                      ; preds = %0\n  ret i32 0\n}\n!3 = distinct !DIFoo(a: 1)\n";
        let module = Module::read(text).unwrap();
        assert_eq!(module.globals.len(), 2);
        assert_eq!(
            (module.globals[0].ty, module.globals[0].expression),
            ("i32", Some(3))
        );
        assert!(module.globals[0].is_public && !module.globals[1].is_public);
        assert!(module.globals[1].constant);
        let function = &module.functions[0];
        assert_eq!(
            (function.name, function.result, function.variadic),
            ("f", "i32", true)
        );
        assert_eq!(function.parameters[1].name, "%1");
        assert_eq!(function.subprogram, Some(10));
        assert!(function.body[0].contains("i32 1, label %2 ], !dbg !4"));
        assert!(module.declared.contains("puts"));
        assert_eq!(module.undeclared().collect::<Vec<&str>>(), ["read"]);
        assert_eq!(module.metadata[&3], "!DIFoo(a: 1)");
    }

    #[test]
    fn literals_are_the_texts_of_the_source() {
        let text = "@.str = private unnamed_addr constant [4 x i8] c\"a\\22\\0A\\00\", align 1\n@.str.1 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1\n@table = internal constant [2 x i8] c\"b\\00\", align 1\n@.str.2 = private constant [2 x i8] c\"xy\", align 1\n";
        let module = Module::read(text).unwrap();
        let literals: Vec<_> = module.globals.iter().map(Global::literal).collect();
        let expected = [Some(b"a\"\n".to_vec()), Some(Vec::new()), None, None];
        assert_eq!(literals, expected);
    }

    #[test]
    fn pointers_have_types_or_none() {
        let check = |body: &str, expected: bool| {
            let text = format!("define void @f(i32 %0) {{\n{body}\n}}\n");
            assert_eq!(
                Module::read(&text).unwrap().typed_pointers,
                expected,
                "{body}"
            );
        };
        check(
            "  %2 = getelementptr inbounds %union.word, %union.word* %1, i32 0, i32 0",
            true,
        );
        check(
            "  %2 = getelementptr inbounds %struct.ptr, ptr %1, i32 0, i32 0",
            false,
        );
        check("  store %struct.ptr %0, %struct.ptr* %1", true);
        check("  store i32 %0, ptr %1, align 4", false);
    }
}
