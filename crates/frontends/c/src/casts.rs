//! What pointers that say nothing of their objects are cast to: `void *`
//! parameters and members, and pointers to structures of which the file knows only
//! the name. Where the code casts such a pointer to one type only, or hands it to
//! functions that take one type only, its objects are of that type.

use indexmap::{IndexMap, IndexSet};

use crate::instrument::recording::declaration;
use crate::instrument::{locals, parse_call};
use crate::ir::debug::Debug;
use crate::ir::module::{Function, Module, name_after_at};
use crate::ir::text::{number, without_metadata};
use crate::types::{Type, TypeId, Types};

/// What is known of the casts of a module.
#[derive(Debug, Default)]
pub(crate) struct Casts {
    /// The types of pointers that each becomes.
    seen: IndexMap<Source, IndexSet<TypeId>>,
    /// Those that are handed to a parameter which says nothing either.
    passed: IndexSet<(Source, Source)>,
}

/// Where a pointer comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Source {
    /// A parameter of a function.
    Parameter(String, usize),
    /// Anywhere, if it leads to a structure without members.
    Incomplete(TypeId),
    /// A member of a structure, as one function sees it.
    Member(TypeId, usize, String),
}

impl Casts {
    /// Reads the casts of a module.
    pub(crate) fn read(module: &Module, debug: Debug, types: &mut Types) -> Casts {
        let mut casts = Casts::default();
        let records = records(debug);
        let functions = parameters(module, debug, types);
        for function in &module.functions {
            Reading {
                casts: &mut casts,
                function,
                debug,
                types,
                records: &records,
                functions: &functions,
                places: IndexMap::new(),
                sources: IndexMap::new(),
                fields: IndexMap::new(),
            }
            .read();
        }
        casts.follow(types);
        casts
    }

