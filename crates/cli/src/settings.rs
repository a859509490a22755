//! Options with their defaults filled in.

use std::time::Duration;

use everypath_c_program::words;
use everypath_emit::junit::Framework;
use everypath_explore::classifier::ClassifierOptions;
use everypath_generate::criteria::Criteria;
use everypath_generate::settings::{CSettings, GivenScope, JavaSettings, PythonSettings, Settings};
use everypath_generate::{Failure, FailureKind};
use everypath_solve::External;

use crate::arguments::{Options, Resolved};

/// How long an external solver may think about one query: it is another process, on a
/// machine that may be busy.
const SOLVER_TIME: Duration = Duration::from_secs(10);
/// What exploring a module may cost, in nominal time.
const WORK: Duration = Duration::from_secs(240);
/// How many processors an ordinary machine has at least: exploring may cost so many times
/// what the clock allows.
const WORKERS: u32 = 2;
/// How long an external solver may take to show that it is one.
const PROBE_TIME: Duration = Duration::from_secs(10);

/// Fills in the defaults, and refuses what cannot be.
pub(crate) fn settings(options: &Options) -> Result<Settings, Failure> {
    let options = options.resolved();
    if options.jobs == Some(0) {
        return wrong("--jobs 0: give at least 1");
    }
    let classifier = classifier(&options)?;
    let solver = options.solver.as_deref().map(external).transpose()?;
    let time = options.time.map(|time| seconds("time", time)).transpose()?;
    let criteria = Criteria::new(Some(&options.criterion));
    Ok(Settings {
        out: options.out,
        force: options.force,
        check: false,
        all_paths: options.all_paths.unwrap_or(criteria.ask_for_paths()),
        criteria,
        observer_arguments: options.observer_arguments,
        engine: options.engine,
        sweep: options.sweep,
        strategy: options.strategy,
        search: options.search,
        classifier,
        solver,
        seed: options.seed,
        jobs: options.jobs.unwrap_or_else(processors),
        invariant: options.invariant,
        methods: options.methods,
        python: PythonSettings {
            interpreter: options.python,
            allow: options.allow.unwrap_or_default(),
        },
        java: JavaSettings {
            class_path: {
                let paths = options.classpath.unwrap_or_default().into_iter();
                paths.filter(|path| !path.as_os_str().is_empty()).collect()
            },
            jdk: options.jdk,
            arrays: options.arrays,
            junit: match options.junit {
                None => None,
                Some(5) => Some(Framework::JUnit5),
                Some(4) => Some(Framework::JUnit4),
                Some(other) => return wrong(format!("--junit {other}: give 4 or 5")),
            },
        },
        c: CSettings {
            cflags: words(options.cflags.as_deref().unwrap_or_default()),
            compile_commands: options.compile_commands,
            sources: options.sources.unwrap_or_default(),
            link: words(options.link.as_deref().unwrap_or_default()),
            clang: options.clang,
            contexts: options.contexts,
            mode: options.mode,
            framework: options.framework,
            format: options.format,
            preconditions: options.preconditions.unwrap_or_default(),
            null_parameters: options.null_parameters,
            allocations_succeed: options.allocations_succeed,
        },
        bounds: GivenScope {
            objects: options.max_nodes,
            length: options.max_length,
            text: options.max_text,
            calls: options.max_calls,
        },
        unrollings: options.max_unrollings,
        recursion: options.max_recursion,
        max_depth: options.max_depth,
        timeout: seconds("timeout", options.timeout)?,
        unit_time: seconds("unit-time", options.unit_time)?,
        work: match (options.work, time) {
            (Some(work), _) => seconds("work", work)?,
            (None, Some(time)) => time.saturating_mul(WORKERS),
            (None, None) => WORK,
        },
        time,
        loading: time,
        paths: options.paths,
        patience: options.patience,
        memory: options.memory << 20,
        remembers: false,
        run_tests: options.run_tests,
        pictures: true,
        tables: options.tables,
        test_comments: options.test_comments,
        coverage: options.coverage,
        mutation: options.mutation,
    })
}

fn wrong<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::new(FailureKind::Usage, message))
}

