//! Code made by the machine: lambdas and string concatenation.

use std::rc::Rc;

use super::class::{ClassId, Method, MethodBody, MethodId, Shape};
use super::dynamic::{DynamicSite, Handle};
use super::link::{argument_slots, result_kind};
use super::{CallSite, Machine, Run, Stop};
use crate::classfile::{Constant, access};
use crate::code::{Code, Conversion, Instr, Kind};

/// The parameter descriptors and the result descriptor of a method descriptor.
pub(super) fn split_descriptor(descriptor: &str) -> (Vec<String>, String) {
    let bytes = descriptor.as_bytes();
    let mut parameters = Vec::new();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b')' {
        let start = at;
        while at < bytes.len() && bytes[at] == b'[' {
            at += 1;
        }
        if at < bytes.len() && bytes[at] == b'L' {
            while at < bytes.len() && bytes[at] != b';' {
                at += 1;
            }
        }
        at += 1;
        parameters.push(descriptor.get(start..at).unwrap_or("I").to_owned());
    }
    (
        parameters,
        descriptor.get(at + 1..).unwrap_or("V").to_owned(),
    )
}

/// The class that boxes a primitive, by its descriptor's letter.
pub(super) fn box_of(letter: &str) -> Option<(&'static str, &'static str)> {
    Some(match letter {
        "Z" => ("java/lang/Boolean", "booleanValue"),
        "B" => ("java/lang/Byte", "byteValue"),
        "C" => ("java/lang/Character", "charValue"),
        "S" => ("java/lang/Short", "shortValue"),
        "I" => ("java/lang/Integer", "intValue"),
        "J" => ("java/lang/Long", "longValue"),
        "F" => ("java/lang/Float", "floatValue"),
        "D" => ("java/lang/Double", "doubleValue"),
        _ => return None,
    })
}

pub(super) fn unboxed(descriptor: &str) -> Option<&'static str> {
    Some(match descriptor {
        "Ljava/lang/Boolean;" => "Z",
        "Ljava/lang/Byte;" => "B",
        "Ljava/lang/Character;" => "C",
        "Ljava/lang/Short;" => "S",
        "Ljava/lang/Integer;" => "I",
        "Ljava/lang/Long;" => "J",
        "Ljava/lang/Float;" => "F",
        "Ljava/lang/Double;" => "D",
        _ => return None,
    })
}

impl Machine {
    /// Adds a method with code of the machine's own to a class.
    pub(super) fn add_synthetic(
        &mut self,
        class: ClassId,
        name: &str,
        descriptor: &str,
        flags: u16,
        code: Code,
    ) -> MethodId {
        let body = MethodBody::Code(Rc::new(code));
        self.add_made(class, name, descriptor, flags, body)
    }

    /// Adds a static method that is a native of the machine's own to a class.
    pub(super) fn add_synthetic_native(
        &mut self,
        class: ClassId,
        name: &str,
        descriptor: &str,
        native: super::natives::Native,
    ) -> MethodId {
        let body = MethodBody::Native(native);
        self.add_made(class, name, descriptor, access::STATIC, body)
    }

    fn add_made(
        &mut self,
        class: ClassId,
        name: &str,
        descriptor: &str,
        flags: u16,
        body: MethodBody,
    ) -> MethodId {
        let key = self.key(name, descriptor);
        let method = self.add_method(Method {
            class,
            name: name.into(),
            descriptor: descriptor.into(),
            key,
            access: flags | access::PUBLIC | access::SYNTHETIC,
            argument_slots: argument_slots(descriptor, flags),
            result: result_kind(descriptor),
            body,
            model: None,
            asks: None,
            index: u16::MAX,
        });
        let owner = self.class_mut(class);
        owner.methods.push(method);
        owner.by_key.insert(key, method);
        method
    }

