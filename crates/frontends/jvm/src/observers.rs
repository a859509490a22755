//! Observers: boolean methods without effects. Their answers partition the
//! states of a class; each way of answering is a goal. Arguments of observers
//! are inputs beside those of the unit, and an observer with a precondition
//! has a third answer: that it may not be asked.

use std::collections::BTreeSet;

use everypath_recipe::{REQUIRES, woven_name};
use everypath_trace::{Goal, GoalId, GoalKind, Goals, Location};

use crate::classfile::{ClassFile, MethodInfo, access};
use crate::code::{Code, Instr, Marks, decode, descriptor_slots};
use crate::goals::{is_generated, source_file};
use crate::program::Parameter;

/// Partitions of a class: observers that would make more are not asked.
const MOST: u32 = 64;
/// Calls inside calls that are looked at for effects.
const DEEPEST: usize = 8;

/// What an observer says of a receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It answers no.
    No,
    /// It answers yes.
    Yes,
    /// Its precondition does not hold.
    Refused,
}

/// A boolean method that is asked about receivers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observer {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its parameters, whose values are inputs.
    pub parameters: Vec<Parameter>,
    /// Whether it declares exceptions.
    pub throws: bool,
    /// Whether it has a precondition: a clause of a specification, or a
    /// `throw` in its code.
    pub may_refuse: bool,
}

impl Observer {
    /// The slot of a parameter's value. No parameter of a unit has this name.
    pub fn slot(&self, parameter: &Parameter) -> String {
        format!("{}().{}", self.name, parameter.name)
    }

    /// How many answers it has.
    pub fn answers(&self) -> u32 {
        2 + u32::from(self.may_refuse)
    }

    fn shown(&self) -> String {
        let parameters = self.parameters.iter();
        let names: Vec<&str> = parameters.map(|of| of.name.as_str()).collect();
        match names.is_empty() {
            true => self.name.clone(),
            false => format!("{}({})", self.name, names.join(", ")),
        }
    }
}

/// The observers of a class, and the goals of their answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observers {
    /// The observers: those without arguments, then the others.
    pub asked: Vec<Observer>,
    /// The goal of the partition in which all answer no. The others follow:
    /// an answer counts as often as those before it have combinations.
    pub first: u32,
}

impl Observers {
    /// Takes as many observers as the partitions allow, and adds their goals;
    /// the rest is told.
    pub fn add(
        found: Vec<Observer>,
        file: &ClassFile,
        goals: &mut Goals,
        warnings: &mut Vec<String>,
    ) -> Option<Observers> {
        let mut observers = Observers {
            asked: Vec::new(),
            first: goals.0.len() as u32,
        };
        let class = file.name.replace('/', ".");
        for observer in found {
            match observers.count() * observer.answers() <= MOST {
                true => observers.asked.push(observer),
                false => warnings.push(format!(
                    "{class}: there are {} partitions without {}, which is not asked",
                    observers.count(),
                    observer.shown()
                )),
            }
        }
        if observers.asked.is_empty() {
            return None;
        }
        for index in 0..observers.count() {
            goals.0.push(Goal {
                kind: GoalKind::Partition,
                location: Location {
                    file: source_file(file),
                    line: 1,
                    column: 0,
                },
                description: observers.description(index),
                function: class.clone(),
                condition: None,
            });
        }
        Some(observers)
    }

    /// How many partitions there are.
    fn count(&self) -> u32 {
        self.asked.iter().map(Observer::answers).product()
    }

    fn description(&self, mut index: u32) -> String {
        let mut said = Vec::new();
        for observer in &self.asked {
            let shown = observer.shown();
            said.push(match index % observer.answers() {
                0 => format!("not {shown}"),
                1 => shown,
                _ => format!("{shown} not to be asked"),
            });
            index /= observer.answers();
        }
        said.join(" and ")
    }

    /// The goal of some answers; none if an observer without a precondition
    /// gave no answer.
    pub fn goal(&self, answers: &[Answer]) -> Option<GoalId> {
        let mut index = 0;
        for (observer, answer) in self.asked.iter().zip(answers).rev() {
            let said = *answer as u32;
            if said >= observer.answers() {
                return None;
            }
            index = index * observer.answers() + said;
        }
        Some(GoalId(self.first + index))
    }

    /// The goals of all partitions.
    pub fn goals(&self) -> impl Iterator<Item = GoalId> + use<> {
        (self.first..self.first + self.count()).map(GoalId)
    }
}

/// The methods of a class that may be asked, by their places, and whether
/// they have preconditions: those without arguments first.
pub(crate) fn candidates(
    file: &ClassFile,
    files: &[ClassFile],
    invariant: Option<&str>,
    with_arguments: bool,
) -> Vec<(usize, bool)> {
    let fits = |method: &MethodInfo| {
        let hidden = access::STATIC | access::PRIVATE | access::SYNTHETIC | access::BRIDGE;
        let is_plain = &*method.descriptor == "()Z";
        // It compares two objects, and says nothing of one.
        let compares = &*method.name == "equals";
        method.descriptor.ends_with(")Z")
            && (is_plain || with_arguments && !compares)
            && method.access & (hidden | access::ABSTRACT) == 0
            && !(is_plain && invariant == Some(&*method.name))
            && !is_generated(file, method)
            && !may(Does::Change, file, method, files)
    };
    let mut found: Vec<(usize, bool)> = file
        .methods
        .iter()
        .enumerate()
        .filter(|(_, method)| fits(method))
        .map(|(index, method)| {
            let (required, shape) = required(method);
            let is_required = file
                .methods
                .iter()
                .any(|other| *other.name == *required && *other.descriptor == *shape);
            (index, is_required || may(Does::Throw, file, method, files))
        })
        .collect();
    found.sort_by_key(|(index, _)| &*file.methods[*index].descriptor != "()Z");
    found
}

