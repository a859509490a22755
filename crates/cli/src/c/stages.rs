//! The modes in which units run, and an executor that runs each input in the
//! mode it was made in.

use std::time::Duration;

use everypath_c::carving::Context;
use everypath_c::{CExecutor, Graph, Limits, LoadRequest, Part, Program};
use everypath_term::Terms;
use everypath_trace::{Executor, Input, RunLimits, Slot, Trace};

use everypath_generate::settings::Mode;

/// The slot that says in which stage an input was made.
pub const STAGE: &str = "@stage";

/// One way to run units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The mode; never automatic.
    pub mode: Mode,
    /// The context it starts from, by index.
    pub context: Option<usize>,
}

impl Stage {
    /// Whether callees are stubs.
    pub fn has_stubs(self) -> bool {
        has_stubs(self.mode)
    }

    /// What part of the time its mode is worth beside others: stubs get far
    /// where real callees do not.
    fn weight(self) -> u32 {
        match self.mode {
            Mode::Auto | Mode::Real | Mode::Otf => 1,
            Mode::Cut2 => 4,
            Mode::Cut2Minus | Mode::Sut => 2,
        }
    }

    /// Whether what cannot be reached in it cannot be reached at all.
    pub fn proves(self) -> bool {
        self.mode == Mode::Real
    }

    /// What the report calls it.
    pub fn words(self) -> String {
        let mode = match self.mode {
            Mode::Auto | Mode::Real => "real callees",
            Mode::Cut2 => "carved stubs",
            Mode::Cut2Minus => "free stubs",
            Mode::Sut => "no context, free stubs",
            Mode::Otf => "real callees",
        };
        match self.context {
            Some(index) => format!("context {}, {mode}", index + 1),
            None => mode.to_owned(),
        }
    }
}

fn has_stubs(mode: Mode) -> bool {
    matches!(mode, Mode::Cut2 | Mode::Cut2Minus | Mode::Sut)
}

/// The part of the time that is left which the first of the stages may take: each
/// mode has its weight, and its stages share it.
pub fn share(left: Duration, stages: &[Stage]) -> Duration {
    let part = |stage: &Stage| {
        let alike = stages.iter().filter(|other| other.mode == stage.mode);
        f64::from(stage.weight()) / alike.count() as f64
    };
    match stages {
        [] => left,
        [first, ..] => left.mul_f64(part(first) / stages.iter().map(part).sum::<f64>()),
    }
}

/// A program that can run.
struct Loaded {
    program: Program,
    executor: CExecutor,
}

/// How programs are loaded.
struct Loading {
    request: LoadRequest,
    limits: Limits,
    contexts: Vec<Context>,
}

/// Runs units in all stages. A program is loaded when a stage needs it.
pub struct Staged {
    loading: Loading,
    real: Option<Loaded>,
    stubbed: Option<Loaded>,
    unit: (usize, Part),
    stages: Vec<Stage>,
    current: usize,
    last: usize,
}

impl Loading {
    fn load(&self, stubs: bool) -> Result<Loaded, String> {
        let request = LoadRequest {
            stubs,
            ..self.request.clone()
        };
        let program = Program::load(&request)?;
        let executor = CExecutor::with_contexts(&program, &self.limits, &self.contexts)?;
        Ok(Loaded { program, executor })
    }
}

impl Staged {
    /// Loads what the modes need.
    pub fn load(
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
            let stubbed = scope.spawn(|| wanted(true).then(|| loading.load(true)));
            let real = wanted(false).then(|| loading.load(false));
            (real, stubbed.join().expect("loading does not panic"))
        });
        (staged.real, staged.stubbed) = (real.transpose()?, stubbed.transpose()?);
        Ok(staged)
    }

    /// From now on, buffers and texts of the input may be so many times as long.
    /// Whoever stayed within the bound before still does what it did.
    pub fn lengthen(&mut self, times: u64) {
        self.loading.limits.length *= times;
        self.loading.limits.text *= times;
        for loaded in [&mut self.real, &mut self.stubbed].into_iter().flatten() {
            loaded.executor.lengthen(&self.loading.limits);
        }
    }

    /// Loads the program of a stage.
    fn need(&mut self, stage: Stage) -> Result<(), String> {
        let place = match stage.has_stubs() {
            true => &mut self.stubbed,
            false => &mut self.real,
        };
        if place.is_none() {
            let mut loaded = self.loading.load(stage.has_stubs())?;
            loaded.executor.choose(self.unit.0, self.unit.1);
            *place = Some(loaded);
        }
        Ok(())
    }

    /// The program of which all stages have the goals and units.
    pub fn program(&self) -> &Program {
        let loaded = self.real.as_ref().or(self.stubbed.as_ref());
        &loaded.expect("a mode needs a program").program
    }

    /// The program of the last run.
    pub fn last_program(&self) -> &Program {
        let stubs = self
            .stages
            .get(self.last)
            .is_some_and(|stage| stage.has_stubs());
        let loaded = if stubs { &self.stubbed } else { &self.real };
        loaded
            .as_ref()
            .map_or_else(|| self.program(), |loaded| &loaded.program)
    }

    /// The objects of the last run's input.
    pub fn graph(&self) -> &Graph {
        let stubs = self
            .stages
            .get(self.last)
            .is_some_and(|stage| stage.has_stubs());
        let loaded = if stubs { &self.stubbed } else { &self.real };
        let loaded = loaded
            .as_ref()
            .or(self.real.as_ref())
            .or(self.stubbed.as_ref());
        loaded.expect("a mode needs a program").executor.graph()
    }

    /// Whether runs start from a carved context.
    pub fn is_carved(&self) -> bool {
        let stage = self.stages.get(self.current);
        stage.is_some_and(|stage| stage.context.is_some())
    }

    /// Whether callees are stubs.
    pub fn has_stubs(&self) -> bool {
        let stage = self.stages.get(self.current);
        stage.is_some_and(|stage| stage.has_stubs())
    }

    /// Chooses the unit that runs from now on.
    pub fn choose(&mut self, unit: usize, part: Part) {
        self.unit = (unit, part);
        for loaded in self.real.iter_mut().chain(&mut self.stubbed) {
            loaded.executor.choose(unit, part);
        }
    }

    /// Chooses the stage of inputs that do not say theirs; the message says why
    /// its program cannot be loaded.
    pub fn enter(&mut self, stage: Stage) -> Result<(), String> {
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
        executor.choose_context(stage.context, stage.mode == Mode::Cut2);
        let mut trace = executor.run(terms, input, limits);
        trace
            .input
            .choices
            .insert(Slot::from(STAGE), self.last as u32);
        trace
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_share_the_time_by_their_weights() {
        let stage = |mode, context| Stage { mode, context };
        let stages = [
            stage(Mode::Otf, Some(0)),
            stage(Mode::Cut2, Some(0)),
            stage(Mode::Cut2, Some(1)),
        ];
        let left = Duration::from_secs(10);
        assert_eq!(share(left, &stages), Duration::from_secs(2));
        assert_eq!(share(left, &stages[1..]), Duration::from_secs(5));
        assert_eq!(share(left, &stages[2..]), left);
    }
}
