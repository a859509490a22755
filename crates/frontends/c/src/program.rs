//! Loading a program: compile, read, write a driver, instrument, link.

#![allow(
    clippy::print_stderr,
    reason = "only where the directory is asked to be kept"
)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use everypath_trace::{GoalKind, Premise};
use indexmap::{IndexMap, IndexSet};
use tempfile::TempDir;

use crate::build::Build;
use crate::casts::SeenMember;
use crate::driver;
use crate::instrument::Site;
use crate::ir::debug::Debug;
use crate::ir::module::Module;
use crate::makers::Making;
use crate::outside;
use crate::preconditions::Precondition;
use crate::ranges::{Begin, Ranges};
use crate::stubs::{Callee, Stubs};
use crate::tables::{Tables, groups};
use crate::toolchain::Clang;
use crate::types::{Type, TypeId, Types};

mod goals;
mod units;

/// What to load.
#[derive(Clone, Debug)]
pub struct LoadRequest {
    /// The source file.
    pub source: PathBuf,
    /// The project's flags.
    pub flags: Vec<String>,
    /// The directory the flags are meant for.
    pub directory: PathBuf,
    /// Other sources of the program, instrumented and linked too.
    pub others: Vec<PathBuf>,
    /// Libraries and objects to link with.
    pub link: Vec<String>,
    /// The compiler.
    pub clang: Clang,
    /// The invariant's name.
    pub invariant: Option<String>,
    /// Whether allocations may fail.
    pub failing_allocations: bool,
    /// Which callees are stubs.
    pub stubs: Stubs,
    /// The kinds of goals besides branches.
    pub goals: Vec<GoalKind>,
    /// How long a compiler may take.
    pub patience: Duration,
    /// The only unit that runs, if there is one: less is compiled for it.
    pub focus: Option<String>,
}

/// A parameter of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitParameter {
    /// Its name, which is its slot's.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// What it is a pointer behind.
    pub behind: Option<Begin>,
}

/// A function that can be explored.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its name in the source.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<UnitParameter>,
    /// What it returns.
    pub result: TypeId,
    /// Whether it takes more arguments.
    pub variadic: bool,
    /// Whether it reads more of them than an input can have.
    pub reads_more: bool,
    /// Whether only its own file can call it.
    pub is_static: bool,
    /// The globals that are part of its input, by index.
    pub globals: Vec<usize>,
    /// The pointer parameters that it compares with null, by index.
    pub checks_null: IndexSet<usize>,
    /// The functions of the file that it may call, itself included.
    pub reaches: IndexSet<String>,
    /// The functions that it calls directly and that can be stubs.
    pub calls: IndexSet<String>,
    /// Whether a later call may find what an earlier one left: in a `static`
    /// variable of a function.
    pub remembers: bool,
    /// Whether it may call a function that nobody defines, or takes a pointer to a
    /// structure whose members nobody tells.
    pub lacks: bool,
    /// The parameter, by index, of which the invariant speaks.
    pub invariant: Option<usize>,
    /// How its structures are made, if other functions of the file make them.
    pub making: Option<Making>,
    /// What every run of it takes for granted.
    pub premises: Vec<Premise>,
    /// What it sees `void *` members of structures as.
    pub(crate) seen: Vec<SeenMember>,
    /// The line where it begins.
    pub line: u32,
}

impl Unit {
    /// The function of the source that it calls in the end.
    pub fn called(&self) -> &str {
        let making = self.making.as_ref();
        making.map_or(&self.name, |making| &making.function)
    }
}

#[cfg(test)]
impl Unit {
    /// A unit of which nothing but its name and parameters matters.
    pub(crate) fn of_parameters(name: &str, parameters: Vec<UnitParameter>) -> Unit {
        Unit {
            name: name.to_owned(),
            parameters,
            result: Types::VOID,
            variadic: false,
            reads_more: false,
            is_static: false,
            globals: Vec::new(),
            checks_null: IndexSet::new(),
            reaches: IndexSet::new(),
            calls: IndexSet::new(),
            remembers: false,
            lacks: false,
            invariant: None,
            making: None,
            premises: Vec::new(),
            seen: Vec::new(),
            line: 0,
        }
    }
}

