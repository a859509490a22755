//! Oracles: assertions of what was observed.

use everypath_recipe::{Type, parse_descriptor};

use super::expression::primitive_of;
use super::literal;
use super::observed::{Read, ReadKind, Role, Value};
use super::scene::{Generics, Scene, simple_name};
use super::{Framework, Unwritable};
use crate::layout::Code;

/// Something that is asserted of.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// How it is written.
    pub code: Code,
    /// Its static type, erased.
    pub of: Type,
}

/// The names of receiver and arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The receiver.
    pub receiver: Option<String>,
    /// The arguments that have one.
    pub arguments: Vec<Option<String>>,
}

/// A type from the descriptor of a field or a result.
pub(super) fn type_from(descriptor: &str) -> Type {
    parse_descriptor(&format!("(){descriptor}"))
        .map_or_else(|| Type::class("java.lang.Object"), |found| found.result)
}

impl Scene<'_> {
    /// A statement that asserts something.
    pub(super) fn assertion(&mut self, name: &str, arguments: Vec<Code>) -> Code {
        let class = self.framework.assertions();
        let name = self.imports.fixed(class, name);
        Code::call(name, arguments).and(";")
    }

    /// How many statements asserting a value takes; one can be inline.
    pub(super) fn is_one_assertion(value: &Value) -> bool {
        match value {
            Value::Array { items, .. } => items.iter().all(Value::is_simple),
            Value::Opaque { .. } | Value::LongString { .. } | Value::LongArray { .. } => true,
            Value::Object { reads, .. } => reads.is_empty(),
            other => other.is_simple(),
        }
    }

    /// Asserts that something is as observed.
    pub(super) fn assert_value(
        &mut self,
        subject: &Subject,
        value: &Value,
        names: &Names,
        out: &mut Vec<Code>,
    ) -> Result<(), Unwritable> {
        let code = subject.code.clone();
        match value {
            Value::Null => out.push(self.assertion("assertNull", vec![code])),
            Value::Boolean { value } => {
                let name = if *value { "assertTrue" } else { "assertFalse" };
                out.push(self.assertion(name, vec![code]));
            }
            Value::Float { .. } | Value::Double { .. } => self.assert_floating(code, value, out),
            Value::Same { with } => match self.named(with.what, with.index, names) {
                Some(name) => {
                    let same = vec![Code::text(name), code];
                    out.push(self.assertion("assertSame", same));
                }
                None => out.push(self.assertion("assertNotNull", vec![code])),
            },
            Value::Array { element, items } => {
                self.assert_array(subject, element, items, names, out)?;
            }
            Value::LongString { length } => {
                let text = self.seen_as(subject, &Type::class("java.lang.String"))?;
                let length = Code::text(length.to_string());
                out.push(self.assertion("assertEquals", vec![length, text.and(".length()")]));
            }
            Value::LongArray { length, element } => {
                let array = self.seen_as(subject, &type_from(element).array())?;
                let length = Code::text(length.to_string());
                out.push(self.assertion("assertEquals", vec![length, array.and(".length")]));
            }
            Value::Map { entries } => self.assert_map(subject, entries, names, out)?,
            Value::List { items } if !value.is_simple() => {
                self.assert_list(subject, items, names, out)?;
            }
            Value::Set { items } if !value.is_simple() => {
                let set = self.seen_as(subject, &Type::class("java.util.Set"))?;
                let size = Code::text(items.len().to_string());
                out.push(self.assertion("assertEquals", vec![size, set.and(".size()")]));
            }
            Value::Object { class, reads } => {
                self.assert_object(subject, class, reads, names, out)?;
            }
            Value::Opaque { .. } | Value::LongCollection { .. } | Value::Optional { .. }
                if !value.is_simple() =>
            {
                out.push(self.assertion("assertNotNull", vec![code]));
            }
            simple => {
                let expected = self.expected(simple, names)?;
                let expected = match (self.framework, simple) {
                    // JUnit 4 cannot tell which of its methods is meant.
                    (Framework::JUnit4, Value::Boxed { of }) => self.in_a_box(of, expected)?,
                    _ => expected,
                };
                let any = self.raw && matches!(simple, Value::Boxed { .. });
                let actual = match any {
                    true => Code::text("(Object) ").then(code),
                    false => code,
                };
                out.push(self.assertion("assertEquals", vec![expected, actual]));
            }
        }
        Ok(())
    }

    fn in_a_box(&mut self, of: &Value, literal: Code) -> Result<Code, Unwritable> {
        let of = of.primitive().and_then(|of| primitive_of(&of));
        let class = of
            .as_ref()
            .and_then(Type::boxed)
            .unwrap_or("java.lang.Double");
        let class = self.class_name(class)?;
        Ok(Code::call(format!("{class}.valueOf"), vec![literal]))
    }

    /// JUnit 5 compares floats by their bits; JUnit 4 wants a distance, which
    /// takes the two zeros for one.
    fn assert_floating(&mut self, code: Code, value: &Value, out: &mut Vec<Code>) {
        let literal = Code::text(literal::of_value(value).unwrap_or_default());
        if self.framework == Framework::JUnit5 {
            out.push(self.assertion("assertEquals", vec![literal, code]));
            return;
        }
        let (class, bits, zero) = match value {
            Value::Float { bits } => ("Float.floatToIntBits", *bits == 0x8000_0000, "0.0f"),
            Value::Double { bits } => ("Double.doubleToLongBits", *bits == 1 << 63, "0.0"),
            _ => ("", false, "0.0"),
        };
        let arguments = match bits {
            true => vec![
                Code::call(class, vec![literal]),
                Code::call(class, vec![code]),
            ],
            false => vec![literal, code, Code::text(zero)],
        };
        out.push(self.assertion("assertEquals", arguments));
    }

    fn named(&self, what: Role, index: usize, names: &Names) -> Option<String> {
        match what {
            Role::Receiver => names.receiver.clone(),
            Role::Argument => names.arguments.get(index).cloned().flatten(),
            Role::Local => {
                let id = everypath_recipe::LocalId(u32::try_from(index).ok()?);
                self.locals.get(&id).map(|local| local.name.clone())
            }
        }
    }

    /// An expression that equals a simple value.
    fn expected(&mut self, value: &Value, names: &Names) -> Result<Code, Unwritable> {
        if let Some(literal) = literal::of_value(value) {
            return Ok(Code::text(literal));
        }
        Ok(match value {
            Value::Null => Code::text("null"),
            Value::Boxed { of } => self.expected(of, names)?,
            Value::String { units } => Code::text(literal::string(units)),
            Value::Enum { class, constant } => {
                Code::text(format!("{}.{constant}", self.class_name(class)?))
            }
            Value::Class { descriptor } => Code::text(self.class_literal(&type_from(descriptor))?),
            Value::Number { class, text } => {
                let class = self.class_name(class)?;
                Code::text(format!("new {class}(\"{text}\")"))
            }
            Value::Same { with } => match self.named(with.what, with.index, names) {
                Some(name) => Code::text(name),
                None => return Err("its result holds an argument that has no name".to_owned()),
            },
            Value::List { items } => self.expected_list(items, names)?,
            Value::Set { items } => {
                let set = self.jdk("java.util.HashSet");
                match items.is_empty() {
                    true => Code::text(format!("new {set}<>()")),
                    false => {
                        let list = self.expected_list(items, names)?;
                        Code::call(format!("new {set}<>"), vec![list])
                    }
                }
            }
            Value::Optional { of } => {
                let optional = self.jdk("java.util.Optional");
                match of {
                    Some(of) => {
                        let of = self.expected(of, names)?;
                        Code::call(format!("{optional}.of"), vec![of])
                    }
                    None => Code::text(format!("{optional}.empty()")),
                }
            }
            _ => return Err("its result cannot be written as an expected value".to_owned()),
        })
    }

    fn expected_list(&mut self, items: &[Value], names: &Names) -> Result<Code, Unwritable> {
        let codes: Vec<Code> = items
            .iter()
            .map(|item| self.expected(item, names))
            .collect::<Result<_, _>>()?;
        Ok(match items {
            [] => {
                let collections = self.jdk("java.util.Collections");
                Code::text(format!("{collections}.emptyList()"))
            }
            [Value::Null] => {
                let collections = self.jdk("java.util.Collections");
                Code::call(format!("{collections}.singletonList"), codes)
            }
            _ => {
                let arrays = self.jdk("java.util.Arrays");
                Code::call(format!("{arrays}.asList"), codes)
            }
        })
    }

    /// The subject, cast if its static type is not the one that is needed.
    fn seen_as(&mut self, subject: &Subject, of: &Type) -> Result<Code, Unwritable> {
        if erased_equal(&subject.of, of) {
            return Ok(subject.code.clone());
        }
        let written = self.type_name(of, Generics::Wildcards)?;
        Ok(Code::text(format!("(({written}) "))
            .then(subject.code.clone())
            .and(")"))
    }

    fn assert_array(
        &mut self,
        subject: &Subject,
        element: &str,
        items: &[Value],
        names: &Names,
        out: &mut Vec<Code>,
    ) -> Result<(), Unwritable> {
        let element = type_from(element);
        let of = element.clone().array();
        if !items.iter().all(Value::is_simple) {
            let array = self.seen_as(subject, &of)?;
            let length = Code::text(items.len().to_string());
            let actual = array.clone().and(".length");
            out.push(self.assertion("assertEquals", vec![length, actual]));
            for (index, item) in items.iter().enumerate() {
                let part = Subject {
                    code: array.clone().and(format!("[{index}]")),
                    of: element.clone(),
                };
                self.assert_value(&part, item, names, out)?;
            }
            return Ok(());
        }
        let actual = match erased_equal(&subject.of, &of) {
            true => subject.code.clone(),
            false => {
                let written = self.type_name(&of, Generics::Wildcards)?;
                Code::text(format!("({written}) ")).then(subject.code.clone())
            }
        };
        let codes: Vec<Code> = items
            .iter()
            .map(|item| match item {
                Value::Byte { value } => Ok(Code::text(value.to_string())),
                Value::Short { value } => Ok(Code::text(value.to_string())),
                item => self.expected(item, names),
            })
            .collect::<Result<_, _>>()?;
        let name = self.type_name(&element, Generics::Wildcards)?;
        let expected = match codes.is_empty() {
            true => Code::text(match name.split_once("[]") {
                Some((base, rest)) => format!("new {base}[0][]{rest}"),
                None => format!("new {name}[0]"),
            }),
            false => Code::text(format!("new {name}[] ")).then(Code::group("{", codes, "}")),
        };
        let mut arguments = vec![expected, actual];
        match (self.framework, &element) {
            (Framework::JUnit4, Type::Float) => arguments.push(Code::text("0.0f")),
            (Framework::JUnit4, Type::Double) => arguments.push(Code::text("0.0")),
            _ => {}
        }
        out.push(self.assertion("assertArrayEquals", arguments));
        Ok(())
    }

    fn assert_list(
        &mut self,
        subject: &Subject,
        items: &[Value],
        names: &Names,
        out: &mut Vec<Code>,
    ) -> Result<(), Unwritable> {
        let of = Type::class("java.util.List");
        let element = match &subject.of {
            Type::Class { arguments, .. } if erased_equal(&subject.of, &of) => arguments.first(),
            _ => None,
        };
        let element = match element {
            Some(element @ Type::Class { .. }) if !self.raw => element.clone(),
            _ => Type::class("java.lang.Object"),
        };
        let list = self.seen_as(subject, &of)?;
        let size = Code::text(items.len().to_string());
        out.push(self.assertion("assertEquals", vec![size, list.clone().and(".size()")]));
        for (index, item) in items.iter().enumerate() {
            let part = Subject {
                code: list.clone().and(format!(".get({index})")),
                of: element.clone(),
            };
            if !matches!(item, Value::Opaque { .. }) {
                self.assert_value(&part, item, names, out)?;
            }
        }
        Ok(())
    }

    fn assert_map(
        &mut self,
        subject: &Subject,
        entries: &[(Value, Value)],
        names: &Names,
        out: &mut Vec<Code>,
    ) -> Result<(), Unwritable> {
        let map = self.seen_as(subject, &Type::class("java.util.Map"))?;
        if entries.is_empty() {
            out.push(self.assertion("assertTrue", vec![map.and(".isEmpty()")]));
            return Ok(());
        }
        let size = Code::text(entries.len().to_string());
        out.push(self.assertion("assertEquals", vec![size, map.clone().and(".size()")]));
        for (key, value) in entries {
            if !key.is_simple() || matches!(value, Value::Opaque { .. }) {
                continue;
            }
            let key = self.expected(key, names)?;
            let part = Subject {
                code: map.clone().then(Code::call(".get", vec![key])),
                of: Type::class("java.lang.Object"),
            };
            self.assert_value(&part, value, names, out)?;
        }
        Ok(())
    }

    fn assert_object(
        &mut self,
        subject: &Subject,
        class: &str,
        reads: &[Read],
        names: &Names,
        out: &mut Vec<Code>,
    ) -> Result<(), Unwritable> {
        if reads.is_empty() {
            out.push(self.assertion("assertNotNull", vec![subject.code.clone()]));
            return Ok(());
        }
        let of = Type::class(class);
        let mut seen = self.seen_as(subject, &of)?;
        if reads.len() > 1 && (!erased_equal(&subject.of, &of) || !is_name(&seen.flat())) {
            let written = self.type_name(&of, Generics::Wildcards)?;
            let name = self.fresh(simple_name(class));
            let cast = match erased_equal(&subject.of, &of) {
                true => String::new(),
                false => format!("({written}) "),
            };
            let define = Code::text(format!("{written} {name} = {cast}"));
            out.push(define.then(subject.code.clone()).and(";"));
            seen = Code::text(name);
        }
        for read in reads {
            let part = Subject {
                code: match read.read {
                    ReadKind::Method => seen.clone().and(format!(".{}()", read.name)),
                    ReadKind::Field => seen.clone().and(format!(".{}", read.name)),
                },
                of: match (type_from(&read.result), &read.element) {
                    (Type::Class { name, .. }, Some(element)) => Type::Class {
                        name,
                        arguments: vec![type_from(element)],
                    },
                    (of, _) => of,
                },
            };
            self.checked |= read.checked;
            self.assert_value(&part, &read.value, names, out)?;
        }
        Ok(())
    }
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn erased_equal(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Class { name: one, .. }, Type::Class { name: other, .. }) => one == other,
        (Type::Array { element: one }, Type::Array { element: other }) => erased_equal(one, other),
        (one, other) => one == other,
    }
}
