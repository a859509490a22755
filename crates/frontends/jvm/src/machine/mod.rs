//! The machine: an interpreter of Java bytecode. One thread, no outside
//! world; every end of a run is data.

mod answers;
mod arithmetic;
mod arrays;
mod boot;
mod calls;
mod class;
mod coverage;
mod dynamic;
mod file_tree;
mod heap;
mod initialise;
mod interpret;
mod invoke_handles;
mod lazy;
mod limits;
mod link;
mod method_handles;
mod natives;
mod open_slots;
mod overridden;
mod premises;
mod records;
mod resolve;
mod stand_ins;
mod steps;
mod strings;
mod symbolic;
mod synthesise;
mod throw;
mod value;
mod watched;

use std::rc::Rc;
use std::sync::Arc;

use everypath_term::{TermId, Terms};
use everypath_trace::Outcome;
use rustc_hash::FxHashMap;

pub use class::{Class, ClassId, Field, Initialisation, Method, MethodBody, MethodId, Shape};
pub use file_tree::{Prepared as PreparedFile, TEMPORARY};
pub use heap::{Body, Heap, Object};
pub use lazy::LazyFields;
pub use limits::Limits;
pub(crate) use limits::processor_time;
pub use overridden::{Extent, Overridden};
pub use stand_ins::Answering;
pub use symbolic::Session;
pub use value::{NULL, Ref, Value};

use crate::classpath::ClassPath;
use crate::code::{Code, Marks};
use dynamic::PatternSite;

/// Why something did not come to its normal end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It threw this object.
    Throw(Ref),
    /// The whole run ends here.
    End(Outcome),
}

/// What something that may not come to its normal end gives.
pub type Run<T> = Result<T, Stop>;

impl Stop {
    /// The run meets something that the machine cannot do.
    pub fn unsupported(construct: impl Into<String>) -> Stop {
        Stop::End(Outcome::Unsupported {
            construct: construct.into(),
        })
    }
}

/// One call on the stack.
#[derive(Debug)]
pub struct Frame {
    /// The method.
    pub method: MethodId,
    /// Its code.
    pub code: Rc<Code>,
    /// The instruction it is at.
    pub at: usize,
    /// Its first local on the stack.
    pub base: usize,
    /// The first free slot of its operand stack.
    pub top: usize,
}

/// A call site that finds its method by the receiver's class.
#[derive(Clone, Debug)]
pub struct CallSite {
    key: u32,
    /// The method that the site names.
    named: MethodId,
    last_class: ClassId,
    last_method: MethodId,
}

/// A call of a signature-polymorphic method.
#[derive(Clone, Debug)]
pub struct PolymorphicSite {
    name: Rc<str>,
    descriptor: Rc<str>,
}

/// The goals of the program's methods.
pub trait GoalSource: std::fmt::Debug {
    /// The goals of a method of a class, by the class's name with slashes and
    /// the method's place in its class file.
    fn marks(&self, class: &str, method: u16) -> Option<&Marks>;
}

