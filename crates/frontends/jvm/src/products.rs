//! Units that call a method of what a target gives: objects of classes that no test can name,
//! and lambdas. Their code is reached by a test that asks the target for one and calls it.

use std::collections::{BTreeMap, BTreeSet};

use everypath_trace::GoalId;

use crate::classfile::{ClassFile, Constant, MethodInfo, access};
use crate::classpath::ClassPath;
use crate::goals::{GoalTable, is_generated};
use crate::program::{Loading, Unit};
use crate::signature::{Argument, MethodType, Type, class_signature};

/// Types above one another that are looked at for the methods of what is given.
const MOST_TYPES: usize = 12;
/// Units of this kind for one method that gives objects.
const MOST_UNITS: usize = 12;

/// The method of a target that gives the receiver of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maker {
    /// Its class, with dots.
    pub class: String,
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its place in the class file.
    pub index: usize,
    /// Whether it has no receiver.
    pub is_static: bool,
}

/// A method that can be called on what a maker gives.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    /// The class that declares it.
    pub file: ClassFile,
    /// Its place there.
    pub method: usize,
    /// What the variables of its class stand for.
    pub bindings: BTreeMap<String, Type>,
    /// The goals that calling it may reach, with the calls on the way.
    pub goals: Vec<(GoalId, u32)>,
}

/// What the methods of targets give.
pub(crate) struct Products<'a> {
    pub class_path: &'a ClassPath,
    /// The targets and the classes nested in them.
    pub files: &'a [ClassFile],
    pub table: &'a GoalTable,
}

impl Products<'_> {
    /// What can be called on the objects that a method gives, where they are of a class that
    /// no test can name, or lambdas.
    pub(crate) fn of(&self, file: &ClassFile, index: usize) -> Vec<Product> {
        let method = &file.methods[index];
        let erased = MethodType::parse(&method.descriptor).and_then(|of| of.result);
        let Some(Type::Class(result, _)) = erased else {
            return Vec::new();
        };
        let generic = method.signature.as_deref().and_then(MethodType::parse);
        let declared = generic.and_then(|of| of.result);
        let arguments = match declared {
            Some(Type::Class(name, arguments)) if name == result => arguments,
            _ => Vec::new(),
        };
        let hidden = self.hidden(file, index);
        let gives_lambdas = gives_lambdas(file, method, &result);
        if hidden.is_empty() && !gives_lambdas {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for (above, bindings) in self.types(&result, &arguments) {
            if above.access & access::PUBLIC == 0 && !self.is_near(&above, file) {
                continue;
            }
            for (place, called) in above.methods.iter().enumerate() {
                let left_out = access::STATIC
                    | access::FINAL
                    | access::PRIVATE
                    | access::SYNTHETIC
                    | access::PROTECTED;
                let key = (called.name.to_string(), called.descriptor.to_string());
                let is_called = called.access & left_out == 0
                    && !called.name.starts_with('<')
                    && &*above.name != "java/lang/Object";
                if !is_called || !seen.insert(key) || found.len() >= MOST_UNITS {
                    continue;
                }
                let mut goals = BTreeMap::new();
                for hidden in &hidden {
                    for goal in self.reached(hidden, called) {
                        goals.entry(goal.0).or_insert(goal.1);
                    }
                }
                if gives_lambdas && called.access & access::ABSTRACT != 0 {
                    for goal in self.table.reachable(&file.name, index as u16) {
                        goals.entry(goal.0).or_insert(goal.1 + 1);
                    }
                }
                if !goals.is_empty() {
                    found.push(Product {
                        file: above.clone(),
                        method: place,
                        bindings: bindings.clone(),
                        goals: goals.into_iter().collect(),
                    });
                }
            }
        }
        found
    }

    /// The classes that no test can name and a method makes objects of.
    fn hidden(&self, file: &ClassFile, index: usize) -> Vec<&ClassFile> {
        let made = self.table.made_from(&file.name, index as u16);
        let files = self.files.iter();
        files
            .filter(|one| !one.can_be_named() && made.contains(&*one.name))
            .collect()
    }

    fn is_near(&self, above: &ClassFile, file: &ClassFile) -> bool {
        let package = |name: &str| {
            name.rsplit_once('/')
                .map_or(String::new(), |one| one.0.to_owned())
        };
        package(&above.name) == package(&file.name) && above.access & access::PRIVATE == 0
    }

    /// The goals of the methods of a hidden class that override another.
    fn reached(&self, hidden: &ClassFile, called: &MethodInfo) -> Vec<(GoalId, u32)> {
        let count = |descriptor: &str| MethodType::parse(descriptor).map(|of| of.parameters.len());
        let overrides = |method: &MethodInfo| {
            method.name == called.name && count(&method.descriptor) == count(&called.descriptor)
        };
        let own = hidden.methods.iter().enumerate().filter(|(_, method)| {
            overrides(method)
                && !is_generated(hidden, method)
                && method.access & (access::STATIC | access::PRIVATE) == 0
        });
        own.flat_map(|(index, _)| self.table.reachable(&hidden.name, index as u16))
            .collect()
    }

    /// A type and those above it, with what their variables stand for.
    fn types(
        &self,
        name: &str,
        arguments: &[Argument],
    ) -> Vec<(ClassFile, BTreeMap<String, Type>)> {
        let mut found: Vec<(ClassFile, BTreeMap<String, Type>)> = Vec::new();
        let exact = |argument: &Argument| match argument {
            Argument::Exact(of) | Argument::Extends(of) | Argument::Super(of) => Some(of.clone()),
            Argument::Any => None,
        };
        let given: Vec<Option<Type>> = arguments.iter().map(exact).collect();
        let mut pending = std::collections::VecDeque::from([(name.replace('.', "/"), given)]);
        while let Some((name, given)) = pending.pop_front() {
            if found.len() >= MOST_TYPES || found.iter().any(|(file, _)| *file.name == *name) {
                continue;
            }
            let bytes = self.class_path.user_class(&name);
            let bytes = bytes.or_else(|| self.class_path.platform_class(&name));
            let Some(Ok(file)) = bytes.map(|bytes| ClassFile::parse(&bytes)) else {
                continue;
            };
            let signature = file.signature.as_deref().and_then(class_signature);
            let (variables, supertypes) = signature.unwrap_or_default();
            let mut bindings = BTreeMap::new();
            for (index, (variable, _)) in variables.iter().enumerate() {
                if let Some(Some(of)) = given.get(index) {
                    bindings.insert(variable.clone(), of.clone());
                }
            }
            let supplied = |argument: &Argument| match exact(argument) {
                Some(Type::Variable(name)) => bindings.get(&name).cloned(),
                other => other,
            };
            for above in file.superclass.iter().chain(&file.interfaces) {
                let dotted = above.replace('/', ".");
                let arguments = supertypes.iter().find_map(|of| match of {
                    Type::Class(name, arguments) if *name == dotted => Some(arguments),
                    _ => None,
                });
                let given = arguments.into_iter().flatten().map(supplied).collect();
                pending.push_back((above.to_string(), given));
            }
            found.push((file, bindings));
        }
        found
    }
}

