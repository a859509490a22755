//! Pointers that are meant to lead into the same object: where the code asks which of
//! two comes first, or how far they are apart, the one behind is the end of a range
//! that the other begins. And those of which the code thinks that they may be null.

use indexmap::{IndexMap, IndexSet};

use crate::instrument::locals;
use crate::instrument::recording::declaration;
use crate::ir::debug::Debug;
use crate::ir::module::{Function, Module};
use crate::ir::text::split;

/// Which pointers are behind which, of the parameters of a function and of the
/// members of a structure, by their indices.
#[derive(Debug, Default)]
pub struct Ranges {
    parameters: IndexMap<(String, usize), Begin>,
    members: IndexMap<(String, usize), usize>,
    nullable: IndexSet<(String, usize)>,
}

/// What a parameter is behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begin {
    /// Another parameter, by index.
    pub parameter: usize,
    /// Whether it is the pointer that the other one leads to.
    pub pointee: bool,
}

impl Ranges {
    /// Reads what a module compares.
    pub fn read(module: &Module, debug: Debug) -> Ranges {
        let mut flow = Flow::default();
        for function in &module.functions {
            let mut reading = Reading {
                flow: &mut flow,
                module,
                function,
                values: IndexMap::new(),
                addresses: IndexMap::new(),
            };
            reading.declarations(debug);
            reading.read();
        }
        flow.ranges()
    }

    /// The parameter that a parameter of a function is behind.
    pub fn parameter(&self, function: &str, index: usize) -> Option<Begin> {
        self.parameters.get(&(function.to_owned(), index)).copied()
    }

    /// The member that a member of a structure, with its name in the IR, is behind.
    pub fn member(&self, record: &str, index: usize) -> Option<usize> {
        self.members.get(&(record.to_owned(), index)).copied()
    }

    /// Whether the code compares a member of a structure with null, or makes it null.
    pub fn may_be_null(&self, record: &str, index: usize) -> bool {
        self.nullable.contains(&(record.to_owned(), index))
    }
}

/// Where a pointer is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Place {
    Parameter(String, usize),
    Member(String, usize),
    Local(String, String),
    /// Where the pointer in a parameter leads to.
    Pointee(String, usize),
}

/// How two places were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Order {
    /// The first is in front of the second.
    Before,
    /// They are equal or not.
    Unknown,
}

/// Where the numbers of what parameters lead to begin.
const POINTEE: usize = 1 << 16;

/// Places, those together that the same pointers go through.
#[derive(Debug, Default)]
struct Flow {
    places: IndexSet<Place>,
    parents: Vec<usize>,
    compared: IndexSet<(usize, usize, Order)>,
    null: IndexSet<usize>,
}

impl Flow {
    fn place(&mut self, place: Place) -> usize {
        let (index, new) = self.places.insert_full(place);
        if new {
            self.parents.push(index);
        }
        index
    }

