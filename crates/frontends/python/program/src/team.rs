//! The workers of one module. Where all paths of a unit are asked for, they
//! share its runs; which of them runs an input makes no difference.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use everypath_python::{Launch, LoadRequest, Phase, PythonExecutor, Strategy};
use everypath_term::Terms;
use everypath_trace::{Executor, Input, RunLimits, Trace};

/// How long a module is explored by one worker, if there may be several.
const JOIN_AFTER: Duration = Duration::from_millis(300);
/// How often a worker that is being loaded is looked at.
const GLANCE: Duration = Duration::from_millis(5);
/// More workers than these do not share a unit: the engine keeps no more busy.
const MOST_TOGETHER: usize = 4;

/// A worker beside the first one of a team.
pub(crate) enum Other {
    /// It is being loaded.
    Joining(Joining),
    /// It knows the module, and the unit.
    Ready(Box<PythonExecutor>),
    /// It could not be loaded.
    Lost,
}

impl Other {
    /// The worker, or what it is when the others are done before it is there.
    pub(crate) fn worker(self, others: &Receiver<()>) -> Result<PythonExecutor, Other> {
        match self {
            Other::Joining(joining) => joining.worker(others),
            Other::Ready(worker) => Ok(*worker),
            Other::Lost => Err(Other::Lost),
        }
    }
}

/// A worker that is being loaded. Dropped, it is not needed any more.
pub(crate) struct Joining {
    alone: Sender<()>,
    thread: JoinHandle<Option<PythonExecutor>>,
}

impl Joining {
    /// Loads a module in another worker, unless what is going on is over before that is
    /// worth it.
    pub(crate) fn begin(growth: &Growth) -> Joining {
        let (launch, request) = (growth.launch.clone(), growth.request.clone());
        let wait = until_long(growth.started);
        let (alone, is_alone) = channel::<()>();
        let thread = std::thread::spawn(move || {
            if is_alone.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected) {
                return None;
            }
            Some(PythonExecutor::load(launch, request).ok()?.0)
        });
        Joining { alone, thread }
    }

    fn worker(self, others: &Receiver<()>) -> Result<PythonExecutor, Other> {
        while !self.thread.is_finished() {
            if others.recv_timeout(GLANCE) == Err(RecvTimeoutError::Disconnected) {
                return Err(Other::Joining(self));
            }
        }
        self.end().ok_or(Other::Lost)
    }

    fn end(self) -> Option<PythonExecutor> {
        let worker = self.thread.join().ok().flatten();
        drop(self.alone);
        worker
    }
}

/// How a team grows.
#[derive(Clone)]
pub(crate) struct Growth {
    /// How workers are started.
    pub launch: Launch,
    /// What they load.
    pub request: LoadRequest,
    /// How many there may be.
    pub jobs: usize,
    /// Since when the module is explored.
    pub started: Instant,
}

/// How long until another worker helps what began at this moment.
pub(crate) fn until_long(started: Instant) -> Duration {
    JOIN_AFTER.saturating_sub(started.elapsed())
}

/// What the workers run.
#[derive(Clone)]
struct Choice {
    unit: String,
    phase: Phase,
    strategy: Strategy,
}

/// Workers that share the runs of one unit.
pub(crate) struct Team {
    first: PythonExecutor,
    others: Vec<Other>,
    choice: Option<Choice>,
    lessons: Vec<(String, Vec<Input>)>,
    /// Who runs what was announced, first first: 0 is the first worker.
    under_way: VecDeque<usize>,
    announced: usize,
    growth: Option<Growth>,
}

impl Team {
    /// A team of one, which may grow while it shares the runs of a unit.
    pub(crate) fn new(first: PythonExecutor, growth: Option<Growth>) -> Team {
        Team {
            first,
            others: Vec::new(),
            choice: None,
            lessons: Vec::new(),
            under_way: VecDeque::new(),
            announced: 0,
            growth,
        }
    }

    /// The worker that is always there.
    pub(crate) fn first(&mut self) -> &mut PythonExecutor {
        &mut self.first
    }

    /// That worker alone.
    pub(crate) fn into_first(self) -> PythonExecutor {
        self.first
    }

    /// Grows as far as workers can share a unit.
    fn grow(&mut self) {
        if let Some(growth) = &self.growth {
            let others = growth.jobs.min(MOST_TOGETHER).saturating_sub(1);
            while self.others.len() < others {
                self.others.push(Other::Joining(Joining::begin(growth)));
            }
        }
    }

    /// Takes away a worker that is there or being loaded.
    pub(crate) fn part(&mut self) -> Option<Other> {
        self.others.pop()
    }

    /// Takes a worker in that knows the structures.
    pub(crate) fn join(&mut self, other: Other) {
        self.others.push(other);
    }

    /// Chooses the unit to run, and how far.
    pub(crate) fn choose(
        &mut self,
        unit: &str,
        phase: Phase,
        strategy: Strategy,
    ) -> Result<(), String> {
        self.under_way.clear();
        self.choice = Some(Choice {
            unit: unit.to_owned(),
            phase,
            strategy,
        });
        for other in &mut self.others {
            if let Other::Ready(worker) = other
                && worker.choose(unit, phase, strategy).is_err()
            {
                *other = Other::Lost;
            }
        }
        self.first.choose(unit, phase, strategy)
    }

    /// Tells every worker the valid structures of a class.
    pub(crate) fn teach(&mut self, class: &str, structures: &[Input]) -> Result<(), String> {
        self.lessons.push((class.to_owned(), structures.to_vec()));
        for other in &mut self.others {
            if let Other::Ready(worker) = other
                && worker.teach(class, structures).is_err()
            {
                *other = Other::Lost;
            }
        }
        self.first.teach(class, structures)
    }

    /// Workers that have been loaded since are told what the others know.
    fn welcome(&mut self) {
        for other in &mut self.others {
            if !matches!(other, Other::Joining(joining) if joining.thread.is_finished()) {
                continue;
            }
            let Other::Joining(joining) = std::mem::replace(other, Other::Lost) else {
                continue;
            };
            let Some(mut worker) = joining.end() else {
                continue;
            };
            let mut lessons = self.lessons.iter();
            let knows = lessons.all(|(class, known)| worker.teach(class, known).is_ok())
                && self.choice.as_ref().is_none_or(|choice| {
                    let Choice {
                        unit,
                        phase,
                        strategy,
                    } = choice;
                    worker.choose(unit, *phase, *strategy).is_ok()
                });
            if knows {
                *other = Other::Ready(Box::new(worker));
            }
        }
    }

    fn worker(&mut self, place: usize) -> &mut PythonExecutor {
        match place.checked_sub(1).map(|place| &mut self.others[place]) {
            Some(Other::Ready(worker)) => worker,
            _ => &mut self.first,
        }
    }
}

impl Executor for Team {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let place = self.under_way.pop_front().unwrap_or(0);
        self.worker(place).run(terms, input, limits)
    }

    fn announce(&mut self, input: &Input, limits: &RunLimits) {
        self.grow();
        self.welcome();
        let is_ready = |other: &Other| matches!(other, Other::Ready(_));
        let ready = (0..self.others.len()).filter(|&place| is_ready(&self.others[place]));
        let places: Vec<usize> = std::iter::once(0)
            .chain(ready.map(|place| place + 1))
            .collect();
        let place = places[self.announced % places.len()];
        self.announced += 1;
        self.under_way.push_back(place);
        self.worker(place).announce(input, limits);
    }
}
