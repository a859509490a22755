//! What makes method handles out of others.

use super::super::class::{ClassId, Shape};
use super::super::method_handles::{Act, HandleType, Parts};
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use crate::code::Kind;

const HANDLE: &str = "java/lang/invoke/MethodHandle";
const HANDLES: &str = "java/lang/invoke/MethodHandles";

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        (HANDLE, "asType") => as_type,
        (HANDLE, "bindTo") => bind_to,
        (HANDLE, "isVarargsCollector") => |machine, arguments| {
            let parts = machine.handle_parts(arguments[0].as_ref())?;
            Ok(Value::boolean(parts.is_varargs))
        },
        (HANDLE, "asFixedArity") => |machine, arguments| with_varargs(machine, arguments[0], false),
        (HANDLE, "asVarargsCollector") => {
            |machine, arguments| with_varargs(machine, arguments[0], true)
        }
        (HANDLE, "invokeWithArguments") if descriptor.starts_with("([") => with_arguments,
        (HANDLE, "asSpreader") if descriptor.starts_with("(Ljava") => spreader,
        (HANDLE, "asCollector") if descriptor.starts_with("(Ljava") => collector,
        (HANDLE, "asSpreader" | "asCollector" | "withVarargs") => unknown,
        (HANDLES, "insertArguments") => insert,
        (HANDLES, "dropArguments") if descriptor.contains("[Ljava/lang/Class;") => drop,
        (HANDLES, "filterReturnValue") => filter_result,
        (HANDLES, "filterArguments") => filter_arguments,
        (HANDLES, "foldArguments") if !descriptor.contains('I') => fold,
        (HANDLES, "guardWithTest") => guard,
        (HANDLES, "catchException") => catch,
        (HANDLES, "permuteArguments") => permute,
        (HANDLES, "constant") => constant,
        (HANDLES, "identity") => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            let of = HandleType {
                parameters: vec![class],
                result: class,
            };
            machine.new_method_handle(&of, Parts::new(Act::Identity))
        },
        (HANDLES, "throwException") => |machine, arguments| {
            let result = machine.class_behind(arguments[0]);
            let thrown = machine.class_behind(arguments[1]);
            let of = HandleType {
                parameters: vec![thrown],
                result,
            };
            machine.new_method_handle(&of, Parts::new(Act::Throw))
        },
        (HANDLES, "arrayElementGetter") => |machine, given| of_array(machine, given, Act::Element),
        (HANDLES, "arrayElementSetter") => {
            |machine, given| of_array(machine, given, Act::PutElement)
        }
        (HANDLES, "arrayConstructor") => |machine, given| of_array(machine, given, Act::NewArray),
        (HANDLES, "arrayLength") => |machine, given| of_array(machine, given, Act::Length),
        (
            HANDLES,
            "collectArguments"
            | "explicitCastArguments"
            | "exactInvoker"
            | "invoker"
            | "spreadInvoker"
            | "tryFinally"
            | "loop"
            | "whileLoop"
            | "doWhileLoop"
            | "countedLoop"
            | "iteratedLoop"
            | "tableSwitch"
            | "varHandleExactInvoker"
            | "varHandleInvoker"
            | "dropArgumentsToMatch"
            | "dropReturn"
            | "foldArguments"
            | "zero"
            | "empty"
            | "reflectAs",
        ) => unknown,
        _ => return None,
    })
}

fn unknown(_: &mut Machine, _: &[Value]) -> Run<Value> {
    Err(Stop::unsupported("combines method handles"))
}

impl Machine {
    fn refuse(&mut self, problem: &str) -> Stop {
        self.throw("java/lang/IllegalArgumentException", Some(problem))
    }

    /// A handle and its type.
    fn handle_given(&mut self, value: Value) -> Run<(Ref, HandleType)> {
        self.check_null(value)?;
        self.handle_parts(value.as_ref())?;
        Ok((value.as_ref(), self.type_of_handle(value.as_ref())?))
    }

