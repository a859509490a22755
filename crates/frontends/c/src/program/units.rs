//! The units of a program: the functions of its source, with what they take, read and
//! call.

use indexmap::{IndexMap, IndexSet};

use super::{LoadRequest, Program, Unit, UnitParameter, source_name};
use crate::casts::{Casts, records};
use crate::driver;
use crate::instrument::recording::declaration;
use crate::ir::debug::Debug;
use crate::ir::module::{Function, Module};
use crate::outside;
use crate::preconditions;
use crate::premises::Premises;
use crate::ranges::Ranges;
use crate::stubs::{Defined, Stubs};
use crate::types::{Type, TypeId};
use crate::variadic::{self, More};

impl Program {
    pub(super) fn read_units(
        &mut self,
        module: &Module,
        request: &LoadRequest,
        outside: &[String],
    ) -> Result<(), String> {
        let debug = Debug::new(&module.metadata);
        let own = self.source.display().to_string();
        let mut parameters: IndexMap<u32, Vec<(i64, String)>> = IndexMap::new();
        for (_, node) in debug.all("DILocalVariable") {
            if let (Some(argument), Some(scope)) = (node.number("arg"), node.reference("scope")) {
                let name = node.string("name").unwrap_or_default();
                parameters.entry(scope).or_default().push((argument, name));
            }
        }
        self.usage = crate::driver::usage(module);
        let written = self.usage.clone();
        let casts = Casts::read(module, debug, &mut self.types);
        self.ranges = Ranges::read(module, debug);
        // Structures are known even if no signature leads to them.
        for record in records(debug).into_values() {
            self.types.of(debug, Some(record));
        }
        self.types.complete(casts.completed(&self.types));
        self.read_globals(module, debug, &written.modified);
        let outside = outside::types(outside, module, debug, &mut self.types);
        for (name, ty) in outside {
            self.add_outside(name, ty);
        }
        let remembered = remembered(module, &written.modified);
        let inputs: IndexSet<String> = self.globals.iter().map(|one| one.name.clone()).collect();
        let premises = Premises::read(module, &written, &|name| inputs.contains(name));
        for function in &module.functions {
            let Some(node) = function.subprogram.and_then(|id| debug.node(id)) else {
                continue;
            };
            // Where nothing is optimised there are no such copies.
            if function.header.contains(" available_externally ") {
                continue;
            }
            let subprogram = function.subprogram.unwrap_or_default();
            let file = debug.file(subprogram).unwrap_or_default();
            if file != own {
                self.included.insert(function.name.to_owned(), file);
                continue;
            }
            let ty = self.types.of(debug, node.reference("type"));
            let Type::Function {
                result,
                parameters: list,
                variadic,
            } = self.types.get(ty).clone()
            else {
                continue;
            };
            let named = parameters.get(&subprogram);
            let name_of = |index: usize| {
                let found = named.and_then(|named| {
                    named
                        .iter()
                        .find(|(argument, _)| *argument == index as i64 + 1)
                });
                found.map_or_else(
                    || format!("argument{}", index + 1),
                    |(_, name)| name.clone(),
                )
            };
            let reaches = written.reached(function.name);
            let globals = self.globals_of(&written, &reaches);
            self.functions
                .push((source_name(function.name).to_owned(), self.types.plain(ty)));
            let mut own: Vec<UnitParameter> = list
                .iter()
                .enumerate()
                .map(|(index, ty)| UnitParameter {
                    name: name_of(index),
                    ty: casts.parameter(function.name, index).unwrap_or(*ty),
                    behind: self
                        .ranges
                        .parameter(function.name, index)
                        .filter(|_| !self.types.is_restricted(*ty)),
                })
                .collect();
            let takes_unknown = own.iter().any(|one| self.types.leads_nowhere(one.ty));
            let more = match variadic {
                true => variadic::read(function, &mut self.types),
                false => More::None,
            };
            if let More::Of(ty) = more {
                own.extend((1..=variadic::ARGUMENTS).map(|number| UnitParameter {
                    name: format!("more{number}"),
                    ty,
                    behind: None,
                }));
            }
            let premises = premises.of(&reaches, &own, !globals.is_empty(), &self.types);
            self.units.push(Unit {
                premises,
                name: source_name(function.name).to_owned(),
                parameters: own,
                reads_more: more == More::Other,
                result,
                variadic,
                is_static: function.header.contains(" internal "),
                globals,
                checks_null: checks_null(function, debug),
                reaches: reaches
                    .iter()
                    .map(|name| source_name(name).to_owned())
                    .collect(),
                calls: match request.stubs {
                    Stubs::All => crate::stubs::called(function),
                    Stubs::Missing(_) | Stubs::None => IndexSet::new(),
                },
                remembers: request.stubs == Stubs::None
                    && remembered.iter().any(|name| {
                        reaches
                            .iter()
                            .any(|function| written.mentions(function, name))
                    }),
                lacks: takes_unknown,
                invariant: None,
                making: None,
                seen: casts.members(&self.types, &reaches),
                line: node.number("line").unwrap_or(0) as u32,
            });
        }
        self.units.sort_by_key(|unit| unit.line);
        self.functions
            .extend(crate::pointed::functions(module, &self.types));
        let without_names: Vec<String> = self
            .units
            .iter()
            .filter(|unit| {
                !unit
                    .parameters
                    .iter()
                    .all(|parameter| self.types.has_name(parameter.ty))
            })
            .map(|unit| format!("{} is left out: a parameter's type has no name", unit.name))
            .collect();
        self.warnings.extend(without_names);
        let types = &self.types;
        self.units.retain(|unit| {
            unit.parameters
                .iter()
                .all(|parameter| types.has_name(parameter.ty))
        });
        self.preconditions =
            preconditions::of_module(module, debug, &self.units, &self.types, &self.text);
        if let Some(focus) = &request.focus {
            for unit in self.units.iter_mut().filter(|unit| unit.name != *focus) {
                unit.calls.clear();
            }
        }
        if request.stubs != Stubs::None {
            self.read_callees(module, debug, &written, &request.stubs);
        }
        self.find_invariant(request)
    }

