//! Structures that the program's own functions make, as a test makes them.

use everypath_c::{Form, Made, Making as How};

use super::Making;

impl Making<'_> {
    /// Lets functions make what they make; what the unit is called with.
    pub(super) fn make(&mut self, how: &How, all: &[String]) -> Vec<String> {
        let names: Vec<String> = how.made.iter().map(|made| self.fresh(&made.name)).collect();
        let name_of = |made: &Made| {
            let mut places = how.made.iter();
            let place = places.position(|other| other.position == made.position);
            names[place.unwrap_or_default()].clone()
        };
        let object = |made: &Made| match made.form {
            Form::Fills => format!("&{}", name_of(made)),
            Form::Returns => name_of(made),
        };
        let (of_makers, of_call) = how.arguments(all, &object);
        for (made, arguments) in how.made.iter().zip(of_makers) {
            let variable = name_of(made);
            let ty = self.unqualified(made.ty);
            let declaration = self.types.declare(ty, &variable);
            let (maker, arguments) = (&made.maker, arguments.join(", "));
            let comma = if arguments.is_empty() { "" } else { ", " };
            let setup = &mut self.recipe.setup;
            match made.form {
                Form::Returns => setup.push(format!("{declaration} = {maker}({arguments});")),
                Form::Fills => {
                    setup.push(format!("{declaration} = {{0}};"));
                    setup.push(format!("{maker}(&{variable}{comma}{arguments});"));
                    // What a pointer leads to may be gone after the call; this is not.
                    let mut leaves = Vec::new();
                    self.leaves(ty, String::new(), variable, ".", &mut leaves);
                    for leaf in &leaves {
                        self.look_at(leaf, true);
                    }
                }
            }
        }
        of_call
    }
}
