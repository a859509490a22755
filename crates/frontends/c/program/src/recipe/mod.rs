//! From an input to the C that makes it.

mod allocations;
mod environment;
mod leaves;
mod makers;
mod names;
mod objects;
mod places;
mod pointers;
mod streams;
mod stubs;
mod texts;
mod values;

use std::collections::BTreeSet;

use everypath_c::types::{Type, TypeId, Types};
use everypath_c::{EARLIER, Graph, Program, Target, Unit};
use everypath_emit::c::Recipe;
use everypath_trace::Input;

pub(crate) use allocations::failing;
use leaves::{Leaf, mentioned};
pub(crate) use texts::make_readable;
use values::{exact_literal, value_bits};

/// Places that one test may speak of.
const MOST_PLACES: usize = 160;

/// The recipe of an input; the message says why there is none.
pub(crate) fn recipe(
    program: &Program,
    unit: &Unit,
    input: &Input,
    graph: &Graph,
    id: u64,
) -> Result<Recipe, String> {
    let mut making = Making {
        id,
        program,
        types: &program.types,
        input,
        graph,
        used: taken_names(program),
        mentioned: mentioned(input, graph),
        objects: Vec::new(),
        streams: Vec::new(),
        recipe: Recipe::default(),
        assignments: Vec::new(),
    };
    making.environment();
    making.declare_streams();
    making.globals(unit)?;
    making.objects()?;
    let mut arguments = making.arguments(unit)?;
    let assignments = std::mem::take(&mut making.assignments);
    making.recipe.setup.extend(assignments);
    if let Some(how) = &unit.making {
        // What fails may be an allocation of the maker.
        making.allocations();
        arguments = making.make(how, &arguments);
    }
    making.stubs(&arguments)?;
    making.recipe.function = test_name(unit.called()).to_owned();
    making.recipe.arguments = arguments;
    if unit.making.is_none() {
        making.allocations();
    }
    if let Some(earlier) = input.choices.get(EARLIER) {
        let call = format!("{};", making.recipe.call());
        let calls = std::iter::repeat_n(call, *earlier as usize);
        making.recipe.setup.extend(calls);
    }
    making.result(unit);
    making.changes(unit);
    making.look_at_streams();
    making.recipe.places.truncate(MOST_PLACES);
    Ok(making.recipe)
}

/// What `main` is called in test files, where it has another name.
fn test_name(name: &str) -> &str {
    if name == "main" { "program_main" } else { name }
}

fn taken_names(program: &Program) -> BTreeSet<String> {
    let words = [
        "result", "tests", "capture", "captured", "output", "int", "char", "long", "double",
        "float", "short", "unsigned", "signed", "struct", "union", "enum", "void", "if", "else",
        "while", "for", "do", "switch", "case", "default", "return", "static", "const", "register",
        "auto", "goto", "break", "continue", "sizeof", "typedef",
    ];
    let functions = program.functions.iter().map(|(name, _)| name.clone());
    let globals = program.globals.iter().map(|global| global.name.clone());
    words
        .iter()
        .map(|word| (*word).to_owned())
        .chain(functions)
        .chain(globals)
        .collect()
}

/// An object as the test declares it.
struct Made {
    /// A pointer to it.
    pub pointer: String,
    /// Its variable.
    pub variable: String,
    /// Whether the variable is the object itself, not an array or a pointer.
    pub single: bool,
    /// The type of an element.
    pub element: TypeId,
    /// How many there are.
    pub count: u64,
    /// Whether it has to be on the heap.
    pub owned: bool,
}

/// A recipe that is being made.
struct Making<'a> {
    /// The case's number.
    pub id: u64,
    /// The program.
    pub program: &'a Program,
    /// Its types.
    pub types: &'a Types,
    /// The input.
    pub input: &'a Input,
    /// Its objects.
    pub graph: &'a Graph,
    used: BTreeSet<String>,
    mentioned: BTreeSet<String>,
    /// The objects that are declared.
    pub objects: Vec<Made>,
    /// The streams, as C writes them.
    streams: Vec<String>,
    /// What was made so far.
    pub recipe: Recipe,
    /// Assignments that wait for all objects to be declared.
    pub assignments: Vec<String>,
}

