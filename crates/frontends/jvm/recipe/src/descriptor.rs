//! Descriptors of methods, as class files write them.

use crate::types::Type;

/// A method's parameters and result, erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The parameters.
    pub parameters: Vec<Type>,
    /// The result.
    pub result: Type,
}

/// Reads a descriptor such as `(I[Ljava/lang/String;)V`; `None` if it is none.
pub fn parse_descriptor(text: &str) -> Option<Descriptor> {
    let mut rest = text.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let (parameter, after) = parse_type(rest)?;
        if parameter == Type::Void {
            return None;
        }
        parameters.push(parameter);
        rest = after;
    }
    let (result, rest) = parse_type(&rest[1..])?;
    rest.is_empty().then_some(Descriptor { parameters, result })
}

fn parse_type(text: &str) -> Option<(Type, &str)> {
    let dimensions = text.bytes().take_while(|byte| *byte == b'[').count();
    // A class file cannot name more dimensions.
    if dimensions > 255 {
        return None;
    }
    let text = &text[dimensions..];
    let (element, rest) = match text.chars().next()? {
        'Z' => (Type::Boolean, &text[1..]),
        'B' => (Type::Byte, &text[1..]),
        'S' => (Type::Short, &text[1..]),
        'C' => (Type::Char, &text[1..]),
        'I' => (Type::Int, &text[1..]),
        'J' => (Type::Long, &text[1..]),
        'F' => (Type::Float, &text[1..]),
        'D' => (Type::Double, &text[1..]),
        'V' if dimensions == 0 => (Type::Void, &text[1..]),
        'L' => {
            let (name, rest) = text[1..].split_once(';')?;
            (Type::class(&name.replace('/', ".")), rest)
        }
        _ => return None,
    };
    let of = (0..dimensions).fold(element, |element, _| element.array());
    Some((of, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_read() {
        let found = parse_descriptor("(I[[Ljava/util/Map$Entry;J)V").unwrap();
        let entry = Type::class("java.util.Map$Entry");
        assert_eq!(
            found.parameters,
            [Type::Int, entry.array().array(), Type::Long]
        );
        assert_eq!(found.result, Type::Void);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "(", "()", "(V)V", "(I", "(Lx)V", "()II", "()[V", "(é)V"] {
            assert_eq!(parse_descriptor(text), None, "{text}");
        }
    }
}
