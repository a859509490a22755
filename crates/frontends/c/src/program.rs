//! Loading a program: compile, read, write a driver, instrument, link.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use everypath_trace::{Goal, GoalKind, Goals, Location, markers};
use indexmap::{IndexMap, IndexSet};
use tempfile::TempDir;

use crate::casts::Casts;
use crate::driver;
use crate::instrument::recording::declaration;
use crate::instrument::{Options, Side, Site, instrument};
use crate::ir::debug::Debug;
use crate::ir::module::{Function, Module};
use crate::models;
use crate::sources::condition;
use crate::stubs::Callee;
use crate::tables::Tables;
use crate::toolchain::{Clang, run, undefined, useful_flags};
use crate::types::{Type, TypeId, Types};

/// How clang is asked for IR that means what the source says.
pub const MEANING: [&str; 14] = [
    "-S",
    "-emit-llvm",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-g",
    "-w",
    "-ffp-contract=off",
    "-fno-stack-protector",
    "-fno-vectorize",
    "-Wno-error",
    "-Wno-implicit-function-declaration",
    "-U_FORTIFY_SOURCE",
    "-D__NO_CTYPE",
];

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
    /// Whether the units' callees are stubs.
    pub stubs: bool,
    /// The kinds of goals besides branches.
    pub goals: Vec<GoalKind>,
}

/// A parameter of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitParameter {
    /// Its name, which is its slot's.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
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
    /// The parameter, by index, of which the invariant speaks.
    pub invariant: Option<usize>,
    /// The line where it begins.
    pub line: u32,
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
    /// What the user should know.
    pub warnings: Vec<String>,
    /// The invariant, if there is one.
    pub invariant: Option<String>,
    /// The functions that pointers may point to: name and type.
    pub functions: Vec<(String, TypeId)>,
    /// The functions that are stubs, by name.
    pub callees: IndexMap<String, Callee>,
    /// The type `int`, if the program uses it.
    pub(crate) int_type: Option<TypeId>,
    pub(crate) tables: Tables,
    pub(crate) files: Vec<String>,
    pub(crate) executable: PathBuf,
    pub(crate) run_directory: PathBuf,
    _directory: Rc<TempDir>,
}

impl Program {
    /// Loads a program; the message says what is wrong with it.
    pub fn load(request: &LoadRequest) -> Result<Program, String> {
        let files = |error: std::io::Error| format!("no temporary directory: {error}");
        let directory = Rc::new(TempDir::with_prefix("everypath-c-").map_err(files)?);
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
        let probe = build.probe(&driver::include(&source))?;
        let module = Module::read(&probe).ok_or("clang's output is not understood")?;
        if module.metadata.is_empty() {
            return Err(format!("{} has no debug information", source.display()));
        }
        let mut program = Program {
            text,
            units: Vec::new(),
            globals: Vec::new(),
            types: Types::new(),
            sites: Vec::new(),
            warnings: Vec::new(),
            invariant: None,
            functions: Vec::new(),
            callees: IndexMap::new(),
            int_type: None,
            tables: Tables::default(),
            files: Vec::new(),
            executable: directory.path().join("subject"),
            run_directory: directory.path().join("run"),
            _directory: directory.clone(),
            source: source.clone(),
        };
        std::fs::create_dir_all(&program.run_directory).map_err(files)?;
        program.read_units(&module, request)?;
        program.tables = Tables::new(&program.types, request.stubs);
        build.all(&mut program)?;
        Ok(program)
    }

