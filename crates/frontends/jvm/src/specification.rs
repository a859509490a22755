//! Specifications: what methods that are woven into a class say of its units.
//! They answer with the number of a clause that does not hold, or with zero.

use everypath_recipe::{CHECK, REQUIRES, woven_name};
use everypath_trace::{Goal, GoalId, GoalKind, Goals, Location};

use crate::classfile::ClassFile;
use crate::goals::source_file;
use crate::machine::{ClassId, Machine, MethodId};
use crate::observers::Observer;
use crate::program::Unit;

/// What the source says of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Specification {
    /// The clauses, numbered from one, as messages show them.
    pub clauses: Vec<String>,
    /// What methods promise.
    pub contracts: Vec<Contract>,
}

/// What one method promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The class, by its binary name with dots.
    pub class: String,
    /// The method; `<init>` for a constructor.
    pub method: String,
    /// How many parameters it has.
    pub parameters: usize,
    /// The clauses that a call may break.
    pub promises: Vec<u32>,
}

impl Specification {
    /// A clause as messages show it.
    pub fn clause(&self, number: u32) -> &str {
        let index = (number as usize).wrapping_sub(1);
        self.clauses
            .get(index)
            .map_or("a specification", String::as_str)
    }

    /// The promises of a unit with the goals of breaking them, which are added.
    pub(crate) fn promises(
        &self,
        unit: &Unit,
        file: &ClassFile,
        goals: &mut Goals,
    ) -> Vec<(u32, GoalId)> {
        // Overloads with as many parameters share theirs.
        let found = self.contracts.iter().filter(|contract| {
            contract.class == unit.class
                && contract.method == unit.method
                && contract.parameters == unit.parameters.len()
        });
        let mut promises: Vec<u32> = found.flat_map(|one| one.promises.clone()).collect();
        promises.sort_unstable();
        promises.dedup();
        let add = |&number: &u32| {
            goals.0.push(Goal {
                kind: GoalKind::Condition,
                location: Location {
                    file: source_file(file),
                    line: unit.line,
                    column: 0,
                },
                description: format!("{} is broken", self.clause(number)),
                function: format!("{}.{}", unit.class, unit.method),
                condition: None,
            });
            (number, GoalId(goals.0.len() as u32 - 1))
        };
        promises.iter().map(add).collect()
    }
}

/// A method that is woven into a class for another.
fn woven(
    machine: &mut Machine,
    class: ClassId,
    (method, descriptor): (&str, &str),
    prefix: &str,
) -> Option<MethodId> {
    let (parameters, _) = descriptor.split_once(')')?;
    let name = woven_name(prefix, method);
    machine.find_own_method(class, &name, &format!("{parameters})I"))
}

/// The method that says which clause an input does not meet.
pub(crate) fn requires(machine: &mut Machine, class: ClassId, unit: &Unit) -> Option<MethodId> {
    woven(machine, class, (&unit.method, &unit.descriptor), REQUIRES)
}

/// The same for an observer.
pub(crate) fn requires_of(
    machine: &mut Machine,
    class: ClassId,
    observer: &Observer,
) -> Option<MethodId> {
    let of = (observer.name.as_str(), observer.descriptor.as_str());
    woven(machine, class, of, REQUIRES)
}

/// The method that calls a unit and says which promise it broke.
pub(crate) fn check(machine: &mut Machine, class: ClassId, unit: &Unit) -> Option<MethodId> {
    woven(machine, class, (&unit.method, &unit.descriptor), CHECK)
}
