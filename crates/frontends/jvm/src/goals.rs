//! The goals of target classes: the sides of their branches, and places; and
//! which of them a method may reach.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use everypath_trace::{Goal, GoalId, GoalKind, Goals, Location};

use crate::classfile::{ClassFile, Constant, MethodInfo, access};
use crate::code::{Code, Instr, Marks, decode, descriptor_slots};
use crate::conditions::{Conditions, Side};
use crate::exceptions;
use crate::machine::GoalSource;
use crate::places::Places;

/// A method of a target: its class, with slashes, and its place in the file.
type Key = (String, u16);

/// Where the goals of all target methods are.
#[derive(Debug, Default)]
pub(crate) struct GoalTable {
    marks: BTreeMap<Key, Marks>,
    /// The goals of each method, without those of what it calls.
    own: BTreeMap<Key, Vec<GoalId>>,
    /// The methods each method may call: by name and descriptor.
    calls: BTreeMap<Key, BTreeSet<(String, String)>>,
    named: BTreeMap<(String, String), Vec<Key>>,
    /// The classes of which each method makes objects.
    made: BTreeMap<Key, BTreeSet<String>>,
    /// The methods of classes that no test can name: whoever is given an object
    /// of such a class may call them, the library too.
    handed_out: BTreeMap<String, Vec<Key>>,
    /// The strings that each method names.
    literals: BTreeMap<Key, Vec<Vec<u16>>>,
    /// The types that each method asks objects for.
    asked: BTreeMap<Key, Vec<String>>,
    /// The static fields with objects that each method names: class and field.
    constants: BTreeMap<Key, Vec<(String, String)>>,
    /// The static fields that each method reads: class and field.
    statics: BTreeMap<Key, Vec<(String, String)>>,
    /// The methods that look at characters beyond Latin-1.
    wide: BTreeSet<Key>,
}

/// Methods whose answer is always the same for characters of Latin-1.
const WIDE: [&str; 14] = [
    "charCount",
    "codePointAt",
    "codePointBefore",
    "codePointCount",
    "codePoints",
    "getType",
    "isBmpCodePoint",
    "isHighSurrogate",
    "isIdeographic",
    "isLowSurrogate",
    "isSupplementaryCodePoint",
    "isSurrogate",
    "isSurrogatePair",
    "isTitleCase",
];

impl GoalSource for GoalTable {
    fn marks(&self, class: &str, method: u16) -> Option<&Marks> {
        self.marks.get(&(class.to_owned(), method))
    }
}

