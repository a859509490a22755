//! Before a call: the receiver and the arguments of an input are made, and what
//! they must be is asked.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use everypath_recipe::{Argument, INVARIANT, LocalId, Method as RecipeMethod, Recipe};
use everypath_trace::Outcome;

use super::{JvmExecutor, questions};
use crate::classfile::access;
use crate::inputs::{
    Builder, LazyHeap, Made, SharedHeap, StandIns, has_outer, is_inner, push_values,
};
use crate::machine::{ClassId, MethodId, Run, Stop, Value};
use crate::program::{Parameter, Unit, UnitKind};
use crate::specification;

/// A unit about to be called.
pub(super) struct Prepared {
    pub(super) class: ClassId,
    pub(super) method: MethodId,
    pub(super) receiver: Option<Made>,
    pub(super) arguments: Vec<Made>,
    pub(super) unit: Unit,
    pub(super) recipe: Recipe,
    /// Locals that are none if they are used once.
    pub(super) spare: BTreeSet<LocalId>,
    pub(super) lazy: Option<Rc<RefCell<LazyHeap>>>,
    /// The collaborators that nothing real was made for.
    pub(super) stand_ins: Rc<StandIns>,
}

impl JvmExecutor {
    pub(super) fn prepare(&mut self, first_local: u32) -> Run<Prepared> {
        let unit = self.loaded.units[self.unit].clone();
        let class = self.machine.load(&unit.class.replace('.', "/"))?;
        let method = self
            .machine
            .find_own_method(class, &unit.method, &unit.descriptor);
        let Some(method) = method else {
            return Err(Stop::unsupported(format!("lacks {}", unit.name())));
        };
        let name = unit.home().replace('.', "/");
        let is_lazy = self.is_lazy() && !self.machine.class(class).is_abstract();
        let mut lazy = None;
        let mut receiver = None;
        if let (true, Some(invariant)) = (is_lazy, &unit.invariant) {
            let (made, heap) = self.lazy_receiver(class, invariant)?;
            receiver = Some(made);
            lazy = Some(heap);
        }
        let scope = self.loaded.scope;
        let hierarchy = self.hierarchy.clone();
        let stand_ins = StandIns::new(&mut self.machine, scope, hierarchy, &unit);
        let stand_ins = Rc::new(stand_ins);
        self.machine.set_answering(Some(stand_ins.clone()));
        let mut builder = Builder::new(&mut self.machine, scope, &self.hierarchy, &name);
        builder.stand_ins = Some(&stand_ins);
        builder.number_from(first_local);
        builder.ask_for(&unit.asked);
        builder.constants.clone_from(&unit.constants);
        builder.classes.clone_from(&unit.classes);
        builder.is_wide = unit.is_wide;
        let types = unit.parameters.iter();
        let types: Vec<_> = types.map(|parameter| parameter.declared.clone()).collect();
        builder.want_again(&types);
        builder.set_statics(&unit.statics)?;
        if unit.kind == UnitKind::Instance && receiver.is_none() {
            receiver = Some(builder.receiver(class, &unit)?);
        }
        let bindings = builder.bindings(class, &[]);
        let questions = questions::questions(&mut builder, &unit, &bindings)?;
        let mut arguments = Vec::new();
        let bindings = builder.method_bindings(class, method, bindings);
        for parameter in &unit.parameters {
            arguments.push(builder.make(&parameter.declared, &bindings, &parameter.name)?);
        }
        if unit.kind == UnitKind::Constructor && is_inner(&*builder.file(class)?, &unit.descriptor)
        {
            has_outer(&arguments)?;
        }
        let arrange = std::mem::take(&mut builder.statements);
        let restore = std::mem::take(&mut builder.restore);
        let spare = std::mem::take(&mut builder.spare);
        self.require(class, &unit, receiver.as_ref(), &arguments)?;
        let given = match (&unit.observers, &receiver) {
            (Some(observers), Some(receiver)) => {
                self.ask(class, observers, receiver.value.as_ref(), &questions)?
            }
            _ => Vec::new(),
        };
        let recipe = Recipe {
            arrange,
            method: recipe_method(&unit),
            receiver: receiver.as_ref().map(|made| made.expression.clone()),
            arguments: unit
                .parameters
                .iter()
                .zip(&arguments)
                .map(|(parameter, made)| Argument::new(shown(parameter), made.expression.clone()))
                .collect(),
            invariant: unit.asserted.as_ref().map(|name| {
                let descriptor = self.invariant_shape(class, name);
                RecipeMethod::new(&unit.class, name, descriptor)
            }),
            given,
            restore,
            promise: None,
            standard_input: None,
        };
        Ok(Prepared {
            class,
            method,
            receiver,
            arguments,
            unit,
            recipe,
            spare,
            lazy,
            stand_ins,
        })
    }

