//! Options with their defaults filled in.

use std::path::PathBuf;
use std::time::Duration;

use everypath_emit::junit::Framework;
use everypath_explore::classifier::ClassifierOptions;

use crate::arguments::{Arrays, CFramework, Engine, Format, Mode, Options, Strategy, SweepOption};
use crate::criteria::Criteria;
use crate::exit::{Failure, FailureKind};

/// What only C targets need.
#[derive(Clone, Debug, Default)]
pub struct CSettings {
    /// Flags for the compiler.
    pub cflags: Vec<String>,
    /// The compilation database.
    pub compile_commands: Option<PathBuf>,
    /// Other sources of the program.
    pub sources: Vec<PathBuf>,
    /// What to link with.
    pub link: Vec<String>,
    /// The clang to use.
    pub clang: Option<PathBuf>,
    /// Where carved contexts are.
    pub contexts: Option<PathBuf>,
    /// What units start from, and what their callees are.
    pub mode: Mode,
    /// What runs the tests.
    pub framework: CFramework,
    /// Another format of the inputs.
    pub format: Option<Format>,
    /// Keep tests of null parameters that nobody expects.
    pub null_parameters: bool,
    /// Allocations never fail.
    pub allocations_succeed: bool,
    /// Elements of a buffer, if given.
    pub max_length: Option<u64>,
}

/// What a target is generated with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the suite goes; a file or a directory.
    pub out: Option<PathBuf>,
    /// Overwrite foreign files.
    pub force: bool,
    /// What the tests are for.
    pub criteria: Criteria,
    /// Whether observers with arguments partition receivers, too.
    pub observer_arguments: bool,
    /// One test for each path.
    pub all_paths: bool,
    /// How paths are found.
    pub engine: Engine,
    /// How the bounded engine's scope grows.
    pub sweep: SweepOption,
    /// How structures are made.
    pub strategy: Strategy,
    /// The search strategy's name.
    pub search: String,
    /// How the classifier is set, where it is used.
    pub classifier: ClassifierOptions,
    /// The seed.
    pub seed: u64,
    /// Units at the same time.
    pub jobs: usize,
    /// The invariant's name, if given.
    pub invariant: Option<String>,
    /// Only these methods.
    pub methods: Option<Vec<String>>,
    /// The Python to use, if given.
    pub python: Option<PathBuf>,
    /// Where Java classes are.
    pub class_path: Vec<PathBuf>,
    /// The JDK to use, if given.
    pub jdk: Option<PathBuf>,
    /// How arrays at symbolic indices are explored.
    pub arrays: Arrays,
    /// The JUnit that tests are for.
    pub junit: Framework,
    /// Side effects allowed.
    pub allow: Vec<String>,
    /// The scope, as the worker names its bounds.
    pub scope: serde_json::Value,
    /// Iterations of a loop that the bounded engine follows.
    pub unrollings: u32,
    /// Calls of one method on the stack that the bounded engine follows.
    pub recursion: u32,
    /// What only C targets need.
    pub c: CSettings,
    /// Decisions on one path.
    pub max_depth: usize,
    /// One run.
    pub timeout: Duration,
    /// One unit.
    pub unit_time: Duration,
    /// One module.
    pub time: Duration,
    /// Paths of one unit.
    pub paths: Option<usize>,
    /// Tries without news.
    pub patience: usize,
    /// Bytes the subject may use.
    pub memory: u64,
    /// Run the suite before it is kept.
    pub run_tests: bool,
    /// Somebody will look at the inputs before and after the calls.
    pub pictures: bool,
    /// A comment in each test.
    pub test_comments: bool,
    /// Measure coverage.
    pub coverage: bool,
    /// Measure the mutation score.
    pub mutation: bool,
}

