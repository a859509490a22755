//! Premises: what a run takes for granted, because it is no slot of the input.

use everypath_trace::Premise;

use super::Machine;
use super::class::{ClassId, Field, MethodId};
use super::natives::Question;
use super::value::{NULL, Value};
use crate::classfile::access;

/// The instruction that writes a static field.
const PUTSTATIC: u8 = 179;

/// Types whose objects nobody changes, besides enums.
const IMMUTABLE: [&str; 22] = [
    "Ljava/lang/String;",
    "Ljava/lang/Boolean;",
    "Ljava/lang/Byte;",
    "Ljava/lang/Character;",
    "Ljava/lang/Short;",
    "Ljava/lang/Integer;",
    "Ljava/lang/Long;",
    "Ljava/lang/Float;",
    "Ljava/lang/Double;",
    "Ljava/lang/Class;",
    "Ljava/math/BigInteger;",
    "Ljava/math/BigDecimal;",
    "Ljava/nio/charset/Charset;",
    "Ljava/time/Duration;",
    "Ljava/time/Instant;",
    "Ljava/time/LocalDate;",
    "Ljava/time/LocalDateTime;",
    "Ljava/time/LocalTime;",
    "Ljava/util/Locale;",
    "Ljava/util/UUID;",
    "Ljava/util/regex/Pattern;",
    "Ljava/util/Optional;",
];

impl Machine {
    /// Takes something for granted. What the initialiser of a class does, everybody does
    /// who reads what it has set.
    pub fn suppose(&mut self, premise: Premise) {
        let initialised = self.frames.iter().rev().find_map(|frame| {
            let method = self.method(frame.method);
            (&*method.name == "<clinit>").then_some(method.class)
        });
        // What the JDK sets up for itself changes no answer.
        if initialised.is_some_and(|class| self.class(class).is_platform) {
            return;
        }
        let premises = match (initialised, &mut self.session) {
            (Some(class), _) => &mut self.classes[class.0 as usize].premises,
            (None, Some(session)) => &mut session.premises,
            (None, None) => return,
        };
        if !premises.contains(&premise) {
            premises.push(premise);
        }
    }

    /// Takes an answer of the world for granted.
    pub(super) fn suppose_answer(&mut self, question: Question) {
        let caller = self.frames.last().map(|caller| self.method(caller.method));
        let is_user = caller.is_some_and(|caller| !self.class(caller.class).is_platform);
        if is_user || !question.by_user {
            self.suppose(world(question.what));
        }
    }

    /// What a method of the JDK asks the world for, whoever calls it.
    pub fn asked_by(&self, method: MethodId) -> Option<Premise> {
        self.method(method)
            .asks
            .map(|question| world(question.what))
    }

    /// A static field is part of the input: what reads it takes nothing for granted but
    /// what its class's initialiser did.
    pub(crate) fn is_input(&mut self, field: &Field) {
        let premises = self.class(field.class).premises.clone();
        if let Some(session) = &mut self.session {
            session.states.insert((field.class, field.slot));
        }
        for premise in premises {
            self.suppose(premise);
        }
    }

    /// Takes the value of a static field for granted.
    pub(super) fn suppose_static(&mut self, class: ClassId, slot: u16) {
        let Some(session) = &mut self.session else {
            return;
        };
        if !session.states.insert((class, slot)) {
            return;
        }
        let mut fields = self.class(class).fields.iter();
        let field = fields.find(|field| field.is_static() && field.slot == slot);
        let premises = field.map(|field| self.static_premises(field));
        for premise in premises.unwrap_or_default() {
            self.suppose(premise);
        }
    }

    /// What whoever reads a static field takes for granted.
    pub fn static_premises(&self, field: &Field) -> Vec<Premise> {
        let owner = self.class(field.class);
        if owner.is_platform {
            let is_input = (&*owner.name, &*field.name) == ("java/lang/System", "in");
            return is_input.then(|| world("System.in")).into_iter().collect();
        }
        let mut premises = owner.premises.clone();
        if self.may_change(field) {
            let class = owner.dotted().replace('$', ".");
            let class = class.rsplit('.').next().unwrap_or_default();
            premises.push(Premise::State {
                name: format!("{class}.{}", field.name),
            });
        }
        premises
    }

    /// Whether a static field of the user's, or what it refers to, may be another at another
    /// time.
    fn may_change(&self, field: &Field) -> bool {
        if field.access & access::FINAL == 0 {
            return field.access & access::PRIVATE == 0 || self.is_written(field);
        }
        let is_primitive = !field.descriptor.starts_with(['L', '[']);
        let descriptor = &*field.descriptor;
        let is_known = IMMUTABLE.contains(&descriptor) || {
            let name = descriptor.trim_start_matches('L').trim_end_matches(';');
            let class = self.class_ids.get(name).map(|class| self.class(*class));
            class.is_some_and(|class| class.is_enum())
        };
        !is_primitive && !is_known
    }

    /// Whether anything but the initialiser of its class writes a field. Only its nest can
    /// write a private one; of a nest with more members, each may. Bytes that only look
    /// like the instruction count too.
    fn is_written(&self, field: &Field) -> bool {
        let owner = self.class(field.class);
        let Some(file) = &owner.file else {
            return true;
        };
        if owner.name.contains('$') || file.inner_classes.len() > 1 {
            return true;
        }
        file.methods
            .iter()
            .filter(|method| &*method.name != "<clinit>")
            .filter_map(|method| method.code.as_ref())
            .any(|code| {
                code.bytes.windows(3).any(|bytes| {
                    let index = u16::from_be_bytes([bytes[1], bytes[2]]);
                    let member = file.pool.member(index);
                    bytes[0] == PUTSTATIC && member.is_ok_and(|it| *it.name == *field.name)
                })
            })
    }

    /// Two references were compared: equal texts and boxes may be one object, or two.
    pub(super) fn suppose_identity(&mut self, a: Value, b: Value) {
        if self.session.is_none() || a.as_ref() == NULL || b.as_ref() == NULL {
            return;
        }
        let class = self.heap.class_of(a.as_ref());
        let class = self.class(class);
        let descriptor = format!("L{};", class.name);
        if class.is_platform && !class.is_enum() && IMMUTABLE.contains(&&*descriptor) {
            self.suppose(Premise::Identity);
        }
    }
}

fn world(what: &str) -> Premise {
    Premise::World {
        what: what.to_owned(),
    }
}
