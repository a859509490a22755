//! The cases of a module: inputs observed in fresh processes, and their tests under pytest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use everypath_emit::pytest::{self, Case, Given, Outcome};
use everypath_emit::{Emitted, File};
use everypath_generate::{
    CaseNotes, Checked, Dropped, Failure, FailureKind, Kept, LONGER, Mutants, Outputs, Settings,
    Suspicion,
};
use everypath_python::{
    Kept as KeptInput, Launch, Limits, LoadRequest, Loaded, LoadedPartition, MutatedModule,
    ObserveRequest, Observed, Observer, TestOutcome, ValidateError, Validator,
};
use everypath_trace::GoalId;

use crate::crew::longer;
use crate::mutants::PythonMutants;

/// How much longer than one run a test may take.
const TEST_PATIENCE: u32 = 5;
/// Why there is no test of a value that nobody but us took for one of the unit's.
const WRONG_GUESS: &str =
    "it only shows what a value of a wrong type does, and the type was a guess";

/// What was observed.
pub(crate) struct Cases<'a> {
    settings: &'a Settings,
    python: PathBuf,
    library: PathBuf,
    request: ObserveRequest,
    partitions: Vec<LoadedPartition>,
    observer: Option<Observer>,
    validator: Option<Validator>,
    /// What is observed, by case, with the goals that its run covered.
    inputs: BTreeMap<u64, (KeptInput, Vec<GoalId>)>,
    cases: Vec<Case>,
    /// The cases that were observed again because their tests failed.
    doubted: BTreeSet<u64>,
    /// The units of whose parameters some have a type by our guess.
    guessed: BTreeSet<String>,
}

