//! Programs: classes on a class path, the units to explore and their goals.

use std::collections::BTreeSet;
use std::sync::Arc;

use everypath_recipe::INVARIANT;
use everypath_trace::{GoalId, GoalKind, Goals, Marker, Scope};

use crate::classfile::{ClassFile, MethodInfo, access};
use crate::classpath::ClassPath;
use crate::goals::{GoalTable, is_generated, source_file};
use crate::named::{asked_types, library_texts, named_classes};
use crate::observers::{self, Observer, Observers};
use crate::places::Places;
use crate::products::Maker;
use crate::signature::{MethodType, Primitive, Type};
use crate::specification::Specification;

/// How an access to an array at a symbolic index is explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrayModel {
    /// The element is a term over the index that tells the elements apart: one
    /// path.
    #[default]
    Cases,
    /// The same by the theory of arrays: what is read and written are terms.
    Theory,
    /// The index is made concrete: one path for each element.
    Lazy,
}

/// How a program is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How arrays at symbolic indices are explored.
    pub arrays: ArrayModel,
    /// The name of the invariant method, if the user gave one.
    pub invariant: Option<String>,
    /// Bytes that one run may allocate.
    pub memory: u64,
    /// The kinds of goals to make beside branches.
    pub goals: Vec<GoalKind>,
    /// Whether observers with arguments are asked, too.
    pub ask_with_arguments: bool,
    /// The goals that the target's source marks.
    pub markers: Vec<Marker>,
    /// What the target's source says of it, woven into its classes.
    pub specification: Specification,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            arrays: ArrayModel::default(),
            invariant: None,
            memory: 256 << 20,
            goals: vec![GoalKind::Line],
            ask_with_arguments: false,
            markers: Vec::new(),
            specification: Specification::default(),
        }
    }
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// A static method.
    Static,
    /// An instance method.
    Instance,
    /// A constructor.
    Constructor,
}

/// A parameter of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, from the class file's tables or `arg0`, `arg1`, ….
    pub name: String,
    /// Its generic type.
    pub declared: Type,
}

/// A method or constructor to explore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The class, by its binary name with dots.
    pub class: String,
    /// The method's name; `<init>` for a constructor.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// What it is.
    pub kind: UnitKind,
    /// The access flags of the method.
    pub access: u16,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The result; `None` is `void`.
    pub result: Option<Type>,
    /// The checked exceptions it declares, by binary name with dots.
    pub throws: Vec<String>,
    /// The source file's name, if the class file says it.
    pub source: Option<String>,
    /// The first line, 0 if unknown.
    pub line: u32,
    /// The invariant method of the class, if any.
    pub invariant: Option<String>,
    /// The invariant that a test can call, if any.
    pub asserted: Option<String>,
    /// The clauses that it may break, and the goals of breaking them.
    pub promises: Vec<(u32, GoalId)>,
    /// The goals that it may reach.
    pub goals: Vec<GoalId>,
    /// For each of them the least number of calls on the way there.
    pub distances: Vec<u32>,
    /// The observers whose answers partition its receivers, if they are goals.
    pub observers: Option<Observers>,
    /// The strings, in UTF-16, that its code names.
    pub literals: Vec<Vec<u16>>,
    /// The types that its code asks objects for: what an `Object` may be.
    pub asked: Vec<Type>,
    /// The classes that its class names as values: what a `Class` may be.
    pub classes: Vec<Type>,
    /// The static fields with objects that its code names, class and field:
    /// what an object of an abstract type may be.
    pub constants: Vec<(String, String)>,
    /// The static fields that its code reads, class and field: what they are is part of
    /// its input where a test can set them.
    pub statics: Vec<(String, String)>,
    /// Whether its code looks at characters beyond Latin-1.
    pub is_wide: bool,
    /// The method of a target that gives its receiver, where that is of a class which no test
    /// can name.
    pub maker: Option<Maker>,
}

impl Unit {
    /// `pkg.Class#method(int,String)`: the form that targets have, unique in a program.
    pub fn name(&self) -> String {
        let types: Vec<String> = self
            .parameters
            .iter()
            .map(|parameter| {
                let full = parameter.declared.erased().to_string();
                full.rsplit('.').next().unwrap_or(&full).to_owned()
            })
            .collect();
        let types = types.join(",");
        match &self.maker {
            Some(maker) => {
                let giver = format!("{}#{}", maker.class, maker.method);
                format!("{giver}.{}({types})", self.method)
            }
            None => format!("{}#{}({types})", self.class, self.method),
        }
    }

    /// The target that it belongs to, with dots: its class, or that of its maker.
    pub fn home(&self) -> &str {
        self.maker
            .as_ref()
            .map_or(&self.class, |maker| &maker.class)
    }
}

