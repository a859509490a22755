//! The command line. Every option of `generate` can also stand in a
//! configuration file, under its long name with underscores.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

mod declare;
mod options;

pub(crate) use options::{Options, Resolved};

use crate::shard::Shard;

/// Writes unit tests by walking the paths of a program.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Explore a target and write a test suite for it.
    Generate(Box<Generate>),
    /// Run a command, such as a project's system tests, and record the contexts in
    /// which it calls C functions.
    Carve(Box<Carve>),
    /// Put reports of several commands together, such as those of the parts of one.
    Merge(Merge),
    /// Say why each branch of a line is covered, missed or unreachable.
    Explain {
        /// A file and a line, such as shop/cart.py:12.
        #[arg(value_name = "FILE:LINE")]
        place: String,

        /// Where what was found is kept [default: .everypath/cache].
        #[arg(long, value_name = "DIRECTORY")]
        cache: Option<PathBuf>,
    },
    /// Say what a test does: its input, its path, and what has changed since it was written.
    Replay {
        /// A test, such as tests/test_cart.py::test_total.
        #[arg(value_name = "FILE::TEST")]
        test: String,

        /// Where what was found is kept [default: .everypath/cache].
        #[arg(long, value_name = "DIRECTORY")]
        cache: Option<PathBuf>,
    },
    /// Say what callers of C functions see to, as far as the source and recorded contexts tell.
    Preconditions(Box<Preconditions>),
    /// Print the JSON Schema of what `generate --json` prints.
    Schema,
    /// Say what is installed, what is missing and how to get it.
    Doctor(Doctor),
    /// Print what makes a shell complete the commands and options of this program.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, for `man`.
    Manual,
}

/// `everypath preconditions`.
#[derive(Debug, Args)]
pub(crate) struct Preconditions {
    /// A C file, or a function of it: cart.c, cart.c::total.
    #[arg(value_name = "FILE.c::FUNCTION")]
    pub target: String,

    /// Flags that the source is compiled with.
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,

    /// The project's compile_commands.json, or the directory that holds it.
    #[arg(long, value_name = "PATH")]
    pub compile_commands: Option<PathBuf>,

    /// Where carved contexts are.
    #[arg(long, value_name = "DIRECTORY")]
    pub contexts: Option<PathBuf>,

    /// The clang to use, 14 to 19 [default: $CLANG, else clang, else the newest].
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,
}

/// `everypath carve`.
#[derive(Debug, Args)]
pub(crate) struct Carve {
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

/// `everypath merge`.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Reports that `generate --json` printed.
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,

    /// Print the report as JSON, and nothing else, on standard output.
    #[arg(long)]
    pub json: bool,

    /// Write an HTML report to this file.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write bugs and unreachable code to this file, as SARIF.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,

    /// Write the tests and what became of them to this file, as JUnit's XML.
    #[arg(long, value_name = "FILE")]
    pub junit_xml: Option<PathBuf>,

    /// Write what the suites cover to this file, for LCOV.
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,

    /// Write what the suites cover to this file, as Cobertura's XML.
    #[arg(long, value_name = "FILE")]
    pub cobertura: Option<PathBuf>,

    /// Print bugs and what is not covered as annotations of a GitHub workflow, too.
    #[arg(long)]
    pub annotations: bool,
}

/// `everypath doctor`.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// The Python to look at.
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,

    /// The JDK to look at.
    #[arg(long, value_name = "DIRECTORY")]
    pub jdk: Option<PathBuf>,
}

/// `everypath generate`.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// What to test; without one, every target section of the configuration file.
    ///
    /// Python: shop/cart.py, shop.cart, shop/cart.py::Cart, shop/cart.py::Cart.add,
    /// shop/cart.py::total.
    ///
    /// Java: a .java, .class or .jar file, a Maven or Gradle project, shop.Cart,
    /// shop.Cart#add, shop.Cart#add(int,String).
    ///
    /// C: cart.c, cart.c::total.
    ///
    /// A directory: every target of any of these languages in it.
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,

    /// The configuration file [default: the nearest everypath.toml or pyproject.toml, from
    /// here upwards].
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Use no configuration file.
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,

    /// Print the report as JSON, and nothing else, on standard output.
    #[arg(long)]
    pub json: bool,

    /// Write nothing: print how the test files would change, and exit with code 1 if one
    /// would.
    #[arg(long)]
    pub check: bool,

    /// Only a part of the modules, such as 1/4: for several machines, each with another part.
    #[arg(long, value_name = "PART")]
    pub shard: Option<Shard>,

    /// Run on the Ray cluster with this address, such as ray://head:10001, or auto for the one
    /// that is there.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["shard", "json", "check", "events"])]
    pub on: Option<String>,

    /// Write what happens to this file while it happens, as lines of JSON.
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,

    /// Everything that a configuration file can say too.
    #[command(flatten)]
    pub options: Options,
}
