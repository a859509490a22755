//! C's types.

use everypath_c_runtime::layout::TEXT_TYPE;
use indexmap::IndexMap;

mod debug_types;

/// A type: an index into [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A C type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `void`, an incomplete structure, or something without a C name.
    Opaque {
        /// How C writes it.
        name: String,
        /// Bytes, if known.
        size: u64,
    },
    /// An integer, a character or `_Bool`.
    Int {
        /// How C writes it.
        name: String,
        /// Bytes.
        size: u64,
        /// Whether it has a sign.
        signed: bool,
        /// Whether it is a character type.
        character: bool,
    },
    /// `float` or `double`.
    Float {
        /// How C writes it.
        name: String,
        /// Bytes.
        size: u64,
    },
    /// An enumeration.
    Enum {
        /// Its tag; empty if it has none.
        tag: String,
        /// Bytes.
        size: u64,
        /// Whether it has a sign.
        signed: bool,
        /// Its constants.
        constants: Vec<(String, i64)>,
    },
    /// A pointer.
    Pointer(TypeId),
    /// An array.
    Array(TypeId, u64),
    /// A structure or union.
    Record {
        /// Its tag; empty if it has none.
        tag: String,
        /// Bytes.
        size: u64,
        /// Whether its members share their place.
        union: bool,
        /// Its members.
        fields: Vec<Field>,
    },
    /// A function.
    Function {
        /// What it returns.
        result: TypeId,
        /// Its parameters.
        parameters: Vec<TypeId>,
        /// Whether it takes more.
        variadic: bool,
    },
    /// A name for a type.
    Typedef(String, TypeId),
    /// `const`, `volatile`, `restrict` or `_Atomic`.
    Qualified(&'static str, TypeId),
}

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name; empty if it has none.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where it begins, in bits.
    pub offset: u64,
    /// How many bits it has.
    pub bits: u64,
    /// Whether it is a bit-field.
    pub bit_field: bool,
}

/// The types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    types: Vec<Type>,
    known: IndexMap<u32, TypeId>,
    /// Structures without members, and the types they are seen as.
    completed: IndexMap<TypeId, TypeId>,
}

