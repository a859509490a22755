//! Certificates of absolute proofs. A unit pays for its own, and only if there is such a
//! proof: most have none. To check may cost as much as to explore.

use everypath_bounded::Claim;
use everypath_explore::Segment;
use everypath_solve::{Allowance, Certification, Contradiction, Missing, certify};

use crate::explored::Explored;
use crate::program::{Leg, Unit};
use crate::search::{Search, Turns};

/// What becomes of the refutations of a unit that is explored, if they make an absolute proof
/// of it. The unit is charged for it.
pub(crate) fn explored(
    search: &Search,
    turns: &mut Turns,
    unit: &Unit,
    leg: &Leg,
) -> Option<Certification> {
    let exploration = &turns.exploration;
    let is_conditional = !unit.premises.is_empty() || exploration.tree.premises().next().is_some();
    if !leg.proves || is_conditional || exploration.incomplete().is_some() {
        return None;
    }
    let verdicts = exploration.verdicts();
    if !verdicts.iter().any(|(_, verdict)| verdict.is_absolute()) {
        return None;
    }
    // What an invariant lets through was explored before, with a solver of its own.
    if turns.task.tree.segment != Segment::Whole {
        return Some(Certification::Missing(Missing::Apart));
    }
    let stopped = || search.is_stopped();
    let allowance = Allowance::new(search.settings.unit_time, &stopped);
    let found = certify(&turns.terms, &turns.exploration.refutations, &allowance);
    let cost = allowance.spent();
    turns.charge(cost);
    Some(found)
}

/// What becomes of the claim of the bounded engine that some goals cannot be reached.
pub(crate) fn claimed(claim: &Claim, allowance: &Allowance) -> Certification {
    match &claim.refutations {
        None => Certification::Missing(Missing::Apart),
        Some(refutations) => certify(&claim.terms, refutations, allowance),
    }
}

impl Explored {
    /// Whether it has a proof that takes nothing for granted.
    pub(crate) fn has_absolute_proof(&self) -> bool {
        let mut verdicts = self.verdicts.iter();
        verdicts.any(|(_, verdict)| verdict.is_absolute())
    }

    /// Takes in what a check of its absolute proofs found.
    pub(crate) fn certify(&mut self, found: &Certification) {
        for (_, verdict) in &mut self.verdicts {
            verdict.certify(found);
        }
        if let Certification::Contradicted(contradiction) = found {
            let warning = withdrawn(&self.report.name, contradiction);
            self.warnings.push(warning);
        }
    }
}

/// What the user is told of a proof that is wrong.
fn withdrawn(unit: &str, contradiction: &Contradiction) -> String {
    let Contradiction { conditions, values } = contradiction;
    format!(
        "{unit}: internal error (the solver called {conditions} impossible, which {values} \
         meets), so that nothing is proved of it; please report it with this target and the \
         options"
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use everypath_explore::{Cause, GaveUp, Reach, Verdict};
    use everypath_report::{UnitReport, VerdictKind};
    use everypath_solve::{Certificate, Refutation, Why};
    use everypath_term::{Terms, parse};
    use everypath_trace::{GoalId, Premise};

    use super::*;

    const PROVED: Verdict = Verdict::Unreachable {
        premises: Vec::new(),
        certificate: None,
    };

    /// A unit with a proof that rests on a refutation, once that has been looked at.
    fn looked_at(refuted: &[&str], most: Duration) -> Explored {
        let mut terms = Terms::new();
        let conditions = refuted.iter().map(|text| parse(&mut terms, text));
        let conditions = conditions.map(|condition| condition.expect("it parses"));
        let refutation = Refutation::new(conditions.collect::<Vec<_>>());
        let claim = Claim {
            terms,
            refutations: Some(vec![refutation]),
        };
        let found = claimed(&claim, &Allowance::new(most, &|| false));
        let mut explored = Explored {
            report: UnitReport {
                name: "f".to_owned(),
                ..UnitReport::default()
            },
            candidates: Vec::new(),
            verdicts: vec![
                (GoalId(0), PROVED),
                (GoalId(1), Verdict::Covered { run: 0 }),
            ],
            losses: Vec::new(),
            blocked: None,
            warnings: Vec::new(),
        };
        assert!(explored.has_absolute_proof());
        explored.certify(&found);
        explored
    }

    #[test]
    fn a_proof_that_holds_is_certified() {
        let explored = looked_at(&["(< x:int 3)", "(< 5 x)"], Duration::from_secs(1));
        let verdict = &explored.verdicts[0].1;
        let certificate = match verdict {
            Verdict::Unreachable { certificate, .. } => *certificate,
            _ => None,
        };
        let one = |certificate: Certificate| certificate.refutations == 1;
        assert!(certificate.is_some_and(one), "{verdict:?}");
        assert_eq!(VerdictKind::of(verdict), VerdictKind::Unreachable);
        assert!(explored.warnings.is_empty());
    }

    #[test]
    fn a_wrong_proof_is_withdrawn() {
        let explored = looked_at(&["(< x:int 7)", "(< 5 x)"], Duration::from_secs(1));
        let withdrawn = Verdict::Missed {
            reach: Reach::Seen,
            cause: Cause::GaveUp(GaveUp::Solver(Why::WrongProof)),
        };
        assert_eq!(explored.verdicts[0].1, withdrawn);
        assert_eq!(explored.verdicts[1].1, Verdict::Covered { run: 0 });
        let [warning] = explored.warnings.as_slice() else {
            panic!("{:?}", explored.warnings);
        };
        assert!(warning.contains("please report"), "{warning}");
        assert!(warning.contains("(<= x:int 6)"), "{warning}");
    }

    #[test]
    fn a_proof_that_is_too_long_to_check_is_told_apart() {
        let explored = looked_at(&["(< x:int 3)", "(< 5 x)"], Duration::ZERO);
        let verdict = &explored.verdicts[0].1;
        assert!(!verdict.is_absolute(), "{verdict:?}");
        let Verdict::Unreachable { premises, .. } = verdict else {
            panic!("{verdict:?}");
        };
        assert!(matches!(premises.as_slice(), [Premise::Unchecked { .. }]));
        assert_eq!(VerdictKind::of(verdict), VerdictKind::UnreachableIf);
        assert!(verdict.reason().starts_with("if the solver is right"));
    }

    #[test]
    fn nobody_checked_is_no_certificate() {
        assert_eq!(VerdictKind::of(&PROVED), VerdictKind::UnreachableIf);
    }
}
