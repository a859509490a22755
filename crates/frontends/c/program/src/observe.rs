//! What the kept inputs do: each runs once more for the objects of its input,
//! then twice on the unchanged source.

use std::collections::BTreeSet;

use everypath_c::effect;
use everypath_confine::World;
use everypath_emit::c::{self, Case, Ending, Invariant, Observation, Seen};
use everypath_emit::{File, Left, Likelihood, Weakened, Why};
use everypath_generate::{Dropped, Facts, Failure, Kept, Part, Units};
use everypath_suite::Candidate;
use everypath_term::Terms;
use everypath_trace::{Executor, Outcome};

use crate::cases::Cases;
use crate::likelihood::Failed;
use crate::recipe::recipe;
use crate::units::CUnits;

/// What the observer is called among the programs that are built.
const OBSERVER: &str = "observer";

impl Cases<'_> {
    /// Observes inputs instead of those before; those of which there can be no test.
    pub(crate) fn observe(
        &mut self,
        units: &mut CUnits,
        facts: &Facts,
        kept: &[Kept],
    ) -> Result<Vec<Dropped>, Failure> {
        self.cases.clear();
        self.missing.clear();
        let mut dropped = Vec::new();
        let mut drop = |id: u64, reason: String| dropped.push(Dropped { id, reason });
        for one in kept {
            match self.case(units, facts, one) {
                Ok(Some(case)) => self.cases.push(case),
                Ok(None) => {}
                Err(why) => drop(one.id, why),
            }
        }
        let (observed, failing): (Vec<Case>, Vec<Case>) =
            self.cases.drain(..).partition(is_returning);
        self.cases = self.observed(observed, &mut drop)?;
        self.cases.extend(failing);
        self.cases.sort_by_key(|case| case.id);
        Ok(dropped)
    }

    /// The case of an input, which runs once more for the objects that it has; none if
    /// no test can show how it ends.
    fn case(&self, units: &mut CUnits, facts: &Facts, kept: &Kept) -> Result<Option<Case>, String> {
        let candidate = kept.candidate;
        let known = facts.units.iter();
        let place = known.clone().position(|unit| unit.name == candidate.unit);
        let Some(place) = place else {
            return Ok(None);
        };
        units.choose(place, 0, Part::Call)?;
        let limits = self.settings.run_limits();
        let trace = units.run(&mut Terms::new(), &candidate.input, &limits);
        if trace.outcome != candidate.outcome {
            return Err("a second run ended in another way".to_owned());
        }
        let ending = match &trace.outcome {
            Outcome::Returned => Ending::Returns,
            Outcome::Exited { status } => Ending::Exits(*status),
            Outcome::Crashed { fault, at } => Ending::Fails(fault.words(at.as_ref())),
            Outcome::Violated { clause } => Ending::Fails(clause.clone()),
            Outcome::TimedOut => Ending::Fails("it does not end in time".to_owned()),
            _ => return Ok(None),
        };
        let (program, graph) = (units.executor.last_program(), units.executor.graph());
        let stage = units.executor.last_stage();
        let mut units = program.units.iter();
        let Some(unit) = units.find(|unit| unit.name == candidate.unit) else {
            return Ok(None);
        };
        let mut recipe = recipe(program, unit, &trace.input, graph, kept.id)?;
        if let (Outcome::Violated { .. }, Some(invariant), Some(parameter)) =
            (&trace.outcome, &self.source.invariant, unit.invariant)
        {
            recipe.invariant = Some(Invariant {
                function: invariant.clone(),
                parameter,
            });
        }
        let failed = Failed {
            program,
            unit,
            trace: &trace,
            graph,
            stage,
            preconditions: self.preconditions.of(unit.called()),
        };
        let fails = matches!(ending, Ending::Fails(_));
        let likelihood = fails.then(|| failed.likelihood());
        // The unit on structures that are made member by member tells of what is only possible.
        let is_likely = likelihood.as_ref().is_none_or(Likelihood::is_likely);
        if unit.making.is_some() && !is_likely {
            return Ok(None);
        }
        Ok(Some(Case {
            id: kept.id,
            unit: candidate.unit.clone(),
            recipe,
            ending,
            remark: by_members(candidate, facts),
            likelihood,
            seen: Vec::new(),
            output: Vec::new(),
            weakened: Vec::new(),
        }))
    }

    /// Runs each case on the unchanged source in all worlds and keeps what all runs say.
    fn observed(
        &mut self,
        mut cases: Vec<Case>,
        drop: &mut dyn FnMut(u64, String),
    ) -> Result<Vec<Case>, Failure> {
        if cases.is_empty() {
            return Ok(cases);
        }
        let whole = self.observer(&cases);
        self.missing = self.harness.missing(OBSERVER, &whole.text)?;
        if self.missing.is_empty() && self.harness.built(OBSERVER).is_none() {
            // What C does not take of one case does not spoil the others.
            let wrong = self.harness.wrong_lines(OBSERVER, &whole.text)?;
            let wrong = wrong.into_iter().filter_map(|line| whole.test_at(line));
            for id in wrong.map(|test| test.id).collect::<BTreeSet<u64>>() {
                drop(id, "the compiler does not take its test".to_owned());
                cases.retain(|case| case.id != id);
            }
            self.missing = self
                .harness
                .missing(OBSERVER, &self.observer(&cases).text)?;
        }
        // What was built to see what is missing will do if nothing is.
        let mut built = match self.harness.built(OBSERVER) {
            Some(program) if self.missing.is_empty() => Ok(program),
            _ => self.harness.compile(OBSERVER, &self.observer(&cases).text),
        };
        if let Err(failure) = &built
            && cases.iter().any(has_stubs)
        {
            // Stubs that C does not take do not spoil the other tests.
            for case in cases.iter().filter(|case| has_stubs(case)) {
                drop(case.id, format!("its stubs cannot be built: {failure}"));
            }
            cases.retain(|case| !has_stubs(case));
            if cases.is_empty() {
                return Ok(cases);
            }
            built = self.harness.compile(OBSERVER, &self.observer(&cases).text);
        }
        let runs = self.harness.observed(&built?, &cases);
        cases.retain_mut(|case| {
            let runs: Vec<&Observation> = runs.iter().filter(|run| run.case == case.id).collect();
            let settled = settle(case, &runs);
            settled.map_err(|why| drop(case.id, why)).is_ok()
        });
        Ok(cases)
    }

    /// The program that runs cases and says what they do.
    fn observer(&self, cases: &[Case]) -> File {
        let include = self.source.included();
        c::observer(&include, &self.source.contents, cases, &self.missing)
    }
}

