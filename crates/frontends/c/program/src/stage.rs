//! The modes in which units run, as legs of their exploration.

use everypath_generate::Leg;
use everypath_generate::settings::Mode;

/// The slot that says in which stage an input was made.
pub(crate) const STAGE: &str = "@stage";

/// One way to run units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The mode; never automatic.
    pub(crate) mode: Mode,
    /// The context it starts from, by index.
    pub(crate) context: Option<usize>,
}

impl Stage {
    /// Whether callees are stubs.
    pub(crate) fn has_stubs(self) -> bool {
        has_stubs(self.mode)
    }

    /// What part of the time its mode is worth beside others: stubs get far
    /// where real callees do not.
    fn weight(self) -> f64 {
        match self.mode {
            Mode::Auto | Mode::Real | Mode::InContext => 1.0,
            Mode::CarvedStubs => 4.0,
            Mode::FreeStubs | Mode::Isolated => 2.0,
        }
    }

    /// Whether what cannot be reached in it cannot be reached at all.
    pub(crate) fn proves(self) -> bool {
        self.mode == Mode::Real
    }

    /// What the report calls it.
    pub(crate) fn words(self) -> String {
        let mode = match self.mode {
            Mode::Auto | Mode::Real => "real callees",
            Mode::CarvedStubs => "carved stubs",
            Mode::FreeStubs => "free stubs",
            Mode::Isolated => "no context, free stubs",
            Mode::InContext => "real callees",
        };
        match self.context {
            Some(index) => format!("context {}, {mode}", index + 1),
            None => mode.to_owned(),
        }
    }
}

/// Whether callees are stubs in a mode.
pub(crate) fn has_stubs(mode: Mode) -> bool {
    matches!(mode, Mode::CarvedStubs | Mode::FreeStubs | Mode::Isolated)
}

/// The stages of a unit as legs: each mode has its weight, and its stages share it.
pub(crate) fn legs(stages: &[Stage]) -> Vec<Leg> {
    let leg = |(number, stage): (usize, &Stage)| {
        let alike = stages.iter().filter(|other| other.mode == stage.mode);
        Leg {
            number,
            name: stage.words(),
            weight: stage.weight() / alike.count() as f64,
            proves: stage.proves(),
            is_alone: stage.has_stubs(),
            // What stubs bring about is no failure of the unit.
            may_fail: !stage.has_stubs(),
        }
    };
    stages.iter().enumerate().map(leg).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_share_the_time_by_their_weights() {
        let stage = |mode, context| Stage { mode, context };
        let legs = legs(&[
            stage(Mode::InContext, Some(0)),
            stage(Mode::CarvedStubs, Some(0)),
            stage(Mode::CarvedStubs, Some(1)),
        ]);
        let weights: Vec<f64> = legs.iter().map(|leg| leg.weight).collect();
        assert_eq!(weights, [1.0, 2.0, 2.0]);
        assert!(legs[1].is_alone && !legs[0].is_alone);
    }
}
