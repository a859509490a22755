//! Python for the pipeline: a module is loaded in the user's own CPython, explored by
//! workers, observed in fresh processes, and its tests are run by pytest.

mod cases;
mod crew;
mod ground;
pub mod interpreter;
mod lowered;
mod measure;
mod mutants;
mod plan;
mod team;
mod units;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use everypath_emit::{Annotations, Emitted, pytest};
use everypath_generate::settings::Strategy;
use everypath_generate::{
    CaseNotes, Checked, Crew, Dropped, Facts, Failure, FailureKind, Ground, Kept, Module, Mutants,
    Naming, Outputs, Plan, Program, Settings, Target, absolute, relative,
};
use everypath_python::{
    Launch, Library, LoadRequest, Loaded, PythonExecutor, Rewriting, Strategy as WorkerStrategy,
    World,
};
use everypath_report::Measured;
use everypath_trace::Language;

use cases::Cases;
use crew::PythonCrew;
pub use measure::{COVERAGE_PACKAGES, MUTATION_PACKAGES};
use plan::PythonPlan;

/// How long a module may take to be imported: as long as it may be explored, within reason.
const SHORTEST_IMPORT: Duration = Duration::from_secs(5);
const LONGEST_IMPORT: Duration = Duration::from_secs(60);

/// Whether pytest can be imported.
const HAS_PYTEST: &str =
    "import importlib.util, sys; sys.exit(importlib.util.find_spec('pytest') is None)";

/// A loaded module.
pub struct PythonProgram<'a> {
    settings: &'a Settings,
    target: &'a Target,
    launch: Launch,
    plan: PythonPlan<'a>,
    crew: PythonCrew,
    cases: Cases<'a>,
    /// Looks whether there is a pytest while the module is loaded.
    pytest: Option<Child>,
    /// What its suite is called.
    naming: Naming,
    /// What it was loaded from.
    ground: Option<Ground>,
    /// Keeps the sources of a large package as they are rewritten, for other workers.
    _rewriting: Option<Rewriting>,
    /// Where the worker's library is unpacked, until the end.
    _library: Library,
}

impl<'a> PythonProgram<'a> {
    /// Loads a module.
    pub fn load(target: &'a Target, settings: &'a Settings) -> Result<PythonProgram<'a>, Failure> {
        let environment =
            |error: std::io::Error| Failure::new(FailureKind::Environment, error.to_string());
        let python = interpreter::find(settings.python.interpreter.as_deref())?;
        let pytest = settings.run_tests.then(|| {
            let mut command = Command::new(&python);
            let command = command.args(["-c", HAS_PYTEST]).stdin(Stdio::null());
            command.stderr(Stdio::null()).spawn().ok()
        });
        let library = Library::unpack().map_err(environment)?;
        let rewritten = library.compile_for(&python);
        let launch = Launch {
            python: python.clone(),
            library: library.path().to_owned(),
            patience: settings.compile_time(SHORTEST_IMPORT).min(LONGEST_IMPORT),
            allow: settings.python.allow.clone(),
            world: World::FIRST,
            native: everypath_python_native::unpack(library.path()).map_err(environment)?,
            options: serde_json::json!({"allow": settings.python.allow, "memory": settings.memory}),
        };
        let request = LoadRequest {
            rewritten,
            ..load_request(target, settings)
        };
        let (mut executor, loaded) = PythonExecutor::load(launch.clone(), request.clone())
            .map_err(|message| Failure::new(FailureKind::Target, message))?;
        let rewriting = library.rewrite(&python, &request, &loaded);
        let ground = settings
            .remembers
            .then(|| ground::of(&mut executor, settings))
            .flatten();
        let cases = Cases::new(settings, &launch, &request, &loaded);
        let plan = PythonPlan::new(loaded, target, settings).map_err(|failure| match &ground {
            Some(ground) => failure.on(ground),
            None => failure,
        })?;
        let crew = PythonCrew::new(executor, &plan, launch.clone(), request, settings);
        Ok(PythonProgram {
            settings,
            target,
            launch,
            plan,
            crew,
            cases,
            pytest: pytest.flatten(),
            naming: Naming::default(),
            ground,
            _rewriting: rewriting,
            _library: library,
        })
    }

    fn loaded(&self) -> &Loaded {
        &self.plan.loaded
    }

    /// The options for files of some names.
    fn named(&self, naming: &Naming) -> pytest::Options {
        let mut options = pytest::Options::new(&self.loaded().module);
        let qualifiers = naming.qualifiers.iter().map(|word| format!("{word}_"));
        let module = self.loaded().module.replace('.', "_");
        options.stem = format!("test_{}{module}", qualifiers.collect::<String>());
        if naming.is_beside {
            options.stem.push_str("_everypath");
        }
        options.is_namesake = !naming.qualifiers.is_empty();
        options
    }

    fn options(&self, directory: &Path, annotations: &Annotations) -> pytest::Options {
        let loaded = self.loaded();
        let mut options = self.named(&self.naming);
        options.command = format!("everypath generate {}", self.target.text);
        options.patience = (self.settings.timeout.as_secs_f64() * 3.0).ceil() as u32;
        options.annotations = annotations.clone();
        let is_installed =
            loaded.root.contains("site-packages") || loaded.root.contains("dist-packages");
        if !is_installed {
            let root = absolute(Path::new(&loaded.root));
            options.root_on_path = Some(relative(&root, &absolute(directory)));
        }
        options
    }
}

