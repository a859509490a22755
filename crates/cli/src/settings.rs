//! Options with their defaults filled in.

use std::time::Duration;

use everypath_c_program::words;
use everypath_emit::junit::Framework;
use everypath_explore::classifier::ClassifierOptions;
use everypath_generate::criteria::Criteria;
use everypath_generate::settings::{CSettings, GivenScope, Settings};
use everypath_generate::{Failure, FailureKind};

use crate::arguments::Options;

/// Fills in the defaults, and refuses what cannot be.
pub fn settings(options: &Options) -> Result<Settings, Failure> {
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
    let seconds = |name: &str, given: Option<f64>, default: f64| match given.unwrap_or(default) {
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
        bounds: GivenScope {
            objects: options.max_nodes.map(|bound| bound as u32),
            length: options.max_length.map(|bound| bound as u32),
            text: options.max_text.map(|bound| bound as u32),
            calls: options.max_calls.map(|bound| bound as u32),
        },
        unrollings: options.max_unrollings.unwrap_or(10),
        recursion: options.max_recursion.unwrap_or(6),
        c: CSettings {
            cflags: words(options.cflags.as_deref().unwrap_or_default()),
            compile_commands: options.compile_commands.clone(),
            sources: options.sources.clone().unwrap_or_default(),
            link: words(options.link.as_deref().unwrap_or_default()),
            clang: options.clang.clone(),
            contexts: options.contexts.clone(),
            mode: options.mode.unwrap_or_default(),
            framework: options.framework.unwrap_or_default(),
            format: options.format,
            null_parameters: options.null_parameters.unwrap_or(false),
            allocations_succeed: options.allocations_succeed.unwrap_or(false),
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
