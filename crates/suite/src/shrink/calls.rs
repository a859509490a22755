//! Fewer calls: without one of those that set an object up, and without the answers that
//! functions of the input gave to it.

use std::collections::BTreeMap;

use everypath_trace::{Input, Slot, Step};

/// The objects of an input that calls set up, and how many do.
pub(super) fn set_up(input: &Input) -> Vec<(String, u32)> {
    let choices = input.choices.iter();
    let calls = choices.filter_map(|(slot, &count)| match slot.split_last()? {
        (owner, Step::Calls) if count > 0 => Some((owner.to_owned(), count)),
        _ => None,
    });
    calls.collect()
}

/// The input with fewer calls that set up an object, the boldest first: with none, then
/// without one of them; each as functions of the input answer now, and without what they
/// answered to the calls that are gone.
pub(super) fn with_fewer_calls(input: &Input, owner: &str, count: u32) -> Vec<Input> {
    let mut fewer = Vec::new();
    let mut add = |gone: &[u32]| {
        let mut without = input.clone();
        for &call in gone.iter().rev() {
            without = without_call(&without, owner, call);
        }
        let mut unanswered = without.clone();
        for function in functions(input).keys() {
            for &call in gone.iter().rev() {
                unanswered = without_answer(&unanswered, function, call);
            }
        }
        if unanswered != without {
            fewer.push(unanswered);
        }
        fewer.push(without);
    };
    add(&(0..count).collect::<Vec<u32>>());
    if count > 1 {
        (0..count).for_each(|call| add(&[call]));
    }
    fewer
}

/// The input without one of the answers of functions that give several, for each.
pub(super) fn with_fewer_answers(input: &Input) -> Vec<Input> {
    let functions = functions(input);
    // Where all answers are one, there is nothing to leave out.
    let gives_several = |function: &str, last: u32| {
        let again = |number| Slot::from(Step::Again(number).of(function));
        (1..=last).any(|number| {
            input
                .choices
                .get(&again(number))
                .is_some_and(|&new| new > 0)
        })
    };
    let answers = functions
        .iter()
        .filter(|(function, last)| gives_several(function, **last))
        .flat_map(|(function, last)| (0..=*last).map(move |number| (function, number)));
    answers
        .map(|(function, number)| without_answer(input, function, number))
        .collect()
}

/// The functions of an input that are called more than once, with the number of the last.
fn functions(input: &Input) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    for slot in input.choices.keys() {
        if let Some((function, Step::Again(number))) = slot.split_last() {
            let last: &mut u32 = found.entry(function.to_owned()).or_default();
            *last = number.max(*last);
        }
    }
    found
}

fn without_call(input: &Input, owner: &str, gone: u32) -> Input {
    let mut fewer = renamed(input, owner, &|step| match step {
        Step::Call(number) if number == gone => Some(None),
        Step::Call(number) if number > gone => Some(Some(Step::Call(number - 1))),
        _ => None,
    });
    if let Some(count) = fewer.choices.get_mut(Step::Calls.of(owner).as_str()) {
        *count = count.saturating_sub(1);
    }
    fewer
}

/// The input without one answer of a function: those behind it move up. An answer that is
/// the one before once more stays what it was.
fn without_answer(input: &Input, function: &str, gone: u32) -> Input {
    let is_new = |number: u32| {
        let again = Step::Again(number).of(function);
        number == 0
            || input
                .choices
                .get(again.as_str())
                .is_some_and(|&new| new > 0)
    };
    // The answer that is given at each call, by the call that it was first given at.
    let last = functions(input).get(function).copied().unwrap_or(0);
    let mut given: Vec<u32> = Vec::new();
    for number in 0..=last {
        let before = given.last().copied();
        given.push(before.filter(|_| !is_new(number)).unwrap_or(number));
    }
    if (gone as usize) < given.len() {
        given.remove(gone as usize);
    }
    let first_at = |answer: u32| given.iter().position(|one| *one == answer);
    let moved = |number: u32| first_at(number).map(|at| at as u32);
    let mut fewer = renamed(input, function, &|step| match step {
        Step::Again(_) => Some(None),
        Step::Answer => Some(moved(0).map(answer)),
        Step::AnswerOf(number) => Some(moved(number).map(answer)),
        Step::Raises(number) => Some(moved(number).map(Step::Raises)),
        _ => None,
    });
    for (number, pair) in (1..).zip(given.windows(2)) {
        let again = Slot::from(Step::Again(number).of(function));
        fewer.choices.insert(again, u32::from(pair[0] != pair[1]));
    }
    fewer
}

