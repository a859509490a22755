//! Calls: a callee in Python that is instrumented takes proxies; a builtin
//! with a model is modelled; everything else gets concrete values.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction, PyDict, PyList, PyString, PyTuple, PyType};
use rustc_hash::FxHashSet;

use crate::hooks::foreign::holds_proxy;
use crate::hooks::{Hooks, is_proxy};
use crate::proxies::{SymBytes, SymRange, SymStr};
use crate::{Any, Object};

/// Python's types of callables, and the modules that take proxies as they are.
pub(super) struct KnownTypes {
    function: Py<PyType>,
    method: Py<PyType>,
    /// Methods of builtin types, taken from the type: `str.upper`.
    descriptors: [Py<PyType>; 2],
    partial: Object,
    enum_meta: Py<PyType>,
    /// C code that only compares, adds or stores what it is given.
    transparent: FxHashSet<usize>,
}

/// Builtins and library functions that work on proxies through their protocols.
const TRANSPARENT: &[(&str, &[&str])] = &[
    (
        "builtins",
        &[
            "abs",
            "all",
            "any",
            "callable",
            "divmod",
            "enumerate",
            "filter",
            "id",
            "isinstance",
            "issubclass",
            "bool",
            "iter",
            "len",
            "type",
            "list",
            "map",
            "max",
            "min",
            "next",
            "object",
            "pow",
            "repr",
            "reversed",
            "round",
            "sorted",
            "sum",
            "super",
            "tuple",
            "zip",
            "property",
            "staticmethod",
            "classmethod",
            "slice",
        ],
    ),
    (
        "heapq",
        &[
            "heappush",
            "heappop",
            "heapify",
            "heapreplace",
            "heappushpop",
            "nlargest",
            "nsmallest",
            "merge",
        ],
    ),
    (
        "bisect",
        &[
            "bisect",
            "bisect_left",
            "bisect_right",
            "insort",
            "insort_left",
            "insort_right",
        ],
    ),
    (
        "itertools",
        &[
            "accumulate",
            "chain",
            "count",
            "cycle",
            "dropwhile",
            "groupby",
            "islice",
            "permutations",
            "combinations",
            "product",
            "repeat",
            "starmap",
            "takewhile",
            "tee",
            "zip_longest",
            "filterfalse",
            "pairwise",
        ],
    ),
    ("functools", &["reduce", "partial"]),
    ("typing", &["cast"]),
    ("collections", &["deque"]),
    ("copy", &["copy", "deepcopy"]),
    ("dataclasses", &["replace"]),
    (
        "operator",
        &[
            "add",
            "sub",
            "mul",
            "floordiv",
            "mod",
            "neg",
            "lt",
            "le",
            "eq",
            "ne",
            "gt",
            "ge",
            "and_",
            "or_",
            "xor",
            "itemgetter",
            "attrgetter",
        ],
    ),
];

impl KnownTypes {
    /// Looks them up in the running Python.
    pub(super) fn new(py: Python<'_>) -> PyResult<KnownTypes> {
        let types = py.import("types")?;
        let mut transparent = FxHashSet::default();
        for (module, names) in TRANSPARENT {
            let module = py.import(*module)?;
            for name in *names {
                if let Ok(callable) = module.getattr(*name) {
                    transparent.insert(callable.as_ptr() as usize);
                }
            }
        }
        Ok(KnownTypes {
            function: types.getattr("FunctionType")?.cast_into()?.unbind(),
            method: types.getattr("MethodType")?.cast_into()?.unbind(),
            descriptors: [
                types.getattr("MethodDescriptorType")?.cast_into()?.unbind(),
                types
                    .getattr("WrapperDescriptorType")?
                    .cast_into()?
                    .unbind(),
            ],
            partial: py.import("functools")?.getattr("partial")?.unbind(),
            enum_meta: py
                .import("enum")?
                .getattr("EnumMeta")?
                .cast_into()?
                .unbind(),
            transparent,
        })
    }
}

