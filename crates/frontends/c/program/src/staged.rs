//! An executor that runs each input in the stage it was made in.

use std::sync::Arc;

use everypath_c::carving::Context;
use everypath_c::stubs::Stubs;
use everypath_c::{CExecutor, Graph, Limits, LoadRequest, Part, Program};
use everypath_generate::settings::Mode;
use everypath_term::Terms;
use everypath_trace::{Executor, Input, RunLimits, Slot, Trace};

use crate::stage::{STAGE, Stage, has_stubs};

/// A program that can run.
struct Loaded {
    program: Arc<Program>,
    executor: CExecutor,
}

impl Loaded {
    /// Which of its units has a name.
    fn place(&self, name: &str) -> Option<usize> {
        self.program.units.iter().position(|unit| unit.name == name)
    }

    /// Chooses the unit of a name, if it has one.
    fn choose(&mut self, name: &str, part: Part) {
        if let Some(place) = self.place(name) {
            self.executor.choose(place, part);
        }
    }
}

/// How programs are loaded.
struct Loading {
    request: LoadRequest,
    limits: Limits,
    contexts: Vec<Context>,
}

/// Runs units in all stages. A program is loaded when a stage needs it.
pub(crate) struct Staged {
    loading: Loading,
    real: Option<Loaded>,
    stubbed: Option<Loaded>,
    unit: (usize, Part),
    stages: Vec<Stage>,
    current: usize,
    last: usize,
}

impl Loading {
    fn load(&self, stubs: Stubs) -> Result<Loaded, String> {
        let request = LoadRequest {
            stubs,
            ..self.request.clone()
        };
        let program = Arc::new(Program::load(&request)?);
        let mut executor = CExecutor::with_contexts(&program, &self.limits, &self.contexts)?;
        executor.bound_stub_calls();
        Ok(Loaded { program, executor })
    }
}

impl Staged {
    /// Loads what the modes need.
    pub(crate) fn load(
        request: &LoadRequest,
        modes: &[Mode],
        limits: &Limits,
        contexts: &[Context],
    ) -> Result<Staged, String> {
        let mut staged = Staged {
            loading: Loading {
                request: request.clone(),
                limits: *limits,
                contexts: contexts.to_vec(),
            },
            real: None,
            stubbed: None,
            unit: (0, Part::Call),
            stages: Vec::new(),
            current: 0,
            last: 0,
        };
        let wanted = |stubs: bool| {
            let mut modes = modes.iter();
            modes.any(|mode| has_stubs(*mode) == stubs)
        };
        // Compiling is most of it: both programs at the same time.
        let loading = &staged.loading;
        let (real, stubbed) = std::thread::scope(|scope| {
            let stubbed = scope.spawn(|| wanted(true).then(|| loading.load(Stubs::All)));
            let real = wanted(false).then(|| loading.load(Stubs::None));
            (real, stubbed.join().expect("loading does not panic"))
        });
        (staged.real, staged.stubbed) = (real.transpose()?, stubbed.transpose()?);
        Ok(staged)
    }

    /// From now on, buffers and texts of the input may be so many times as long.
    /// Whoever stayed within the bound before still does what it did.
    pub(crate) fn lengthen(&mut self, times: u32) {
        self.loading.limits.scope.length *= times;
        self.loading.limits.scope.text *= times;
        for loaded in [&mut self.real, &mut self.stubbed].into_iter().flatten() {
            loaded.executor.lengthen(&self.loading.limits);
        }
    }

    /// Loads the program of a stage.
    fn need(&mut self, stage: Stage) -> Result<(), String> {
        let (place, stubs) = match (stage.has_stubs(), &self.real) {
            // Where the real callees run too, stubs are only for what nobody defines.
            (true, Some(real)) if stage.mode == Mode::Isolated => {
                let missing = real.program.missing.clone();
                (&mut self.stubbed, Stubs::Missing(missing))
            }
            (true, _) => (&mut self.stubbed, Stubs::All),
            (false, _) => (&mut self.real, Stubs::None),
        };
        if place.is_none() {
            *place = Some(self.loading.load(stubs)?);
            self.choose(self.unit.0, self.unit.1);
        }
        let loaded = match stage.has_stubs() {
            true => &self.stubbed,
            false => &self.real,
        };
        let name = self.name();
        match loaded.as_ref().and_then(|loaded| loaded.place(name)) {
            Some(_) => Ok(()),
            None => Err(format!("{name} does not run with {}", stage.words())),
        }
    }

    /// The program of which all stages have the goals and units.
    pub(crate) fn program(&self) -> &Program {
        let loaded = self.real.as_ref().or(self.stubbed.as_ref());
        &loaded.expect("a mode needs a program").program
    }

    /// The program, if its units run by themselves in all stages.
    pub(crate) fn alone(&self) -> Option<Arc<Program>> {
        let loaded = self.real.as_ref().filter(|_| self.stubbed.is_none())?;
        let is_alone = self.loading.contexts.is_empty();
        is_alone.then(|| loaded.program.clone())
    }

    /// The program of the last run.
    pub(crate) fn last_program(&self) -> &Program {
        &self.last_loaded().program
    }

    /// The stage of the last run.
    pub(crate) fn last_stage(&self) -> Option<Stage> {
        self.stages.get(self.last).copied()
    }

    /// The objects of the last run's input.
    pub(crate) fn graph(&self) -> &Graph {
        self.last_loaded().executor.graph()
    }

    fn last_loaded(&self) -> &Loaded {
        let stage = self.stages.get(self.last);
        let (first, second) = match stage.is_some_and(|stage| stage.has_stubs()) {
            true => (&self.stubbed, &self.real),
            false => (&self.real, &self.stubbed),
        };
        let loaded = first.as_ref().or(second.as_ref());
        loaded.expect("a mode needs a program")
    }

    /// Chooses the unit that runs from now on.
    pub(crate) fn choose(&mut self, unit: usize, part: Part) {
        self.unit = (unit, part);
        let name = self.name().to_owned();
        for loaded in self.real.iter_mut().chain(&mut self.stubbed) {
            loaded.choose(&name, part);
        }
    }

    /// The name of the unit that runs, by which programs know it: each has units of its own.
    fn name(&self) -> &str {
        &self.program().units[self.unit.0].name
    }

    /// Chooses the stage of inputs that do not say theirs; the message says why
    /// its program cannot be loaded.
    pub(crate) fn enter(&mut self, stage: Stage) -> Result<(), String> {
        self.need(stage)?;
        let known = self.stages.iter().position(|known| *known == stage);
        self.current = known.unwrap_or_else(|| {
            self.stages.push(stage);
            self.stages.len() - 1
        });
        Ok(())
    }
}

impl Executor for Staged {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let wanted = input.choices.get(STAGE).map(|index| *index as usize);
        self.last = wanted
            .filter(|index| *index < self.stages.len())
            .unwrap_or(self.current);
        let stage = self.stages[self.last];
        let loaded = match stage.has_stubs() {
            true => self.stubbed.as_mut(),
            false => self.real.as_mut(),
        };
        let executor = &mut loaded.expect("the stage's program is loaded").executor;
        executor.choose_context(stage.context, stage.mode == Mode::CarvedStubs);
        let mut trace = executor.run(terms, input, limits);
        trace
            .input
            .choices
            .insert(Slot::from(STAGE), self.last as u32);
        trace
    }
}
