//! An executor that checks every run of another: each condition evaluated
//! under the run's input gives the side taken.

use everypath_python::PythonExecutor;
use everypath_term::{Evaluator, TermId, Terms, VarId, print};
use everypath_trace::{Decision, Executor, Input, Outcome, RunLimits, Trace};

/// One run, for the comparison with plain CPython.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// What it ran on.
    pub input: Input,
    /// How it ended.
    pub outcome: Outcome,
    /// What it returned and left behind, as text.
    pub state: String,
}

/// Runs, checks and remembers.
pub(crate) struct Checking<'a> {
    inner: &'a mut PythonExecutor,
    /// The runs so far.
    pub records: Vec<Record>,
    /// What was wrong.
    pub complaints: Vec<String>,
}

impl<'a> Checking<'a> {
    /// Checks the runs of `inner`.
    pub(crate) fn new(inner: &'a mut PythonExecutor) -> Checking<'a> {
        Checking {
            inner,
            records: Vec::new(),
            complaints: Vec::new(),
        }
    }

    fn check(&mut self, terms: &Terms, trace: &Trace) {
        let input = |variable: VarId| trace.input.value_of(terms, variable).cloned();
        let mut evaluator = Evaluator::new();
        let mut expect = |term: TermId, side: bool, what: &str| {
            if evaluator.holds(terms, term, &input) != side {
                self.complaints.push(format!(
                    "{what} is not {side} under {:?}: {}",
                    trace.input,
                    print(terms, term)
                ));
            }
        };
        for &assumption in &trace.assumptions {
            expect(assumption, true, "an assumption");
        }
        for &bound in &trace.bounds {
            expect(bound, true, "a bound");
        }
        for decision in &trace.decisions {
            if let Decision::Condition { term, taken, .. } = decision {
                expect(*term, *taken, "a condition");
            }
        }
    }
}

impl Executor for Checking<'_> {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let trace = self.inner.run(terms, input, limits);
        self.check(terms, &trace);
        let state = match &trace.outcome {
            Outcome::Returned | Outcome::Threw { .. } => {
                self.inner.state_after().unwrap_or_else(|error| error)
            }
            Outcome::Crashed { fault, .. } => {
                self.complaints
                    .push(format!("the worker crashed on {:?}: {fault}", trace.input));
                String::new()
            }
            _ => String::new(),
        };
        self.records.push(Record {
            input: trace.input.clone(),
            outcome: trace.outcome.clone(),
            state,
        });
        trace
    }
}
