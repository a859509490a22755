//! The open input: its objects, the variables of its cells, and the
//! constraints that leave one of each set of isomorphic structures.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_lowered::{Class, ClassId, Constant, Contents, Kind, Open, Source, StaticId};
use everypath_term::{Op, Sort, TermId, Terms, Value as TermValue, VarId};

use super::state::Object;
use super::value::{ObjectId, Target, Value};
use crate::bounds::Bounds;
use crate::scope::Scope;

/// An open place and what may be there.
#[derive(Clone, Debug)]
pub enum Cell {
    /// A number.
    Scalar {
        /// Its variable.
        variable: VarId,
        /// What the program sees of it.
        seen: TermId,
    },
    /// A number that is always the same.
    Fixed(TermId),
    /// A reference: its targets, each with the variable that says so.
    Reference(Vec<(Target, TermId)>),
}

impl Cell {
    /// The value that the program reads.
    pub fn value(&self) -> Value {
        match self {
            Cell::Scalar { seen, .. } | Cell::Fixed(seen) => Value::Scalar(*seen),
            Cell::Reference(targets) => Value::Reference(targets.clone().into()),
        }
    }
}

/// An object of the input.
#[derive(Clone, Debug)]
pub struct OpenObject {
    /// Its class.
    pub class: ClassId,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The variable of its length, if it is an array.
    pub length: Option<VarId>,
    /// The names of its cells.
    pub places: Vec<String>,
    /// Its name, for variables and bounds: `Node2`.
    pub name: String,
}

/// The open input.
#[derive(Debug, Default)]
pub struct OpenInput {
    /// The objects; their numbers are those of the encoding's first objects.
    pub objects: Vec<OpenObject>,
    /// The unit's own inputs.
    pub inputs: Vec<Cell>,
    /// What holds of every input.
    pub constraints: Vec<TermId>,
    /// The shared objects of each class.
    pub pools: BTreeMap<ClassId, Vec<ObjectId>>,
    /// Whether an object of a pool is used, in the order of the pool.
    pub used: BTreeMap<ClassId, Vec<TermId>>,
    /// The objects that are there from the beginning and that the input may hold.
    pub given: BTreeMap<StaticId, ObjectId>,
    /// Whether the scope leaves inputs out.
    pub is_bounded: bool,
    /// Why places are not followed; targets have the numbers.
    pub reasons: Vec<String>,
}

/// A reference of the input: its owner, if an object holds it, and its targets.
type OwnedCell = (Option<ObjectId>, Vec<(Target, TermId)>);

/// Objects inside objects of their own.
const DEEPEST: usize = 3;

/// Makes the open input of a unit.
pub fn open(
    terms: &mut Terms,
    source: &mut dyn Source,
    inputs: &[Open],
    scope: &Scope,
    bounds: Option<&Bounds>,
) -> OpenInput {
    let mut opening = Opening {
        terms,
        source,
        scope,
        bounds,
        input: OpenInput::default(),
        met: BTreeMap::new(),
    };
    let order = opening.make_pools(inputs);
    let alone = order.iter().filter(|group| group.len() == 1);
    opening.met = alone.map(|group| (group[0], 0)).collect();
    for (index, open) in inputs.iter().enumerate() {
        let cell = opening.cell(open, &format!("input{index}"), 0);
        opening.input.inputs.push(cell);
    }
    for class in order.iter().flatten() {
        for object in opening.input.pools[class].clone() {
            opening.fill(object, 0);
        }
    }
    opening.break_symmetry(&order);
    opening.input
}

struct Opening<'a> {
    terms: &'a mut Terms,
    source: &'a mut dyn Source,
    scope: &'a Scope,
    bounds: Option<&'a Bounds>,
    input: OpenInput,
    /// The places met so far that may refer to a pool; only for pools whose
    /// objects are numbered as they are met.
    met: BTreeMap<ClassId, usize>,
}

/// The references of a class's fields to pools: how many to each.
fn references(class: &Class) -> Vec<ClassId> {
    let pool = |open: &Open| match open {
        Open::Pool { class, .. } => Some(*class),
        _ => None,
    };
    match &class.contents {
        Contents::Fields(fields) => fields
            .iter()
            .filter_map(|field| pool(&field.open))
            .collect(),
        Contents::Elements(..) => Vec::new(),
    }
}