impl<'a> Cases<'a> {
    /// Nothing is observed yet.
    pub(crate) fn new(
        settings: &'a Settings,
        launch: &Launch,
        request: &LoadRequest,
        loaded: &Loaded,
    ) -> Cases<'a> {
        Cases {
            settings,
            python: launch.python.clone(),
            library: launch.library.clone(),
            request: ObserveRequest {
                path: request.path.clone(),
                name: request.name.clone(),
                root: Some(loaded.root.clone()),
                // Inputs may become longer than at first.
                scope: longer(&request.scope, LONGER),
                invariant: settings.invariant.clone(),
                observer_arguments: settings.observer_arguments,
                timeout: settings.timeout.as_secs_f64() * 2.0,
                allow: settings.python.allow.clone(),
                patience: launch.patience,
                secrets: everypath_confine::secrets(),
                private: private(&loaded.root),
                memory: Some(settings.memory),
            },
            partitions: loaded.partitions.clone(),
            observer: None,
            validator: None,
            inputs: BTreeMap::new(),
            cases: Vec::new(),
            doubted: BTreeSet::new(),
            guessed: loaded
                .units
                .iter()
                .filter(|unit| unit.premises.iter().any(|(kind, _)| kind == "guess"))
                .map(|unit| unit.name.clone())
                .collect(),
        }
    }

    /// Starts the processes that will be needed, while the module is explored.
    pub(crate) fn prepare(&mut self) {
        let directory = std::env::current_dir().unwrap_or_default();
        let (python, library) = (&self.python, &self.library);
        let observer = Observer::start(python, library, self.request.clone());
        self.observer = Some(observer);
        let runs = self.settings.run_tests;
        self.validator = runs.then(|| self.new_validator(&directory));
    }

    /// The module as any of its mutants.
    pub(crate) fn mutants(&self) -> Option<Box<dyn Mutants>> {
        let (python, library) = (&self.python, &self.library);
        let module = MutatedModule::start(python, library, self.request.clone())?;
        Some(Box::new(PythonMutants(module)))
    }

    fn new_validator(&self, directory: &Path) -> Validator {
        let limits = Limits {
            allow: self.settings.python.allow.clone(),
            patience: self.request.patience,
            memory: self.settings.memory,
        };
        Validator::start(&self.python, &self.library, directory, &limits)
    }

    /// What is observed.
    pub(crate) fn all(&self) -> &[Case] {
        &self.cases
    }

    /// Observes inputs instead of those before.
    pub(crate) fn observe(&mut self, kept: &[Kept]) -> Result<Vec<Dropped>, Failure> {
        self.doubted.clear();
        let inputs = kept.iter().map(|one| {
            let input = KeptInput {
                id: one.id,
                unit: one.candidate.unit.clone(),
                input: one.candidate.input.clone(),
            };
            (one.id, (input, one.candidate.goals.clone()))
        });
        self.inputs = inputs.collect();
        let all = self.inputs.keys().copied().collect();
        // Tests that are run before they are kept tell if they saw a chance.
        let (cases, mut dropped) = self.observed(&all, !self.settings.run_tests)?;
        self.cases = cases;
        dropped.extend(self.without_wrong_guesses());
        Ok(dropped)
    }

    /// Observes some inputs, in all worlds where nothing else would tell what is due to chance.
    fn observed(
        &mut self,
        ids: &BTreeSet<u64>,
        twice: bool,
    ) -> Result<(Vec<Case>, Vec<Dropped>), Failure> {
        let failure = |message: String| Failure::new(FailureKind::Target, message);
        let Some(observer) = &mut self.observer else {
            return Ok((Vec::new(), Vec::new()));
        };
        let wanted = self.inputs.iter().filter(|(id, _)| ids.contains(id));
        let inputs: Vec<KeptInput> = wanted.map(|(_, (input, _))| input.clone()).collect();
        let observed: Observed = match twice {
            true => observer.in_all_worlds(&inputs),
            false => observer.once(&inputs),
        }
        .map_err(failure)?;
        let parse = |case: &String| {
            let mut case = Case::parse(case).map_err(|error| {
                failure(format!("the observer's answer is not understood: {error}"))
            })?;
            case.given = self.given(case.id, &case.questions);
            Ok(case)
        };
        let cases = in_parallel(&observed.cases, &parse)?;
        let dropped = observed.dropped.into_iter().map(|case| Dropped {
            id: case.id,
            reason: case.reason,
        });
        Ok((cases, dropped.collect()))
    }

    /// What the observers of its class say of a case's receiver, asked in the words of the
    /// observed case if they have arguments. Those that may not be asked are not.
    fn given(&self, case: u64, questions: &[String]) -> Vec<Given> {
        let Some((_, goals)) = self.inputs.get(&case) else {
            return Vec::new();
        };
        let asked = self.partitions.iter().find_map(|partition| {
            let count: u32 = partition.answers.iter().product();
            let range = partition.first..partition.first + count;
            let goal = goals.iter().find(|goal| range.contains(&goal.0))?;
            Some((partition, goal.0 - partition.first))
        });
        let Some((partition, mut rest)) = asked else {
            return Vec::new();
        };
        let mut given = Vec::new();
        for (place, answers) in partition.answers.iter().enumerate() {
            let said = rest % answers;
            rest /= answers;
            let observer = questions.get(place).or(partition.observers.get(place));
            if let (Some(observer), true) = (observer, said < 2) {
                given.push(Given {
                    observer: observer.clone(),
                    answer: said == 1,
                });
            }
        }
        given
    }

    /// Runs tests. A case whose test fails is observed again, twice: what was seen once
    /// may not be what always happens.
    pub(crate) fn check(
        &mut self,
        written: &Emitted,
        outputs: &Outputs,
        home: &Path,
    ) -> Result<Checked, Failure> {
        let Some(file) = &written.tests else {
            return Ok(Checked::default());
        };
        let Checked {
            mut failed, theirs, ..
        } = self.failing(file, outputs, home)?;
        let doubtful: BTreeSet<u64> = failed
            .keys()
            .copied()
            .filter(|id| self.doubted.insert(*id))
            .collect();
        if doubtful.is_empty() {
            return Ok(Checked {
                failed,
                revised: false,
                theirs,
            });
        }
        let (cases, dropped) = self.observed(&doubtful, true)?;
        failed.retain(|id, _| !doubtful.contains(id));
        failed.extend(dropped.into_iter().map(|one| (one.id, one.reason)));
        self.cases.retain(|case| !doubtful.contains(&case.id));
        self.cases.extend(cases);
        self.cases.sort_by_key(|case| case.id);
        Ok(Checked {
            failed,
            revised: true,
            theirs,
        })
    }

    /// The tests that do not pass, by case, and those of a person, by name.
    fn failing(&mut self, file: &File, outputs: &Outputs, home: &Path) -> Result<Checked, Failure> {
        let Some(validator) = &mut self.validator else {
            return Ok(Checked::default());
        };
        let limit = self.settings.timeout * TEST_PATIENCE;
        let outcomes = match validator.validate(&outputs.tests, Some(home), limit) {
            Ok(outcomes) => outcomes,
            Err(ValidateError::PytestMissing) => return Err(self.no_pytest()),
            Err(error) => return Err(Failure::new(FailureKind::Target, error.to_string())),
        };
        let is_case = |name: &String| file.tests.iter().any(|test| test.name == *name);
        let theirs = outcomes.iter().filter(|(name, _)| !is_case(name));
        let theirs = theirs.filter_map(|(name, outcome)| match outcome {
            TestOutcome::Passed => None,
            TestOutcome::Failed(why) => Some((name.clone(), why.clone())),
        });
        let theirs = theirs.collect();
        let tests = file.tests.iter();
        let failed = tests
            .filter_map(|test| match outcomes.get(&test.name) {
                Some(TestOutcome::Passed) => None,
                Some(TestOutcome::Failed(why)) => {
                    Some((test.id, format!("it failed when it was run: {why}")))
                }
                None => Some((test.id, "it was not run".to_owned())),
            })
            .collect();
        Ok(Checked {
            failed,
            revised: false,
            theirs,
        })
    }

    /// What to do where there is no pytest.
    pub(crate) fn no_pytest(&self) -> Failure {
        let python = self.python.display();
        let message = format!(
            "{python} has no pytest to run the suite with: install it with `{python} -m pip \
             install pytest`, or give --run-tests false"
        );
        Failure::new(FailureKind::Environment, message)
    }

    /// What looks like a mistake in how a case ended. Of a value whose type is our guess, that
    /// it is of the wrong one says nothing about the code.
    fn suspicion(&self, case: &Case) -> Option<Suspicion> {
        let line = case.suspicion?;
        let Outcome::Raised { qualname, .. } = &case.outcome else {
            return None;
        };
        (!self.shows_wrong_guess(case)).then(|| Suspicion {
            exception: qualname.clone(),
            line,
        })
    }

    /// Whether a case ended as it did because a value is of another type than the code wants,
    /// and nobody but us said that it may be.
    fn shows_wrong_guess(&self, case: &Case) -> bool {
        let Outcome::Raised { qualname, .. } = &case.outcome else {
            return false;
        };
        case.suspicion.is_some()
            && ["TypeError", "AttributeError"].contains(&qualname.as_str())
            && self.guessed.contains(&case.unit)
    }

    /// Leaves out cases that only show what a wrong guess of ours leads to: all that they
    /// cover, others cover.
    fn without_wrong_guesses(&mut self) -> Vec<Dropped> {
        let goals = |case: &Case| self.inputs.get(&case.id).map(|(_, goals)| goals.as_slice());
        let (wrong, right): (Vec<&Case>, Vec<&Case>) = self
            .cases
            .iter()
            .partition(|case| self.shows_wrong_guess(case));
        let right = right.iter().filter_map(|case| goals(case));
        let mut covered: BTreeSet<GoalId> = right.flatten().copied().collect();
        let mut dropped = Vec::new();
        for case in wrong {
            let own = goals(case).unwrap_or_default();
            if own.iter().all(|goal| covered.contains(goal)) {
                dropped.push(Dropped {
                    id: case.id,
                    reason: WRONG_GUESS.to_owned(),
                });
            }
            covered.extend(own);
        }
        let is_dropped = |id: u64| dropped.iter().any(|one| one.id == id);
        self.cases.retain(|case| !is_dropped(case.id));
        dropped
    }

    /// Forgets cases.
    pub(crate) fn discard(&mut self, cases: &BTreeSet<u64>) {
        self.cases.retain(|case| !cases.contains(&case.id));
    }

    /// What the report says of a case.
    pub(crate) fn notes(&self, id: u64) -> CaseNotes {
        let Some(case) = self.cases.iter().find(|case| case.id == id) else {
            return CaseNotes::default();
        };
        // The objects before and after the call, for the report's pictures.
        let graph = |nodes| match self.settings.pictures {
            true => serde_json::json!({
                "receiver": case.receiver,
                "arguments": case.arguments,
                "nodes": nodes,
            }),
            false => serde_json::Value::Null,
        };
        CaseNotes {
            note: sentence(&case.outcome),
            weakened: case.weakened(),
            likelihood: Some(case.likelihood()).filter(|_| pytest::is_bug(case)),
            before: graph(&case.before),
            after: graph(&case.after),
            suspicion: self.suspicion(case),
        }
    }
}