impl GoalTable {
    /// The class of the exception that is thrown where a goal is covered, if it is one that
    /// the language throws by itself.
    pub(crate) fn thrown(&self, goal: GoalId) -> Option<&'static str> {
        let mut all = self.marks.values().flat_map(|marks| &marks.exceptions);
        let found = all.find(|(_, _, own)| *own == goal.0);
        found.map(|(_, implicit, _)| implicit.class())
    }

    /// Adds the goals of a class.
    pub(crate) fn add(&mut self, file: &ClassFile, places: &Places, goals: &mut Goals) {
        for (index, method) in file.methods.iter().enumerate() {
            let key = (file.name.to_string(), index as u16);
            let named = (method.name.to_string(), method.descriptor.to_string());
            self.named.entry(named).or_default().push(key.clone());
            if !file.can_be_named() {
                let methods = self.handed_out.entry(key.0.clone()).or_default();
                methods.push(key.clone());
            }
            let Some(code) = decoded(file, method) else {
                continue;
            };
            let calls = called(file, &code);
            if is_wide(file, &code, &calls) {
                self.wide.insert(key.clone());
            }
            self.calls.insert(key.clone(), calls);
            self.made.insert(key.clone(), made(file, &code));
            self.literals.insert(key.clone(), literals(file, &code));
            self.asked.insert(key.clone(), asked(file, &code));
            let read = read(file, &code);
            let objects = read.iter().filter(|one| one.2.starts_with('L'));
            let pair = |one: &(String, String, String)| (one.0.clone(), one.1.clone());
            self.constants
                .insert(key.clone(), objects.map(pair).collect());
            self.statics
                .insert(key.clone(), read.iter().map(pair).collect());
            if !has_goals(file, method) {
                continue;
            }
            let first = goals.0.len() as u32;
            let marks = mark(file, method, &code, places, goals);
            let own = (first..goals.0.len() as u32).map(GoalId).collect();
            self.own.insert(key.clone(), own);
            self.marks.insert(key, marks);
        }
    }

    /// The goals that a method may reach: its own and those of the target
    /// methods it may call, whichever class they are called on; with each the
    /// least number of calls on the way there.
    pub(crate) fn reachable(&self, class: &str, method: u16) -> Vec<(GoalId, u32)> {
        let mut goals: BTreeMap<GoalId, u32> = BTreeMap::new();
        for (key, calls) in self.called_from(class, method) {
            for goal in self.own.get(&key).into_iter().flatten() {
                goals.entry(*goal).or_insert(calls);
            }
        }
        goals.into_iter().collect()
    }

    /// The classes of which a method and the target methods it may call make objects.
    pub(crate) fn made_from(&self, class: &str, method: u16) -> BTreeSet<String> {
        let methods = self.called_from(class, method);
        let made = methods.iter().filter_map(|(key, _)| self.made.get(key));
        made.flatten().cloned().collect()
    }

    /// The strings named in a method and in the target methods it may call,
    /// its own first.
    pub(crate) fn strings(&self, class: &str, method: u16) -> Vec<Vec<u16>> {
        gathered(&self.literals, &self.called_from(class, method))
    }

    /// Whether a method or a target method that it may call looks at
    /// characters beyond Latin-1.
    pub(crate) fn looks_wide(&self, class: &str, method: u16) -> bool {
        let methods = self.called_from(class, method);
        methods.iter().any(|(key, _)| self.wide.contains(key))
    }

    /// The types that a method and the target methods it may call ask objects
    /// for, as class entries name them; its own first.
    pub(crate) fn types(&self, class: &str, method: u16) -> Vec<String> {
        gathered(&self.asked, &self.called_from(class, method))
    }

    /// The static fields with objects that a method and the target methods it
    /// may call name: class and field, its own first.
    pub(crate) fn constants(&self, class: &str, method: u16) -> Vec<(String, String)> {
        gathered(&self.constants, &self.called_from(class, method))
    }

    /// The static fields that a method and the target methods it may call read: class and
    /// field, its own first. Initialisers run before anybody can set one.
    pub(crate) fn statics(&self, class: &str, method: u16) -> Vec<(String, String)> {
        let mut methods = self.called_from(class, method);
        let initialisers = self.named.iter().filter(|(name, _)| name.0 == "<clinit>");
        let initialisers: BTreeSet<&Key> = initialisers.flat_map(|(_, keys)| keys).collect();
        methods.retain(|(key, _)| !initialisers.contains(key));
        gathered(&self.statics, &methods)
    }

    /// A method and the target methods it may call, near ones first, with the
    /// number of calls; initialisers run before anything else, but are named
    /// last.
    fn called_from(&self, class: &str, method: u16) -> Vec<(Key, u32)> {
        let mut seen: BTreeSet<Key> = BTreeSet::new();
        let mut order = Vec::new();
        let mut pending = VecDeque::from([((class.to_owned(), method), 0)]);
        let mut initialisers: VecDeque<(Key, u32)> = self
            .named
            .iter()
            .filter(|(key, _)| key.0 == "<clinit>")
            .flat_map(|(_, keys)| keys.iter().cloned().map(|key| (key, 0)))
            .collect();
        while let Some((key, calls)) = pending.pop_front().or_else(|| initialisers.pop_front()) {
            if !seen.insert(key.clone()) {
                continue;
            }
            for name in self.calls.get(&key).into_iter().flatten() {
                let called = self.named.get(name).into_iter().flatten().cloned();
                pending.extend(called.map(|called| (called, calls + 1)));
            }
            for class in self.made.get(&key).into_iter().flatten() {
                let called = self.handed_out.get(class).into_iter().flatten().cloned();
                pending.extend(called.map(|called| (called, calls + 1)));
            }
            order.push((key, calls));
        }
        order
    }
}

/// What some methods have in a table, each once, in the order of the methods.
fn gathered<T: Clone + PartialEq>(table: &BTreeMap<Key, Vec<T>>, methods: &[(Key, u32)]) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    let things = methods.iter().filter_map(|(key, _)| table.get(key));
    for thing in things.flatten() {
        if !found.contains(thing) {
            found.push(thing.clone());
        }
    }
    found
}

fn made(file: &ClassFile, code: &Code) -> BTreeSet<String> {
    let instrs = code.instrs.iter().map(|cell| cell.get());
    instrs
        .filter_map(|instr| match instr {
            Instr::New(index) => file.pool.class(index).ok(),
            _ => None,
        })
        .map(|name| name.to_string())
        .collect()
}

fn asked(file: &ClassFile, code: &Code) -> Vec<String> {
    let instrs = code.instrs.iter().map(|cell| cell.get());
    instrs
        .filter_map(|instr| match instr {
            Instr::CheckCast(index) | Instr::InstanceOf(index) => file.pool.class(index).ok(),
            _ => None,
        })
        .map(|name| name.to_string())
        .collect()
}

