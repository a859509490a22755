//! From an input to the C that makes it.

use std::collections::BTreeSet;

use everypath_c::tables::groups;
use everypath_c::types::{Type, TypeId, Types};
use everypath_c::{Graph, Program, Target, Unit};
use everypath_emit::c::{Object, Recipe, literal};
use everypath_trace::Input;

use super::values::{exact_literal, value_bits};

/// Places that one test may speak of.
const MOST_PLACES: usize = 48;

/// Elements of one object that a test writes out.
const MOST_ELEMENTS: u64 = 4096;

/// The recipe of an input; the message says why there is none.
pub fn recipe(
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
        used: taken_names(program, unit),
        objects: Vec::new(),
        streams: Vec::new(),
        recipe: Recipe::default(),
        assignments: Vec::new(),
    };
    making.declare_streams();
    making.globals(unit)?;
    making.objects()?;
    let arguments = making.arguments(unit)?;
    let assignments = std::mem::take(&mut making.assignments);
    making.recipe.setup.extend(assignments);
    making.stubs()?;
    making.recipe.call = format!("{}({})", test_name(&unit.name), arguments.join(", "));
    making.result(unit);
    making.changes(unit);
    making.look_at_streams();
    making.recipe.places.truncate(MOST_PLACES);
    Ok(making.recipe)
}

/// What `main` is called in test files, where it has another name.
pub fn test_name(name: &str) -> &str {
    if name == "main" { "program_main" } else { name }
}

fn taken_names(program: &Program, unit: &Unit) -> BTreeSet<String> {
    let words = [
        "result", "tests", "capture", "captured", "output", "int", "char", "long", "double",
        "float", "short", "unsigned", "signed", "struct", "union", "enum", "void", "if", "else",
        "while", "for", "do", "switch", "case", "default", "return", "static", "const", "register",
        "auto", "goto", "break", "continue", "sizeof", "typedef",
    ];
    let functions = program.functions.iter().map(|(name, _)| name.clone());
    let globals = program.globals.iter().map(|global| global.name.clone());
    let _ = unit;
    words
        .iter()
        .map(|word| (*word).to_owned())
        .chain(functions)
        .chain(globals)
        .collect()
}

/// An object as the test declares it.
pub struct Made {
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

/// A scalar of the input.
pub struct Leaf {
    slot: String,
    /// As C writes it.
    pub expression: String,
    /// Its type.
    pub ty: TypeId,
    /// For a bit-field: its lowest bit in the slot, and how many it has.
    bits: Option<(u64, u64)>,
}

/// A recipe that is being made.
pub struct Making<'a> {
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
    /// The objects that are declared.
    pub objects: Vec<Made>,
    /// The streams, as C writes them.
    pub(super) streams: Vec<String>,
    /// What was made so far.
    pub recipe: Recipe,
    /// Assignments that wait for all objects to be declared.
    pub assignments: Vec<String>,
}