impl Hooks {
    pub(super) fn is_descriptor(&self, callee: &Any<'_>) -> bool {
        let class = callee.get_type();
        self.types
            .descriptors
            .iter()
            .any(|descriptor| class.is(descriptor.bind(callee.py())))
    }

    /// A callable that C code will call, in a form that takes proxies: what
    /// is written in C itself is called through the hooks.
    fn wrapped<'py>(slf: &Bound<'py, Self>, callee: Any<'py>) -> PyResult<Any<'py>> {
        let py = slf.py();
        let hooks = slf.get();
        let in_c = match callee.cast::<PyType>() {
            Ok(class) => hooks.models.contains_key(&(class.as_ptr() as usize)),
            Err(_) => callee.is_instance_of::<PyCFunction>() || hooks.is_descriptor(&callee),
        };
        if !in_c {
            return Ok(callee);
        }
        let call = slf.getattr("call")?;
        hooks.types.partial.bind(py).call1((call, callee))
    }

    /// Calls code that takes proxies, and may be given functions to call.
    fn call_transparent<'py>(
        slf: &Bound<'py, Self>,
        callee: &Any<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let py = slf.py();
        let mut items = Vec::with_capacity(args.len());
        let mut changed = false;
        for item in args.iter() {
            let wrapped = Hooks::wrapped(slf, item.clone())?;
            changed |= !wrapped.is(&item);
            items.push(wrapped);
        }
        if let Some(key) = kwargs
            .map(|kwargs| kwargs.get_item("key"))
            .transpose()?
            .flatten()
        {
            let kwargs = kwargs.expect("it has a key").copy()?;
            kwargs.set_item("key", Hooks::wrapped(slf, key)?)?;
            return callee.call(PyTuple::new(py, items)?, Some(&kwargs));
        }
        if changed {
            return callee.call(PyTuple::new(py, items)?, kwargs);
        }
        callee.call(args, kwargs)
    }

    fn is_instrumented(&self, function: &Any<'_>) -> PyResult<bool> {
        let globals = function.getattr("__globals__")?;
        if globals.cast::<PyDict>()?.contains("__everypath__")? {
            return Ok(true);
        }
        // A wrapper of the library hands its arguments on.
        match function.getattr_opt("__wrapped__")? {
            Some(inner) if inner.get_type().is(self.types.function.bind(function.py())) => {
                self.is_instrumented(&inner)
            }
            _ => Ok(false),
        }
    }

    /// Whether a function or method in Python takes proxies; `None` for other callables.
    pub(super) fn is_instrumented_callee(&self, callee: &Any<'_>) -> PyResult<Option<bool>> {
        let py = callee.py();
        let class = callee.get_type();
        if class.is(self.types.function.bind(py)) {
            return self.is_instrumented(callee).map(Some);
        }
        if !class.is(self.types.method.bind(py)) {
            return Ok(None);
        }
        let function = callee.getattr("__func__")?;
        match function.get_type().is(self.types.function.bind(py)) {
            true => self.is_instrumented(&function).map(Some),
            false => Ok(Some(true)),
        }
    }

    pub(super) fn is_instrumented_class(&self, class: &Bound<'_, PyType>) -> PyResult<bool> {
        let py = class.py();
        let module = class.getattr("__module__")?;
        let modules = py.import("sys")?.getattr("modules")?;
        match modules.get_item(module) {
            Ok(module) => module.hasattr("__everypath__"),
            Err(_) => Ok(false),
        }
    }

    fn call_class<'py>(
        &self,
        class: &Bound<'py, PyType>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let py = class.py();
        if class.is_instance(self.types.enum_meta.bind(py))? && args.len() == 1 {
            return self.enum_member(class, &args.get_item(0)?);
        }
        if let Some(stand_in) = self.stand_ins.get(&(class.as_ptr() as usize)) {
            let made = stand_in.bind(py).call(args, kwargs)?;
            // It leaves to the class what it has nothing to do with.
            if !made.is(py.NotImplemented()) {
                return Ok(made);
            }
        }
        let transparent = self.is_instrumented_class(class)?
            || class.is_subclass_of::<pyo3::exceptions::PyBaseException>()?;
        if transparent {
            class.call(args, kwargs)
        } else {
            self.call_foreign(class.as_any(), args, kwargs)
        }
    }

    /// The member of an enumeration by its value: each member is asked in turn.
    fn enum_member<'py>(&self, class: &Bound<'py, PyType>, value: &Any<'py>) -> PyResult<Any<'py>> {
        if is_proxy(value) {
            for member in class.as_any().try_iter()? {
                let member = member?;
                if value.eq(member.getattr("value")?)? {
                    return Ok(member);
                }
            }
        }
        let value = self.pinned(value, 4)?;
        class.call1((value,))
    }

    /// A method of a builtin type.
    fn call_builtin_method<'py>(
        &self,
        owner: &Any<'py>,
        callee: &Any<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let py = callee.py();
        let name = callee.getattr("__name__")?;
        let name: &str = &name.cast::<PyString>()?.to_string_lossy();
        if is_proxy(owner) {
            return self.call_proxy_method(owner, name, args, kwargs);
        }
        if owner.is_exact_instance_of::<SymRange>() {
            return callee.call(args, kwargs);
        }
        if let Ok(string) = owner.cast_exact::<PyString>() {
            let symbolic = args.iter().any(|item| is_proxy(&item));
            if name == "join" {
                return self.join(string, &args.get_item(0)?);
            }
            if !symbolic {
                return self.call_foreign(callee, args, kwargs);
            }
            let proxy = Py::new(py, SymStr::of(py, &self.recorder, string))?;
            return self.call_proxy_method(proxy.bind(py).as_any(), name, args, kwargs);
        }
        if let Ok(bytes) = owner.cast_exact::<PyBytes>()
            && holds_proxy(&self.unknowns, args.as_any(), 2)?
        {
            let octets = SymBytes::of(py, &self.recorder, bytes);
            return match octets.shared(py, name, args, kwargs)? {
                Some(result) => Ok(result),
                None => self.call_foreign(callee, args, kwargs),
            };
        }
        if let Some(result) = self.call_container_method(owner, name, callee, args, kwargs)? {
            return Ok(result);
        }
        if let Some(result) = self.call_pattern_method(owner, name, args, kwargs)? {
            return Ok(result);
        }
        let module = owner.get_type().getattr("__module__")?;
        let module: &str = &module.cast::<PyString>()?.to_string_lossy();
        if matches!(module, "builtins" | "collections")
            && !owner.is_instance_of::<pyo3::types::PyBytes>()
        {
            return callee.call(args, kwargs);
        }
        self.call_foreign(callee, args, kwargs)
    }

    /// A method of a proxy. What it does not take, and every message about
    /// that, is Python's own: the method of the concrete value is called.
    fn call_proxy_method<'py>(
        &self,
        owner: &Any<'py>,
        name: &str,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let py = owner.py();
        // A generator cannot be walked again.
        let listed = match args.get_item(0) {
            Ok(parts) if name == "join" && parts.try_iter().is_ok() => {
                let parts = parts.try_iter()?.collect::<PyResult<Vec<_>>>()?;
                Some(PyTuple::new(py, [PyList::new(py, parts)?])?)
            }
            _ => None,
        };
        let args = listed.as_ref().unwrap_or(args);
        match owner.call_method(name, args, kwargs) {
            Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(py) => {
                let method = self.pinned(owner, 1)?.getattr(name)?;
                self.call_foreign(&method, args, kwargs)
            }
            result => result,
        }
    }

    fn join<'py>(&self, separator: &Bound<'py, PyString>, parts: &Any<'py>) -> PyResult<Any<'py>> {
        let py = separator.py();
        // The parts are walked once: a generator cannot be walked again.
        let Ok(parts) = parts.try_iter() else {
            return separator.call_method1("join", (parts,));
        };
        let parts: Vec<Any<'_>> = parts.collect::<PyResult<_>>()?;
        let symbolic = parts.iter().any(is_proxy);
        let parts = pyo3::types::PyList::new(py, parts)?;
        if !symbolic {
            return separator.call_method1("join", (parts,));
        }
        let separator = SymStr::of(py, &self.recorder, separator).text;
        let joined =
            crate::proxies::string_methods::join(py, &self.recorder, &separator, parts.as_any())?;
        Ok(joined.into_bound(py))
    }
}

