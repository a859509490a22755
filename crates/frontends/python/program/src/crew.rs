//! The workers of one module: one at first, more where it takes long.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Instant;

use everypath_generate::{Crew, Plan, STACK, Settings, Structures, Units};
use everypath_python::{Launch, LoadRequest, Processors, PythonExecutor, Strategy};
use everypath_trace::Input;

use crate::plan::PythonPlan;
use crate::team::{Growth, Joining, Other, Team, until_long};
use crate::units::{NamedUnit, PythonUnits};

/// The workers of one module.
pub(crate) struct PythonCrew {
    all: PythonUnits,
    jobs: usize,
    growth: Growth,
    /// What workers were told of structures, to tell the next one.
    lessons: Vec<(String, Vec<Input>)>,
}

impl PythonCrew {
    /// A crew of one.
    pub(crate) fn new(
        executor: PythonExecutor,
        plan: &PythonPlan,
        launch: Launch,
        request: LoadRequest,
        settings: &Settings,
    ) -> PythonCrew {
        let growth = Growth {
            launch,
            request,
            jobs: settings.jobs,
            started: Instant::now(),
        };
        let named = |unit: usize| {
            let unit = plan.loaded_unit(unit);
            let has_invariant = unit.lazy && unit.invariant.is_some();
            NamedUnit {
                name: unit.name.clone(),
                class: unit.class.clone().filter(|_| has_invariant),
                asks_world: unit.premises.iter().any(|(kind, _)| kind == "world"),
            }
        };
        PythonCrew {
            all: PythonUnits {
                team: Team::new(executor, Some(growth.clone())),
                units: (0..plan.facts().units.len()).map(named).collect(),
                strategy: crate::strategy(settings),
                abroad: Vec::new(),
            },
            jobs: settings.jobs,
            growth,
            lessons: Vec::new(),
        }
    }
}

impl Crew for PythonCrew {
    fn together(&mut self) -> &mut dyn Units {
        &mut self.all
    }

    /// Each worker works alone, and more as they are loaded.
    fn apart(&mut self, most: usize, work: &(dyn Fn(&mut dyn Units) + Sync)) {
        let processors = Processors::find();
        let processors = processors.as_ref();
        let others: Vec<Other> = std::iter::from_fn(|| self.all.team.part()).collect();
        let mut others = others.into_iter();
        let back = Mutex::new(Vec::new());
        let (back_here, growth, lessons) = (&back, &self.growth, &self.lessons);
        let all = &mut self.all;
        let alike = all.units.clone();
        let strategy = all.strategy;
        std::thread::scope(|scope| {
            let mut alone = Vec::new();
            for number in 1..self.jobs.min(most) {
                let (sender, receiver) = channel::<()>();
                alone.push(sender);
                let other = others.next();
                let units = alike.clone();
                let thread = std::thread::Builder::new().stack_size(STACK);
                let serve = move || {
                    // Most modules are done before another worker is loaded.
                    let wait = until_long(growth.started);
                    let is_over =
                        receiver.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected);
                    if is_over && other.is_none() {
                        return;
                    }
                    let other = other.unwrap_or_else(|| Other::Joining(Joining::begin(growth)));
                    let give_back = |other| {
                        if let Ok(mut back) = back_here.lock() {
                            back.push((number, other));
                        }
                    };
                    let worker = match other.worker(&receiver) {
                        Ok(worker) => worker,
                        Err(other) => return give_back(other),
                    };
                    let mut units = PythonUnits {
                        team: Team::new(worker, None),
                        units,
                        strategy,
                        abroad: Vec::new(),
                    };
                    let mut lessons = lessons.iter();
                    let knows = lessons
                        .all(|(class, structures)| units.team.teach(class, structures).is_ok());
                    if knows {
                        let together = units.team.first().share_processor(processors, number);
                        work(&mut units);
                        drop(together);
                        give_back(Other::Ready(Box::new(units.team.into_first())));
                    }
                };
                // Without another thread the work is done by those there are.
                let _ = thread.spawn_scoped(scope, serve);
            }
            // Not before the others are started: they would inherit it.
            let together = all.team.first().share_processor(processors, 0);
            work(all);
            drop((alone, together));
        });
        let mut back = back.into_inner().unwrap_or_default();
        back.sort_by_key(|(number, _)| *number);
        for other in back.into_iter().map(|(_, other)| other).chain(others) {
            self.all.team.join(other);
        }
    }

    /// Other workers take the place of those that are there: the bounds of inputs are what
    /// they begin with. Whoever stayed within them before still does what it did.
    fn lengthen(&mut self, times: u32) -> bool {
        let mut growth = self.growth.clone();
        growth.request.scope = longer(&growth.request.scope, times);
        let loaded = PythonExecutor::load(growth.launch.clone(), growth.request.clone());
        let Ok((executor, _)) = loaded else {
            return false;
        };
        self.all.team = Team::new(executor, Some(growth.clone()));
        self.growth = growth;
        let mut lessons = self.lessons.iter();
        lessons.all(|(class, structures)| self.all.team.teach(class, structures).is_ok())
    }

    fn learn(&mut self, class: &str, structures: &Structures) -> Result<(), String> {
        if self.all.strategy != Strategy::Guided {
            return Ok(());
        }
        let lesson = (class.to_owned(), structures.inputs.clone());
        self.lessons.push(lesson);
        self.all.team.teach(class, &structures.inputs)
    }
}

/// A scope whose containers and texts may be so many times as long.
pub(crate) fn longer(scope: &serde_json::Value, times: u32) -> serde_json::Value {
    let mut longer = scope.clone();
    for bound in ["max_length", "max_text"] {
        if let Some(length) = longer.get(bound).and_then(serde_json::Value::as_u64) {
            longer[bound] = (length * u64::from(times)).into();
        }
    }
    longer
}
