//! From sources to a program that can run: compiled, instrumented, linked.

use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_trace::{GoalKind, markers};
use indexmap::{IndexMap, IndexSet};

use crate::driver::{self, INVENTED};
use crate::instrument::{Options, instrument};
use crate::ir::module::{Function, Module};
use crate::models;
use crate::program::{LoadRequest, Program, driver_name};
use crate::stubs::{self, Stubs};
use crate::toolchain::{compile, undefined, useful_flags};

/// How files end in which the compiler says what it read.
pub(crate) const READ: &str = "read";

/// How clang is asked for IR that means what the source says.
pub(crate) const MEANING: [&str; 16] = [
    "-S",
    "-emit-llvm",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    // What is to be inlined always stays a function: its branches are there once.
    "-Xclang",
    "-disable-llvm-passes",
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

/// Builds the parts of a program.
pub(crate) struct Build<'a> {
    pub request: &'a LoadRequest,
    pub directory: &'a Path,
    pub source: &'a Path,
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
    pub(crate) fn probe(&self, text: &str) -> Result<String, String> {
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
            .arg("-MD")
            .arg("-MF")
            .arg(self.directory.join(format!("{name}.{READ}")))
            .arg(c)
            .arg("-o")
            .arg(&ir);
        compile(&mut command, self.request.patience).map_err(|words| self.compile_error(&words))?;
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
        let help = match said.contains("file not found") {
            true => "; give the project's flags with --cflags or --compile-commands",
            false => "",
        };
        format!("{} does not compile: {said}{help}", self.source.display())
    }

    pub(crate) fn all(&self, program: &mut Program) -> Result<(), String> {
        let text = driver::text(program, self.source, self.request.focus.as_deref());
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
        program.literals = literals(&driver_module, &other_modules);
        let models = models::names();
        let mut objects = Vec::new();
        let everywhere: Vec<&Module> = std::iter::once(&driver_module)
            .chain(&other_modules)
            .collect();
        for (index, module) in everywhere.iter().enumerate() {
            let elsewhere = everywhere
                .iter()
                .flat_map(|module| &module.functions)
                .filter(|function| !is_own(function.header))
                .map(|function| function.name.to_owned())
                .collect();
            let stubs = match index {
                0 => self.stubbed(program, module),
                _ => IndexMap::new(),
            };
            let options = Options {
                tag: format!("m{index}"),
                files_before: Some(program.files.len()),
                traced: self.request.stubs == Stubs::All,
                optimised: self.optimised(program),
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
                // Tests can let those of the source itself fail.
                failing_allocations: index == 0 && self.request.failing_allocations,
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
                program.allocators = made.allocators;
            }
            program.files.extend(made.files);
            program.instrumented.push(made.text);
        }
        let models = self.models()?;
        // Beside the object is the code that it was made from.
        program.models = models.with_extension("ll");
        objects.push(models);
        self.link(program, objects, &driver_module)
    }

    /// In which functions of a module calls of which others go to stubs.
    fn stubbed(&self, program: &Program, module: &Module) -> IndexMap<String, IndexSet<String>> {
        if self.request.stubs != Stubs::All {
            let of = |function: &Function| {
                let mut called = stubs::called(function);
                called.retain(|name| program.callees.contains_key(name));
                (function.name.to_owned(), called)
            };
            return module.functions.iter().map(of).collect();
        }
        let units = program.units.iter();
        units
            .map(|unit| (driver_name(&unit.name).to_owned(), unit.calls.clone()))
            .collect()
    }

    /// The functions that run, if that is known.
    fn optimised(&self, program: &Program) -> Option<IndexSet<String>> {
        let focus = driver_name(self.request.focus.as_deref()?).to_owned();
        Some(match &self.request.stubs {
            Stubs::All => IndexSet::from([focus]),
            Stubs::Missing(_) | Stubs::None => program.usage.reached(&focus),
        })
    }

    /// The models, compiled once for each clang and kept in the user's cache.
    fn models(&self) -> Result<PathBuf, String> {
        let clang = &self.request.clang;
        let kept = everypath_confine::cache()
            .map(|cache| cache.join(models::object_name(&clang.path, clang.version)));
        let is_kept = |path: &&PathBuf| path.is_file() && path.with_extension("ll").is_file();
        if let Some(kept) = kept.as_ref().filter(is_kept) {
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
            let keep = |from: &Path, to: &Path| {
                std::fs::copy(from, &own).is_ok() && std::fs::rename(&own, to).is_ok()
            };
            if kept
                .parent()
                .is_some_and(|parent| std::fs::create_dir_all(parent).is_ok())
                && keep(&object.with_extension("ll"), &kept.with_extension("ll"))
            {
                keep(&object, &kept);
            }
        }
        Ok(object)
    }

    fn object(&self, ir: &str, name: &str) -> Result<PathBuf, String> {
        let path = self.directory.join(format!("{name}.ll"));
        let object = self.directory.join(format!("{name}.o"));
        let ir = without_promises(ir);
        std::fs::write(&path, ir).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut command = Command::new(&self.request.clang.path);
        command
            .args(["-c", "-O1", "-w", "-x", "ir"])
            .arg(&path)
            .arg("-o")
            .arg(&object);
        compile(&mut command, self.request.patience).map_err(|words| {
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
            let words = match compile(&mut command, self.request.patience) {
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
            let all = missing.clone();
            let lengths = program.lengths();
            let (variables, missing) = missing_variables(module, missing, &lengths);
            program
                .undefined
                .extend(all.into_iter().filter(|name| !missing.contains(name)));
            if let Some(text) = variables {
                objects.push(self.object(&text, "variables")?);
            }
            if missing.is_empty() {
                continue;
            }
            let names: Vec<&str> = missing.iter().map(String::as_str).collect();
            program.find_lacking(&missing);
            program.missing.extend(missing.iter().cloned());
            program.warnings.push(format!(
                "not defined here, so that a call ends the run: {}; give the sources or libraries that define them with --sources and --link",
                names.join(", ")
            ));
            let stubs = self.directory.join("stubs.c");
            std::fs::write(&stubs, driver::missing(&missing))
                .map_err(|error| format!("{}: {error}", stubs.display()))?;
            let object = self.directory.join("stubs.o");
            let mut command = Command::new(&self.request.clang.path);
            command.args(["-c", "-w", "-O1"]).arg(&stubs);
            compile(command.arg("-o").arg(&object), self.request.patience)?;
            objects.push(object);
        }
        Ok(())
    }
}

/// Whether only its own module knows a function, by its header.
fn is_own(header: &str) -> bool {
    header.contains(" internal ") || header.contains(" available_externally ")
}

/// What is taken from instructions.
const PROMISES: [(&str, &str); 3] = [
    ("getelementptr inbounds ", "getelementptr "),
    (" nsw ", " "),
    (" nuw ", " "),
];

/// The code without what the language promises the optimiser: terms are of what the
/// machine does, and the program has to do the same where a promise is broken. And
/// without demands to inline: instrumented code is too large for many copies.
fn without_promises(ir: &str) -> String {
    let mut text = String::with_capacity(ir.len());
    for line in ir.lines() {
        // Bodies are indented; texts of the program are elsewhere.
        if line.starts_with(' ') && PROMISES.iter().any(|(promise, _)| line.contains(promise)) {
            let without =
                |line: String, (promise, none): &(&str, &str)| line.replace(promise, none);
            text.push_str(&PROMISES.iter().fold(line.to_owned(), without));
        } else if line.starts_with("attributes #") {
            text.push_str(&line.replace(" alwaysinline ", " "));
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}

/// Definitions of the variables among what nobody defines, and the rest.
fn missing_variables(
    module: &Module,
    missing: IndexSet<String>,
    lengths: &IndexMap<String, u64>,
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
            let (_, rest) = rest
                .split_once("global ")
                .or_else(|| rest.split_once("constant "))?;
            Some(crate::ir::text::take_type(rest)?.0)
        });
        let Some(ty) = ty else {
            rest.insert(name);
            continue;
        };
        let ty = &match (ty.strip_prefix("[0 x "), lengths.get(&name)) {
            (Some(rest), Some(length)) => format!("[{length} x {rest}"),
            _ => ty.to_owned(),
        };
        let size = name.len() + 1;
        let shown = pointers.first_of(
            &format!("[{size} x i8]"),
            &format!("@\"ep.variable.{index}\""),
        );
        text.push_str(&format!(
            "@{INVENTED}{name} = global i8 0\n@{name} = global {ty} zeroinitializer, align 16\n@\"ep.variable.{index}\" = private constant [{size} x i8] c\"{name}\\00\"\n@\"ep.region.variable.{index}\" = global {{ i64, i64, i64, {byte} }} {{ i64 ptrtoint ({} @{name} to i64), i64 {}, i64 0, {shown} }}, section \"ep_globals\", align 8\n",
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

/// The string literals of a module, as far as no other has one of that name.
fn literals(own: &Module, others: &[Module]) -> IndexMap<String, Vec<u8>> {
    let is_shared = |name: &str| {
        let mut all = others.iter().flat_map(|module| &module.globals);
        all.any(|global| global.name == name)
    };
    let own = own.globals.iter().filter(|one| !is_shared(one.name));
    own.filter_map(|one| Some((one.name.trim_start_matches('@').to_owned(), one.literal()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_promises() {
        let text = "@s = constant [7 x i8] c\"a nsw b\"\n  %1 = add nuw nsw i32 %0, 1\n  %2 = getelementptr inbounds i8, ptr %p, i64 1\nattributes #0 = { alwaysinline nounwind }\n";
        let expected = "@s = constant [7 x i8] c\"a nsw b\"\n  %1 = add i32 %0, 1\n  %2 = getelementptr i8, ptr %p, i64 1\nattributes #0 = { nounwind }\n";
        assert_eq!(without_promises(text), expected);
    }
}
