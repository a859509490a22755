//! Java for the pipeline: classes are found and loaded, explored by interpreters of our own,
//! observed in fresh JVMs, and their tests are compiled and run by JUnit.

mod cases;
mod class_name;
mod draws;
mod ground;
mod guide;
mod lowered;
mod measure;
mod mutants;
mod notes;
mod part;
mod patience;
mod plan;
mod projects;
mod promises;
mod specifications;
mod suspicion;
mod target;
mod units;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use everypath_emit::{Annotations, Emitted};
use everypath_generate::settings::Arrays;
use everypath_generate::{
    CaseNotes, Checked, Crew, Dropped, Facts, Failure, FailureKind, Ground, Kept, Mutants, Naming,
    Outputs, Plan, Program, Settings, Suspicion,
};
use everypath_jdk::{Jdk, Kept as KeptRecipe};
use everypath_jvm::{ArrayModel, ClassPath, Loaded, Options, Program as Classes, Specification};
use everypath_report::Measured;
use everypath_suite::{Candidate, Suite};
use everypath_term::Terms;
use everypath_trace::{Executor, GoalId, Language, Outcome, markers};

use cases::Cases;
pub use ground::ClassGraphs;
use plan::{JavaPlan, function_of, outer_name, source_path};
use specifications::{Specified, specified};
use suspicion::suspicion;
pub use target::{Target, holds_java, is_java, resolve};
use units::{JavaCrew, JavaUnits};

/// The JDKs of a command, each looked for once.
#[derive(Debug, Default)]
pub struct Jdks {
    found: Vec<(Option<PathBuf>, Jdk)>,
}

impl Jdks {
    /// The JDK that the settings name, or the one that is found.
    pub fn find(&mut self, settings: &Settings) -> Result<Jdk, Failure> {
        let named = &settings.java.jdk;
        if let Some((_, jdk)) = self.found.iter().find(|(name, _)| name == named) {
            return Ok(jdk.clone());
        }
        let jdk = Jdk::find(named.as_deref())
            .map_err(|message| Failure::new(FailureKind::Environment, message))?;
        self.found.push((named.clone(), jdk.clone()));
        Ok(jdk)
    }
}

/// A loaded class.
pub struct JavaProgram<'a> {
    settings: &'a Settings,
    target: &'a Target,
    plan: JavaPlan,
    crew: JavaCrew,
    cases: Cases<'a>,
    /// What looks like a mistake in the observed cases.
    suspicions: BTreeMap<u64, Suspicion>,
}

impl<'a> JavaProgram<'a> {
    /// Loads a class.
    pub fn load(target: &'a Target, settings: &'a Settings) -> Result<JavaProgram<'a>, Failure> {
        let out = settings.out.as_deref().map(|out| out.to_string_lossy());
        if let Some(out) = out.filter(|out| out.ends_with(".java") && !out.ends_with("Test.java")) {
            let message = format!("--out {out}: give a file whose name ends in Test.java");
            return Err(Failure::new(FailureKind::Usage, message));
        }
        let jdk = target.jdk.clone();
        let source = source_path(target, &outer_name(target));
        let mut warnings = Vec::new();
        let specified = specified(target, source.as_deref(), settings, &jdk, &mut warnings)?;
        let loaded = load(
            target,
            source.as_deref(),
            specified.as_ref(),
            settings,
            &jdk,
        )?;
        let is_closed = loaded.class_path.is_closed(&target.class.replace('.', "/"));
        let plan = JavaPlan::new(loaded, target, settings, warnings)
            .map_err(|failure| failure.on(&ground::of(target)))?;
        let first = JavaUnits::new(&plan.selected)
            .map_err(|message| Failure::new(FailureKind::Target, message))?;
        Ok(JavaProgram {
            settings,
            target,
            plan,
            crew: JavaCrew {
                first,
                jobs: settings.jobs,
            },
            cases: Cases::new(settings, target, jdk, specified, is_closed),
            suspicions: BTreeMap::new(),
        })
    }

    fn choose(&mut self, name: &str) -> bool {
        let units = &self.plan.facts().units;
        let unit = units.iter().position(|unit| unit.name == name);
        let selected = &self.plan.selected.units;
        unit.is_some_and(|unit| self.crew.first.executor.choose(selected[unit]).is_ok())
    }

    /// What a test covers, if it comes to an end.
    fn covered(&mut self, test: &Candidate) -> Option<Vec<GoalId>> {
        if test.outcome == Outcome::TimedOut || !self.choose(&test.unit) {
            return None;
        }
        let limits = self.settings.run_limits();
        let executor = &mut self.crew.first.executor;
        let trace = executor.run(&mut Terms::new(), &test.input, &limits);
        Some(trace.covered)
    }

    /// The goals of a suite that its tests touch and none of them passes.
    fn touched_only(&mut self, suite: &Suite) -> BTreeSet<GoalId> {
        self.crew.first.executor.pass_all_but(BTreeSet::new());
        let mut only = BTreeSet::new();
        for test in &suite.tests {
            if let Some(covered) = self.covered(test) {
                let passed = |goal: &&GoalId| covered.binary_search(goal).is_ok();
                only.extend(test.goals.iter().filter(|goal| !passed(goal)));
            }
        }
        only
    }

    /// Lets tests need no more than the suite does: a goal is that of tests that call its
    /// method, or else of one test that comes to it on the way. Making the other inputs
    /// smaller may lose it.
    fn claim_goals_once(&self, suite: &mut Suite) {
        let goals = &self.plan.facts().goals;
        let is_own =
            |test: &Candidate, goal: GoalId| function_of(&test.unit) == goals[goal].function;
        let mut taken: BTreeSet<GoalId> = BTreeSet::new();
        for test in &suite.tests {
            let goals = test.goals.iter().copied();
            taken.extend(goals.filter(|&goal| is_own(test, goal)));
        }
        for test in &mut suite.tests {
            let mut goals = std::mem::take(&mut test.goals);
            goals.retain(|&goal| is_own(test, goal) || taken.insert(goal));
            test.goals = goals;
        }
    }

    /// What each kept input's test has to do; the others, and why.
    fn recipes(&mut self, kept: &[Kept]) -> (Vec<KeptRecipe>, Vec<Dropped>) {
        let limits = self.settings.run_limits();
        let (mut recipes, mut dropped) = (Vec::new(), Vec::new());
        for one in kept {
            let input = &one.candidate.input;
            let recipe = match self.choose(&one.candidate.unit) {
                true => {
                    // The executor knows how to build what it has just built.
                    let executor = &mut self.crew.first.executor;
                    executor.run(&mut Terms::new(), input, &limits);
                    executor.recipe(input)
                }
                false => Err("its unit is unknown".to_owned()),
            };
            match recipe {
                Ok(recipe) => recipes.push(KeptRecipe { id: one.id, recipe }),
                Err(reason) => dropped.push(Dropped { id: one.id, reason }),
            }
        }
        (recipes, dropped)
    }
}

