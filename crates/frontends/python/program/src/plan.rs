//! What is asked of a module: its units, the goals that count, and how units are explored.

use std::collections::BTreeSet;
use std::path::Path;

use everypath_explore::{Aim, Task};
use everypath_generate::settings::Strategy;
use everypath_generate::{
    Facts, Failure, FailureKind, Plan, Policy, Search, Settings, Structures, Target, Unit, shown,
};
use everypath_python::{Loaded, LoadedUnit, UnitKind};
use everypath_trace::{Condition, Goal, GoalId, GoalKind, Goals, Language, Location, Premise};

/// How many runs of a unit are under way where all of its paths are asked for.
const WINDOW: usize = 8;

/// What is asked of a module.
pub(crate) struct PythonPlan<'a> {
    pub(crate) loaded: Loaded,
    settings: &'a Settings,
    facts: Facts,
    /// The units of the facts, as they were loaded.
    units: Vec<LoadedUnit>,
}

impl<'a> PythonPlan<'a> {
    /// Selects what a target asks for.
    pub(crate) fn new(
        loaded: Loaded,
        target: &Target,
        settings: &'a Settings,
    ) -> Result<PythonPlan<'a>, Failure> {
        let units: Vec<LoadedUnit> = select(&loaded, target, settings)?
            .into_iter()
            .cloned()
            .collect();
        let goals = goals_of(&loaded);
        let part: Option<Vec<&str>> = (target.part.is_some() || settings.methods.is_some())
            .then(|| units.iter().map(|unit| unit.name.as_str()).collect());
        let ids = || (0..goals.0.len() as u32).map(GoalId);
        let is_own = |goal: &GoalId| goals[*goal].location.file == loaded.file;
        let is_wanted = |goal: &GoalId| {
            let goal = &goals[*goal];
            is_in_part(goal, part.as_deref()) && settings.criteria.ask_for(goal.kind)
        };
        let counts = |goal: &GoalId| settings.criteria.count(goals[*goal].kind);
        let wanted: BTreeSet<GoalId> = ids().filter(is_own).filter(is_wanted).collect();
        let counted: BTreeSet<GoalId> = ids().filter(is_own).filter(counts).collect();
        let facts = Facts {
            language: Language::Python,
            module: loaded.module.clone(),
            file: shown(Path::new(&loaded.file)),
            source: std::fs::read_to_string(&loaded.file).unwrap_or_default(),
            units: units
                .iter()
                .map(|unit| unit_of(unit, &loaded, &goals, &wanted, settings))
                .collect(),
            goals,
            wanted,
            counted,
            uncalled: Vec::new(),
            is_named: units.len() == 1,
            is_part: target.part.is_some() || settings.methods.is_some(),
            warnings: Vec::new(),
            guesses: loaded.warnings.clone(),
        };
        Ok(PythonPlan {
            loaded,
            settings,
            facts,
            units,
        })
    }

    /// A unit, as it was loaded.
    pub(crate) fn loaded_unit(&self, unit: usize) -> &LoadedUnit {
        &self.units[unit]
    }

    fn uses_structures(&self) -> bool {
        uses_structures(self.settings)
    }
}

/// Whether receivers begin as the valid structures of the scope.
fn uses_structures(settings: &Settings) -> bool {
    matches!(settings.strategy, Strategy::Exhaustive | Strategy::BlackBox)
}

fn unit_of(
    unit: &LoadedUnit,
    loaded: &Loaded,
    goals: &Goals,
    wanted: &BTreeSet<GoalId>,
    settings: &Settings,
) -> Unit {
    let own = || unit.goals.iter().map(|&goal| GoalId(goal));
    let promises: Vec<GoalId> = unit.promises.iter().map(|&goal| GoalId(goal)).collect();
    let mut asked: Vec<GoalId> = own().filter(|goal| wanted.contains(goal)).collect();
    asked.extend(unit.entry.map(GoalId));
    asked.sort();
    // The outcomes of operands, and both answers of what answers with a boolean.
    let differ = own().filter(|&goal| {
        goals[goal].kind == GoalKind::Condition
            && goals[goal].location.file == loaded.file
            && settings.criteria.keep_what_differs()
    });
    // The white box never looks at a structure but through the unit.
    let is_structured = unit.lazy
        && settings.strategy != Strategy::WhiteBox
        && matches!(unit.kind, UnitKind::Method | UnitKind::Property);
    Unit {
        name: unit.name.clone(),
        function: unit.name.clone(),
        goals: asked,
        extras: differ.chain(promises.iter().copied()).collect(),
        promises,
        structure: unit.class.clone().filter(|_| is_structured),
        invariant: unit.invariant.clone(),
        premises: unit.premises.iter().map(premise_of).collect(),
        is_private: unit.private,
        ..Unit::default()
    }
}

