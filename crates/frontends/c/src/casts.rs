//! What pointers that say nothing of their objects are cast to: `void *`
//! parameters, and pointers to structures of which the file knows only the
//! name. Where the code casts such a pointer to one type only, its objects
//! are of that type.

use indexmap::{IndexMap, IndexSet};

use crate::instrument::locals;
use crate::instrument::recording::declaration;
use crate::ir::debug::Debug;
use crate::ir::module::{Function, Module};
use crate::types::{Type, TypeId, Types};

/// What is known of the casts of a module.
#[derive(Debug, Default)]
pub struct Casts {
    /// The types of pointers that a parameter, by function and index, becomes.
    parameters: IndexMap<(String, usize), IndexSet<TypeId>>,
    /// The types of pointers that those to a structure without members become.
    incomplete: IndexMap<TypeId, IndexSet<TypeId>>,
}

/// Where a pointer comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Parameter(usize),
    Incomplete(TypeId),
}

impl Casts {
    /// Reads the casts of a module.
    pub fn read(module: &Module, debug: Debug, types: &mut Types) -> Casts {
        let mut casts = Casts::default();
        let records = records(debug);
        for function in &module.functions {
            Reading {
                casts: &mut casts,
                function,
                debug,
                types,
                records: &records,
                places: IndexMap::new(),
                sources: IndexMap::new(),
                fields: IndexMap::new(),
            }
            .read();
        }
        casts
    }

    /// The type of pointer that a function's parameter is cast to, if there
    /// is one only.
    pub fn parameter(&self, function: &str, index: usize) -> Option<TypeId> {
        only(self.parameters.get(&(function.to_owned(), index))?)
    }

    /// The structures without members that are always seen as another type.
    pub fn completed(&self, types: &Types) -> IndexMap<TypeId, TypeId> {
        let found = self.incomplete.iter().filter_map(|(incomplete, seen)| {
            match types.shape(only(seen)?) {
                Type::Pointer(of) => Some((*incomplete, types.plain(*of))),
                _ => None,
            }
        });
        found.collect()
    }
}

fn only(types: &IndexSet<TypeId>) -> Option<TypeId> {
    match types.len() {
        1 => types.first().copied(),
        _ => None,
    }
}

/// Structures by the name that the IR has for them.
fn records(debug: Debug) -> IndexMap<String, u32> {
    let mut found = IndexMap::new();
    for (id, node) in debug.all("DICompositeType") {
        let word = match node.word("tag") {
            "DW_TAG_structure_type" => "struct",
            "DW_TAG_union_type" => "union",
            _ => continue,
        };
        if let Some(name) = node.string("name")
            && !node.word("flags").contains("DIFlagFwdDecl")
        {
            found.entry(format!("%{word}.{name}")).or_insert(id);
        }
    }
    found
}

/// The reading of one function.
struct Reading<'a, 'm> {
    casts: &'a mut Casts,
    function: &'a Function<'m>,
    debug: Debug<'a>,
    types: &'a mut Types,
    records: &'a IndexMap<String, u32>,
    /// The variables: which parameter each is, and its type.
    places: IndexMap<&'a str, (Option<usize>, TypeId)>,
    /// The pointers whose casts are looked for.
    sources: IndexMap<&'a str, Source>,
    /// Addresses of members that are pointers to structures without members.
    fields: IndexMap<&'a str, TypeId>,
}

