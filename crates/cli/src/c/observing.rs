//! What the kept inputs do: each runs once more for the objects of its input,
//! then twice on the unchanged source.

use std::collections::{BTreeMap, BTreeSet};

use everypath_c::effect;
use everypath_emit::c::{self, Case, Ending, Invariant, Observation};
use everypath_report::ModuleReport;
use everypath_suite::Candidate;
use everypath_term::Terms;
use everypath_trace::{Executor, Outcome};

use super::recipes::recipe;
use super::running::Building;
use super::stages::Staged;
use super::writing::Writing;
use everypath_generate::Failure;
use everypath_generate::verdicts::dropped;

impl Writing<'_> {
    /// The cases of the candidates: each runs once more, for the objects of
    /// its input.
    pub(super) fn cases(
        &self,
        executor: &mut Staged,
        candidates: &[&Candidate],
        report: &mut ModuleReport,
    ) -> Vec<Case> {
        let mut cases = Vec::new();
        for (id, candidate) in candidates.iter().enumerate() {
            let id = id as u64;
            self.choose(executor, &candidate.unit);
            let trace = executor.run(&mut Terms::new(), &candidate.input, &self.limits());
            let Some(unit) = self
                .facts
                .units
                .iter()
                .find(|unit| unit.name == candidate.unit)
            else {
                continue;
            };
            if trace.outcome != candidate.outcome {
                report
                    .tests
                    .push(dropped(candidates, id, "a second run ended in another way"));
                continue;
            }
            let ending = match &trace.outcome {
                Outcome::Returned => Ending::Returns,
                Outcome::Exited { status } => Ending::Exits(*status),
                Outcome::Crashed { fault, at } => Ending::Fails(fault.words(at.as_ref())),
                Outcome::Violated { clause } => Ending::Fails(clause.clone()),
                Outcome::TimedOut => Ending::Fails("it does not end in time".to_owned()),
                _ => continue,
            };
            let program = executor.last_program();
            let Some(unit) = program.units.iter().find(|known| known.name == unit.name) else {
                continue;
            };
            match recipe(program, unit, &trace.input, executor.graph(), id) {
                Ok(mut recipe) => {
                    if let (Outcome::Violated { .. }, Some(invariant), Some(parameter)) =
                        (&trace.outcome, &self.facts.invariant, unit.invariant)
                    {
                        recipe.invariant = Some(Invariant {
                            function: invariant.clone(),
                            parameter,
                        });
                    }
                    cases.push(Case {
                        id,
                        unit: candidate.unit.clone(),
                        recipe,
                        ending,
                        seen: Vec::new(),
                        output: Vec::new(),
                    });
                }
                Err(why) => report.tests.push(dropped(candidates, id, &why)),
            }
        }
        cases
    }

    /// Runs each case twice on the unchanged source and keeps what both runs
    /// say.
    pub(super) fn observe(
        &self,
        building: &Building,
        cases: &mut Vec<Case>,
        candidates: &[&Candidate],
        report: &mut ModuleReport,
        missing: &mut Vec<String>,
    ) -> Result<(), Failure> {
        if cases.is_empty() {
            return Ok(());
        }
        let include = self.include(&self.facts.source.display().to_string());
        let text = |cases: &[Case], missing: &[String]| {
            c::observer(&include, &self.facts.contents, cases, missing)
        };
        let is_returning = |case: &&Case| !matches!(case.ending, Ending::Fails(_));
        let of =
            |cases: &[Case]| -> Vec<Case> { cases.iter().filter(is_returning).cloned().collect() };
        let mut returning = of(cases);
        let whole = text(&returning, &[]);
        *missing = building.missing("observer", &whole.text)?;
        if missing.is_empty() && building.built("observer").is_none() {
            // What C does not take of one case does not spoil the others.
            let wrong = building.wrong_lines("observer", &whole.text)?;
            let wrong = wrong.into_iter().filter_map(|line| whole.test_at(line));
            for id in wrong.map(|test| test.id).collect::<BTreeSet<u64>>() {
                let why = "the compiler does not take its test";
                report.tests.push(dropped(candidates, id, why));
                cases.retain(|case| case.id != id);
            }
            returning = of(cases);
            *missing = building.missing("observer", &text(&returning, &[]).text)?;
        }
        // What was built to see what is missing will do if nothing is.
        let mut built = match building.built("observer") {
            Some(program) if missing.is_empty() => Ok(program),
            _ => building.compile("observer", &text(&returning, missing).text),
        };
        if let Err(failure) = &built
            && returning
                .iter()
                .any(|case| !case.recipe.replaced.is_empty())
        {
            // Stubs that C does not take do not spoil the other tests.
            let (stubbed, plain): (Vec<Case>, Vec<Case>) = returning
                .into_iter()
                .partition(|case| !case.recipe.replaced.is_empty());
            for case in &stubbed {
                let why = format!("its stubs cannot be built: {failure}");
                report.tests.push(dropped(candidates, case.id, &why));
            }
            cases.retain(|case| stubbed.iter().all(|other| other.id != case.id));
            if plain.is_empty() {
                return Ok(());
            }
            built = building.compile("observer", &text(&plain, missing).text);
        }
        let program = built?;
        let (mut observed, fixed): (Vec<Case>, Vec<Case>) =
            cases.drain(..).partition(|case| is_returning(&case));
        let runs = building.observed(&program, &observed);
        let mut lost = BTreeMap::new();
        for case in &mut observed {
            let runs: Vec<&Observation> = runs.iter().filter(|run| run.case == case.id).collect();
            if let Err(why) = settle(case, &runs) {
                lost.insert(case.id, why);
            }
        }
        cases.extend(observed.into_iter().chain(fixed));
        cases.sort_by_key(|case| case.id);
        for (id, why) in &lost {
            report.tests.push(dropped(candidates, *id, why));
        }
        cases.retain(|case| !lost.contains_key(&case.id));
        Ok(())
    }
}

/// Gives a case what two runs of the unchanged source agree on; the reason if there
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
    let [first, second] = runs else {
        return Err("the unchanged source does not end in time".to_owned());
    };
    if !runs.iter().all(|run| ends(&run)) {
        return Err("the unchanged source crashes or does not end".to_owned());
    }
    if (first.returned, first.status) != (second.returned, second.status) {
        return Err("two runs of the source end in different ways".to_owned());
    }
    case.ending = match first.returned {
        true => Ending::Returns,
        false => Ending::Exits(first.status.unwrap_or(0)),
    };
    if first.returned {
        let agreed = first.seen.iter().filter(|seen| second.seen.contains(seen));
        case.seen = agreed.cloned().collect();
        if first.output == second.output {
            case.output = first.output.clone();
        }
    }
    Ok(())
}
