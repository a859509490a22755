//! A program for tests of the pipeline: functions with one branch, run by no language
//! at all, and a framework that says of tests what it is told to say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use everypath_emit::junit::Framework;
use everypath_emit::{Annotations, Emitted, File, MARKER, Written};
use everypath_explore::classifier::ClassifierOptions;
use everypath_generate::criteria::Criteria;
use everypath_generate::settings::{
    Arrays, CSettings, Engine, GivenScope, JavaSettings, Order, PythonSettings, Strategy,
    SweepOption,
};
use everypath_generate::{
    CaseNotes, Checked, Claims, Crew, Dropped, Facts, Failure, Ground, Host, Kept, Look, Lowered,
    Mutants, Naming, Outputs, Part, Plan, Policy, Program, Settings, Silent, Unit, Units, generate,
};
use everypath_report::{Measured, ModuleReport};
use everypath_term::{Terms, Value, parse};
use everypath_trace::{
    Decision, Executor, Goal, GoalId, GoalKind, Input, Location, Loss, Mutant, MutantId,
    MutantOperator, Origin, Outcome, RunLimits, Slot, Trace,
};

/// What a function does beside its branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    /// Nothing.
    Plain,
    /// Its front end has a defect on one side of the branch.
    BreaksWhenRun,
    /// One side of its branch hides from runs, and lowering it has a defect.
    BreaksWhenLowered,
    /// The user gives up after its first run.
    Cancels,
}

/// The facts of a program, and how its units take turns.
pub(crate) struct ToyPlan(Facts);

impl Plan for ToyPlan {
    fn facts(&self) -> &Facts {
        &self.0
    }

    fn policy(&self) -> Policy {
        Policy::default()
    }
}

/// Runs functions: both worker and crew.
pub(crate) struct ToyUnits<'a> {
    natures: Vec<Nature>,
    chosen: usize,
    cancelled: &'a AtomicBool,
    /// How many runs there were.
    pub runs: usize,
}

impl Executor for ToyUnits<'_> {
    fn run(&mut self, terms: &mut Terms, input: &Input, _limits: &RunLimits) -> Trace {
        self.runs += 1;
        let slot = Slot::from("x");
        let x = input.values.get(&slot).cloned().unwrap_or(Value::int(0));
        let taken = x.as_int().is_some_and(|x| *x > 10.into());
        let nature = self.natures[self.chosen];
        match nature {
            Nature::BreaksWhenRun if taken => panic!("a number is too large"),
            Nature::Cancels => self.cancelled.store(true, Ordering::Relaxed),
            _ => {}
        }
        let mut input = Input::open();
        input.values.insert(slot, x);
        let mut trace = Trace::ended(input, Outcome::Returned);
        let goal = |side: bool| GoalId(2 * self.chosen as u32 + u32::from(side));
        trace.covered.push(goal(taken));
        if nature == Nature::BreaksWhenLowered {
            trace.losses.push(Loss {
                construct: "a comparison".to_owned(),
                file: "toy".to_owned(),
                line: 1,
            });
        } else {
            trace.decisions.push(Decision::Condition {
                term: parse(terms, "(< 10 x:int)").expect("a term"),
                taken,
                origin: Origin::Branch,
                other_side: Some(goal(!taken)),
            });
        }
        trace
    }
}

impl Units for ToyUnits<'_> {
    fn choose(&mut self, unit: usize, _leg: usize, _part: Part) -> Result<(), String> {
        self.chosen = unit;
        Ok(())
    }

    fn lower(&mut self, unit: usize, _promises: bool) -> Result<Box<dyn Lowered + '_>, String> {
        match self.natures[unit] {
            Nature::BreaksWhenLowered => panic!("a block is nowhere"),
            _ => Err("is a toy".to_owned()),
        }
    }
}

impl Crew for ToyUnits<'_> {
    fn together(&mut self) -> &mut dyn Units {
        self
    }

    fn apart(&mut self, _most: usize, work: &(dyn Fn(&mut dyn Units) + Sync)) {
        work(self);
    }
}

/// A program of functions.
pub(crate) struct Toy<'a> {
    plan: ToyPlan,
    /// Its worker.
    pub units: ToyUnits<'a>,
    outputs: Outputs,
    cases: BTreeMap<u64, String>,
    /// The functions whose tests the framework says fail.
    pub failing: BTreeSet<String>,
    /// Whether it has mutants.
    pub has_mutants: bool,
}

/// Functions whose branch asks for ten, too, or which are as they were.
struct ToyMutants(Vec<Mutant>);

impl ToyMutants {
    fn new() -> ToyMutants {
        let mutant = |change: &str| Mutant {
            function: "f".to_owned(),
            line: 1,
            column: 0,
            operator: MutantOperator::Relation,
            change: change.to_owned(),
        };
        ToyMutants(["> → >=", "> → >", "> → ?"].map(mutant).to_vec())
    }
}

impl Mutants for ToyMutants {
    fn all(&self) -> &[Mutant] {
        &self.0
    }

    fn look(&mut self, _unit: &str, input: &Input, mutants: &[MutantId]) -> Look {
        let is_ten = input.values.get("x") == Some(&Value::int(10));
        let mut look = Look {
            reached: mutants.to_vec(),
            ..Look::default()
        };
        for &mutant in mutants {
            match mutant.0 {
                0 if is_ten => look.killed.push(mutant),
                1 => look.equivalent.push(mutant),
                _ => {}
            }
        }
        look
    }
}

