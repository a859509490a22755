//! What is asked of a class: its units, the goals that count, and how units are explored.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use everypath_explore::Task;
use everypath_generate::{
    Facts, Failure, FailureKind, Guide, Plan, Policy, Search, Settings, Structures, Unit, shown,
};
use everypath_jvm::{Loaded, Unit as JavaUnit};
use everypath_trace::{GoalId, GoalKind, Input, Language, Trace};

use crate::guide::JavaGuide;
use crate::target::Target;
use crate::units::Selected;

/// What is asked of a class.
pub(crate) struct JavaPlan {
    pub(crate) selected: Arc<Selected>,
    facts: Facts,
    seed: u64,
}

impl JavaPlan {
    /// Selects what a target asks for.
    pub(crate) fn new(
        loaded: Loaded,
        target: &Target,
        settings: &Settings,
        mut warnings: Vec<String>,
    ) -> Result<JavaPlan, Failure> {
        let units = select(&loaded, target, settings)?;
        let left_out = left_out(&loaded, &units);
        let ids = || (0..loaded.goals.0.len() as u32).map(GoalId);
        let is_wanted = |goal: &GoalId| {
            let goal = &loaded.goals[*goal];
            settings.criteria.ask_for(goal.kind)
                && (goal.kind == GoalKind::Partition || !left_out.contains(&goal.function))
        };
        let wanted: BTreeSet<GoalId> = ids().filter(is_wanted).collect();
        let counts = |goal: &GoalId| settings.criteria.count(loaded.goals[*goal].kind);
        warnings.extend(loaded.warnings.iter().cloned());
        let (file, source) = source_of(target, &loaded);
        let functions: BTreeSet<String> = units
            .iter()
            .map(|&unit| function_of(&loaded.units[unit].name()))
            .collect();
        let unit = |&unit: &usize| {
            let mut unit = unit_of(&loaded.units[unit], &loaded, &wanted);
            // Each unit looks for its own, and for those of what is no unit.
            unit.exceptions.retain(|goal| {
                let function = &loaded.goals[*goal].function;
                let is_own = *function == unit.function || !functions.contains(function);
                is_own && !left_out.contains(function) && settings.criteria.keep_what_differs()
            });
            unit
        };
        let facts = Facts {
            language: Language::Java,
            module: target.class.clone(),
            file,
            source,
            units: units.iter().map(unit).collect(),
            uncalled: match left_out.is_empty() {
                true => uncalled(&loaded, &wanted),
                false => Vec::new(),
            },
            goals: loaded.goals.clone(),
            counted: ids().filter(counts).collect(),
            wanted,
            is_named: false,
            is_part: target.part.is_some() || settings.methods.is_some(),
            warnings,
            guesses: Vec::new(),
        };
        Ok(JavaPlan {
            selected: Arc::new(Selected { loaded, units }),
            facts,
            seed: settings.seed,
        })
    }

    /// A unit, as it was loaded.
    fn loaded_unit(&self, unit: usize) -> &JavaUnit {
        &self.selected.loaded.units[self.selected.units[unit]]
    }
}

fn unit_of(unit: &JavaUnit, loaded: &Loaded, wanted: &BTreeSet<GoalId>) -> Unit {
    let goals = unit
        .goals
        .iter()
        .copied()
        .zip(unit.distances.iter().copied());
    let promises: Vec<GoalId> = unit.promises.iter().map(|(_, goal)| *goal).collect();
    // An input that breaks a promise is looked for as long as patience lasts.
    let mut asked: Vec<(GoalId, u32)> = goals
        .filter(|(goal, _)| wanted.contains(goal))
        .chain(promises.iter().map(|goal| (*goal, 0)))
        .collect();
    asked.sort();
    asked.dedup_by_key(|(goal, _)| *goal);
    let name = unit.name();
    let is_exception = |goal: &GoalId| loaded.goals[*goal].kind == GoalKind::Exception;
    let is_initial = |goal: &GoalId| is_initialiser(&loaded.goals[*goal].function);
    Unit {
        function: function_of(&name),
        name,
        fixed: unit.goals.iter().copied().filter(is_initial).collect(),
        goals: asked.iter().map(|(goal, _)| *goal).collect(),
        distances: asked.iter().map(|(_, distance)| *distance).collect(),
        promises,
        exceptions: unit.goals.iter().copied().filter(is_exception).collect(),
        invariant: unit.invariant.clone(),
        ..Unit::default()
    }
}

/// The goals of a whole class that no unit is known to lead to.
fn uncalled(loaded: &Loaded, wanted: &BTreeSet<GoalId>) -> Vec<GoalId> {
    let called = loaded.units.iter().flat_map(|unit| &unit.goals);
    let called: BTreeSet<&GoalId> = called.chain(&loaded.of_invariants).collect();
    let wanted = wanted.iter().copied();
    wanted.filter(|goal| !called.contains(goal)).collect()
}