impl Types {
    /// The structures, with the names that the IR gives them.
    pub fn structures(&self) -> impl Iterator<Item = (String, TypeId)> + '_ {
        (0..self.types.len() as u32)
            .map(TypeId)
            .filter_map(|index| {
                let (name, ty) = match self.get(index) {
                    Type::Record { tag, .. } if !tag.is_empty() => (tag, index),
                    // One without a tag has the name of its type.
                    Type::Typedef(name, of) => (name, self.plain(*of)),
                    _ => return None,
                };
                let is_structure = matches!(self.get(ty), Type::Record { union: false, .. });
                is_structure.then(|| (format!("%struct.{name}"), ty))
            })
    }

    /// `void`.
    pub const VOID: TypeId = TypeId(0);
    /// `unsigned char`, which any memory can be seen as.
    pub const BYTE: TypeId = TypeId(1);
    /// `char`.
    pub const CHARACTER: TypeId = TypeId(TEXT_TYPE - 1);

    /// Only the types that every program has.
    pub fn new() -> Types {
        let void = Type::Opaque {
            name: "void".to_owned(),
            size: 0,
        };
        let byte = Type::Int {
            name: "unsigned char".to_owned(),
            size: 1,
            signed: false,
            character: true,
        };
        let count = Type::Int {
            name: "unsigned int".to_owned(),
            size: 4,
            signed: false,
            character: false,
        };
        let character = Type::Int {
            name: "char".to_owned(),
            size: 1,
            signed: true,
            character: true,
        };
        let text = Type::Pointer(Types::CHARACTER);
        Types {
            types: vec![void, byte, count, character, text],
            known: IndexMap::new(),
            completed: IndexMap::new(),
        }
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// A type as it was written.
    pub fn get(&self, ty: TypeId) -> &Type {
        &self.types[ty.0 as usize]
    }

    /// A type without names and qualifiers.
    pub fn plain(&self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            Type::Typedef(_, of) | Type::Qualified(_, of) => self.plain(*of),
            _ => ty,
        }
    }

    /// What a type is, without names and qualifiers.
    pub fn shape(&self, ty: TypeId) -> &Type {
        self.get(self.plain(ty))
    }

    /// Whether values of it may not be changed.
    pub fn is_const(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Qualified("const", _) => true,
            Type::Qualified(_, of) | Type::Typedef(_, of) => self.is_const(*of),
            Type::Array(of, _) => self.is_const(*of),
            _ => false,
        }
    }

    /// Whether it is a pointer that leads where no other one does.
    pub fn is_restricted(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Qualified("restrict", _) => true,
            Type::Qualified(_, of) | Type::Typedef(_, of) => self.is_restricted(*of),
            _ => false,
        }
    }

    /// Bytes of a value.
    pub fn size(&self, ty: TypeId) -> u64 {
        match self.get(ty) {
            Type::Opaque { size, .. }
            | Type::Int { size, .. }
            | Type::Float { size, .. }
            | Type::Enum { size, .. }
            | Type::Record { size, .. } => *size,
            Type::Pointer(_) => 8,
            Type::Array(of, count) => self.size(*of).saturating_mul(*count),
            Type::Function { .. } => 0,
            Type::Typedef(_, of) | Type::Qualified(_, of) => self.size(*of),
        }
    }

    /// A type without qualifiers at its top.
    pub fn unqualified(&self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            Type::Qualified(_, of) => self.unqualified(*of),
            _ => ty,
        }
    }

    /// Whether it is a character.
    pub fn is_character(&self, ty: TypeId) -> bool {
        matches!(
            self.shape(ty),
            Type::Int {
                character: true,
                ..
            }
        )
    }

    /// The pointer to a type.
    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        self.known_or_new(Type::Pointer(to))
    }

    /// A type that may be there already.
    pub(crate) fn known_or_new(&mut self, wanted: Type) -> TypeId {
        let known = self.types.iter().position(|known| *known == wanted);
        known.map_or_else(|| self.add(wanted), |index| TypeId(index as u32))
    }

    /// Says what structures without members are seen as.
    pub fn complete(&mut self, completed: IndexMap<TypeId, TypeId>) {
        self.completed = completed;
    }

    /// What objects of a type are made as: without names and qualifiers, and
    /// with the members that casts tell; of function types that C takes for the
    /// same, the first.
    pub fn made_as(&self, ty: TypeId) -> TypeId {
        let plain = self.plain(ty);
        if matches!(self.get(plain), Type::Function { .. }) {
            return (0..plain.0)
                .map(TypeId)
                .find(|other| self.alike(*other, plain))
                .unwrap_or(plain);
        }
        self.completed.get(&plain).copied().unwrap_or(plain)
    }

    /// Whether it is a pointer to a structure of which only the name is known, so that
    /// nothing can be made for it.
    pub fn leads_nowhere(&self, ty: TypeId) -> bool {
        let Type::Pointer(of) = self.shape(ty) else {
            return false;
        };
        match self.get(self.made_as(*of)) {
            Type::Opaque { name, .. } => name != "void" && name != "struct _IO_FILE",
            _ => false,
        }
    }

    /// Whether two types are the same to C, whatever their parts are called.
    fn alike(&self, a: TypeId, b: TypeId) -> bool {
        let (a, b) = (self.plain(a), self.plain(b));
        if a == b {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Type::Pointer(a), Type::Pointer(b)) => self.alike(*a, *b),
            (
                Type::Function {
                    result,
                    parameters,
                    variadic,
                },
                Type::Function {
                    result: other_result,
                    parameters: others,
                    variadic: other_variadic,
                },
            ) => {
                variadic == other_variadic
                    && parameters.len() == others.len()
                    && self.alike(*result, *other_result)
                    && parameters
                        .iter()
                        .zip(others)
                        .all(|(one, other)| self.alike(*one, *other))
            }
            (
                Type::Record { tag, size, .. },
                Type::Record {
                    tag: other,
                    size: other_size,
                    ..
                },
            ) => !tag.is_empty() && tag == other && size == other_size,
            (one @ (Type::Int { .. } | Type::Float { .. } | Type::Opaque { .. }), other) => {
                one == other
            }
            _ => false,
        }
    }

    /// The unsigned integer of that many bytes.
    pub fn unsigned(&mut self, size: u64) -> Option<TypeId> {
        let name = match size {
            1 => return Some(Types::BYTE),
            2 => "unsigned short",
            4 => "unsigned int",
            8 => "unsigned long",
            _ => return None,
        };
        Some(self.known_or_new(Type::Int {
            name: name.to_owned(),
            size,
            signed: false,
            character: false,
        }))
    }

    fn add(&mut self, ty: Type) -> TypeId {
        self.types.push(ty);
        TypeId(self.types.len() as u32 - 1)
    }

    /// How C declares a variable of the type.
    pub fn declare(&self, ty: TypeId, name: &str) -> String {
        let space = if name.is_empty() || name.starts_with(['[', ')']) {
            ""
        } else {
            " "
        };
        match self.get(ty) {
            Type::Opaque { name: word, .. }
            | Type::Int { name: word, .. }
            | Type::Float { name: word, .. } => {
                format!("{word}{space}{name}")
            }
            Type::Typedef(word, _) => format!("{word}{space}{name}"),
            Type::Enum { tag, .. } if tag.is_empty() => format!("int{space}{name}"),
            Type::Enum { tag, .. } => format!("enum {tag}{space}{name}"),
            Type::Record { tag, union, .. } => {
                let word = if *union { "union" } else { "struct" };
                format!("{word} {tag}{space}{name}")
            }
            Type::Pointer(of) => match self.get(*of) {
                Type::Array(..) | Type::Function { .. } => self.declare(*of, &format!("(*{name})")),
                _ => self.declare(*of, &format!("*{name}")),
            },
            Type::Array(of, count) => self.declare(*of, &format!("{name}[{count}]")),
            Type::Function {
                result,
                parameters,
                variadic,
            } => {
                let mut list: Vec<String> =
                    parameters.iter().map(|ty| self.declare(*ty, "")).collect();
                if *variadic {
                    list.push("...".to_owned());
                }
                if list.is_empty() {
                    list.push("void".to_owned());
                }
                self.declare(*result, &format!("{name}({})", list.join(", ")))
            }
            Type::Qualified(word, of) => match self.get(*of) {
                Type::Pointer(_) => self.declare(*of, &format!("{word} {name}")),
                _ => format!("{word} {}", self.declare(*of, name)),
            },
        }
    }

    /// Whether C can write a declaration of it: structures without a tag have
    /// no name.
    pub fn has_name(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Record { tag, .. } => !tag.is_empty(),
            Type::Pointer(of) | Type::Array(of, _) | Type::Qualified(_, of) => self.has_name(*of),
            Type::Function {
                result, parameters, ..
            } => self.has_name(*result) && parameters.iter().all(|ty| self.has_name(*ty)),
            _ => true,
        }
    }
}