    /// References in an array of objects.
    fn packed(&mut self, values: &[Value]) -> Run<Ref> {
        let class = self.load("[Ljava/lang/Object;")?;
        let array = self.allocate_array(class, values.len())?;
        for (index, value) in values.iter().enumerate() {
            self.heap.get_mut(array).set(index, *value);
        }
        Ok(array)
    }

    fn given_in(&mut self, array: Value) -> Run<Vec<Value>> {
        self.check_null(array)?;
        self.objects_in(array.as_ref())
    }
}

/// Handle, type.
fn as_type(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, of) = machine.handle_given(arguments[0])?;
    let wanted = machine.type_behind(arguments[1].as_ref())?;
    if of == wanted {
        return Ok(arguments[0]);
    }
    if of.parameters.len() != wanted.parameters.len() {
        if machine.handle_parts(target)?.is_varargs {
            return unknown(machine, arguments);
        }
        return Err(machine.wrong_method_type());
    }
    for (from, to) in wanted.parameters.iter().zip(&of.parameters) {
        check_convertible(machine, *from, *to)?;
    }
    check_convertible(machine, of.result, wanted.result)?;
    let parts = Parts {
        target,
        ..Parts::new(Act::Convert)
    };
    machine.new_method_handle(&wanted, parts)
}

/// Refuses what no value can be converted between.
fn check_convertible(machine: &mut Machine, from: ClassId, to: ClassId) -> Run<()> {
    let (Some(a), Some(b)) = (machine.kind_of_class(from), machine.kind_of_class(to)) else {
        return Ok(());
    };
    let is_possible = match (a, b) {
        (Kind::Reference, _) | (_, Kind::Reference) => true,
        _ => machine.widened(Value::default(), a, b).is_some(),
    };
    match is_possible {
        true => Ok(()),
        false => Err(machine.wrong_method_type()),
    }
}

/// Handle, receiver.
pub(super) fn bind_to(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let array = machine.packed(&arguments[1..2])?;
    insert(
        machine,
        &[arguments[0], Value::int(0), Value::reference(array)],
    )
}

/// Handle, position, objects.
fn insert(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, mut of) = machine.handle_given(arguments[0])?;
    let at = machine.pin_int(arguments[1])?;
    let values = machine.given_in(arguments[2])?;
    let end = usize::try_from(at).map(|at| at + values.len());
    if !end.is_ok_and(|end| end <= of.parameters.len()) {
        return Err(machine.refuse("no argument to bind"));
    }
    let object = machine.load("java/lang/Object")?;
    for (value, class) in values.iter().zip(&of.parameters[at as usize..]) {
        machine.convert_value(*value, object, *class)?;
    }
    of.parameters.drain(at as usize..at as usize + values.len());
    let parts = Parts {
        target,
        extra: machine.packed(&values)?,
        number: at,
        ..Parts::new(Act::Insert)
    };
    machine.new_method_handle(&of, parts)
}

/// Handle, position, classes.
fn drop(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, mut of) = machine.handle_given(arguments[0])?;
    let at = machine.pin_int(arguments[1])?;
    let classes = machine.given_in(arguments[2])?;
    if at < 0 || at as usize > of.parameters.len() {
        return Err(machine.refuse("no argument type to append"));
    }
    for (index, class) in classes.iter().enumerate() {
        let class = machine.class_behind(*class);
        of.parameters.insert(at as usize + index, class);
    }
    let parts = Parts {
        target,
        number: at,
        count: classes.len() as i32,
        ..Parts::new(Act::Drop)
    };
    machine.new_method_handle(&of, parts)
}

/// Handle, filter.
fn filter_result(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, of) = machine.handle_given(arguments[0])?;
    let (filter, through) = machine.handle_given(arguments[1])?;
    let fits = match machine.kind_of_class(of.result) {
        None => through.parameters.is_empty(),
        Some(_) => through.parameters == [of.result],
    };
    if !fits {
        return Err(machine.refuse("target and filter types do not match"));
    }
    let result = through.result;
    let parts = Parts {
        target,
        extra: filter,
        ..Parts::new(Act::FilterResult)
    };
    machine.new_method_handle(&HandleType { result, ..of }, parts)
}