/// A machine.
#[derive(Debug)]
pub struct Machine {
    class_path: Arc<ClassPath>,
    goal_source: Option<Arc<dyn GoalSource + Send + Sync>>,
    symbols: FxHashMap<Rc<str>, u32>,
    classes: Vec<Class>,
    class_ids: FxHashMap<Rc<str>, ClassId>,
    loading: Vec<Rc<str>>,
    methods: Vec<Method>,
    selected: FxHashMap<(ClassId, u32), Option<MethodId>>,
    slots: FxHashMap<(ClassId, &'static str), usize>,
    heap: Heap,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    nesting: usize,
    call_sites: Vec<CallSite>,
    polymorphic_sites: Vec<PolymorphicSite>,
    pattern_sites: Vec<PatternSite>,
    dynamic_constants: FxHashMap<(ClassId, u16), Value>,
    interned: FxHashMap<Box<[u16]>, Ref>,
    hashes: FxHashMap<Ref, i32>,
    next_hash: i32,
    variable_handles: Vec<natives::VariableHandle>,
    main_thread: Ref,
    threads: Threads,
    /// The loader of the user's classes, once it was asked for.
    class_loader: Ref,
    /// The modules that were asked for: `java.base`, that of the user, and others.
    modules: [Ref; 4],
    /// The frames that exceptions were made in, and their lines.
    traces: FxHashMap<Ref, Vec<(MethodId, u16)>>,
    lazy: Option<Box<dyn LazyFields>>,
    answering: Option<Rc<dyn Answering>>,
    /// The elements that arrays of the input would have if they were longer.
    spare: FxHashMap<Ref, Vec<TermId>>,
    /// Files of the JDK that the program reads: bytes and position.
    open_files: Vec<(Vec<u8>, usize)>,
    /// Files below the directory of the tests.
    files: file_tree::FileTree,
    /// Paths outside the directory of the tests that initialisers found nothing at.
    kept_absent: std::collections::BTreeSet<String>,
    /// Classes initialised since the last `keep`, in order.
    initialised: Vec<ClassId>,
    saved_statics: Vec<(ClassId, Vec<Value>)>,
    /// What the program wrote to its standard output.
    pub output: Vec<u8>,
    /// What it wrote to its standard error.
    pub errors: Vec<u8>,
    limits: Limits,
    executed: u64,
    nanoseconds: i64,
    lambdas: u32,
    terms: Terms,
    session: Option<Box<Session>>,
    covering: coverage::Covering,
    kept_hash: i32,
    /// The instructions that are watched, and which were reached.
    watched: watched::Watched,
    /// Says on standard error what the machine itself throws, and where: for
    /// those who add natives.
    pub verbose: bool,
}

/// The threads that a run has started.
#[derive(Debug, Default)]
struct Threads {
    /// Those that run, each started by the one before it, the first by the
    /// main one.
    running: Vec<Ref>,
    /// Those that wait for others.
    waiting: Vec<Ref>,
    /// Those that need not wait when they want to.
    permitted: std::collections::BTreeSet<Ref>,
    /// Whether the run stopped because the one on top waits.
    waits: bool,
    /// Whether there is work that nobody was started for.
    lacks_workers: bool,
    /// Whether the one that waits has not tried to do it.
    helps: bool,
    /// How many there have been.
    made: i64,
}

/// Slots of the stack of all calls.
const STACK_SLOTS: usize = 1 << 18;

impl Machine {
    /// A machine without any class.
    pub fn new(
        class_path: Arc<ClassPath>,
        goal_source: Option<Arc<dyn GoalSource + Send + Sync>>,
    ) -> Machine {
        Machine {
            class_path,
            goal_source,
            symbols: FxHashMap::default(),
            classes: Vec::new(),
            class_ids: FxHashMap::default(),
            loading: Vec::new(),
            methods: Vec::new(),
            selected: FxHashMap::default(),
            slots: FxHashMap::default(),
            heap: Heap::new(),
            stack: vec![Value::default(); STACK_SLOTS],
            frames: Vec::new(),
            nesting: 0,
            call_sites: Vec::new(),
            polymorphic_sites: Vec::new(),
            pattern_sites: Vec::new(),
            dynamic_constants: FxHashMap::default(),
            interned: FxHashMap::default(),
            hashes: FxHashMap::default(),
            next_hash: 0x1234_5678,
            variable_handles: Vec::new(),
            main_thread: NULL,
            threads: Threads::default(),
            class_loader: NULL,
            modules: [NULL; 4],
            traces: FxHashMap::default(),
            lazy: None,
            answering: None,
            spare: FxHashMap::default(),
            open_files: Vec::new(),
            files: file_tree::FileTree::default(),
            kept_absent: std::collections::BTreeSet::new(),
            initialised: Vec::new(),
            saved_statics: Vec::new(),
            output: Vec::new(),
            errors: Vec::new(),
            limits: Limits::default(),
            executed: 0,
            nanoseconds: 0,
            lambdas: 0,
            terms: Terms::new(),
            session: None,
            covering: coverage::Covering::default(),
            kept_hash: 0x1234_5678,
            watched: watched::Watched::default(),
            verbose: false,
        }
    }

    /// What the next runs may use.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Instructions executed so far.
    pub fn executed(&self) -> u64 {
        self.executed
    }

    /// Says which elements an array of the input would have if it were longer.
    pub fn set_spare(&mut self, array: Ref, elements: Vec<TermId>) {
        self.spare.insert(array, elements);
    }

    /// Forgets what the program wrote.
    pub fn forget_output(&mut self) {
        self.output.clear();
        self.errors.clear();
    }

    /// A class.
    pub fn class(&self, class: ClassId) -> &Class {
        &self.classes[class.0 as usize]
    }

    fn class_mut(&mut self, class: ClassId) -> &mut Class {
        &mut self.classes[class.0 as usize]
    }

    /// A method.
    pub fn method(&self, method: MethodId) -> &Method {
        &self.methods[method.0 as usize]
    }

    /// The heap.
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// The heap, to change it.
    pub fn heap_mut(&mut self) -> &mut Heap {
        &mut self.heap
    }

    /// A method in words: `java.lang.Object.hashCode()`.
    pub fn method_name(&self, method: MethodId) -> String {
        let method = self.method(method);
        format!("{}.{}", self.class(method.class).dotted(), method.name)
    }

    /// The number of a name.
    fn symbol(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.symbols.get(text) {
            return known;
        }
        let next = self.symbols.len() as u32;
        self.symbols.insert(text.into(), next);
        next
    }

    /// The number of a method's name and descriptor.
    fn key(&mut self, name: &str, descriptor: &str) -> u32 {
        self.symbol(&format!("{name}{descriptor}"))
    }
}