impl Making<'_> {
    pub(super) fn fresh(&mut self, wish: &str) -> String {
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
    pub fn unqualified(&self, ty: TypeId) -> TypeId {
        match self.types.get(ty) {
            Type::Qualified(_, of) => self.unqualified(*of),
            _ => ty,
        }
    }

    fn objects(&mut self) -> Result<(), String> {
        for object in &self.graph.objects {
            let Type::Pointer(of) = self.types.shape(object.pointer) else {
                return Err("an object of its input has no type".to_owned());
            };
            let mut element = self.unqualified(*of);
            if self.types.plain(element) != self.types.made_as(element) {
                element = self.types.made_as(element);
            }
            if matches!(
                self.types.shape(element),
                Type::Opaque { .. } | Type::Record { size: 0, .. }
            ) {
                element = Types::BYTE;
            }
            if !self.types.has_name(element) {
                return Err("an object of its input has a type without a name".to_owned());
            }
            let size = self.types.size(element).max(1);
            let count = object.used.div_ceil(size).max(1);
            if count > MOST_ELEMENTS {
                return Err("an object of its input is too large for a test".to_owned());
            }
            // Stubs are functions of their own: they share objects with the test.
            let variable = match self.graph.stubs.is_empty() {
                true => self.fresh(&object.slot),
                false => self.fresh(&format!("t{} {}", self.id, object.slot)),
            };
            let record = matches!(self.types.shape(element), Type::Record { .. });
            let single = record && count == 1 && !object.owned;
            let pointer = if single {
                format!("&{variable}")
            } else {
                variable.clone()
            };
            self.objects.push(Made {
                pointer,
                variable,
                single,
                element,
                count,
                owned: object.owned,
            });
        }
        for index in 0..self.objects.len() {
            self.declare(index);
        }
        Ok(())
    }

    fn declare(&mut self, index: usize) {
        let slot = self.graph.objects[index].slot.clone();
        let made = &self.objects[index];
        let (variable, element, count) = (made.variable.clone(), made.element, made.count);
        let (single, owned) = (made.single, made.owned);
        let scalar = matches!(
            self.types.shape(element),
            Type::Int { .. } | Type::Enum { .. } | Type::Float { .. }
        );
        let values: Option<Vec<u64>> = scalar.then(|| {
            (0..count)
                .map(|i| self.bits(&format!("{slot}[{i}]")))
                .collect()
        });
        let declaration = |name: &str| self.types.declare(element, name);
        let text = self.types.is_character(element) && element != Types::BYTE;
        let line = match (&values, owned) {
            (Some(values), owned) if text => {
                let bytes: Vec<u8> = values.iter().map(|value| *value as u8).collect();
                let (body, last) = bytes.split_at(bytes.len() - 1);
                let shown = match last {
                    [0] => body,
                    _ => &bytes,
                };
                let end = shown
                    .iter()
                    .rposition(|byte| *byte != 0)
                    .map_or(0, |at| at + 1);
                let content = literal::text(&shown[..end]);
                match owned {
                    true => format!(
                        "{} = memcpy(calloc({count}, 1), {content}, {});",
                        declaration(&format!("*{variable}")),
                        end
                    ),
                    false if last == [0] && end == body.len() => {
                        format!("{} = {content};", declaration(&format!("{variable}[]")))
                    }
                    false => format!(
                        "{} = {content};",
                        declaration(&format!("{variable}[{count}]"))
                    ),
                }
            }
            (Some(values), false) => {
                let list: Vec<String> = values
                    .iter()
                    .map(|bits| self.literal(element, *bits))
                    .collect();
                format!(
                    "{} = {{{}}};",
                    declaration(&format!("{variable}[{count}]")),
                    list.join(", ")
                )
            }
            (_, true) => {
                let size = self.types.declare(element, "");
                format!(
                    "{} = calloc({count}, sizeof({size}));",
                    declaration(&format!("*{variable}"))
                )
            }
            (None, false) if single => format!("{} = {{0}};", declaration(&variable)),
            (None, false) => format!("{} = {{0}};", declaration(&format!("{variable}[{count}]"))),
        };
        let bytes = self.types.size(element).max(1);
        match (self.graph.stubs.is_empty(), owned, line.split_once(" = ")) {
            (true, ..) | (_, _, None) => self.recipe.setup.push(line),
            (false, false, _) => self.recipe.statics.push(format!("static {line}\n")),
            (false, true, Some((declaration, value))) => {
                self.recipe.statics.push(format!("static {declaration};\n"));
                self.recipe.setup.push(format!("{variable} = {value}"));
            }
        }
        self.recipe.objects.push(Object {
            pointer: self.objects[index].pointer.clone(),
            size: format!("{}", bytes * count),
            element: bytes,
        });
        if values.is_none() || (owned && !text) {
            for leaf in self.object_leaves(index) {
                self.assign(&leaf, false);
            }
        }
    }

    pub(super) fn object_leaves(&self, index: usize) -> Vec<Leaf> {
        let made = &self.objects[index];
        let slot = &self.graph.objects[index].slot;
        let record = matches!(self.types.shape(made.element), Type::Record { .. });
        let mut leaves = Vec::new();
        for i in 0..made.count {
            let expression = if made.single {
                made.variable.clone()
            } else {
                format!("{}[{i}]", made.variable)
            };
            match record && i == 0 {
                true => self.leaves(made.element, slot.clone(), expression, "->", &mut leaves),
                false => self.leaves(
                    made.element,
                    format!("{slot}[{i}]"),
                    expression,
                    ".",
                    &mut leaves,
                ),
            }
        }
        leaves
    }

    /// The scalars of a typed place.
    pub fn leaves(
        &self,
        ty: TypeId,
        slot: String,
        expression: String,
        separator: &str,
        leaves: &mut Vec<Leaf>,
    ) {
        match self.types.shape(ty) {
            Type::Array(of, count) => {
                for i in 0..(*count).min(4096) {
                    self.leaves(
                        *of,
                        format!("{slot}[{i}]"),
                        format!("{expression}[{i}]"),
                        ".",
                        leaves,
                    );
                }
            }
            Type::Record { union, fields, .. } => {
                let groups = groups(fields);
                let largest = groups
                    .iter()
                    .enumerate()
                    .max_by_key(|(index, group)| (group.size, std::cmp::Reverse(*index)));
                let largest = largest.map(|(index, _)| index);
                for (index, group) in groups.iter().enumerate() {
                    if *union && Some(index) != largest {
                        continue;
                    }
                    let first = &group.fields[0];
                    if first.bit_field {
                        for field in group.fields.iter().filter(|field| !field.name.is_empty()) {
                            leaves.push(Leaf {
                                slot: format!("{slot}{separator}{}", first.name),
                                expression: format!("{expression}.{}", field.name),
                                ty: field.ty,
                                bits: Some((field.offset - 8 * group.offset, field.bits)),
                            });
                        }
                    } else if first.name.is_empty() {
                        self.leaves(
                            first.ty,
                            slot.clone(),
                            expression.clone(),
                            separator,
                            leaves,
                        );
                    } else {
                        let (slot, expression) = (
                            format!("{slot}{separator}{}", first.name),
                            format!("{expression}.{}", first.name),
                        );
                        self.leaves(first.ty, slot, expression, ".", leaves);
                    }
                }
            }
            _ => leaves.push(Leaf {
                slot,
                expression,
                ty,
                bits: None,
            }),
        }
    }

    /// Assigns what the input says of a scalar.
    pub fn assign(&mut self, leaf: &Leaf, global: bool) {
        if let Type::Pointer(_) = self.types.shape(leaf.ty) {
            let known = self.graph.pointers.contains_key(&leaf.slot);
            if let Ok(Some(pointer)) = self.pointer(&leaf.slot, leaf.ty)
                && (pointer != "NULL" || (global && known))
            {
                self.assignments
                    .push(format!("{} = {pointer};", leaf.expression));
            }
            return;
        }
        if let Some(long) = self.graph.long_doubles.get(&leaf.slot) {
            let value = exact_literal(*long);
            self.assignments
                .push(format!("{} = {value};", leaf.expression));
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
            self.assignments
                .push(format!("{} = {value};", leaf.expression));
        }
    }

    fn globals(&mut self, unit: &Unit) -> Result<(), String> {
        for index in &unit.globals {
            let global = &self.program.globals[*index];
            let mut leaves = Vec::new();
            self.leaves(
                global.ty,
                self.program.global_slot(unit, *index),
                global.name.clone(),
                ".",
                &mut leaves,
            );
            // Pointers need the objects, which are made later: their
            // assignments come behind all declarations.
            for leaf in &leaves {
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
    pub(super) fn global_leaves(&self, unit: &Unit, index: usize) -> Vec<Leaf> {
        let global = &self.program.globals[index];
        let mut leaves = Vec::new();
        self.leaves(
            global.ty,
            self.program.global_slot(unit, index),
            global.name.clone(),
            ".",
            &mut leaves,
        );
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