/// A program with its targets loaded.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The class path.
    pub class_path: Arc<ClassPath>,
    /// The target classes with the classes nested in them, with slashes.
    pub classes: Vec<String>,
    /// The units, in the order of their classes and lines.
    pub units: Vec<Unit>,
    /// The goals of the targets.
    pub goals: Goals,
    /// The goals that invariants lead to.
    pub of_invariants: BTreeSet<GoalId>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// The bounds of inputs.
    pub scope: Scope,
    /// How it is run.
    pub options: Options,
    pub(crate) table: Arc<GoalTable>,
}

impl Loaded {
    /// The class, with dots, of the exception that the language throws by itself where a goal
    /// is covered.
    pub fn thrown(&self, goal: GoalId) -> Option<String> {
        let class = self.table.thrown(goal)?;
        Some(class.replace('/', "."))
    }
}

/// Loads programs.
#[derive(Debug)]
pub struct Program;

impl Program {
    /// Loads the target classes, named with dots or slashes, and the classes
    /// nested in them.
    pub fn load(
        class_path: Arc<ClassPath>,
        targets: &[String],
        scope: Scope,
        options: Options,
    ) -> Result<Loaded, String> {
        let known = class_path.user_classes();
        let mut classes: Vec<String> = Vec::new();
        for target in targets {
            let name = target.replace('.', "/");
            if class_path.user_class(&name).is_none() && class_path.platform_class(&name).is_none()
            {
                return Err(format!(
                    "there is no class {} on the class path",
                    name.replace('/', ".")
                ));
            }
            let inside = format!("{name}$");
            let nested = known
                .iter()
                .filter(|known| known.starts_with(&inside))
                .cloned();
            for class in std::iter::once(name.clone()).chain(nested) {
                if !classes.contains(&class) {
                    classes.push(class);
                }
            }
        }
        let mut loading = Loading {
            table: GoalTable::default(),
            goals: Goals::default(),
            of_invariants: BTreeSet::new(),
            warnings: Vec::new(),
            units: Vec::new(),
        };
        let mut files = Vec::new();
        for class in &classes {
            let bytes = class_path
                .user_class(class)
                .or_else(|| class_path.platform_class(class));
            let Some(bytes) = bytes else {
                continue;
            };
            match ClassFile::parse(&bytes) {
                Ok(file) => files.push(file),
                Err(malformed) => {
                    let problem = format!(
                        "{} is no usable class file: {malformed}",
                        class.replace('/', ".")
                    );
                    if targets
                        .iter()
                        .any(|target| target.replace('.', "/") == *class)
                    {
                        return Err(problem);
                    }
                    loading.warnings.push(problem);
                }
            }
        }
        let places = Places::new(&options.goals, &options.markers, &files);
        for file in &files {
            loading.table.add(file, &places, &mut loading.goals);
        }
        for file in &files {
            loading.add_units(file, &files, &options);
        }
        for file in &files {
            loading.add_products(&class_path, file, &files);
        }
        Ok(Loaded {
            class_path,
            classes,
            units: loading.units,
            goals: loading.goals,
            of_invariants: loading.of_invariants,
            warnings: loading.warnings,
            scope,
            options,
            table: Arc::new(loading.table),
        })
    }
}

pub(crate) struct Loading {
    pub(crate) table: GoalTable,
    goals: Goals,
    of_invariants: BTreeSet<GoalId>,
    warnings: Vec<String>,
    pub(crate) units: Vec<Unit>,
}

/// The names of methods that say whether an object is valid.
pub const INVARIANTS: [&str; 6] = [
    "repOK",
    "repOk",
    "repok",
    "invariant",
    "checkRep",
    "checkInvariant",
];

impl Loading {
    fn add_units(&mut self, file: &ClassFile, files: &[ClassFile], options: &Options) {
        let flags = file.declared_access();
        if !file.can_be_named() {
            return;
        }
        let asserted = invariant_of(file, options);
        let is_woven = |method: &MethodInfo| *method.name == *INVARIANT;
        let invariant = match file.methods.iter().any(is_woven) {
            true => Some(INVARIANT.to_owned()),
            false => asserted.clone(),
        };
        let observers = match options.goals.contains(&GoalKind::Partition) {
            true => self.observers(file, files, asserted.as_deref(), options),
            false => None,
        };
        let classes = named_classes(file);
        for (index, method) in file.methods.iter().enumerate() {
            let is_invariant = method.descriptor.starts_with("()")
                && asserted.iter().any(|name| **name == *method.name);
            if is_invariant || is_woven(method) {
                let goals = self.table.reachable(&file.name, index as u16);
                self.of_invariants
                    .extend(goals.iter().map(|(goal, _)| goal));
            }
            let hidden =
                method.access & (access::PRIVATE | access::SYNTHETIC | access::BRIDGE) != 0;
            let is_constructor = &*method.name == "<init>";
            let is_abstract = file.access & (access::ABSTRACT | access::INTERFACE) != 0;
            if hidden
                || method.code.is_none()
                || &*method.name == "<clinit>"
                || is_generated(file, method)
                || (is_constructor && (is_abstract || flags & access::ENUM != 0))
                || is_invariant
            {
                continue;
            }
            match self.unit(file, method, index as u16) {
                Some(mut unit) => {
                    unit.classes.clone_from(&classes);
                    unit.invariant.clone_from(&invariant);
                    unit.asserted.clone_from(&asserted);
                    let specification = &options.specification;
                    unit.promises = specification.promises(&unit, file, &mut self.goals);
                    if unit.kind == UnitKind::Instance {
                        unit.observers.clone_from(&observers);
                        let partitions = observers.iter().flat_map(Observers::goals);
                        unit.goals.extend(partitions);
                        unit.distances.resize(unit.goals.len(), 0);
                    }
                    self.units.push(unit);
                }
                None => self.warnings.push(format!(
                    "{}.{} has a signature that cannot be read",
                    file.name.replace('/', "."),
                    method.name
                )),
            }
        }
    }

