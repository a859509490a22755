//! The second opinion of an external solver: z3, or the command that
//! `EVERYPATH_SMT` says.

use std::time::Duration;

use everypath_solve::{Answer, External, Options, Query, default_chain};
use everypath_term::{Terms, parse};

#[test]
fn an_external_solver_decides_the_rest() {
    let Some(command) = everypath_testlab::solver() else {
        return;
    };
    let options = Options {
        reuse: false,
        external: Some(External {
            command,
            time: Duration::from_secs(20),
        }),
        ..Options::default()
    };
    for (conditions, expected) in [
        (&["(= (* x:int x) 2)", "(< 0 x)"][..], "unsat"),
        (
            &[
                "(= (+ (* x:int y:int) (div x -3)) 777)",
                "(< 1000 x)",
                "(< 5 y)",
            ],
            "",
        ),
        (
            &["(= (bvmul x:bv32 x) 123457:bv32)", "(bvult 70000:bv32 x)"],
            "",
        ),
        (
            &["(fp.eq (fp.mul x:f64 y:f64) 3.3:f64)", "(fp.lt 1.25:f64 x)"],
            "",
        ),
        (
            &[
                "(= (select a:[bv8]bv32 i:bv8) (bvmul j:bv32 j))",
                "(= j 7:bv32)",
            ],
            "sat",
        ),
    ] {
        let mut terms = Terms::new();
        let mut conditions: Vec<_> = conditions
            .iter()
            .map(|text| parse(&mut terms, text).expect(text))
            .collect();
        let goal = conditions.pop().expect("a goal");
        let mut query = Query::new(conditions, goal);
        // So few that the built-in solver gives up on anything hard.
        query.limits.conflicts = 2;
        let answer = default_chain(&options).check(&mut terms, &query);
        match expected {
            "unsat" => assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}"),
            "sat" => assert!(matches!(answer, Answer::Sat(_)), "{answer:?}"),
            // Whatever it is, a model was evaluated.
            _ => println!("{answer:?}"),
        }
    }
}
