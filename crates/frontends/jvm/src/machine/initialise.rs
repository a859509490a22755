//! Initialisation of classes, done once and kept between runs.

use super::class::{ClassId, Initialisation};
use super::value::{NULL, Value};
use super::{Machine, Run, Stop};
use crate::classfile::Constant;
use everypath_trace::Outcome;

impl Machine {
    /// Initialises a class if it is not yet.
    #[inline]
    pub fn initialise(&mut self, class: ClassId) -> Run<()> {
        match self.class(class).initialisation {
            Initialisation::Done | Initialisation::Running => Ok(()),
            Initialisation::None => self.run_initialiser(class),
            Initialisation::Failed => {
                let name = self.class(class).dotted();
                let message = format!("Could not initialize class {name}");
                Err(self.throw("java/lang/NoClassDefFoundError", Some(&message)))
            }
        }
    }

    fn run_initialiser(&mut self, class: ClassId) -> Run<()> {
        self.class_mut(class).initialisation = Initialisation::Running;
        self.initialised.push(class);
        let before = self.executed;
        let known = self.files.absent.clone();
        let done = self.initialise_now(class);
        if !self.class(class).is_platform {
            // It found nothing there for all runs that follow, too.
            let found = self.files.absent.difference(&known).cloned();
            self.kept_absent.extend(found);
        }
        let is_endless = matches!(done, Err(Stop::End(Outcome::TimedOut)));
        if !is_endless {
            // It runs once, whoever comes first: no run has to pay for it.
            self.executed = before;
        }
        self.class_mut(class).initialisation = match &done {
            Ok(()) => Initialisation::Done,
            Err(_) => Initialisation::Failed,
        };
        match done {
            Err(Stop::Throw(thrown)) => Err(self.wrap_initialiser_error(thrown)),
            // No test comes as far as its call.
            Err(Stop::End(Outcome::TimedOut)) => {
                let name = self.class(class).dotted();
                let what = format!("waits for the initialiser of {name}, which does not end");
                Err(Stop::unsupported(what))
            }
            other => other,
        }
    }

    fn wrap_initialiser_error(&mut self, thrown: u32) -> Stop {
        let error = match self.load("java/lang/Error") {
            Ok(error) => error,
            Err(stop) => return stop,
        };
        if self.is_subtype(self.heap.class_of(thrown), error) {
            return Stop::Throw(thrown);
        }
        match self.throw("java/lang/ExceptionInInitializerError", None) {
            Stop::Throw(wrapper) => {
                for field in ["exception", "cause"] {
                    let slot = self.slot(self.heap.class_of(wrapper), field);
                    if let Ok(slot) = slot {
                        self.heap.set_field(wrapper, slot, Value::reference(thrown));
                    }
                }
                Stop::Throw(wrapper)
            }
            stop => stop,
        }
    }

    fn initialise_now(&mut self, class: ClassId) -> Run<()> {
        if !self.class(class).is_interface()
            && let Some(superclass) = self.class(class).superclass
        {
            self.initialise(superclass)?;
            self.initialise_defaults(class)?;
        }
        self.set_constants(class)?;
        if let Some(initialiser) = self.find_own_method(class, "<clinit>", "()V") {
            self.call(initialiser, &[])?;
        }
        Ok(())
    }

    /// Interfaces with default methods are initialised with their implementers.
    fn initialise_defaults(&mut self, class: ClassId) -> Run<()> {
        for interface in self.class(class).interfaces.clone() {
            self.initialise_defaults(interface)?;
            let methods = self.class(interface).methods.clone();
            let has_default = methods.iter().any(|method| {
                let method = self.method(*method);
                !method.is_static() && !method.is_abstract()
            });
            if has_default {
                self.initialise(interface)?;
            }
        }
        Ok(())
    }

    fn set_constants(&mut self, class: ClassId) -> Run<()> {
        let Some(file) = self.class(class).file.clone() else {
            return Ok(());
        };
        for (index, info) in file.fields.iter().enumerate() {
            let field = &self.class(class).fields[index];
            let (Some(constant), true) = (info.constant, field.is_static()) else {
                continue;
            };
            let slot = usize::from(field.slot);
            let value = match file.pool.get(constant) {
                Ok(Constant::Integer(value)) => Value::int(*value),
                Ok(Constant::Long(value)) => Value::long(*value),
                Ok(Constant::Float(bits)) => Value::float(f32::from_bits(*bits)),
                Ok(Constant::Double(bits)) => Value::double(f64::from_bits(*bits)),
                Ok(Constant::String(_)) => {
                    let units = file.pool.string(constant).unwrap_or_default();
                    Value::reference(self.intern(&units)?)
                }
                _ => Value::reference(NULL),
            };
            self.set_static(class, slot, value);
        }
        Ok(())
    }

    /// A static field.
    #[inline]
    pub fn get_static(&self, class: ClassId, slot: usize) -> Value {
        let found = self.class(class).statics.get(slot);
        found.copied().unwrap_or_default()
    }

    /// Sets a static field.
    #[inline]
    pub fn set_static(&mut self, class: ClassId, slot: usize, value: Value) {
        let owner = &mut self.classes[class.0 as usize];
        if !owner.saved {
            owner.saved = true;
            self.saved_statics.push((class, owner.statics.clone()));
        }
        if let Some(place) = owner.statics.get_mut(slot) {
            *place = value;
        }
    }

    /// What there is now stays, as it is now.
    pub fn keep(&mut self) {
        self.heap.keep();
        for (class, _) in std::mem::take(&mut self.saved_statics) {
            self.class_mut(class).saved = false;
        }
        self.initialised.clear();
        self.kept_hash = self.next_hash;
    }

    /// Goes back to what was kept last, and gives the classes that were
    /// initialised since.
    pub fn restore(&mut self) -> Vec<ClassId> {
        self.heap.restore();
        for (class, statics) in std::mem::take(&mut self.saved_statics) {
            let class = self.class_mut(class);
            class.statics = statics;
            class.saved = false;
        }
        let heap = &self.heap;
        self.hashes.retain(|object, _| !heap.is_fresh(*object));
        self.next_hash = self.kept_hash;
        self.frames.clear();
        self.nesting = 0;
        self.output.clear();
        self.errors.clear();
        self.nanoseconds = 0;
        self.open_files.clear();
        self.files = super::file_tree::FileTree::default();
        self.answering = None;
        self.spare.clear();
        self.traces.clear();
        self.lazy = None;
        self.threads = super::Threads::default();
        self.dynamic_constants.clear();
        let initialised = std::mem::take(&mut self.initialised);
        for &class in &initialised {
            self.class_mut(class).initialisation = Initialisation::None;
        }
        initialised
    }
}