    /// The observers of a class, with the goals of their answers.
    fn observers(
        &mut self,
        file: &ClassFile,
        files: &[ClassFile],
        invariant: Option<&str>,
        options: &Options,
    ) -> Option<Observers> {
        let with_arguments = options.ask_with_arguments;
        let found = observers::candidates(file, files, invariant, with_arguments);
        let found = found.into_iter().filter_map(|(index, may_refuse)| {
            let unit = self.unit(file, &file.methods[index], index as u16)?;
            Some(Observer {
                name: unit.method,
                descriptor: unit.descriptor,
                parameters: unit.parameters,
                throws: !unit.throws.is_empty(),
                may_refuse,
            })
        });
        let found = found.collect();
        Observers::add(found, file, &mut self.goals, &mut self.warnings)
    }

    pub(crate) fn unit(&self, file: &ClassFile, method: &MethodInfo, index: u16) -> Option<Unit> {
        let erased = MethodType::parse(&method.descriptor)?;
        let generic = method.signature.as_deref().and_then(MethodType::parse);
        let (declared, result) = match generic {
            Some(generic) if generic.parameters.len() == erased.parameters.len() => {
                (generic.parameters, generic.result)
            }
            _ => (erased.parameters.clone(), erased.result),
        };
        let is_static = method.access & access::STATIC != 0;
        let names = parameter_names(method, &erased.parameters, is_static);
        let parameters = declared
            .into_iter()
            .zip(names)
            .map(|(declared, name)| Parameter { name, declared })
            .collect();
        let line = method
            .code
            .as_ref()
            .and_then(|code| code.lines.iter().map(|line| line.1).min());
        let reachable = self.table.reachable(&file.name, index);
        let (goals, distances) = reachable.into_iter().unzip();
        Some(Unit {
            class: file.name.replace('/', "."),
            method: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
            kind: match (&*method.name, is_static) {
                ("<init>", _) => UnitKind::Constructor,
                (_, true) => UnitKind::Static,
                (_, false) => UnitKind::Instance,
            },
            access: method.access,
            parameters,
            result,
            throws: method
                .throws
                .iter()
                .map(|class| class.replace('/', "."))
                .collect(),
            source: Some(source_file(file)),
            line: u32::from(line.unwrap_or(0)),
            invariant: None,
            asserted: None,
            promises: Vec::new(),
            goals,
            distances,
            observers: None,
            literals: [self.table.strings(&file.name, index), library_texts(file)].concat(),
            asked: asked_types(file, method, self.table.types(&file.name, index)),
            classes: Vec::new(),
            constants: self.table.constants(&file.name, index),
            statics: self.table.statics(&file.name, index),
            is_wide: self.table.looks_wide(&file.name, index),
            maker: None,
        })
    }
}

fn invariant_of(file: &ClassFile, options: &Options) -> Option<String> {
    let fits = |method: &&MethodInfo| {
        let named = match &options.invariant {
            Some(name) => *method.name == **name,
            None => INVARIANTS.contains(&&*method.name),
        };
        named && method.access & access::STATIC == 0 && matches!(&*method.descriptor, "()Z" | "()V")
    };
    file.methods
        .iter()
        .find(fits)
        .map(|method| method.name.to_string())
}

/// The names of a method's parameters: from the table of parameters, else
/// from that of locals, else numbered.
pub(crate) fn parameter_names(method: &MethodInfo, types: &[Type], is_static: bool) -> Vec<String> {
    let mut slot = u16::from(!is_static);
    let mut names = Vec::with_capacity(types.len());
    for (index, parameter) in types.iter().enumerate() {
        let listed = method.parameters.get(index).cloned().flatten();
        let local = method.code.as_ref().and_then(|code| {
            let found = code
                .locals
                .iter()
                .find(|local| local.start == 0 && local.slot == slot);
            found.map(|local| local.name.clone())
        });
        let name = listed
            .or(local)
            .map_or_else(|| format!("arg{index}"), |name| name.to_string());
        names.push(name);
        let wide = matches!(
            parameter,
            Type::Primitive(Primitive::Long | Primitive::Double)
        );
        slot += 1 + u16::from(wide);
    }
    names
}