/// Whether a method makes a lambda of a type.
fn gives_lambdas(file: &ClassFile, method: &MethodInfo, result: &str) -> bool {
    let gives = format!(")L{};", result.replace('.', "/"));
    let makes = |index: &u16| match file.pool.get(*index) {
        Ok(Constant::InvokeDynamic(_, named)) => {
            let named = file.pool.name_and_type(*named);
            named.is_ok_and(|(_, descriptor)| descriptor.ends_with(&gives))
        }
        _ => false,
    };
    crate::goals::dynamic_calls(file, method).iter().any(makes)
}

impl Loading {
    /// The units that call what the methods of a class give.
    pub(crate) fn add_products(
        &mut self,
        class_path: &ClassPath,
        file: &ClassFile,
        files: &[ClassFile],
    ) {
        if !file.can_be_named() {
            return;
        }
        for (index, method) in file.methods.iter().enumerate() {
            let hidden = method.access & (access::PRIVATE | access::SYNTHETIC | access::BRIDGE);
            if hidden != 0 || method.name.starts_with('<') || is_generated(file, method) {
                continue;
            }
            let products = Products {
                class_path,
                files,
                table: &self.table,
            };
            let found = products.of(file, index);
            for product in found {
                let Some(unit) = self.product(file, index, product) else {
                    continue;
                };
                let name = unit.name();
                if self.units.iter().all(|known| known.name() != name) {
                    self.units.push(unit);
                }
            }
        }
    }

    /// A unit that calls a method of what another gives.
    fn product(&self, file: &ClassFile, index: usize, product: Product) -> Option<Unit> {
        let made = &file.methods[index];
        let called = &product.file.methods[product.method];
        let maker = self.unit(file, made, index as u16)?;
        let mut unit = self.unit(&product.file, called, product.method as u16)?;
        for parameter in &mut unit.parameters {
            if let Type::Variable(name) = &parameter.declared
                && let Some(of) = product.bindings.get(name)
            {
                parameter.declared = of.clone();
            }
        }
        (unit.goals, unit.distances) = product.goals.into_iter().unzip();
        unit.source = maker.source;
        unit.line = maker.line;
        unit.literals = maker.literals;
        unit.asked = maker.asked;
        unit.constants = maker.constants;
        unit.statics = maker.statics;
        unit.is_wide = maker.is_wide;
        unit.maker = Some(Maker {
            class: maker.class,
            method: maker.method,
            descriptor: maker.descriptor,
            index,
            is_static: made.access & access::STATIC != 0,
        });
        Some(unit)
    }
}
