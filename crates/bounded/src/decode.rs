//! Models as solutions.

use std::collections::BTreeMap;

use everypath_lowered::{ClassId, InputObject, InputValue, Solution, StaticId};
use everypath_solve::Model;
use everypath_term::{Node, TermId, Terms, Value};

use crate::encode::{Cell, ObjectId, OpenInput, Target};

/// The solution that a model stands for.
pub(crate) fn decode(terms: &Terms, input: &OpenInput, model: &Model) -> Solution {
    let given: BTreeMap<ObjectId, StaticId> =
        input.given.iter().map(|(of, id)| (*id, *of)).collect();
    let decoding = Decoding {
        terms,
        model,
        given: &given,
    };
    let objects = input.objects.iter().map(|object| {
        let length = object.length.map(|length| decoding.number(length));
        let count = length.map_or(object.cells.len(), |length| length as usize);
        let cells = object.cells.iter().take(count);
        InputObject {
            class: object.class,
            contents: cells.map(|cell| decoding.cell(cell)).collect(),
        }
    });
    Solution {
        objects: objects.collect(),
        inputs: input
            .inputs
            .iter()
            .map(|cell| decoding.cell(cell))
            .collect(),
    }
}

struct Decoding<'a> {
    terms: &'a Terms,
    model: &'a Model,
    given: &'a BTreeMap<ObjectId, StaticId>,
}

impl Decoding<'_> {
    fn number(&self, variable: everypath_term::VarId) -> u64 {
        match self.model.get(variable) {
            Some(Value::BitVec { bits, .. }) => *bits,
            _ => 0,
        }
    }

    fn holds(&self, condition: TermId) -> bool {
        match self.terms.node(condition) {
            Node::Variable(variable) => self.model.get(variable) == Some(&Value::Bool(true)),
            _ => self.terms.as_bool(condition) == Some(true),
        }
    }

    fn cell(&self, cell: &Cell) -> InputValue {
        match cell {
            Cell::Scalar { variable, .. } => {
                let sort = self.terms.variable_of(*variable).sort;
                let value = self.model.get(*variable).cloned();
                InputValue::Scalar(value.unwrap_or_else(|| Value::zero(sort)))
            }
            Cell::Fixed(_) => InputValue::Unread,
            Cell::Reference(targets) => {
                let taken = targets.iter().find(|(_, condition)| self.holds(*condition));
                match taken {
                    Some((Target::Null, _)) => InputValue::Null,
                    Some((Target::Object(object), _)) => match self.given.get(object) {
                        Some(known) => InputValue::Static(*known),
                        None => InputValue::Object(object.0 as usize),
                    },
                    Some((Target::Unknown(_), _)) | None => InputValue::Unread,
                }
            }
        }
    }
}

/// How many objects of each class a solution uses, for those who count.
pub fn sizes(solution: &Solution) -> BTreeMap<ClassId, usize> {
    let mut sizes = BTreeMap::new();
    let mut pending: Vec<&InputValue> = solution.inputs.iter().collect();
    let mut seen = Vec::new();
    while let Some(value) = pending.pop() {
        if let InputValue::Object(object) = value
            && !seen.contains(object)
        {
            seen.push(*object);
            let object = &solution.objects[*object];
            *sizes.entry(object.class).or_default() += 1;
            pending.extend(&object.contents);
        }
    }
    sizes
}
