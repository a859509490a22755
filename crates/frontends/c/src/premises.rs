//! What every run of a unit takes for granted: variables that are no input, memory that is
//! never shared, answers of the world.

use everypath_trace::Premise;
use indexmap::IndexSet;

use crate::driver::Usage;
use crate::ir::module::Module;
use crate::program::UnitParameter;
use crate::types::{Type, TypeId, Types};

/// Functions after which other code runs at any time.
const CONCURRENT: [&str; 6] = [
    "pthread_create",
    "thrd_create",
    "signal",
    "sigaction",
    "fork",
    "vfork",
];

/// Functions that ask the machine, the user, the clock or chance.
const WORLD: [&str; 37] = [
    "clock",
    "clock_gettime",
    "ctime",
    "difftime",
    "fgetc",
    "fgets",
    "fopen",
    "fread",
    "fscanf",
    "getc",
    "getchar",
    "getcwd",
    "getgid",
    "gethostname",
    "getpid",
    "getppid",
    "getrandom",
    "gettimeofday",
    "getuid",
    "geteuid",
    "gmtime",
    "isatty",
    "localeconv",
    "localtime",
    "mktime",
    "open",
    "opendir",
    "rand",
    "random",
    "read",
    "readdir",
    "scanf",
    "setlocale",
    "stat",
    "strftime",
    "sysconf",
    "time",
];

/// How deep pointers are looked for.
const DEEPEST: u32 = 3;

/// What all units of a module may take for granted.
pub(crate) struct Premises<'a> {
    usage: &'a Usage,
    /// The variables that may have another value and are no input.
    fixed: IndexSet<&'a str>,
    /// The functions that look at memory which changes by itself.
    volatile: IndexSet<&'a str>,
}

impl<'a> Premises<'a> {
    /// Reads what the functions of a module look at; `is_input` tells of a variable whether
    /// it is part of inputs.
    pub(crate) fn read(
        module: &'a Module,
        usage: &'a Usage,
        is_input: &dyn Fn(&str) -> bool,
    ) -> Premises<'a> {
        let globals = module.globals.iter().filter(|global| !global.constant);
        let fixed = globals
            .map(|global| {
                (
                    global.name.trim_start_matches('@').trim_matches('"'),
                    global,
                )
            })
            .filter(|(name, global)| global.is_public || usage.modified.contains(*name))
            .map(|(name, _)| name)
            .filter(|name| !is_input(name));
        let volatile = module.functions.iter().filter(|function| {
            let mut lines = function.body.iter();
            lines.any(|line| line.contains("load volatile ") || line.contains("load atomic "))
        });
        Premises {
            usage,
            fixed: fixed.collect(),
            volatile: volatile.map(|function| function.name).collect(),
        }
    }

    /// What a unit takes for granted that reaches some functions.
    pub(crate) fn of(
        &self,
        reaches: &IndexSet<String>,
        parameters: &[UnitParameter],
        has_globals: bool,
        types: &Types,
    ) -> Vec<Premise> {
        let mentions = |name: &str| {
            reaches
                .iter()
                .any(|function| self.usage.mentions(function, name))
        };
        let fixed = self.fixed.iter().filter(|name| mentions(name));
        // A variable of a function is called by its own name.
        let state = fixed.map(|name| Premise::State {
            name: format!(
                "`{}`",
                name.rsplit('.')
                    .find(|part| !is_number(part))
                    .unwrap_or(name)
            ),
        });
        let world = |what: &str| Premise::World {
            what: what.to_owned(),
        };
        let mut premises: Vec<Premise> = state.collect();
        if reaches.iter().any(|name| self.volatile.contains(&**name)) {
            premises.push(world("volatile memory"));
        }
        if CONCURRENT.iter().any(|name| mentions(name)) {
            premises.push(world("code that runs at the same time"));
        }
        let asked = WORLD.iter().filter(|name| mentions(name));
        premises.extend(asked.map(|name| world(&format!("`{name}`"))));
        let free = parameters
            .iter()
            .filter(|parameter| !types.is_restricted(parameter.ty));
        let pointers: usize = free
            .map(|parameter| pointers(types, parameter.ty, DEEPEST))
            .sum();
        if pointers + usize::from(has_globals) > 1 && pointers > 0 {
            premises.push(Premise::Apart {
                parts: "pointers".to_owned(),
            });
        }
        let callbacks = parameters
            .iter()
            .filter(|parameter| is_function(types, parameter.ty));
        premises.extend(callbacks.map(|parameter| Premise::Answers {
            name: format!("`{}`", parameter.name),
        }));
        premises.sort();
        premises.dedup();
        premises
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_function(types: &Types, ty: TypeId) -> bool {
    match types.shape(ty) {
        Type::Pointer(of) => matches!(types.shape(*of), Type::Function { .. }),
        Type::Function { .. } => true,
        _ => false,
    }
}

/// How many pointers a value holds or leads to, those to functions aside.
fn pointers(types: &Types, ty: TypeId, depth: u32) -> usize {
    if depth == 0 || is_function(types, ty) {
        return 0;
    }
    match types.shape(ty) {
        Type::Pointer(of) => 1 + pointers(types, *of, depth - 1),
        Type::Array(of, _) => pointers(types, *of, depth),
        Type::Record { fields, .. } => fields
            .iter()
            .map(|field| pointers(types, field.ty, depth - 1))
            .sum(),
        _ => 0,
    }
}
