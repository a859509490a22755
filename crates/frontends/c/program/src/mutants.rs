//! Mutants of a file: one build of some cases is all of them, and tells what a test would
//! see of each.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use everypath_c::{CExecutor, Limits, Part, Program, Schema};
use everypath_emit::c::{self, Case, Ending, Observation, Seen, Source};
use everypath_generate::{Look, Mutants};
use everypath_term::Terms;
use everypath_trace::{Executor, Input, Mutant, MutantId, Outcome, RunLimits, text};
use indexmap::IndexMap;

use crate::harness::Harness;
use crate::recipe::recipe;
use crate::source::SourceFile;
use crate::stage::STAGE;

/// What a build costs, each case of it, and starting a program.
const BUILD: Duration = Duration::from_millis(120);
const CASE: Duration = Duration::from_millis(1);
const START: Duration = Duration::from_millis(8);
/// What looking at one input may cost.
const LOOK: Duration = Duration::from_secs(4);
/// The cases of one build.
const MOST_CASES: usize = 80;
/// What the first builds cost, which any file needs.
const OVERHEAD: Duration = Duration::from_millis(1400);

/// A file that can be any of its mutants.
pub(crate) struct CMutants {
    program: Arc<Program>,
    executor: CExecutor,
    harness: Arc<Harness>,
    /// The lines that include the source.
    include: String,
    contents: Source,
    limits: RunLimits,
    schema: Schema,
    mutants: Vec<Mutant>,
    /// What each input became: none if there is no test of it.
    built: HashMap<Key, Option<Built>>,
    builds: usize,
    /// What was seen of cases, by program.
    seen: HashMap<(PathBuf, u64), SeenRuns>,
}

/// What is known of a case: which mutants it ran as, and what became of them.
#[derive(Clone, Debug, Default)]
struct SeenRuns {
    asked: BTreeSet<MutantId>,
    reached: BTreeSet<MutantId>,
    killed: BTreeSet<MutantId>,
}

/// A unit and its input.
type Key = (String, Vec<String>);

/// A case in a program.
#[derive(Clone)]
struct Built {
    program: PathBuf,
    case: Arc<Case>,
}

impl CMutants {
    /// The mutants of a program whose units run by themselves; none if it has none, or
    /// cannot be compiled so.
    pub(crate) fn new(
        program: Arc<Program>,
        limits: &Limits,
        runs: RunLimits,
        source: &SourceFile,
        harness: Arc<Harness>,
    ) -> Option<CMutants> {
        let executor = CExecutor::new(&program, limits).ok()?;
        let (include, contents) = (source.included(), source.contents.clone());
        let text = c::mutated(&include, &contents, &[], &[], 0).text;
        let ir = harness.ir("mutants", &text).ok()?;
        let functions: BTreeSet<String> = contents.functions.iter().cloned().collect();
        let schema = Schema::read(&ir, &functions, &source.path.display().to_string())?;
        Some(CMutants {
            mutants: schema.mutants(),
            program,
            executor,
            harness,
            include,
            contents,
            limits: runs,
            schema,
            built: HashMap::new(),
            builds: 0,
            seen: HashMap::new(),
        })
    }

    /// The case of an input, if a test can show how it ends, and what it read of the input.
    fn case(&mut self, unit: &str, input: &Input, id: u64) -> Option<(Case, Input)> {
        let mut units = self.program.units.iter();
        let place = units.position(|one| one.name == unit)?;
        self.executor.choose(place, Part::Call);
        self.executor.choose_context(None, false);
        let trace = self.executor.run(&mut Terms::new(), input, &self.limits);
        let ending = match trace.outcome {
            Outcome::Returned => Ending::Returns,
            Outcome::Exited { status } => Ending::Exits(status),
            _ => return None,
        };
        let (own, graph) = (&self.program.units[place], self.executor.graph());
        let recipe = recipe(&self.program, own, &trace.input, graph, id).ok()?;
        let case = Case {
            id,
            unit: unit.to_owned(),
            recipe,
            ending,
            remark: None,
            likelihood: None,
            seen: Vec::new(),
            output: Vec::new(),
            weakened: Vec::new(),
        };
        Some((case, trace.input))
    }