#[pymethods]
impl Hooks {
    /// `callee(*args, **kwargs)`.
    #[pyo3(signature = (callee, /, *args, **kwargs))]
    fn call<'py>(
        slf: &Bound<'py, Self>,
        callee: &Any<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let hooks = slf.get();
        let py = callee.py();
        if hooks.unknowns.is(callee) {
            let callee = hooks.unknowns.known(callee)?;
            return match hooks.unknowns.is(&callee) {
                true => callee.call(args, kwargs),
                false => Hooks::call(slf, &callee, args, kwargs),
            };
        }
        let decided = hooks.without_unknowns(callee, args, kwargs)?;
        let args = decided.as_ref().unwrap_or(args);
        let class = callee.get_type();
        let address = callee.as_ptr() as usize;
        if let Some(model) = hooks.models.get(&address)
            && let Some(result) = model(hooks, args, kwargs)?
        {
            return Ok(result);
        }
        if class.is(hooks.types.function.bind(py)) {
            if hooks.is_instrumented(callee)? {
                return callee.call(args, kwargs);
            }
            if hooks.types.transparent.contains(&address) {
                return Hooks::call_transparent(slf, callee, args, kwargs);
            }
            return hooks.call_foreign(callee, args, kwargs);
        }
        if class.is(hooks.types.method.bind(py)) {
            let function = callee.getattr("__func__")?;
            if !function.get_type().is(hooks.types.function.bind(py))
                || hooks.is_instrumented(&function)?
            {
                return callee.call(args, kwargs);
            }
            return hooks.call_foreign(callee, args, kwargs);
        }
        if hooks.types.transparent.contains(&address) {
            return Hooks::call_transparent(slf, callee, args, kwargs);
        }
        if let Ok(class) = callee.cast::<PyType>() {
            return hooks.call_class(class, args, kwargs);
        }
        if callee.is_instance_of::<PyCFunction>() {
            let owner = callee.getattr("__self__")?;
            if owner.is_exact_instance_of::<PyList>()
                && kwargs.is_some_and(|kwargs| !kwargs.is_empty())
            {
                return Hooks::call_transparent(slf, callee, args, kwargs);
            }
            if !owner.is_none()
                && !owner.is_instance_of::<pyo3::types::PyModule>()
                && !owner.is_instance_of::<PyType>()
            {
                return hooks.call_builtin_method(&owner, callee, args, kwargs);
            }
            return hooks.call_foreign(callee, args, kwargs);
        }
        if hooks.is_descriptor(callee) && !args.is_empty() {
            // The method of a type, given its owner: as the owner's method.
            let owner = args.get_item(0)?;
            let method = owner.getattr(callee.getattr("__name__")?.cast::<PyString>()?)?;
            if is_proxy(&owner) || owner.get_type().is(callee.getattr("__objclass__")?) {
                let rest = args.get_slice(1, args.len());
                return Hooks::call(slf, &method, &rest, kwargs);
            }
        }
        // A cache would compare hashes of proxies: the function behind it runs.
        if callee.hasattr("cache_info")?
            && let Ok(wrapped) = callee.getattr("__wrapped__")
        {
            return Hooks::call(slf, &wrapped, args, kwargs);
        }
        callee.call(args, kwargs)
    }
}
