//! Which callees of a unit are replaced by stubs, and the C of the stubs.

use std::fmt::Write;

use indexmap::{IndexMap, IndexSet};

use crate::instrument::callee_of;
use crate::ir::debug::Debug;
use crate::ir::module::{Function, Module};
use crate::ir::text::{number, without_metadata};
use crate::program::Program;
use crate::types::{Type, TypeId, Types};

/// What the names of stubs begin with.
pub const PREFIX: &str = "ep_stub_of_";

/// Which callees are stubs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stubs {
    /// None: what nobody defines ends a run.
    #[default]
    None,
    /// Those that nobody defines, which are named, and those of other files that take what
    /// the source knows only by name; wherever the source calls them.
    Missing(IndexSet<String>),
    /// All that the units call.
    All,
}

/// Where a function is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defined {
    /// In another file, or in a library.
    Elsewhere,
    /// In the file, where others see it.
    Public,
    /// In the file, for it alone.
    Static,
}

/// A function that units call, and that can be replaced by a stub.
#[derive(Clone, Debug, PartialEq)]
pub struct Callee {
    /// Its symbol.
    pub name: String,
    /// Its name in C.
    pub c_name: String,
    /// What it returns.
    pub result: TypeId,
    /// Its parameters: names and types.
    pub parameters: Vec<(String, TypeId)>,
    /// Whether it takes more arguments.
    pub variadic: bool,
    /// Where it is defined.
    pub defined: Defined,
    /// Whether it never returns.
    pub ends: bool,
    /// Whether it is no function of the program, but what a pointer of the input
    /// leads to.
    pub callback: bool,
    /// The variables of the file that it may change, by index.
    pub globals: Vec<usize>,
}

/// Functions that run for real in every mode besides those with models: the
/// allocator, the ends of the program, and what only finds or translates.
#[rustfmt::skip]
const KEPT: &[&str] = &[
    "malloc", "calloc", "realloc", "free", "cfree", "aligned_alloc", "memalign", "memcpy",
    "memmove", "memset", "exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail",
    "__errno_location", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
    "gettext", "dgettext", "dcgettext", "ngettext", "dcngettext", "_setjmp", "setjmp",
    "__sigsetjmp", "longjmp", "fabs", "sqrt", "floor", "ceil", "trunc", "rint", "nearbyint",
    "fabsf", "sqrtf", "floorf", "ceilf", "truncf", "rintf", "nearbyintf",
];

/// Whether a callee runs for real in every mode.
pub fn is_kept(callee: &str) -> bool {
    callee.starts_with("llvm.")
        || callee.starts_with("ep_")
        || KEPT.contains(&callee)
        || (crate::models::is_modelled(callee) && !crate::models::reads_outside(callee))
}

/// The names of the functions that a function calls directly and that do not
/// always run for real.
pub fn called(function: &Function) -> IndexSet<String> {
    function
        .body
        .iter()
        .filter_map(|line| {
            let (text, _) = without_metadata(line);
            let text = text.trim();
            callee_of(text.split_once(" = ").map_or(text, |(_, body)| body))
        })
        .filter(|callee| !is_kept(callee))
        .map(str::to_owned)
        .collect()
}