fn load_request(target: &Target, settings: &Settings) -> LoadRequest {
    let (path, name) = match &target.module {
        Module::File(path) => (Some(path.display().to_string()), None),
        Module::Name(name) => (None, Some(name.clone())),
    };
    let kinds = settings.criteria.kinds();
    LoadRequest {
        path,
        name,
        scope: scope(settings),
        strategy: strategy(settings),
        invariant: settings.invariant.clone(),
        goals: kinds.iter().map(|&kind| kind.into()).collect(),
        observer_arguments: settings.observer_arguments,
        rewritten: None,
    }
}

/// How structures are made, as the worker names it.
fn strategy(settings: &Settings) -> WorkerStrategy {
    match settings.strategy {
        Strategy::Exhaustive => WorkerStrategy::Exhaustive,
        Strategy::BlackBox => WorkerStrategy::BlackBox,
        Strategy::WhiteBox => WorkerStrategy::WhiteBox,
        Strategy::Guided => WorkerStrategy::Guided,
    }
}

/// The scope, as the worker names its bounds.
fn scope(settings: &Settings) -> serde_json::Value {
    serde_json::to_value(settings.scope(Language::Python)).expect("bounds are plain data")
}

impl Program for PythonProgram<'_> {
    fn explorers(&mut self) -> (&dyn Plan, &mut dyn Crew) {
        (&self.plan, &mut self.crew)
    }

    fn facts(&self) -> &Facts {
        self.plan.facts()
    }

    fn ground(&self) -> Option<Ground> {
        self.ground.clone()
    }

    fn outputs(&self, naming: &Naming) -> Outputs {
        let names = self.named(naming);
        let out = self.settings.out.clone();
        let out = out.unwrap_or_else(|| PathBuf::from("tests"));
        if out.extension().is_some_and(|extension| extension == "py") {
            let stem = out.file_stem().unwrap_or_default().to_string_lossy();
            return Outputs {
                bugs: out.with_file_name(format!("{stem}_bugs.py")),
                possible: out.with_file_name(format!("{stem}_possible.py")),
                tests: out,
            };
        }
        Outputs {
            tests: out.join(names.file_name()),
            bugs: out.join(names.bugs_file_name()),
            possible: out.join(names.possible_file_name()),
        }
    }

    fn name(&mut self, naming: &Naming) {
        self.naming = naming.clone();
    }

    fn prepare(&mut self) -> Result<(), Failure> {
        let status = self.pytest.take().map(|mut child| child.wait());
        if let Some(Ok(status)) = status
            && !status.success()
        {
            return Err(self.cases.no_pytest());
        }
        self.cases.prepare();
        Ok(())
    }

    fn observe(&mut self, kept: &[Kept]) -> Result<Vec<Dropped>, Failure> {
        self.cases.observe(kept)
    }

    fn write(&mut self, directory: &Path, annotations: &Annotations) -> Emitted {
        pytest::emit(self.cases.all(), &self.options(directory, annotations))
    }

    fn check(
        &mut self,
        written: &Emitted,
        outputs: &Outputs,
        home: &Path,
    ) -> Result<Checked, Failure> {
        self.cases.check(written, outputs, home)
    }

    fn discard(&mut self, cases: &BTreeSet<u64>) {
        self.cases.discard(cases);
    }

    fn notes(&self, case: u64) -> CaseNotes {
        self.cases.notes(case)
    }

    fn mutants(&mut self) -> Option<Box<dyn Mutants>> {
        self.cases.mutants()
    }

    fn measure(&mut self, tests: &Path) -> Measured {
        let loaded = self.loaded();
        let (root, file) = (Path::new(&loaded.root), Path::new(&loaded.file));
        measure::measured(self.settings, &self.launch.python, root, file, tests)
    }
}
