//! Which members of structures the code compares with null. One that it never does is
//! one that it takes to lead somewhere.

use indexmap::{IndexMap, IndexSet};

use crate::casts::records;
use crate::instrument::locals;
use crate::ir::debug::Debug;
use crate::ir::module::Module;
use crate::types::{Type, TypeId, Types};

/// A member: of which structure, and which one.
type Member = (TypeId, usize);

/// The members that are compared with null.
#[derive(Debug, Default)]
pub struct Nulls {
    compared: IndexSet<Member>,
}

impl Nulls {
    /// Reads the comparisons of a module.
    pub fn read(module: &Module, debug: Debug, types: &mut Types) -> Nulls {
        let records: IndexMap<String, TypeId> = records(debug)
            .into_iter()
            .map(|(name, id)| {
                let ty = types.of(debug, Some(id));
                (name, types.plain(ty))
            })
            .collect();
        let mut nulls = Nulls::default();
        for function in &module.functions {
            // Addresses of members, and values and variables that hold what is there.
            let mut addresses: IndexMap<&str, Member> = IndexMap::new();
            let mut values: IndexMap<&str, Member> = IndexMap::new();
            let mut variables: IndexMap<&str, IndexSet<Member>> = IndexMap::new();
            let mut held: IndexMap<&str, IndexSet<Member>> = IndexMap::new();
            for line in &function.body {
                let text = line.trim_start();
                let (name, body) = text.split_once(" = ").unwrap_or(("", text));
                let mut operands = locals(body).filter(|local| !is_type(local));
                let (first, second) = (operands.next(), operands.next());
                let Some(first) = first else { continue };
                if body.starts_with("getelementptr ") {
                    addresses.extend(member(body, &records).map(|member| (name, member)));
                } else if body.starts_with("bitcast ") {
                    if let Some(member) = addresses.get(first).copied() {
                        addresses.insert(name, member);
                    }
                    if let Some(member) = values.get(first).copied() {
                        values.insert(name, member);
                    }
                } else if body.starts_with("load ") {
                    values.extend(addresses.get(first).map(|member| (name, *member)));
                    if let Some(members) = variables.get(first).cloned() {
                        held.insert(name, members);
                    }
                } else if body.starts_with("store ") {
                    if let (Some(member), Some(place)) = (values.get(first), second) {
                        variables.entry(place).or_default().insert(*member);
                    }
                } else if body.starts_with("icmp ") && body.contains(", null") {
                    nulls.compared.extend(values.get(first));
                    nulls.compared.extend(held.get(first).into_iter().flatten());
                }
            }
        }
        nulls
    }

    /// Whether a member may be null, as far as the code tells.
    pub fn may_be_null(&self, record: TypeId, member: usize, types: &Types) -> bool {
        // The members of the IR are those of the source unless some share bytes.
        let is_plain = match types.shape(record) {
            Type::Record {
                union: false,
                fields,
                ..
            } => fields.iter().take(member + 1).all(|field| !field.bit_field),
            _ => false,
        };
        !is_plain || self.compared.contains(&(types.plain(record), member))
    }
}

fn is_type(local: &str) -> bool {
    local.starts_with("%struct.") || local.starts_with("%union.")
}

/// The member whose address is taken.
fn member(body: &str, records: &IndexMap<String, TypeId>) -> Option<Member> {
    let record = locals(body).find_map(|local| records.get(local))?;
    let number = body.rsplit("i32 ").next()?.split(',').next()?;
    Some((*record, number.trim().parse().ok()?))
}

/// The member of a structure that a slot is, from the type of what it begins with.
pub fn member_of(types: &Types, begin: TypeId, path: &str) -> Option<Member> {
    let mut ty = begin;
    let mut rest = path;
    let mut found = None;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            ty = match types.shape(ty) {
                Type::Pointer(of) => types.made_as(*of),
                Type::Array(of, _) => *of,
                _ => return None,
            };
            rest = &inside[inside.find(']')? + 1..];
            found = None;
            continue;
        }
        let inside = match rest.strip_prefix("->") {
            Some(inside) => {
                let Type::Pointer(of) = types.shape(ty) else {
                    return None;
                };
                ty = types.made_as(*of);
                inside
            }
            None => rest.strip_prefix('.')?,
        };
        let end = inside
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(inside.len());
        let record = types.plain(ty);
        let Type::Record { fields, .. } = types.get(record) else {
            return None;
        };
        let index = fields
            .iter()
            .position(|field| field.name == inside[..end])?;
        found = Some((record, index));
        ty = fields[index].ty;
        rest = &inside[end..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Field;

    #[test]
    fn slots_lead_to_members() {
        let mut types = Types::new();
        let field = |name: &str, ty| Field {
            name: name.to_owned(),
            ty,
            offset: 0,
            bits: 64,
            bit_field: false,
        };
        let text = types.pointer(Types::CHARACTER);
        let inner = types.known_or_new(Type::Record {
            tag: "inner".to_owned(),
            size: 8,
            union: false,
            fields: vec![field("name", text)],
        });
        let pointer = types.pointer(inner);
        let outer = types.known_or_new(Type::Record {
            tag: "outer".to_owned(),
            size: 16,
            union: false,
            fields: vec![field("at", pointer), field("all", pointer)],
        });
        let begin = types.pointer(outer);
        let member = |path: &str| member_of(&types, begin, path);
        assert_eq!(member("->all"), Some((outer, 1)));
        assert_eq!(member("->all[3].name"), Some((inner, 0)));
        assert_eq!(member("[1].at->name"), Some((inner, 0)));
        assert_eq!(member("->at->name[2]"), None);
        assert_eq!(member("->none"), None);
        assert_eq!(member(""), None);
    }
}