    fn root(&self, mut place: usize) -> usize {
        while self.parents[place] != place {
            place = self.parents[place];
        }
        place
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// Whether the second of two places is behind the first; where nothing says so, it
    /// is if it is the `later` one.
    fn is_behind(
        &self,
        compared: &IndexSet<(usize, usize, Order)>,
        (first, second): (usize, usize),
        later: bool,
    ) -> bool {
        let (first, second) = (self.root(first), self.root(second));
        let seen = |x, y, order| compared.contains(&(x, y, order));
        let forth = seen(first, second, Order::Before);
        let back = seen(second, first, Order::Before);
        let apart = seen(first, second, Order::Unknown) || seen(second, first, Order::Unknown);
        match (forth, back) {
            (true, false) => true,
            (false, true) => false,
            // The order says nothing: ends are named behind beginnings.
            (true, true) => later,
            (false, false) => apart && first != second && later,
        }
    }

    fn ranges(self) -> Ranges {
        let compared = self.compared.iter();
        let compared: IndexSet<(usize, usize, Order)> = compared
            .map(|(a, b, order)| (self.root(*a), self.root(*b), *order))
            .collect();
        let mut groups: IndexMap<(bool, &str), Vec<(usize, usize)>> = IndexMap::new();
        for (index, place) in self.places.iter().enumerate() {
            let (is_member, of, number) = match place {
                Place::Parameter(of, number) => (false, of, *number),
                Place::Pointee(of, number) => (false, of, POINTEE + number),
                Place::Member(of, number) => (true, of, *number),
                Place::Local(..) => continue,
            };
            let group = groups.entry((is_member, of)).or_default();
            group.push((number, index));
        }
        let null: IndexSet<usize> = self.null.iter().map(|place| self.root(*place)).collect();
        let mut ranges = Ranges::default();
        for (index, place) in self.places.iter().enumerate() {
            if let Place::Member(of, number) = place
                && null.contains(&self.root(index))
            {
                ranges.nullable.insert((of.clone(), *number));
            }
        }
        for ((is_member, of), mut group) in groups {
            group.sort_unstable();
            let mut behind: IndexMap<usize, usize> = IndexMap::new();
            for (end, place) in &group {
                let begins = |(begin, other): &&(usize, usize)| {
                    // What a parameter leads to is where a reader stands.
                    let later = (*begin >= POINTEE || begin < end) && *end < POINTEE;
                    begin != end
                        && self.is_behind(&compared, (*other, *place), later)
                        && !leads_to(&behind, *begin, *end)
                };
                if let Some((begin, _)) = group.iter().find(begins) {
                    behind.insert(*end, *begin);
                }
            }
            for (end, begin) in behind {
                let key = (of.to_owned(), end);
                if is_member {
                    ranges.members.insert(key, begin);
                } else if end < POINTEE {
                    let begin = Begin {
                        parameter: begin % POINTEE,
                        pointee: begin >= POINTEE,
                    };
                    ranges.parameters.insert(key, begin);
                }
            }
        }
        ranges
    }
}

fn leads_to(behind: &IndexMap<usize, usize>, from: usize, to: usize) -> bool {
    std::iter::successors(Some(from), |at| behind.get(at).copied()).any(|at| at == to)
}

/// The reading of one function.
struct Reading<'a, 'm> {
    flow: &'a mut Flow,
    module: &'a Module<'m>,
    function: &'a Function<'m>,
    /// Where the pointers come from.
    values: IndexMap<&'a str, usize>,
    /// What the addresses of variables and members are addresses of.
    addresses: IndexMap<&'a str, usize>,
}

impl<'a> Reading<'a, '_> {
    fn declarations(&mut self, debug: Debug) {
        for line in &self.function.body {
            if let Some((place, variable)) = declaration(line) {
                let node = debug.node(variable);
                let argument = node.and_then(|node| node.number("arg"));
                if let Some(argument) = argument.filter(|argument| *argument > 0) {
                    let parameter = Place::Parameter(self.own(), argument as usize - 1);
                    let parameter = self.flow.place(parameter);
                    self.addresses.insert(place, parameter);
                }
            }
        }
    }

    fn own(&self) -> String {
        self.function.name.to_owned()
    }

    fn read(&mut self) {
        let function: &'a Function = self.function;
        for line in &function.body {
            let text = line.trim_start();
            match text.split_once(" = ") {
                Some((name, instruction)) if name.starts_with('%') => self.value(name, instruction),
                _ => self.store(text),
            }
            if text.contains("call ") {
                self.call(text);
            }
        }
    }

    fn operands(&self, instruction: &'a str) -> impl Iterator<Item = &'a str> + use<'a> {
        locals(instruction).filter(|local| !is_record(local))
    }

