//! The driver: C that includes the source, makes the input of each unit and
//! calls it. And what the functions of a module use.

use std::fmt::Write;
use std::path::Path;

use indexmap::{IndexMap, IndexSet};

use crate::ir::module::Module;
use crate::makers::{Form, Made, Making, Success};
use crate::program::{Program, Unit};
use crate::stubs;
use crate::types::Type;

/// What the source's `main` is called in the driver.
pub(crate) const PROGRAM_MAIN: &str = "ep_program_main";

const DECLARATIONS: &str = "
extern void ep_make(void *, unsigned, const char *);
extern void ep_make_global(void *, unsigned, const char *);
extern void ep_function(unsigned, void *, const char *);
extern void ep_context_parameter(unsigned, void *);
extern void ep_context(void);
extern void ep_behind(void *, void *, int);
extern void ep_traced(void *);
extern void ep_enter_unit(void);
extern void ep_require(int);
extern void ep_ensure(int);
extern int ep_part(void);
extern unsigned ep_earlier(void);
extern void ep_unsupported(const char *, unsigned);
";

/// C that includes the source with its `main` renamed.
pub(crate) fn include(source: &Path) -> String {
    let path = source
        .display()
        .to_string()
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    format!("#define main {PROGRAM_MAIN}\n#include \"{path}\"\n#undef main\n")
}

/// The driver of a program, or of one of its units.
pub(crate) fn text(program: &Program, source: &Path, focus: Option<&str>) -> String {
    let mut text = include(source);
    text.push_str(DECLARATIONS);
    text.push_str(&stubs::definitions(program));
    let driven = |unit: &Unit| focus.is_none_or(|focus| unit.called() == focus);
    let units = || program.units.iter().enumerate();
    for (index, unit) in units().filter(|(_, unit)| driven(unit)) {
        unit_driver(&mut text, program, index, unit);
    }
    text.push_str("void ep_setup(void) {\n");
    for (name, ty) in &program.functions {
        let name = if name == "main" { PROGRAM_MAIN } else { name };
        let _ = writeln!(
            text,
            "    ep_function({}u, (void *)&{name}, \"{name}\");",
            program.types.made_as(*ty).0
        );
    }
    text.push_str("}\nvoid ep_drive(unsigned long unit) {\n    switch (unit) {\n");
    for (index, _) in units().filter(|(_, unit)| driven(unit)) {
        let _ = writeln!(text, "    case {index}: ep_unit_{index}(); break;");
    }
    text.push_str("    }\n}\n");
    text
}

/// What the symbols begin with that are there if nobody defines a variable.
pub(crate) const INVENTED: &str = "ep_invented_";

fn unit_driver(text: &mut String, program: &Program, index: usize, unit: &Unit) {
    let _ = writeln!(text, "static void ep_unit_{index}(void) {{");
    for index in &unit.globals {
        let global = &program.globals[*index];
        let slot = program.global_slot(unit, *index);
        let (name, ty) = (&global.name, global.ty.0);
        if program.types.is_const(global.ty) {
            let _ = writeln!(
                text,
                "    extern char {INVENTED}{name} __attribute__((weak));\n    if (&{INVENTED}{name})"
            );
        }
        let _ = writeln!(
            text,
            "    ep_make_global((void *)&{name}, {ty}u, \"{slot}\");"
        );
    }
    for (position, parameter) in unit.parameters.iter().enumerate() {
        let declaration = program
            .types
            .declare(parameter.ty, &format!("ep_p{position}"));
        let _ = writeln!(text, "    {declaration};");
        let _ = writeln!(
            text,
            "    ep_make((void *)&ep_p{position}, {}u, \"{}\");",
            parameter.ty.0, parameter.name
        );
        let _ = writeln!(
            text,
            "    ep_context_parameter({position}, (void *)&ep_p{position});"
        );
    }
    for (position, parameter) in unit.parameters.iter().enumerate() {
        if let Some(begin) = parameter.behind {
            let _ = writeln!(
                text,
                "    ep_behind(&ep_p{position}, &ep_p{}, {});",
                begin.parameter,
                u8::from(begin.pointee)
            );
        }
    }
    text.push_str("    ep_context();\n");
    let name = match unit.called() {
        "main" => PROGRAM_MAIN,
        name => name,
    };
    let mut arguments: Vec<String> = (0..unit.parameters.len())
        .map(|position| format!("ep_p{position}"))
        .collect();
    let invariant = program.invariant.as_deref().zip(unit.invariant);
    if let Some((invariant, parameter)) = invariant {
        let _ = writeln!(
            text,
            "    if (!{invariant}(ep_p{parameter})) ep_require(0);"
        );
        text.push_str("    if (ep_part() == 1) return;\n");
    }
    let _ = writeln!(text, "    ep_traced((void *)&{name});");
    text.push_str("    ep_enter_unit();\n");
    if unit.reads_more {
        text.push_str(
            "    ep_unsupported(\"reads arguments that it does not name, of several types\", 0);\n",
        );
    }
    if let Some(making) = &unit.making {
        arguments = make(text, program, making, &arguments);
    }
    let call = format!("(void){name}({});", arguments.join(", "));
    if unit.remembers {
        let _ = writeln!(
            text,
            "    for (unsigned ep_left = ep_earlier(); ep_left > 0; ep_left--)\n        {call}"
        );
    }
    let _ = writeln!(text, "    {call}");
    if let Some((invariant, parameter)) = invariant {
        let _ = writeln!(text, "    if (!{invariant}(ep_p{parameter})) ep_ensure(0);");
    }
    if let Type::Function { .. } = program.types.shape(unit.result) {
        text.push_str("    /* no value */\n");
    }
    text.push_str("}\n");
}

