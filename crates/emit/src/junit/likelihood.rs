//! How likely a failure in Java is: inputs are made by the program's own constructors and
//! methods, unless something stands in for an object, or only reflection gets there.

use everypath_recipe::{Expression, Statement};

use super::observed::Case;
use crate::likelihood::{Doubt, Ground, Likelihood};

impl Case {
    /// Whether callers can make its input.
    pub fn likelihood(&self) -> Likelihood {
        let recipe = &self.recipe;
        let ground = match (&recipe.invariant, recipe.arrange.is_empty()) {
            (Some(_), _) => Ground::Invariant,
            (None, true) => Ground::Plain,
            (None, false) => Ground::Interface,
        };
        let stand_ins = recipe.stand_ins().into_iter();
        let mut doubts: Vec<Doubt> = stand_ins
            .map(|name| Doubt::StandIn {
                of: name.to_owned(),
            })
            .collect();
        // A structure of which the invariant holds may be made without a constructor.
        if recipe.invariant.is_none() {
            let classes = recipe
                .arrange
                .iter()
                .filter_map(|statement| match statement {
                    Statement::Define {
                        value: Expression::Allocate { class },
                        ..
                    } => Some(class.clone()),
                    _ => None,
                });
            doubts.extend(classes.map(|of| Doubt::Members { of }));
        }
        Likelihood::of(ground, doubts)
    }
}