/// The static fields that code reads: class, field and descriptor.
fn read(file: &ClassFile, code: &Code) -> Vec<(String, String, String)> {
    let instrs = code.instrs.iter().map(|cell| cell.get());
    instrs
        .filter_map(|instr| match instr {
            Instr::GetStatic(index) => file.pool.member(index).ok(),
            _ => None,
        })
        .map(|member| {
            let (class, name) = (member.class.to_string(), member.name.to_string());
            (class, name, member.descriptor.to_string())
        })
        .collect()
}

/// Whether a method writes a static field of its class.
pub(crate) fn writes_static(file: &ClassFile, method: &MethodInfo, field: &str) -> bool {
    let Some(code) = decoded(file, method) else {
        return false;
    };
    let mut instrs = code.instrs.iter().map(|cell| cell.get());
    instrs.any(|instr| match instr {
        Instr::PutStatic(index) => {
            let member = file.pool.member(index);
            member.is_ok_and(|member| *member.class == *file.name && *member.name == *field)
        }
        _ => false,
    })
}

/// Whether code tells characters beyond Latin-1 from others: by name, by
/// comparing with one, or by what it asks of them.
fn is_wide(file: &ClassFile, code: &Code, calls: &BTreeSet<(String, String)>) -> bool {
    let beyond = |number: i32| (0x100..=0x10_FFFF).contains(&number);
    let mut literals = literals(file, code).into_iter().flatten();
    let instrs: Vec<Instr> = code.instrs.iter().map(|cell| cell.get()).collect();
    let mut pairs = instrs.windows(2);
    let mut cases = code.switches.iter().flat_map(|switch| &switch.cases);
    literals.any(|unit| unit > 0xFF)
        || calls.iter().any(|(name, _)| WIDE.contains(&name.as_str()))
        || cases.any(|case| beyond(case.0))
        || pairs.any(|pair| match pair {
            [Instr::Int(number), Instr::IfInt(..)] => beyond(*number),
            _ => false,
        })
}

fn literals(file: &ClassFile, code: &Code) -> Vec<Vec<u16>> {
    let instrs = code.instrs.iter().map(|cell| cell.get());
    instrs
        .filter_map(|instr| match instr {
            Instr::Constant(index) => file.pool.string(index).ok(),
            _ => None,
        })
        .collect()
}

/// Whether a method writes a field of an object of its own class.
pub(crate) fn writes_own_fields(file: &ClassFile, method: &MethodInfo) -> bool {
    let Some(code) = decoded(file, method) else {
        return false;
    };
    let mut instrs = code.instrs.iter().map(|cell| cell.get());
    instrs.any(|instr| match instr {
        Instr::PutField(index) => {
            let member = file.pool.member(index);
            member.is_ok_and(|member| *member.class == *file.name)
        }
        _ => false,
    })
}

/// The dynamic calls of a method, by their constants.
pub(crate) fn dynamic_calls(file: &ClassFile, method: &MethodInfo) -> Vec<u16> {
    let Some(code) = decoded(file, method) else {
        return Vec::new();
    };
    let instrs = code.instrs.iter().map(|cell| cell.get());
    instrs
        .filter_map(|instr| match instr {
            Instr::InvokeDynamic(index) => Some(index),
            _ => None,
        })
        .collect()
}

pub(crate) fn decoded(file: &ClassFile, method: &MethodInfo) -> Option<Code> {
    let raw = method.code.as_ref()?;
    let (slots, _) = descriptor_slots(&method.descriptor)?;
    let slots = slots + u16::from(method.access & access::STATIC == 0);
    decode(raw, &file.pool, &Marks::default(), slots).ok()
}

/// Whether the compiler wrote a method on its own account, or it was woven in.
pub(crate) fn is_generated(file: &ClassFile, method: &MethodInfo) -> bool {
    if method.name.starts_with(everypath_recipe::WOVEN) {
        return true;
    }
    let is_lambda = method.name.starts_with("lambda$");
    if method.access & access::BRIDGE != 0 {
        return true;
    }
    if method.access & access::SYNTHETIC != 0 && !is_lambda {
        return true;
    }
    let is_enum = file.superclass.as_deref() == Some("java/lang/Enum");
    is_enum
        && match &*method.name {
            "values" => method.descriptor.starts_with("()"),
            "valueOf" => method.descriptor.starts_with("(Ljava/lang/String;)"),
            _ => false,
        }
}

fn has_goals(file: &ClassFile, method: &MethodInfo) -> bool {
    !method.generated && !is_generated(file, method)
}

