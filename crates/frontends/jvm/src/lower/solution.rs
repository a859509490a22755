//! Solutions as inputs of the executor: named slots, and for receivers with
//! an invariant a guide that says what each field is when it is read.

use std::collections::BTreeMap;

use everypath_lowered::{Class, Contents, InputValue, Kind, Open, Solution, Source};
use everypath_term::Value as TermValue;
use everypath_trace::{Input, Step};

use super::{LoweredUnit, Lowering};

/// An object of a structure that a run is guided through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GuidedObject {
    /// Values, by what follows the object's name in their slots.
    pub values: Vec<(String, TermValue)>,
    /// Choices, by what follows the object's name in their slots.
    pub choices: Vec<(String, u32)>,
    /// The objects that its fields refer to; null if there is none.
    pub references: BTreeMap<String, Option<usize>>,
}

/// A structure that a run is guided through, the receiver first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guide {
    /// The objects.
    pub objects: Vec<GuidedObject>,
}

/// Slots of an input or of an object while they are collected.
#[derive(Default)]
struct Slots {
    values: Vec<(String, TermValue)>,
    choices: Vec<(String, u32)>,
}

impl Lowering {
    /// The input of a solution, and its guide if the receiver has one.
    pub fn input(&mut self, unit: &LoweredUnit, solution: &Solution) -> (Input, Option<Guide>) {
        let mut slots = Slots::default();
        let mut guide = None;
        for (index, name) in unit.slots.iter().enumerate() {
            let open = &unit.unit.inputs[index];
            let value = &solution.inputs[index];
            match (open, value) {
                (Open::Pool { .. }, InputValue::Object(root)) => {
                    guide = Some(self.guide(solution, *root));
                }
                (_, InputValue::Scalar(TermValue::BitVec { bits, .. }))
                    if unit.choices.contains(&index) =>
                {
                    slots.choices.push((name.clone(), *bits as u32));
                }
                _ => self.slots(&mut slots, solution, name, open, value),
            }
        }
        let mut input = Input::open();
        for (slot, value) in slots.values {
            input.values.insert(slot.as_str().into(), value);
        }
        for (slot, option) in slots.choices {
            input.choices.insert(slot.as_str().into(), option);
        }
        (input, guide)
    }

    /// The structure from its root on.
    fn guide(&mut self, solution: &Solution, root: usize) -> Guide {
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::from([(root, 0)]);
        let mut order = vec![root];
        let mut guide = Guide::default();
        let mut at = 0;
        while at < order.len() {
            let object = &solution.objects[order[at]];
            at += 1;
            let class = self.class(object.class);
            let Contents::Fields(fields) = &class.contents else {
                guide.objects.push(GuidedObject::default());
                continue;
            };
            let mut guided = GuidedObject::default();
            let mut slots = Slots::default();
            for (field, value) in fields.iter().zip(&object.contents) {
                match (&field.open, value) {
                    (Open::Pool { .. }, InputValue::Object(target)) => {
                        let next = numbers.len();
                        let number = *numbers.entry(*target).or_insert_with(|| {
                            order.push(*target);
                            next
                        });
                        guided.references.insert(field.name.clone(), Some(number));
                    }
                    (Open::Pool { .. }, _) => {
                        guided.references.insert(field.name.clone(), None);
                    }
                    (open, value) => {
                        let place = Step::Field(&field.name).to_string();
                        self.slots(&mut slots, solution, &place, open, value);
                    }
                }
            }
            guided.values = slots.values;
            guided.choices = slots.choices;
            guide.objects.push(guided);
        }
        guide
    }

    /// The slots of one open place.
    fn slots(
        &mut self,
        slots: &mut Slots,
        solution: &Solution,
        place: &str,
        open: &Open,
        value: &InputValue,
    ) {
        match (open, value) {
            (Open::Scalar { .. }, InputValue::Scalar(value)) => {
                slots.values.push((place.to_owned(), value.clone()));
            }
            (Open::Own { nullable, .. }, InputValue::Null) if *nullable => {
                slots.choices.push((place.to_owned(), 1));
            }
            (Open::Own { nullable, .. }, InputValue::Object(object)) => {
                if *nullable {
                    slots.choices.push((place.to_owned(), 0));
                }
                self.own_slots(slots, solution, place, *object);
            }
            (Open::OneOf { objects, .. }, InputValue::Static(chosen)) => {
                let option = objects.iter().position(|object| object == chosen);
                slots
                    .choices
                    .push((place.to_owned(), option.unwrap_or(0) as u32));
            }
            (Open::OneOf { objects, .. }, InputValue::Null) => {
                slots.choices.push((place.to_owned(), objects.len() as u32));
            }
            _ => {}
        }
    }

    /// The slots of an array or a box.
    fn own_slots(&mut self, slots: &mut Slots, solution: &Solution, place: &str, object: usize) {
        let object = &solution.objects[object];
        let class = self.class(object.class);
        match &class.contents {
            Contents::Elements(kind, open) => {
                let (count, place_of) = (object.contents.len(), Step::Length.of(place));
                // The length of an array of references is a choice.
                match kind {
                    Kind::Reference => slots.choices.push((place_of, count as u32)),
                    Kind::Scalar(_) => {
                        let length = TermValue::bit_vec(32, count as u64);
                        slots.values.push((place_of, length));
                    }
                }
                for (index, value) in object.contents.iter().enumerate() {
                    self.slots(
                        slots,
                        solution,
                        &Step::Index(index as u64).of(place),
                        open,
                        value,
                    );
                }
            }
            Contents::Fields(fields) => {
                if is_string(&class) {
                    return self.string_slots(slots, solution, place, object);
                }
                let value = fields.iter().position(|field| field.name == "value");
                if let Some(at) = value {
                    let open = fields[at].open.clone();
                    self.slots(slots, solution, place, &open, &object.contents[at]);
                }
            }
        }
    }

    /// The slots of a string: its characters are the bytes of its array.
    fn string_slots(
        &mut self,
        slots: &mut Slots,
        solution: &Solution,
        place: &str,
        string: &everypath_lowered::InputObject,
    ) {
        let class = self.class(string.class);
        let Contents::Fields(fields) = &class.contents else {
            return;
        };
        let at = fields.iter().position(|field| field.name == "value");
        let array = at.and_then(|at| string.contents.get(at));
        let Some(InputValue::Object(array)) = array else {
            return;
        };
        let bytes = &solution.objects[*array].contents;
        let length = TermValue::bit_vec(32, bytes.len() as u64);
        slots.values.push((Step::Length.of(place), length));
        for (index, byte) in bytes.iter().enumerate() {
            if let InputValue::Scalar(TermValue::BitVec { bits, .. }) = byte {
                let character = TermValue::bit_vec(16, *bits);
                slots
                    .values
                    .push((Step::Index(index as u64).of(place), character));
            }
        }
    }
}

fn is_string(class: &Class) -> bool {
    class.name == "java.lang.String"
}