fn answer(number: u32) -> Step<'static> {
    match number {
        0 => Step::Answer,
        number => Step::AnswerOf(number),
    }
}

/// The input with other steps behind an owner: `None` of the rule leaves a slot alone, a
/// step takes the place of its step, and where there is none the slot is gone.
fn renamed(
    input: &Input,
    owner: &str,
    rule: &dyn for<'s> Fn(Step<'s>) -> Option<Option<Step<'s>>>,
) -> Input {
    let rename = |slot: &Slot| -> Option<Slot> {
        let mut steps = slot.steps();
        while steps.so_far() != owner {
            if steps.next().is_none() {
                return Some(slot.clone());
            }
        }
        match steps.next().map(rule) {
            Some(Some(Some(step))) => {
                let rest = &slot.as_str()[steps.so_far().len()..];
                Some(Slot::from(format!("{}{rest}", step.of(owner))))
            }
            Some(Some(None)) => None,
            Some(None) | None => Some(slot.clone()),
        }
    };
    let choices = input.choices.iter();
    let values = input.values.iter();
    Input {
        choices: choices
            .filter_map(|(slot, taken)| Some((rename(slot)?, *taken)))
            .collect(),
        values: values
            .filter_map(|(slot, value)| Some((rename(slot)?, value.clone())))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use everypath_trace::text::{parse_input, print_input};

    use super::*;

    fn check(input: &str, expected: &[&str], change: impl Fn(&Input) -> Vec<Input>) {
        let found = change(&parse_input(input).unwrap());
        let found: Vec<String> = found.iter().map(print_input).collect();
        let expected: Vec<String> = expected
            .iter()
            .map(|text| print_input(&parse_input(text).unwrap()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn calls_go_and_the_others_move_up() {
        let fewer = |input: &Input| with_fewer_calls(input, "self", 2);
        check(
            "chosen 2: self#calls\nchosen 1: self#call0\nvalue 7: self#call0.x\n\
             chosen 0: self#call1\nvalue 8: self#call1.y",
            &[
                "chosen 0: self#calls",
                "chosen 1: self#calls\nchosen 0: self#call0\nvalue 8: self#call0.y",
                "chosen 1: self#calls\nchosen 1: self#call0\nvalue 7: self#call0.x",
            ],
            fewer,
        );
    }

    #[test]
    fn answers_to_calls_that_are_gone_go() {
        check(
            "chosen 1: s#calls\nchosen 0: s#call0\nvalue 1: f#answer\nchosen 1: f#again1\n\
             value 2: f#answer1.x",
            &[
                "chosen 0: s#calls\nvalue 2: f#answer.x",
                "chosen 0: s#calls\nvalue 1: f#answer\nchosen 1: f#again1\nvalue 2: f#answer1.x",
            ],
            |input| with_fewer_calls(input, "s", 1),
        );
    }

    #[test]
    fn an_answer_that_is_given_again_stays() {
        check(
            "value 1: f#answer\nchosen 0: f#again1\nchosen 1: f#again2\nvalue 2: f#answer2",
            &[
                "value 1: f#answer\nchosen 1: f#again1\nvalue 2: f#answer1",
                "value 1: f#answer\nchosen 1: f#again1\nvalue 2: f#answer1",
                "value 1: f#answer\nchosen 0: f#again1",
            ],
            with_fewer_answers,
        );
    }
}