/// The units that the target asks for, by their places.
fn select(loaded: &Loaded, target: &Target, settings: &Settings) -> Result<Vec<usize>, Failure> {
    let missing = |what: String| Err(Failure::new(FailureKind::Target, what));
    let simple = target.class.rsplit(['.', '$']).next().unwrap_or_default();
    let is_called = |unit: usize, name: &str| {
        let method = &loaded.units[unit].method;
        method == name || (method == "<init>" && name == simple)
    };
    let known = || {
        let names = loaded.units.iter().map(|unit| {
            let name = unit.name();
            name.split_once('#')
                .map_or(String::new(), |(_, name)| name.to_owned())
        });
        let names: Vec<String> = names.collect();
        match names.is_empty() {
            true => "none".to_owned(),
            false => names.join(", ").replace("<init>", simple),
        }
    };
    if loaded.units.is_empty() {
        let message = format!("{} has no methods to test", target.class);
        let kind = match target.part {
            None => FailureKind::Nothing,
            Some(_) => FailureKind::Target,
        };
        return Err(Failure::new(kind, message));
    }
    let is_part = |unit: &usize| {
        let Some(part) = &target.part else {
            return true;
        };
        let name = loaded.units[*unit].name();
        let types = name.split_once('(').map_or("", |(_, types)| types);
        let wanted = part.parameters.as_ref();
        is_called(*unit, &part.method)
            && wanted.is_none_or(|wanted| types == format!("{})", wanted.join(",")))
    };
    let named: Vec<usize> = (0..loaded.units.len()).filter(is_part).collect();
    if named.is_empty() {
        return missing(format!(
            "{} has no method {}; it has {}",
            target.class,
            target.text.split_once('#').map_or("", |(_, part)| part),
            known()
        ));
    }
    let Some(methods) = &settings.methods else {
        return Ok(named);
    };
    for method in methods {
        if !named.iter().any(|&unit| is_called(unit, method)) {
            return missing(format!(
                "{} has no method {method}; it has {}",
                target.class,
                known()
            ));
        }
    }
    let is_method = |unit: &usize| methods.iter().any(|method| is_called(*unit, method));
    Ok(named.into_iter().filter(is_method).collect())
}

/// The functions of the units that are not asked for, and if there are any the
/// initialisers, which belong to none of them. What no unit is of its own, as private
/// methods, counts wherever it is called from.
fn left_out(loaded: &Loaded, asked: &[usize]) -> BTreeSet<String> {
    let function = |unit: usize| function_of(&loaded.units[unit].name());
    let all: BTreeSet<String> = (0..loaded.units.len()).map(function).collect();
    let asked: BTreeSet<String> = asked.iter().map(|&unit| function(unit)).collect();
    let mut left_out = &all - &asked;
    if !left_out.is_empty() {
        let functions = loaded.goals.0.iter().map(|goal| &goal.function);
        left_out.extend(functions.filter(|name| is_initialiser(name)).cloned());
    }
    left_out
}

/// Where the class's source is, and its text.
fn source_of(target: &Target, loaded: &Loaded) -> (String, String) {
    let name = loaded.units.iter().find_map(|unit| unit.source.clone());
    let name = name.unwrap_or_default();
    let name = Path::new(&name).file_name().unwrap_or_default();
    match source_path(target, name.as_ref()) {
        Some(path) => {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            (shown(&path), text)
        }
        None => (shown(&package_of(target).join(name)), String::new()),
    }
}

/// The file's name of the class that contains the target, by custom.
pub(crate) fn outer_name(target: &Target) -> PathBuf {
    let simple = target.class.rsplit('.').next().unwrap_or_default();
    format!("{}.java", simple.split('$').next().unwrap_or(simple)).into()
}

fn package_of(target: &Target) -> PathBuf {
    match target.class.rsplit_once('.') {
        Some((package, _)) => package.replace('.', "/").into(),
        None => PathBuf::new(),
    }
}

/// The source of a target by its file's name.
pub(crate) fn source_path(target: &Target, name: &Path) -> Option<PathBuf> {
    let package = package_of(target);
    let mut candidates = target
        .sources
        .iter()
        .flat_map(|root| [root.join(&package).join(name), root.join(name)]);
    candidates.find(|path| path.is_file())
}

/// The function that holds a unit's own goals, as goals name it.
pub(crate) fn function_of(unit: &str) -> String {
    let name = unit.split('(').next().unwrap_or(unit);
    name.replace('#', ".")
}

/// Whether a function that goals name sets the static fields of a class up.
fn is_initialiser(function: &str) -> bool {
    function.ends_with(".<clinit>")
}

impl Plan for JavaPlan {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn policy(&self) -> Policy {
        Policy {
            first_turns: 32,
            most_turns: 128,
            least_turns: 8,
            most_work: 4_000_000,
            easy_rounds: 2,
            waits_for_nearer: true,
            forgoes_own: true,
            paths_at_once: false,
            ..Policy::default()
        }
    }

    fn adjust(&self, _: &Search, _unit: usize, _: Option<&Structures>, task: &mut Task) {
        // Seeds are added on the way, and the open input comes first.
        task.seeds = vec![Input::open()];
    }

    fn guide(&self, unit: usize) -> Box<dyn Guide> {
        let unit = self.selected.units[unit];
        Box::new(JavaGuide::new(self.selected.clone(), unit, self.seed))
    }

    fn trim(&self, unit: usize, trace: &mut Trace) {
        // How an object is made shows nothing of what a unit does; what a lazy one is does.
        if self.loaded_unit(unit).invariant.is_none() {
            trace.decisions.drain(..trace.entry);
            trace.entry = 0;
        }
    }
}