impl<'a> Toy<'a> {
    /// Functions by their names and natures, whose tests go to a directory.
    pub(crate) fn new(
        functions: &[(&str, Nature)],
        directory: &Path,
        cancelled: &'a AtomicBool,
    ) -> Toy<'a> {
        let mut facts = Facts {
            module: "toy".to_owned(),
            ..Facts::default()
        };
        for (index, (name, _)) in functions.iter().enumerate() {
            let goals = [2 * index as u32, 2 * index as u32 + 1].map(GoalId);
            for side in ["is false", "is true"] {
                facts.goals.0.push(Goal {
                    kind: GoalKind::Branch,
                    location: Location {
                        file: "toy".to_owned(),
                        line: index as u32 + 1,
                        column: 0,
                    },
                    description: format!("x > 10 {side}"),
                    function: (*name).to_owned(),
                    condition: None,
                });
            }
            facts.wanted.extend(goals);
            facts.counted.extend(goals);
            facts.units.push(Unit {
                name: (*name).to_owned(),
                function: (*name).to_owned(),
                goals: goals.to_vec(),
                ..Unit::default()
            });
        }
        Toy {
            plan: ToyPlan(facts),
            units: ToyUnits {
                natures: functions.iter().map(|(_, nature)| *nature).collect(),
                chosen: 0,
                cancelled,
                runs: 0,
            },
            outputs: Outputs {
                tests: directory.join("test_toy.txt"),
                bugs: directory.join("test_toy_bugs.txt"),
                possible: directory.join("test_toy_possible.txt"),
            },
            cases: BTreeMap::new(),
            failing: BTreeSet::new(),
            has_mutants: false,
        }
    }

    /// Generates its suite.
    pub(crate) fn generate(&mut self, engine: Engine) -> Result<ModuleReport, Failure> {
        let host = Host {
            place: 0,
            cancelled: self.units.cancelled,
            progress: &Silent,
            claims: &Claims::default(),
        };
        generate(self, &settings(engine), &host)
    }
}

impl Program for Toy<'_> {
    fn explorers(&mut self) -> (&dyn Plan, &mut dyn Crew) {
        (&self.plan, &mut self.units)
    }

    fn facts(&self) -> &Facts {
        self.plan.facts()
    }

    fn ground(&self) -> Option<Ground> {
        None
    }

    fn outputs(&self, naming: &Naming) -> Outputs {
        let beside = |path: &Path| match naming.is_beside {
            true => path.with_extension("beside.txt"),
            false => path.to_owned(),
        };
        Outputs {
            tests: beside(&self.outputs.tests),
            bugs: beside(&self.outputs.bugs),
            possible: beside(&self.outputs.possible),
        }
    }

    fn name(&mut self, naming: &Naming) {
        self.outputs = self.outputs(naming);
    }

    fn observe(&mut self, kept: &[Kept]) -> Result<Vec<Dropped>, Failure> {
        let cases = kept.iter().map(|one| (one.id, one.candidate.unit.clone()));
        self.cases = cases.collect();
        Ok(Vec::new())
    }

    fn write(&mut self, _directory: &Path, _annotations: &Annotations) -> Emitted {
        let mut text = format!("# {MARKER}\n");
        let mut tests = Vec::new();
        for (line, (id, unit)) in self.cases.iter().enumerate() {
            text.push_str(&format!("{unit} {id}\n"));
            tests.push(Written {
                id: *id,
                name: format!("{unit}_{id}"),
                lines: line + 1..line + 2,
            });
        }
        let file = File {
            name: "test_toy.txt".to_owned(),
            text,
            tests,
        };
        Emitted {
            tests: (!self.cases.is_empty()).then_some(file),
            ..Emitted::default()
        }
    }

    fn check(
        &mut self,
        _written: &Emitted,
        outputs: &Outputs,
        _home: &Path,
    ) -> Result<Checked, Failure> {
        assert_ne!(
            outputs, &self.outputs,
            "unchecked tests are written elsewhere"
        );
        assert!(outputs.tests.exists());
        let failed = self
            .cases
            .iter()
            .filter(|(_, unit)| self.failing.contains(*unit));
        let failed = failed
            .map(|(id, _)| (*id, "it failed".to_owned()))
            .collect();
        Ok(Checked {
            failed,
            ..Checked::default()
        })
    }

    fn discard(&mut self, cases: &BTreeSet<u64>) {
        self.cases.retain(|id, _| !cases.contains(id));
    }

    fn notes(&self, _case: u64) -> CaseNotes {
        CaseNotes::default()
    }

    fn mutants(&mut self) -> Option<Box<dyn Mutants>> {
        self.has_mutants
            .then(|| Box::new(ToyMutants::new()) as Box<dyn Mutants>)
    }

    fn measure(&mut self, _tests: &Path) -> Measured {
        Measured::default()
    }
}

fn settings(engine: Engine) -> Settings {
    Settings {
        out: None,
        force: false,
        check: false,
        criteria: Criteria::new(None),
        observer_arguments: false,
        all_paths: false,
        engine,
        sweep: SweepOption::Maximum,
        strategy: Strategy::Exhaustive,
        search: Order::Combined,
        classifier: ClassifierOptions::default(),
        solver: None,
        seed: 1,
        jobs: 1,
        invariant: None,
        methods: None,
        bounds: GivenScope::default(),
        unrollings: 3,
        recursion: 3,
        python: PythonSettings::default(),
        java: JavaSettings {
            class_path: Vec::new(),
            jdk: None,
            arrays: Arrays::Cases,
            junit: Some(Framework::JUnit5),
        },
        c: CSettings::default(),
        max_depth: 100,
        timeout: Duration::from_secs(1),
        unit_time: Duration::from_secs(5),
        work: Duration::from_secs(30),
        time: None,
        paths: None,
        patience: 100,
        memory: 1 << 30,
        remembers: false,
        loading: None,
        run_tests: true,
        pictures: false,
        tables: true,
        test_comments: false,
        coverage: false,
        mutation: false,
    }
}