/// The name and the descriptor of the method that says which clause of an
/// observer's precondition does not hold.
fn required(method: &MethodInfo) -> (String, String) {
    let parameters = method.descriptor.trim_end_matches('Z');
    (woven_name(REQUIRES, &method.name), format!("{parameters}I"))
}

/// What code may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    /// It changes something.
    Change,
    /// It throws an exception that it names.
    Throw,
}

/// Whether a method may do something, as far as its code tells.
fn may(does: Does, file: &ClassFile, method: &MethodInfo, files: &[ClassFile]) -> bool {
    let seen = BTreeSet::new();
    let mut looking = Looking { does, files, seen };
    looking.at(file, method, 0)
}

fn code_of(file: &ClassFile, method: &MethodInfo) -> Option<Code> {
    let raw = method.code.as_ref()?;
    let (slots, _) = descriptor_slots(&method.descriptor)?;
    let slots = slots + u16::from(method.access & access::STATIC == 0);
    decode(raw, &file.pool, &Marks::default(), slots).ok()
}

/// Looking through the code of a method and of those it calls.
struct Looking<'a> {
    does: Does,
    files: &'a [ClassFile],
    seen: BTreeSet<(String, String)>,
}

impl Looking<'_> {
    fn at(&mut self, file: &ClassFile, method: &MethodInfo, depth: usize) -> bool {
        let key = (
            file.name.to_string(),
            format!("{}{}", method.name, method.descriptor),
        );
        if !self.seen.insert(key) {
            return false;
        }
        let changes = self.does == Does::Change;
        let Some(code) = code_of(file, method) else {
            return changes;
        };
        if depth > DEEPEST {
            return changes;
        }
        code.instrs
            .iter()
            .map(|cell| cell.get())
            .any(|instr| match instr {
                Instr::PutField(_)
                | Instr::PutStatic(_)
                | Instr::ArrayStore(_)
                | Instr::MonitorEnter
                | Instr::InvokeDynamic(_) => changes,
                Instr::Throw => !changes,
                Instr::Invoke(_, index) => self.at_call(file, index, depth),
                _ => false,
            })
    }

    fn at_call(&mut self, file: &ClassFile, index: u16, depth: usize) -> bool {
        let changes = self.does == Does::Change;
        let Ok(member) = file.pool.member(index) else {
            return changes;
        };
        let files = self.files;
        let Some(other) = files.iter().find(|other| other.name == member.class) else {
            return changes && !is_harmless(&member.class, &member.name);
        };
        let called = other
            .methods
            .iter()
            .find(|method| method.name == member.name && method.descriptor == member.descriptor);
        called.map_or(changes, |called| self.at(other, called, depth + 1))
    }
}

/// Methods of the platform that change nothing.
fn is_harmless(class: &str, name: &str) -> bool {
    match class {
        "java/lang/Math" | "java/lang/StrictMath" | "java/lang/String" => true,
        "java/lang/Integer" | "java/lang/Long" | "java/lang/Boolean" | "java/lang/Character" => {
            true
        }
        "java/lang/Object" => matches!(name, "equals" | "hashCode" | "getClass"),
        "java/lang/Comparable" => name == "compareTo",
        "java/util/Objects" => matches!(name, "equals" | "isNull" | "nonNull" | "requireNonNull"),
        "java/util/List"
        | "java/util/Collection"
        | "java/util/Map"
        | "java/util/Set"
        | "java/util/ArrayList"
        | "java/util/HashMap"
        | "java/util/HashSet"
        | "java/util/LinkedList"
        | "java/util/Deque"
        | "java/util/ArrayDeque" => {
            matches!(
                name,
                "size" | "isEmpty" | "contains" | "containsKey" | "containsValue" | "get"
            )
        }
        // Making an exception to throw.
        _ => name == "<init>" && (class.ends_with("Exception") || class.ends_with("Error")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observer(name: &str, may_refuse: bool) -> Observer {
        Observer {
            name: name.to_owned(),
            descriptor: "()Z".to_owned(),
            parameters: Vec::new(),
            throws: false,
            may_refuse,
        }
    }

    #[test]
    fn each_way_of_answering_has_a_goal_of_its_own() {
        let observers = Observers {
            asked: vec![observer("isEmpty", false), observer("isTop", true)],
            first: 10,
        };
        use Answer::{No, Refused, Yes};
        let mut goals = Vec::new();
        for top in [No, Yes, Refused] {
            for empty in [No, Yes] {
                goals.extend(observers.goal(&[empty, top]));
            }
        }
        assert_eq!(goals, observers.goals().collect::<Vec<GoalId>>());
        assert_eq!(observers.goal(&[Refused, No]), None);
        assert_eq!(
            observers.description(4),
            "not isEmpty and isTop not to be asked"
        );
    }
}