impl<'a> Reading<'a, '_> {
    fn read(mut self) {
        let body: &'a [String] = &self.function.body;
        for line in body {
            if let Some((place, variable)) = declaration(line) {
                let Some(node) = self.debug.node(variable) else {
                    continue;
                };
                let argument = node.number("arg").filter(|argument| *argument > 0);
                let ty = self.types.of(self.debug, node.reference("type"));
                let index = argument.map(|argument| argument as usize - 1);
                self.places.insert(place, (index, ty));
            }
        }
        for line in body {
            let text = line.trim_start();
            match text.split_once(" = ") {
                Some((name, instruction)) => self.value(name, instruction),
                None => self.store(text),
            }
        }
    }

    fn value(&mut self, name: &'a str, instruction: &'a str) {
        let Some(operand) = locals(instruction).find(|local| !self.is_type(local)) else {
            return;
        };
        if instruction.starts_with("bitcast ") {
            if let Some(source) = self.sources.get(operand) {
                self.sources.insert(name, *source);
            }
        } else if instruction.starts_with("load ") {
            match (self.places.get(operand), self.fields.get(operand)) {
                (Some((index, ty)), _) => {
                    let source = match (self.untyped(*ty), index) {
                        (Some(Types::VOID), Some(index)) => Some(Source::Parameter(*index)),
                        (Some(Types::VOID) | None, _) => None,
                        (Some(incomplete), _) => Some(Source::Incomplete(incomplete)),
                    };
                    self.sources.extend(source.map(|source| (name, source)));
                }
                (None, Some(incomplete)) => {
                    self.sources.insert(name, Source::Incomplete(*incomplete));
                }
                (None, None) => {}
            }
        } else if instruction.starts_with("getelementptr ") {
            self.member(name, operand, instruction);
        }
    }

    /// An address within a structure says which one the pointer leads to.
    fn member(&mut self, name: &'a str, operand: &str, instruction: &str) {
        let Some(record) = locals(instruction).find_map(|local| self.records.get(local)) else {
            return;
        };
        let record = self.types.of(self.debug, Some(*record));
        if let Some(source) = self.sources.get(operand).copied() {
            let pointer = self.types.pointer(record);
            self.seen(source, pointer);
        }
        // The members of the IR are those of the source unless some share bytes.
        let number = instruction.rsplit("i32 ").next().unwrap_or_default();
        let number = number.split(',').next().unwrap_or_default();
        let Ok(index) = number.parse::<usize>() else {
            return;
        };
        if let Type::Record {
            union: false,
            fields,
            ..
        } = self.types.get(record)
            && fields[..fields.len().min(index + 1)]
                .iter()
                .all(|field| !field.bit_field)
            && let Some(field) = fields.get(index)
            && let Some(incomplete) = self.untyped(field.ty)
            && incomplete != Types::VOID
        {
            self.fields.insert(name, incomplete);
        }
    }

    fn store(&mut self, text: &'a str) {
        if !text.starts_with("store ") {
            return;
        }
        let mut operands = locals(text).filter(|local| !self.is_type(local));
        let (Some(value), Some(place)) = (operands.next(), operands.next()) else {
            return;
        };
        if let (Some(source), Some((_, ty))) = (self.sources.get(value), self.places.get(place)) {
            let (source, ty) = (*source, *ty);
            self.seen(source, ty);
        }
    }

    fn is_type(&self, local: &str) -> bool {
        local.starts_with("%struct.") || local.starts_with("%union.")
    }

    /// `void` or the structure without members that a pointer type leads to.
    fn untyped(&self, ty: TypeId) -> Option<TypeId> {
        let Type::Pointer(of) = self.types.shape(ty) else {
            return None;
        };
        match self.types.shape(*of) {
            Type::Opaque { name, .. } if name == "void" => Some(Types::VOID),
            Type::Opaque { size: 0, .. } => Some(self.types.plain(*of)),
            _ => None,
        }
    }

    fn seen(&mut self, source: Source, ty: TypeId) {
        let Type::Pointer(of) = self.types.shape(ty) else {
            return;
        };
        let (of, pointer) = (*of, self.types.plain(ty));
        let useful = match self.types.shape(of) {
            Type::Int { character, .. } => !character,
            Type::Float { .. } | Type::Enum { .. } | Type::Pointer(_) => true,
            Type::Record { size, .. } => *size > 0,
            _ => false,
        };
        if !useful || !self.types.has_name(of) {
            return;
        }
        // The same type, whatever is constant of it.
        let alike = |known: &TypeId| match self.types.shape(*known) {
            Type::Pointer(other) => self.types.plain(*other) == self.types.plain(of),
            _ => false,
        };
        let list = match source {
            Source::Parameter(index) => {
                let key = (self.function.name.to_owned(), index);
                self.casts.parameters.entry(key).or_default()
            }
            Source::Incomplete(incomplete) => self.casts.incomplete.entry(incomplete).or_default(),
        };
        if !list.iter().any(alike) {
            list.insert(pointer);
        }
    }
}
