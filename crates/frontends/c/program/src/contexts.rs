//! The carved contexts of a target, and the modes in which it is run.

use std::path::Path;

use everypath_c::carving::{Compilation, Context, Store};
use everypath_generate::settings::Mode;
use everypath_generate::{Failure, FailureKind, Settings, Target, absolute};
use indexmap::IndexMap;

use crate::stage::Stage;

/// Contexts of one function that are explored.
const MOST_CONTEXTS: usize = 8;

/// What carving has to say of a target.
#[derive(Debug, Default)]
pub(crate) struct Carved {
    /// The contexts of all its functions.
    pub(crate) contexts: Vec<Context>,
    /// The modes to run, in order.
    pub(crate) modes: Vec<Mode>,
    /// How the source was compiled when it was carved.
    pub(crate) compilation: Option<Compilation>,
    /// What the user should know.
    pub(crate) warnings: Vec<String>,
}

impl Carved {
    /// Reads the contexts that the settings name.
    pub(crate) fn read(
        source: &Path,
        target: &Target,
        settings: &Settings,
    ) -> Result<Carved, Failure> {
        let mut carved = Carved::default();
        let mode = settings.c.mode;
        if let Some(directory) = &settings.c.contexts {
            let store = Store::new(directory);
            let source = absolute(source);
            carved.compilation = store
                .compilations()
                .into_iter()
                .find(|one| one.source == source);
            let functions = match &target.part {
                Some(part) => vec![part.clone()],
                None => functions_in(directory),
            };
            for function in functions {
                carved.function(&store, &function, &source, target)?;
            }
        }
        let needs = matches!(mode, Mode::CarvedStubs | Mode::FreeStubs | Mode::InContext);
        if needs && carved.contexts.is_empty() {
            let message = match &settings.c.contexts {
                None => {
                    "this mode starts from carved contexts: name their directory with --contexts"
                        .to_owned()
                }
                Some(directory) => format!(
                    "{} holds no usable context of the target; carve some with everypath carve",
                    directory.display()
                ),
            };
            return Err(Failure::new(FailureKind::Usage, message));
        }
        carved.modes = match mode {
            Mode::Auto if carved.contexts.is_empty() => vec![Mode::Real],
            // Runs of real callees from a context take long, and seldom get further.
            Mode::Auto => vec![
                Mode::Real,
                Mode::CarvedStubs,
                Mode::FreeStubs,
                Mode::InContext,
            ],
            other => vec![other],
        };
        Ok(carved)
    }

    /// Lets units that call what nobody defines be run with stubs too, where nobody says
    /// how they are run.
    pub(crate) fn stub_what_lacks(&mut self, settings: &Settings) {
        if settings.c.mode == Mode::Auto && self.modes == [Mode::Real] {
            self.modes.push(Mode::Isolated);
        }
    }

    fn function(
        &mut self,
        store: &Store,
        function: &str,
        source: &Path,
        target: &Target,
    ) -> Result<(), Failure> {
        if !store.has(function) {
            if target.part.is_some() {
                self.warnings
                    .push(format!("{function} has no carved contexts"));
            }
            return Ok(());
        }
        let (found, broken) = store
            .usable(function)
            .map_err(|message| Failure::new(FailureKind::Files, message))?;
        if broken > 0 {
            self.warnings.push(format!(
                "the contexts of {function}: what follows after {} of them cannot be read",
                found.len()
            ));
        }
        self.contexts.extend(
            found
                .into_iter()
                .filter(|one| Path::new(&one.file) == source),
        );
        Ok(())
    }

    /// The contexts of a function, by index.
    fn of(&self, function: &str) -> Vec<usize> {
        (0..self.contexts.len())
            .filter(|index| self.contexts[*index].function == function)
            .collect()
    }

    /// The stages of a unit, in order: without contexts, the modes that need none.
    pub(crate) fn stages(&self, function: &str, lacks_callees: bool) -> Vec<Stage> {
        let contexts = self.chosen(function);
        let mut stages = Vec::new();
        for mode in &self.modes {
            let mode = *mode;
            match mode {
                // Stubs without a context stand in for what nobody defines.
                Mode::Isolated if self.modes.len() > 1 && !lacks_callees => {}
                Mode::Real | Mode::Isolated | Mode::Auto => stages.push(Stage {
                    mode,
                    context: None,
                }),
                _ => stages.extend(contexts.iter().map(|context| Stage {
                    mode,
                    context: Some(*context),
                })),
            }
        }
        stages
    }

    /// The contexts that are explored: the one that sees most lines, then
    /// those that see lines no other has seen.
    fn chosen(&self, function: &str) -> Vec<usize> {
        let mut rest = self.of(function);
        let mut seen: IndexMap<u32, ()> = IndexMap::new();
        let mut chosen = Vec::new();
        while chosen.len() < MOST_CONTEXTS && !rest.is_empty() {
            let news = |index: &usize| {
                let lines: std::collections::BTreeSet<u32> =
                    self.contexts[*index].trace.iter().copied().collect();
                lines
                    .iter()
                    .filter(|line| !seen.contains_key(*line))
                    .count()
            };
            let best = rest
                .iter()
                .enumerate()
                .max_by_key(|(place, index)| (news(index), std::cmp::Reverse(*place)))
                .map_or(0, |(place, _)| place);
            let index = rest.remove(best);
            seen.extend(self.contexts[index].trace.iter().map(|line| (*line, ())));
            chosen.push(index);
        }
        chosen
    }
}

fn functions_in(directory: &Path) -> Vec<String> {
    let mut found: Vec<String> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            Some(name.strip_suffix(".contexts")?.to_owned())
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(function: &str, trace: &[u32]) -> Context {
        Context {
            function: function.to_owned(),
            file: String::new(),
            finished: true,
            cut: false,
            too_large: false,
            bytes: 0,
            regions: Vec::new(),
            exits: Vec::new(),
            trace: trace.to_vec(),
            hash: 1,
            body: Vec::new(),
        }
    }

    fn modes(carved: &Carved, function: &str, lacks: bool) -> Vec<Mode> {
        let stages = carved.stages(function, lacks).into_iter();
        stages.map(|stage| stage.mode).collect()
    }

    #[test]
    fn stubs_without_a_context_stand_in_for_what_is_missing() {
        let mut carved = Carved {
            modes: vec![Mode::Real, Mode::Isolated],
            ..Carved::default()
        };
        assert_eq!(modes(&carved, "f", true), [Mode::Real, Mode::Isolated]);
        assert_eq!(modes(&carved, "f", false), [Mode::Real]);
        carved.modes = vec![Mode::Isolated];
        assert_eq!(modes(&carved, "f", false), [Mode::Isolated]);
    }

    #[test]
    fn the_context_that_sees_most_comes_first() {
        let carved = Carved {
            contexts: vec![
                context("f", &[1, 2]),
                context("g", &[9]),
                context("f", &[1, 2, 3]),
            ],
            modes: vec![Mode::Real, Mode::CarvedStubs],
            ..Carved::default()
        };
        let stages = carved.stages("f", false);
        let contexts: Vec<Option<usize>> = stages.iter().map(|stage| stage.context).collect();
        assert_eq!(contexts, [None, Some(2), Some(0)]);
        assert_eq!(modes(&carved, "h", false), [Mode::Real]);
    }
}
