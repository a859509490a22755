//! Collections, maps and optionals of the JDK.

use everypath_recipe::{Expression, Method as RecipeMethod};
use everypath_trace::Step;

use super::types::argument;
use super::{Bindings, Builder, Made};
use crate::machine::{NULL, Ref, Run, Value};
use crate::signature::Argument;

const PROPERTIES: &str = "java.util.Properties";
/// Maps that refuse null.
const FULL: [&str; 3] = [
    "java.util.Hashtable",
    "java.util.concurrent.ConcurrentHashMap",
    PROPERTIES,
];

/// What goes through a list once: its type, and the class, method and shape that make one of a
/// list; an instance method of the list itself if there is no class.
fn walker(name: &str) -> Option<(Option<&'static str>, &'static str, &'static str)> {
    Some(match name {
        "java.util.Iterator" => (None, "iterator", "()Ljava/util/Iterator;"),
        "java.util.ListIterator" => (None, "listIterator", "()Ljava/util/ListIterator;"),
        "java.util.Enumeration" => (
            Some("java.util.Collections"),
            "enumeration",
            "(Ljava/util/Collection;)Ljava/util/Enumeration;",
        ),
        _ => return None,
    })
}

/// The class that stands for a type of collection, and whether it is a map.
fn implementation(name: &str) -> Option<(&'static str, bool)> {
    Some(match name {
        "java.util.List"
        | "java.util.ArrayList"
        | "java.util.Collection"
        | "java.lang.Iterable"
        | "java.util.AbstractList"
        | "java.util.SequencedCollection" => ("java.util.ArrayList", false),
        "java.util.LinkedList" | "java.util.AbstractSequentialList" => {
            ("java.util.LinkedList", false)
        }
        "java.util.Vector" => ("java.util.Vector", false),
        "java.util.concurrent.CopyOnWriteArrayList" => {
            ("java.util.concurrent.CopyOnWriteArrayList", false)
        }
        "java.util.PriorityQueue" => ("java.util.PriorityQueue", false),
        "java.util.concurrent.BlockingQueue" | "java.util.concurrent.LinkedBlockingQueue" => {
            ("java.util.concurrent.LinkedBlockingQueue", false)
        }
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
        "java.util.Hashtable" | "java.util.Dictionary" => ("java.util.Hashtable", true),
        PROPERTIES => (PROPERTIES, true),
        "java.util.concurrent.ConcurrentMap" | "java.util.concurrent.ConcurrentHashMap" => {
            ("java.util.concurrent.ConcurrentHashMap", true)
        }
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
        if let Some(way) = walker(name) {
            return self.walked(way, arguments, slot, nullable);
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
        let text = (class == PROPERTIES).then(|| super::types::class("java.lang.String"));
        let element = match &text {
            Some(text) => text.clone(),
            None => self.element_type(argument(arguments, 0)),
        };
        let mut items = Vec::new();
        let mut entries = Vec::new();
        // Elements of hashed and sorted collections are never null here:
        // sorted ones refuse it.
        let plain = matches!(class, "java.util.ArrayList" | "java.util.LinkedList");
        for index in 0..taken {
            let place = Step::Index(index.into()).of(slot);
            let item = self.make_kind(&element, &none, &place, plain)?;
            if is_map {
                let of = match &text {
                    Some(text) => text.clone(),
                    None => self.element_type(argument(arguments, 1)),
                };
                let place = Step::Value(index).of(slot);
                let value = self.make_kind(&of, &none, &place, !FULL.contains(&class))?;
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

    /// Something that goes through a list of the input.
    fn walked(
        &mut self,
        (maker, method, shape): (Option<&str>, &str, &str),
        arguments: &[Argument],
        slot: &str,
        nullable: bool,
    ) -> Run<Option<Made>> {
        let Some(list) = self.collection("java.util.List", arguments, slot, nullable)? else {
            return Ok(None);
        };
        if list.value.as_ref() == NULL {
            return Ok(Some(list));
        }
        let Some(maker) = maker else {
            let value = self
                .machine
                .call_virtual(list.value.as_ref(), method, shape, &[])?;
            let method = RecipeMethod::new("java.util.List", method, shape);
            return Ok(Some(Made {
                value,
                expression: Expression::Call {
                    receiver: Box::new(list.expression),
                    method,
                    arguments: vec![],
                },
            }));
        };
        let class = self.machine.load(&maker.replace('.', "/"))?;
        self.machine.initialise(class)?;
        let value = match self.machine.find_own_method(class, method, shape) {
            Some(found) => self.machine.call(found, &[list.value])?,
            None => Value::default(),
        };
        Ok(Some(Made {
            value,
            expression: Expression::CallStatic {
                method: RecipeMethod::new(maker, method, shape),
                arguments: vec![list.expression],
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
