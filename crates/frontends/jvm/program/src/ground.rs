//! What the suite of a class rests on: the classes that it names, those that they name, and
//! those that extend them, as far as they are the project's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use everypath_generate::Ground;
use everypath_jvm::classfile::{ClassFile, MethodInfo, access};
use sha2::{Digest, Sha256};

use crate::plan::{outer_name, source_path};
use crate::target::Target;

/// The classes of the directories of each class path, read once for a command.
#[derive(Debug, Default)]
pub struct ClassGraphs {
    known: Vec<(Vec<PathBuf>, Graph)>,
}

/// The classes of some directories.
#[derive(Debug, Default)]
struct Graph {
    classes: BTreeMap<String, Class>,
    /// What else is in the directories.
    resources: Vec<u8>,
}

/// A class: what it is, and the others that change what it does.
#[derive(Debug, Default)]
struct Class {
    digest: Vec<u8>,
    uses: BTreeSet<String>,
}

impl ClassGraphs {
    /// What tells a class, and all that it reaches, from others of its name.
    pub fn fingerprint(&mut self, target: &Target) -> Option<String> {
        let directories: Vec<PathBuf> = target
            .class_path
            .iter()
            .filter(|path| path.is_dir())
            .cloned()
            .collect();
        let known = self
            .known
            .iter()
            .position(|(paths, _)| *paths == directories);
        let place = match known {
            Some(place) => place,
            None => {
                let graph = Graph::read(&directories);
                self.known.push((directories, graph));
                self.known.len() - 1
            }
        };
        let (_, graph) = &self.known[place];
        let release = fs::read(target.jdk.home.join("release")).unwrap_or_default();
        let mut digest = Sha256::new();
        digest.update(release);
        digest.update(format!("{:?} {:?}", target.junit, target.tests.is_some()));
        digest.update(graph.reached(&target.class.replace('.', "/"))?);
        Some(format!("{:x}", digest.finalize()))
    }
}

/// The files of a target that are no classes of directories.
pub(crate) fn of(target: &Target) -> Ground {
    let jars = target.class_path.iter().filter(|path| path.is_file());
    let source = source_path(target, &outer_name(target));
    Ground::of(jars.cloned().chain(source))
}

impl Graph {
    fn read(directories: &[PathBuf]) -> Graph {
        let mut graph = Graph::default();
        let mut parsed = Vec::new();
        for directory in directories {
            for file in everything(directory) {
                let inside = file.strip_prefix(directory).unwrap_or(&file);
                let name = inside.with_extension("").display().to_string();
                let Ok(bytes) = fs::read(&file) else { continue };
                let digest = Sha256::digest(&bytes).to_vec();
                let is_class = file.extension().is_some_and(|end| end == "class");
                match ClassFile::parse(&bytes) {
                    // The first on the class path counts.
                    Ok(class) if is_class && !graph.classes.contains_key(&name) => {
                        parsed.push((name.clone(), class));
                        let uses = BTreeSet::new();
                        graph.classes.insert(name, Class { digest, uses });
                    }
                    _ => graph.resources.extend(digest),
                }
            }
        }
        for (name, class) in &parsed {
            graph.connect(name, class);
        }
        graph
    }

    /// Takes in what a class names, and who may stand for what it names.
    fn connect(&mut self, name: &str, class: &ClassFile) {
        let texts = class.pool.texts();
        let named: BTreeSet<String> = texts
            .flat_map(names_in)
            .filter(|text| self.classes.contains_key(*text))
            .map(str::to_owned)
            .collect();
        // An object of a class may be one of a class below it, or what a static method of
        // another class gives.
        let parents = class.superclass.iter().chain(&class.interfaces);
        let is_static = |method: &&MethodInfo| method.access & access::STATIC != 0;
        let makers = class.methods.iter().filter(is_static);
        let given = makers.filter_map(|method| {
            let (_, result) = method.descriptor.rsplit_once(')')?;
            result.strip_prefix('L')?.strip_suffix(';')
        });
        for other in parents.map(AsRef::as_ref).chain(given) {
            if let Some(other) = self.classes.get_mut(other) {
                other.uses.insert(name.to_owned());
            }
        }
        if let Some(class) = self.classes.get_mut(name) {
            class.uses.extend(named);
        }
    }

    /// The digests of all classes that a class reaches; `None` if it is not here.
    fn reached(&self, class: &str) -> Option<Vec<u8>> {
        self.classes.get(class)?;
        let mut found: BTreeSet<&str> = BTreeSet::new();
        let mut waiting = vec![class];
        while let Some(name) = waiting.pop() {
            if let Some(class) = self.classes.get(name)
                && found.insert(name)
            {
                waiting.extend(class.uses.iter().map(String::as_str));
            }
        }
        let mut digest = Sha256::new();
        for name in found {
            digest.update(name);
            digest.update(&self.classes[name].digest);
        }
        digest.update(&self.resources);
        Some(digest.finalize().to_vec())
    }
}

/// All files below a directory of classes, in order.
fn everything(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(place) = waiting.pop() {
        for entry in fs::read_dir(place).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(entry.path()),
                _ => found.push(entry.path()),
            }
        }
    }
    found.sort();
    found
}

/// The class names that a constant may be, or has in it as a descriptor. One too many does no
/// harm.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.split(['(', ')', '[', '<', '>', ';', ':', '+', '-', '*']);
    let after_l = inside.flat_map(|part| part.match_indices('L').map(|(at, _)| &part[at + 1..]));
    std::iter::once(text).chain(after_l)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_descriptors_and_signatures() {
        let found = |text| names_in(text).collect::<Vec<_>>();
        assert!(found("(ILshop/List;J)V").contains(&"shop/List"));
        assert!(found("Ljava/util/Map<Lshop/Key;[Lshop/Cart;>;").contains(&"shop/Cart"));
        assert!(found("shop/Cart").contains(&"shop/Cart"));
    }

    #[test]
    fn a_class_reaches_what_it_names_and_what_may_stand_for_that() {
        let class = |uses: &[&str]| Class {
            digest: vec![1],
            uses: uses.iter().map(|name| (*name).to_owned()).collect(),
        };
        let graph = |digest: u8| {
            let mut graph = Graph::default();
            graph.classes.insert("A".to_owned(), class(&["B"]));
            graph.classes.insert("B".to_owned(), class(&["C"]));
            let changed = Class {
                digest: vec![digest],
                uses: BTreeSet::new(),
            };
            graph.classes.insert("C".to_owned(), changed);
            graph.classes.insert("D".to_owned(), class(&[]));
            graph
        };
        assert_ne!(graph(1).reached("A"), graph(2).reached("A"));
        assert_eq!(graph(1).reached("D"), graph(2).reached("D"));
        assert_eq!(graph(1).reached("E"), None);
    }
}
