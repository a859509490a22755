//! The settings of one target: every option with its value.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use everypath_emit::junit::Framework;
use everypath_explore::classifier::ClassifierOptions;
use everypath_solve::External;
use everypath_trace::{Language, RunLimits, Scope};
use serde::Deserialize;

use crate::criteria::Criteria;

/// How long a source may take to compile where nobody says when all must be over.
const LONGEST_COMPILATION: Duration = Duration::from_secs(120);

/// What runs C tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CFramework {
    /// The test file itself.
    #[default]
    Plain,
    /// CMocka.
    Cmocka,
    /// Check.
    Check,
}

/// Another format of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Test-Comp's XML.
    Testcomp,
}

/// What a C unit starts from, and what its callees are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Real callees; then the other modes for what is not covered, where contexts were
    /// carved or callees are missing.
    #[default]
    Auto,
    /// A carved context; callees are stubs that first return what was carved.
    #[value(alias = "cut2")]
    #[serde(alias = "cut2")]
    CarvedStubs,
    /// A carved context; callees are stubs that return anything.
    #[value(alias = "cut2-")]
    #[serde(alias = "cut2-")]
    FreeStubs,
    /// No context; callees are stubs that return anything.
    #[value(alias = "sut")]
    #[serde(alias = "sut")]
    Isolated,
    /// A carved context; real callees.
    #[value(alias = "otf")]
    #[serde(alias = "otf")]
    InContext,
    /// No context; real callees.
    Real,
}

/// How a Java array element at a symbolic index is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrays {
    /// On one path, with a term that distinguishes the elements by index.
    Cases,
    /// On one path, with the theory of arrays.
    Theory,
    /// On a path of its own for each index.
    Lazy,
}

/// How structures with an invariant are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Every valid structure of the scope; the unit's paths choose the values.
    Exhaustive,
    /// Every valid structure of the scope, with values that satisfy the invariant.
    BlackBox,
    /// Structures grow as the unit reads them; the invariant filters them, then completes them.
    WhiteBox,
    /// Structures grow as the unit reads them, towards valid ones only.
    Guided,
}

impl Strategy {
    /// The name the worker knows.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Exhaustive => "exhaustive",
            Strategy::BlackBox => "black-box",
            Strategy::WhiteBox => "white-box",
            Strategy::Guided => "guided",
        }
    }
}

/// How paths are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// One run at a time, each with a decision of an earlier run changed.
    Concolic,
    /// All runs of a scope in one formula.
    Bounded,
    /// Concolic first, then bounded for what remains.
    Auto,
}

/// The order of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The next four, each until it stalls.
    Combined,
    /// What is nearest to an uncovered goal.
    Coverage,
    /// What follows runs that did something new.
    Novelty,
    /// All decisions of a run, then those of the run that covered most.
    Generational,
    /// The smallest structures.
    Shortest,
    /// The deepest decision.
    Depth,
    /// The first decision.
    Breadth,
    /// Any decision, by the seed.
    Random,
    /// What is predicted to be feasible.
    Classified,
}

/// Which numbers of unrollings are tried for each number of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SweepOption {
    /// Every one up to the number of objects.
    Complete,
    /// The number of objects.
    Maximum,
    /// Half the number of objects.
    Half,
}

/// The bounds of a scope that somebody set; a language has its own for the rest.
#[derive(Clone, Copy, Debug, Default)]
pub struct GivenScope {
    /// Objects of each class.
    pub objects: Option<u32>,
    /// Elements of a container.
    pub length: Option<u32>,
    /// Characters of a text.
    pub text: Option<u32>,
    /// Calls that set up a receiver.
    pub calls: Option<u32>,
}

/// What only Python targets need.
#[derive(Clone, Debug, Default)]
pub struct PythonSettings {
    /// The interpreter to use, if given.
    pub interpreter: Option<PathBuf>,
    /// Side effects that are allowed.
    pub allow: Vec<String>,
}

