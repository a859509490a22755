//! Values of the input whose type is still open (`unknowns.py` of the worker): what the hooks
//! ask of them before anything in C meets them.

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyFrozenSet, PyModule, PySet, PyTuple, PyType};

use crate::hooks::Hooks;
use crate::{Any, Object};

/// The worker's class of unknowns, and its questions to them.
pub(crate) struct Unknowns {
    class: Py<PyType>,
    known: Object,
    argument: Object,
    subscripted: Object,
    searched: Object,
    settled: Object,
}

/// Builtins that ask an unknown themselves, or only hand it on.
const ASKING: &[&str] = &[
    "getattr",
    "hasattr",
    "setattr",
    "delattr",
    "print",
    "isinstance",
    "id",
    "cast",
    "partial",
    "copy",
    "deepcopy",
];

impl Unknowns {
    /// Takes them from the worker's module.
    pub(super) fn new(module: &Bound<'_, PyModule>) -> PyResult<Unknowns> {
        let function = |name: &str| PyResult::Ok(module.getattr(name)?.unbind());
        Ok(Unknowns {
            class: module.getattr("Unknown")?.cast_into()?.unbind(),
            known: function("known")?,
            argument: function("argument")?,
            subscripted: function("subscripted")?,
            searched: function("searched")?,
            settled: function("settled")?,
        })
    }

    /// Whether an object stands for a value that is or was open.
    pub(crate) fn is(&self, object: &Any<'_>) -> bool {
        object.get_type().is(self.class.bind(object.py()))
    }

    /// What an unknown has become; any other object as it is.
    pub(crate) fn known<'py>(&self, object: &Any<'py>) -> PyResult<Any<'py>> {
        self.ask(&self.known, object)
    }

    /// An unknown as a key or a part of a text.
    pub(crate) fn settled<'py>(&self, object: &Any<'py>) -> PyResult<Any<'py>> {
        self.ask(&self.settled, object)
    }

    /// A container whose item with a key is asked for.
    pub(super) fn subscripted<'py>(
        &self,
        container: &Any<'py>,
        key: &Any<'py>,
    ) -> PyResult<Any<'py>> {
        self.ask_with(&self.subscripted, container, key)
    }

    /// A container that is asked for an item.
    pub(super) fn searched<'py>(
        &self,
        container: &Any<'py>,
        item: &Any<'py>,
    ) -> PyResult<Any<'py>> {
        self.ask_with(&self.searched, container, item)
    }

    fn ask<'py>(&self, question: &Object, object: &Any<'py>) -> PyResult<Any<'py>> {
        if !self.is(object) {
            return Ok(object.clone());
        }
        question.bind(object.py()).call1((object,))
    }

    fn ask_with<'py>(
        &self,
        question: &Object,
        object: &Any<'py>,
        other: &Any<'py>,
    ) -> PyResult<Any<'py>> {
        if !self.is(object) {
            return Ok(object.clone());
        }
        question.bind(object.py()).call1((object, other))
    }
}

impl Hooks {
    /// The arguments of a call with the unknowns among them decided, where the callee takes
    /// plain values only; `None` if they can stay as they are.
    pub(super) fn without_unknowns<'py>(
        &self,
        callee: &Any<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let py = callee.py();
        let in_keywords =
            kwargs.is_some_and(|named| named.values().iter().any(|value| self.unknowns.is(&value)));
        if !in_keywords && !args.iter().any(|item| self.unknowns.is(&item)) {
            return Ok(None);
        }
        let Some(count) = self.plain_arguments(callee, args.len())? else {
            return Ok(None);
        };
        let argument = self.unknowns.argument.bind(py);
        if let Some(named) = kwargs {
            for (name, value) in named.iter() {
                if self.unknowns.is(&value) {
                    named.set_item(name, argument.call1((value, callee, 1))?)?;
                }
            }
        }
        let items = args.iter().enumerate().map(|(place, item)| {
            match place < count && self.unknowns.is(&item) {
                true => argument.call1((item, callee, place)),
                false => Ok(item),
            }
        });
        let items = items.collect::<PyResult<Vec<_>>>()?;
        Ok(Some(PyTuple::new(py, items)?))
    }

    /// How many arguments of a callee have to be plain; `None` if none.
    fn plain_arguments(&self, callee: &Any<'_>, count: usize) -> PyResult<Option<usize>> {
        if let Ok(class) = callee.cast::<PyType>() {
            let takes_all = self.is_instrumented_class(class)?
                || class.is_subclass_of::<pyo3::exceptions::PyBaseException>()?;
            return Ok((!takes_all && !self.is_asking(callee)).then_some(count));
        }
        if let Some(is_instrumented) = self.is_instrumented_callee(callee)? {
            return Ok((!is_instrumented && !self.is_asking(callee)).then_some(count));
        }
        if !callee.is_instance_of::<PyCFunction>() {
            return Ok(self.is_descriptor(callee).then_some(count));
        }
        let owner = callee.getattr("__self__")?;
        let module = owner.get_type().getattr("__module__")?.to_string();
        let holds = module == "collections" || owner.is_instance_of::<pyo3::types::PyList>();
        if holds || (owner.is_instance_of::<PyModule>() && self.is_asking(callee)) {
            return Ok(None);
        }
        let is_keyed = owner.is_instance_of::<PyDict>()
            || owner.is_instance_of::<PySet>()
            || owner.is_instance_of::<PyFrozenSet>();
        Ok(Some(if is_keyed { count.min(1) } else { count }))
    }

    fn is_asking(&self, callee: &Any<'_>) -> bool {
        let name = callee.getattr("__name__").map(|name| name.to_string());
        name.is_ok_and(|name| ASKING.contains(&name.as_str()))
    }
}