    /// The goals as the engine knows them.
    pub fn goals(&self) -> Goals {
        let file = self.source.display().to_string();
        Goals(
            self.sites
                .iter()
                .map(|site| Goal {
                    kind: match site.side {
                        Side::Line => GoalKind::Line,
                        Side::Block => GoalKind::Block,
                        Side::Marked(_) => GoalKind::Marker,
                        _ => GoalKind::Branch,
                    },
                    location: Location {
                        file: file.clone(),
                        line: site.place.line,
                        column: site.place.column.saturating_sub(1),
                    },
                    description: self.describe(site),
                    function: source_name(&site.function).to_owned(),
                })
                .collect(),
        )
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

    fn describe(&self, site: &Site) -> String {
        let words = condition(&self.text, site.place.line, site.place.column);
        match (&site.side, words) {
            (Side::Line, _) => format!("line {}", site.place.line),
            (Side::Block, _) => format!("the block that begins in line {}", site.place.line),
            (Side::Marked(name), _) => format!("goal {name}"),
            (Side::True, Some(words)) => format!("{words} is true"),
            (Side::False, Some(words)) => format!("{words} is false"),
            (Side::True, None) => "the condition is true".to_owned(),
            (Side::False, None) => "the condition is false".to_owned(),
            (Side::Case(case), _) => format!("case {case} is taken"),
            (Side::Default, _) => "no case is taken".to_owned(),
        }
    }

    fn read_units(&mut self, module: &Module, request: &LoadRequest) -> Result<(), String> {
        let debug = Debug::new(&module.metadata);
        let own = self.source.display().to_string();
        let mut parameters: IndexMap<u32, Vec<(i64, String)>> = IndexMap::new();
        for (_, node) in debug.all("DILocalVariable") {
            if let (Some(argument), Some(scope)) = (node.number("arg"), node.reference("scope")) {
                let name = node.string("name").unwrap_or_default();
                parameters.entry(scope).or_default().push((argument, name));
            }
        }
        let written = crate::driver::usage(module);
        let casts = Casts::read(module, debug, &mut self.types);
        self.types.complete(casts.completed(&self.types));
        self.read_globals(module, debug, &written.modified);
        for function in &module.functions {
            let Some(node) = function.subprogram.and_then(|id| debug.node(id)) else {
                continue;
            };
            // Where nothing is optimised there are no such copies.
            if function.header.contains(" available_externally ") {
                continue;
            }
            let subprogram = function.subprogram.unwrap_or_default();
            if debug.file(subprogram).as_deref() != Some(own.as_str()) {
                continue;
            }
            let ty = self.types.of(debug, node.reference("type"));
            let Type::Function {
                result,
                parameters: list,
                variadic,
            } = self.types.get(ty).clone()
            else {
                continue;
            };
            let named = parameters.get(&subprogram);
            let name_of = |index: usize| {
                let found = named.and_then(|named| {
                    named
                        .iter()
                        .find(|(argument, _)| *argument == index as i64 + 1)
                });
                found.map_or_else(
                    || format!("argument{}", index + 1),
                    |(_, name)| name.clone(),
                )
            };
            let reaches = written.reached(function.name);
            let globals = self.globals_of(&written, &reaches);
            self.functions
                .push((source_name(function.name).to_owned(), self.types.plain(ty)));
            self.units.push(Unit {
                name: source_name(function.name).to_owned(),
                parameters: list
                    .iter()
                    .enumerate()
                    .map(|(index, ty)| UnitParameter {
                        name: name_of(index),
                        ty: casts.parameter(function.name, index).unwrap_or(*ty),
                    })
                    .collect(),
                result,
                variadic,
                is_static: function.header.contains(" internal "),
                globals,
                checks_null: checks_null(function, debug),
                reaches: reaches
                    .iter()
                    .map(|name| source_name(name).to_owned())
                    .collect(),
                calls: match request.stubs {
                    true => crate::stubs::called(function),
                    false => IndexSet::new(),
                },
                invariant: None,
                line: node.number("line").unwrap_or(0) as u32,
            });
        }
        self.units.sort_by_key(|unit| unit.line);
        self.functions
            .extend(crate::pointed::functions(module, &self.types));
        let without_names: Vec<String> = self
            .units
            .iter()
            .filter(|unit| {
                !unit
                    .parameters
                    .iter()
                    .all(|parameter| self.types.has_name(parameter.ty))
            })
            .map(|unit| format!("{} is left out: a parameter's type has no name", unit.name))
            .collect();
        self.warnings.extend(without_names);
        let types = &self.types;
        self.units.retain(|unit| {
            unit.parameters
                .iter()
                .all(|parameter| types.has_name(parameter.ty))
        });
        if request.stubs {
            self.read_callees(module, debug, &written);
        }
        self.find_invariant(request)
    }

    fn read_callees(&mut self, module: &Module, debug: Debug, usage: &driver::Usage) {
        let own = self.source.display().to_string();
        let mut known = crate::stubs::callees(module, debug, &own, &mut self.types);
        let called: IndexSet<String> = self
            .units
            .iter()
            .flat_map(|unit| unit.calls.clone())
            .collect();
        known.retain(|name, _| called.contains(name));
        for callee in known.values_mut().filter(|callee| !callee.external) {
            callee.globals = self.globals_of(usage, &usage.reached(&callee.name));
        }
        for unit in &mut self.units {
            unit.calls.retain(|name| known.contains_key(name));
        }
        self.int_type = (0..self.types.len() as u32).map(TypeId).find(|ty| {
            matches!(
                self.types.get(*ty),
                Type::Int {
                    size: 4,
                    signed: true,
                    ..
                }
            )
        });
        self.callees = known;
    }

    fn read_globals(&mut self, module: &Module, debug: Debug, modified: &IndexSet<String>) {
        for global in &module.globals {
            let name = global.name.trim_start_matches('@').trim_matches('"');
            if global.constant
                || global.thread_local
                || !modified.contains(name)
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
            let size = self.types.size(ty);
            if size > 0 && size <= 1 << 16 && !self.types.is_const(ty) {
                self.globals.push(Variable {
                    name: name.to_owned(),
                    ty,
                });
            }
        }
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

/// Definitions of the variables among what nobody defines, and the rest.
fn missing_variables(
    module: &Module,
    missing: IndexSet<String>,
) -> (Option<String>, IndexSet<String>) {
    let pointers = crate::instrument::Pointers {
        typed: module.typed_pointers,
    };
    let byte = pointers.to("i8");
    let mut text = String::new();
    let mut rest = IndexSet::new();
    for (index, name) in missing.into_iter().enumerate() {
        let start = format!("@{name} = external ");
        let ty = module.kept.iter().find_map(|line| {
            let rest = line.strip_prefix(start.as_str())?;
            let (_, rest) = rest.split_once("global ")?;
            Some(crate::ir::text::take_type(rest)?.0)
        });
        let Some(ty) = ty else {
            rest.insert(name);
            continue;
        };
        let size = name.len() + 1;
        let shown = pointers.first_of(
            &format!("[{size} x i8]"),
            &format!("@\"ep.variable.{index}\""),
        );
        text.push_str(&format!(
            "@{name} = global {ty} zeroinitializer, align 16\n@\"ep.variable.{index}\" = private constant [{size} x i8] c\"{name}\\00\"\n@\"ep.region.variable.{index}\" = global {{ i64, i64, i64, {byte} }} {{ i64 ptrtoint ({} @{name} to i64), i64 {}, i64 0, {shown} }}, section \"ep_globals\", align 8\n",
            pointers.to(ty),
            pointers.size_of(ty),
        ));
    }
    if text.is_empty() {
        return (None, rest);
    }
    let head = module
        .kept
        .iter()
        .filter(|line| line.starts_with("target ") || line.starts_with('%'));
    let head: String = head.map(|line| format!("{line}\n")).collect();
    (Some(format!("{head}{text}")), rest)
}

/// The parameters whose value a function compares with null.
fn checks_null(function: &Function, debug: Debug) -> IndexSet<usize> {
    let mut places: IndexMap<&str, usize> = IndexMap::new();
    let mut loaded: IndexMap<&str, usize> = IndexMap::new();
    let mut found = IndexSet::new();
    for line in &function.body {
        if let Some((place, variable)) = declaration(line) {
            let argument = debug.node(variable).and_then(|node| node.number("arg"));
            if let Some(argument) = argument.filter(|argument| *argument > 0) {
                places.insert(place, argument as usize - 1);
            }
        }
        let Some((name, body)) = line.trim_start().split_once(" = ") else {
            continue;
        };
        if body.starts_with("load ") {
            let place = crate::instrument::locals(body).find_map(|place| places.get(place));
            loaded.extend(place.map(|index| (name, *index)));
        } else if body.starts_with("icmp ") && body.contains(", null") {
            let compared = crate::instrument::locals(body).find_map(|local| loaded.get(local));
            found.extend(compared);
        }
    }
    found
}

/// The name in the source: `main` has another one in the driver.
fn source_name(name: &str) -> &str {
    if name == driver::PROGRAM_MAIN {
        "main"
    } else {
        name
    }
}

/// The name in the driver.
fn driver_name(name: &str) -> &str {
    if name == "main" {
        driver::PROGRAM_MAIN
    } else {
        name
    }
}

/// Builds the parts of a program.
struct Build<'a> {
    request: &'a LoadRequest,
    directory: &'a Path,
    source: &'a Path,
}

impl Build<'_> {
    /// The IR of a C text.
    fn ir(&self, name: &str, text: &str) -> Result<String, String> {
        let c = self.directory.join(format!("{name}.c"));
        std::fs::write(&c, text).map_err(|error| format!("{}: {error}", c.display()))?;
        self.ir_of(&c, name)
    }

    /// The IR in which the program is read. Only where clang believes that it
    /// optimises does it say what the types of declared functions are.
    fn probe(&self, text: &str) -> Result<String, String> {
        let c = self.directory.join("probe.c");
        std::fs::write(&c, text).map_err(|error| format!("{}: {error}", c.display()))?;
        let optimising = ["-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__"];
        self.ir_with(&c, "probe", &optimising)
    }

    fn ir_of(&self, c: &Path, name: &str) -> Result<String, String> {
        self.ir_with(c, name, &[])
    }

    fn ir_with(&self, c: &Path, name: &str, more: &[&str]) -> Result<String, String> {
        let ir = self.directory.join(format!("{name}.ll"));
        let mut command = Command::new(&self.request.clang.path);
        command
            .current_dir(&self.request.directory)
            .args(MEANING)
            .args(useful_flags(&self.request.flags))
            .args(more)
            .arg(c)
            .arg("-o")
            .arg(&ir);
        run(&mut command).map_err(|words| self.compile_error(&words))?;
        let bytes = std::fs::read(&ir).map_err(|error| format!("{}: {error}", ir.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn compile_error(&self, words: &str) -> String {
        let errors: Vec<&str> = words
            .lines()
            .filter(|line| line.contains("error:"))
            .take(3)
            .collect();
        let said = if errors.is_empty() {
            words.trim()
        } else {
            &errors.join("; ")
        };
        format!("{} does not compile: {said}", self.source.display())
    }

    fn all(&self, program: &mut Program) -> Result<(), String> {
        let text = driver::text(program, self.source);
        let driver_ir = self.ir("driver", &text)?;
        let mut others = Vec::new();
        for (index, other) in self.request.others.iter().enumerate() {
            others.push(self.ir_of(other, &format!("other{index}"))?);
        }
        let read =
            |text| Module::read(text).ok_or_else(|| "clang's output is not understood".to_owned());
        let driver_module = read(&driver_ir)?;
        let other_modules = others
            .iter()
            .map(|text| read(text))
            .collect::<Result<Vec<_>, _>>()?;
        let models = models::names();
        let mut objects = Vec::new();
        let everywhere: Vec<&Module> = std::iter::once(&driver_module)
            .chain(&other_modules)
            .collect();
        for (index, module) in everywhere.iter().enumerate() {
            let elsewhere = everywhere
                .iter()
                .flat_map(|module| &module.functions)
                .filter(|function| !function.header.contains(" internal "))
                .map(|function| function.name.to_owned())
                .collect();
            let stubs = match index {
                0 => program
                    .units
                    .iter()
                    .map(|unit| (driver_name(&unit.name).to_owned(), unit.calls.clone()))
                    .collect(),
                _ => IndexMap::new(),
            };
            let options = Options {
                tag: format!("m{index}"),
                files_before: Some(program.files.len()),
                traced: self.request.stubs,
                stubs,
                goal_files: if index == 0 {
                    vec![self.source.display().to_string()]
                } else {
                    Vec::new()
                },
                no_goals: crate::sources::places_of(&program.text, "va_arg"),
                first_goal: 1,
                elsewhere,
                models: models.clone(),
                kinds: self.request.goals.clone(),
                empty_lines: crate::sources::empty_lines(&program.text),
                markers: match self.request.goals.contains(&GoalKind::Marker) {
                    true => markers(&program.text),
                    false => Vec::new(),
                },
            };
            let made = instrument(module, &options);
            objects.push(self.object(&made.text, &format!("part{index}"))?);
            if index == 0 {
                program.sites = made.sites;
            }
            program.files.extend(made.files);
        }
        objects.push(self.models()?);
        self.link(program, objects, &driver_module)
    }

    /// The models, compiled once for each clang and kept in the user's cache.
    fn models(&self) -> Result<PathBuf, String> {
        let clang = &self.request.clang;
        let kept = models::cache()
            .map(|cache| cache.join(models::object_name(&clang.path, clang.version)));
        if let Some(kept) = kept.as_ref().filter(|path| path.is_file()) {
            return Ok(kept.clone());
        }
        let c = self.directory.join("models.c");
        std::fs::write(&c, models::SOURCE).map_err(|error| format!("{}: {error}", c.display()))?;
        let plain = LoadRequest {
            flags: Vec::new(),
            directory: self.directory.to_owned(),
            ..self.request.clone()
        };
        let build = Build {
            request: &plain,
            ..*self
        };
        let ir = build.ir_of(&c, "models")?;
        let module = Module::read(&ir).ok_or("clang's output is not understood")?;
        let options = Options {
            tag: "models".to_owned(),
            first_goal: 1,
            ..Options::default()
        };
        let object = self.object(&instrument(&module, &options).text, "models-made")?;
        if let Some(kept) = kept {
            // Another process may do the same at the same time: a rename is
            // all or nothing. Without a cache it is made again each time.
            let own = kept.with_extension(format!("{}", std::process::id()));
            if kept
                .parent()
                .is_some_and(|parent| std::fs::create_dir_all(parent).is_ok())
                && std::fs::copy(&object, &own).is_ok()
            {
                let _ = std::fs::rename(&own, &kept);
            }
        }
        Ok(object)
    }

    fn object(&self, ir: &str, name: &str) -> Result<PathBuf, String> {
        let path = self.directory.join(format!("{name}.ll"));
        let object = self.directory.join(format!("{name}.o"));
        std::fs::write(&path, ir).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut command = Command::new(&self.request.clang.path);
        command
            .args(["-c", "-O1", "-w", "-x", "ir"])
            .arg(&path)
            .arg("-o")
            .arg(&object);
        run(&mut command).map_err(|words| {
            let first = words
                .lines()
                .find(|line| line.contains("error:"))
                .unwrap_or(&words);
            format!(
                "the instrumented code of {} does not compile: {first}",
                self.source.display()
            )
        })?;
        Ok(object)
    }

    /// Links; what nobody defines gets a stub that ends the run.
    fn link(
        &self,
        program: &mut Program,
        mut objects: Vec<PathBuf>,
        module: &Module,
    ) -> Result<(), String> {
        let runtime = self.directory.join("libeverypath_c_runtime.a");
        std::fs::write(&runtime, models::RUNTIME)
            .map_err(|error| format!("{}: {error}", runtime.display()))?;
        for attempt in 0..3 {
            let mut command = Command::new(&self.request.clang.path);
            command
                .current_dir(&self.request.directory)
                .args(&objects)
                .arg(&runtime)
                .args(&self.request.link)
                .args(["-no-pie", "-lm", "-o"])
                .arg(&program.executable);
            let words = match run(&mut command) {
                Ok(_) => return Ok(()),
                Err(words) => words,
            };
            let missing = undefined(&words);
            if missing.is_empty() || attempt > 1 {
                let first = words.lines().next().unwrap_or("no reason given");
                return Err(format!(
                    "{} cannot be linked: {first}",
                    self.source.display()
                ));
            }
            let (variables, missing) = missing_variables(module, missing);
            if let Some(text) = variables {
                objects.push(self.object(&text, "variables")?);
            }
            if missing.is_empty() {
                continue;
            }
            let names: Vec<&str> = missing.iter().map(String::as_str).collect();
            program.warnings.push(format!(
                "not defined here, so that a call ends the run: {}; give the sources or libraries that define them with --sources and --link",
                names.join(", ")
            ));
            let stubs = self.directory.join("stubs.c");
            std::fs::write(&stubs, driver::missing(&missing))
                .map_err(|error| format!("{}: {error}", stubs.display()))?;
            let object = self.directory.join("stubs.o");
            let mut command = Command::new(&self.request.clang.path);
            run(command
                .args(["-c", "-w", "-O1"])
                .arg(&stubs)
                .arg("-o")
                .arg(&object))?;
            objects.push(object);
        }
        Ok(())
    }
}