/// How a case ended, in words.
fn sentence(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned { .. } => "returns".to_owned(),
        Outcome::Raised { qualname, .. } => format!("raises {qualname}"),
        Outcome::Violated { clause, .. } => clause.clone(),
        Outcome::TimedOut => "does not end in time".to_owned(),
        Outcome::Crashed { how } => format!("takes the process down: {how}"),
        Outcome::Rejected { clause } => format!("is no input of the unit: {clause}"),
        Outcome::Unsupported { what } => format!("cannot be observed: {what}"),
    }
}

/// What a function makes of each item, in their order, on two threads.
fn in_parallel<T: Sync, R: Send, E: Send>(
    items: &[T],
    function: &(dyn Fn(&T) -> Result<R, E> + Sync),
) -> Result<Vec<R>, E> {
    let (one, other) = items.split_at(items.len() / 2);
    let all = |items: &[T]| items.iter().map(function).collect::<Result<Vec<R>, E>>();
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| all(one));
        let other = all(other);
        (one.join(), other)
    });
    let mut results = one.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    results.extend(other?);
    Ok(results)
}

/// The directories of this machine that a run may come to know.
fn private(root: &str) -> Vec<String> {
    let here = std::env::current_dir().ok();
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let places = [
        Some(PathBuf::from(root)),
        here,
        home,
        Some(std::env::temp_dir()),
    ];
    let places = places.into_iter().flatten();
    // A link to a directory is another name of it.
    let places = places.flat_map(|place| [place.canonicalize().ok(), Some(place)]);
    let mut places: Vec<String> = places
        .flatten()
        .filter(|place| place.is_absolute() && place.components().count() > 1)
        .map(|place| place.display().to_string())
        .collect();
    places.sort();
    places.dedup();
    places
}
