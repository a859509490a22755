//! Functions that are defined elsewhere and that the file makes pointers to.
//! clang tells no types of functions that are not called: what they take and
//! return in the IR says which pointers may lead to them.

use crate::ir::module::{Module, name_after_at};
use crate::ir::text::{Class, class_of, split};
use crate::types::{Type, TypeId, Types};

/// The functions, with each type of function in the program that fits.
pub(crate) fn functions(module: &Module, types: &Types) -> Vec<(String, TypeId)> {
    let wanted: Vec<(TypeId, Signature)> = (0..types.len() as u32)
        .map(TypeId)
        .filter(|ty| types.made_as(*ty) == *ty)
        .filter_map(|ty| Some((ty, signature(types, ty)?)))
        .collect();
    let mut found = Vec::new();
    for line in module
        .kept
        .iter()
        .filter(|line| line.starts_with("declare "))
    {
        let Some((name, own)) = declared(line) else {
            continue;
        };
        if !name.starts_with("llvm.") && is_value(module, name) {
            let fitting = wanted.iter().filter(|(_, other)| *other == own);
            found.extend(fitting.map(|(ty, _)| (name.to_owned(), *ty)));
        }
    }
    found
}

/// The classes of what a function returns and takes; none for `void`.
type Signature = (Option<Class>, Vec<Class>);

fn signature(types: &Types, ty: TypeId) -> Option<Signature> {
    let Type::Function {
        result,
        parameters,
        variadic: false,
    } = types.get(ty)
    else {
        return None;
    };
    let result = match types.shape(*result) {
        Type::Opaque { name, .. } if name == "void" => None,
        _ => Some(class(types, *result)?),
    };
    let list: Option<Vec<Class>> = parameters.iter().map(|ty| class(types, *ty)).collect();
    Some((result, list?))
}

fn class(types: &Types, ty: TypeId) -> Option<Class> {
    Some(match types.shape(ty) {
        Type::Pointer(_) => Class::Pointer,
        Type::Int { name, .. } if name == "_Bool" => Class::Int(1),
        Type::Int { size, .. } | Type::Enum { size, .. } => Class::Int((8 * size) as u8),
        Type::Float { size: 16, .. } => Class::Float(80),
        Type::Float { size, .. } => Class::Float((8 * size) as u8),
        _ => return None,
    })
}

/// The name and the classes of a declaration.
fn declared(line: &str) -> Option<(&str, Signature)> {
    let (name, end) = name_after_at(line)?;
    let before = line[..line.find('@')?].trim_end();
    let result = match before.rsplit(' ').next()? {
        "void" => None,
        ty => Some(known(ty)?),
    };
    let list = line[end..].trim_start().strip_prefix('(')?;
    let list = &list[..list.rfind(')')?];
    let parameters: Option<Vec<Class>> = split(list)
        .into_iter()
        .filter(|one| !one.trim().is_empty())
        .map(|one| known(one.trim().split(' ').next()?))
        .collect();
    Some((name, (result, parameters?)))
}

fn known(ty: &str) -> Option<Class> {
    match class_of(ty) {
        Class::Other => None,
        class => Some(class),
    }
}

/// Whether the address of a function is used, and not only called.
fn is_value(module: &Module, name: &str) -> bool {
    let written = format!("@{name}");
    let bodies = module.functions.iter().flat_map(|function| &function.body);
    let variables = module.kept.iter().filter(|line| line.starts_with('@'));
    let mut lines = bodies.map(String::as_str).chain(variables.copied());
    lines.any(|line| {
        line.match_indices(&written).any(|(at, _)| {
            let behind = line[at + written.len()..].chars().next();
            behind.is_none_or(|c| matches!(c, ',' | ' ' | ')' | ']' | '}'))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_by_class() {
        let found = declared("declare ptr @zcalloc(ptr noundef, i32 noundef, i32 noundef) #3");
        let expected = (
            Some(Class::Pointer),
            vec![Class::Pointer, Class::Int(32), Class::Int(32)],
        );
        assert_eq!(found, Some(("zcalloc", expected)));
        let found = declared("declare void @done(i8* noundef)");
        assert_eq!(found, Some(("done", (None, vec![Class::Pointer]))));
        assert_eq!(declared("declare void @wide(i128)"), None);
    }
}
