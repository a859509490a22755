//! The preconditions of units: what the source, recorded contexts and the configuration say
//! that callers see to, and whether an input does.

use std::fmt::Write;

use everypath_c::carving::Context;
use everypath_c::preconditions::of_contexts;
use everypath_c::types::{Type, TypeId};
use everypath_c::{Basis, Clause, Precondition, Program, Target as Pointed};
use everypath_emit::Doubt;
use everypath_generate::{Failure, FailureKind, Module, Settings, Target};
use everypath_term::Value;
use indexmap::IndexMap;

use crate::contexts::Carved;
use crate::likelihood::Failed;
use crate::request;

/// What callers see to, by unit.
#[derive(Debug, Default)]
pub(crate) struct Preconditions {
    by_unit: IndexMap<String, Vec<Precondition>>,
}

impl Preconditions {
    /// Everything that speaks of the units of a program.
    pub(crate) fn gather(
        program: &Program,
        contexts: &[Context],
        configured: &[String],
    ) -> Result<Preconditions, Failure> {
        let mut by_unit = program.preconditions.clone();
        for unit in program.units.iter().filter(|unit| unit.making.is_none()) {
            let own = contexts.iter().filter(|one| one.function == unit.name);
            let own: Vec<&Context> = own.collect();
            let held = of_contexts(unit, &program.types, &own);
            by_unit.entry(unit.name.clone()).or_default().extend(held);
        }
        for text in configured {
            let Some((unit, clause)) = text.split_once(':') else {
                let message = format!(
                    "--preconditions {text}: give a function and a condition, as in `parse: text != NULL`"
                );
                return Err(Failure::new(FailureKind::Usage, message));
            };
            let Ok(clause) = clause.parse();
            let own = by_unit.entry(unit.trim().to_owned()).or_default();
            own.push(Precondition {
                clause,
                basis: Basis::Configured,
            });
        }
        Ok(Preconditions { by_unit })
    }

    /// Those of a unit.
    pub(crate) fn of(&self, unit: &str) -> &[Precondition] {
        self.by_unit.get(unit).map_or(&[], Vec::as_slice)
    }
}

/// The preconditions of a file's functions, or of one, as `everypath preconditions` prints
/// them.
pub fn preconditions(target: &Target, settings: &Settings) -> Result<String, Failure> {
    let wrong = |message: String| Failure::new(FailureKind::Target, message);
    let Module::File(path) = &target.module else {
        return Err(wrong("preconditions are those of C functions".to_owned()));
    };
    let part = target.part.as_deref();
    let carved = Carved::read(path, target, settings)?;
    let request = request::load_request(path, part, settings, carved.compilation.as_ref())?;
    let program = Program::load(&request).map_err(wrong)?;
    let all = Preconditions::gather(&program, &carved.contexts, &settings.c.preconditions)?;
    let mut text = String::new();
    let units = program.units.iter();
    let units = units.filter(|unit| unit.making.is_none());
    let units = units.filter(|unit| part.is_none_or(|part| part == unit.name));
    let mut is_found = false;
    for unit in units {
        is_found = true;
        for one in all.of(&unit.name) {
            let _ = writeln!(text, "{}: {}  # {}", unit.name, one.clause, one.basis);
        }
        if all.of(&unit.name).is_empty() && part.is_some() {
            let _ = writeln!(
                text,
                "nothing is known that callers of {} see to",
                unit.name
            );
        }
    }
    match (is_found, part) {
        (false, Some(part)) => {
            let file = path.display();
            Err(wrong(format!("{file} has no function {part}")))
        }
        _ => Ok(text),
    }
}

