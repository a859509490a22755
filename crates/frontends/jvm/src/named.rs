//! What inputs may be because code names it: types that it asks objects for, classes that it
//! speaks of as values, and texts that the classes of the library take which it names.

use crate::classfile::{ClassFile, Constant, MethodInfo};
use crate::code::Instr;
use crate::goals::decoded;
use crate::signature::{Primitive, Type};

/// Classes that a `Class` of an input may be because code names them.
const MOST_CLASSES: usize = 12;

/// Texts that classes of the library take which a class names: what else they are given is
/// refused at once.
pub(crate) fn library_texts(file: &ClassFile) -> Vec<Vec<u16>> {
    const TEXTS: [(&str, &str); 9] = [
        ("java/net/InetAddress", "127.0.0.1"),
        ("java/net/InetSocketAddress", "127.0.0.1"),
        ("java/net/URL", "http://a/b?c=d"),
        ("java/net/URI", "http://a/b?c=d"),
        ("java/nio/charset/Charset", "UTF-8"),
        ("java/text/SimpleDateFormat", "yyyy-MM-dd"),
        ("java/util/regex/Pattern", "a+"),
        ("javax/xml/parsers/", "<a b='c'>d</a>"),
        ("org/xml/sax/", "<a b='c'>d</a>"),
    ];
    let is_named = |name: &str| {
        let mut texts = file.pool.texts();
        texts.any(|text| text.contains(name))
    };
    let named = TEXTS.iter().filter(|(name, _)| is_named(name));
    let mut texts: Vec<Vec<u16>> = named
        .map(|(_, text)| text.encode_utf16().collect())
        .collect();
    texts.dedup();
    texts
}

/// The types that code asks objects for, by the names of class entries. An
/// `equals` is asked about its own class first, however it tells.
pub(crate) fn asked_types(file: &ClassFile, method: &MethodInfo, names: Vec<String>) -> Vec<Type> {
    let is_equals = &*method.name == "equals" && &*method.descriptor == "(Ljava/lang/Object;)Z";
    let own = is_equals.then(|| file.name.to_string());
    let mut types = Vec::new();
    for name in own.into_iter().chain(names) {
        let descriptor = match name.starts_with('[') {
            true => name,
            false => format!("L{name};"),
        };
        if let Some(of) = Type::of_descriptor(&descriptor)
            && !types.contains(&of)
        {
            types.push(of);
        }
    }
    types
}

/// The classes that the code of a class has as values: `String.class`, `int.class`.
pub(crate) fn named_classes(file: &ClassFile) -> Vec<Type> {
    let mut found = Vec::new();
    for method in &file.methods {
        let Some(code) = decoded(file, method) else {
            continue;
        };
        for instr in code.instrs.iter().map(|cell| cell.get()) {
            let of = match instr {
                Instr::Constant(index) => class_constant(file, index),
                Instr::GetStatic(index) => primitive_constant(file, index),
                _ => None,
            };
            if let Some(of) = of.filter(|of| !found.contains(of) && found.len() < MOST_CLASSES) {
                found.push(of);
            }
        }
    }
    found
}

fn class_constant(file: &ClassFile, index: u16) -> Option<Type> {
    let Ok(Constant::Class(_)) = file.pool.get(index) else {
        return None;
    };
    let name = file.pool.class(index).ok()?;
    Type::of_descriptor(&match name.starts_with('[') {
        true => name.to_string(),
        false => format!("L{name};"),
    })
}

/// `Integer.TYPE`, which is what the compiler makes of `int.class`.
fn primitive_constant(file: &ClassFile, index: u16) -> Option<Type> {
    let member = file.pool.member(index).ok()?;
    let letter = match (&*member.class, &*member.name) {
        ("java/lang/Boolean", "TYPE") => b'Z',
        ("java/lang/Byte", "TYPE") => b'B',
        ("java/lang/Character", "TYPE") => b'C',
        ("java/lang/Short", "TYPE") => b'S',
        ("java/lang/Integer", "TYPE") => b'I',
        ("java/lang/Long", "TYPE") => b'J',
        ("java/lang/Float", "TYPE") => b'F',
        ("java/lang/Double", "TYPE") => b'D',
        _ => return None,
    };
    Primitive::of_letter(letter).map(Type::Primitive)
}
