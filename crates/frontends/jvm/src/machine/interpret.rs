//! The loop that runs code.

use super::class::{ClassId, Initialisation};
use super::value::{NULL, Value};
use super::{Machine, MethodId, Run, Stop};
use crate::code::{Arithmetic, Instr, Kind};

/// Instructions between two looks at the limits.
const BETWEEN_LOOKS: u64 = 1 << 14;

impl Machine {
    /// Runs the frames above `floor` until they are gone; the value is what
    /// the lowest of them returned.
    pub(super) fn interpret(&mut self, floor: usize) -> Run<Value> {
        loop {
            match self.run_frame(floor) {
                Ok(Some(value)) => return Ok(value),
                Ok(None) => {}
                Err(Stop::Throw(thrown)) => {
                    self.cover_exception(thrown);
                    self.unwind(thrown, floor)?;
                }
                Err(stop) => {
                    self.say_where(&stop);
                    self.frames.truncate(floor);
                    return Err(stop);
                }
            }
        }
    }

    /// Runs the top frame until it calls, returns or throws. `None` means
    /// that another frame is on top now.
    fn run_frame(&mut self, floor: usize) -> Run<Option<Value>> {
        let frame = self.frames.last().expect("there is a frame to run");
        let code = frame.code.clone();
        let method = frame.method;
        let base = frame.base;
        let mut at = frame.at;
        let mut top = frame.top;
        let has_exceptions = !code.exceptions.is_empty();

        // Leaves the frame as it is for whoever looks at it next.
        macro_rules! save {
            () => {{
                let frame = self.frames.last_mut().expect("the frame is on top");
                frame.at = at;
                frame.top = top;
            }};
        }
        // The same before what may throw, if somebody wants to know where.
        macro_rules! place {
            () => {
                if has_exceptions {
                    save!();
                }
            };
        }
        macro_rules! attempt {
            ($what:expr) => {{
                match $what {
                    Ok(value) => value,
                    Err(stop) => {
                        save!();
                        return Err(stop);
                    }
                }
            }};
        }
        macro_rules! push {
            ($value:expr) => {{
                let value = $value;
                self.stack[top] = value;
                top += 1;
            }};
        }
        macro_rules! push_kind {
            ($kind:expr, $value:expr) => {{
                let value = $value;
                self.stack[top] = value;
                top += usize::from($kind.slots());
            }};
        }
        macro_rules! pop {
            () => {{
                top -= 1;
                self.stack[top]
            }};
        }
        macro_rules! pop_kind {
            ($kind:expr) => {{
                top -= usize::from($kind.slots());
                self.stack[top]
            }};
        }
        macro_rules! pop_two {
            ($kind:expr) => {{
                let b = pop_kind!($kind);
                (pop_kind!($kind), b)
            }};
        }
        // A class is used: its initialiser has run, or does now.
        macro_rules! ready {
            ($class:expr) => {
                if self.class($class).initialisation != Initialisation::Done {
                    save!();
                    attempt!(self.initialise($class));
                }
            };
        }
        // The goal of the branch at this instruction.
        macro_rules! goal {
            () => {
                code.goals.get(at).copied().unwrap_or(0)
            };
        }
        macro_rules! jump_if {
            ($to:expr, $condition:expr) => {
                if attempt!($condition) {
                    at = $to as usize;
                    continue;
                }
            };
        }
        // An instruction is another one from now on. It counts once, so that the first run
        // that comes here costs what the others cost.
        macro_rules! again {
            ($instr:expr) => {{
                code.instrs[at].set($instr);
                self.executed -= 1;
                continue;
            }};
        }
        // A call whose arguments start at `from`: natives answer at once.
        macro_rules! call {
            ($method:expr, $from:expr) => {{
                let callee = $method;
                let from = $from;
                save!();
                match self.enter(callee, from)? {
                    None => {
                        let caller = self.frames.len() - 2;
                        self.frames[caller].top = from;
                        return Ok(None);
                    }
                    Some(value) => {
                        top = from;
                        if let Some(kind) = self.methods[callee.0 as usize].result {
                            push_kind!(kind, value);
                        }
                    }
                }
            }};
        }
        loop {
            self.executed += 1;
            if self.executed.is_multiple_of(BETWEEN_LOOKS) {
                attempt!(self.look_at_limits());
            }
            let instr = code.instrs[at].get();
            match instr {
                Instr::Nop => {}
                Instr::MonitorExit | Instr::MonitorEnter => {
                    let monitor = pop!();
                    attempt!(self.check_null(monitor));
                }
                Instr::Goal(goal) => self.cover(goal),
                Instr::Null => push!(Value::default()),
                Instr::Int(value) => push!(Value::int(value)),
                Instr::Long(value) => push_kind!(Kind::Long, Value::long(value)),
                Instr::Float(bits) => push!(Value {
                    bits: u64::from(bits),
                    term: 0
                }),
                Instr::Double(bits) => push_kind!(Kind::Double, Value { bits, term: 0 }),
                Instr::Reference(reference) => push!(Value::reference(reference)),
                Instr::Constant(index) => {
                    let owner = self.method(method).class;
                    save!();
                    let (value, fixed) = attempt!(self.resolve_constant(owner, index));
                    if fixed {
                        again!(Instr::Reference(value.as_ref()));
                    }
                    let kind = attempt!(self.constant_kind(owner, index));
                    push_kind!(kind, value);
                }
                Instr::Load(local) => push!(self.stack[base + usize::from(local)]),
                Instr::LoadWide(local) => {
                    push_kind!(Kind::Long, self.stack[base + usize::from(local)]);
                }
                Instr::Store(local) => self.stack[base + usize::from(local)] = pop!(),
                Instr::StoreWide(local) => {
                    self.stack[base + usize::from(local)] = pop_kind!(Kind::Long);
                }
                Instr::Increment(local, by) => {
                    let place = base + usize::from(local);
                    let value = self.stack[place];
                    self.stack[place] = if value.is_symbolic() {
                        let by = Value::int(i32::from(by));
                        attempt!(self.integer_arithmetic(Arithmetic::Add, value, by, Kind::Int))
                    } else {
                        Value::int(value.as_int().wrapping_add(i32::from(by)))
                    };
                }
                Instr::ArrayLoad(kind) => {
                    place!();
                    let index = pop!();
                    let array = pop!();
                    let value = attempt!(self.array_load(kind, array, index));
                    push_kind!(kind, value);
                }
                Instr::ArrayStore(kind) => {
                    place!();
                    let value = pop_kind!(kind);
                    let index = pop!();
                    let array = pop!();
                    attempt!(self.array_store(kind, array, index, value));
                }
                Instr::Pop => top -= 1,
                Instr::Pop2 => top -= 2,
                Instr::Dup => push!(self.stack[top - 1]),
                Instr::DupX1 => {
                    let (b, a) = (self.stack[top - 1], self.stack[top - 2]);
                    self.stack[top - 2] = b;
                    self.stack[top - 1] = a;
                    push!(b);
                }
                Instr::DupX2 => {
                    let c = self.stack[top - 1];
                    self.stack.copy_within(top - 3..top, top - 2);
                    self.stack[top - 3] = c;
                    top += 1;
                }
                Instr::Dup2 => {
                    self.stack.copy_within(top - 2..top, top);
                    top += 2;
                }
                Instr::Dup2X1 => {
                    let (b, c) = (self.stack[top - 2], self.stack[top - 1]);
                    self.stack.copy_within(top - 3..top, top - 1);
                    self.stack[top - 3] = b;
                    self.stack[top - 2] = c;
                    top += 2;
                }
                Instr::Dup2X2 => {
                    let (c, d) = (self.stack[top - 2], self.stack[top - 1]);
                    self.stack.copy_within(top - 4..top, top - 2);
                    self.stack[top - 4] = c;
                    self.stack[top - 3] = d;
                    top += 2;
                }
                Instr::Swap => self.stack.swap(top - 1, top - 2),
                Instr::IntArithmetic(operation) => {
                    place!();
                    let (a, b) = pop_two!(Kind::Int);
                    push!(attempt!(self.integer_arithmetic(
                        operation,
                        a,
                        b,
                        Kind::Int
                    )));
                }
                Instr::LongArithmetic(operation) => {
                    place!();
                    let b = match operation.is_shift() {
                        true => pop!(),
                        false => pop_kind!(Kind::Long),
                    };
                    let a = pop_kind!(Kind::Long);
                    let value = attempt!(self.integer_arithmetic(operation, a, b, Kind::Long));
                    push_kind!(Kind::Long, value);
                }
                Instr::FloatArithmetic(operation) => {
                    let (a, b) = pop_two!(Kind::Float);
                    push!(self.float_arithmetic(operation, a, b, Kind::Float));
                }
                Instr::DoubleArithmetic(operation) => {
                    let (a, b) = pop_two!(Kind::Double);
                    let value = self.float_arithmetic(operation, a, b, Kind::Double);
                    push_kind!(Kind::Double, value);
                }
                Instr::Negate(kind) => {
                    let value = pop_kind!(kind);
                    push_kind!(kind, self.negate(kind, value));
                }
                Instr::Convert(conversion) => {
                    let (from, to) = conversion.kinds();
                    let value = pop_kind!(from);
                    push_kind!(to, self.convert(conversion, value));
                }
                Instr::CompareLong => {
                    let (a, b) = pop_two!(Kind::Long);
                    push!(self.compare_long(a, b));
                }
                Instr::CompareFloat(nan) => {
                    let (a, b) = pop_two!(Kind::Float);
                    push!(self.compare_floats(a, b, nan, Kind::Float));
                }
                Instr::CompareDouble(nan) => {
                    let (a, b) = pop_two!(Kind::Double);
                    push!(self.compare_floats(a, b, nan, Kind::Double));
                }
                Instr::IfZero(comparison, to) => {
                    let value = pop!();
                    jump_if!(
                        to,
                        self.branch_int(comparison, value, Value::int(0), goal!())
                    );
                }
                Instr::IfInt(comparison, to) => {
                    let (a, b) = pop_two!(Kind::Int);
                    jump_if!(to, self.branch_int(comparison, a, b, goal!()));
                }
                Instr::IfSame(same, to) => {
                    let (a, b) = pop_two!(Kind::Reference);
                    jump_if!(to, self.branch_same(same, a, b, goal!()));
                }
                Instr::IfNull(null, to) => {
                    let a = pop!();
                    jump_if!(to, self.branch_same(null, a, Value::default(), goal!()));
                }
                Instr::Goto(to) => {
                    self.pass_sides();
                    at = to as usize;
                    continue;
                }
                Instr::JumpSubroutine(to) => {
                    push!(Value::int(at as i32 + 1));
                    at = to as usize;
                    continue;
                }
                Instr::ReturnSubroutine(local) => {
                    let to = self.stack[base + usize::from(local)].as_int() as usize;
                    if to == 0 || to >= code.instrs.len() {
                        return Err(Stop::unsupported("runs code that does not verify"));
                    }
                    at = to;
                    continue;
                }
                Instr::Switch(index) => {
                    let key = pop!();
                    let switch = &code.switches[index as usize];
                    at = attempt!(self.take_switch(switch, key, goal!())) as usize;
                    continue;
                }
                Instr::Watched(place) => again!(self.reach(place)),
                Instr::Keep(slots, from, kept) => top = self.keep_slots(top, slots, from, kept),
                Instr::Return
                | Instr::ReturnValue
                | Instr::ReturnWide
                | Instr::ReturnOther(_)
                | Instr::ReturnZeroWide => {
                    let (value, slots) = match instr {
                        Instr::Return => (Value::default(), 0),
                        Instr::ReturnValue => (pop!(), 1),
                        Instr::ReturnOther(bits) => (Value::int(bits as i32), 1),
                        Instr::ReturnZeroWide => (Value::default(), 2),
                        _ => (pop_kind!(Kind::Long), 2),
                    };
                    return Ok(self.give_back(floor, value, slots));
                }
                Instr::GetStaticOf(class, slot, kind) => {
                    let class = ClassId(class);
                    ready!(class);
                    push_kind!(kind, self.get_static(class, usize::from(slot)));
                }
                Instr::GetStateOf(class, slot, kind) => {
                    let class = ClassId(class);
                    ready!(class);
                    self.suppose_static(class, slot);
                    push_kind!(kind, self.get_static(class, usize::from(slot)));
                }
                Instr::GetStream(class, slot) => {
                    save!();
                    push!(attempt!(
                        self.standard_stream(ClassId(class), usize::from(slot))
                    ));
                }
                Instr::PutStaticOf(class, slot, kind) => {
                    let class = ClassId(class);
                    ready!(class);
                    let value = pop_kind!(kind);
                    self.set_static(class, usize::from(slot), value);
                }
                Instr::GetFieldAt(slot, kind) => {
                    let object = pop!();
                    attempt!(self.check_null(object));
                    let value = attempt!(self.read_field(object.as_ref(), usize::from(slot)));
                    push_kind!(kind, value);
                }
                Instr::PutFieldAt(slot, kind) => {
                    let value = pop_kind!(kind);
                    let object = pop!();
                    attempt!(self.check_null(object));
                    self.heap
                        .set_field(object.as_ref(), usize::from(slot), value);
                }
                Instr::CallStatic(callee) => {
                    let callee = MethodId(callee);
                    let found = &self.methods[callee.0 as usize];
                    let (class, slots) = (found.class, usize::from(found.argument_slots));
                    ready!(class);
                    call!(callee, top - slots);
                }
                Instr::CallExact(callee, slots) => {
                    let from = top - usize::from(slots);
                    let receiver = self.stack[from];
                    attempt!(self.check_null(receiver));
                    call!(MethodId(callee), from);
                }
                Instr::CallVirtual(site, slots) => {
                    let from = top - usize::from(slots);
                    let receiver = self.stack[from];
                    attempt!(self.check_null(receiver));
                    let callee = attempt!(self.select_at(site, receiver.as_ref()));
                    if usize::from(self.methods[callee.0 as usize].argument_slots)
                        != usize::from(slots)
                    {
                        return Err(Stop::unsupported("runs code that does not verify"));
                    }
                    call!(callee, from);
                }
                Instr::CallPolymorphic(site, slots) => {
                    let from = top - usize::from(slots);
                    save!();
                    let (value, kind) = attempt!(self.call_polymorphic(site, from));
                    top = from;
                    if let Some(kind) = kind {
                        push_kind!(kind, value);
                    }
                }
                Instr::NewOf(class) => {
                    let class = ClassId(class);
                    ready!(class);
                    let object = attempt!(self.allocate(class));
                    push!(Value::reference(object));
                }
                Instr::NewArray(kind) => {
                    let class = attempt!(self.primitive_array(kind));
                    again!(Instr::NewArrayOf(class.0));
                }
                Instr::NewArrayOf(class) => {
                    place!();
                    let length = pop!();
                    let array = attempt!(self.new_array(ClassId(class), length));
                    push!(Value::reference(array));
                }
                Instr::NewMultiArrayOf(class, dimensions) => {
                    place!();
                    let count = usize::from(dimensions);
                    top -= count;
                    let lengths = self.stack[top..top + count].to_vec();
                    let array = attempt!(self.new_multi_array(ClassId(class), &lengths));
                    push!(Value::reference(array));
                }
                Instr::ArrayLength => {
                    let array = pop!();
                    attempt!(self.check_null(array));
                    push!(self.array_length(array.as_ref()));
                }
                Instr::Throw => {
                    let thrown = pop!();
                    attempt!(self.check_null(thrown));
                    self.pass_sides();
                    save!();
                    return Err(Stop::Throw(thrown.as_ref()));
                }
                Instr::CheckCastTo(class) => {
                    let object = self.stack[top - 1];
                    if object.as_ref() != NULL {
                        attempt!(self.check_cast(object, ClassId(class)));
                    }
                }
                Instr::InstanceOfClass(class) => {
                    let object = pop!();
                    let is = object.as_ref() != NULL
                        && self.is_subtype(self.heap.class_of(object.as_ref()), ClassId(class));
                    push!(Value::boolean(is));
                }
                Instr::PatternSwitch(site) => {
                    let restart = pop!();
                    let target = pop!();
                    save!();
                    let value = attempt!(self.pattern_switch(site, target, restart));
                    push!(value);
                }
                unresolved => {
                    save!();
                    let owner = self.method(method).class;
                    let before = self.executed;
                    let resolved = attempt!(self.resolve_instr(owner, unresolved));
                    self.executed = before;
                    again!(resolved);
                }
            }
            at += 1;
        }
    }
}
