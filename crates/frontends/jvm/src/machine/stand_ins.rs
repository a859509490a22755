//! Objects that stand in for collaborators: what their methods answer is part of the input,
//! and chosen when they are called.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::class::{ClassId, MethodId, Shape};
use super::overridden::Extent;
use super::synthesise::split_descriptor;
use super::value::{Ref, Value};
use super::{Machine, Run, Stop};
use crate::code::{Code, HandlerRange, Instr, Kind};

/// Answers the calls of objects that stand in for others.
pub trait Answering: std::fmt::Debug {
    /// What a method of an object answers now.
    fn answer(&self, machine: &mut Machine, object: Ref, method: MethodId) -> Run<Value>;

    /// Throws what a method of an object throws now, if it does; else its class knows what
    /// it does.
    fn permit(&self, machine: &mut Machine, object: Ref, method: MethodId) -> Run<()>;

    /// A text of the input, each character a byte.
    fn text(&self, machine: &mut Machine, slot: &str) -> Run<Ref>;

    /// The name of a file that the input puts somewhere.
    fn name(&self, machine: &mut Machine, slot: &str) -> Run<Ref>;

    /// The bytes that can be read from standard input.
    fn standard_input(&self, machine: &mut Machine) -> Run<Ref>;

    /// The value of a system property that nobody else has set, if the input sets it.
    fn property(&self, machine: &mut Machine, name: &str) -> Run<Option<Ref>>;

    /// Whether the input has the logger of a name say all there is.
    fn says_all(&self, machine: &mut Machine, logger: &str) -> Run<bool>;
}

impl Machine {
    /// Says who answers for objects that stand in for others.
    pub fn set_answering(&mut self, answering: Option<Rc<dyn Answering>>) {
        self.answering = answering;
    }

    /// The class of objects that stand in for those of another. Of an interface all methods are
    /// answered by the input, those with a body too, unless only what is missing is wanted; of
    /// a class those that [`Machine::overridden`] says.
    pub fn standing_class(&mut self, of: ClassId, extent: Extent) -> Run<ClassId> {
        let kind = match extent {
            Extent::Missing => "StandIn",
            Extent::All => "StandInForAll",
        };
        let name = format!("{}$${kind}", self.class(of).name);
        if let Some(&known) = self.class_ids.get(name.as_str()) {
            return Ok(known);
        }
        let object = self.load("java/lang/Object")?;
        let is_interface = self.class(of).is_interface();
        if !is_interface || extent == Extent::Missing {
            let overridden = self.overridden(of, extent);
            let (above, interfaces) = match is_interface {
                true => (object, vec![of]),
                false => (of, vec![]),
            };
            let class = self.add_class(&name, Shape::Instance, Some(above), interfaces);
            self.class_mut(class).is_platform = false;
            for one in overridden {
                let found = self.method(one.method).clone();
                let code = match one.inherits {
                    true => self.permitting_code(class, one.method),
                    false => self.answering_code(class, one.asked),
                };
                self.add_synthetic(class, &found.name, &found.descriptor, 0, code);
            }
            return Ok(class);
        }
        let methods = self.answered_methods(of, object);
        let class = self.add_class(&name, Shape::Instance, Some(object), vec![of]);
        self.class_mut(class).is_platform = false;
        for method in methods {
            let found = self.method(method).clone();
            let code = self.answering_code(class, method);
            self.add_synthetic(class, &found.name, &found.descriptor, 0, code);
        }
        Ok(class)
    }

    /// The methods of an interface and those above it, each once; what every object has it
    /// has by itself.
    fn answered_methods(&mut self, interface: ClassId, object: ClassId) -> Vec<MethodId> {
        let mut seen: BTreeSet<u32> = self.class(object).by_key.keys().copied().collect();
        let mut keys = Vec::new();
        for above in self.class(interface).supertypes.iter() {
            for &method in &self.class(*above).methods {
                let known = self.method(method);
                let is_left_out = known.is_static() || known.is_private();
                if *above != object && !is_left_out && seen.insert(known.key) {
                    keys.push(known.key);
                }
            }
        }
        // The nearest of those that override each other says what may be thrown.
        let found = keys.into_iter().map(|key| self.lookup(interface, key));
        found.flatten().collect()
    }