/// The functions of a module that can be stubs: those that its own file
/// defines, and those that are defined elsewhere. What headers define runs.
pub fn callees(
    module: &Module,
    debug: Debug,
    own: &str,
    types: &mut Types,
) -> IndexMap<String, Callee> {
    let mut names: IndexMap<u32, Vec<(i64, String)>> = IndexMap::new();
    for (_, node) in debug.all("DILocalVariable") {
        if let (Some(argument), Some(scope)) = (node.number("arg"), node.reference("scope")) {
            let name = node.string("name").unwrap_or_default();
            names.entry(scope).or_default().push((argument, name));
        }
    }
    let defined = module.functions.iter().filter_map(|function| {
        let subprogram = function.subprogram?;
        // Copies that only an optimiser sees are defined elsewhere.
        let elsewhere = function.header.contains(" available_externally ");
        let here = debug.file(subprogram).as_deref() == Some(own);
        let defined = match elsewhere {
            true => Defined::Elsewhere,
            false if function.header.contains(" internal ") => Defined::Static,
            false => Defined::Public,
        };
        (here || elsewhere).then_some((function.name, subprogram, defined))
    });
    let declared = module.kept.iter().filter_map(|line| {
        let rest = line.strip_prefix("declare !dbg !")?;
        let (name, _) = crate::ir::module::name_after_at(line)?;
        Some((name, number(rest)?, Defined::Elsewhere))
    });
    let mut found = IndexMap::new();
    for (name, subprogram, defined) in defined.chain(declared) {
        let Some(node) = debug.node(subprogram) else {
            continue;
        };
        let ty = types.of(debug, node.reference("type"));
        let Type::Function {
            result,
            parameters,
            variadic,
        } = types.get(ty).clone()
        else {
            continue;
        };
        if !types.has_name(result) || !parameters.iter().all(|ty| types.has_name(*ty)) {
            continue;
        }
        let known = names.get(&subprogram);
        let parameters = parameters
            .into_iter()
            .enumerate()
            .map(|(index, ty)| {
                let known = known.into_iter().flatten();
                let name = known
                    .filter(|(argument, _)| *argument == index as i64 + 1)
                    .map(|(_, name)| name.clone())
                    .next();
                (name.unwrap_or_else(|| format!("argument{}", index + 1)), ty)
            })
            .collect();
        found.insert(
            name.to_owned(),
            Callee {
                name: name.to_owned(),
                c_name: node.string("name").unwrap_or_else(|| name.to_owned()),
                result,
                parameters,
                variadic,
                defined,
                ends: node.word("flags").contains("DIFlagNoReturn"),
                callback: false,
                globals: Vec::new(),
            },
        );
    }
    for line in &module.kept {
        if let Some(callee) = reserved(line, types) {
            found.entry(callee.name.clone()).or_insert(callee);
        }
    }
    found
}

/// A function with a reserved name, of which clang tells no types: it can be a
/// stub if it has to do with integers only.
fn reserved(line: &str, types: &mut Types) -> Option<Callee> {
    let rest = line.strip_prefix("declare ")?;
    let (name, end) = crate::ir::module::name_after_at(rest)?;
    if !name.starts_with("__") || rest.starts_with("!dbg") {
        return None;
    }
    let list = rest[end..].trim_start().strip_prefix('(')?;
    let list = &list[..list.find(')')?];
    let mut integer = |ty: &str| {
        let width: u64 = ty.strip_prefix('i')?.parse().ok()?;
        types.unsigned(width / 8)
    };
    let result = match rest[..rest.find('@')?].trim().rsplit(' ').next()? {
        "void" => Types::VOID,
        ty => integer(ty)?,
    };
    let mut parameters = Vec::new();
    for (index, parameter) in list.split(',').filter(|one| !one.is_empty()).enumerate() {
        let ty = integer(parameter.split_whitespace().next()?)?;
        parameters.push((format!("argument{}", index + 1), ty));
    }
    Some(Callee {
        name: name.to_owned(),
        c_name: name.to_owned(),
        result,
        parameters,
        variadic: false,
        defined: Defined::Elsewhere,
        ends: line.contains("noreturn"),
        callback: false,
        globals: Vec::new(),
    })
}

/// The slot of what a stub's pointer parameter points to, or of a variable
/// that it changes, behind the call's own.
pub fn part(name: &str) -> String {
    format!(".{name}")
}

impl Callee {
    /// Its declaration under another name.
    pub fn declare(&self, types: &Types, name: &str) -> String {
        let mut list: Vec<String> = self
            .parameters
            .iter()
            .map(|(name, ty)| types.declare(*ty, name))
            .collect();
        match (self.variadic, list.is_empty()) {
            (true, false) => list.push("...".to_owned()),
            (false, true) => list.push("void".to_owned()),
            _ => {}
        }
        types.declare(self.result, &format!("{name}({})", list.join(", ")))
    }