/// A variable of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
}

/// A loaded program.
#[derive(Debug)]
pub struct Program {
    /// The source file.
    pub source: PathBuf,
    /// Its text.
    pub text: String,
    /// The units, in the order of the source.
    pub units: Vec<Unit>,
    /// The variables that may be part of an input.
    pub globals: Vec<Variable>,
    /// The types.
    pub types: Types,
    /// The goals.
    pub sites: Vec<Site>,
    /// The functions of the allocator that the source calls, and that may fail.
    pub allocators: IndexSet<String>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// The functions of files that the source includes, with these.
    pub included: IndexMap<String, String>,
    /// The invariant, if there is one.
    pub invariant: Option<String>,
    /// The functions that pointers may point to: name and type.
    pub functions: Vec<(String, TypeId)>,
    /// The functions that are stubs, by name.
    pub callees: IndexMap<String, Callee>,
    /// What callers of units see to, as far as the source tells, by unit.
    pub preconditions: IndexMap<String, Vec<Precondition>>,
    /// The string literals of the source, by the names that clang gives them.
    pub literals: IndexMap<String, Vec<u8>>,
    /// The variables that nobody defines.
    pub undefined: IndexSet<String>,
    /// The functions that nobody defines.
    pub missing: IndexSet<String>,
    /// The type `int`, if the program uses it.
    pub(crate) int_type: Option<TypeId>,
    pub(crate) usage: driver::Usage,
    ranges: Ranges,
    pub(crate) tables: Tables,
    pub(crate) files: Vec<String>,
    /// The instrumented code of the program's sources.
    pub(crate) instrumented: Vec<String>,
    /// Where the instrumented code of the models is.
    pub(crate) models: PathBuf,
    pub(crate) executable: PathBuf,
    pub(crate) run_directory: PathBuf,
    _directory: Arc<TempDir>,
}

impl Program {
    /// The files that the compiler read, those of the system, too.
    pub fn files_read(&self) -> Vec<PathBuf> {
        let directory = self._directory.path();
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let lists = entries.filter(|entry| {
            let path = entry.path();
            path.extension()
                .is_some_and(|end| end == crate::build::READ)
        });
        let texts = lists.filter_map(|entry| std::fs::read_to_string(entry.path()).ok());
        let mut files: Vec<PathBuf> = texts.flat_map(|text| read_files(&text)).collect();
        files.retain(|file| !file.starts_with(directory));
        files.sort();
        files.dedup();
        files
    }

