//! The command line. Every option of `generate` can also stand in a
//! configuration file, under its long name with underscores.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::Deserialize;

use crate::criteria::{Criterion, one_or_many};

/// Writes unit tests by walking the paths of a program.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Explore a target and write a test suite for it.
    Generate(Box<Generate>),
    /// Run a command, such as a project's system tests, and keep the contexts in
    /// which it calls C functions.
    Carve(Box<Carve>),
    /// Say what is installed, what is missing and how to get it.
    Doctor(Doctor),
}

/// `everypath carve`.
#[derive(Debug, Args)]
pub struct Carve {
    /// The C functions whose calls are kept.
    #[arg(value_name = "FUNCTION", required = true)]
    pub functions: Vec<String>,

    /// Sources of a program that is built before the command runs; the command
    /// can call it by the name of the first one. Without this, what the command
    /// compiles is carved.
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub source: Vec<PathBuf>,

    /// Where contexts are kept [default: contexts].
    #[arg(long, value_name = "DIRECTORY")]
    pub contexts: Option<PathBuf>,

    /// Flags that the sources are compiled and linked with.
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,

    /// Contexts kept of each function, those with different traces first [default: 50].
    #[arg(long, value_name = "N")]
    pub max_contexts: Option<usize>,

    /// Megabytes of one context; larger ones are set aside [default: 8].
    #[arg(long, value_name = "MB")]
    pub max_context_size: Option<u64>,

    /// Seconds after which the command is stopped; what it left is kept [default: 3600].
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,

    /// The clang to use, 14 to 19 [default: $CLANG, else clang, else the newest].
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,

    /// Print what was carved as JSON, and nothing else, on standard output.
    #[arg(long)]
    pub json: bool,

    /// The command.
    #[arg(last = true, value_name = "COMMAND", required = true)]
    pub command: Vec<String>,
}

/// `everypath doctor`.
#[derive(Debug, Args)]
pub struct Doctor {
    /// The Python to look at.
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,

    /// The JDK to look at.
    #[arg(long, value_name = "DIRECTORY")]
    pub jdk: Option<PathBuf>,
}

/// `everypath generate`.
#[derive(Debug, Args)]
pub struct Generate {
    /// A file, a directory, `pkg.module`, `file.py::Class`,
    /// `file.py::Class.method` or `file.py::function`; for Java a .class, .java or
    /// .jar file, a Maven or Gradle project, `pkg.Class`, `pkg.Class#method` or
    /// `pkg.Class#method(int,String)`. Without one, every
    /// target section of the configuration file.
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,

    /// The configuration file; else everypath.toml or pyproject.toml, looked
    /// for from here upwards.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Use no configuration file.
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,

    /// Print the report as JSON, and nothing else, on standard output.
    #[arg(long)]
    pub json: bool,

    /// Everything that a configuration file can say too.
    #[command(flatten)]
    pub options: Options,
}

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
    /// Real callees; with contexts, or where callees are missing, all that gains coverage.
    #[default]
    Auto,
    /// A carved context; callees are stubs that first give back what was carved.
    Cut2,
    /// A carved context; callees are stubs that give back anything.
    #[value(name = "cut2-")]
    #[serde(rename = "cut2-")]
    Cut2Minus,
    /// No context; callees are stubs that give back anything.
    Sut,
    /// A carved context; real callees.
    Otf,
    /// No context; real callees.
    Real,
}

/// How an element of an array at a symbolic index is explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrays {
    /// The element is a term that tells the elements apart by the index, on one path.
    #[default]
    Cases,
    /// The same by the theory of arrays.
    Theory,
    /// The index is made concrete: a path for each element.
    Lazy,
}

/// How structures with an invariant are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Every valid structure of the scope, its values chosen by the unit's paths.
    #[default]
    Exhaustive,
    /// Every valid structure of the scope, with the values the invariant gives it.
    BlackBox,
    /// Structures grow as the unit reads them; a conservative run of the
    /// invariant filters, a full one completes them.
    WhiteBox,
    /// Structures grow as the unit reads them, only towards valid ones.
    Guided,
}