/// Handle, position, filters.
fn filter_arguments(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, mut of) = machine.handle_given(arguments[0])?;
    let at = machine.pin_int(arguments[1])?;
    let filters = machine.given_in(arguments[2])?;
    if at < 0 || at as usize + filters.len() > of.parameters.len() {
        return Err(machine.refuse("too many filters"));
    }
    for (index, filter) in filters.iter().enumerate() {
        if filter.as_ref() == NULL {
            continue;
        }
        let (_, through) = machine.handle_given(*filter)?;
        let wanted = &mut of.parameters[at as usize + index];
        if through.result != *wanted || through.parameters.len() != 1 {
            return Err(machine.refuse("target and filter types do not match"));
        }
        *wanted = through.parameters[0];
    }
    let parts = Parts {
        target,
        extra: machine.packed(&filters)?,
        number: at,
        ..Parts::new(Act::FilterArguments)
    };
    machine.new_method_handle(&of, parts)
}

/// Handle, combiner.
fn fold(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, mut of) = machine.handle_given(arguments[0])?;
    let (combiner, with) = machine.handle_given(arguments[1])?;
    if machine.kind_of_class(with.result).is_some() {
        if of.parameters.first() != Some(&with.result) {
            return Err(machine.refuse("target and combiner types must match"));
        }
        of.parameters.remove(0);
    }
    if !of.parameters.starts_with(&with.parameters) {
        return Err(machine.refuse("target and combiner types must match"));
    }
    let parts = Parts {
        target,
        extra: combiner,
        ..Parts::new(Act::Fold)
    };
    machine.new_method_handle(&of, parts)
}

/// Test, target, fallback.
fn guard(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (_, test) = machine.handle_given(arguments[0])?;
    let (target, of) = machine.handle_given(arguments[1])?;
    let (_, otherwise) = machine.handle_given(arguments[2])?;
    let asks = machine.kind_of_class(test.result) == Some(Kind::Boolean);
    if of != otherwise || !asks || !of.parameters.starts_with(&test.parameters) {
        return Err(machine.refuse("target and fallback types must match"));
    }
    let extra = machine.packed(&[arguments[0], arguments[2]])?;
    let parts = Parts {
        target,
        extra,
        ..Parts::new(Act::Guard)
    };
    machine.new_method_handle(&of, parts)
}

/// Target, class, handler.
fn catch(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, of) = machine.handle_given(arguments[0])?;
    machine.check_null(arguments[1])?;
    let (_, handler) = machine.handle_given(arguments[2])?;
    let rest = handler.parameters.get(1..).unwrap_or_default();
    if handler.result != of.result
        || handler.parameters.is_empty()
        || !of.parameters.starts_with(rest)
    {
        return Err(machine.refuse("target and handler types must match"));
    }
    let extra = machine.packed(&[arguments[1], arguments[2]])?;
    let parts = Parts {
        target,
        extra,
        ..Parts::new(Act::Catch)
    };
    machine.new_method_handle(&of, parts)
}

/// Target, type, order.
fn permute(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, of) = machine.handle_given(arguments[0])?;
    let wanted = machine.type_behind(arguments[1].as_ref())?;
    machine.check_null(arguments[2])?;
    let count = machine.pin_length(arguments[2].as_ref())?;
    let mut fits = count == of.parameters.len() && wanted.result == of.result;
    let order = machine.allocate_primitives(Kind::Int, count)?;
    for index in 0..count {
        let from = machine
            .heap
            .get(arguments[2].as_ref())
            .get(index, Kind::Int);
        let from = machine.pin_int(from.unwrap_or_default())?;
        let chosen = usize::try_from(from)
            .ok()
            .and_then(|from| wanted.parameters.get(from));
        fits &= chosen.is_some() && chosen == of.parameters.get(index);
        machine.heap.get_mut(order).set(index, Value::int(from));
    }
    if !fits {
        return Err(machine.refuse("bad reorder array"));
    }
    let parts = Parts {
        target,
        extra: order,
        ..Parts::new(Act::Permute)
    };
    machine.new_method_handle(&wanted, parts)
}