    /// Builds a program of inputs.
    fn build(&mut self, inputs: Vec<(Key, Input)>) -> Duration {
        let mut cases: Vec<([Key; 2], Case)> = Vec::new();
        for (id, (own, input)) in (0..).zip(inputs) {
            if let Some((case, read)) = self.case(&own.0, &input, id) {
                // A run knows its input by what it read of it.
                cases.push(([key(&own.0, &read), own.clone()], case));
            }
            self.built.insert(own, None);
        }
        let cost = BUILD + CASE * cases.len() as u32;
        self.builds += 1;
        let name = format!("mutants{}", self.builds);
        let all: Vec<Case> = cases.iter().map(|(_, case)| case.clone()).collect();
        let count = self.mutants.len();
        let write = |cases: &[Case]| c::mutated(&self.include, &self.contents, cases, &[], count);
        let mut text = write(&all);
        let program = self.compiled(&name, &text.text).or_else(|| {
            // What C does not take of one case does not spoil the others.
            let wrong = self.harness.wrong_lines(&name, &text.text).ok()?;
            let wrong = wrong.into_iter().filter_map(|line| text.test_at(line));
            let wrong: BTreeSet<u64> = wrong.map(|test| test.id).collect();
            cases.retain(|(_, case)| !wrong.contains(&case.id));
            let rest: Vec<Case> = cases.iter().map(|(_, case)| case.clone()).collect();
            text = write(&rest);
            self.compiled(&name, &text.text)
        });
        let Some(program) = program else { return cost };
        for (keys, case) in cases {
            let built = Built {
                program: program.clone(),
                case: Arc::new(case),
            };
            for key in keys {
                self.built.insert(key, Some(built.clone()));
            }
        }
        cost
    }

    fn compiled(&self, name: &str, text: &str) -> Option<PathBuf> {
        let ir = self.harness.ir(name, text).ok()?;
        self.harness.mutated(name, &self.schema.apply(&ir)?).ok()
    }
}

impl Mutants for CMutants {
    fn all(&self) -> &[Mutant] {
        &self.mutants
    }

    fn batch(&self) -> usize {
        MOST_CASES
    }

    fn overhead(&self) -> Duration {
        OVERHEAD
    }

    fn expect(
        &mut self,
        inputs: &[(&str, &Input)],
        mutants: &BTreeSet<MutantId>,
        most: Duration,
    ) -> Duration {
        let mut cost = Duration::ZERO;
        for some in inputs.chunks(MOST_CASES) {
            if cost > most {
                break;
            }
            let built = self.ready(some, &mut cost);
            cost += self.see(&built, mutants, most.saturating_sub(cost));
        }
        cost
    }

    fn look(&mut self, unit: &str, input: &Input, mutants: &[MutantId]) -> Look {
        let mut look = Look::default();
        let wanted = mutants.iter().copied().collect();
        let built = self.ready(&[(unit, input)], &mut look.cost);
        let [one] = built.as_slice() else {
            return look;
        };
        look.cost += self.see(&built, &wanted, LOOK);
        let Some(seen) = self.seen.get(&(one.program.clone(), one.case.id)) else {
            return look;
        };
        look.reached = seen.reached.intersection(&wanted).copied().collect();
        look.killed = seen.killed.intersection(&wanted).copied().collect();
        look
    }
}

impl CMutants {
    /// Inputs as cases of programs, as far as there are tests of them.
    fn ready(&mut self, inputs: &[(&str, &Input)], cost: &mut Duration) -> Vec<Built> {
        let mut fresh: Vec<(Key, Input)> = Vec::new();
        for (unit, input) in inputs {
            let key = key(unit, input);
            if !self.built.contains_key(&key) && !fresh.iter().any(|one| one.0 == key) {
                fresh.push((key, (*input).clone()));
            }
        }
        if !fresh.is_empty() {
            *cost += self.build(fresh);
        }
        let built = |(unit, input): &(&str, &Input)| self.built.get(&key(unit, input))?.clone();
        inputs.iter().filter_map(built).collect()
    }

