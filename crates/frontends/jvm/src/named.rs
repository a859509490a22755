//! What inputs may be because code names it: types that it asks objects for, and texts that
//! the classes of the library take which it names.

use crate::classfile::{ClassFile, MethodInfo};
use crate::signature::Type;

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
