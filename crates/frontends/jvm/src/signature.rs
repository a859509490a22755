//! Types as class files write them: descriptors and generic signatures.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A primitive type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Primitive {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `char`
    Char,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
}

impl Primitive {
    /// The primitive of a descriptor's letter.
    pub fn of_letter(letter: u8) -> Option<Primitive> {
        Some(match letter {
            b'Z' => Primitive::Boolean,
            b'B' => Primitive::Byte,
            b'C' => Primitive::Char,
            b'S' => Primitive::Short,
            b'I' => Primitive::Int,
            b'J' => Primitive::Long,
            b'F' => Primitive::Float,
            b'D' => Primitive::Double,
            _ => return None,
        })
    }

    /// The letter in descriptors.
    pub fn letter(self) -> char {
        match self {
            Primitive::Boolean => 'Z',
            Primitive::Byte => 'B',
            Primitive::Char => 'C',
            Primitive::Short => 'S',
            Primitive::Int => 'I',
            Primitive::Long => 'J',
            Primitive::Float => 'F',
            Primitive::Double => 'D',
        }
    }

    /// The keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Char => "char",
            Primitive::Short => "short",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }
}

/// A type argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Argument {
    /// A type.
    Exact(Type),
    /// `? extends T`
    Extends(Type),
    /// `? super T`
    Super(Type),
    /// `?`
    Any,
}

/// A type, generic where the class file says so.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Type {
    /// A primitive.
    Primitive(Primitive),
    /// A class by its binary name with dots (`java.util.Map$Entry`), and its
    /// type arguments.
    Class(String, Vec<Argument>),
    /// A type variable.
    Variable(String),
    /// An array.
    Array(Box<Type>),
}

/// A method's types.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MethodType {
    /// The type variables it declares, each with its first bound.
    pub variables: Vec<(String, Type)>,
    /// The parameters.
    pub parameters: Vec<Type>,
    /// The result; `None` is `void`.
    pub result: Option<Type>,
}

impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Type::Primitive(primitive) => formatter.write_str(primitive.keyword()),
            Type::Variable(name) => formatter.write_str(name),
            Type::Array(element) => write!(formatter, "{element}[]"),
            Type::Class(name, arguments) => {
                formatter.write_str(&name.replace('$', "."))?;
                if arguments.is_empty() {
                    return Ok(());
                }
                formatter.write_str("<")?;
                for (index, argument) in arguments.iter().enumerate() {
                    if index > 0 {
                        formatter.write_str(", ")?;
                    }
                    match argument {
                        Argument::Exact(exact) => write!(formatter, "{exact}")?,
                        Argument::Extends(bound) => write!(formatter, "? extends {bound}")?,
                        Argument::Super(bound) => write!(formatter, "? super {bound}")?,
                        Argument::Any => formatter.write_str("?")?,
                    }
                }
                formatter.write_str(">")
            }
        }
    }
}

impl Type {
    /// The type of a field descriptor.
    pub fn of_descriptor(descriptor: &str) -> Option<Type> {
        let mut reader = Reader::new(descriptor);
        let found = reader.field_type()?;
        reader.at_end().then_some(found)
    }

    /// The type without its arguments, as descriptors have it; a variable is
    /// `java.lang.Object` here, which only its bound can better.
    pub fn erased(&self) -> Type {
        match self {
            Type::Class(name, _) => Type::Class(name.clone(), vec![]),
            Type::Variable(_) => Type::Class("java.lang.Object".to_owned(), vec![]),
            Type::Array(element) => Type::Array(Box::new(element.erased())),
            other => other.clone(),
        }
    }

    /// The descriptor of the erased type.
    pub fn descriptor(&self) -> String {
        match self {
            Type::Primitive(primitive) => primitive.letter().to_string(),
            Type::Class(name, _) => format!("L{};", name.replace('.', "/")),
            Type::Variable(_) => "Ljava/lang/Object;".to_owned(),
            Type::Array(element) => format!("[{}", element.descriptor()),
        }
    }
}

impl MethodType {
    /// The types of a method descriptor or of a method's generic signature.
    pub fn parse(text: &str) -> Option<MethodType> {
        let mut reader = Reader::new(text);
        let variables = reader.variables()?;
        reader.expect(b'(')?;
        let mut parameters = Vec::new();
        while reader.peek()? != b')' {
            parameters.push(reader.field_type()?);
        }
        reader.expect(b')')?;
        let result = match reader.peek()? {
            b'V' => {
                reader.next();
                None
            }
            _ => Some(reader.field_type()?),
        };
        Some(MethodType {
            variables,
            parameters,
            result,
        })
    }
}