/// Class, value.
fn constant(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    let result = machine.class_behind(arguments[0]);
    if machine.kind_of_class(result).is_none() {
        return Err(machine.refuse("void type"));
    }
    let object = machine.load("java/lang/Object")?;
    machine.convert_value(arguments[1], object, result)?;
    let of = HandleType {
        parameters: Vec::new(),
        result,
    };
    let extra = arguments[1].as_ref();
    let parts = Parts {
        extra,
        ..Parts::new(Act::Constant)
    };
    machine.new_method_handle(&of, parts)
}

/// The class of an array.
fn of_array(machine: &mut Machine, arguments: &[Value], act: Act) -> Run<Value> {
    machine.check_null(arguments[0])?;
    let array = machine.class_behind(arguments[0]);
    let Shape::Array(element, _) = machine.class(array).shape else {
        return Err(machine.refuse("not an array type"));
    };
    let int = machine.primitive(Kind::Int);
    let void = machine.void_class();
    let (parameters, result) = match act {
        Act::Element => (vec![array, int], element),
        Act::PutElement => (vec![array, int, element], void),
        Act::NewArray => (vec![int], array),
        _ => (vec![array], int),
    };
    machine.new_method_handle(&HandleType { parameters, result }, Parts::new(act))
}

/// Handle, class of an array, count.
fn spreader(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, mut of) = machine.handle_given(arguments[0])?;
    machine.check_null(arguments[1])?;
    let array = machine.class_behind(arguments[1]);
    let count = machine.pin_int(arguments[2])?;
    let is_array = matches!(machine.class(array).shape, Shape::Array(..));
    if !is_array || count < 0 || count as usize > of.parameters.len() {
        return Err(machine.refuse("bad spread array length"));
    }
    of.parameters.truncate(of.parameters.len() - count as usize);
    of.parameters.push(array);
    let parts = Parts {
        target,
        count,
        ..Parts::new(Act::Spread)
    };
    machine.new_method_handle(&of, parts)
}

/// Handle, class of an array, count.
fn collector(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (target, mut of) = machine.handle_given(arguments[0])?;
    machine.check_null(arguments[1])?;
    let array = machine.class_behind(arguments[1]);
    let count = machine.pin_int(arguments[2])?;
    let Shape::Array(element, _) = machine.class(array).shape else {
        return Err(machine.refuse("not an array type"));
    };
    if of.parameters.last() != Some(&array) || !(0..=255).contains(&count) {
        return Err(machine.refuse("bad collect array type or length"));
    }
    of.parameters.pop();
    let number = of.parameters.len() as i32;
    of.parameters
        .extend(std::iter::repeat_n(element, count as usize));
    let parts = Parts {
        target,
        number,
        count,
        ..Parts::new(Act::Collect)
    };
    machine.new_method_handle(&of, parts)
}

fn with_varargs(machine: &mut Machine, handle: Value, is_varargs: bool) -> Run<Value> {
    let (target, of) = machine.handle_given(handle)?;
    let parts = machine.handle_parts(target)?;
    if parts.is_varargs == is_varargs {
        return Ok(handle);
    }
    let last = of
        .parameters
        .last()
        .map(|class| machine.class(*class).shape);
    if is_varargs && !matches!(last, Some(Shape::Array(..))) {
        return Err(machine.refuse("not an array type"));
    }
    let parts = Parts {
        is_varargs,
        ..parts
    };
    machine.new_method_handle(&of, parts)
}

/// Handle, objects.
fn with_arguments(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (handle, _) = machine.handle_given(arguments[0])?;
    let values = machine.given_in(arguments[1])?;
    let object = machine.load("java/lang/Object")?;
    let site = HandleType {
        parameters: vec![object; values.len()],
        result: object,
    };
    machine.invoke_as(handle, &site, &values)
}