impl Settings {
    /// Fills in the defaults, and refuses what cannot be.
    pub fn new(options: &Options) -> Result<Settings, Failure> {
        let wrong = |message: String| Err(Failure::new(FailureKind::Usage, message));
        let search = options
            .search
            .clone()
            .unwrap_or_else(|| "combined".to_owned());
        if !everypath_explore::strategies::NAMES.contains(&search.as_str()) {
            return wrong(format!(
                "there is no search strategy {search}; choose one of {}",
                everypath_explore::strategies::NAMES.join(", ")
            ));
        }
        let seconds = |name: &str, given: Option<f64>, default: f64| match given.unwrap_or(default)
        {
            value if value > 0.0 && value < 1e9 => Ok(Duration::from_secs_f64(value)),
            value => Err(Failure::new(
                FailureKind::Usage,
                format!("--{name} {value}: give a number of seconds above 0"),
            )),
        };
        if options.jobs == Some(0) {
            return wrong("--jobs 0: give at least 1".to_owned());
        }
        let classifier = classifier(options)?;
        let criteria = Criteria::new(options.criterion.as_deref());
        Ok(Settings {
            out: options.out.clone(),
            force: options.force.unwrap_or(false),
            all_paths: options.all_paths.unwrap_or(criteria.ask_for_paths()),
            criteria,
            observer_arguments: options.observer_arguments.unwrap_or(false),
            engine: options.engine.unwrap_or_default(),
            sweep: options.sweep.unwrap_or_default(),
            strategy: options.strategy.unwrap_or_default(),
            search,
            classifier,
            seed: options.seed.unwrap_or(0),
            jobs: options.jobs.unwrap_or_else(processors),
            invariant: options.invariant.clone(),
            methods: options.methods.clone(),
            python: options.python.clone(),
            class_path: {
                let paths = options.classpath.iter().flatten();
                let paths = paths.filter(|path| !path.as_os_str().is_empty());
                paths.cloned().collect()
            },
            jdk: options.jdk.clone(),
            arrays: options.arrays.unwrap_or_default(),
            junit: match options.junit {
                None | Some(5) => Framework::JUnit5,
                Some(4) => Framework::JUnit4,
                Some(other) => return wrong(format!("--junit {other}: give 4 or 5")),
            },
            allow: options.allow.clone().unwrap_or_default(),
            scope: serde_json::json!({
                "max_nodes": options.max_nodes.unwrap_or(5),
                "max_length": options.max_length.unwrap_or(5),
                "max_text": options.max_text.unwrap_or(20),
                "max_calls": options.max_calls.unwrap_or(3),
            }),
            unrollings: options.max_unrollings.unwrap_or(10),
            recursion: options.max_recursion.unwrap_or(6),
            c: CSettings {
                cflags: crate::c::words(options.cflags.as_deref().unwrap_or_default()),
                compile_commands: options.compile_commands.clone(),
                sources: options.sources.clone().unwrap_or_default(),
                link: crate::c::words(options.link.as_deref().unwrap_or_default()),
                clang: options.clang.clone(),
                contexts: options.contexts.clone(),
                mode: options.mode.unwrap_or_default(),
                framework: options.framework.unwrap_or_default(),
                format: options.format,
                null_parameters: options.null_parameters.unwrap_or(false),
                allocations_succeed: options.allocations_succeed.unwrap_or(false),
                max_length: options.max_length.map(|length| length as u64),
            },
            max_depth: options.max_depth.unwrap_or(1000),
            timeout: seconds("timeout", options.timeout, 1.0)?,
            unit_time: seconds("unit-time", options.unit_time, 5.0)?,
            time: seconds("time", options.time, 120.0)?,
            paths: options.paths,
            patience: options.patience.unwrap_or(1500),
            memory: options.memory.unwrap_or(2048) << 20,
            run_tests: options.run_tests.unwrap_or(true),
            pictures: true,
            test_comments: options.test_comments.unwrap_or(false),
            coverage: options.coverage.unwrap_or(false),
            mutation: options.mutation.unwrap_or(false),
        })
    }

    /// What the search depends on, for the report.
    pub fn shown(&self) -> Vec<(String, String)> {
        let mut shown = vec![
            ("strategy".to_owned(), self.strategy.name().to_owned()),
            ("search".to_owned(), self.search.clone()),
            ("seed".to_owned(), self.seed.to_string()),
            ("max_depth".to_owned(), self.max_depth.to_string()),
        ];
        if let Some(scope) = self.scope.as_object() {
            let scope = scope
                .iter()
                .map(|(name, bound)| (name.clone(), bound.to_string()));
            shown.extend(scope);
        }
        shown
    }
}

/// As many units at a time as the machine has processors for.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn classifier(options: &Options) -> Result<ClassifierOptions, Failure> {
    let default = ClassifierOptions::default();
    let found = ClassifierOptions {
        neighbours: options.neighbours.unwrap_or(default.neighbours),
        shares: options.queue_shares.clone().unwrap_or(default.shares),
        reclassify_after: options.reclassify_after.unwrap_or(default.reclassify_after),
    };
    let wrong = |message: String| Err(Failure::new(FailureKind::Usage, message));
    if found.neighbours == 0 || found.reclassify_after == 0 {
        return wrong("--neighbours and --reclassify-after: give at least 1".to_owned());
    }
    // Each may be a hundred at most, so the sum is no problem.
    if found.shares.iter().any(|&share| share > 100) || found.shares.iter().sum::<u32>() != 100 {
        return wrong("--queue-shares: give percentages that add up to 100".to_owned());
    }
    Ok(found)
}
