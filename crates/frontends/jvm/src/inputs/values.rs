//! Primitives, strings, boxes, arrays and enums.

use everypath_recipe::Expression;
use everypath_trace::Step;

use super::types::{class, concrete, is_open, recipe_type, substitute, unboxed};
use super::{Bindings, Builder, DEEPEST, Made};
use crate::code::{Comparison, Kind};
use crate::machine::{NULL, Run, Stop, Value};
use crate::signature::{Primitive, Type};

/// The kind of a primitive.
pub(crate) fn kind_of(primitive: Primitive) -> Kind {
    match primitive {
        Primitive::Boolean => Kind::Boolean,
        Primitive::Byte => Kind::Byte,
        Primitive::Char => Kind::Char,
        Primitive::Short => Kind::Short,
        Primitive::Int => Kind::Int,
        Primitive::Long => Kind::Long,
        Primitive::Float => Kind::Float,
        Primitive::Double => Kind::Double,
    }
}

/// The literal of a value.
pub(super) fn literal(kind: Kind, value: Value) -> Expression {
    match kind {
        Kind::Boolean => Expression::Boolean {
            value: value.as_bool(),
        },
        Kind::Byte => Expression::Byte {
            value: value.as_int() as i8,
        },
        Kind::Char => Expression::Char {
            value: value.as_int() as u16,
        },
        Kind::Short => Expression::Short {
            value: value.as_int() as i16,
        },
        Kind::Long => Expression::Long {
            value: value.as_long(),
        },
        Kind::Float => Expression::Float {
            bits: value.bits as u32,
        },
        Kind::Double => Expression::Double { bits: value.bits },
        _ => Expression::Int {
            value: value.as_int(),
        },
    }
}

pub(super) fn nothing() -> Made {
    Made {
        value: Value::reference(NULL),
        expression: Expression::Null,
    }
}

/// Texts that one slot of any type may be once more.
const MOST_TEXTS: usize = 2;
/// Digits before or behind the point of a decimal number.
const MOST_SCALE: i32 = 1_000;

