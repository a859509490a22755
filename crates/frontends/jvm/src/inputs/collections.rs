//! Collections, maps and optionals of the JDK.

use everypath_recipe::{Expression, Method as RecipeMethod};
use everypath_trace::Step;

use super::types::argument;
use super::{Bindings, Builder, Made};
use crate::machine::{Ref, Run, Value};
use crate::signature::Argument;

/// The class that stands for a type of collection, and whether it is a map.
fn implementation(name: &str) -> Option<(&'static str, bool)> {
    Some(match name {
        "java.util.List"
        | "java.util.ArrayList"
        | "java.util.Collection"
        | "java.lang.Iterable"
        | "java.util.AbstractList"
        | "java.util.SequencedCollection" => ("java.util.ArrayList", false),
        "java.util.LinkedList" => ("java.util.LinkedList", false),
        "java.util.Queue" | "java.util.Deque" | "java.util.ArrayDeque" => {
            ("java.util.ArrayDeque", false)
        }
        "java.util.Set" | "java.util.HashSet" => ("java.util.HashSet", false),
        "java.util.LinkedHashSet" => ("java.util.LinkedHashSet", false),
        "java.util.SortedSet" | "java.util.NavigableSet" | "java.util.TreeSet" => {
            ("java.util.TreeSet", false)
        }
        "java.util.Map" | "java.util.HashMap" | "java.util.AbstractMap" => {
            ("java.util.HashMap", true)
        }
        "java.util.LinkedHashMap" => ("java.util.LinkedHashMap", true),
        "java.util.SortedMap" | "java.util.NavigableMap" | "java.util.TreeMap" => {
            ("java.util.TreeMap", true)
        }
        _ => return None,
    })
}

impl Builder<'_> {
    /// A collection, if the type is one of the JDK's.
    pub(super) fn collection(
        &mut self,
        name: &str,
        arguments: &[Argument],
        slot: &str,
        nullable: bool,
    ) -> Run<Option<Made>> {
        if name == "java.util.Optional" {
            return self.optional(arguments, slot, nullable).map(Some);
        }
        let Some((class, is_map)) = implementation(name) else {
            return Ok(None);
        };
        let sizes = self.scope.length + 1;
        let options = sizes + u32::from(nullable);
        let taken = self.machine.input_choice(slot, options, true)?;
        if taken >= sizes {
            return Ok(Some(Made {
                value: Value::default(),
                expression: Expression::Null,
            }));
        }
        self.suppose_apart("collections");
        let collection = self.new_object(class)?;
        let none = Bindings::new();
        let element = self.element_type(argument(arguments, 0));
        let mut items = Vec::new();
        let mut entries = Vec::new();
        // Elements of hashed and sorted collections are never null here:
        // sorted ones refuse it.
        let plain = matches!(class, "java.util.ArrayList" | "java.util.LinkedList");
        for index in 0..taken {
            let place = Step::Index(index.into()).of(slot);
            let item = self.make_kind(&element, &none, &place, plain)?;
            if is_map {
                let of = self.element_type(argument(arguments, 1));
                let value = self.make_kind(&of, &none, &Step::Value(index).of(slot), true)?;
                let put = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
                let pair = [item.value, value.value];
                let done = self.machine.call_virtual(collection, "put", put, &pair);
                self.attempt("putting into its map", done)?;
                entries.push((item.expression, value.expression));
            } else {
                let add = "(Ljava/lang/Object;)Z";
                let done = self
                    .machine
                    .call_virtual(collection, "add", add, &[item.value]);
                self.attempt("adding to its collection", done)?;
                items.push(item.expression);
            }
        }
        let class = class.to_owned();
        Ok(Some(Made {
            value: Value::reference(collection),
            expression: match is_map {
                true => Expression::Map { class, entries },
                false => Expression::Collection { class, items },
            },
        }))
    }

    fn optional(&mut self, arguments: &[Argument], slot: &str, nullable: bool) -> Run<Made> {
        const NAME: &str = "java/util/Optional";
        let class = self.machine.load(NAME)?;
        self.machine.initialise(class)?;
        let dotted = NAME.replace('/', ".");
        match self
            .machine
            .input_choice(slot, 2 + u32::from(nullable), false)?
        {
            0 => {
                let element = self.element_type(argument(arguments, 0));
                let held =
                    self.make_kind(&element, &Bindings::new(), &Step::Content.of(slot), false)?;
                let shape = "(Ljava/lang/Object;)Ljava/util/Optional;";
                let of = self.machine.find_own_method(class, "of", shape);
                let value = match of {
                    Some(of) => self.machine.call(of, &[held.value])?,
                    None => Value::default(),
                };
                Ok(Made {
                    value,
                    expression: Expression::CallStatic {
                        method: RecipeMethod::new(&dotted, "of", shape),
                        arguments: vec![held.expression],
                    },
                })
            }
            1 => {
                let shape = "()Ljava/util/Optional;";
                let empty = self.machine.find_own_method(class, "empty", shape);
                let value = match empty {
                    Some(empty) => self.machine.call(empty, &[])?,
                    None => Value::default(),
                };
                Ok(Made {
                    value,
                    expression: Expression::CallStatic {
                        method: RecipeMethod::new(&dotted, "empty", shape),
                        arguments: vec![],
                    },
                })
            }
            _ => Ok(Made {
                value: Value::default(),
                expression: Expression::Null,
            }),
        }
    }

    fn new_object(&mut self, class: &str) -> Run<Ref> {
        let class = self.machine.load(&class.replace('.', "/"))?;
        self.machine.initialise(class)?;
        let object = self.machine.allocate(class)?;
        if let Some(constructor) = self.machine.find_own_method(class, "<init>", "()V") {
            self.machine
                .call(constructor, &[Value::reference(object)])?;
        }
        Ok(object)
    }
}