    /// What is handed on becomes what the callee makes of it.
    fn follow(&mut self, types: &Types) {
        loop {
            let mut changed = false;
            for (source, target) in &self.passed {
                let found = self.seen.get(target).cloned().unwrap_or_default();
                for ty in found {
                    let list = self.seen.entry(source.clone()).or_default();
                    changed |= add(list, types, ty);
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The type of pointer that a function's parameter is cast to, if there
    /// is one only.
    pub(crate) fn parameter(&self, function: &str, index: usize) -> Option<TypeId> {
        only(
            self.seen
                .get(&Source::Parameter(function.to_owned(), index))?,
        )
    }

    /// The structures without members that are always seen as another type.
    pub(crate) fn completed(&self, types: &Types) -> IndexMap<TypeId, TypeId> {
        let found = self.seen.iter().filter_map(|(source, seen)| {
            let Source::Incomplete(incomplete) = source else {
                return None;
            };
            match types.shape(only(seen)?) {
                Type::Pointer(of) => Some((*incomplete, types.plain(*of))),
                _ => None,
            }
        });
        found.collect()
    }

    /// The members of structures that some functions see as one other type of pointer.
    pub(crate) fn members(&self, types: &Types, functions: &IndexSet<String>) -> Vec<SeenMember> {
        let mut found: IndexMap<(TypeId, usize), IndexSet<TypeId>> = IndexMap::new();
        for (source, seen) in &self.seen {
            if let Source::Member(record, index, function) = source
                && functions.contains(function)
            {
                let list = found.entry((*record, *index)).or_default();
                for ty in seen {
                    add(list, types, *ty);
                }
            }
        }
        let seen = found.into_iter().filter_map(|((record, index), seen)| {
            Some(SeenMember {
                record,
                index,
                pointer: only(&seen)?,
            })
        });
        seen.collect()
    }
}

/// A `void *` member of a structure, and the type of pointer that it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenMember {
    /// The structure.
    pub record: TypeId,
    /// Which member.
    pub index: usize,
    /// The pointer.
    pub pointer: TypeId,
}

fn only(types: &IndexSet<TypeId>) -> Option<TypeId> {
    match types.len() {
        1 => types.first().copied(),
        _ => None,
    }
}

/// Adds a type of pointer unless it is there, whatever is constant of it.
fn add(list: &mut IndexSet<TypeId>, types: &Types, pointer: TypeId) -> bool {
    let pointee = |ty: TypeId| match types.shape(ty) {
        Type::Pointer(of) => Some(types.plain(*of)),
        _ => None,
    };
    let alike = |known: &TypeId| pointee(*known) == pointee(pointer);
    !list.iter().any(alike) && list.insert(pointer)
}

/// Structures by the name that the IR has for them; one without a tag has that of
/// its type.
pub(crate) fn records(debug: Debug) -> IndexMap<String, u32> {
    let word = |id: u32| {
        let node = debug.node(id)?;
        let word = match node.word("tag") {
            "DW_TAG_structure_type" => "struct",
            "DW_TAG_union_type" => "union",
            _ => return None,
        };
        let complete = !node.word("flags").contains("DIFlagFwdDecl");
        complete.then_some((word, node.string("name")))
    };
    let mut found = IndexMap::new();
    for (id, _) in debug.all("DICompositeType") {
        if let Some((word, Some(name))) = word(id) {
            found.entry(format!("%{word}.{name}")).or_insert(id);
        }
    }
    for (id, node) in debug.all("DIDerivedType") {
        if node.word("tag") == "DW_TAG_typedef"
            && let Some((word, None)) = node.reference("baseType").and_then(word)
            && let Some(name) = node.string("name")
        {
            found.entry(format!("%{word}.{name}")).or_insert(id);
        }
    }
    found
}

/// What each function takes that the module defines or declares.
fn parameters<'m>(
    module: &Module<'m>,
    debug: Debug,
    types: &mut Types,
) -> IndexMap<&'m str, Vec<TypeId>> {
    let defined = module
        .functions
        .iter()
        .filter_map(|function| Some((function.name, function.subprogram?)));
    let declared = module.kept.iter().filter_map(|line| {
        let rest = line.strip_prefix("declare !dbg !")?;
        Some((name_after_at(line)?.0, number(rest)?))
    });
    let all: Vec<(&str, u32)> = defined.chain(declared).collect();
    let taken = all.into_iter().filter_map(|(name, id)| {
        let ty = types.of(debug, debug.node(id)?.reference("type"));
        match types.get(ty) {
            Type::Function { parameters, .. } => Some((name, parameters.clone())),
            _ => None,
        }
    });
    taken.collect()
}

/// The reading of one function.
struct Reading<'a, 'm> {
    casts: &'a mut Casts,
    function: &'a Function<'m>,
    debug: Debug<'a>,
    types: &'a mut Types,
    records: &'a IndexMap<String, u32>,
    functions: &'a IndexMap<&'m str, Vec<TypeId>>,
    /// The variables: which parameter each is, and its type.
    places: IndexMap<&'a str, (Option<usize>, TypeId)>,
    /// The pointers whose casts are looked for.
    sources: IndexMap<&'a str, Source>,
    /// Addresses of members that are such pointers.
    fields: IndexMap<&'a str, Source>,
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
            let text = without_metadata(line).0.trim();
            let (name, instruction) = match text.split_once(" = ") {
                Some((name, instruction)) => (Some(name), instruction),
                None => (None, text),
            };
            if instruction.contains("call ") {
                self.call(instruction);
            } else if let Some(name) = name {
                self.value(name, instruction);
            } else {
                self.store(text);
            }
        }
    }

    fn value(&mut self, name: &'a str, instruction: &'a str) {
        let Some(operand) = locals(instruction).find(|local| !self.is_type(local)) else {
            return;
        };
        if instruction.starts_with("bitcast ") {
            if let Some(source) = self.sources.get(operand).cloned() {
                self.sources.insert(name, source);
            }
            if let Some(field) = self.fields.get(operand).cloned() {
                self.fields.insert(name, field);
            }
        } else if instruction.starts_with("load ") {
            let source = match (self.places.get(operand), self.fields.get(operand)) {
                (Some((index, ty)), _) => match (self.untyped(*ty), index) {
                    (Some(Types::VOID), Some(index)) => {
                        Some(Source::Parameter(self.function.name.to_owned(), *index))
                    }
                    (Some(Types::VOID) | None, _) => None,
                    (Some(incomplete), _) => Some(Source::Incomplete(incomplete)),
                },
                (None, field) => field.cloned(),
            };
            self.sources.extend(source.map(|source| (name, source)));
        } else if instruction.starts_with("getelementptr ") {
            self.member(name, operand, instruction);
        }
    }

    /// A function that is given such a pointer says what it is.
    fn call(&mut self, instruction: &str) {
        let Some(call) = parse_call(instruction) else {
            return;
        };
        let name = call.callee.trim_start_matches('@').trim_matches('"');
        let Some(taken) = self.functions.get(name) else {
            return;
        };
        for (index, argument) in call.arguments.iter().enumerate() {
            let (Some(source), Some(ty)) = (self.sources.get(argument.operand), taken.get(index))
            else {
                continue;
            };
            let (source, ty) = (source.clone(), *ty);
            if self.untyped(ty) == Some(Types::VOID) {
                let target = Source::Parameter(name.to_owned(), index);
                self.casts.passed.insert((source, target));
            } else {
                self.seen(source, ty);
            }
        }
    }

    /// An address within a structure says which one the pointer leads to.
    fn member(&mut self, name: &'a str, operand: &str, instruction: &str) {
        let Some(record) = locals(instruction).find_map(|local| self.records.get(local)) else {
            return;
        };
        let record = self.types.of(self.debug, Some(*record));
        if let Some(source) = self.sources.get(operand).cloned() {
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
        } = self.types.shape(record)
            && fields[..fields.len().min(index + 1)]
                .iter()
                .all(|field| !field.bit_field)
            && let Some(field) = fields.get(index)
            && let Some(untyped) = self.untyped(field.ty)
        {
            let source = match untyped {
                Types::VOID => {
                    let function = self.function.name.to_owned();
                    Source::Member(self.types.plain(record), index, function)
                }
                incomplete => Source::Incomplete(incomplete),
            };
            self.fields.insert(name, source);
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
            let (source, ty) = (source.clone(), *ty);
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
        if useful && self.types.has_name(of) {
            let list = self.casts.seen.entry(source).or_default();
            add(list, self.types, pointer);
        }
    }
}