fn called(file: &ClassFile, code: &Code) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let mut add = |index: u16| {
        if let Ok(member) = file.pool.member(index) {
            found.insert((member.name.to_string(), member.descriptor.to_string()));
        }
    };
    for instr in code.instrs.iter().map(|cell| cell.get()) {
        match instr {
            Instr::Invoke(_, index) => add(index),
            Instr::InvokeDynamic(index) => {
                let Ok(Constant::InvokeDynamic(bootstrap, _)) = file.pool.get(index) else {
                    continue;
                };
                let Some(bootstrap) = file.bootstraps.get(usize::from(*bootstrap)) else {
                    continue;
                };
                for argument in &bootstrap.arguments {
                    if let Ok(Constant::MethodHandle(_, member)) = file.pool.get(*argument) {
                        add(*member);
                    }
                }
            }
            _ => {}
        }
    }
    found
}

fn mark(
    file: &ClassFile,
    method: &MethodInfo,
    code: &Code,
    places: &Places,
    goals: &mut Goals,
) -> Marks {
    let source = source_file(file);
    let function = format!("{}.{}", file.name.replace('/', "."), method.name);
    let mut add = |kind: GoalKind, line: u16, side: Side| {
        goals.0.push(Goal {
            kind,
            location: Location {
                file: source.clone(),
                line: u32::from(line),
                column: 0,
            },
            description: side.words,
            function: function.clone(),
            condition: side.condition,
        });
        goals.0.len() as u32 - 1
    };
    let mut marks = Marks::default();
    let mut known: BTreeMap<String, u32> = BTreeMap::new();
    for place in places.of(file, method, code) {
        let goal = *known
            .entry(place.description.clone())
            .or_insert_with(|| add(place.kind, place.line, Side::place(place.description)));
        marks.places.push((place.byte, goal));
    }
    let conditions = Conditions::new(file, method, code);
    if let Some(at) = whole(method, code, &conditions) {
        let goal = add(
            GoalKind::Branch,
            code.line_of(at),
            Side::place("it returns".to_owned()),
        );
        marks.place(code.bytes[at], goal);
    }
    for (at, instr) in code.instrs.iter().map(|cell| cell.get()).enumerate() {
        let (line, byte) = (code.line_of(at), code.bytes[at]);
        let Some(sides) = conditions.sides(at, instr) else {
            continue;
        };
        let mut first = None;
        for side in sides {
            let goal = add(GoalKind::Branch, line, side);
            first.get_or_insert(goal);
        }
        if let Some(first) = first {
            marks.branches.push((byte, first));
        }
    }
    // After all the others, so that these lie as they would without them.
    let mut known: BTreeMap<(u16, String), u32> = BTreeMap::new();
    let mut goal = |line: u16, description: String| {
        let key = (line, description.clone());
        let goal = known.entry(key);
        *goal.or_insert_with(|| add(GoalKind::Exception, line, Side::place(description)))
    };
    for (at, instr) in code.instrs.iter().map(|cell| cell.get()).enumerate() {
        let (line, byte) = (code.line_of(at), code.bytes[at]);
        for (implicit, words) in exceptions::thrown(file, &conditions, at, instr) {
            marks.exceptions.push((byte, implicit, goal(line, words)));
        }
    }
    for (at, words) in exceptions::caught(file, code) {
        let goal = goal(code.line_of(at), words);
        marks.place(code.bytes[at], goal);
    }
    marks
}

/// Where a method that tests can call returns, if it has no branches: whoever
/// wants every branch wants it called, too.
fn whole(method: &MethodInfo, code: &Code, conditions: &Conditions) -> Option<usize> {
    let instrs = || code.instrs.iter().map(|cell| cell.get()).enumerate();
    let is_trivial = &*method.name == "<init>" && method.descriptor.starts_with("()");
    let has_branches = instrs().any(|(at, instr)| conditions.sides(at, instr).is_some());
    let hidden = access::PRIVATE | access::SYNTHETIC;
    if method.access & hidden != 0 || &*method.name == "<clinit>" || is_trivial || has_branches {
        return None;
    }
    let returns = |instr: Instr| {
        matches!(
            instr,
            Instr::Return | Instr::ReturnValue | Instr::ReturnWide
        )
    };
    instrs().find_map(|(at, instr)| returns(instr).then_some(at))
}

/// The source file of a class, with its package's directories.
pub(crate) fn source_file(file: &ClassFile) -> String {
    let name = match &file.source {
        Some(source) => source.to_string(),
        None => {
            let simple = file.name.rsplit('/').next().unwrap_or(&file.name);
            format!("{}.java", simple.split('$').next().unwrap_or(simple))
        }
    };
    match file.name.rsplit_once('/') {
        Some((package, _)) => format!("{package}/{name}"),
        None => name,
    }
}
