//! Configuration files: `everypath.toml`, or `[tool.everypath]` in
//! `pyproject.toml`. General options stand first; a section
//! `[target."file.py::Class"]` adds to them for one target.

use std::path::Path;

use indexmap::IndexMap;
use serde::Deserialize;

use crate::arguments::Options;
use everypath_generate::{Failure, FailureKind};

/// A configuration file.
#[derive(Debug, Default)]
pub(crate) struct Configuration {
    /// The options for every target.
    pub general: Options,
    /// The options of each target section, in the file's order.
    pub targets: IndexMap<String, Options>,
}

#[derive(Deserialize)]
struct Sections {
    #[serde(default)]
    target: IndexMap<String, Options>,
}

impl Configuration {
    /// The file that the user named, or the nearest one from here upwards.
    pub(crate) fn load(named: Option<&Path>, start: &Path) -> Result<Configuration, Failure> {
        if let Some(path) = named {
            let text = read(path)?;
            return match Configuration::parse(path, &text)? {
                Some(configuration) => Ok(configuration),
                None => Err(Failure::new(
                    FailureKind::Usage,
                    format!("{} has no section [tool.everypath]", path.display()),
                )),
            };
        }
        for directory in start.ancestors() {
            for name in ["everypath.toml", "pyproject.toml"] {
                let path = directory.join(name);
                if path.is_file()
                    && let Some(configuration) = Configuration::parse(&path, &read(&path)?)?
                {
                    return Ok(configuration);
                }
            }
        }
        Ok(Configuration::default())
    }

    fn parse(path: &Path, text: &str) -> Result<Option<Configuration>, Failure> {
        let wrong = |error: String| {
            Failure::new(
                FailureKind::Usage,
                format!("{}: {}", path.display(), error.trim_end()),
            )
        };
        let mut table: toml::Table =
            toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if path
            .file_name()
            .is_some_and(|name| name == "pyproject.toml")
        {
            let section = table
                .remove("tool")
                .and_then(|tool| tool.get("everypath").cloned());
            let Some(toml::Value::Table(section)) = section else {
                return Ok(None);
            };
            table = section;
        }
        let targets = match table.remove("target") {
            Some(section) => {
                let mut sections = toml::Table::new();
                sections.insert("target".to_owned(), section);
                let sections: Sections = sections
                    .try_into()
                    .map_err(|error: toml::de::Error| wrong(error.to_string()))?;
                sections.target
            }
            None => IndexMap::new(),
        };
        let general: Options = table
            .try_into()
            .map_err(|error: toml::de::Error| wrong(error.to_string()))?;
        Ok(Some(Configuration { general, targets }))
    }

    /// The options of a target: those of its section over the general ones.
    pub(crate) fn options_for(&self, target: &str) -> Options {
        match self.targets.get(target) {
            Some(own) => own.clone().over(self.general.clone()),
            None => self.general.clone(),
        }
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| {
        Failure::new(
            FailureKind::Files,
            format!("{} cannot be read: {error}", path.display()),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, expected: Result<Option<u32>, &str>) {
        let found = Configuration::parse(Path::new(name), text);
        match (found, expected) {
            (Ok(found), Ok(nodes)) => {
                assert_eq!(
                    found.map(|c| c.options_for("a.py").max_nodes.unwrap_or(0)),
                    nodes
                );
            }
            (Err(failure), Err(part)) => {
                assert!(failure.message.contains(part), "{}", failure.message);
            }
            (found, _) => panic!("{found:?}"),
        }
    }

    #[test]
    fn sections_add_to_the_general_options() {
        check("everypath.toml", "max_nodes = 4", Ok(Some(4)));
        check(
            "everypath.toml",
            "max_nodes = 4\n[target.\"a.py\"]\nmax_nodes = 2",
            Ok(Some(2)),
        );
        check(
            "everypath.toml",
            "[target.\"b.py\"]\nmax_nodes = 2",
            Ok(Some(0)),
        );
        check(
            "pyproject.toml",
            "[tool.everypath]\nmax_nodes = 3",
            Ok(Some(3)),
        );
        check("pyproject.toml", "[project]\nname = \"x\"", Ok(None));
    }

    #[test]
    fn mistakes_are_named() {
        check("everypath.toml", "max_node = 4", Err("max_node"));
        check("everypath.toml", "max_nodes = ", Err("everypath.toml"));
        check(
            "everypath.toml",
            "[target.\"a.py\"]\nstrategy = \"greedy\"",
            Err("greedy"),
        );
    }

    #[test]
    fn broken_files_are_refused() {
        let seeds: [&[u8]; 2] = [
            b"max_nodes = 4\ncriterion = [\"branch\"]\n[target.\"a.py::C\"]\nseed = 18446744073709551615\nqueue_shares = [50, 30]\n",
            b"[tool.everypath]\nmax_text = 3\ntimeout = 0.5\nallow = [\"open\"]\n[tool.everypath.target.\"b.py\"]\nmethods = [\"f\"]\n",
        ];
        let mut random = everypath_testlab::Random::new(1);
        let mut refused = 0;
        for case in 0..10_000 {
            let (one, other) = (seeds[case % 2], seeds[1 - case % 2]);
            let bytes = everypath_testlab::mutate(one, other, &mut random);
            let name = ["everypath.toml", "pyproject.toml"][case % 2];
            let text = String::from_utf8_lossy(&bytes);
            refused += usize::from(Configuration::parse(Path::new(name), &text).is_err());
        }
        assert!(refused > 1_000, "only {refused} were refused");
    }
}