/// A premise as the engine knows it; one of a kind that it does not know is still one.
fn premise_of((kind, of): &(String, String)) -> Premise {
    Premise::from_parts(kind, of.clone()).unwrap_or_else(|| Premise::World { what: of.clone() })
}

/// The goals as the engine knows them.
fn goals_of(loaded: &Loaded) -> Goals {
    let goal = |goal: &everypath_python::LoadedGoal| Goal {
        kind: goal.kind.into(),
        location: Location {
            file: goal.file.clone(),
            line: goal.line,
            column: goal.column,
        },
        description: goal.description.clone(),
        function: goal.function.clone(),
        condition: goal
            .condition
            .clone()
            .map(|(text, holds)| Condition::new(text, holds)),
    };
    Goals(loaded.goals.iter().map(goal).collect())
}

/// Whether a goal belongs to the units of a part; private functions count wherever they
/// are called from.
fn is_in_part(goal: &Goal, part: Option<&[&str]>) -> bool {
    let (function, Some(part)) = (goal.function.as_str(), part) else {
        return true;
    };
    let is_within = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    if goal.kind == GoalKind::Partition {
        return part
            .iter()
            .any(|unit| *unit != function && is_within(unit, function));
    }
    let last = function.rsplit('.').next().unwrap_or(function);
    let is_private = last.starts_with('_') && !last.starts_with("__");
    is_private || part.iter().any(|unit| is_within(function, unit))
}

/// The units that the target asks for.
fn select<'a>(
    loaded: &'a Loaded,
    target: &Target,
    settings: &Settings,
) -> Result<Vec<&'a LoadedUnit>, Failure> {
    let missing = |what: String| Err(Failure::new(FailureKind::Target, what));
    let is_named = |unit: &&LoadedUnit| match &target.part {
        None => true,
        Some(part) => unit.name == *part || unit.class.as_deref() == Some(part),
    };
    let named: Vec<&LoadedUnit> = loaded.units.iter().filter(is_named).collect();
    if named.is_empty() {
        let known: Vec<&str> = loaded.units.iter().map(|unit| unit.name.as_str()).collect();
        return match &target.part {
            Some(part) => missing(format!(
                "{} has no function, class or method {part}; it has {}",
                loaded.file,
                if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                }
            )),
            None => Err(Failure::new(
                FailureKind::Nothing,
                format!(
                    "{} defines no functions or classes to test{}",
                    loaded.file,
                    modules_beside(loaded),
                ),
            )),
        };
    }
    let Some(methods) = &settings.methods else {
        return Ok(named);
    };
    for method in methods {
        if !named.iter().any(|unit| unit.attribute == *method) {
            let known: Vec<&str> = named.iter().map(|unit| unit.attribute.as_str()).collect();
            return missing(format!(
                "{} has no method {method}; it has {}",
                target.text,
                known.join(", ")
            ));
        }
    }
    let is_method = |unit: &&LoadedUnit| methods.contains(&unit.attribute);
    Ok(named.into_iter().filter(is_method).collect())
}

/// The modules of a package that has nothing itself, as words for a message.
fn modules_beside(loaded: &Loaded) -> String {
    let file = Path::new(&loaded.file);
    let directory = match (file.file_name(), file.parent()) {
        (Some(name), Some(directory)) if name == "__init__.py" => directory,
        _ => return String::new(),
    };
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path != file && path.extension().is_some_and(|kind| kind == "py"))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .map(|name| format!("{}.{name}", loaded.module))
        .collect();
    names.sort();
    match names.is_empty() {
        true => String::new(),
        false => format!("; its modules are {}", names.join(", ")),
    }
}

impl Plan for PythonPlan<'_> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn policy(&self) -> Policy {
        Policy {
            window: WINDOW,
            starts_from_structures: self.uses_structures(),
            promises_apart: true,
            ..Policy::default()
        }
    }

    fn adjust(
        &self,
        _search: &Search,
        unit: usize,
        _structures: Option<&Structures>,
        task: &mut Task,
    ) {
        let unit = &self.units[unit];
        // Structures that grow on the way are few enough for all paths too.
        task.tree.forgets_values = self.settings.strategy == Strategy::Guided && unit.lazy;
        let grows =
            unit.lazy && unit.invariant.is_some() && !self.uses_structures() && !unit.private;
        if grows {
            task.budget.aim = Aim::Paths;
        }
    }
}
