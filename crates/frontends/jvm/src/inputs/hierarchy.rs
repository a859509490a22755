//! Which of the user's classes implement what.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use super::subclasses::Above;
use super::ways::Way;
use crate::classfile::{ClassFile, access};
use crate::classpath::ClassPath;
use crate::machine::{ClassId, Extent, Machine};
use crate::program::Loaded;
use crate::signature::Type;

/// Class files that are looked at for implementers and makers, near ones first.
const MOST: usize = 3_000;

/// The user's classes by their supertypes, read when first asked for.
#[derive(Debug)]
pub(crate) struct Hierarchy {
    class_path: Arc<ClassPath>,
    /// The package that counts as near, with slashes.
    package: String,
    /// Whether tests cannot be in that package.
    pub(super) is_closed: bool,
    read: OnceCell<Known>,
    /// What was found out before, as long as the machine is the same.
    pub(super) memory: RefCell<Memory>,
}

/// What the user's class files say.
#[derive(Debug, Default)]
struct Known {
    /// Classes by their supertypes, and whether they can be instantiated.
    below: BTreeMap<String, Vec<(String, bool)>>,
    /// Static methods, by class and place, of other classes that give a class.
    makers: BTreeMap<String, Vec<(String, usize)>>,
}

/// What making inputs asks again and again.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The ways to make an object of a class, seen from a package.
    pub ways: HashMap<(String, ClassId), Vec<Way>>,
    /// Methods of a class that change its objects, seen from a package.
    pub mutators: HashMap<(String, ClassId), Vec<(ClassId, usize)>>,
    /// The constructors that a subclass of a class can call, seen from a package.
    pub bases: HashMap<(String, ClassId), Rc<[usize]>>,
    /// What a subclass of a class may override.
    pub above: HashMap<(ClassId, Extent), Rc<[Above]>>,
    /// Whether a real object of a class is hard to come by, seen from a package.
    pub hard: HashMap<(String, ClassId), bool>,
    /// Whether the code of classes opens files by their names.
    pub names_files: HashMap<String, bool>,
    /// The parameters of methods.
    pub parameters: HashMap<(ClassId, usize), Rc<Parameters>>,
}

/// The parameters of a method: their types and names, and its own type variables.
#[derive(Debug)]
pub(super) struct Parameters {
    /// Types and names.
    pub declared: Vec<(Type, String)>,
    /// Type variables and what they stand for.
    pub variables: Vec<(String, Type)>,
}

impl Hierarchy {
    /// The hierarchy of a program's class path, seen from its first target.
    pub(crate) fn new(loaded: &Loaded) -> Hierarchy {
        let class = loaded.classes.first().map_or("", String::as_str);
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        Hierarchy {
            class_path: loaded.class_path.clone(),
            package: package.to_owned(),
            is_closed: loaded.class_path.is_closed(class),
            read: OnceCell::new(),
            memory: RefCell::default(),
        }
    }

    /// Whether the code of a class opens files by their names.
    pub(super) fn names_files(&self, machine: &mut Machine, class: &str) -> bool {
        if let Some(known) = self.memory.borrow().names_files.get(class) {
            return *known;
        }
        let file = machine.load(class).ok();
        let file = file.and_then(|class| machine.class(class).file.clone());
        let found = file.is_some_and(|file| super::files::names_files(&file));
        let mut memory = self.memory.borrow_mut();
        memory.names_files.insert(class.to_owned(), found);
        found
    }

    /// The static methods of other classes that give an object of a class,
    /// named with slashes.
    pub(crate) fn makers(&self, class: &str) -> Vec<(String, usize)> {
        let known = self.read.get_or_init(|| self.read());
        known.makers.get(class).cloned().unwrap_or_default()
    }

    /// The classes below a class, named with slashes, that can be
    /// instantiated; near ones first, at most `most`.
    pub(crate) fn implementers(&self, class: &str, most: usize) -> Vec<String> {
        let below = &self.read.get_or_init(|| self.read()).below;
        let mut found: Vec<String> = Vec::new();
        let mut pending = std::collections::VecDeque::from([class.to_owned()]);
        let mut seen = std::collections::BTreeSet::new();
        while let Some(next) = pending.pop_front() {
            if found.len() >= most || !seen.insert(next.clone()) {
                continue;
            }
            for (name, instantiable) in below.get(&next).into_iter().flatten() {
                if *instantiable && !found.contains(name) && found.len() < most {
                    found.push(name.clone());
                }
                pending.push_back(name.clone());
            }
        }
        found
    }

    /// How many of a class's packages, from the outermost, are also ours.
    fn nearness(&self, class: &str) -> usize {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        let pairs = package.split('/').zip(self.package.split('/'));
        let shared = pairs.take_while(|(one, other)| one == other).count();
        // What lies deeper than we do is farther than what lies beside us.
        2 * shared + usize::from(package == self.package)
    }

    fn read(&self) -> Known {
        let mut known = Known::default();
        let mut names = self.class_path.user_classes();
        names.sort_by_cached_key(|name| (Reverse(self.nearness(name)), name.clone()));
        names.dedup();
        for name in names.into_iter().take(MOST) {
            let Some(bytes) = self.class_path.user_class(&name) else {
                continue;
            };
            let Ok(file) = ClassFile::parse(&bytes) else {
                continue;
            };
            let flags = file.declared_access();
            let without = access::ABSTRACT | access::INTERFACE | access::SYNTHETIC;
            let instantiable = (flags | file.access) & without == 0 && file.can_be_named();
            for above in file.superclass.iter().chain(&file.interfaces) {
                let below = known.below.entry(above.to_string()).or_default();
                below.push((name.clone(), instantiable));
            }
            if flags & (access::PRIVATE | access::SYNTHETIC) == 0 {
                for (index, made) in made_by(&file) {
                    let makers = known.makers.entry(made).or_default();
                    makers.push((name.clone(), index));
                }
            }
        }
        known
    }
}

/// The static methods of a class that give objects of other classes.
fn made_by(file: &ClassFile) -> impl Iterator<Item = (usize, String)> {
    let hidden = access::PRIVATE | access::SYNTHETIC | access::BRIDGE;
    let methods = file.methods.iter().enumerate();
    methods.filter_map(move |(index, method)| {
        if method.access & access::STATIC == 0 || method.access & hidden != 0 {
            return None;
        }
        let (_, result) = method.descriptor.split_once(")L")?;
        let result = result.strip_suffix(';')?;
        (*result != *file.name && !result.starts_with("java/")).then(|| (index, result.to_owned()))
    })
}
