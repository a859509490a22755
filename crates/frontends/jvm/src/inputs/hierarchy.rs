//! Which of the user's classes implement what.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use super::ways::Way;
use crate::classfile::{ClassFile, access};
use crate::classpath::ClassPath;
use crate::machine::ClassId;
use crate::signature::Type;

/// Class files that are looked at for implementers.
const MOST: usize = 3_000;

/// The user's classes by their supertypes, read when first asked for.
#[derive(Debug)]
pub struct Hierarchy {
    class_path: Arc<ClassPath>,
    below: OnceCell<BTreeMap<String, Vec<(String, bool)>>>,
    /// What was found out before, as long as the machine is the same.
    pub(super) memory: RefCell<Memory>,
}

/// What making inputs asks again and again.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The ways to make an object of a class, seen from a package.
    pub ways: HashMap<(String, ClassId), Vec<Way>>,
    /// Methods of a class that change its objects, seen from a package.
    pub mutators: HashMap<(String, ClassId), Vec<(ClassId, usize)>>,
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
    /// The hierarchy of a class path.
    pub fn new(class_path: Arc<ClassPath>) -> Hierarchy {
        Hierarchy {
            class_path,
            below: OnceCell::new(),
            memory: RefCell::default(),
        }
    }

    /// The classes below a class, named with slashes, that can be
    /// instantiated; near ones first, at most `most`.
    pub fn implementers(&self, class: &str, most: usize) -> Vec<String> {
        let below = self.below.get_or_init(|| self.read());
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

    fn read(&self) -> BTreeMap<String, Vec<(String, bool)>> {
        let mut below: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
        for name in self.class_path.user_classes().into_iter().take(MOST) {
            let Some(bytes) = self.class_path.user_class(&name) else {
                continue;
            };
            let Ok(file) = ClassFile::parse(&bytes) else {
                continue;
            };
            let flags = file.declared_access();
            let hidden = access::ABSTRACT | access::INTERFACE | access::PRIVATE | access::SYNTHETIC;
            let is_named = file.inner().is_none_or(|inner| inner.name.is_some());
            let instantiable =
                (flags | file.access) & hidden == 0 && is_named && file.enclosing.is_none();
            for above in file.superclass.iter().chain(&file.interfaces) {
                below
                    .entry(above.to_string())
                    .or_default()
                    .push((name.clone(), instantiable));
            }
        }
        below
    }
}