    /// Loads a program; the message says what is wrong with it.
    pub fn load(request: &LoadRequest) -> Result<Program, String> {
        let files = |error: std::io::Error| format!("no temporary directory: {error}");
        let directory = Arc::new(TempDir::with_prefix("everypath-c-").map_err(files)?);
        if std::env::var_os("EVERYPATH_KEEP").is_some() {
            eprintln!("everypath: keeping {}", directory.path().display());
            std::mem::forget(directory.clone());
        }
        let source = request
            .source
            .canonicalize()
            .map_err(|error| format!("{}: {error}", request.source.display()))?;
        let text =
            std::fs::read(&source).map_err(|error| format!("{}: {error}", source.display()))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let build = Build {
            request,
            directory: directory.path(),
            source: &source,
        };
        let mut include = driver::include(&source);
        let mut probe = build.probe(&include)?;
        let outside = outside::names(&read(&probe)?);
        if !outside.is_empty() {
            include.push_str(&outside::pointers(&outside));
            // Where C does not take them, they stay as they are.
            probe = build.probe(&include).unwrap_or(probe);
        }
        let module = read(&probe)?;
        if module.metadata.is_empty() {
            return Err(format!("{} has no debug information", source.display()));
        }
        let mut program = Program {
            text,
            units: Vec::new(),
            globals: Vec::new(),
            types: Types::new(),
            sites: Vec::new(),
            allocators: IndexSet::new(),
            warnings: Vec::new(),
            included: IndexMap::new(),
            invariant: None,
            functions: Vec::new(),
            callees: IndexMap::new(),
            preconditions: IndexMap::new(),
            literals: IndexMap::new(),
            undefined: IndexSet::new(),
            missing: IndexSet::new(),
            usage: driver::Usage::default(),
            ranges: Ranges::default(),
            int_type: None,
            tables: Tables::default(),
            files: Vec::new(),
            instrumented: Vec::new(),
            models: PathBuf::new(),
            executable: directory.path().join("subject"),
            run_directory: directory.path().join("run"),
            _directory: directory.clone(),
            source: source.clone(),
        };
        std::fs::create_dir_all(&program.run_directory).map_err(files)?;
        program.read_units(&module, request, &outside)?;
        if request.stubs == Stubs::None && program.invariant.is_none() {
            crate::makers::add(&mut program);
        }
        crate::callbacks::add(&mut program);
        program.tables = Tables::new(
            &program.types,
            &program.ranges,
            request.stubs != Stubs::None,
        );
        build.all(&mut program)?;
        Ok(program)
    }

    /// The names of the members of structures that the code compares with null or
    /// makes null.
    pub fn nullable_members(&self) -> IndexSet<String> {
        let mut names = IndexSet::new();
        for (record, ty) in self.types.structures() {
            let Type::Record { fields, .. } = self.types.get(ty) else {
                continue;
            };
            for (index, group) in groups(fields).iter().enumerate() {
                if self.ranges.may_be_null(&record, index) {
                    names.extend(group.fields.iter().map(|field| field.name.clone()));
                }
            }
        }
        names
    }

    /// The slot of a global in a unit's input: its name, unless a parameter
    /// has the same.
    pub fn global_slot(&self, unit: &Unit, global: usize) -> String {
        let name = &self.globals[global].name;
        let taken = unit
            .parameters
            .iter()
            .any(|parameter| parameter.name == *name);
        if taken {
            format!("global {name}")
        } else {
            name.clone()
        }
    }

    /// Reads the variables that are part of inputs: those that the file changes, and single
    /// values that other files may set. Tables that only others could change stay as they are.
    fn read_globals(&mut self, module: &Module, debug: Debug, modified: &IndexSet<String>) {
        for global in &module.globals {
            let name = global.name.trim_start_matches('@').trim_matches('"');
            if global.constant
                || global.thread_local
                || !(modified.contains(name) || global.is_public)
                || name.contains('.')
            {
                continue;
            }
            let variable = global
                .expression
                .and_then(|id| debug.node(id))
                .and_then(|node| node.reference("var"))
                .and_then(|id| debug.node(id));
            let Some(variable) = variable else { continue };
            let ty = self.types.of(debug, variable.reference("type"));
            let is_table = matches!(self.types.shape(ty), Type::Array(..) | Type::Record { .. });
            if modified.contains(name) || !is_table {
                self.add_global(name.to_owned(), ty);
            }
        }
    }

    fn add_global(&mut self, name: String, ty: TypeId) {
        if !self.types.is_const(ty) {
            self.add_outside(name, ty);
        }
    }

    /// Adds a variable of another file. If it is constant, it is input only if nobody
    /// defines it.
    fn add_outside(&mut self, name: String, ty: TypeId) {
        let size = self.types.size(ty);
        if size > 0 && size <= 1 << 16 {
            self.globals.push(Variable { name, ty });
        }
    }