    /// Its parameters through which it may change something: name and pointee.
    /// Structures are the program's own; a callback fills buffers only.
    pub fn changes<'a>(&'a self, types: &'a Types) -> impl Iterator<Item = (&'a str, TypeId)> + 'a {
        self.parameters.iter().filter_map(|(name, ty)| {
            let Type::Pointer(of) = types.shape(*ty) else {
                return None;
            };
            let changed = match types.shape(*of) {
                _ if types.is_const(*of) => None,
                Type::Opaque { name, .. } if name == "void" => Some(Types::BYTE),
                Type::Opaque { size: 0, .. } | Type::Function { .. } => None,
                Type::Opaque { .. } => Some(Types::BYTE),
                Type::Record { tag, size, .. } if tag == "_IO_FILE" || *size == 0 => None,
                Type::Record { .. } | Type::Pointer(_) if self.callback => None,
                _ => Some(types.plain(*of)),
            };
            changed.map(|ty| (name.as_str(), ty))
        })
    }

    /// Whether other files define it, and it takes what the source knows only by name: nothing
    /// real could be handed to it.
    pub fn takes_unknown(&self, types: &Types) -> bool {
        let mut parameters = self.parameters.iter();
        self.defined == Defined::Elsewhere && parameters.any(|(_, ty)| types.leads_nowhere(*ty))
    }

    /// Whether it returns something that a stub can give.
    pub fn gives(&self, types: &Types) -> bool {
        !matches!(
            types.shape(self.result),
            Type::Opaque { size: 0, .. } | Type::Function { .. }
        )
    }
}

const DECLARATIONS: &str = "
extern void ep_stub(const char *);
extern void ep_stub_pointer(const volatile void *);
extern void ep_stub_apply(void);
extern void ep_stub_changes(const volatile void *, unsigned, const char *, unsigned);
extern void ep_stub_result(void *, unsigned);
extern void ep_exit(int);
extern int *__errno_location(void);
";

/// The status with which a stub of a function that never returns ends.
pub const END_STATUS: i32 = 97;

/// The stubs of a program.
pub fn definitions(program: &Program) -> String {
    if program.callees.is_empty() {
        return String::new();
    }
    let mut text = DECLARATIONS.to_owned();
    for callee in program.callees.values() {
        definition(&mut text, program, callee);
    }
    text
}

fn definition(text: &mut String, program: &Program, callee: &Callee) {
    let types = &program.types;
    let declaration = callee.declare(types, &format!("{PREFIX}{}", callee.name));
    let _ = writeln!(text, "{declaration} {{\n    ep_stub(\"{}\");", callee.name);
    for (name, ty) in &callee.parameters {
        if let Type::Pointer(_) = types.shape(*ty) {
            let _ = writeln!(text, "    ep_stub_pointer((const volatile void *){name});");
        }
    }
    text.push_str("    ep_stub_apply();\n");
    if callee.ends {
        let _ = writeln!(text, "    ep_exit({END_STATUS});\n    for (;;);\n}}");
        return;
    }
    for (name, ty) in callee.changes(types) {
        let _ = writeln!(
            text,
            "    ep_stub_changes({name}, {}u, \"{name}\", 1u);",
            ty.0
        );
    }
    for index in &callee.globals {
        let global = &program.globals[*index];
        let _ = writeln!(
            text,
            "    ep_stub_changes(&{0}, {1}u, \"{0}\", 0u);",
            global.name, global.ty.0
        );
    }
    if let (Defined::Elsewhere, Some(number)) = (callee.defined, program.int_type) {
        let _ = writeln!(
            text,
            "    ep_stub_changes(__errno_location(), {}u, \"errno\", 0u);",
            number.0
        );
    }
    if callee.gives(types) {
        let variable = types.declare(unqualified(types, callee.result), "ep_given");
        let _ = writeln!(
            text,
            "    {variable};\n    ep_stub_result((void *)&ep_given, {}u);\n    return ep_given;",
            callee.result.0
        );
    }
    text.push_str("}\n");
}

fn unqualified(types: &Types, ty: TypeId) -> TypeId {
    match types.get(ty) {
        Type::Qualified(_, of) => unqualified(types, *of),
        _ => ty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_and_the_allocator_run_for_real() {
        assert!(is_kept("malloc") && is_kept("strlen") && is_kept("llvm.memcpy.p0"));
        assert!(!is_kept("open") && !is_kept("parse"));
    }

    #[test]
    fn functions_with_reserved_names_are_known_by_their_integers() {
        let mut types = Types::new();
        let line = "declare i64 @__ctype_get_mb_cur_max() #4";
        let callee = reserved(line, &mut types).expect("integers only");
        assert_eq!(callee.declare(&types, "f"), "unsigned long f(void)");
        for other in [
            "declare i8* @__strdup(i8* noundef) #1",
            "declare !dbg !7 i32 @__known(i32 noundef)",
            "declare i32 @implicit(...)",
        ] {
            assert_eq!(reserved(other, &mut types), None, "{other}");
        }
    }
}