    fn read_callees(
        &mut self,
        module: &Module,
        debug: Debug,
        usage: &driver::Usage,
        stubs: &Stubs,
    ) {
        let own = self.source.display().to_string();
        let mut known = crate::stubs::callees(module, debug, &own, &mut self.types);
        let called: IndexSet<String> = match stubs {
            Stubs::Missing(_) => {
                let functions = module.functions.iter();
                functions.flat_map(crate::stubs::called).collect()
            }
            Stubs::All | Stubs::None => {
                let units = self.units.iter();
                units.flat_map(|unit| unit.calls.clone()).collect()
            }
        };
        let types = &self.types;
        known.retain(|name, callee| {
            let is_wanted = match stubs {
                Stubs::Missing(missing) => missing.contains(name) || callee.takes_unknown(types),
                Stubs::All | Stubs::None => true,
            };
            is_wanted && called.contains(name)
        });
        for callee in known
            .values_mut()
            .filter(|callee| callee.defined != Defined::Elsewhere)
        {
            callee.globals = self.globals_of(usage, &usage.reached(&callee.name));
        }
        for unit in &mut self.units {
            unit.calls.retain(|name| known.contains_key(name));
        }
        self.int_type = (0..self.types.len() as u32).map(TypeId).find(|ty| {
            matches!(
                self.types.get(*ty),
                Type::Int {
                    size: 4,
                    signed: true,
                    ..
                }
            )
        });
        self.callees = known;
    }
}

/// The `static` variables of functions that somebody changes.
fn remembered(module: &Module, modified: &IndexSet<String>) -> Vec<String> {
    let names = module.globals.iter().filter_map(|global| {
        let name = global.name.trim_start_matches('@').trim_matches('"');
        let (function, _) = name.split_once('.')?;
        let own = module.functions.iter().any(|known| known.name == function);
        (own && !global.constant && modified.contains(name)).then(|| name.to_owned())
    });
    names.collect()
}

/// The parameters whose value a function compares with null. What it compares after it gave
/// the variable another value is not what its caller gave it.
fn checks_null(function: &Function, debug: Debug) -> IndexSet<usize> {
    let mut places: IndexMap<&str, usize> = IndexMap::new();
    let mut changed: IndexSet<usize> = IndexSet::new();
    let mut loaded: IndexMap<&str, usize> = IndexMap::new();
    let mut found = IndexSet::new();
    for line in &function.body {
        if let Some((place, variable)) = declaration(line) {
            let argument = debug.node(variable).and_then(|node| node.number("arg"));
            if let Some(argument) = argument.filter(|argument| *argument > 0) {
                places.insert(place, argument as usize - 1);
            }
        }
        // The first store is that of the argument, in front of the declaration.
        changed.extend(stored_to(line).and_then(|place| places.get(place)));
        let Some((name, body)) = line.trim_start().split_once(" = ") else {
            continue;
        };
        if body.starts_with("load ") {
            let place = crate::instrument::locals(body).find_map(|place| places.get(place));
            let place = place.filter(|index| !changed.contains(*index));
            loaded.extend(place.map(|index| (name, *index)));
        } else if body.starts_with("icmp ") && body.contains(", null") {
            let compared = crate::instrument::locals(body).find_map(|local| loaded.get(local));
            found.extend(compared);
        }
    }
    found
}

/// The local that a line stores to, if it does.
fn stored_to(line: &str) -> Option<&str> {
    preconditions::address(line.trim_start().strip_prefix("store ")?)
}