impl Opening<'_> {
    /// Makes the objects of the pools, and says their classes in the order of
    /// their cells: what refers first, those that refer to each other together.
    fn make_pools(&mut self, inputs: &[Open]) -> Vec<Vec<ClassId>> {
        let mut roots: Vec<ClassId> = Vec::new();
        for open in inputs {
            if let Open::Pool { class, .. } = open {
                roots.push(*class);
            }
        }
        let mut edges: BTreeMap<ClassId, Vec<ClassId>> = BTreeMap::new();
        let mut pending = roots.clone();
        while let Some(class) = pending.pop() {
            if edges.contains_key(&class) {
                continue;
            }
            let found = references(&self.source.class(class));
            pending.extend(&found);
            edges.insert(class, found);
        }
        // A place for one class may hold an object of a class below it.
        let classes: Vec<ClassId> = edges.keys().copied().collect();
        let order = components(&edges);
        let mut counts: BTreeMap<ClassId, u64> = BTreeMap::new();
        for group in &order {
            let cyclic = group.len() > 1 || edges[&group[0]].contains(&group[0]);
            for &class in group {
                let mut needed = roots.iter().filter(|root| **root == class).count() as u64;
                for other in &classes {
                    if let Some(count) = counts.get(other) {
                        let places = edges[other].iter().filter(|to| **to == class).count() as u64;
                        needed = needed.saturating_add(count.saturating_mul(places));
                    }
                }
                let limit = u64::from(self.scope.objects).max(1);
                if cyclic || needed > limit {
                    self.input.is_bounded = true;
                }
                let count = if cyclic { limit } else { needed.min(limit) };
                counts.insert(class, count);
            }
        }
        for group in &order {
            for &class in group {
                let name = self.source.class(class).name.clone();
                let simple = name
                    .rsplit(['.', '$', '/'])
                    .next()
                    .unwrap_or(&name)
                    .to_owned();
                for index in 0..counts[&class] {
                    let id = self.add(class, format!("{simple}{index}"));
                    self.input.pools.entry(class).or_default().push(id);
                }
            }
        }
        order
    }

    fn add(&mut self, class: ClassId, name: String) -> ObjectId {
        self.input.objects.push(OpenObject {
            class,
            cells: Vec::new(),
            length: None,
            places: Vec::new(),
            name,
        });
        ObjectId(self.input.objects.len() as u32 - 1)
    }

    /// Makes the cells of an object.
    fn fill(&mut self, object: ObjectId, depth: usize) {
        let open = &self.input.objects[object.0 as usize];
        let (class, name) = (open.class, open.name.clone());
        let class = self.source.class(class);
        let mut cells = Vec::new();
        let mut places = Vec::new();
        match &class.contents {
            Contents::Fields(fields) => {
                for field in fields {
                    let place = format!("{name}.{}", field.name);
                    cells.push(self.cell(&field.open, &place, depth));
                    places.push(place);
                }
            }
            Contents::Elements(_, open) => {
                self.input.is_bounded = true;
                let length = self
                    .terms
                    .variable(&format!("{name}.length"), Sort::bit_vec(32));
                self.input.objects[object.0 as usize].length = Some(length);
                let length = self.terms.read(length);
                let longest = TermValue::bit_vec(32, u64::from(self.scope.array_length));
                let longest = self.terms.constant(longest);
                let short = self.terms.apply(Op::BvUle, &[length, longest]);
                self.input.constraints.push(short);
                for index in 0..self.scope.array_length {
                    let place = format!("{name}[{index}]");
                    cells.push(self.cell(open, &place, depth));
                    places.push(place);
                }
            }
        }
        self.input.objects[object.0 as usize].cells = cells;
        self.input.objects[object.0 as usize].places = places;
    }

    fn cell(&mut self, open: &Open, place: &str, depth: usize) -> Cell {
        match open {
            Open::Scalar { sort, seen, signed } => self.scalar(*sort, *seen, *signed, place),
            Open::Pool { class, nullable } => {
                let mut targets = Vec::new();
                if *nullable {
                    targets.push(Target::Null);
                }
                let pools: Vec<(ClassId, Vec<ObjectId>)> = self
                    .input
                    .pools
                    .iter()
                    .map(|(class, pool)| (*class, pool.clone()))
                    .collect();
                for (below, pool) in pools {
                    if !self.source.is_subtype(below, *class) {
                        continue;
                    }
                    let mut most = pool.len();
                    if let Some(met) = self.met.get_mut(&below) {
                        *met += 1;
                        most = *met;
                    }
                    targets.extend(pool.into_iter().take(most).map(Target::Object));
                }
                targets.sort_unstable();
                self.reference(targets, place)
            }
            Open::Own { class, nullable } => {
                if depth >= DEEPEST {
                    return self.unknown("reads an input that is nested too deep", place);
                }
                let object = self.add(*class, place.to_owned());
                self.fill(object, depth + 1);
                let mut targets = vec![Target::Object(object)];
                if *nullable {
                    targets.insert(0, Target::Null);
                }
                self.reference(targets, place)
            }
            Open::Outer { class } => {
                let first = self.input.pools.get(class).and_then(|pool| pool.first());
                let target = first.map_or(Target::Null, |object| Target::Object(*object));
                self.reference(vec![target], place)
            }
            Open::OneOf { objects, nullable } => {
                let mut targets: Vec<Target> = objects
                    .iter()
                    .map(|object| Target::Object(self.given(*object)))
                    .collect();
                if *nullable {
                    targets.push(Target::Null);
                }
                targets.sort_unstable();
                self.reference(targets, place)
            }
            Open::Fixed(constant) => match constant {
                Constant::Scalar(value) => Cell::Fixed(self.terms.constant(value.clone())),
                Constant::Null => self.reference(vec![Target::Null], place),
                Constant::Object(object) => {
                    let target = Target::Object(self.given(*object));
                    self.reference(vec![target], place)
                }
                Constant::Unknown(reason) => self.unknown(reason, place),
            },
            Open::Unknown(reason) => self.unknown(reason, place),
        }
    }

    /// An object that is there from the beginning and that the input may hold.
    fn given(&mut self, object: StaticId) -> ObjectId {
        if let Some(known) = self.input.given.get(&object) {
            return *known;
        }
        let class = self.source.object_class(object);
        let id = self.add(class, format!("given{}", object.0));
        self.input.given.insert(object, id);
        id
    }

    fn unknown(&mut self, reason: &str, place: &str) -> Cell {
        let known = self.input.reasons.iter().position(|known| known == reason);
        let number = known.unwrap_or_else(|| {
            self.input.reasons.push(reason.to_owned());
            self.input.reasons.len() - 1
        });
        self.reference(vec![Target::Unknown(number as u32)], place)
    }

    fn scalar(&mut self, sort: Sort, seen: Sort, signed: bool, place: &str) -> Cell {
        let variable = self.terms.variable(place, sort);
        let term = self.terms.read(variable);
        let seen = match (sort, seen.width()) {
            (Sort::BOOL, Some(width)) => {
                let [one, zero] = [1, 0].map(|bit| TermValue::bit_vec(width, bit));
                let [one, zero] = [one, zero].map(|value| self.terms.constant(value));
                self.terms.ite(term, one, zero)
            }
            (_, Some(width)) if sort.width().is_some_and(|narrow| narrow < width) => {
                let extend = match signed {
                    true => Op::BvSignExtend(width),
                    false => Op::BvZeroExtend(width),
                };
                self.terms.apply(extend, &[term])
            }
            _ => term,
        };
        Cell::Scalar { variable, seen }
    }

    /// A reference to one of some targets: one variable for each.
    fn reference(&mut self, targets: Vec<Target>, place: &str) -> Cell {
        let names: Vec<String> = targets
            .iter()
            .map(|target| match target {
                Target::Null => "null".to_owned(),
                Target::Object(object) => self.input.objects[object.0 as usize].name.clone(),
                Target::Unknown(reason) => format!("unknown{reason}"),
            })
            .collect();
        let possible = |name: &String| self.bounds.is_none_or(|bounds| bounds.allows(place, name));
        let kept: Vec<(Target, String)> = targets
            .into_iter()
            .zip(names)
            .filter(|(_, name)| possible(name))
            .collect();
        if let [(only, _)] = kept[..] {
            let truth = self.terms.bool(true);
            return Cell::Reference(vec![(only, truth)]);
        }
        let cells: Vec<(Target, TermId)> = kept
            .into_iter()
            .map(|(target, name)| {
                let variable = self.terms.var(&format!("{place}={name}"), Sort::BOOL);
                (target, variable)
            })
            .collect();
        let all: Vec<TermId> = cells.iter().map(|(_, variable)| *variable).collect();
        let some = self.terms.any(&all);
        self.input.constraints.push(some);
        for (index, &one) in all.iter().enumerate() {
            for &other in &all[index + 1..] {
                let both = self.terms.and(one, other);
                let not_both = self.terms.not(both);
                self.input.constraints.push(not_both);
            }
        }
        Cell::Reference(cells)
    }

    /// Objects of a pool are numbered in the order in which they are met
    /// first, from what comes before; those not met are empty.
    fn break_symmetry(&mut self, order: &[Vec<ClassId>]) {
        // The cells of references in order, each with its owner.
        let mut cells: Vec<OwnedCell> = Vec::new();
        let of = |cell: &Cell| match cell {
            Cell::Reference(targets) => Some(targets.clone()),
            Cell::Scalar { .. } | Cell::Fixed(_) => None,
        };
        cells.extend(
            self.input
                .inputs
                .iter()
                .filter_map(of)
                .map(|cell| (None, cell)),
        );
        let owners: Vec<ObjectId> = order
            .iter()
            .flatten()
            .flat_map(|class| self.input.pools[class].clone())
            .collect();
        for &owner in &owners {
            let object = &self.input.objects[owner.0 as usize];
            cells.extend(
                object
                    .cells
                    .iter()
                    .filter_map(of)
                    .map(|cell| (Some(owner), cell)),
            );
        }
        for group in order {
            let ordered = group.len() == 1;
            for class in group {
                self.order_pool(*class, ordered, &cells);
            }
        }
    }

    fn order_pool(&mut self, class: ClassId, ordered: bool, cells: &[OwnedCell]) {
        let pool = self.input.pools[&class].clone();
        let position: BTreeMap<ObjectId, usize> = pool
            .iter()
            .enumerate()
            .map(|(at, object)| (*object, at))
            .collect();
        let none = self.terms.bool(false);
        let mut seen = vec![none; pool.len()];
        let mut used = vec![none; pool.len()];
        for (owner, targets) in cells {
            let before = seen.clone();
            for (target, variable) in targets {
                let Target::Object(object) = target else {
                    continue;
                };
                let Some(&at) = position.get(object) else {
                    continue;
                };
                seen[at] = self.terms.or(seen[at], *variable);
                let owner_at = owner.and_then(|owner| position.get(&owner));
                if !ordered || owner_at.is_none_or(|owner_at| *owner_at < at) {
                    used[at] = self.terms.or(used[at], *variable);
                }
                if ordered && at > 0 {
                    let after = self.terms.not(*variable);
                    let after = self.terms.or(after, before[at - 1]);
                    self.input.constraints.push(after);
                }
            }
        }
        for (at, &object) in pool.iter().enumerate() {
            let unseen = self.terms.not(seen[at]);
            let met = self.terms.or(unseen, used[at]);
            self.input.constraints.push(met);
            if at > 0 {
                let unused = self.terms.not(used[at]);
                let after = self.terms.or(unused, used[at - 1]);
                self.input.constraints.push(after);
            }
            for cell in self.input.objects[object.0 as usize].cells.clone() {
                let empty = self.empty(&cell);
                let empty = self.terms.or(used[at], empty);
                self.input.constraints.push(empty);
            }
        }
        self.input.used.insert(class, used);
    }

    /// Whether a cell holds what those of unused objects do.
    fn empty(&mut self, cell: &Cell) -> TermId {
        match cell {
            Cell::Scalar { variable, .. } => {
                let sort = self.terms.variable_of(*variable).sort;
                let term = self.terms.read(*variable);
                let zero = self.terms.constant(TermValue::zero(sort));
                self.terms.eq(term, zero)
            }
            Cell::Fixed(_) => self.terms.bool(true),
            Cell::Reference(targets) => match targets.first() {
                Some((Target::Null, variable)) => *variable,
                _ => self.terms.bool(true),
            },
        }
    }
}

