//! The executor: runs one unit of a loaded program on inputs.

mod asking;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Instant;

use everypath_recipe::{Argument, INVARIANT, LocalId, Method as RecipeMethod, Recipe};
use everypath_term::Terms;
use everypath_trace::{Chance, Executor, GoalId, Input, Outcome, RunLimits, Trace};

use crate::classfile::access;
use crate::inputs::{Builder, Hierarchy, LazyHeap, Made, SharedHeap, push_values};
use crate::lower::Guide;
use crate::machine::{ClassId, Limits, Machine, MethodId, Run, Session, Stop, Value};
use crate::program::{Loaded, Unit, UnitKind};
use crate::specification;

/// Instructions of one run, however much time it has: what a run that loops
/// does in a few seconds.
const MOST_INSTRUCTIONS: u64 = 200_000_000;

/// Runs the units of one program, one at a time.
#[derive(Debug)]
pub struct JvmExecutor {
    loaded: Loaded,
    unit: usize,
    machine: Machine,
    hierarchy: Rc<Hierarchy>,
    /// The goals that initialising classes covers: every run does.
    initial: Vec<GoalId>,
    /// The goals that were covered before the receiver's observers were asked.
    before: Vec<GoalId>,
    /// The structure that the receiver's fields follow in this run.
    guide: Option<Guide>,
    /// What open slots are drawn from in this run.
    chance: Option<Chance>,
    /// The goals that a run covers by touching them; `None` if it does all.
    by_touch: Option<BTreeSet<GoalId>>,
    /// The goals that the last run touched and does not cover.
    touched: Vec<GoalId>,
}

impl JvmExecutor {
    /// An executor of a program; it runs the first unit until told otherwise.
    pub fn new(loaded: &Loaded) -> Result<JvmExecutor, String> {
        Ok(JvmExecutor {
            unit: 0,
            machine: boot(loaded)?,
            hierarchy: Rc::new(Hierarchy::new(loaded)),
            initial: Vec::new(),
            before: Vec::new(),
            guide: None,
            chance: None,
            by_touch: None,
            touched: Vec::new(),
            loaded: loaded.clone(),
        })
    }

    /// Chooses the unit that `run` runs.
    pub fn choose(&mut self, unit: usize) -> Result<(), String> {
        if unit >= self.loaded.units.len() {
            return Err(format!("there is no unit {unit}"));
        }
        self.unit = unit;
        Ok(())
    }

    /// From now on runs cover a side of a branch if they pass it: if what
    /// follows it does not throw at once. Sides that nothing passes may be
    /// covered all the same by touching them.
    pub fn pass_all_but(&mut self, by_touch: BTreeSet<GoalId>) {
        self.by_touch = Some(by_touch);
    }

    /// The goals that the last run touched and does not cover.
    pub fn touched(&self) -> &[GoalId] {
        &self.touched
    }

    /// Runs the unit on an input whose receiver follows a structure; the
    /// trace's input is one that leads there without a guide.
    pub fn run_guided(
        &mut self,
        terms: &mut Terms,
        input: &Input,
        guide: Option<Guide>,
        limits: &RunLimits,
    ) -> Trace {
        self.guide = guide;
        let trace = self.run(terms, input, limits);
        self.guide = None;
        trace
    }

    /// Runs the unit on an input whose open slots are drawn from a seed; the
    /// trace's input leads there again.
    pub fn run_drawn(
        &mut self,
        terms: &mut Terms,
        input: &Input,
        seed: u64,
        limits: &RunLimits,
    ) -> Trace {
        self.chance = Some(Chance::new(seed));
        let trace = self.run(terms, input, limits);
        self.chance = None;
        trace
    }

    /// How a Java test builds an input and makes the call.
    pub fn recipe(&mut self, input: &Input) -> Result<Recipe, String> {
        if !self.is_lazy() {
            return self.replay(input, 0).map(|(recipe, _)| recipe);
        }
        // What is read decides how many objects there are; locals after
        // theirs are numbered from there on.
        let (_, objects) = self.replay(input, 0)?;
        self.replay(input, objects).map(|(recipe, _)| recipe)
    }

