//! Whether a context that is run alone does what was recorded: the unit has
//! to take the same lines.

use std::path::Path;
use std::time::Duration;

use everypath_c::carving::{Aside, Context, Store};
use everypath_c::stubs::Stubs;
use everypath_c::toolchain::Clang;
use everypath_c::{CExecutor, Limits, LoadRequest, Part, Program};
use everypath_term::Terms;
use everypath_trace::{Executor, Input, RunLimits};
use indexmap::IndexMap;

/// Decisions that a replay may make: they are not explored.
const DECISIONS: usize = 200_000;
const TIME: Duration = Duration::from_secs(2);
const COMPILATION: Duration = Duration::from_secs(300);

/// Replays contexts; those that do not do what was recorded, with the reasons.
pub(super) fn check(
    function: &str,
    contexts: &[Context],
    store: &Store,
    clang: &Clang,
    warnings: &mut Vec<String>,
) -> Vec<Aside> {
    let mut asides = Vec::new();
    let mut by_file: IndexMap<&str, Vec<&Context>> = IndexMap::new();
    for context in contexts {
        if context.too_large {
            asides.push(aside(
                context,
                format!(
                    "its memory, {} bytes at least, is larger than the limit",
                    context.bytes
                ),
            ));
        } else if context.cut {
            asides.push(aside(
                context,
                "the call is too long to be compared".to_owned(),
            ));
        } else {
            by_file.entry(&context.file).or_default().push(context);
        }
    }
    for (file, contexts) in by_file {
        if let Err(message) = check_file(function, file, &contexts, store, clang, &mut asides) {
            warnings.push(format!(
                "the contexts of {function} are not checked: {message}"
            ));
        }
    }
    asides
}

fn aside(context: &Context, reason: String) -> Aside {
    Aside {
        hash: context.hash,
        reason,
    }
}

fn check_file(
    function: &str,
    file: &str,
    contexts: &[&Context],
    store: &Store,
    clang: &Clang,
    asides: &mut Vec<Aside>,
) -> Result<(), String> {
    let compilations = store.compilations();
    let compilation = compilations
        .iter()
        .find(|one| one.source == Path::new(file))
        .ok_or_else(|| format!("it is not known how {file} was compiled"))?;
    let request = LoadRequest {
        focus: Some(function.to_owned()),
        source: compilation.source.clone(),
        flags: compilation.flags.clone(),
        directory: compilation.directory.clone(),
        others: Vec::new(),
        link: Vec::new(),
        clang: clang.clone(),
        invariant: None,
        failing_allocations: false,
        stubs: Stubs::All,
        patience: COMPILATION,
        goals: Vec::new(),
    };
    let program = Program::load(&request)?;
    let unit = program
        .units
        .iter()
        .position(|unit| unit.name == function)
        .ok_or_else(|| format!("{file} has no unit {function}"))?;
    let owned: Vec<Context> = contexts.iter().map(|context| (*context).clone()).collect();
    let mut executor = CExecutor::with_contexts(&program, &Limits::default(), &owned)?;
    executor.choose(unit, Part::Call);
    executor.tell_lines(true);
    for (index, context) in owned.iter().enumerate() {
        executor.choose_context(Some(index), true);
        let limits = RunLimits {
            decisions: DECISIONS,
            time: TIME,
        };
        let trace = executor.run(&mut Terms::new(), &Input::open(), &limits);
        let lines = &executor.graph().lines;
        if let Some(reason) = difference(context, lines, &format!("{:?}", trace.outcome)) {
            asides.push(aside(context, reason));
        }
    }
    Ok(())
}

/// Where a replay leaves the recorded lines, in words.
fn difference(context: &Context, lines: &[u32], ending: &str) -> Option<String> {
    let recorded = &context.trace;
    let at = recorded
        .iter()
        .zip(lines)
        .position(|(recorded, replayed)| recorded != replayed);
    if let Some(at) = at {
        return Some(format!(
            "replayed alone, it takes line {} where line {} was recorded, after {at} blocks",
            lines[at], recorded[at]
        ));
    }
    match (recorded.len(), lines.len()) {
        (recorded, replayed) if recorded == replayed => None,
        // A call that did not return may go on alone.
        (recorded, replayed) if !context.finished && replayed > recorded => None,
        (recorded, replayed) => Some(format!(
            "replayed alone, it takes {replayed} blocks where {recorded} were recorded ({ending})"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(trace: &[u32], finished: bool) -> Context {
        Context {
            function: "f".to_owned(),
            file: String::new(),
            finished,
            cut: false,
            too_large: false,
            bytes: 0,
            regions: Vec::new(),
            exits: Vec::new(),
            trace: trace.to_vec(),
            hash: 1,
            body: Vec::new(),
        }
    }

    #[test]
    fn a_replay_takes_the_same_lines() {
        let one = context(&[1, 2, 3], true);
        assert_eq!(difference(&one, &[1, 2, 3], ""), None);
        assert!(difference(&one, &[1, 5, 3], "").unwrap().contains("line 5"));
        assert!(difference(&one, &[1, 2], "").is_some());
        assert_eq!(difference(&context(&[1], false), &[1, 2], ""), None);
    }
}
