//! What the proxies of `str` and `bytes` have in common: both are a text of
//! characters, and differ in what Python makes of the characters.

/// The proxy of a sequence of characters. Its own parts are `python`, which
/// makes Python's value of characters, `characters`, which takes it apart, and
/// `element`, which is what a walk gives at a place. A macro, because PyO3
/// exports no generic class.
macro_rules! sequence_proxy {
    ($proxy:ident, $class:ident, $name:literal, $iterator:ident) => {
        impl $proxy {
            /// The proxy of a text, symbolic or not.
            pub fn new(py: Python<'_>, recorder: &Py<Recorder>, text: Text) -> $proxy {
                $proxy {
                    recorder: recorder.clone_ref(py),
                    text,
                }
            }

            /// The proxy of Python's own value.
            pub fn of(py: Python<'_>, recorder: &Py<Recorder>, own: &Bound<'_, $class>) -> $proxy {
                let characters = $proxy::characters(own);
                let text = Text::constant(&mut recorder.borrow_mut(py), characters);
                $proxy::new(py, recorder, text)
            }

            /// The proxy, or Python's own value if nothing of it is symbolic.
            pub fn object(py: Python<'_>, recorder: &Py<Recorder>, text: Text) -> PyResult<Object> {
                if text.is_constant(&recorder.borrow(py)) {
                    return Ok($proxy::python(py, &text.value));
                }
                Ok(Py::new(py, $proxy::new(py, recorder, text))?.into_any())
            }

            /// Reads a proxy, or Python's own value.
            pub fn read(recorder: &mut Recorder, object: &Any<'_>) -> Option<Text> {
                if let Ok(proxy) = object.cast_exact::<$proxy>() {
                    return Some(proxy.get().text.clone());
                }
                let own = object.cast::<$class>().ok()?;
                Some(Text::constant(recorder, $proxy::characters(own)))
            }

            /// The length as a number.
            pub fn length(&self, recorder: &mut Recorder) -> Number {
                let count = self.text.value.len() as i64;
                Number::Int(count.into(), self.text.length_term(recorder))
            }
        }

        impl Proxy for $proxy {
            fn truth(&self, recorder: &mut Recorder) -> (bool, everypath_term::TermId) {
                self.text.is_filled(recorder)
            }

            fn concrete(&self, py: Python<'_>) -> Object {
                $proxy::python(py, &self.text.value)
            }

            fn pinned(&self, py: Python<'_>) -> PyResult<Object> {
                self.text.pin(&mut self.recorder.borrow_mut(py))?;
                Ok(self.concrete(py))
            }
        }

        $crate::proxies::protocols::value_methods!($proxy, $class, $name);

        #[pymethods]
        impl $proxy {
            fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
                self.text.fixed(&mut self.recorder.borrow_mut(py))?;
                Ok(self.text.value.len())
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
                $crate::proxies::protocols::hash(py, &self.recorder, self)
            }

            fn __mod__(&self, py: Python<'_>, arguments: &Any<'_>) -> PyResult<Object> {
                Ok(self.pinned(py)?.bind(py).rem(arguments)?.unbind())
            }

            fn __iter__(&self, py: Python<'_>) -> $iterator {
                $iterator {
                    recorder: self.recorder.clone_ref(py),
                    text: self.text.clone(),
                    next: 0,
                }
            }

            fn __reversed__(&self, py: Python<'_>) -> PyResult<Object> {
                let fixed = self.text.fixed(&mut self.recorder.borrow_mut(py))?;
                let elements = (0..fixed.value.len())
                    .rev()
                    .map(|place| $proxy::element(py, &self.recorder, &fixed, place))
                    .collect::<PyResult<Vec<_>>>()?;
                let list = pyo3::types::PyList::new(py, elements)?;
                Ok(list.try_iter()?.into_any().unbind())
            }
        }

        /// Walks the elements, deciding at each place whether there is one.
        #[pyclass(module = "everypath_native")]
        pub(crate) struct $iterator {
            recorder: Py<Recorder>,
            text: Text,
            next: usize,
        }

        #[pymethods]
        impl $iterator {
            fn __iter__(slf: Py<Self>) -> Py<Self> {
                slf
            }

            fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Object>> {
                let place = self.next;
                let more = place < self.text.chars.len()
                    && self
                        .text
                        .has(&mut self.recorder.borrow_mut(py), place + 1)?;
                if !more {
                    return Ok(None);
                }
                self.next += 1;
                $proxy::element(py, &self.recorder, &self.text, place).map(Some)
            }
        }
    };
}
pub(super) use sequence_proxy;