/// Whether objects with these contents look like this before anything changes.
pub fn beginning(terms: &mut Terms, object: &OpenObject) -> Rc<Object> {
    Rc::new(Object {
        class: object.class,
        length: object.length.map(|length| terms.read(length)),
        contents: object.cells.iter().map(Cell::value).collect(),
    })
}

/// The zero of a kind.
pub fn zero(terms: &mut Terms, kind: Kind) -> Value {
    match kind {
        Kind::Scalar(sort) => Value::Scalar(terms.constant(TermValue::zero(sort))),
        Kind::Reference => Value::only(terms, Target::Null),
    }
}

/// The strongly connected components of a graph, those that refer first.
fn components(edges: &BTreeMap<ClassId, Vec<ClassId>>) -> Vec<Vec<ClassId>> {
    let reaches = |from: ClassId, to: ClassId| {
        let mut seen = Vec::new();
        let mut pending = edges[&from].clone();
        while let Some(class) = pending.pop() {
            if class == to {
                return true;
            }
            if !seen.contains(&class) {
                seen.push(class);
                pending.extend(&edges[&class]);
            }
        }
        false
    };
    let mut groups: Vec<Vec<ClassId>> = Vec::new();
    for &class in edges.keys() {
        let group = groups
            .iter_mut()
            .find(|group| reaches(class, group[0]) && reaches(group[0], class));
        match group {
            Some(group) => group.push(class),
            None => groups.push(vec![class]),
        }
    }
    // Those that nothing left refers to come first.
    let mut ordered = Vec::new();
    while !groups.is_empty() {
        let first = groups
            .iter()
            .position(|group| {
                groups
                    .iter()
                    .all(|other| other == group || !reaches(other[0], group[0]))
            })
            .unwrap_or(0);
        ordered.push(groups.remove(first));
    }
    ordered
}