impl Failed<'_> {
    /// The preconditions that the input breaks.
    pub(crate) fn broken(&self) -> Vec<Doubt> {
        let broken = self
            .preconditions
            .iter()
            .filter(|one| self.breaks(&one.clause));
        let broken = broken.map(|one| Doubt::Precondition {
            clause: one.clause.to_string(),
            because: one.basis.to_string(),
        });
        broken.collect()
    }

    /// Whether all that was chosen of what a parameter leads to is as it was in every
    /// recorded context.
    pub(crate) fn is_as_recorded(&self, parameter: &str) -> bool {
        let is_of_contexts = |one: &&Precondition| matches!(one.basis, Basis::Contexts { .. });
        let recorded = || self.preconditions.iter().filter(is_of_contexts);
        let start = format!("{parameter}->");
        let mut chosen = self
            .slots()
            .filter(|slot| slot.as_str().starts_with(&start));
        let is_told = |slot: &str| {
            recorded().any(|one| match &one.clause {
                Clause::NotNull { place } | Clause::Between { place, .. } => place == slot,
                _ => false,
            })
        };
        recorded().count() > 0
            && chosen.all(|slot| is_told(slot.as_str()))
            && !recorded().any(|one| self.breaks(&one.clause))
    }

    fn breaks(&self, clause: &Clause) -> bool {
        match clause {
            Clause::NotNull { place } => {
                self.graph.pointers.get(place) == Some(&Pointed::Null) && self.is_by_pointer()
            }
            // What is in front of an object, no length leads to but one below zero.
            Clause::Length { length, .. } if self.is_in_front() => {
                self.number(length).is_some_and(|length| length < 0)
            }
            Clause::Length { pointer, length } => {
                let (count, length) = (self.count(pointer), self.number(length));
                count
                    .zip(length)
                    .is_some_and(|(count, length)| length < 0 || length > i128::from(count))
            }
            Clause::Between { place, low, high } => {
                let number = self.number(place);
                number.is_some_and(|number| number < *low || number > *high)
            }
            Clause::Ordered { smaller, larger } => {
                let both = self.number(smaller).zip(self.number(larger));
                both.is_some_and(|(smaller, larger)| smaller > larger)
            }
            Clause::Condition { .. } => false,
        }
    }

    /// How many elements a pointer leads to; `None` if it is null or leads elsewhere.
    fn count(&self, pointer: &str) -> Option<u64> {
        let (object, offset) = match self.graph.pointers.get(pointer)? {
            Pointed::Object(index) => (*index, 0),
            Pointed::Inside { object, offset } => (*object, *offset),
            _ => return None,
        };
        let types = &self.program.types;
        let object = &self.graph.objects[object];
        let Type::Pointer(of) = types.shape(self.type_of(pointer)?) else {
            return None;
        };
        let size = types.size(*of).max(1);
        // A test makes one element of what is not used, too.
        Some(object.used.saturating_sub(offset).div_ceil(size).max(1))
    }

    /// The number at a place, as its type reads it.
    fn number(&self, place: &str) -> Option<i128> {
        let Value::BitVec { width, bits } = self.trace.input.values.get(place)? else {
            return None;
        };
        let is_signed = matches!(
            self.program.types.shape(self.type_of(place)?),
            Type::Int { signed: true, .. } | Type::Enum { signed: true, .. }
        );
        let unused = 64 - u32::from(*width);
        Some(match is_signed {
            true => i128::from((bits << unused).cast_signed() >> unused),
            false => i128::from(*bits),
        })
    }

    /// The type of a parameter, or of a member of what one leads to.
    fn type_of(&self, place: &str) -> Option<TypeId> {
        let types = &self.program.types;
        let (name, member) = match place.split_once("->") {
            Some((name, member)) => (name, Some(member)),
            None => (place, None),
        };
        let mut parameters = self.unit.parameters.iter();
        let ty = parameters.find(|one| one.name == name)?.ty;
        let Some(member) = member else {
            return Some(ty);
        };
        let Type::Pointer(of) = types.shape(ty) else {
            return None;
        };
        match types.get(types.made_as(*of)) {
            Type::Record { fields, .. } => {
                let mut fields = fields.iter();
                Some(fields.find(|field| field.name == member)?.ty)
            }
            _ => None,
        }
    }
}
