//! Shrinking: a smaller input that still shows the same, found by re-running.
//! The shrinkers are pure: each gives simpler values of one kind, the most
//! promising first.

mod calls;
mod floats;
mod numbers;
mod texts;
mod values;

use everypath_trace::{Input, Slot};
use indexmap::IndexSet;

use crate::size::{character, is_length, like, part, place, size};

/// A shrunk input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest input found.
    pub input: Input,
    /// How often it ran the subject.
    pub runs: usize,
}

/// Shrinks an input for which `still` holds, with at most `max_runs` calls of
/// it: structure first, then texts, then numbers, again while anything helps.
pub fn shrink(input: &Input, max_runs: usize, still: &mut dyn FnMut(&Input) -> bool) -> Shrunk {
    let still = &mut |input: &Input| still(input).then(|| input.clone());
    Shrinking::new(input, max_runs, still).end()
}

/// The same, where `still` gives what a run has read of the input: slots that
/// it has not are not shrunk any further, and slots that the input leaves open
/// have the values that the front end gives them.
pub fn shrink_read(
    input: &Input,
    max_runs: usize,
    still: &mut dyn FnMut(&Input) -> Option<Input>,
) -> Shrunk {
    let mut shrinking = Shrinking::new(input, max_runs, still);
    shrinking.calls();
    shrinking.forget();
    shrinking.end()
}

/// The input without calls that set objects up and without answers of its functions, as far
/// as `still` holds, in at most so many runs; `None` if all of them are needed.
pub fn with_fewer_calls(
    input: &Input,
    max_runs: usize,
    still: &mut dyn FnMut(&Input) -> Option<Input>,
) -> Option<Input> {
    let mut shrinking = Shrinking::new(input, max_runs, still);
    shrinking.calls();
    (shrinking.best != *input).then_some(shrinking.best)
}

struct Shrinking<'a> {
    best: Input,
    runs: usize,
    max_runs: usize,
    still: &'a mut dyn FnMut(&Input) -> Option<Input>,
}

