//! The options of `generate` that a configuration file can set, too.

use std::path::PathBuf;

use everypath_generate::criteria::{Criterion, one_or_many};
use everypath_generate::settings::{
    Arrays, CFramework, Engine, Format, Mode, Order, Strategy, SweepOption,
};

use super::declare::options;

options! {
    "Output" {
        out("PATH"): PathBuf, else "tests; src/test/java in a Java project"
            => "Write the tests to this .py, .java or .c file, or into this directory";
        force: bool = "false"
            => "Replace whole files under their usual names, whoever wrote what is in them";
        html("FILE"): PathBuf
            => "Write an HTML report to this file";
        sarif("FILE"): PathBuf
            => "Write bugs and unreachable code to this file, as SARIF";
        junit_xml("FILE"): PathBuf
            => "Write the tests and what became of them to this file, as JUnit's XML";
        lcov("FILE"): PathBuf
            => "Write what the suite covers to this file, for LCOV";
        cobertura("FILE"): PathBuf
            => "Write what the suite covers to this file, as Cobertura's XML";
        annotations: bool = "false"
            => "Print bugs and what is not covered as annotations of a GitHub workflow, too";
        #[arg(short)]
        quiet: bool = "false"
            => "Print neither progress nor summary";
        tables: bool = "true"
            => "Write tests that differ in values only as a table, where that reads better";
        test_comments: bool = "false"
            => "Begin each test with comments that name the branch outcomes it covers";
        fail_on_bugs: bool = "false"
            => "Exit with code 1 if a test shows a bug";
    }
    "Search" {
        #[arg(value_enum, value_delimiter = ',')]
        #[serde(default, deserialize_with = "one_or_many")]
        criterion("NAME,..."): Vec<Criterion> = "branch"
            => "What the tests should cover; several criteria are separated by commas";
        observer_arguments: bool = "false"
            => "Partition receivers by observers with arguments, too";
        all_paths: bool, else "false; true for the criterion path"
            => "Keep one test for each path, not just those that the criterion needs";
        #[arg(value_enum)]
        engine("NAME"): Engine = "concolic"
            => "How paths are found";
        #[arg(value_enum)]
        strategy("NAME"): Strategy = "exhaustive"
            => "How structures with an invariant are made";
        #[arg(value_enum)]
        search("NAME"): Order = "combined"
            => "Which decision is changed next";
        neighbours("N"): usize = "1"
            => "Classified search: let the N most similar flips vote";
        #[arg(value_delimiter = ',')]
        queue_shares("N,..."): Vec<u32> = "50,30,15,5"
            => "Classified search: how often each queue is asked, in percent, the most promising first";
        reclassify_after("N"): usize = "200"
            => "Classified search: reclassify pending flips every N solver answers";
        solver("COMMAND"): String, else "none"
            => "Ask this SMT-LIB solver, such as 'z3 -in', where the built-in solver gives up";
        seed("N"): u64 = "0"
            => "The seed of every random choice";
        jobs("N"): usize, else "the number of processors"
            => "Explore N modules at the same time, or N units of one; the result does not depend on it";
    }
    "Run" {
        budget("SECONDS"): f64, else "no limit"
            => "End the whole command after this time by the clock, shared between all modules";
        cache("DIRECTORY"): PathBuf, else ".everypath/cache"
            => "Keep what is found here, and explore again only what has changed";
        no_cache: bool = "false"
            => "Explore everything, and keep nothing";
    }
    "Target" {
        invariant("METHOD"): String, else "repok, repOK, __invariant__, … if there is one"
            => "The class's invariant";
        #[arg(value_delimiter = ',')]
        methods("NAMES"): Vec<String>, else "all"
            => "Test only these methods of the target class, separated by commas";
    }
    "Scope" {
        max_nodes("N"): u32, else "5"
            => "Objects of each class in a structure";
        max_depth("N"): usize = "1000"
            => "Decisions on one path";
        max_length("N"): u32, else "5; 16 for C"
            => "Elements of a container or array in an input";
        max_text("N"): u32, else "20"
            => "Characters of a text in an input";
        max_calls("N"): u32, else "3"
            => "Method calls that set up a receiver";
        max_unrollings("N"): u32 = "10"
            => "Bounded engine: iterations of a loop";
        max_recursion("N"): u32 = "6"
            => "Bounded engine: calls of one method on the stack";
        #[arg(value_enum)]
        sweep("NAME"): SweepOption = "half"
            => "Bounded engine: the unrollings that are tried for each number of objects";
    }
    "Budget" {
        timeout("SECONDS"): f64 = "1"
            => "Stop a run of the subject after this time of a processor";
        unit_time("SECONDS"): f64 = "5"
            => "Stop exploring a unit after this much work, counted in seconds of an idle machine";
        work("SECONDS"): f64, else "240, or twice the time by the clock"
            => "Stop exploring a module after this much work, counted in the same way";
        time("SECONDS"): f64, else "no limit"
            => "Stop exploring a module after this time by the clock, whatever was done";
        paths("N"): usize, else "no limit"
            => "Stop a unit after N paths";
        patience("N"): usize = "1500"
            => "Stop a unit after N attempts without new coverage";
        memory("MB"): u64 = "2048"
            => "Memory that the subject may use, in megabytes";
    }
    "Measure" {
        run_tests: bool = "true"
            => "Run the suite before it is kept";
        coverage: bool = "false"
            => "Measure the suite's coverage with coverage.py, JaCoCo or gcov";
        mutation: bool = "false"
            => "List the mutants that no test notices; measure the score with mutmut (Python) or PIT (Java)";
    }
    "Python" {
        python("PATH"): PathBuf, else "the active environment's, else python3"
            => "The Python to use, 3.9 or newer";
        #[arg(value_delimiter = ',')]
        allow("EVENTS"): Vec<String>, else "none"
            => "Side effects to allow: names of Python's audit events, open or all, and variables to show (env:NAME), separated by commas";
    }
    "Java" {
        #[arg(
            value_delimiter = ':',
            // An empty one is easily written, as in `a.jar:`.
            value_parser = |path: &str| Ok::<PathBuf, String>(PathBuf::from(path)),
        )]
        classpath("PATHS"): Vec<PathBuf>, else "none"
            => "Directories and jars that hold classes, separated by colons";
        jdk("DIRECTORY"): PathBuf, else "JAVA_HOME, else that of javac, else the newest"
            => "The JDK to use, 8 to 25";
        #[arg(value_enum)]
        arrays("MODEL"): Arrays = "cases"
            => "How an array element at a symbolic index is explored";
        junit("VERSION"): u8, else "that of the project, else 5"
            => "Write tests for JUnit 4 or 5";
    }
    "C" {
        #[arg(allow_hyphen_values = true)]
        cflags("FLAGS"): String, else "none"
            => "Compile with these flags, besides those of the project";
        compile_commands("PATH"): PathBuf, else "the one above the source, if there is one"
            => "The project's compile_commands.json, or the directory that holds it";
        #[arg(value_delimiter = ',')]
        sources("FILES"): Vec<PathBuf>, else "none"
            => "Other sources of the program, separated by commas";
        #[arg(allow_hyphen_values = true)]
        link("FLAGS"): String, else "none"
            => "Link with these objects and libraries";
        clang("PATH"): PathBuf, else "$CLANG, else clang, else the newest"
            => "The clang to use, 14 to 19";
        contexts("DIRECTORY"): PathBuf, else "none"
            => "Start functions from the carved contexts in this directory";
        #[arg(value_enum)]
        mode("NAME"): Mode = "auto"
            => "What functions start from, and what their callees are";
        #[arg(value_enum)]
        framework("NAME"): CFramework = "plain"
            => "What the tests are run by";
        #[arg(value_enum)]
        format("NAME"): Format, else "none"
            => "Write the inputs of the tests in another format, too";
        #[arg(value_delimiter = ';')]
        preconditions("CONDITIONS"): Vec<String>, else "none"
            => "What callers see to, such as `parse: text != NULL`, separated by semicolons";
        allocations_succeed: bool = "false"
            => "Assume allocations never fail";
        null_parameters: bool = "false"
            => "Keep tests that pass null for a parameter or member that is never compared with null";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Options {
        toml::from_str(text).expect(text)
    }

    #[test]
    fn what_is_given_wins_over_the_base_and_the_base_over_the_default() {
        let given = options("max_depth = 7\ncoverage = false");
        let base = options("max_depth = 8\ncoverage = true\nseed = 3");
        let found = given.over(base).resolved();
        assert_eq!((found.max_depth, found.coverage), (7, false));
        assert_eq!((found.seed, found.patience), (3, 1500));
    }

    #[test]
    fn every_default_is_read_as_it_would_be_typed() {
        let found = Options::default().resolved();
        assert_eq!(found.criterion, [Criterion::Branch]);
        assert_eq!(found.queue_shares, [50, 30, 15, 5]);
        assert_eq!(found.search, Order::Combined);
        assert!(found.run_tests && !found.force);
        assert_eq!((found.out, found.jobs, found.paths), (None, None, None));
    }

    #[test]
    fn modes_have_their_old_names_too() {
        for (name, mode) in [
            ("cut2", Mode::CarvedStubs),
            ("cut2-", Mode::FreeStubs),
            ("sut", Mode::Isolated),
            ("otf", Mode::InContext),
            ("carved-stubs", Mode::CarvedStubs),
        ] {
            let found = options(&format!("mode = \"{name}\""));
            assert_eq!(found.mode, Some(mode));
            let typed = <Mode as clap::ValueEnum>::from_str(name, false);
            assert_eq!(typed, Ok(mode));
        }
    }
}
