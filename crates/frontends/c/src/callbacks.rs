//! Functions for pointers that no function of the file fits: they do what the
//! input says, as a caller's own would.

use indexmap::IndexSet;

use crate::program::Program;
use crate::stubs::{Callee, Defined, PREFIX};
use crate::types::{Type, TypeId, Types};

/// What their names begin with.
const NAME: &str = "callback";
/// Types for which there is one.
const MOST: usize = 64;

/// Adds a callback for each type of function that pointers lead to and that no
/// known function has.
pub fn add(program: &mut Program) {
    let types = &program.types;
    let all = || (0..types.len() as u32).map(TypeId);
    let known: IndexSet<TypeId> = program
        .functions
        .iter()
        .map(|(_, ty)| types.made_as(*ty))
        .collect();
    let wanted: IndexSet<TypeId> = all()
        .filter_map(|ty| match types.get(ty) {
            Type::Pointer(of) => Some(types.made_as(*of)),
            _ => None,
        })
        .filter(|ty| !known.contains(ty))
        .collect();
    let mut found = Vec::new();
    for ty in wanted {
        let name = format!("{NAME}{}", found.len() + 1);
        if let (true, Some(callee)) = (found.len() < MOST, callback(types, ty, name)) {
            found.push((ty, callee));
        }
    }
    for (ty, callee) in found {
        program
            .functions
            .push((format!("{PREFIX}{}", callee.name), ty));
        program.callees.insert(callee.name.clone(), callee);
    }
}

fn callback(types: &Types, ty: TypeId, name: String) -> Option<Callee> {
    let Type::Function {
        result,
        parameters,
        variadic: false,
    } = types.get(ty)
    else {
        return None;
    };
    let can_be_declared =
        |ty: &TypeId| types.has_name(*ty) && !matches!(types.shape(*ty), Type::Function { .. });
    if !can_be_declared(result) || !parameters.iter().all(can_be_declared) {
        return None;
    }
    let parameters = parameters.iter().enumerate();
    Some(Callee {
        c_name: name.clone(),
        name,
        result: *result,
        parameters: parameters
            .map(|(index, ty)| (format!("argument{}", index + 1), *ty))
            .collect(),
        variadic: false,
        defined: Defined::Static,
        ends: false,
        callback: true,
        globals: Vec::new(),
    })
}

/// The callback that a function is.
pub fn named<'a>(program: &'a Program, function: &str) -> Option<&'a Callee> {
    let callee = program.callees.get(function.strip_prefix(PREFIX)?)?;
    callee.callback.then_some(callee)
}
