//! The allocation that fails in a run, as a test lets it fail.

use everypath_c::ALLOCATION;
use everypath_emit::c::FAILING;
use everypath_trace::Input;

use super::Making;

/// Which allocation fails in the run of an input, counted from 1.
pub(crate) fn failing(input: &Input) -> Option<u32> {
    let mut choices = input.choices.iter();
    choices.find_map(|(slot, option)| match option {
        1 => slot.as_str().strip_prefix(ALLOCATION)?.parse().ok(),
        _ => None,
    })
}

impl Making<'_> {
    /// Says which allocation fails: what is set up before has what it needs.
    pub(super) fn allocations(&mut self) {
        self.recipe.failing_allocation = failing(self.input);
        if let Some(number) = self.recipe.failing_allocation {
            self.recipe.setup.push(format!("{FAILING}{number};"));
        }
    }
}