    /// Marks the units that may call functions which nobody defines.
    pub(crate) fn find_lacking(&mut self, missing: &IndexSet<String>) {
        for unit in &mut self.units {
            let reached = self.usage.reached(driver_name(unit.called()));
            unit.lacks |= reached.iter().any(|function| {
                let mut missing = missing.iter();
                missing.any(|name| self.usage.mentions(function, name))
            });
        }
    }

    /// How many elements the variables have that are arrays.
    pub(crate) fn lengths(&self) -> IndexMap<String, u64> {
        let arrays = self
            .globals
            .iter()
            .filter_map(|global| match self.types.shape(global.ty) {
                Type::Array(_, count) => Some((global.name.clone(), *count)),
                _ => None,
            });
        arrays.collect()
    }

    /// Definitions, as C writes them, of the variables that nobody defines.
    pub fn definitions(&self) -> String {
        let missing = self
            .globals
            .iter()
            .filter(|global| self.undefined.contains(&global.name));
        let definition = |global: &Variable| {
            let (name, ty) = (&global.name, global.ty);
            match self.types.is_const(ty) {
                // Tests say what it holds: under another name it can be written.
                true => format!(
                    "unsigned char held_by_{name}[{}] __asm__(\"{name}\") __attribute__((aligned(16)));\n",
                    self.types.size(ty)
                ),
                false => format!("{};\n", self.types.declare(ty, name)),
            }
        };
        missing.map(definition).collect()
    }

    fn globals_of(&self, usage: &driver::Usage, reaches: &IndexSet<String>) -> Vec<usize> {
        self.globals
            .iter()
            .enumerate()
            .filter(|(_, global)| {
                reaches
                    .iter()
                    .any(|function| usage.mentions(function, &global.name))
            })
            .map(|(index, _)| index)
            .collect()
    }

    /// The invariant: the given one, or a function of one pointer parameter
    /// with a usual name. It speaks of units with a parameter of its type.
    fn find_invariant(&mut self, request: &LoadRequest) -> Result<(), String> {
        let Some(name) = request.invariant.clone() else {
            return Ok(());
        };
        let Some(unit) = self.units.iter().find(|unit| unit.name == name) else {
            return Err(format!("there is no function {name} to be the invariant"));
        };
        let [parameter] = unit.parameters.as_slice() else {
            return Err(format!("the invariant {name} has to take one parameter"));
        };
        let pointee = |types: &Types, ty: TypeId| match types.shape(ty) {
            Type::Pointer(of) => Some(types.plain(*of)),
            _ => None,
        };
        let Some(wanted) = pointee(&self.types, parameter.ty) else {
            return Err(format!("the invariant {name} has to take a pointer"));
        };
        for unit in &mut self.units {
            if unit.name != name {
                unit.invariant = unit
                    .parameters
                    .iter()
                    .position(|parameter| pointee(&self.types, parameter.ty) == Some(wanted));
            }
        }
        self.invariant = Some(name);
        Ok(())
    }
}

fn read(text: &str) -> Result<Module<'_>, &'static str> {
    Module::read(text).ok_or("clang's output is not understood")
}

/// The name in the source: `main` has another one in the driver.
pub(crate) fn source_name(name: &str) -> &str {
    if name == driver::PROGRAM_MAIN {
        "main"
    } else {
        name
    }
}

/// The name in the driver.
pub(crate) fn driver_name(name: &str) -> &str {
    if name == "main" {
        driver::PROGRAM_MAIN
    } else {
        name
    }
}

/// The files that a rule for Make names after its colon.
fn read_files(rule: &str) -> Vec<PathBuf> {
    let Some((_, files)) = rule.split_once(": ") else {
        return Vec::new();
    };
    // Blanks in names are written with a backslash.
    let files = files.replace("\\\n", " ").replace("\\ ", "\0");
    let files = files.split_whitespace();
    files
        .map(|file| PathBuf::from(file.replace('\0', " ")))
        .collect()
}