pub(crate) fn seconds(name: &str, value: f64) -> Result<Duration, Failure> {
    match value > 0.0 && value < 1e9 {
        true => Ok(Duration::from_secs_f64(value)),
        false => wrong(format!(
            "--{name} {value}: give a number of seconds above 0"
        )),
    }
}

/// As many units at a time as the machine has processors for.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The external solver of a command, which is tried out first.
fn external(command: &str) -> Result<External, Failure> {
    let mut external = External {
        command: words(command),
        time: PROBE_TIME,
    };
    external.probe().map_err(|why| {
        let message = format!(
            "--solver {command}: {why}; give the command of a solver that reads SMT-LIB 2 from \
             its standard input, such as 'z3 -in', bitwuzla or cvc5"
        );
        Failure::new(FailureKind::Environment, message)
    })?;
    external.time = SOLVER_TIME;
    Ok(external)
}

fn classifier(options: &Resolved) -> Result<ClassifierOptions, Failure> {
    let (neighbours, reclassify_after) = (options.neighbours, options.reclassify_after);
    if neighbours == 0 || reclassify_after == 0 {
        return wrong("--neighbours and --reclassify-after: give at least 1");
    }
    let shares = options.queue_shares.clone();
    // Each may be a hundred at most, so the sum is no problem.
    if shares.iter().any(|&share| share > 100) || shares.iter().sum::<u32>() != 100 {
        return wrong("--queue-shares: give percentages that add up to 100");
    }
    Ok(ClassifierOptions {
        neighbours,
        shares,
        reclassify_after,
    })
}

#[cfg(test)]
mod tests {
    use clap::Args as _;
    use everypath_trace::{Language, Scope};

    use super::*;

    #[test]
    fn defaults_are_those_of_the_engine() {
        let found = settings(&Options::default()).expect("the defaults are right");
        assert_eq!(found.classifier, ClassifierOptions::default());
        assert_eq!(found.java.junit, None);
        assert_eq!(found.c.mode, CSettings::default().mode);
        assert_eq!(found.c.framework, CSettings::default().framework);
        assert_eq!(found.solver, None);
        assert!(!found.all_paths);
    }

    #[test]
    fn the_help_names_the_bounds_of_each_language() {
        let mut command = Options::augment_args(clap::Command::new("everypath"));
        let help = command.render_long_help().to_string();
        let said = |name: &str| {
            let help = help.split(&format!("--{name} ")).nth(1).expect(name);
            let default = help.split("[default: ").nth(1).expect(name);
            default.split(']').next().unwrap_or_default().to_owned()
        };
        let (python, java) = (Scope::of(Language::Python), Scope::of(Language::Java));
        let c = Scope::of(Language::C);
        assert_eq!(python, java);
        assert_eq!(
            said("max-length"),
            format!("{}; {} for C", python.length, c.length)
        );
        for (name, bounds) in [
            ("max-nodes", [python.objects, c.objects]),
            ("max-text", [python.text, c.text]),
            ("max-calls", [python.calls, c.calls]),
        ] {
            assert_eq!(
                bounds.map(|bound| bound.to_string()),
                [said(name), said(name)]
            );
        }
    }

    #[test]
    fn a_criterion_of_paths_keeps_them_all_unless_told_otherwise() {
        for (text, expected) in [
            ("criterion = \"path\"", true),
            ("criterion = \"path\"\nall_paths = false", false),
            ("all_paths = true", true),
        ] {
            let options: Options = toml::from_str(text).expect(text);
            let found = settings(&options).expect(text);
            assert_eq!(found.all_paths, expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_a_solver_is_refused() {
        for (command, says) in [
            ("/nowhere/z3 -in", "it cannot be started"),
            ("true", "with nothing"),
            ("echo hello", "with: hello"),
            ("", "the command is empty"),
        ] {
            let options = Options {
                solver: Some(command.to_owned()),
                ..Options::default()
            };
            let failure = settings(&options).expect_err(command);
            assert_eq!(failure.kind, FailureKind::Environment);
            assert!(failure.message.contains(says), "{}", failure.message);
        }
    }
}