/// What a test says whose structures are made member by member, although functions of the
/// file make such.
fn by_members(candidate: &Candidate, facts: &Facts) -> Option<String> {
    let mut made = facts.units.iter().filter(|unit| unit.is_made);
    let is_by_members =
        candidate.needs_members() && made.any(|unit| unit.function == candidate.unit);
    is_by_members
        .then(|| "Member by member: no function of the file was seen to make it.".to_owned())
}

fn is_returning(case: &Case) -> bool {
    !matches!(case.ending, Ending::Fails(_))
}

fn has_stubs(case: &Case) -> bool {
    !case.recipe.replaced.is_empty()
}

/// Gives a case what runs of the unchanged source in all worlds agree on; the reason if there
/// can be no test of it.
fn settle(case: &mut Case, runs: &[&Observation]) -> Result<(), String> {
    if let Some(call) = runs.iter().find_map(|run| run.refused) {
        return Err(format!("it {}, which is refused", effect(call)));
    }
    let ends = |run: &&&Observation| match (run.returned, run.status) {
        (true, Some(0)) => true,
        (false, Some(_)) => matches!(case.ending, Ending::Exits(_)),
        _ => false,
    };
    let [first, others @ ..] = runs else {
        return Err("the unchanged source does not end in time".to_owned());
    };
    if runs.len() < World::all().count() {
        return Err("the unchanged source does not end in time".to_owned());
    }
    if !runs.iter().all(|run| ends(&run)) {
        return Err("the unchanged source crashes or does not end".to_owned());
    }
    let ending = |run: &Observation| (run.returned, run.status);
    if others.iter().any(|other| ending(other) != ending(first)) {
        return Err("how it ends depends on its surroundings".to_owned());
    }
    case.ending = match first.returned {
        true => Ending::Returns,
        false => Ending::Exits(first.status.unwrap_or(0)),
    };
    if first.returned {
        let is_seen = |seen: &&(usize, Seen)| others.iter().all(|other| other.seen.contains(seen));
        case.seen = first.seen.iter().filter(is_seen).cloned().collect();
        for (place, _) in first.seen.iter().filter(|seen| !is_seen(seen)) {
            Weakened::add(case.recipe.part(*place), Why::Worlds, &mut case.weakened);
        }
        if others.iter().all(|other| other.output == first.output) {
            case.output = first.output.clone();
        } else if !first.output.is_empty() {
            Weakened::add(Left::Output, Why::Worlds, &mut case.weakened);
        }
    }
    Ok(())
}