    fn replay(&mut self, input: &Input, first_local: u32) -> Result<(Recipe, u32), String> {
        let session = self.session(input, usize::MAX);
        self.machine.begin(session, Terms::new());
        self.limit(&RunLimits {
            decisions: usize::MAX,
            time: std::time::Duration::from_secs(10),
        });
        let prepared = self.guarded(|executor| {
            let prepared = executor.prepare(first_local)?;
            let mut recipe = prepared.recipe.clone();
            let mut objects = 0;
            if let Some(heap) = prepared.lazy.clone() {
                // However the call ends: what it reads is part of the input.
                let _ = executor.call_prepared(&prepared);
                let heap = heap.borrow();
                objects = heap.count();
                let mut arrange = heap.statements(&mut executor.machine);
                arrange.append(&mut recipe.arrange);
                recipe.arrange = arrange;
            }
            recipe.inline(&prepared.spare);
            Ok((recipe, objects))
        });
        let described = prepared.map_err(|stop| {
            let why = self.machine.describe_stop(&stop);
            format!("the input cannot be made again: {why}")
        });
        self.machine.end();
        self.machine.take_covered();
        self.settle();
        described
    }

    /// Whether receivers of the chosen unit are initialised lazily.
    fn is_lazy(&self) -> bool {
        let unit = &self.loaded.units[self.unit];
        unit.kind == UnitKind::Instance && unit.invariant.is_some()
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

    /// How the unit ends on an input without any symbol: the JDK's own code
    /// runs, and no model.
    pub fn run_concretely(&mut self, input: &Input, limits: &RunLimits) -> Outcome {
        let session = Session {
            concrete: true,
            ..self.session(input, limits.decisions)
        };
        self.machine.begin(session, Terms::new());
        self.limit(limits);
        let ended = self.guarded(|executor| executor.run_unit(&mut 0));
        let outcome = self.outcome(ended);
        self.machine.end();
        self.machine.take_covered();
        self.settle();
        outcome
    }

    fn outcome(&mut self, ended: Run<()>) -> Outcome {
        match ended {
            Ok(()) => Outcome::Returned,
            // The machine says what the program does.
            Err(Stop::End(Outcome::Unsupported { construct })) => Outcome::Unsupported {
                construct: format!("a run that {construct}"),
            },
            Err(Stop::End(outcome)) => outcome,
            Err(Stop::Throw(thrown)) => {
                let (kind, message) = self.machine.describe_throwable(thrown);
                let message = message.unwrap_or_default();
                Outcome::Threw { kind, message }
            }
        }
    }

    /// Instructions executed so far, for measures.
    pub fn executed(&self) -> u64 {
        self.machine.executed()
    }

    fn session(&self, input: &Input, decisions: usize) -> Session {
        Session {
            given: input.clone(),
            limit: decisions,
            arrays: self.loaded.options.arrays,
            chance: self.chance.clone(),
            ..Session::default()
        }
    }

    fn limit(&mut self, limits: &RunLimits) {
        let executed = self.machine.executed();
        self.machine.set_limits(Limits {
            instructions: executed.saturating_add(MOST_INSTRUCTIONS),
            memory: self.loaded.options.memory,
            deadline: Instant::now().checked_add(limits.time),
            ..Limits::default()
        });
    }

    /// Runs something; a failure of the machine itself ends the run, no more.
    fn guarded<T>(&mut self, what: impl FnOnce(&mut JvmExecutor) -> Run<T>) -> Run<T> {
        match catch_unwind(AssertUnwindSafe(|| what(self))) {
            Ok(done) => done,
            Err(_) => {
                // Its state cannot be trusted any more; its terms can.
                let (session, terms) = self.machine.end();
                if let Ok(machine) = boot(&self.loaded) {
                    self.machine = machine;
                    // What it remembers names classes of the other machine.
                    self.hierarchy = Rc::new(Hierarchy::new(&self.loaded));
                }
                self.machine.begin(session, terms);
                Err(Stop::End(Outcome::Unsupported {
                    construct: "makes the interpreter fail".to_owned(),
                }))
            }
        }
    }

    fn prepare(&mut self, first_local: u32) -> Run<Prepared> {
        let unit = self.loaded.units[self.unit].clone();
        let class = self.machine.load(&unit.class.replace('.', "/"))?;
        let method = self
            .machine
            .find_own_method(class, &unit.method, &unit.descriptor);
        let Some(method) = method else {
            return Err(Stop::unsupported(format!("lacks {}", unit.name())));
        };
        let name = self.machine.class(class).name.to_string();
        let is_lazy = self.is_lazy() && !self.machine.class(class).is_abstract();
        let mut lazy = None;
        let mut receiver = None;
        if let (true, Some(invariant)) = (is_lazy, &unit.invariant) {
            let (made, heap) = self.lazy_receiver(class, invariant)?;
            receiver = Some(made);
            lazy = Some(heap);
        }
        let mut builder =
            Builder::new(&mut self.machine, self.loaded.scope, &self.hierarchy, &name);
        builder.number_from(first_local);
        builder.ask_for(&unit.asked);
        builder.is_wide = unit.is_wide;
        let types = unit.parameters.iter();
        let types: Vec<_> = types.map(|parameter| parameter.declared.clone()).collect();
        builder.want_again(&types);
        if unit.kind == UnitKind::Instance && receiver.is_none() {
            receiver = Some(builder.receiver(class, &unit)?);
        }
        let bindings = builder.bindings(class, &[]);
        let questions = asking::questions(&mut builder, &unit, &bindings)?;
        let mut arguments = Vec::new();
        let bindings = builder.method_bindings(class, method, bindings);
        for parameter in &unit.parameters {
            arguments.push(builder.make(&parameter.declared, &bindings, &parameter.name)?);
        }
        let arrange = std::mem::take(&mut builder.statements);
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
                .map(|(parameter, made)| Argument::new(&parameter.name, made.expression.clone()))
                .collect(),
            invariant: unit.asserted.as_ref().map(|name| {
                let descriptor = self.invariant_shape(class, name);
                RecipeMethod::new(&unit.class, name, descriptor)
            }),
            given,
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
        })
    }

    fn invariant_shape(&mut self, class: ClassId, name: &str) -> &'static str {
        match self.machine.find_method(class, name, "()Z") {
            Some(_) => "()Z",
            None => "()V",
        }
    }

    fn run_unit(&mut self, entry: &mut usize) -> Run<()> {
        let prepared = self.prepare(0)?;
        *entry = self.decisions();
        self.call_prepared(&prepared)
    }

    fn call_prepared(&mut self, prepared: &Prepared) -> Run<()> {
        if prepared.unit.kind != UnitKind::Instance {
            self.machine.initialise(prepared.class)?;
        }
        let mut values = Vec::new();
        let mut callee = prepared.method;
        match prepared.unit.kind {
            UnitKind::Constructor => {
                let object = self.machine.allocate(prepared.class)?;
                values.push(Value::reference(object));
            }
            UnitKind::Instance => {
                if let Some(receiver) = &prepared.receiver {
                    values.push(receiver.value);
                    let class = self.machine.heap().class_of(receiver.value.as_ref());
                    let key = self.machine.method(callee).key;
                    let is_private = self.machine.method(callee).is_private();
                    if !is_private && let Some(selected) = self.machine.select(class, key) {
                        callee = selected;
                    }
                }
            }
            UnitKind::Static => {}
        }
        push_values(&mut values, &prepared.arguments, &prepared.unit.descriptor);
        if let Some(check) = specification::check(&mut self.machine, prepared.class, &prepared.unit)
        {
            let first = usize::from(prepared.unit.kind == UnitKind::Constructor);
            let answer = self.machine.call(check, &values[first..])?;
            self.look_at(prepared, answer)?;
        } else {
            self.machine.call(callee, &values)?;
        }
        self.check_invariant(prepared, &values)
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

    /// Ends the run if the answer of a check is a clause that does not hold.
    fn look_at(&mut self, prepared: &Prepared, answer: Value) -> Run<()> {
        let number = answer.bits as u32;
        if number == 0 {
            return Ok(());
        }
        let promises = prepared.unit.promises.iter();
        let broken = promises.filter(|(known, _)| *known == number);
        self.before.extend(broken.map(|(_, goal)| *goal));
        Err(Stop::End(Outcome::Violated {
            clause: self.loaded.options.specification.clause(number).to_owned(),
        }))
    }

    fn check_invariant(&mut self, prepared: &Prepared, values: &[Value]) -> Run<()> {
        let (Some(name), Some(receiver)) = (&prepared.unit.invariant, values.first()) else {
            return Ok(());
        };
        // A woven invariant is part of the check.
        if prepared.unit.kind == UnitKind::Static || name == INVARIANT {
            return Ok(());
        }
        let shape = self.invariant_shape(prepared.class, name);
        let violated = Stop::End(Outcome::Violated {
            clause: format!("{name}()"),
        });
        match self
            .machine
            .call_virtual(receiver.as_ref(), name, shape, &[])
        {
            Ok(answer) if shape == "()Z" => match self.machine.decide_truth(answer)? {
                true => Ok(()),
                false => Err(violated),
            },
            Ok(_) => Ok(()),
            Err(Stop::Throw(_)) => Err(violated),
            Err(stop) => Err(stop),
        }
    }

    fn decisions(&mut self) -> usize {
        self.machine
            .session()
            .map_or(0, |session| session.decisions.len())
    }

    /// Goes back to where runs start. Classes that the run initialised are
    /// initialised for all runs to come, if that can be done without it.
    fn settle(&mut self) {
        let classes = self.machine.restore();
        if classes.is_empty() {
            return;
        }
        self.machine.set_limits(Limits {
            instructions: self.machine.executed().saturating_add(MOST_INSTRUCTIONS),
            deadline: Instant::now().checked_add(std::time::Duration::from_secs(5)),
            ..Limits::default()
        });
        let again = self.guarded(|executor| {
            for class in classes {
                executor.machine.initialise(class)?;
            }
            Ok(())
        });
        match again {
            Ok(()) => {
                self.machine.forget_output();
                self.machine.keep();
                let covered = self.machine.take_covered();
                self.initial.extend(covered);
                self.initial.sort_unstable();
                self.initial.dedup();
            }
            Err(_) => {
                self.machine.restore();
                self.machine.take_covered();
            }
        }
    }
}