impl Making<'_> {
    fn fresh(&mut self, wish: &str) -> String {
        let mut name = String::new();
        for c in wish.chars() {
            let c = if c.is_ascii_alphanumeric() { c } else { '_' };
            if c != '_' || !name.ends_with('_') {
                name.push(c);
            }
        }
        let name = name.trim_matches('_').to_owned();
        let name = if name.is_empty() {
            "object".to_owned()
        } else {
            name
        };
        let found = std::iter::once(name.clone())
            .chain((2..).map(|number| format!("{name}{number}")))
            .find(|name| !self.used.contains(name))
            .expect("numbers do not run out");
        self.used.insert(found.clone());
        found
    }

    /// A type without qualifiers at its top.
    pub(crate) fn unqualified(&self, ty: TypeId) -> TypeId {
        self.types.unqualified(ty)
    }

    /// A scalar, as C assigns to it; none if C does not.
    fn assigned(&self, leaf: &Leaf) -> Option<String> {
        match (leaf.constant, leaf.bits) {
            (false, _) => Some(leaf.expression.clone()),
            (true, None) => {
                let cast = self.types.declare(self.unqualified(leaf.ty), "*");
                Some(format!("*({cast})&{}", leaf.expression))
            }
            (true, Some(_)) => None,
        }
    }

    /// Assigns what the input says of a scalar.
    pub(crate) fn assign(&mut self, leaf: &Leaf, global: bool) {
        let Some(place) = self.assigned(leaf) else {
            return;
        };
        if let Type::Pointer(_) = self.types.shape(leaf.ty) {
            let known = self.graph.pointers.contains_key(&leaf.slot);
            if let Ok(Some(pointer)) = self.pointer(&leaf.slot, leaf.ty)
                && (pointer != "NULL" || (global && known))
            {
                self.assignments.push(format!("{place} = {pointer};"));
            }
            return;
        }
        if let Some(long) = self.graph.long_doubles.get(&leaf.slot) {
            let value = exact_literal(*long);
            self.assignments.push(format!("{place} = {value};"));
            return;
        }
        let Some(value) = self.input.values.get(leaf.slot.as_str()) else {
            return;
        };
        let mut bits = value_bits(value);
        if let Some((low, count)) = leaf.bits {
            bits = (bits >> low)
                & if count >= 64 {
                    u64::MAX
                } else {
                    (1 << count) - 1
                };
            let signed = matches!(self.types.shape(leaf.ty), Type::Int { signed: true, .. });
            if signed && count < 64 && bits >> (count - 1) & 1 == 1 {
                bits |= u64::MAX << count;
            }
        }
        if bits != 0 || global {
            let value = self.literal(leaf.ty, bits);
            self.assignments.push(format!("{place} = {value};"));
        }
    }

    fn globals(&mut self, unit: &Unit) -> Result<(), String> {
        for index in &unit.globals {
            // Pointers need the objects, which are made later: their
            // assignments come behind all declarations.
            for leaf in &self.global_leaves(unit, *index) {
                let known = self.graph.pointers.get(&leaf.slot).is_some_and(|target| {
                    matches!(target, Target::Object(_) | Target::Inside { .. })
                });
                if !known {
                    self.assign(leaf, true);
                }
            }
        }
        Ok(())
    }

    /// The scalars and pointers in a global variable.
    fn global_leaves(&self, unit: &Unit, index: usize) -> Vec<Leaf> {
        let global = &self.program.globals[index];
        let mut leaves = Vec::new();
        self.leaves(
            global.ty,
            self.program.global_slot(unit, index),
            global.name.clone(),
            ".",
            &mut leaves,
        );
        if self.types.is_const(global.ty) {
            leaves.iter_mut().for_each(|leaf| leaf.constant = true);
        }
        leaves
    }

    fn arguments(&mut self, unit: &Unit) -> Result<Vec<String>, String> {
        for index in &unit.globals {
            for leaf in self.global_leaves(unit, *index) {
                if matches!(
                    self.graph.pointers.get(&leaf.slot),
                    Some(Target::Object(_) | Target::Inside { .. })
                ) {
                    self.assign(&leaf, true);
                }
            }
        }
        let mut arguments = Vec::new();
        for parameter in &unit.parameters {
            let slot = &parameter.name;
            let argument = match self.types.shape(parameter.ty) {
                Type::Pointer(_) => match self.pointer(slot, parameter.ty)? {
                    Some(pointer) => pointer,
                    None => return Err(format!("{slot} is a pointer that C cannot name")),
                },
                Type::Record { .. } | Type::Array(..) => {
                    let variable = self.fresh(slot);
                    let ty = self.unqualified(parameter.ty);
                    self.recipe
                        .setup
                        .push(format!("{} = {{0}};", self.types.declare(ty, &variable)));
                    let mut leaves = Vec::new();
                    self.leaves(ty, slot.clone(), variable.clone(), ".", &mut leaves);
                    for leaf in leaves {
                        self.assign(&leaf, false);
                    }
                    variable
                }
                Type::Opaque { size: 0, .. } | Type::Function { .. } => {
                    return Err(format!("{slot} has no type that C can name"));
                }
                Type::Opaque { .. } => "0".to_owned(),
                _ => self.scalar(parameter.ty, slot),
            };
            if let Some(words) = self.words(slot, parameter.ty, &argument) {
                self.recipe
                    .words
                    .push((slot.clone(), format!("{}_is_{words}", slot.to_lowercase())));
            }
            arguments.push(argument);
        }
        for index in &unit.globals {
            let global = &self.program.globals[*index];
            if self
                .input
                .values
                .contains_key(self.program.global_slot(unit, *index).as_str())
            {
                let argument = self.literal(
                    global.ty,
                    self.bits(&self.program.global_slot(unit, *index)),
                );
                if let Some(words) = self.words(&global.name, global.ty, &argument) {
                    self.recipe.words.push((
                        global.name.clone(),
                        format!("{}_is_{words}", global.name.to_lowercase()),
                    ));
                }
            }
        }
        Ok(arguments)
    }
}