    /// The exceptions that the user's code around what is under way catches by name, the
    /// nearest first.
    pub fn caught_here(&mut self) -> Vec<ClassId> {
        let mut named = Vec::new();
        for frame in self.frames.iter().rev() {
            let method = self.method(frame.method);
            if self.class(method.class).is_platform {
                break;
            }
            let around = |handler: &&HandlerRange| {
                let covers = (handler.start as usize..handler.end as usize).contains(&frame.at);
                covers && handler.class != 0
            };
            let handlers = frame.code.handlers.iter().filter(around);
            named.extend(handlers.map(|handler| (method.class, handler.class)));
        }
        let mut found = Vec::new();
        for (owner, index) in named {
            if let Ok(class) = self.resolve_class(owner, index)
                && !found.contains(&class)
            {
                found.push(class);
            }
        }
        found
    }

    /// `permit(this, method); return super.method(…)`
    fn permitting_code(&mut self, class: ClassId, method: MethodId) -> Code {
        let found = self.method(method).clone();
        let shape = "(Ljava/lang/Object;I)V";
        let permit = match self.find_own_method(class, "permit", shape) {
            Some(known) => known,
            None => self.add_synthetic_native(class, "permit", shape, permit),
        };
        let mut code = vec![
            Instr::Load(0),
            Instr::Int(method.0 as i32),
            Instr::CallStatic(permit.0),
            Instr::Load(0),
        ];
        let (parameters, _) = split_descriptor(&found.descriptor);
        let mut slot = 1;
        for parameter in parameters {
            let is_wide = Kind::of_descriptor(&parameter).is_wide();
            code.push(match is_wide {
                true => Instr::LoadWide(slot),
                false => Instr::Load(slot),
            });
            slot += 1 + u16::from(is_wide);
        }
        code.push(Instr::CallExact(method.0, found.argument_slots));
        code.push(match found.result {
            None => Instr::Return,
            Some(kind) if kind.is_wide() => Instr::ReturnWide,
            Some(_) => Instr::ReturnValue,
        });
        Code::synthetic(code, 2 + found.argument_slots, found.argument_slots)
    }

    /// `return ask(this, method)`
    fn answering_code(&mut self, class: ClassId, method: MethodId) -> Code {
        let found = self.method(method).clone();
        let (letter, end) = match found.result {
            None => ("V", Instr::Return),
            Some(Kind::Long) => ("J", Instr::ReturnWide),
            Some(Kind::Double) => ("D", Instr::ReturnWide),
            Some(Kind::Float) => ("F", Instr::ReturnValue),
            Some(Kind::Reference) => ("Ljava/lang/Object;", Instr::ReturnValue),
            Some(_) => ("I", Instr::ReturnValue),
        };
        let shape = format!("(Ljava/lang/Object;I){letter}");
        let ask = match self.find_own_method(class, "ask", &shape) {
            Some(known) => known,
            None => self.add_synthetic_native(class, "ask", &shape, ask),
        };
        let code = vec![
            Instr::Load(0),
            Instr::Int(method.0 as i32),
            Instr::CallStatic(ask.0),
            end,
        ];
        Code::synthetic(code, 4, found.argument_slots)
    }
}

/// The object and the number of its method.
fn ask(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let Some(answering) = machine.answering.clone() else {
        return Err(Stop::unsupported("asks an object that nobody answers for"));
    };
    let method = MethodId(arguments[1].as_int() as u32);
    answering.answer(machine, arguments[0].as_ref(), method)
}

/// Asks whether a method of an object throws, whose class knows what else it does.
fn permit(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let Some(answering) = machine.answering.clone() else {
        return Ok(Value::default());
    };
    let method = MethodId(arguments[1].as_int() as u32);
    answering.permit(machine, arguments[0].as_ref(), method)?;
    Ok(Value::default())
}