impl Default for Types {
    fn default() -> Self {
        Types::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::debug::Debug;

    #[test]
    fn declarations_are_written_as_c_does() {
        let mut nodes = IndexMap::new();
        nodes.insert(
            1,
            "!DIBasicType(name: \"char\", size: 8, encoding: DW_ATE_signed_char)",
        );
        nodes.insert(2, "!DIDerivedType(tag: DW_TAG_const_type, baseType: !1)");
        nodes.insert(
            3,
            "!DIDerivedType(tag: DW_TAG_pointer_type, baseType: !2, size: 64)",
        );
        nodes.insert(
            4,
            "!DICompositeType(tag: DW_TAG_array_type, baseType: !3, size: 320, elements: !5)",
        );
        nodes.insert(5, "!{!6}");
        nodes.insert(6, "!DISubrange(count: 5)");
        nodes.insert(7, "!DISubroutineType(types: !8)");
        nodes.insert(8, "!{!1, !3, null}");
        nodes.insert(
            9,
            "!DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)",
        );
        nodes.insert(10, "!DIDerivedType(tag: DW_TAG_const_type, baseType: !3)");
        let debug = Debug::new(&nodes);
        let mut types = Types::new();
        let mut check = |node: u32, expected: &str| {
            let ty = types.of(debug, Some(node));
            assert_eq!(types.declare(ty, "x"), expected);
        };
        check(3, "const char *x");
        check(4, "const char *x[5]");
        check(9, "char (*x)(const char *, ...)");
        check(10, "const char *const x");
    }
}