impl Strategy {
    /// The name that options and reports use.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Exhaustive => "exhaustive",
            Strategy::BlackBox => "black-box",
            Strategy::WhiteBox => "white-box",
            Strategy::Guided => "guided",
        }
    }
}

impl From<Strategy> for everypath_python::Strategy {
    fn from(strategy: Strategy) -> everypath_python::Strategy {
        match strategy {
            Strategy::Exhaustive => everypath_python::Strategy::Exhaustive,
            Strategy::BlackBox => everypath_python::Strategy::BlackBox,
            Strategy::WhiteBox => everypath_python::Strategy::WhiteBox,
            Strategy::Guided => everypath_python::Strategy::Guided,
        }
    }
}

/// How paths are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// One run at a time, each from the decisions of another.
    #[default]
    Concolic,
    /// All runs of a scope in one formula.
    Bounded,
    /// The one first, the other for what is left.
    Auto,
}

/// Which numbers of unrollings are tried for each number of objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SweepOption {
    /// Every one up to the number of objects.
    Complete,
    /// The number of objects.
    Maximum,
    /// Half the number of objects.
    #[default]
    Half,
}

/// The options of a target; `None` where neither the command line nor the
/// configuration says anything.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The test file, or the directory for it [default: tests].
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// Overwrite files that Everypath did not write.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "Output")]
    pub force: Option<bool>,

    /// Write the HTML report here.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,

    /// Say less.
    #[arg(long, short, num_args = 0..=1, default_missing_value = "true", help_heading = "Output")]
    pub quiet: Option<bool>,

    /// Begin each test with comments that say which branch sides it covers [default: false].
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "Output")]
    pub test_comments: Option<bool>,

    /// Exit with code 1 if a test shows a bug.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "Output")]
    pub fail_on_bugs: Option<bool>,

    /// What the tests are for: branch, line, block, goal, partition, grey or path; several
    /// with commas [default: branch].
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "WHAT",
        hide_possible_values = true,
        help_heading = "Search"
    )]
    #[serde(default, deserialize_with = "one_or_many")]
    pub criterion: Option<Vec<Criterion>>,

    /// Let observers with arguments partition receivers, too [default: false].
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "Search")]
    pub observer_arguments: Option<bool>,

    /// Keep one test for each path, not just what the criterion needs.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "Search")]
    pub all_paths: Option<bool>,

    /// How paths are found: concolic (one run at a time), bounded (all runs of a scope in
    /// one formula) or auto (both) [default: concolic].
    #[arg(long, value_enum, hide_possible_values = true, help_heading = "Search")]
    pub engine: Option<Engine>,

    /// How structures with an invariant are made [default: exhaustive].
    #[arg(long, value_enum, help_heading = "Search")]
    pub strategy: Option<Strategy>,

    /// The order of the search: combined, coverage, novelty, generational, shortest,
    /// depth, breadth, random or classified [default: combined].
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub search: Option<String>,

    /// For the classified search: how many known flips vote [default: 1].
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub neighbours: Option<usize>,

    /// For the classified search: how often each queue is asked, in percent, the most
    /// promising first [default: 50,30,15,5].
    #[arg(
        long,
        value_name = "N,...",
        value_delimiter = ',',
        help_heading = "Search"
    )]
    pub queue_shares: Option<Vec<u32>>,

    /// For the classified search: answers between two classifications of what
    /// waits [default: 200].
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub reclassify_after: Option<usize>,

    /// The seed of everything random [default: 0].
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub seed: Option<u64>,

    /// Units explored at the same time; the result does not depend on it [default: the
    /// number of processors].
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub jobs: Option<usize>,

    /// The class's invariant [default: repok, repOK, __invariant__, … if there is one].
    #[arg(long, value_name = "METHOD", help_heading = "Target")]
    pub invariant: Option<String>,

    /// Only these methods of the target class.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Target"
    )]
    pub methods: Option<Vec<String>>,

    /// The Python to use [default: the active environment's, else python3].
    #[arg(long, value_name = "PATH", help_heading = "Target")]
    pub python: Option<PathBuf>,

    /// Directories and jars that hold Java classes, separated by colons.
    #[arg(
        long,
        value_name = "PATHS",
        value_delimiter = ':',
        // An empty one is easily written, as in `a.jar:`.
        value_parser = |path: &str| Ok::<PathBuf, String>(PathBuf::from(path)),
        help_heading = "Target"
    )]
    pub classpath: Option<Vec<PathBuf>>,

    /// The JDK to use [default: JAVA_HOME, else that of javac, else the newest].
    #[arg(long, value_name = "DIRECTORY", help_heading = "Target")]
    pub jdk: Option<PathBuf>,

    /// How an element of a Java array at a symbolic index is explored [default: cases].
    #[arg(long, value_name = "MODEL", help_heading = "Search")]
    pub arrays: Option<Arrays>,

    /// The JUnit that Java tests are for: 4 or 5 [default: 5].
    #[arg(long, value_name = "VERSION", help_heading = "Output")]
    pub junit: Option<u8>,

    /// Side effects to allow: names of Python's audit events, `open` or `all`.
    #[arg(
        long,
        value_name = "EVENTS",
        value_delimiter = ',',
        help_heading = "Target"
    )]
    pub allow: Option<Vec<String>>,

    /// Flags that C sources are compiled with, besides those of the project.
    #[arg(
        long,
        value_name = "FLAGS",
        allow_hyphen_values = true,
        help_heading = "C"
    )]
    pub cflags: Option<String>,

    /// The project's compile_commands.json, or the directory that holds it.
    #[arg(long, value_name = "PATH", help_heading = "C")]
    pub compile_commands: Option<PathBuf>,

    /// Other C sources of the program.
    #[arg(long, value_name = "FILES", value_delimiter = ',', help_heading = "C")]
    pub sources: Option<Vec<PathBuf>>,

    /// Objects and libraries that C programs are linked with.
    #[arg(
        long,
        value_name = "FLAGS",
        allow_hyphen_values = true,
        help_heading = "C"
    )]
    pub link: Option<String>,

    /// The clang to use, 14 to 19 [default: $CLANG, else clang, else the newest].
    #[arg(long, value_name = "PATH", help_heading = "C")]
    pub clang: Option<PathBuf>,

    /// Carved contexts that C functions start from.
    #[arg(long, value_name = "DIRECTORY", help_heading = "C")]
    pub contexts: Option<PathBuf>,

    /// What runs C tests [default: plain].
    #[arg(long, value_enum, help_heading = "C")]
    pub framework: Option<CFramework>,

    /// Also write the inputs of C tests in another format.
    #[arg(long, value_enum, help_heading = "C")]
    pub format: Option<Format>,

    /// Keep C tests that pass null for a parameter or member which nothing compares
    /// with null.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "C")]
    pub null_parameters: Option<bool>,

    /// Take it that no allocation of C code fails.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "C")]
    pub allocations_succeed: Option<bool>,

    /// What C functions start from, and what their callees are [default: auto].
    #[arg(long, value_enum, help_heading = "C")]
    pub mode: Option<Mode>,

    /// Objects of each class in a structure [default: 5].
    #[arg(long, value_name = "N", help_heading = "Scope")]
    pub max_nodes: Option<usize>,

    /// Decisions on one path [default: 1000].
    #[arg(long, value_name = "N", help_heading = "Scope")]
    pub max_depth: Option<usize>,

    /// Elements of a container of the input [default: 5].
    #[arg(long, value_name = "N", help_heading = "Scope")]
    pub max_length: Option<usize>,

    /// Characters of a text of the input [default: 20].
    #[arg(long, value_name = "N", help_heading = "Scope")]
    pub max_text: Option<usize>,

    /// Method calls that set up a receiver [default: 3].
    #[arg(long, value_name = "N", help_heading = "Scope")]
    pub max_calls: Option<usize>,

    /// Iterations of a loop, for the bounded engine [default: 10].
    #[arg(long, value_name = "N", help_heading = "Scope")]
    pub max_unrollings: Option<u32>,

    /// Calls of one method on the stack, for the bounded engine [default: 6].
    #[arg(long, value_name = "N", help_heading = "Scope")]
    pub max_recursion: Option<u32>,

    /// How unrollings grow with objects in the bounded engine: complete, maximum or
    /// half [default: half].
    #[arg(long, value_enum, hide_possible_values = true, help_heading = "Scope")]
    pub sweep: Option<SweepOption>,

    /// Seconds for one run of the subject [default: 1].
    #[arg(long, value_name = "SECONDS", help_heading = "Budget")]
    pub timeout: Option<f64>,

    /// Seconds for the exploration of one unit [default: 5].
    #[arg(long, value_name = "SECONDS", help_heading = "Budget")]
    pub unit_time: Option<f64>,

    /// Seconds for the exploration of one module [default: 120].
    #[arg(long, value_name = "SECONDS", help_heading = "Budget")]
    pub time: Option<f64>,

    /// Paths of one unit.
    #[arg(long, value_name = "N", help_heading = "Budget")]
    pub paths: Option<usize>,

    /// Tries in a row without new coverage before a unit is left [default: 1500].
    #[arg(long, value_name = "N", help_heading = "Budget")]
    pub patience: Option<usize>,

    /// Megabytes the subject may use [default: 2048].
    #[arg(long, value_name = "MB", help_heading = "Budget")]
    pub memory: Option<u64>,

    /// Run the suite before it is kept [default: true].
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "Measure")]
    pub run_tests: Option<bool>,

    /// Measure the suite's branch coverage with coverage.py.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "Measure")]
    pub coverage: Option<bool>,

    /// Measure the suite's mutation score.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", help_heading = "Measure")]
    pub mutation: Option<bool>,
}

