//! The open input: its objects, the variables of its cells, and the
//! constraints that leave one of each set of isomorphic structures.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_lowered::{Class, ClassId, Constant, Contents, Kind, Open, Source, StaticId};
use everypath_term::{Op, Sort, TermId, Terms, Value as TermValue, VarId};
use everypath_trace::Step;

use super::state::Object;
use super::symmetry::components;
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

/// Objects inside objects of their own.
const DEEPEST: usize = 3;

/// Makes the open input of a unit.
pub(super) fn open(
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

pub(super) struct Opening<'a> {
    pub(super) terms: &'a mut Terms,
    source: &'a mut dyn Source,
    scope: &'a Scope,
    bounds: Option<&'a Bounds>,
    pub(super) input: OpenInput,
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
                    let place = Step::Field(&field.name).of(&name);
                    cells.push(self.cell(&field.open, &place, depth));
                    places.push(place);
                }
            }
            Contents::Elements(_, open) => {
                self.input.is_bounded = true;
                let length = self
                    .terms
                    .variable(&Step::Length.of(&name), Sort::bit_vec(32));
                self.input.objects[object.0 as usize].length = Some(length);
                let length = self.terms.read(length);
                let longest = TermValue::bit_vec(32, u64::from(self.scope.array_length));
                let longest = self.terms.constant(longest);
                let short = self.terms.apply(Op::BvUle, &[length, longest]);
                self.input.constraints.push(short);
                for index in 0..self.scope.array_length {
                    let place = Step::Index(index.into()).of(&name);
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
}

/// Whether objects with these contents look like this before anything changes.
pub(super) fn beginning(terms: &mut Terms, object: &OpenObject) -> Rc<Object> {
    Rc::new(Object {
        class: object.class,
        length: object.length.map(|length| terms.read(length)),
        contents: object.cells.iter().map(Cell::value).collect(),
    })
}

/// The zero of a kind.
pub(super) fn zero(terms: &mut Terms, kind: Kind) -> Value {
    match kind {
        Kind::Scalar(sort) => Value::Scalar(terms.constant(TermValue::zero(sort))),
        Kind::Reference => Value::only(terms, Target::Null),
    }
}
