//! Observers: boolean methods without arguments and effects. Their answers
//! partition the states of a class; each way of answering is a goal.

use std::collections::BTreeSet;

use everypath_trace::{Goal, GoalId, GoalKind, Goals, Location};

use crate::classfile::{ClassFile, MethodInfo, access};
use crate::code::{Code, Instr, Marks, decode, descriptor_slots};
use crate::goals::{is_generated, source_file};

/// Observers of a class that are asked: each doubles the partitions.
const MOST: usize = 6;
/// Calls inside calls that are looked at for effects.
const DEEPEST: usize = 8;

/// The observers of a class, and the goals of their answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observers {
    /// The methods' names, in the order of the class.
    pub methods: Vec<String>,
    /// The goal of the partition in which all answer no; the others follow,
    /// an observer that answers yes adding its power of two.
    pub first: u32,
}

impl Observers {
    /// The observers of a class with their goals, which are added.
    pub fn add(
        file: &ClassFile,
        files: &[ClassFile],
        invariant: Option<&str>,
        goals: &mut Goals,
    ) -> Option<Observers> {
        let fits = |method: &&MethodInfo| {
            let hidden = access::STATIC | access::PRIVATE | access::SYNTHETIC | access::BRIDGE;
            &*method.descriptor == "()Z"
                && method.access & (hidden | access::ABSTRACT) == 0
                && invariant != Some(&*method.name)
                && !is_generated(file, method)
                && !has_effects(file, method, files, &mut BTreeSet::new(), 0)
        };
        let methods: Vec<String> = file
            .methods
            .iter()
            .filter(fits)
            .map(|method| method.name.to_string())
            .take(MOST)
            .collect();
        if methods.is_empty() {
            return None;
        }
        let first = goals.0.len() as u32;
        for answers in 0..1u32 << methods.len() {
            let said: Vec<String> = methods
                .iter()
                .enumerate()
                .map(|(index, name)| match answers >> index & 1 {
                    1 => name.clone(),
                    _ => format!("not {name}"),
                })
                .collect();
            goals.0.push(Goal {
                kind: GoalKind::Partition,
                location: Location {
                    file: source_file(file),
                    line: 1,
                    column: 0,
                },
                description: said.join(" and "),
                function: file.name.replace('/', "."),
            });
        }
        Some(Observers { methods, first })
    }

    /// The goal of some answers.
    pub fn goal(&self, answers: &[bool]) -> u32 {
        let said = answers.iter().enumerate();
        self.first
            + said
                .map(|(index, answer)| u32::from(*answer) << index)
                .sum::<u32>()
    }

    /// The goals of all partitions.
    pub fn goals(&self) -> impl Iterator<Item = GoalId> + use<> {
        (self.first..self.first + (1 << self.methods.len())).map(GoalId)
    }
}

fn code_of(file: &ClassFile, method: &MethodInfo) -> Option<Code> {
    let raw = method.code.as_ref()?;
    let (slots, _) = descriptor_slots(&method.descriptor)?;
    let slots = slots + u16::from(method.access & access::STATIC == 0);
    decode(raw, &file.pool, &Marks::default(), slots).ok()
}

/// Whether a method may change something, as far as its code tells.
fn has_effects(
    file: &ClassFile,
    method: &MethodInfo,
    files: &[ClassFile],
    seen: &mut BTreeSet<(String, String)>,
    depth: usize,
) -> bool {
    let key = (
        file.name.to_string(),
        format!("{}{}", method.name, method.descriptor),
    );
    if !seen.insert(key) {
        return false;
    }
    let Some(code) = code_of(file, method) else {
        return true;
    };
    if depth > DEEPEST {
        return true;
    }
    code.instrs
        .iter()
        .map(|cell| cell.get())
        .any(|instr| match instr {
            Instr::PutField(_)
            | Instr::PutStatic(_)
            | Instr::ArrayStore(_)
            | Instr::MonitorEnter
            | Instr::InvokeDynamic(_) => true,
            Instr::Invoke(_, index) => {
                let Ok(member) = file.pool.member(index) else {
                    return true;
                };
                let Some(other) = files.iter().find(|other| other.name == member.class) else {
                    return !is_harmless(&member.class, &member.name);
                };
                let called = other.methods.iter().find(|method| {
                    method.name == member.name && method.descriptor == member.descriptor
                });
                called.is_none_or(|called| has_effects(other, called, files, seen, depth + 1))
            }
            _ => false,
        })
}

/// Methods of the platform that change nothing.
fn is_harmless(class: &str, name: &str) -> bool {
    match class {
        "java/lang/Math" | "java/lang/StrictMath" | "java/lang/String" => true,
        "java/lang/Integer" | "java/lang/Long" | "java/lang/Boolean" | "java/lang/Character" => {
            true
        }
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
                "size" | "isEmpty" | "contains" | "containsKey" | "get"
            )
        }
        _ => false,
    }
}
