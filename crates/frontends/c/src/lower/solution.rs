//! Solutions as inputs of the executor: named slots.

use everypath_lowered::{InputValue, Solution};
use everypath_term::Value;
use everypath_trace::Input;

use super::entry::{LoweredUnit, Slots};

/// The choice of a pointer that is null.
const NULL: u32 = 0;
/// The choice of a pointer that leads to an object of its own.
const NEW: u32 = 1;

impl LoweredUnit {
    /// The input of a solution.
    pub fn input(&self, solution: &Solution) -> Input {
        let mut input = Input::open();
        for (slots, value) in self.slots.iter().zip(&solution.inputs) {
            match (slots, value) {
                (Slots::Scalar(slot), InputValue::Scalar(value)) => {
                    input.values.insert(slot.as_str().into(), number(value));
                }
                (Slots::Pointer(slot, _), InputValue::Null) => {
                    input.choices.insert(slot.as_str().into(), NULL);
                }
                (Slots::Pointer(slot, cells), InputValue::Object(object)) => {
                    input.choices.insert(slot.as_str().into(), NEW);
                    let contents = &solution.objects[*object].contents;
                    for (slot, value) in cells.iter().zip(contents) {
                        if let (Some(slot), InputValue::Scalar(value)) = (slot, value) {
                            input.values.insert(slot.as_str().into(), number(value));
                        }
                    }
                }
                _ => {}
            }
        }
        input
    }
}

/// A boolean is a byte in C.
fn number(value: &Value) -> Value {
    match value {
        Value::Bool(value) => Value::bit_vec(8, u64::from(*value)),
        value => value.clone(),
    }
}