/// A unit about to be called.
struct Prepared {
    class: ClassId,
    method: MethodId,
    receiver: Option<Made>,
    arguments: Vec<Made>,
    unit: Unit,
    recipe: Recipe,
    /// Locals that are none if they are used once.
    spare: BTreeSet<LocalId>,
    lazy: Option<Rc<RefCell<LazyHeap>>>,
}

fn boot(loaded: &Loaded) -> Result<Machine, String> {
    let mut machine = Machine::new(loaded.class_path.clone(), Some(loaded.table.clone()));
    machine.boot()?;
    Ok(machine)
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

impl Executor for JvmExecutor {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let session = self.session(input, limits.decisions);
        self.machine.begin(session, std::mem::take(terms));
        self.limit(limits);
        let mut entry = 0;
        self.before.clear();
        let ended = self.guarded(|executor| executor.run_unit(&mut entry));
        let outcome = self.outcome(ended);
        let (session, pool) = self.machine.end();
        *terms = pool;
        let mut covered = self.machine.take_covered();
        covered.extend(self.initial.iter().chain(&self.before).copied());
        let touched = self.machine.take_touched();
        let by_touch = |goal: &GoalId| match &self.by_touch {
            Some(goals) => goals.contains(goal),
            None => true,
        };
        covered.extend(touched.iter().filter(|goal| by_touch(goal)));
        covered.sort_unstable();
        covered.dedup();
        self.touched = touched;
        self.touched
            .retain(|goal| covered.binary_search(goal).is_err());
        self.settle();
        Trace {
            input: session.input,
            assumptions: session.assumptions,
            bounds: session.bounds,
            entry: entry.min(session.decisions.len()),
            decisions: session.decisions,
            completion: 0..0,
            covered,
            outcome,
            losses: session.losses,
            effects: vec![],
        }
    }
}