    pub(super) fn fixed_method(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Run<MethodId> {
        let class = self.load(class)?;
        match self.find_method(class, name, descriptor) {
            Some(method) => Ok(method),
            None => Err(Stop::unsupported(format!(
                "needs {name}{descriptor} of the JDK"
            ))),
        }
    }

    /// The call of a method handle.
    fn handle_call(&mut self, handle: &Handle) -> Run<Instr> {
        let method = self.resolve_method(&handle.member)?;
        let slots = self.method(method).argument_slots;
        Ok(match handle.kind {
            6 => Instr::CallStatic(method.0),
            5 | 9 if !self.method(method).is_private() => {
                let key = self.method(method).key;
                self.call_sites.push(CallSite {
                    key,
                    named: method,
                    last_class: ClassId(u32::MAX),
                    last_method: method,
                });
                Instr::CallVirtual(self.call_sites.len() as u32 - 1, slots)
            }
            _ => Instr::CallExact(method.0, slots),
        })
    }

    /// Instructions that turn a value of one type into another, as lambdas do;
    /// `seen` is the type that the value is known to have.
    pub(super) fn adapt(
        &mut self,
        code: &mut Vec<Instr>,
        from: &str,
        seen: &str,
        to: &str,
    ) -> Run<()> {
        let (from_box, to_box) = (box_of(from), box_of(to));
        match (from_box, to_box) {
            (Some(_), Some(_)) => widen(code, from, to),
            (Some((class, _)), None) => {
                let descriptor = format!("({from})L{class};");
                let method = self.fixed_method(class, "valueOf", &descriptor)?;
                code.push(Instr::CallStatic(method.0));
            }
            (None, Some(_)) => {
                let primitive = unboxed(seen)
                    .or_else(|| unboxed(from))
                    .unwrap_or(box_letter(to));
                let (class, unbox) = box_of(primitive).expect("it is a primitive");
                let id = self.load(class)?;
                code.push(Instr::CheckCastTo(id.0));
                let method = self.fixed_method(class, unbox, &format!("(){primitive}"))?;
                code.push(Instr::CallExact(method.0, 1));
                widen(code, primitive, to);
            }
            (None, None) => {
                let wanted = if seen == from { to } else { seen };
                if wanted != from && wanted != "Ljava/lang/Object;" {
                    let class = self.class_of_descriptor(wanted)?;
                    code.push(Instr::CheckCastTo(class.0));
                }
            }
        }
        Ok(())
    }

    /// A lambda or method reference: a class with the captured values as
    /// fields, and a static method that makes its objects.
    pub(super) fn make_lambda(&mut self, site: &DynamicSite, alternative: bool) -> Run<Instr> {
        let pool = &site.file.pool;
        let descriptor_of = |index: u16| match pool.get(index) {
            Ok(Constant::MethodType(text)) => pool.text(*text).ok(),
            _ => None,
        };
        let (Some(&erased), Some(&implementation), Some(&instantiated)) = (
            site.arguments.first(),
            site.arguments.get(1),
            site.arguments.get(2),
        ) else {
            return Err(Stop::unsupported("makes a lambda that cannot be read"));
        };
        let (Some(erased), Some(instantiated)) =
            (descriptor_of(erased), descriptor_of(instantiated))
        else {
            return Err(Stop::unsupported("makes a lambda that cannot be read"));
        };
        let handle = self.handle(&site.file, implementation)?;
        let (captured, interface) = split_descriptor(&site.descriptor);
        let interface = self.class_of_descriptor(&interface)?;
        let mut interfaces = vec![interface];
        let mut bridges = Vec::new();
        if alternative {
            self.alternative_parts(site, &mut interfaces, &mut bridges)?;
        }
        let object = self.load("java/lang/Object")?;
        self.lambdas += 1;
        let name = format!("{}$$Lambda/{}", self.class(site.owner).name, self.lambdas);
        let class = self.add_class(&name, Shape::Instance, Some(object), interfaces);
        let owner = self.class_mut(class);
        owner.slots += captured.len() as u16;
        owner.host = Some(site.owner);
        owner.is_platform = false;
        for shape in std::iter::once(erased.to_string()).chain(bridges) {
            let code = self.lambda_code(&handle, &captured, &shape, &instantiated)?;
            self.add_synthetic(class, &site.name, &shape, 0, code);
        }
        let mut code = vec![Instr::NewOf(class.0)];
        let mut local = 0;
        for (slot, descriptor) in captured.iter().enumerate() {
            let kind = Kind::of_descriptor(descriptor);
            code.push(Instr::Dup);
            code.push(load(kind, local));
            code.push(Instr::PutFieldAt(slot as u16, kind));
            local += kind.slots();
        }
        code.push(Instr::ReturnValue);
        let code = Code::synthetic(code, 6, local);
        let method = self.add_synthetic(class, "make", &site.descriptor, access::STATIC, code);
        Ok(Instr::CallStatic(method.0))
    }

    fn alternative_parts(
        &mut self,
        site: &DynamicSite,
        interfaces: &mut Vec<ClassId>,
        bridges: &mut Vec<String>,
    ) -> Run<()> {
        let pool = &site.file.pool;
        let number = |at: usize| match site.arguments.get(at).map(|index| pool.get(*index)) {
            Some(Ok(Constant::Integer(value))) => *value,
            _ => 0,
        };
        let flags = number(3);
        let mut at = 4;
        if flags & 1 != 0 {
            let serializable = self.load("java/io/Serializable")?;
            interfaces.push(serializable);
        }
        if flags & 2 != 0 {
            let count = number(at).clamp(0, 255) as usize;
            for index in site.arguments.iter().skip(at + 1).take(count) {
                interfaces.push(self.resolve_class(site.owner, *index)?);
            }
            at += 1 + count;
        }
        if flags & 4 != 0 {
            let count = number(at).clamp(0, 255) as usize;
            for index in site.arguments.iter().skip(at + 1).take(count) {
                if let Ok(Constant::MethodType(text)) = pool.get(*index)
                    && let Ok(text) = pool.text(*text)
                {
                    bridges.push(text.to_string());
                }
            }
        }
        Ok(())
    }

    /// The code of a lambda's method of one shape.
    fn lambda_code(
        &mut self,
        handle: &Handle,
        captured: &[String],
        shape: &str,
        instantiated: &str,
    ) -> Run<Code> {
        let (parameters, result) = split_descriptor(shape);
        let (seen, seen_result) = split_descriptor(instantiated);
        let (mut wanted, mut given) = split_descriptor(&handle.member.descriptor);
        let mut code = Vec::new();
        if handle.kind == 8 {
            given = format!("L{};", handle.member.class);
            let class = self.load(&handle.member.class)?;
            code.push(Instr::NewOf(class.0));
            code.push(Instr::Dup);
        } else if handle.kind != 6 {
            wanted.insert(0, format!("L{};", handle.member.class));
        }
        let mut wanted = wanted.into_iter();
        for (slot, descriptor) in captured.iter().enumerate() {
            let kind = Kind::of_descriptor(descriptor);
            code.push(Instr::Load(0));
            code.push(Instr::GetFieldAt(slot as u16, kind));
            let to = wanted.next().unwrap_or_else(|| descriptor.clone());
            if box_of(descriptor).is_some() {
                self.adapt(&mut code, descriptor, descriptor, &to)?;
            }
        }
        let mut local = 1;
        for (index, descriptor) in parameters.iter().enumerate() {
            let kind = Kind::of_descriptor(descriptor);
            code.push(load(kind, local));
            local += kind.slots();
            let to = wanted.next().unwrap_or_else(|| descriptor.clone());
            let seen = seen.get(index).unwrap_or(descriptor);
            self.adapt(&mut code, descriptor, seen, &to)?;
        }
        code.push(self.handle_call(handle)?);
        match (given.as_str(), result.as_str()) {
            (_, "V") => {
                match given.as_str() {
                    "V" => {}
                    "J" | "D" => code.push(Instr::Pop2),
                    _ => code.push(Instr::Pop),
                }
                code.push(Instr::Return);
            }
            ("V", _) => {
                return Err(Stop::unsupported("makes a lambda whose result is missing"));
            }
            (from, to) => {
                // `() -> int` as a `Supplier<Long>` goes through the seen type.
                let to = match (box_of(from), box_of(to), unboxed(&seen_result)) {
                    (Some(_), None, Some(primitive)) => {
                        widen(&mut code, from, primitive);
                        self.adapt(&mut code, primitive, primitive, to)?;
                        ""
                    }
                    _ => to,
                };
                if !to.is_empty() {
                    self.adapt(&mut code, from, from, to)?;
                }
                code.push(match Kind::of_descriptor(&result).is_wide() {
                    true => Instr::ReturnWide,
                    false => Instr::ReturnValue,
                });
            }
        }
        let stack = 2 * code.len() as u16 + 4;
        Ok(Code::synthetic(code, stack, local))
    }

    /// String concatenation, by a builder.
    pub(super) fn make_concatenation(
        &mut self,
        site: &DynamicSite,
        has_recipe: bool,
    ) -> Run<Instr> {
        let (parameters, _) = split_descriptor(&site.descriptor);
        let recipe: Vec<u16> = match site.arguments.first() {
            Some(&recipe) if has_recipe => match site.file.pool.string(recipe) {
                Ok(units) => units,
                Err(malformed) => return Err(self.class_format(malformed)),
            },
            _ => vec![1; parameters.len()],
        };
        let mut parts: Vec<Part> = Vec::new();
        let mut constants = site.arguments.iter().skip(1);
        let mut arguments = parameters.iter();
        let mut text = Vec::new();
        for unit in recipe {
            if unit > 2 || unit == 0 {
                text.push(unit);
                continue;
            }
            if !text.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut text)));
            }
            if unit == 1 {
                if let Some(argument) = arguments.next() {
                    parts.push(Part::Argument(argument.clone()));
                }
            } else if let Some(&constant) = constants.next() {
                parts.push(Part::Constant(constant));
            }
        }
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        let code = self.concatenation_code(site.owner, &parts)?;
        let host = self.load("java/lang/Object")?;
        let flags = access::STATIC;
        let key = format!("concat${}", self.methods.len());
        let method = self.add_synthetic(host, &key, &site.descriptor, flags, code);
        Ok(Instr::CallStatic(method.0))
    }

    pub(super) fn concatenation_code(&mut self, owner: ClassId, parts: &[Part]) -> Run<Code> {
        const BUILDER: &str = "java/lang/StringBuilder";
        let builder = self.load(BUILDER)?;
        let constructor = self.fixed_method(BUILDER, "<init>", "()V")?;
        let mut code = vec![
            Instr::NewOf(builder.0),
            Instr::Dup,
            Instr::CallExact(constructor.0, 1),
        ];
        let mut local = 0;
        for part in parts {
            let descriptor = match part {
                Part::Text(units) => {
                    code.push(Instr::Reference(self.intern(units)?));
                    "Ljava/lang/String;"
                }
                Part::Constant(index) => {
                    let (value, fixed) = self.resolve_constant(owner, *index)?;
                    if !fixed {
                        return Err(Stop::unsupported("concatenates a dynamic constant"));
                    }
                    code.push(Instr::Reference(value.as_ref()));
                    "Ljava/lang/Object;"
                }
                Part::Argument(descriptor) => {
                    let kind = Kind::of_descriptor(descriptor);
                    code.push(load(kind, local));
                    local += kind.slots();
                    match descriptor.as_str() {
                        "B" | "S" | "I" => "I",
                        "Z" => "Z",
                        "C" => "C",
                        "J" => "J",
                        "F" => "F",
                        "D" => "D",
                        "Ljava/lang/String;" => "Ljava/lang/String;",
                        _ => "Ljava/lang/Object;",
                    }
                }
            };
            let shape = format!("({descriptor})L{BUILDER};");
            let append = self.fixed_method(BUILDER, "append", &shape)?;
            let slots = self.method(append).argument_slots;
            code.push(Instr::CallExact(append.0, slots));
        }
        let finish = self.fixed_method(BUILDER, "toString", "()Ljava/lang/String;")?;
        code.push(Instr::CallExact(finish.0, 1));
        code.push(Instr::ReturnValue);
        Ok(Code::synthetic(code, 8, local))
    }
}

/// A part of a concatenation.
#[derive(Debug)]
pub(super) enum Part {
    Text(Vec<u16>),
    Constant(u16),
    Argument(String),
}

pub(super) fn load(kind: Kind, local: u16) -> Instr {
    match kind.is_wide() {
        true => Instr::LoadWide(local),
        false => Instr::Load(local),
    }
}

fn box_letter(descriptor: &str) -> &'static str {
    ["Z", "B", "C", "S", "I", "J", "F", "D"]
        .into_iter()
        .find(|letter| *letter == descriptor)
        .unwrap_or("I")
}

fn widen(code: &mut Vec<Instr>, from: &str, to: &str) {
    let conversion = match (from, to) {
        ("B" | "S" | "C" | "I", "J") => Conversion::IntToLong,
        ("B" | "S" | "C" | "I", "F") => Conversion::IntToFloat,
        ("B" | "S" | "C" | "I", "D") => Conversion::IntToDouble,
        ("J", "F") => Conversion::LongToFloat,
        ("J", "D") => Conversion::LongToDouble,
        ("F", "D") => Conversion::FloatToDouble,
        _ => return,
    };
    code.push(Instr::Convert(conversion));
}
