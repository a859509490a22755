//! A part of a command's modules, for one of several machines. Modules whose suites could have
//! the same name are in the same part, so that each gets the name that it gets in one command.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

use everypath_generate::Module;

use crate::target::Target;

/// Which part of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    number: usize,
    count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || "give a part of how many, such as 1/4".to_owned();
        let (number, count) = text.split_once('/').ok_or_else(wrong)?;
        let number: usize = number.parse().map_err(|_| wrong())?;
        let count: usize = count.parse().map_err(|_| wrong())?;
        match (1..=count).contains(&number) {
            true => Ok(Shard { number, count }),
            false => Err(wrong()),
        }
    }
}

impl Shard {
    /// Keeps the modules of this part.
    pub(crate) fn keep<T>(self, modules: &mut Vec<(Target, T)>) {
        let mut groups: BTreeMap<String, usize> = BTreeMap::new();
        modules.retain(|(target, _)| {
            let next = groups.len();
            let group = *groups.entry(name_of(target)).or_insert(next);
            group % self.count == self.number - 1
        });
    }
}

/// What modules are called that could have a suite of the same name.
fn name_of(target: &Target) -> String {
    match target {
        Target::Java(target) => format!("java {}", target.class),
        Target::C(target) => format!("c {}", stem(&target.module)),
        Target::Python(target) => match &target.module {
            Module::Name(name) => format!("python {name}"),
            Module::File(file) => format!("python {}", dotted(file)),
        },
    }
}

fn stem(module: &Module) -> String {
    match module {
        Module::Name(name) => name.clone(),
        Module::File(file) => {
            let stem = file.file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        }
    }
}

/// The name that Python has for a file, by the packages that it is in.
fn dotted(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut parts = vec![stem.into_owned()];
    let mut directory = file.parent();
    while let Some(place) = directory.filter(|place| place.join("__init__.py").is_file()) {
        let name = place.file_name().unwrap_or_default();
        parts.push(name.to_string_lossy().into_owned());
        directory = place.parent();
    }
    parts.reverse();
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use everypath_generate::Target as Named;
    use std::path::PathBuf;

    fn target(file: &str) -> (Target, ()) {
        let named = Named {
            text: file.to_owned(),
            module: Module::File(PathBuf::from(file)),
            part: None,
        };
        (Target::Python(named), ())
    }

    #[test]
    fn every_module_is_in_one_part_and_namesakes_are_together() {
        let files = ["a/one.py", "a/two.py", "b/one.py", "b/three.py", "c/one.py"];
        let mut seen = Vec::new();
        for part in ["1/2", "2/2"] {
            let mut modules: Vec<(Target, ())> = files.iter().map(|file| target(file)).collect();
            Shard::from_str(part).unwrap().keep(&mut modules);
            let names: Vec<String> = modules.iter().map(|one| one.0.text().to_owned()).collect();
            seen.push(names);
        }
        assert_eq!(seen[0], ["a/one.py", "b/one.py", "b/three.py", "c/one.py"]);
        assert_eq!(seen[1], ["a/two.py"]);
    }

    #[test]
    fn parts_that_cannot_be_are_refused() {
        for text in ["", "1", "0/2", "3/2", "a/b", "1/0"] {
            assert!(Shard::from_str(text).is_err(), "{text}");
        }
    }
}
