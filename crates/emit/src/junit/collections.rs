//! Collections and maps of the JDK.

use everypath_recipe::{Expression, Type};

use super::Unwritable;
use super::scene::{Generics, Scene};
use crate::layout::Code;

impl Scene<'_> {
    pub(super) fn collection(
        &mut self,
        class: &str,
        items: &[Expression],
    ) -> Result<Code, Unwritable> {
        let name = self.class_name(class)?;
        let diamond = if self.raw { "" } else { "<>" };
        let items = self.items(items)?;
        Ok(Code::call(
            format!("new {name}{diamond}"),
            items.into_iter().collect(),
        ))
    }

    /// Elements as a list; nothing if there are none.
    fn items(&mut self, items: &[Expression]) -> Result<Option<Code>, Unwritable> {
        if items.is_empty() {
            return Ok(None);
        }
        let codes: Vec<Code> = items
            .iter()
            .map(|item| self.expression(item, None))
            .collect::<Result<_, _>>()?;
        Ok(Some(match items {
            [Expression::Null] | [Expression::Array { .. }] => {
                let collections = self.jdk("java.util.Collections");
                Code::call(format!("{collections}.singletonList"), codes)
            }
            _ => {
                let arrays = self.jdk("java.util.Arrays");
                Code::call(format!("{arrays}.asList"), codes)
            }
        }))
    }

    /// A map: empty where it stands, else a local that is filled before.
    pub(super) fn map(
        &mut self,
        class: &str,
        entries: &[(Expression, Expression)],
        target: Option<&Type>,
    ) -> Result<Code, Unwritable> {
        let name = self.class_name(class)?;
        let is_plain = class == "java.util.Properties";
        let diamond = if self.raw || is_plain { "" } else { "<>" };
        let made = Code::text(format!("new {name}{diamond}()"));
        if entries.is_empty() {
            return Ok(made);
        }
        let of = match target {
            _ if is_plain => Type::class(class),
            Some(Type::Class { name, arguments }) if arguments.len() == 2 => {
                Type::generic(name, arguments.clone())
            }
            _ => {
                let common = |of: Vec<Option<Type>>| match of.split_first() {
                    Some((Some(first), rest))
                        if rest.iter().all(|other| other.as_ref() == Some(first)) =>
                    {
                        first.clone()
                    }
                    _ => Type::class("java.lang.Object"),
                };
                let keys = common(entries.iter().map(|(key, _)| self.type_of(key)).collect());
                let values = common(
                    entries
                        .iter()
                        .map(|(_, value)| self.type_of(value))
                        .collect(),
                );
                // One that is asked for by its own name is of no other type.
                let own = match target {
                    Some(Type::Class { name, .. }) if name == class => class,
                    _ => "java.util.Map",
                };
                Type::generic(own, vec![keys, values])
            }
        };
        let written = self.type_name(&of, Generics::Arguments)?;
        let local = self.fresh("map");
        self.lines.push(
            Code::lead(format!("{written} {local} = "))
                .then(made)
                .and(";"),
        );
        for (key, value) in entries {
            let pair = vec![self.expression(key, None)?, self.expression(value, None)?];
            self.lines
                .push(Code::call(format!("{local}.put"), pair).and(";"));
        }
        Ok(Code::text(local))
    }

    /// A collection or map in a local of a parameter's type, if that has
    /// arguments: a cast would be read after they have been made up.
    pub(super) fn typed_collection(
        &mut self,
        argument: &Expression,
        declared: &Type,
    ) -> Result<Option<Code>, Unwritable> {
        let Type::Class { arguments, .. } = declared else {
            return Ok(None);
        };
        match argument {
            _ if arguments.is_empty() => Ok(None),
            // It is a local anyway.
            Expression::Map { entries, .. } if !entries.is_empty() => {
                self.expression(argument, Some(declared)).map(Some)
            }
            Expression::Map { .. } => {
                let name = self.define(declared, "map", argument)?;
                Ok(Some(Code::text(name)))
            }
            Expression::Collection { class, .. } => {
                let wish = if class.ends_with("Set") {
                    "set"
                } else {
                    "list"
                };
                let name = self.define(declared, wish, argument)?;
                Ok(Some(Code::text(name)))
            }
            _ => Ok(None),
        }
    }
}
