//! How likely a failure in Python is: inputs are made as callers make them, unless something
//! stands in for an object that nothing can make.

use super::collaborators::{holder_word, is_stand_in};
use super::observed::Case;
use crate::likelihood::{Doubt, Ground, Likelihood};

impl Case {
    /// Whether callers can make its input.
    pub fn likelihood(&self) -> Likelihood {
        let invariant = self.call.as_ref().and_then(|call| call.invariant.as_ref());
        let ground = match invariant {
            Some(_) => Ground::Invariant,
            None if self.recipes.is_empty() => Ground::Plain,
            None => Ground::Interface,
        };
        let stand_ins = self.before.iter().filter(|(_, node)| is_stand_in(node));
        let mut doubts: Vec<Doubt> = stand_ins
            .filter_map(|(id, _)| holder_word(*id, self))
            .map(|of| Doubt::StandIn { of })
            .collect();
        // A structure of which the invariant holds is made without its constructor.
        let bare = self.recipes.values().filter(|recipe| recipe.bare);
        if invariant.is_none() {
            doubts.extend(bare.map(|recipe| Doubt::Members {
                of: recipe.qualname.clone(),
            }));
        }
        Likelihood::of(ground, doubts)
    }
}