impl Builder<'_> {
    /// Makes a value; `nullable` says whether null is among its options.
    pub(super) fn make_kind(
        &mut self,
        declared: &Type,
        bindings: &Bindings,
        slot: &str,
        nullable: bool,
    ) -> Run<Made> {
        match substitute(declared, bindings, !self.asked.is_empty(), 0) {
            Type::Primitive(primitive) => {
                let kind = kind_of(primitive);
                let value = self.machine.input_value(slot, kind);
                Ok(Made {
                    value,
                    expression: literal(kind, value),
                })
            }
            Type::Array(element) => {
                self.suppose_apart("arrays");
                self.array(&element, slot, nullable)
            }
            Type::Class(name, arguments) => match name.as_str() {
                "java.lang.String" => match self.path_text(slot)? {
                    Some(path) => Ok(path),
                    None => self.string(slot, nullable),
                },
                "java.lang.CharSequence" => {
                    self.suppose_only("CharSequence");
                    self.string(slot, nullable)
                }
                "java.lang.Number" => {
                    self.suppose_only("Number");
                    self.boxed(Primitive::Int, slot, nullable)
                }
                _ if is_open(&name) => self.open(slot, nullable),
                _ => match unboxed(&name) {
                    Some(primitive) => self.boxed(primitive, slot, nullable),
                    None => self.object(&name, &arguments, slot, nullable),
                },
            },
            Type::Variable(_) => self.open(slot, nullable),
        }
    }

    /// Whether a slot is null: the last of two options.
    pub(super) fn is_null(&mut self, slot: &str, nullable: bool) -> Run<bool> {
        Ok(nullable && self.machine.input_choice(slot, 2, false)? == 1)
    }

    /// A value of any type: a number, a string, what the code asks for, or null.
    fn open(&mut self, slot: &str, nullable: bool) -> Run<Made> {
        let asked = match self.depth < DEEPEST {
            true => self.asked.clone(),
            false => Vec::new(),
        };
        let mut known = Vec::new();
        if self.depth == 0 {
            known = self.aliases(None);
            known.extend(self.texts.iter().take(MOST_TEXTS).cloned());
        }
        let made = 2 + asked.len() + usize::from(nullable);
        let options = (made + known.len()) as u32;
        match self.machine.input_choice(slot, options, true)? {
            0 => self.boxed(Primitive::Int, &Step::As("number").of(slot), false),
            1 => {
                let made = self.string(&Step::As("text").of(slot), false)?;
                self.texts.push(made.clone());
                Ok(made)
            }
            taken => match asked.get(taken as usize - 2) {
                Some(of) => {
                    let place = Step::As(&of.descriptor()).of(slot);
                    self.make_kind(of, &Bindings::new(), &place, false)
                }
                None => Ok((taken as usize)
                    .checked_sub(made)
                    .and_then(|alias| known.get(alias).cloned())
                    .unwrap_or_else(nothing)),
            },
        }
    }

    fn boxed(&mut self, primitive: Primitive, slot: &str, nullable: bool) -> Run<Made> {
        if self.is_null(slot, nullable)? {
            return Ok(nothing());
        }
        let kind = kind_of(primitive);
        let value = self.machine.input_value(slot, kind);
        let name = match primitive {
            Primitive::Boolean => "java/lang/Boolean",
            Primitive::Byte => "java/lang/Byte",
            Primitive::Char => "java/lang/Character",
            Primitive::Short => "java/lang/Short",
            Primitive::Int => "java/lang/Integer",
            Primitive::Long => "java/lang/Long",
            Primitive::Float => "java/lang/Float",
            Primitive::Double => "java/lang/Double",
        };
        let class = self.machine.load(name)?;
        self.machine.initialise(class)?;
        let object = self.machine.allocate(class)?;
        self.machine.set_named(object, "value", value)?;
        Ok(Made {
            value: Value::reference(object),
            expression: Expression::Boxed {
                value: Box::new(literal(kind, value)),
            },
        })
    }

    /// The length of a string or array: its own variable, bounded by the scope.
    pub(super) fn length(&mut self, slot: &str, longest: u32) -> Run<Value> {
        let length = self.machine.input_value(&Step::Length.of(slot), Kind::Int);
        let count = length.as_int();
        if count < 0 || count as u32 > longest {
            return Err(Stop::End(everypath_trace::Outcome::Pruned(
                everypath_trace::Bound::Length,
            )));
        }
        let term = self.machine.term_of(length, Kind::Int);
        let zero = self.machine.int_constant(0);
        let longest = self.machine.int_constant(longest as i32);
        let positive = self.machine.comparison(Comparison::LessOrEqual, zero, term);
        self.machine.assume(positive);
        let short = self
            .machine
            .comparison(Comparison::LessOrEqual, term, longest);
        self.machine.bound(short);
        Ok(length)
    }

    /// The scale of a decimal number: one with which arithmetic comes to an end.
    pub(super) fn bound_scale(&mut self, scale: Value) -> Run<()> {
        if scale.as_int().unsigned_abs() > MOST_SCALE.unsigned_abs() {
            return Err(Stop::End(everypath_trace::Outcome::Pruned(
                everypath_trace::Bound::Length,
            )));
        }
        let term = self.machine.term_of(scale, Kind::Int);
        let [least, most] = [-MOST_SCALE, MOST_SCALE].map(|most| self.machine.int_constant(most));
        for (less, more) in [(least, term), (term, most)] {
            let within = self.machine.comparison(Comparison::LessOrEqual, less, more);
            self.machine.bound(within);
        }
        Ok(())
    }

    fn array(&mut self, element: &Type, slot: &str, nullable: bool) -> Run<Made> {
        if self.is_null(slot, nullable)? {
            return Ok(nothing());
        }
        // The elements of an array of references are choices of their own,
        // which must follow one that says how many there are.
        let length = match element {
            Type::Primitive(_) => self.length(slot, self.scope.length)?,
            _ => {
                let options = self.scope.length + 1;
                let place = Step::Length.of(slot);
                Value::int(self.machine.input_choice(&place, options, true)? as i32)
            }
        };
        let count = length.as_int() as usize;
        let class = self.machine.load(&format!("[{}", element.descriptor()))?;
        let array = self.machine.allocate_array(class, count)?;
        self.machine.heap_mut().get_mut(array).length_term = length.term;
        let mut items = Vec::with_capacity(count);
        for index in 0..count {
            let made = self.make_kind(
                element,
                &Bindings::new(),
                &Step::Index(index as u64).of(slot),
                true,
            )?;
            self.machine
                .heap_mut()
                .get_mut(array)
                .set(index, made.value);
            items.push(made.expression);
        }
        Ok(Made {
            value: Value::reference(array),
            expression: Expression::Array {
                element: recipe_type(&element.erased()),
                items,
            },
        })
    }

    /// A constant of an enum.
    pub(super) fn enumeration(&mut self, name: &str, slot: &str, nullable: bool) -> Run<Made> {
        let class = self.machine.load(&name.replace('.', "/"))?;
        let done = self.machine.initialise(class);
        self.attempt("the initialiser of its enum", done)?;
        let names: Vec<String> = self
            .machine
            .class(class)
            .fields
            .iter()
            .filter(|field| field.access & crate::classfile::access::ENUM != 0)
            .map(|field| field.name.to_string())
            .collect();
        let options = names.len() as u32 + u32::from(nullable);
        if options == 0 {
            return Ok(nothing());
        }
        let taken = self.machine.input_choice(slot, options, false)? as usize;
        let Some(constant) = names.get(taken) else {
            return Ok(nothing());
        };
        let descriptor = format!("L{};", name.replace('.', "/"));
        let field = self.machine.find_field(class, constant, &descriptor);
        let value = match field {
            Some(field) => self
                .machine
                .get_static(field.class, usize::from(field.slot)),
            None => Value::reference(NULL),
        };
        Ok(Made {
            value: value.concrete(),
            expression: Expression::Enum {
                class: name.to_owned(),
                constant: constant.clone(),
            },
        })
    }

    /// The type of elements when nothing is said of it.
    pub(super) fn element_type(&self, declared: Option<Type>) -> Type {
        match declared {
            Some(declared) if self.asked.is_empty() => concrete(&declared),
            Some(declared) => declared,
            None => class("java.lang.Integer"),
        }
    }
}