    pub(super) fn invariant_shape(&mut self, class: ClassId, name: &str) -> &'static str {
        match self.machine.find_method(class, name, "()Z") {
            Some(_) => "()Z",
            None => "()V",
        }
    }

    /// A receiver that the invariant accepts, its fields chosen as they are read.
    fn lazy_receiver(
        &mut self,
        class: ClassId,
        invariant: &str,
    ) -> Run<(Made, Rc<RefCell<LazyHeap>>)> {
        let name = self.machine.class(class).name.to_string();
        let mut heap = LazyHeap::new(self.loaded.scope, self.hierarchy.clone(), &name);
        heap.follow(self.guide.clone());
        let reference = heap.add(&mut self.machine, class, "this".to_owned())?;
        let heap = Rc::new(RefCell::new(heap));
        self.machine
            .set_lazy(Some(Box::new(SharedHeap(heap.clone()))));
        let rejected = || {
            Stop::End(Outcome::Rejected {
                clause: invariant_words(invariant),
            })
        };
        let shape = self.invariant_shape(class, invariant);
        match self.machine.call_virtual(reference, invariant, shape, &[]) {
            Ok(answer) if shape == "()Z" && !self.machine.decide_truth(answer)? => {
                return Err(rejected());
            }
            Ok(_) => {}
            Err(Stop::Throw(_)) => return Err(rejected()),
            Err(stop) => return Err(stop),
        }
        let made = Made {
            value: Value::reference(reference),
            expression: everypath_recipe::Expression::local(0),
        };
        Ok((made, heap))
    }

    /// Refuses an input that a precondition does not allow.
    fn require(
        &mut self,
        class: ClassId,
        unit: &Unit,
        receiver: Option<&Made>,
        arguments: &[Made],
    ) -> Run<()> {
        let Some(requires) = specification::requires(&mut self.machine, class, unit) else {
            return Ok(());
        };
        let mut values: Vec<Value> = receiver.map(|made| made.value).into_iter().collect();
        push_values(&mut values, arguments, &unit.descriptor);
        let covered = self.machine.take_covered();
        self.before.extend(covered);
        let answer = self.machine.call(requires, &values)?;
        // What a precondition's own calls cover no test covers.
        self.machine.take_covered();
        match answer.bits as u32 {
            0 => Ok(()),
            number => Err(Stop::End(Outcome::Rejected {
                clause: self.loaded.options.specification.clause(number).to_owned(),
            })),
        }
    }
}

/// An invariant, as messages name it.
fn invariant_words(name: &str) -> String {
    match name {
        INVARIANT => "the invariants".to_owned(),
        other => format!("{other}()"),
    }
}

fn recipe_method(unit: &Unit) -> RecipeMethod {
    RecipeMethod {
        class: unit.class.clone(),
        name: unit.method.clone(),
        descriptor: unit.descriptor.clone(),
        varargs: unit.access & access::VARARGS != 0,
    }
}

/// What a test calls a parameter: the compiler's own is the outer object.
fn shown(parameter: &Parameter) -> &str {
    match parameter.name.starts_with("this$") {
        true => "outer",
        false => &parameter.name,
    }
}
