//! Inputs: what a run starts from. An input names only what it fixes; a slot
//! it does not name is still open, and the front end fills it with the
//! smallest value or the first option when the run first reads it.

use everypath_term::{Value, VarId};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::slot::Slot;

/// Concrete values for the slots of a program's input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The slots that hold values, by name.
    pub values: IndexMap<Slot, Value>,
    /// The slots that hold choices (null, new or alias; a length; a type), by
    /// the option taken.
    pub choices: IndexMap<Slot, u32>,
}

impl Input {
    /// The input in which every slot is open.
    pub fn open() -> Input {
        Input::default()
    }

    /// The value of a variable, if this input fixes it.
    pub fn value_of(&self, terms: &everypath_term::Terms, variable: VarId) -> Option<&Value> {
        self.values.get(terms.variable_of(variable).name.as_str())
    }
}