/// What only Java targets need.
#[derive(Clone, Debug)]
pub struct JavaSettings {
    /// Where classes are.
    pub class_path: Vec<PathBuf>,
    /// The JDK to use, if given.
    pub jdk: Option<PathBuf>,
    /// How arrays at symbolic indices are explored.
    pub arrays: Arrays,
    /// The JUnit that tests are for, if it is not to be the project's.
    pub junit: Option<Framework>,
}

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
    /// What callers of functions see to, as `function: condition`.
    pub preconditions: Vec<String>,
    /// Keep tests of null parameters that nobody expects.
    pub null_parameters: bool,
    /// Allocations never fail.
    pub allocations_succeed: bool,
}

/// What a target is generated with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the suite goes; a file or a directory.
    pub out: Option<PathBuf>,
    /// Overwrite foreign files.
    pub force: bool,
    /// Whether nothing is written, and what would be is told.
    pub check: bool,
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
    /// The order of the search.
    pub search: Order,
    /// How the classifier is set, where it is used.
    pub classifier: ClassifierOptions,
    /// The solver that is asked where the built-in one gives up.
    pub solver: Option<External>,
    /// The seed.
    pub seed: u64,
    /// Units at the same time.
    pub jobs: usize,
    /// The invariant's name, if given.
    pub invariant: Option<String>,
    /// Only these methods.
    pub methods: Option<Vec<String>>,
    /// The bounds of inputs that somebody set.
    pub bounds: GivenScope,
    /// Iterations of a loop that the bounded engine follows.
    pub unrollings: u32,
    /// Calls of one method on the stack that the bounded engine follows.
    pub recursion: u32,
    /// What only Python targets need.
    pub python: PythonSettings,
    /// What only Java targets need.
    pub java: JavaSettings,
    /// What only C targets need.
    pub c: CSettings,
    /// Decisions on one path.
    pub max_depth: usize,
    /// One run.
    pub timeout: Duration,
    /// What one unit may cost, in nominal time.
    pub unit_time: Duration,
    /// What one module may cost, in nominal time.
    pub work: Duration,
    /// When a module has to be explored by the clock, whatever it has cost.
    pub time: Option<Duration>,
    /// How long it may take to make a module ready, if somebody limits that; a share of a
    /// whole run's budget does not.
    pub loading: Option<Duration>,
    /// Paths of one unit.
    pub paths: Option<usize>,
    /// Tries without news.
    pub patience: usize,
    /// Bytes the subject may use.
    pub memory: u64,
    /// Whether what is found is remembered, with what it rests on.
    pub remembers: bool,
    /// Run the suite before it is kept.
    pub run_tests: bool,
    /// Somebody will look at the inputs before and after the calls.
    pub pictures: bool,
    /// Tests that differ in values only as a table.
    pub tables: bool,
    /// A comment in each test.
    pub test_comments: bool,
    /// Measure coverage.
    pub coverage: bool,
    /// Measure the mutation score.
    pub mutation: bool,
}

impl Order {
    /// The name on the command line.
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

impl Settings {
    /// What the search depends on, for the report.
    pub fn shown(&self) -> Vec<(String, String)> {
        let mut shown = vec![
            ("strategy".to_owned(), self.strategy.name().to_owned()),
            ("search".to_owned(), self.search.name()),
            ("seed".to_owned(), self.seed.to_string()),
            ("max_depth".to_owned(), self.max_depth.to_string()),
        ];
        let given = [
            ("max_nodes", self.bounds.objects),
            ("max_length", self.bounds.length),
            ("max_text", self.bounds.text),
            ("max_calls", self.bounds.calls),
        ];
        for (name, bound) in given {
            shown.extend(bound.map(|bound| (name.to_owned(), bound.to_string())));
        }
        shown
    }

    /// The bounds of inputs in a language.
    pub fn scope(&self, language: Language) -> Scope {
        let default = Scope::of(language);
        Scope {
            objects: self.bounds.objects.unwrap_or(default.objects),
            length: self.bounds.length.unwrap_or(default.length),
            text: self.bounds.text.unwrap_or(default.text),
            calls: self.bounds.calls.unwrap_or(default.calls),
        }
    }

    /// How long it may take to make a source ready to run: as long as exploring it, but at
    /// least `shortest`.
    pub fn compile_time(&self, shortest: Duration) -> Duration {
        self.loading.unwrap_or(LONGEST_COMPILATION).max(shortest)
    }

    /// What one run may use.
    pub fn run_limits(&self) -> RunLimits {
        RunLimits {
            decisions: self.max_depth,
            time: self.timeout,
        }
    }
}
