//! What is asked of a file: its units, the goals that count, and how units are explored.

use std::collections::BTreeSet;
use std::sync::Arc;

use everypath_c::{Program, Unit as CUnit};
use everypath_explore::{Cause, Reach, Task, Verdict};
use everypath_generate::{
    Explored, Facts, Failure, FailureKind, Leg, Plan, Policy, Search, Settings, Structures, Target,
    Unit, shown,
};
use everypath_trace::{GoalId, Goals, Language};
use indexmap::IndexSet;

use crate::contexts::Carved;
use crate::failures::{one_by_members, set_aside};
use crate::stage::{self, STAGE};
use crate::units::Selected;

/// How many times as many tries without news there may be where there is time for them.
const MORE_PATIENCE: usize = 10;

/// What is asked of a file.
pub(crate) struct CPlan<'a> {
    pub(crate) selected: Arc<Selected>,
    settings: &'a Settings,
    facts: Facts,
    /// The units of the facts, as they were loaded.
    units: Vec<CUnit>,
    /// The members that may be null, by name.
    nullable: IndexSet<String>,
    has_contexts: bool,
}

impl<'a> CPlan<'a> {
    /// Selects what a target asks for.
    pub(crate) fn new(
        program: &Program,
        carved: &mut Carved,
        target: &Target,
        settings: &'a Settings,
    ) -> Result<CPlan<'a>, Failure> {
        let places = select(program, target)?;
        let units: Vec<CUnit> = places
            .iter()
            .map(|&unit| program.units[unit].clone())
            .collect();
        if units.iter().any(|unit| unit.lacks) {
            carved.stub_what_lacks(settings);
        }
        let stages = units.iter();
        let stages = stages
            .map(|unit| carved.stages(&unit.name, unit.lacks))
            .collect();
        let goals = program.goals();
        let is_named = target.part.is_some();
        let ids = || (0..goals.0.len() as u32).map(GoalId);
        let is_wanted = |goal: &GoalId| {
            let goal = &goals[*goal];
            let is_asked = units.iter().any(|unit| unit.name == goal.function)
                || (!is_named && program.invariant.as_deref() != Some(&goal.function));
            is_asked && settings.criteria.ask_for(goal.kind)
        };
        let wanted: BTreeSet<GoalId> = ids().filter(is_wanted).collect();
        let counts = |goal: &GoalId| settings.criteria.count(goals[*goal].kind);
        let warnings = program.warnings.iter().chain(&carved.warnings);
        let stem = program.source.file_stem().unwrap_or_default();
        let unit = |unit: &CUnit| unit_of(unit, program.invariant.as_deref(), &goals, &wanted);
        let facts = Facts {
            language: Language::C,
            module: stem.to_string_lossy().into_owned(),
            file: shown(&program.source),
            source: program.text.clone(),
            units: units.iter().map(unit).collect(),
            counted: ids().filter(counts).collect(),
            uncalled: Vec::new(),
            is_named,
            is_part: is_named || settings.methods.is_some(),
            warnings: warnings.cloned().collect(),
            guesses: Vec::new(),
            wanted,
            goals,
        };
        Ok(CPlan {
            selected: Arc::new(Selected {
                units: places,
                stages,
            }),
            settings,
            facts,
            units,
            nullable: program.nullable_members(),
            has_contexts: !carved.contexts.is_empty(),
        })
    }
}

fn unit_of(
    unit: &CUnit,
    invariant: Option<&str>,
    goals: &Goals,
    wanted: &BTreeSet<GoalId>,
) -> Unit {
    let reaches = |goal: &GoalId| unit.reaches.contains(&goals[*goal].function);
    let invariant = unit.invariant.and(invariant);
    Unit {
        name: unit.name.clone(),
        function: unit.called().to_owned(),
        goals: wanted.iter().copied().filter(reaches).collect(),
        structure: invariant.map(|_| unit.name.clone()),
        invariant: invariant.map(str::to_owned),
        premises: unit.premises.clone(),
        is_private: unit.is_static,
        is_made: unit.making.is_some(),
        // A function without branches still wants a test.
        needs_test: unit.making.is_none() && goals.0.iter().all(|goal| goal.function != unit.name),
        ..Unit::default()
    }
}