fn load(
    target: &Target,
    source: Option<&Path>,
    specified: Option<&Specified>,
    settings: &Settings,
    jdk: &Jdk,
) -> Result<Loaded, Failure> {
    let wrong = |message: String| Failure::new(FailureKind::Target, message);
    // Classes that check what is said of them stand before the user's own.
    let mut class_path: Vec<PathBuf> = specified.iter().map(|one| one.classes()).collect();
    class_path.extend(target.class_path.iter().cloned());
    let class_path = ClassPath::open(&jdk.home, &class_path).map_err(wrong)?;
    let scope = settings.scope(Language::Java);
    let text = source.map(|path| std::fs::read_to_string(path).unwrap_or_default());
    let options = Options {
        arrays: match settings.java.arrays {
            Arrays::Cases => ArrayModel::Cases,
            Arrays::Theory => ArrayModel::Theory,
            Arrays::Lazy => ArrayModel::Lazy,
        },
        invariant: settings.invariant.clone(),
        goals: settings.criteria.kinds(),
        ask_with_arguments: settings.observer_arguments,
        markers: text.map_or_else(Vec::new, |text| markers(&text)),
        specification: specified.map_or_else(Specification::default, Specified::specification),
        ..Options::default()
    };
    let classes = std::slice::from_ref(&target.class);
    Classes::load(Arc::new(class_path), classes, scope, options).map_err(wrong)
}

impl Program for JavaProgram<'_> {
    fn explorers(&mut self) -> (&dyn Plan, &mut dyn Crew) {
        (&self.plan, &mut self.crew)
    }

    fn facts(&self) -> &Facts {
        self.plan.facts()
    }

    fn ground(&self) -> Option<Ground> {
        Some(ground::of(self.target))
    }

    fn outputs(&self, naming: &Naming) -> Outputs {
        self.cases.outputs(naming)
    }

    fn name(&mut self, naming: &Naming) {
        self.cases.name(naming);
    }

    fn prepare(&mut self) -> Result<(), Failure> {
        if self.settings.run_tests {
            self.cases.junit()?;
        }
        Ok(())
    }

    fn before_shrinking(&mut self, suite: &mut Suite) {
        let by_touch = self.touched_only(suite);
        self.crew.first.executor.pass_all_but(by_touch);
        self.claim_goals_once(suite);
    }

    fn after_shrinking(&mut self, suite: &mut Suite) {
        for test in &mut suite.tests {
            if let Some(mut covered) = self.covered(test) {
                let counted = &self.plan.facts().counted;
                covered.retain(|goal| counted.contains(goal));
                test.goals = covered;
            }
        }
    }

    fn observe(&mut self, kept: &[Kept]) -> Result<Vec<Dropped>, Failure> {
        let (recipes, mut dropped) = self.recipes(kept);
        dropped.extend(self.cases.observe(kept, &recipes)?);
        let facts = self.plan.facts();
        let selected = &self.plan.selected;
        self.suspicions = kept
            .iter()
            .filter_map(|one| {
                let mut units = facts.units.iter();
                let place = units.position(|unit| unit.name == one.candidate.unit)?;
                let unit = &selected.loaded.units[selected.units[place]];
                let found = suspicion(one.candidate, unit, &selected.loaded, &facts.source)?;
                Some((one.id, found))
            })
            .collect();
        Ok(dropped)
    }

    fn write(&mut self, _directory: &Path, annotations: &Annotations) -> Emitted {
        self.cases.write(annotations)
    }

    fn check(
        &mut self,
        written: &Emitted,
        outputs: &Outputs,
        home: &Path,
    ) -> Result<Checked, Failure> {
        self.cases.check(written, outputs, home)
    }

    fn discard(&mut self, cases: &BTreeSet<u64>) {
        self.cases.discard(cases);
    }

    fn notes(&self, case: u64) -> CaseNotes {
        CaseNotes {
            suspicion: self.suspicions.get(&case).cloned(),
            ..self.cases.notes(case)
        }
    }

    fn mutants(&mut self) -> Option<Box<dyn Mutants>> {
        let limits = self.settings.run_limits();
        let mutants = mutants::JavaMutants::new(&self.crew.first.selected, limits)?;
        Some(Box::new(mutants))
    }

    fn measure(&mut self, tests: &Path) -> Measured {
        measure::measured(self.settings, self.cases.jdk(), self.target, tests)
    }
}
