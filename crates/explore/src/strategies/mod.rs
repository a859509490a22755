//! The strategies, one file each.

mod breadth_first;
mod classified;
mod combined;
mod coverage_guided;
mod depth_first;
mod exceptions;
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
pub use exceptions::Exceptions;
pub use failures::Failures;
pub use generational::Generational;
pub use novelty::Novelty;
pub use random::Random;
pub use shortest_first::ShortestFirst;

/// Makes a strategy for goals, with a seed.
pub type Make = fn(&Goals, u64) -> Box<dyn Strategy>;

/// Every order of the search with its name, for what compares them.
pub const ALL: &[(&str, Make)] = &[
    ("combined", |goals, _| Box::new(Combined::for_goals(goals))),
    ("coverage", |goals, _| Box::new(CoverageGuided::new(goals))),
    ("novelty", |_, _| Box::new(Novelty::new())),
    ("generational", |_, _| Box::new(Generational::new())),
    ("shortest", |_, _| Box::new(ShortestFirst::new())),
    ("depth", |_, _| Box::new(DepthFirst::new())),
    ("breadth", |_, _| Box::new(BreadthFirst::new())),
    ("random", |_, seed| Box::new(Random::new(seed))),
    ("classified", |_, seed| {
        let options = ClassifierOptions::default();
        Box::new(Classified::new(options, seed, Arc::default()))
    }),
];