    /// Runs cases as mutants that they did not run as yet, each program once, until that cost
    /// `most`.
    fn see(&mut self, built: &[Built], mutants: &BTreeSet<MutantId>, most: Duration) -> Duration {
        let mut programs: IndexMap<PathBuf, Vec<Arc<Case>>> = IndexMap::new();
        for one in built {
            let place = (one.program.clone(), one.case.id);
            let seen = self.seen.get(&place);
            let cases = programs.entry(one.program.clone()).or_default();
            let is_listed = cases.iter().any(|case| case.id == one.case.id);
            if !is_listed && !seen.is_some_and(|seen| mutants.is_subset(&seen.asked)) {
                cases.push(one.case.clone());
            }
        }
        let mut cost = Duration::ZERO;
        programs.retain(|_, cases| !cases.is_empty());
        for (program, cases) in programs {
            let mut wanted = vec![b'0'; self.mutants.len() + 1];
            for mutant in mutants {
                wanted[Schema::number(*mutant) as usize] = b'1';
            }
            let wanted = String::from_utf8_lossy(&wanted).into_owned();
            let all: Vec<Case> = cases.iter().map(|case| (**case).clone()).collect();
            let left = most.saturating_sub(cost);
            let runs = self.harness.as_mutants(&program, &all, wanted, left);
            cost += START + runs.iter().map(|run| run.cost).sum::<Duration>();
            for case in cases {
                let own: Vec<&Observation> =
                    runs.iter().filter(|run| run.case == case.id).collect();
                if own.is_empty() {
                    continue;
                }
                let seen = self.seen.entry((program.clone(), case.id)).or_default();
                seen.asked.extend(mutants);
                seen.take(&own, &case);
            }
        }
        cost
    }
}

impl SeenRuns {
    /// Takes in what runs of a case showed.
    fn take(&mut self, runs: &[&Observation], case: &Case) {
        let mut originals = runs.iter().filter(|run| run.mutant == 0);
        let (Some(first), Some(second)) = (originals.next(), originals.next()) else {
            return;
        };
        if !shows(first, case) || !shows(second, case) {
            return;
        }
        let is_steady = |place: usize| seen_at(first, place) == seen_at(second, place);
        for run in runs {
            let Some(number) = run.mutant.checked_sub(1) else {
                continue;
            };
            self.reached.insert(MutantId(number));
            if !is_alike(first, run, &is_steady) {
                self.killed.insert(MutantId(number));
            }
        }
    }
}

fn key(unit: &str, input: &Input) -> Key {
    let mut input = input.clone();
    input.choices.shift_remove(STAGE);
    let mut lines: Vec<String> = text::input_lines(&input).collect();
    lines.sort_unstable();
    (unit.to_owned(), lines)
}

/// Whether a run of the original ended as a test can show it.
fn shows(run: &Observation, case: &Case) -> bool {
    match (run.returned, run.status) {
        (true, Some(0)) => true,
        (false, Some(status)) => case.ending == Ending::Exits(status),
        _ => false,
    }
}

/// What a run showed of a place, if it changed it.
fn seen_at(run: &Observation, place: usize) -> Option<&Seen> {
    let mut seen = run.seen.iter();
    seen.find(|(one, _)| *one == place).map(|(_, seen)| seen)
}

/// Whether a test would see no difference in places that are the same in all runs. What the
/// original left as it was a test does not look at.
fn is_alike(one: &Observation, other: &Observation, is_steady: &dyn Fn(usize) -> bool) -> bool {
    let ending = |run: &Observation| (run.returned, run.status);
    let mut places = one.seen.iter().map(|(place, _)| *place);
    ending(one) == ending(other)
        && one.output == other.output
        && places.all(|place| !is_steady(place) || seen_at(one, place) == seen_at(other, place))
}