    fn value(&mut self, name: &'a str, instruction: &'a str) {
        let kind = instruction.split(' ').next().unwrap_or_default();
        match kind {
            "alloca" if !self.addresses.contains_key(name) => {
                let local = Place::Local(self.own(), name.to_owned());
                let local = self.flow.place(local);
                self.addresses.insert(name, local);
            }
            "load" => {
                let ty = instruction.split(',').next().unwrap_or_default();
                let is_pointer = ty.ends_with('*') || ty.ends_with(" ptr");
                let from = self.operands(instruction).last();
                let place = from.and_then(|from| self.place_at(from));
                self.values
                    .extend(place.filter(|_| is_pointer).map(|place| (name, place)));
            }
            "getelementptr" => self.step(name, instruction),
            "bitcast" | "phi" | "select" | "ptrtoint" => {
                let places: Vec<usize> = self
                    .operands(instruction)
                    .filter_map(|operand| self.values.get(operand).copied())
                    .collect();
                for other in places.iter().skip(1) {
                    self.flow.join(places[0], *other);
                }
                self.values
                    .extend(places.first().map(|place| (name, *place)));
            }
            "icmp" | "sub" => {
                let operands: Vec<usize> = self
                    .operands(instruction)
                    .filter_map(|operand| self.values.get(operand).copied())
                    .collect();
                if instruction.contains(" null") {
                    self.flow.null.extend(operands.first());
                }
                let [a, b] = operands[..] else { return };
                let compared = match instruction.split(' ').nth(1) {
                    Some("ult" | "ule") => (a, b, Order::Before),
                    Some("ugt" | "uge") => (b, a, Order::Before),
                    _ if kind == "sub" => (b, a, Order::Before),
                    Some("eq" | "ne") => (a, b, Order::Unknown),
                    _ => return,
                };
                self.flow.compared.insert(compared);
            }
            _ => {}
        }
    }

    /// The place at an address: a variable, a member, or what a parameter leads to.
    fn place_at(&mut self, address: &str) -> Option<usize> {
        if let Some(place) = self.addresses.get(address) {
            return Some(*place);
        }
        let pointer = *self.values.get(address)?;
        match self.flow.places.get_index(pointer)?.clone() {
            Place::Parameter(of, index) => Some(self.flow.place(Place::Pointee(of, index))),
            _ => None,
        }
    }

    /// An address in a structure, or behind another pointer.
    fn step(&mut self, name: &'a str, instruction: &'a str) {
        if let Some(record) = locals(instruction).next().filter(|local| is_record(local)) {
            let number = instruction.rsplit("i32 ").next().unwrap_or_default();
            let number = number.split(',').next().unwrap_or_default();
            if let Ok(index) = number.trim().parse() {
                let member = self.flow.place(Place::Member(record.to_owned(), index));
                self.addresses.insert(name, member);
            }
            return;
        }
        let operand = self.operands(instruction).next();
        let place = operand
            .and_then(|operand| self.values.get(operand))
            .copied();
        self.values.extend(place.map(|place| (name, place)));
    }

    fn store(&mut self, text: &'a str) {
        if !text.starts_with("store ") {
            return;
        }
        let operands: Vec<&str> = self.operands(text).collect();
        if let [to] = operands[..]
            && text.contains(" null,")
            && let Some(place) = self.place_at(to)
        {
            self.flow.null.insert(place);
        }
        let [value, to] = operands[..] else { return };
        if let (Some(value), Some(to)) = (self.values.get(value).copied(), self.place_at(to)) {
            self.flow.join(value, to);
        }
    }

    /// What is passed to a function of the module goes through its parameters.
    fn call(&mut self, text: &'a str) {
        let Some((name, rest)) = text
            .split_once('@')
            .and_then(|(_, rest)| rest.split_once('('))
        else {
            return;
        };
        if !self
            .module
            .functions
            .iter()
            .any(|function| function.name == name)
        {
            return;
        }
        let Some(end) = rest.rfind(')') else { return };
        for (index, argument) in split(&rest[..end]).into_iter().enumerate() {
            let last = argument.trim().rsplit(' ').next();
            if let Some(place) = last.and_then(|last| self.values.get(last)).copied() {
                let parameter = Place::Parameter(name.to_owned(), index);
                let parameter = self.flow.place(parameter);
                self.flow.join(place, parameter);
            }
        }
    }
}

fn is_record(local: &str) -> bool {
    local.starts_with("%struct.") || local.starts_with("%union.")
}