impl<'a> Shrinking<'a> {
    fn new(
        input: &Input,
        max_runs: usize,
        still: &'a mut dyn FnMut(&Input) -> Option<Input>,
    ) -> Shrinking<'a> {
        Shrinking {
            best: input.clone(),
            runs: 0,
            max_runs,
            still,
        }
    }

    fn end(mut self) -> Shrunk {
        while self.pass() {}
        Shrunk {
            input: self.best,
            runs: self.runs,
        }
    }

    /// One pass over all slots; whether it helped. Every change accepted
    /// makes the input smaller, so that passes come to an end.
    fn pass(&mut self) -> bool {
        let before = size(&self.best);
        self.calls();
        let choices: Vec<Slot> = self.best.choices.keys().cloned().collect();
        for slot in &choices {
            self.choice(slot);
        }
        let values: Vec<Slot> = self.best.values.keys().cloned().collect();
        for slot in values.iter().filter(|slot| is_length(slot)) {
            self.value(slot);
        }
        for slot in &values {
            self.delete(slot);
        }
        for slot in values.iter().filter(|slot| !is_length(slot)) {
            self.value(slot);
        }
        size(&self.best) < before && self.runs < self.max_runs
    }

    /// Leaves to the front end what a part of the input is, if that will do: it
    /// is what a reader expects there, like the default of a parameter.
    fn forget(&mut self) {
        for depth in [1, 2] {
            let slots = self.best.choices.keys().chain(self.best.values.keys());
            let parts: IndexSet<String> = slots.map(|slot| part(slot, depth).to_owned()).collect();
            for forgotten in &parts {
                if self.runs >= self.max_runs / 2 {
                    return;
                }
                let mut input = self.best.clone();
                input
                    .choices
                    .retain(|slot, _| part(slot, depth) != forgotten);
                input
                    .values
                    .retain(|slot, _| part(slot, depth) != forgotten);
                self.accept(input);
            }
        }
    }

    /// Leaves out calls that set objects up, and answers that nothing depends on.
    fn calls(&mut self) {
        let objects = calls::set_up(&self.best);
        for (owner, _) in objects {
            while let Some((_, count)) = calls::set_up(&self.best)
                .into_iter()
                .find(|one| one.0 == owner)
            {
                let fewer = calls::with_fewer_calls(&self.best, &owner, count);
                if !fewer.into_iter().any(|input| self.accept(input)) {
                    break;
                }
            }
        }
        while calls::with_fewer_answers(&self.best)
            .into_iter()
            .any(|input| self.accept(input))
        {}
    }

    fn choice(&mut self, slot: &Slot) {
        // A slot may have gone with another.
        let Some(&taken) = self.best.choices.get(slot) else {
            return;
        };
        for option in numbers::simpler_options(taken) {
            let mut input = self.best.clone();
            input.choices.insert(slot.clone(), option);
            if self.accept(input) {
                return;
            }
        }
    }

    /// Goes on with what a value was shrunk to, until nothing simpler will do.
    fn value(&mut self, slot: &Slot) {
        loop {
            // A place may have gone with the deletion of another.
            let Some(value) = self.best.values.get(slot) else {
                return;
            };
            let simpler = match character(&self.best, slot, value) {
                Some(character) => texts::simpler_characters(&character)
                    .into_iter()
                    .map(|simpler| like(value, simpler))
                    .collect(),
                None => values::simpler_values(value),
            };
            let found = simpler.into_iter().any(|value| {
                let mut input = self.best.clone();
                input.values.insert(slot.clone(), value);
                texts::drop_places(&mut input, slot);
                self.accept(input)
            });
            if !found {
                return;
            }
        }
    }

    /// Deletes one place of a text, if the slot is one.
    fn delete(&mut self, slot: &Slot) {
        let Some((base, index)) = place(slot) else {
            return;
        };
        while let Some(input) = texts::without_place(&self.best, base, index) {
            if !self.accept(input) {
                return;
            }
        }
    }

    fn accept(&mut self, input: Input) -> bool {
        if self.runs >= self.max_runs || size(&input) > size(&self.best) || input == self.best {
            return false;
        }
        self.runs += 1;
        let Some(read) = (self.still)(&input) else {
            return false;
        };
        self.best = input;
        self.best
            .choices
            .retain(|slot, _| read.choices.contains_key(slot));
        self.best
            .values
            .retain(|slot, _| read.values.contains_key(slot));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use everypath_term::Value;
    use everypath_trace::text::{parse_input, print_input};
    use num_bigint::BigInt;

    fn int(input: &Input, slot: &str) -> BigInt {
        let value = input.values.get(slot).and_then(Value::as_int).cloned();
        value.unwrap_or_default()
    }

    fn check(input: &str, expected: &str, mut still: impl FnMut(&Input) -> bool) {
        let input = parse_input(input).unwrap();
        assert!(still(&input), "it must hold of the input itself");
        let shrunk = shrink(&input, 500, &mut still);
        let expected = parse_input(expected).unwrap();
        assert_eq!(print_input(&shrunk.input), print_input(&expected));
        assert_eq!(shrunk, shrink(&input, 500, &mut still), "deterministic");
        let few = shrink(&input, 3, &mut still);
        assert!(few.runs <= 3 && still(&few.input));
    }

    #[test]
    fn numbers_go_to_zero_or_to_their_boundary() {
        check("value 73: x", "value 0: x", |_| true);
        check("value 1099511627776: x", "value 1001: x", |input| {
            int(input, "x") > BigInt::from(1000)
        });
        check(
            "value -77: x\nvalue 9: y",
            "value -8: x\nvalue 1: y",
            |input| int(input, "x") < BigInt::from(-7) && int(input, "y") > BigInt::from(0),
        );
        check(
            "value true: b\nvalue 200:bv8: c",
            "value false: b\nvalue 0:bv8: c",
            |_| true,
        );
        check(
            "value 3.7:f64: x",
            "value 3.0:f64: x",
            |input| matches!(input.values["x"], Value::Float64(bits) if f64::from_bits(bits) > 2.5),
        );
    }

    #[test]
    fn texts_lose_places_and_become_plain() {
        check(
            "value 4: s#length\nvalue 0: s[0]\nvalue 50: s[1]\nvalue 120: s[2]\nvalue 9: s[3]",
            "value 1: s#length\nvalue 120: s[0]",
            |input| {
                let length = int(input, "s#length");
                (0..4).any(|i| {
                    BigInt::from(i) < length && int(input, &format!("s[{i}]")) == BigInt::from(120)
                })
            },
        );
        check(
            "value 2: s#length\nvalue 0: s[0]\nvalue 66: s[1]",
            "value 2: s#length\nvalue 97: s[0]\nvalue 97: s[1]",
            |input| int(input, "s#length") >= BigInt::from(2),
        );
    }

    #[test]
    fn texts_of_bits_are_texts() {
        check(
            "value 3:bv32: s#length\nvalue 0:bv16: s[0]\nvalue 66:bv16: s[1]\nvalue 7:bv16: s[2]",
            "value 1:bv32: s#length\nvalue 97:bv16: s[0]",
            |input| matches!(input.values["s#length"], Value::BitVec { bits: 1.., .. }),
        );
    }

    #[test]
    fn structures_get_smaller() {
        check(
            "chosen 3: xs#length\nchosen 2: ys",
            "chosen 1: xs#length\nchosen 0: ys",
            |input| input.choices["xs#length"] > 0,
        );
    }
}
