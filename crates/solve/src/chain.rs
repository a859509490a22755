//! The stacking order of the layers, in one list.

use crate::backends::blast::Blast;
use crate::backends::smtlib::{External, SecondOpinion};
use crate::layers::{Cache, Count, Normalise, Polish, Reuse, Slice, Validate};
use crate::query::Solver;

/// What the default chain consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Answer from the parent's values and recent models where they fit.
    pub reuse: bool,
    /// Remember answers.
    pub cache: bool,
    /// Pull models towards small and readable values.
    pub polish: bool,
    /// A solver to ask where the built-in one gives up.
    pub external: Option<External>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            reuse: true,
            cache: true,
            polish: true,
            external: None,
        }
    }
}

type Wrap = fn(Box<dyn Solver>) -> Box<dyn Solver>;

/// The solver to use: cheap layers above the bit-blaster.
pub fn default_chain(options: &Options) -> Box<dyn Solver> {
    let layers: [(&'static str, bool, Wrap); 6] = [
        ("validate", true, |below| Box::new(Validate::new(below))),
        ("normalise", true, |below| Box::new(Normalise::new(below))),
        ("slice", true, |below| Box::new(Slice::new(below))),
        ("polish", options.polish, |below| {
            Box::new(Polish::new(below))
        }),
        ("reuse", options.reuse, |below| Box::new(Reuse::new(below))),
        ("cache", options.cache, |below| Box::new(Cache::new(below))),
    ];
    let backend = Blast::new(options.polish);
    let mut chain: Box<dyn Solver> = Box::new(Count::new("blast", Box::new(backend)));
    if let Some(external) = &options.external {
        let second = SecondOpinion::new(chain, external.clone());
        chain = Box::new(Count::new("external", Box::new(second)));
    }
    for (name, wanted, wrap) in layers.into_iter().rev() {
        if wanted {
            chain = Box::new(Count::new(name, wrap(chain)));
        }
    }
    chain
}
