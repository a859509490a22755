//! The strategies, one file each.

mod breadth_first;
mod classified;
mod combined;
mod coverage_guided;
mod depth_first;
mod failures;
mod generational;
mod novelty;
mod random;
mod shortest_first;

use std::sync::Arc;

use everypath_trace::Goals;

use crate::classifier::ClassifierOptions;
use crate::strategy::Strategy;

pub use breadth_first::BreadthFirst;
pub use classified::Classified;
pub use combined::Combined;
pub use coverage_guided::CoverageGuided;
pub use depth_first::DepthFirst;
pub use failures::Failures;
pub use generational::Generational;
pub use novelty::Novelty;
pub use random::Random;
pub use shortest_first::ShortestFirst;

/// The names that [`by_name`] knows, the default first.
pub const NAMES: &[&str] = &[
    "combined",
    "coverage",
    "novelty",
    "generational",
    "shortest",
    "depth",
    "breadth",
    "random",
    "classified",
];

/// A strategy by its name, for configuration.
pub fn by_name(name: &str, goals: &Goals, seed: u64) -> Option<Box<dyn Strategy>> {
    Some(match name {
        "combined" => Box::new(Combined::for_goals(goals)),
        "coverage" => Box::new(CoverageGuided::new(goals)),
        "novelty" => Box::new(Novelty::new()),
        "generational" => Box::new(Generational::new()),
        "shortest" => Box::new(ShortestFirst::new()),
        "depth" => Box::new(DepthFirst::new()),
        "breadth" => Box::new(BreadthFirst::new()),
        "random" => Box::new(Random::new(seed)),
        "classified" => Box::new(Classified::new(
            ClassifierOptions::default(),
            seed,
            Arc::default(),
        )),
        _ => return None,
    })
}
