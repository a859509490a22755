//! Broken promises: what the interpreter found is seen in a real JVM before a
//! test says it.

use std::collections::BTreeMap;

use everypath_jdk::{Artifacts, Jdk, Kept, ObserveRequest, observe};
use everypath_jvm::recipe::{CHECK, Method, Promise, woven_name};
use everypath_suite::Candidate;
use everypath_trace::Outcome;

use crate::specifications::Specified;

/// The promises that cases break, by their numbers; an error is why the JVM
/// does not show it.
pub(crate) fn broken(
    jdk: &Jdk,
    request: &ObserveRequest,
    specified: Option<&Specified>,
    kept: &[Kept],
    candidates: &[&Candidate],
) -> Result<BTreeMap<u64, Result<Promise, String>>, String> {
    let mut expected: BTreeMap<u64, (u32, Promise)> = BTreeMap::new();
    let mut checks = Vec::new();
    let Some(specified) = specified else {
        return Ok(BTreeMap::new());
    };
    for one in kept {
        let Outcome::Violated { clause } = &candidates[one.id as usize].outcome else {
            continue;
        };
        if let Some(promise) = specified.promise(clause) {
            expected.insert(one.id, promise);
            let mut recipe = one.recipe.clone();
            recipe.method = check_of(&recipe.method);
            recipe.invariant = None;
            checks.push(Kept { id: one.id, recipe });
        }
    }
    if checks.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut request = request.clone();
    request.class_path.insert(0, specified.classes());
    request.pictures = false;
    let observed = observe(jdk, &Artifacts::of_user(), &request, &checks)?;
    let mut found = BTreeMap::new();
    for (id, case) in observed.cases {
        let Some((number, promise)) = expected.remove(&id) else {
            continue;
        };
        let answer = case["outcome"]["value"]["value"].as_u64();
        found.insert(
            id,
            match answer == Some(u64::from(number)) {
                true => Ok(promise),
                false => Err("the JVM does not break what the interpreter broke".to_owned()),
            },
        );
    }
    for dropped in observed.dropped {
        found.insert(dropped.id, Err(dropped.reason));
    }
    Ok(found)
}

/// The method that makes a call and says which promise it breaks.
fn check_of(method: &Method) -> Method {
    let parameters = method.descriptor.split(')').next().unwrap_or_default();
    Method {
        name: woven_name(CHECK, &method.name),
        descriptor: format!("{parameters})I"),
        ..method.clone()
    }
}