/// Type variables, each with its first bound.
pub type Variables = Vec<(String, Type)>;

/// A class's type variables, its superclass and its interfaces, from its
/// generic signature.
pub fn class_signature(text: &str) -> Option<(Variables, Vec<Type>)> {
    let mut reader = Reader::new(text);
    let variables = reader.variables()?;
    let mut supertypes = Vec::new();
    while !reader.at_end() {
        supertypes.push(reader.field_type()?);
    }
    Some((variables, supertypes))
}

/// Nesting of one signature beyond which it is not read: a hostile one.
const DEEPEST: usize = 300;

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            bytes: text.as_bytes(),
            text,
            at: 0,
            depth: 0,
        }
    }

    fn at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn expect(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    fn word(&mut self, ends: &[u8]) -> Option<&'a str> {
        let start = self.at;
        while !ends.contains(&self.peek()?) {
            self.at += 1;
        }
        self.text.get(start..self.at)
    }

    fn variables(&mut self) -> Option<Vec<(String, Type)>> {
        let mut variables = Vec::new();
        if self.peek() != Some(b'<') {
            return Some(variables);
        }
        self.at += 1;
        while self.peek()? != b'>' {
            let name = self.word(b":")?.to_owned();
            let mut bound = None;
            while self.peek()? == b':' {
                self.at += 1;
                if matches!(self.peek()?, b':' | b'>') {
                    continue;
                }
                let next = self.field_type()?;
                bound.get_or_insert(next);
            }
            let object = || Type::Class("java.lang.Object".to_owned(), vec![]);
            variables.push((name, bound.unwrap_or_else(object)));
        }
        self.at += 1;
        Some(variables)
    }

    fn field_type(&mut self) -> Option<Type> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let found = match self.next()? {
            b'L' => self.class_type()?,
            b'T' => {
                let name = self.word(b";")?.to_owned();
                self.at += 1;
                Type::Variable(name)
            }
            b'[' => Type::Array(Box::new(self.field_type()?)),
            letter => Type::Primitive(Primitive::of_letter(letter)?),
        };
        self.depth -= 1;
        Some(found)
    }

    fn class_type(&mut self) -> Option<Type> {
        let mut name = self.word(b"<;.")?.replace('/', ".");
        let mut arguments = Vec::new();
        loop {
            match self.next()? {
                b';' => return Some(Type::Class(name, arguments)),
                b'<' => {
                    arguments.clear();
                    while self.peek()? != b'>' {
                        arguments.push(self.argument()?);
                    }
                    self.at += 1;
                }
                _ => {
                    name.push('$');
                    name.push_str(self.word(b"<;.")?);
                    arguments.clear();
                }
            }
        }
    }

    fn argument(&mut self) -> Option<Argument> {
        Some(match self.peek()? {
            b'*' => {
                self.at += 1;
                Argument::Any
            }
            b'+' => {
                self.at += 1;
                Argument::Extends(self.field_type()?)
            }
            b'-' => {
                self.at += 1;
                Argument::Super(self.field_type()?)
            }
            _ => Argument::Exact(self.field_type()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read_as_the_compiler_writes_them() {
        let found = MethodType::parse(
            "<T:Ljava/lang/Object;:Ljava/lang/Comparable<-TT;>;>(Ljava/util/Map<TT;+[I>.Entry<*>;JTT;)V",
        )
        .unwrap();
        assert_eq!(found.variables[0].0, "T");
        assert_eq!(found.parameters[0].to_string(), "java.util.Map.Entry<?>");
        assert_eq!(found.parameters[1].to_string(), "long");
        assert_eq!(found.parameters[2], Type::Variable("T".to_owned()));
        assert_eq!(found.result, None);
        assert_eq!(found.parameters[0].descriptor(), "Ljava/util/Map$Entry;");
    }

    #[test]
    fn broken_signatures_are_refused() {
        for text in ["", "(", "(I", "(Q)V", "(Lx)V", "<T(I)V", "([)V"] {
            assert_eq!(MethodType::parse(text), None, "{text}");
        }
        let deep = format!("({}I)V", "[".repeat(100_000));
        assert_eq!(MethodType::parse(&deep), None);
    }
}