/// The units that the target asks for, by their places in the program.
fn select(program: &Program, target: &Target) -> Result<Vec<usize>, Failure> {
    let missing = |what: String| Err(Failure::new(FailureKind::Target, what));
    let file = shown(&program.source);
    let testable = |index: &usize| {
        let unit = &program.units[*index];
        program.invariant.as_deref() != Some(&unit.name)
    };
    let Some(part) = &target.part else {
        let all: Vec<usize> = (0..program.units.len()).filter(testable).collect();
        return match all.is_empty() {
            true => {
                let message = format!("{file} defines no functions to test");
                Err(Failure::new(FailureKind::Nothing, message))
            }
            false => Ok(all),
        };
    };
    let all = program.units.iter().enumerate();
    let named: Vec<usize> = all
        .filter(|(_, unit)| unit.called() == part)
        .map(|(index, _)| index)
        .collect();
    if !named.is_empty() {
        return Ok(named);
    }
    if let Some(other) = program.included.get(part) {
        return missing(format!("{part} is defined in {other}: name that file"));
    }
    let own = program.units.iter().filter(|unit| unit.making.is_none());
    let known = own.map(|unit| unit.name.as_str());
    let known = match program.units.is_empty() {
        true => "none".to_owned(),
        false => known.collect::<Vec<&str>>().join(", "),
    };
    missing(format!("{file} has no function {part}; it has {known}"))
}

impl Plan for CPlan<'_> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn policy(&self) -> Policy {
        Policy {
            looks_for_failures: true,
            private_last: true,
            ..Policy::default()
        }
    }

    fn legs(&self, unit: usize) -> Vec<Leg> {
        let mut legs = stage::legs(&self.selected.stages[unit]);
        // What functions make is not all that there is.
        let is_made = self.units[unit].making.is_some();
        legs.iter_mut().for_each(|leg| leg.proves &= !is_made);
        legs
    }

    fn adjust(&self, _: &Search, unit: usize, _: Option<&Structures>, task: &mut Task) {
        // Runs from a context are long: there is no room for as many. Nor is there where
        // units have much less than they may cost each, or another stage waits.
        let settings = self.settings;
        let share = settings.work / self.units.len().max(1) as u32;
        let is_alone = self.selected.stages[unit].len() == 1 && !self.has_contexts;
        if is_alone && share >= settings.unit_time / 2 {
            task.budget.idle_flips = Some(settings.patience.saturating_mul(MORE_PATIENCE));
        }
        // Structures are valid in every stage, whichever they were found in.
        for seed in &mut task.seeds {
            seed.choices.shift_remove(STAGE);
        }
    }

    /// Proofs are the business of the stage with real callees and any input.
    fn settle(&self, unit: usize, leg: &Leg, found: &mut Explored) {
        let stages = &self.selected.stages[unit];
        let is_made = self.units[unit].making.is_some();
        let has_proof = is_made || stages.iter().any(|stage| stage.proves());
        if !leg.proves {
            let is_said =
                |verdict: &Verdict| !has_proof || matches!(verdict, Verdict::Covered { .. });
            found.verdicts.retain(|(_, verdict)| is_said(verdict));
            for (_, verdict) in &mut found.verdicts {
                if matches!(verdict, Verdict::Unreachable { .. }) {
                    *verdict = Verdict::Missed {
                        reach: Reach::Seen,
                        cause: Cause::OnlyWith {
                            with: leg.name.clone(),
                        },
                    };
                }
            }
        }
        let Some(stage) = stages.get(leg.number) else {
            return;
        };
        let unit_name = &self.units[unit].name;
        let is_maker = |one: &CUnit| one.making.is_some() && one.called() == unit_name;
        if self.units.iter().any(is_maker) && !self.settings.all_paths {
            let told = one_by_members(&mut found.candidates);
            let told = told.map(|words| format!("{unit_name}: {words}"));
            found.warnings.extend(told);
        }
        set_aside(
            found,
            &self.nullable,
            &self.units[unit],
            *stage,
            self.settings,
        );
    }
}