/// Lets the program's own functions make structures; what the unit is called with.
fn make(text: &mut String, program: &Program, making: &Making, all: &[String]) -> Vec<String> {
    let object = |made: &Made| match made.form {
        Form::Fills => format!("&ep_m{}", made.position),
        Form::Returns => format!("ep_m{}", made.position),
    };
    let (of_makers, of_call) = making.arguments(all, &object);
    for (made, arguments) in making.made.iter().zip(of_makers) {
        let variable = format!("ep_m{}", made.position);
        let declaration = program
            .types
            .declare(program.types.unqualified(made.ty), &variable);
        let (maker, arguments) = (&made.maker, arguments.join(", "));
        match made.form {
            Form::Returns => {
                let _ = writeln!(text, "    {declaration} = {maker}({arguments});");
                let _ = writeln!(text, "    if (!{variable}) ep_require(0);");
            }
            Form::Fills => {
                let _ = writeln!(text, "    {declaration} = {{0}};");
                let comma = if arguments.is_empty() { "" } else { ", " };
                let call = format!("{maker}(&{variable}{comma}{arguments})");
                let _ = match made.success {
                    Success::Always => writeln!(text, "    {call};"),
                    Success::Zero => writeln!(text, "    if ({call}) ep_require(0);"),
                    Success::NotZero => writeln!(text, "    if (!{call}) ep_require(0);"),
                };
            }
        }
    }
    of_call
}

/// Definitions for what nobody defines.
pub(crate) fn missing(names: &IndexSet<String>) -> String {
    let mut text = "extern void ep_unsupported(const char *, unsigned);\n".to_owned();
    for name in names {
        let _ = writeln!(
            text,
            "long {name}(void) {{ ep_unsupported(\"calls {name}, which is not defined here\", 0); return 0; }}"
        );
    }
    text
}

/// What each function mentions, and which variables somebody may change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Usage {
    mentioned: IndexMap<String, IndexSet<String>>,
    /// Variables that are stored to, or whose address goes somewhere.
    pub modified: IndexSet<String>,
}

impl Usage {
    /// The functions that a function may reach, itself included.
    pub(crate) fn reached(&self, function: &str) -> IndexSet<String> {
        let mut found = IndexSet::new();
        found.insert(function.to_owned());
        let mut next = 0;
        while let Some(current) = found.get_index(next).cloned() {
            next += 1;
            for name in self.mentioned.get(&current).into_iter().flatten() {
                if self.mentioned.contains_key(name) {
                    found.insert(name.clone());
                }
            }
        }
        found
    }

    /// Whether a function mentions a name.
    pub(crate) fn mentions(&self, function: &str, name: &str) -> bool {
        self.mentioned
            .get(function)
            .is_some_and(|names| names.contains(name))
    }
}

/// Reads what a module's functions use.
pub(crate) fn usage(module: &Module) -> Usage {
    let mut usage = Usage::default();
    let own: IndexSet<&str> = module
        .globals
        .iter()
        .map(|global| global.name.trim_start_matches('@').trim_matches('"'))
        .collect();
    for line in &module.kept {
        if let Some((name, rest)) = line.split_once(" = ")
            && line.starts_with('@')
        {
            let name = name.trim_start_matches('@');
            let others = names(rest).filter(|other| *other != name && own.contains(other));
            usage.modified.extend(others.map(str::to_owned));
        }
    }
    for function in &module.functions {
        let mut mentioned = IndexSet::new();
        let mut derived: IndexMap<&str, &str> = IndexMap::new();
        for line in &function.body {
            let text = line.trim_start();
            if text.contains("@llvm.dbg.") {
                continue;
            }
            mentioned.extend(names(text).map(str::to_owned));
            let (result, body) = text.split_once(" = ").unwrap_or(("", text));
            let mut touched: IndexSet<&str> =
                names(body).filter(|name| own.contains(name)).collect();
            touched.extend(locals(body).filter_map(|local| derived.get(local).copied()));
            let operation = body.split(' ').next().unwrap_or("");
            for global in touched {
                match operation {
                    "load" | "icmp" => {}
                    "getelementptr" | "bitcast" | "phi" | "select" => {
                        derived.insert(result, global);
                    }
                    _ => {
                        usage.modified.insert(global.to_owned());
                    }
                }
            }
        }
        usage.mentioned.insert(function.name.to_owned(), mentioned);
    }
    usage
}

/// The symbols that a line mentions.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    words_after(text, '@')
}

fn locals(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('%').map(|(at, _)| {
        let rest = &text[at + 1..];
        let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        &text[at..at + 1 + end]
    })
}

fn words_after(text: &str, mark: char) -> impl Iterator<Item = &str> {
    text.match_indices(mark).map(|(at, _)| {
        let rest = text[at + 1..].trim_start_matches('"');
        let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        &rest[..end]
    })
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-')
}
