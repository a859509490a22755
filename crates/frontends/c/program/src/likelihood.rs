//! How likely a failure in C is: whether callers can make its input. What the input of a run
//! is made of is looked at part by part; the first that no caller is known to make is a doubt.

use everypath_c::types::{Field, Type, TypeId, Types};
use everypath_c::{Graph, Precondition, Program, Target, Unit};
use everypath_emit::{Doubt, Ground, Likelihood};
use everypath_term::Value;
use everypath_trace::{Decision, Fault, Origin, Outcome, Slot, Trace};

use crate::stage::Stage;

/// Loops that turn more often than this may be slow, not endless.
const MANY_TURNS: u64 = 1 << 16;
/// How the slots of callbacks begin.
const CALLBACK: &str = "callback";

/// A run that failed.
pub(crate) struct Failed<'a> {
    pub(crate) program: &'a Program,
    pub(crate) unit: &'a Unit,
    pub(crate) trace: &'a Trace,
    pub(crate) graph: &'a Graph,
    pub(crate) stage: Option<Stage>,
    /// What callers see to.
    pub(crate) preconditions: &'a [Precondition],
}

impl Failed<'_> {
    /// Whether callers can make the input.
    pub(crate) fn likelihood(&self) -> Likelihood {
        // Where its author said what is valid, that is what the input is.
        if self.unit.invariant.is_some() {
            return Likelihood::of(Ground::Invariant, self.by_outcome());
        }
        let mut parameters = self.unit.parameters.iter();
        let is_recorded = parameters.any(|one| self.is_as_recorded(&one.name));
        let is_carved = self.stage.is_some_and(|stage| stage.context.is_some());
        let ground = match (is_recorded || is_carved, &self.unit.making) {
            (true, _) => Ground::Context,
            (false, Some(_)) => Ground::Interface,
            (false, None) => Ground::Plain,
        };
        let doubts = [
            self.by_caller(),
            self.by_outcome(),
            self.members(),
            self.variables(),
            self.nulls(),
            self.shared(),
            self.callbacks(),
            self.untyped(),
            self.broken(),
        ];
        Likelihood::of(ground, doubts.concat())
    }

    fn by_caller(&self) -> Vec<Doubt> {
        // What a header defines is static, and for everybody.
        let is_header = self.program.source.extension();
        let is_header = is_header.is_some_and(|extension| extension == "h");
        match self.unit.is_static && !is_header {
            true => vec![Doubt::Private {
                unit: self.unit.name.clone(),
            }],
            false => Vec::new(),
        }
    }

    /// What the way in which it failed speaks for.
    fn by_outcome(&self) -> Vec<Doubt> {
        match &self.trace.outcome {
            Outcome::TimedOut if self.has_large_numbers() => vec![Doubt::Slow],
            Outcome::Crashed { fault, .. } => match fault {
                Fault::InFront if self.has_handle() || self.is_always_in_front() => {
                    vec![Doubt::InFront]
                }
                Fault::Aborted => vec![Doubt::Deliberate],
                Fault::Assertion { condition } if self.is_about_parameters(condition) => {
                    vec![Doubt::Expected {
                        condition: condition.clone(),
                    }]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Whether a parameter is a pointer by a name of its own, behind which its makers may keep
    /// more than it leads to.
    fn has_handle(&self) -> bool {
        let types = &self.program.types;
        let is_name = |ty: TypeId| matches!(types.get(types.unqualified(ty)), Type::Typedef(..));
        let is_pointer = |ty: TypeId| matches!(types.shape(ty), Type::Pointer(_));
        let mut parameters = self.unit.parameters.iter();
        parameters.any(|one| is_name(one.ty) && is_pointer(one.ty))
    }

    /// Whether an access in front of an object does not depend on what is in the input: its
    /// maker may have put something there, as allocators with headers do.
    fn is_always_in_front(&self) -> bool {
        let last = self.trace.decisions.last();
        let is_checked = matches!(
            last,
            Some(Decision::Condition {
                origin: Origin::Check(_),
                taken: false,
                ..
            })
        );
        let is_read = self.graph.objects.iter().any(|object| object.used > 0);
        !is_checked && !is_read
    }

    /// Whether a condition speaks of what the unit was given.
    fn is_about_parameters(&self, condition: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words: Vec<&str> = condition.split(|c| !is_part(c)).collect();
        let mut parameters = self.unit.parameters.iter();
        parameters.any(|parameter| words.contains(&parameter.name.as_str()))
    }

    fn has_large_numbers(&self) -> bool {
        let is_large = |value: &Value| match value {
            Value::BitVec { width, bits } => magnitude(*width, *bits) > MANY_TURNS,
            Value::Bool(_) => false,
            _ => true,
        };
        self.trace.input.values.values().any(is_large)
    }

    /// The slots of the input that are read, and not only what is behind them.
    pub(crate) fn slots(&self) -> impl Iterator<Item = &Slot> {
        let values = self.trace.input.values.keys();
        values.chain(self.trace.input.choices.keys())
    }

    /// Structures whose members were chosen one by one, unless they are the caller's to fill.
    fn members(&self) -> Vec<Doubt> {
        let types = &self.program.types;
        let mut doubts = Vec::new();
        let mut doubt = |ty: TypeId| {
            doubts.push(Doubt::Members {
                of: types.declare(ty, "").trim().to_owned(),
            });
        };
        for object in &self.graph.objects {
            let Type::Pointer(of) = types.shape(object.pointer) else {
                continue;
            };
            let of = types.made_as(*of);
            let is_read = |slot: &Slot| is_within(slot.as_str(), &object.slot);
            let is_record = matches!(types.get(of), Type::Record { .. });
            let is_any = self.slots().any(is_read);
            let is_known = self.is_callers(of) || self.is_as_recorded(&object.slot);
            if is_record && is_any && !is_known {
                doubt(of);
            }
        }
        for parameter in &self.unit.parameters {
            let ty = types.plain(parameter.ty);
            let is_read = |slot: &Slot| is_within(slot.as_str(), &parameter.name);
            let is_record = matches!(types.get(ty), Type::Record { .. });
            if is_record && self.slots().any(is_read) && !self.is_plain(ty) {
                doubt(ty);
            }
        }
        doubts
    }

    /// Whether a structure is one that callers fill: plain values that the file only reads.
    fn is_callers(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        let is_changed = |parameter: TypeId| match types.shape(parameter) {
            Type::Pointer(of) => types.plain(*of) == ty && !types.is_const(*of),
            _ => false,
        };
        let units = &self.program.units;
        let parameters = units.iter().flat_map(|unit| &unit.parameters);
        let results = units.iter().map(|unit| unit.result);
        let mut all = parameters.map(|parameter| parameter.ty).chain(results);
        self.is_plain(ty) && !all.any(is_changed)
    }

    /// Whether a type holds numbers only.
    fn is_plain(&self, ty: TypeId) -> bool {
        let is_plain = |field: &Field| self.is_plain(field.ty);
        match self.program.types.shape(ty) {
            Type::Int { .. } | Type::Float { .. } | Type::Enum { .. } => true,
            Type::Array(of, _) => self.is_plain(*of),
            Type::Record { union, fields, .. } => !union && fields.iter().all(is_plain),
            Type::Opaque { .. }
            | Type::Pointer(_)
            | Type::Function { .. }
            | Type::Typedef(..)
            | Type::Qualified(..) => false,
        }
    }

    /// Variables of the file that were set.
    fn variables(&self) -> Vec<Doubt> {
        let globals = self.unit.globals.iter();
        let set = globals.filter(|index| {
            let own = self.program.global_slot(self.unit, **index);
            let is_own = |slot: &Slot| slot.as_str() == own || is_within(slot.as_str(), &own);
            // A pointer may have been left where it was.
            !self.graph.unchanged.contains(&own) && self.slots().any(is_own)
        });
        set.map(|index| Doubt::Variable {
            name: self.program.globals[*index].name.clone(),
        })
        .collect()
    }

    /// Whether something in front of an object was accessed.
    pub(crate) fn is_in_front(&self) -> bool {
        let fault = Fault::InFront;
        matches!(&self.trace.outcome, Outcome::Crashed { fault: own, .. } if *own == fault)
    }

    /// Whether a pointer was followed that leads nowhere.
    pub(crate) fn is_by_pointer(&self) -> bool {
        matches!(
            self.trace.outcome,
            Outcome::Crashed {
                fault: Fault::NullPointer | Fault::Signal(_),
                ..
            }
        )
    }

    /// Pointers that are null where one was followed, and that no check is for.
    fn nulls(&self) -> Vec<Doubt> {
        if !self.is_by_pointer() {
            return Vec::new();
        }
        let is_checked = |slot: &str| {
            let mut parameters = self.unit.parameters.iter();
            let place = parameters.position(|parameter| parameter.name == slot);
            place.is_some_and(|place| self.unit.checks_null.contains(&place))
        };
        let pointers = self.graph.pointers.iter();
        let null = pointers.filter(|(slot, target)| **target == Target::Null && !is_checked(slot));
        null.map(|(slot, _)| Doubt::Null {
            place: slot.clone(),
        })
        .collect()
    }

    /// Pointers that lead to what another one leads to, unless the code means them to.
    fn shared(&self) -> Vec<Doubt> {
        let objects = &self.graph.objects;
        let is_meant = |slot: &str| {
            let mut parameters = self.unit.parameters.iter();
            parameters.any(|parameter| parameter.name == slot && parameter.behind.is_some())
        };
        let pointers = self.graph.pointers.iter();
        let shared = pointers.filter(|(slot, target)| match target {
            Target::Object(index) | Target::Inside { object: index, .. } => {
                objects[*index].slot != **slot && !is_meant(slot)
            }
            Target::Global { .. } => true,
            _ => false,
        });
        shared
            .map(|(slot, _)| Doubt::Shared {
                place: slot.clone(),
            })
            .collect()
    }

    /// Callbacks that left something in memory, or did not answer the same each time.
    fn callbacks(&self) -> Vec<Doubt> {
        let answers = &self.trace.input.values;
        let called = self.slots().filter_map(|slot| {
            let (name, call) = slot.as_str().split_once('#')?;
            // What a call returns has a number for its slot; what it leaves, more than that.
            let leaves = call.contains(|c: char| !c.is_ascii_digit());
            let first = answers.get(format!("{name}#1").as_str());
            let differs = first.is_some() && answers.get(slot) != first;
            (name.starts_with(CALLBACK) && (leaves || differs)).then(|| Doubt::Callback {
                name: name.to_owned(),
            })
        });
        called.collect()
    }
}

impl Failed<'_> {
    fn leads_to_function(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        match types.shape(ty) {
            Type::Pointer(of) => matches!(types.shape(*of), Type::Function { .. }),
            _ => false,
        }
    }

    /// Pointers without a type beside a function that was chosen for the input, and that
    /// knows what they lead to.
    fn untyped(&self) -> Vec<Doubt> {
        let types = &self.program.types;
        let parameters = || self.unit.parameters.iter();
        let is_chosen = |name: &str| {
            let target = self.graph.pointers.get(name);
            matches!(target, Some(Target::Known { .. }))
        };
        let mut functions = parameters().filter(|one| self.leads_to_function(one.ty));
        if !functions.any(|one| is_chosen(&one.name)) {
            return Vec::new();
        }
        let is_untyped = |ty: TypeId| match types.shape(ty) {
            Type::Pointer(of) => types.plain(*of) == Types::VOID,
            _ => false,
        };
        let is_object = |name: &str| {
            let target = self.graph.pointers.get(name);
            matches!(target, Some(Target::Object(_) | Target::Inside { .. }))
        };
        let untyped = parameters().filter(|one| is_untyped(one.ty) && is_object(&one.name));
        untyped
            .map(|one| Doubt::Untyped {
                place: one.name.clone(),
            })
            .collect()
    }
}

/// Whether a slot is a part of another one, or of what that leads to.
fn is_within(slot: &str, of: &str) -> bool {
    let rest = slot.strip_prefix(of);
    rest.is_some_and(|rest| rest.starts_with(['.', '-', '[', '#']))
}

/// How far a number is from zero, whether it has a sign or not.
fn magnitude(width: u8, bits: u64) -> u64 {
    let unused = 64 - u32::from(width);
    let signed = (bits << unused).cast_signed() >> unused;
    signed.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_slots() {
        assert!(is_within("p->size", "p"));
        assert!(is_within("p[2].x", "p"));
        assert!(!is_within("p", "p"));
        assert!(!is_within("pq->size", "p"));
    }

    #[test]
    fn numbers_have_a_size() {
        assert_eq!(magnitude(8, 0xff), 1);
        assert_eq!(magnitude(32, 0x7fff_ffff), 0x7fff_ffff);
        assert_eq!(magnitude(64, u64::MAX), 1);
    }
}