impl Options {
    /// These options, and those of `base` where these say nothing.
    pub fn over(self, base: Options) -> Options {
        Options {
            out: self.out.or(base.out),
            force: self.force.or(base.force),
            html: self.html.or(base.html),
            quiet: self.quiet.or(base.quiet),
            test_comments: self.test_comments.or(base.test_comments),
            fail_on_bugs: self.fail_on_bugs.or(base.fail_on_bugs),
            criterion: self.criterion.or(base.criterion),
            all_paths: self.all_paths.or(base.all_paths),
            strategy: self.strategy.or(base.strategy),
            search: self.search.or(base.search),
            neighbours: self.neighbours.or(base.neighbours),
            queue_shares: self.queue_shares.or(base.queue_shares),
            reclassify_after: self.reclassify_after.or(base.reclassify_after),
            seed: self.seed.or(base.seed),
            jobs: self.jobs.or(base.jobs),
            invariant: self.invariant.or(base.invariant),
            methods: self.methods.or(base.methods),
            python: self.python.or(base.python),
            classpath: self.classpath.or(base.classpath),
            jdk: self.jdk.or(base.jdk),
            arrays: self.arrays.or(base.arrays),
            junit: self.junit.or(base.junit),
            allow: self.allow.or(base.allow),
            cflags: self.cflags.or(base.cflags),
            compile_commands: self.compile_commands.or(base.compile_commands),
            sources: self.sources.or(base.sources),
            link: self.link.or(base.link),
            clang: self.clang.or(base.clang),
            contexts: self.contexts.or(base.contexts),
            mode: self.mode.or(base.mode),
            framework: self.framework.or(base.framework),
            format: self.format.or(base.format),
            allocations_succeed: self.allocations_succeed.or(base.allocations_succeed),
            null_parameters: self.null_parameters.or(base.null_parameters),
            max_nodes: self.max_nodes.or(base.max_nodes),
            max_depth: self.max_depth.or(base.max_depth),
            max_length: self.max_length.or(base.max_length),
            max_text: self.max_text.or(base.max_text),
            max_calls: self.max_calls.or(base.max_calls),
            max_unrollings: self.max_unrollings.or(base.max_unrollings),
            max_recursion: self.max_recursion.or(base.max_recursion),
            sweep: self.sweep.or(base.sweep),
            observer_arguments: self.observer_arguments.or(base.observer_arguments),
            engine: self.engine.or(base.engine),
            timeout: self.timeout.or(base.timeout),
            unit_time: self.unit_time.or(base.unit_time),
            time: self.time.or(base.time),
            paths: self.paths.or(base.paths),
            patience: self.patience.or(base.patience),
            memory: self.memory.or(base.memory),
            run_tests: self.run_tests.or(base.run_tests),
            coverage: self.coverage.or(base.coverage),
            mutation: self.mutation.or(base.mutation),
        }
    }
}
