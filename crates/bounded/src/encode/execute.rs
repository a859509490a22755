//! Executing blocks: loops, instructions and the ways out of a block.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_lowered::{
    Block, BlockId, ClassId, Constant, Contents, Edge, Instruction, Register, StaticId, Terminator,
};
use everypath_term::{Node, Op, TermId, Value as TermValue};
use everypath_trace::GoalId;

use super::order::{Element, Prepared};
use super::state::{State, merge_all};
use super::value::{Gathered, ObjectId, Target, Targets, Value, same, when};
use super::{Encoder, Exit, input};

/// A procedure being executed.
pub(super) struct Frame {
    prepared: Rc<Prepared>,
    /// The states that come to each block.
    pending: BTreeMap<BlockId, Vec<State>>,
    /// The states in which it returned, the result as their only register.
    pub returned: Vec<State>,
    /// The states in which it threw, the exception as their only register.
    pub thrown: Vec<State>,
}

impl Frame {
    pub fn new(prepared: Rc<Prepared>, start: State) -> Frame {
        Frame {
            prepared,
            pending: BTreeMap::from([(BlockId(0), vec![start])]),
            returned: Vec::new(),
            thrown: Vec::new(),
        }
    }

    pub(super) fn come(&mut self, block: BlockId, state: State) {
        self.pending.entry(block).or_default().push(state);
    }
}

/// Rounds of a loop that no input decides about: a loop without an end has
/// more of them than any.
const MOST_FREE_ROUNDS: u32 = 1_000;

/// How often a loop was followed.
#[derive(Default)]
struct Rounds {
    /// Rounds that depend on the input, without the first.
    counted: u32,
    /// Rounds that do not.
    free: u32,
    /// The condition of the last round.
    guard: Option<TermId>,
}

/// The longest array whose elements are told apart.
const LONGEST_ARRAY: u64 = 20_000;

impl Encoder<'_> {
    pub(super) fn elements(&mut self, frame: &mut Frame, elements: &[Element]) {
        for element in elements {
            match element {
                Element::Block(block) => self.block_once(frame, *block),
                Element::Loop(head, rest) => {
                    let mut rounds = Rounds::default();
                    while self.goes_round(frame, *head, &mut rounds) {
                        self.block_once(frame, *head);
                        self.elements(frame, rest);
                    }
                }
            }
        }
    }

    /// Whether a loop is followed into its first or another round. Rounds that
    /// every run goes, whatever the input, do not count.
    fn goes_round(&mut self, frame: &mut Frame, head: BlockId, rounds: &mut Rounds) -> bool {
        let Some(state) = self.arrive(frame, head) else {
            return false;
        };
        let guard = state.guard(self.terms);
        let before = rounds.guard.replace(guard);
        let Some(before) = before else {
            frame.come(head, state);
            return true;
        };
        if before == guard && rounds.free < MOST_FREE_ROUNDS {
            rounds.free += 1;
            frame.come(head, state);
            return true;
        }
        rounds.counted += 1;
        if !self.may_come(&state) {
            return false;
        }
        if rounds.counted > self.scope.unrollings {
            self.leave(&state, Exit::Unrollings);
            return false;
        }
        if self.has_entered {
            let counted = rounds.counted - 1;
            self.unrolled.entry(counted).or_default().push(guard);
        }
        frame.come(head, state);
        true
    }

    /// The state in which a block begins, if runs come there.
    fn arrive(&mut self, frame: &mut Frame, block: BlockId) -> Option<State> {
        let states = frame.pending.remove(&block)?;
        let prepared = frame.prepared.clone();
        let is_live = |register: usize| prepared.is_live(block, register);
        merge_all(self.terms, &self.beginnings, states, &is_live)
    }

    fn block_once(&mut self, frame: &mut Frame, id: BlockId) {
        let Some(state) = self.arrive(frame, id) else {
            return;
        };
        if self.is_over() {
            self.leave(&state, Exit::Limit);
            return;
        }
        let procedure = frame.prepared.procedure.clone();
        let block = &procedure.blocks[id.0 as usize];
        let mut state = state;
        for instruction in &block.instructions {
            match self.instruction(frame, instruction, state) {
                Some(next) => state = next,
                None => return,
            }
        }
        self.end(frame, block, state);
    }

    fn end(&mut self, frame: &mut Frame, block: &Block, mut state: State) {
        match &block.end {
            Terminator::Jump(edge) => self.take(frame, edge, state),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.scalar(&state, *condition);
                let (yes, no) = state.fork(self.terms, condition);
                if let Some(state) = yes {
                    self.take(frame, then, state);
                }
                if let Some(state) = no {
                    self.take(frame, otherwise, state);
                }
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.scalar(&state, *value);
                let Some(width) = self.terms.sort(value).width() else {
                    let what = "switches over what is no integer";
                    self.leave(&state, Exit::Unsupported(what.to_owned()));
                    return;
                };
                let mut rest = Some(state);
                for (keys, edge) in cases {
                    let Some(here) = rest.take() else { return };
                    let mut any = self.terms.bool(false);
                    for &key in keys {
                        let key = self.terms.constant(TermValue::bit_vec(width, key));
                        let hit = self.terms.eq(value, key);
                        any = self.terms.or(any, hit);
                    }
                    let (yes, no) = here.fork(self.terms, any);
                    if let Some(state) = yes {
                        self.take(frame, edge, state);
                    }
                    rest = no;
                }
                if let Some(state) = rest {
                    self.take(frame, default, state);
                }
            }
            Terminator::Return(result) => {
                let result = result.map_or(Value::Dead, |result| self.read(&state, result));
                state.registers = vec![result];
                frame.returned.push(state);
            }
            Terminator::Throw(thrown) => {
                state.registers = vec![self.read(&state, *thrown)];
                frame.thrown.push(state);
            }
            Terminator::Unsupported(construct) => {
                self.leave(&state, Exit::Unsupported(construct.clone()));
            }
        }
    }

    fn take(&mut self, frame: &mut Frame, edge: &Edge, state: State) {
        for goal in &edge.goals {
            self.cover(*goal, &state);
        }
        frame.come(edge.to, state);
    }

    pub(super) fn read(&self, state: &State, register: Register) -> Value {
        let value = state.registers.get(register.0 as usize);
        value.cloned().unwrap_or(Value::Dead)
    }

    /// The term of a register. Code that reads what is no number is not well
    /// formed; whatever it does, it does not do harm here.
    pub(super) fn scalar(&mut self, state: &State, register: Register) -> TermId {
        match self.read(state, register) {
            Value::Scalar(term) => term,
            Value::Dead | Value::Reference(_) => self.terms.bool(false),
        }
    }

    fn targets(&mut self, state: &State, register: Register) -> Targets {
        match self.read(state, register) {
            Value::Reference(targets) => targets,
            Value::Dead | Value::Scalar(_) => {
                let truth = self.terms.bool(true);
                Rc::new([(Target::Null, truth)])
            }
        }
    }

    /// A state whose reference is followed: ways on which it is unknown end here.
    fn followed(
        &mut self,
        state: State,
        targets: &Targets,
        wanted: impl Fn(Target) -> bool,
    ) -> Option<State> {
        let mut state = state;
        for &(target, condition) in targets.iter() {
            if wanted(target) {
                continue;
            }
            let (lost, rest) = state.fork(self.terms, condition);
            if let Some(lost) = lost {
                let why = match target {
                    Target::Unknown(reason) => self.reasons[reason as usize].clone(),
                    _ => "reads what its code does not allow it to".to_owned(),
                };
                self.leave(&lost, Exit::Unsupported(why));
            }
            state = rest?;
        }
        Some(state)
    }

    fn known(&mut self, state: State, targets: &Targets) -> Option<State> {
        self.followed(state, targets, |target| {
            !matches!(target, Target::Unknown(_))
        })
    }

    /// The objects of a reference that is not null, with their conditions.
    pub(super) fn objects(
        &mut self,
        state: State,
        register: Register,
    ) -> Option<(State, Vec<(ObjectId, TermId)>)> {
        let targets = self.targets(&state, register);
        let state = self.followed(state, &targets, |target| {
            matches!(target, Target::Object(_))
        })?;
        let objects = targets
            .iter()
            .filter_map(|(target, condition)| match target {
                Target::Object(object) => Some((*object, *condition)),
                _ => None,
            });
        let objects: Vec<(ObjectId, TermId)> = objects.collect();
        (!objects.is_empty()).then_some((state, objects))
    }

    pub(super) fn write(&self, state: &mut State, register: Register, value: Value) {
        if let Some(slot) = state.registers.get_mut(register.0 as usize) {
            *slot = value;
        }
    }

    fn instruction(
        &mut self,
        frame: &mut Frame,
        instruction: &Instruction,
        mut state: State,
    ) -> Option<State> {
        use Instruction::*;
        let result = match instruction {
            Set { to, value } => (*to, self.constant(value)),
            Move { to, from } => (*to, self.read(&state, *from)),
            Apply { to, op, operands } => {
                let operands: Vec<TermId> = operands
                    .iter()
                    .map(|operand| self.scalar(&state, *operand))
                    .collect();
                let sorts: Vec<_> = operands.iter().map(|term| self.terms.sort(*term)).collect();
                if op.result(&sorts).is_none() {
                    let what = "computes with what its code does not allow it to";
                    self.leave(&state, Exit::Unsupported(what.to_owned()));
                    return None;
                }
                (*to, Value::Scalar(self.terms.apply(*op, &operands)))
            }
            Narrow {
                register,
                width,
                signed,
            } => {
                let term = self.scalar(&state, *register);
                (*register, Value::Scalar(self.narrow(term, *width, *signed)))
            }
            Input { to, index } => (*to, self.found.input.inputs[*index].value()),
            IsNull { to, reference } => {
                let targets = self.targets(&state, *reference);
                state = self.known(state, &targets)?;
                let null = when(self.terms, &targets, |target| target == Target::Null);
                (*to, Value::Scalar(null))
            }
            Same { to, left, right } => {
                let (a, b) = (self.targets(&state, *left), self.targets(&state, *right));
                state = self.known(state, &a)?;
                state = self.known(state, &b)?;
                state = self.comparable(state, &a, &b)?;
                (*to, Value::Scalar(same(self.terms, &a, &b)))
            }
            IsInstance {
                to,
                reference,
                class,
            } => {
                let targets = self.targets(&state, *reference);
                state = self.known(state, &targets)?;
                let objects: Vec<ObjectId> = targets
                    .iter()
                    .filter_map(|(target, _)| match target {
                        Target::Object(object) => Some(*object),
                        _ => None,
                    })
                    .filter(|object| {
                        let of = self.beginnings.0[object.0 as usize].class;
                        self.source.is_subtype(of, *class)
                    })
                    .collect();
                let wanted =
                    |target| matches!(target, Target::Object(object) if objects.contains(&object));
                (*to, Value::Scalar(when(self.terms, &targets, wanted)))
            }
            Fits { to, array, value } => {
                let fits = self.fits(&state, *array, *value);
                (*to, Value::Scalar(fits))
            }
            Load { to, object, field } => {
                let (next, objects) = self.objects(state, *object)?;
                state = next;
                let values: Vec<(TermId, Value)> = objects
                    .iter()
                    .map(|(object, condition)| {
                        let contents = self.contents(&state, *object);
                        let value = contents.contents.get(*field).cloned();
                        (*condition, value.unwrap_or(Value::Dead))
                    })
                    .collect();
                (*to, self.gather(values))
            }
            Store {
                object,
                field,
                value,
            } => {
                let value = self.read(&state, *value);
                let (next, objects) = self.objects(state, *object)?;
                state = next;
                let alone = objects.len() == 1;
                for (object, condition) in objects {
                    let mut contents = (*self.contents(&state, object)).clone();
                    if let Some(slot) = contents.contents.get_mut(*field) {
                        *slot = match alone {
                            true => value.clone(),
                            false => Value::choose(self.terms, condition, &value, slot),
                        };
                    }
                    state.heap.put(object, Rc::new(contents));
                }
                return Some(state);
            }
            New { to, class } => {
                let found = self.source.class(*class);
                let contents = match &found.contents {
                    Contents::Fields(fields) => {
                        let kinds = fields.iter().map(|field| field.kind);
                        kinds.map(|kind| input::zero(self.terms, kind)).collect()
                    }
                    Contents::Elements(..) => Vec::new(),
                };
                let object = self.add_object(*class, None, contents);
                (*to, Value::only(self.terms, Target::Object(object)))
            }
            NewArray { to, class, length } => {
                let length = self.scalar(&state, *length);
                let (next, array) = self.new_array(state, *class, length)?;
                state = next;
                (*to, Value::only(self.terms, Target::Object(array)))
            }
            Length { to, array } => {
                let (next, objects) = self.objects(state, *array)?;
                state = next;
                let zero = self.terms.constant(TermValue::bit_vec(32, 0));
                let lengths: Vec<(TermId, Value)> = objects
                    .iter()
                    .map(|(object, condition)| {
                        let length = self.contents(&state, *object).length;
                        (*condition, Value::Scalar(length.unwrap_or(zero)))
                    })
                    .collect();
                (*to, self.gather(lengths))
            }
            LoadElement { to, array, index } => {
                let index = self.scalar(&state, *index);
                let (next, objects) = self.objects(state, *array)?;
                state = next;
                let values = objects
                    .iter()
                    .map(|(object, condition)| {
                        let contents = self.contents(&state, *object);
                        (*condition, self.element(&contents.contents, index))
                    })
                    .collect();
                (*to, self.gather(values))
            }
            StoreElement {
                array,
                index,
                value,
            } => {
                let index = self.scalar(&state, *index);
                let value = self.read(&state, *value);
                let (next, objects) = self.objects(state, *array)?;
                state = next;
                for (object, condition) in objects {
                    self.store_element(&mut state, object, condition, index, &value);
                }
                return Some(state);
            }
            LoadAt {
                to,
                object,
                offset,
                kind,
                outside,
            } => {
                let offset = self.scalar(&state, *offset);
                let (mut loaded, value) =
                    self.load_at(frame, state, *object, offset, *kind, *outside)?;
                self.write(&mut loaded, *to, value);
                return Some(loaded);
            }
            StoreAt {
                object,
                offset,
                value,
                kind,
                outside,
            } => {
                let offset = self.scalar(&state, *offset);
                let value = self.read(&state, *value);
                return self.store_at(frame, state, *object, offset, &value, *kind, *outside);
            }
            Check {
                condition,
                otherwise,
            } => {
                let condition = self.scalar(&state, *condition);
                let (yes, no) = state.fork(self.terms, condition);
                if let Some(state) = no {
                    frame.come(*otherwise, state);
                }
                return yes;
            }
            CheckNotNull {
                reference,
                otherwise,
            } => {
                let targets = self.targets(&state, *reference);
                state = self.known(state, &targets)?;
                let null = when(self.terms, &targets, |target| target == Target::Null);
                let (yes, no) = state.fork(self.terms, null);
                if let Some(state) = yes {
                    frame.come(*otherwise, state);
                }
                let mut state = no?;
                let rest: Vec<_> = targets
                    .iter()
                    .filter(|(target, _)| matches!(target, Target::Object(_)))
                    .copied()
                    .collect();
                self.write(&mut state, *reference, Value::Reference(rest.into()));
                return Some(state);
            }
            Call {
                callee,
                arguments,
                to,
                thrown,
                handler,
            } => {
                let arguments: Vec<Value> = arguments
                    .iter()
                    .map(|argument| self.read(&state, *argument))
                    .collect();
                let registers = state.registers.clone();
                let (returned, failed) = self.call_any(*callee, state, arguments);
                if let Some(mut state) = failed {
                    let exception = state.registers.pop().unwrap_or(Value::Dead);
                    state.registers = registers.clone();
                    self.write(&mut state, *thrown, exception);
                    frame.come(*handler, state);
                }
                let mut state = returned?;
                let result = state.registers.pop().unwrap_or(Value::Dead);
                state.registers = registers;
                if let Some(to) = to {
                    self.write(&mut state, *to, result);
                }
                return Some(state);
            }
            Assume { condition } => {
                let condition = self.scalar(&state, *condition);
                return state.assume(self.terms, condition);
            }
            Enter => {
                self.enter(&mut state);
                return (!self.only_input).then_some(state);
            }
            Fail => {
                let guard = state.guard(self.terms);
                self.found.failures.push(guard);
                return Some(state);
            }
            Count { goals } => {
                self.goals_count = *goals;
                return Some(state);
            }
            Cover { goal } => {
                self.cover(*goal, &state);
                return Some(state);
            }
            Observe { answers, first } => {
                self.observe(&state, answers, *first);
                return Some(state);
            }
        };
        self.write(&mut state, result.0, result.1);
        Some(state)
    }

    /// Each way of answering is a goal.
    fn observe(&mut self, state: &State, answers: &[(Register, u32)], first: GoalId) {
        let ways: u32 = answers.iter().map(|(_, count)| *count).product();
        for way in 0..ways {
            let mut rest = way;
            let mut here = Some(state.clone());
            for &(register, count) in answers {
                let answer = self.scalar(state, register);
                let width = self.terms.sort(answer).width().unwrap_or(32);
                let said = TermValue::bit_vec(width, u64::from(rest % count));
                rest /= count;
                let said = self.terms.constant(said);
                let same = self.terms.eq(answer, said);
                here = here.and_then(|here| here.assume(self.terms, same));
            }
            if let Some(here) = here {
                self.cover(GoalId(first.0 + way), &here);
            }
        }
    }

    pub(super) fn constant(&mut self, constant: &Constant) -> Value {
        match constant {
            Constant::Scalar(value) => Value::Scalar(self.terms.constant(value.clone())),
            Constant::Null => Value::only(self.terms, Target::Null),
            Constant::Object(object) => {
                let object = self.static_object(*object);
                Value::only(self.terms, Target::Object(object))
            }
            Constant::Unknown(reason) => {
                let known = self.reasons.iter().position(|known| **known == **reason);
                let number = known.unwrap_or_else(|| {
                    self.reasons.push(reason.to_string());
                    self.reasons.len() - 1
                });
                Value::only(self.terms, Target::Unknown(number as u32))
            }
        }
    }

    fn static_object(&mut self, object: StaticId) -> ObjectId {
        if let Some(&known) = self.statics.get(&object) {
            return known;
        }
        // Its contents come when they are looked at: they may lead far.
        let class = self.source.object_class(object);
        let id = self.add_object(class, None, Vec::new());
        self.statics.insert(object, id);
        self.unfilled.insert(id, object);
        id
    }

    /// What a value of a narrow kind is.
    fn narrow(&mut self, term: TermId, width: u8, signed: bool) -> TermId {
        let Some(full) = self.terms.sort(term).width() else {
            return term;
        };
        if width >= full || self.is_narrow(term, width, signed, 4) {
            return term;
        }
        let low = Op::BvExtract {
            high: width - 1,
            low: 0,
        };
        let low = self.terms.apply(low, &[term]);
        let extend = match signed {
            true => Op::BvSignExtend(full),
            false => Op::BvZeroExtend(full),
        };
        self.terms.apply(extend, &[low])
    }

    fn is_narrow(&self, term: TermId, width: u8, signed: bool, depth: usize) -> bool {
        if let Some(TermValue::BitVec { width: full, bits }) = self.terms.as_constant(term) {
            let shift = 64 - u32::from(*full);
            let value = ((bits << shift) as i64) >> shift;
            return match signed {
                true => value >= -(1i64 << (width - 1)) && value < 1i64 << (width - 1),
                false => *bits < 1u64 << width,
            };
        }
        match self.terms.node(term) {
            Node::Apply(Op::Ite, [_, then, otherwise]) if depth > 0 => {
                self.is_narrow(then, width, signed, depth - 1)
                    && self.is_narrow(otherwise, width, signed, depth - 1)
            }
            Node::Apply(Op::BvZeroExtend(_), [inner, ..]) => {
                let inner = self.terms.sort(inner).width().unwrap_or(64);
                inner < width || (!signed && inner == width)
            }
            Node::Apply(Op::BvSignExtend(_), [inner, ..]) => {
                signed && self.terms.sort(inner).width().unwrap_or(64) <= width
            }
            _ => false,
        }
    }

    /// The value that is one of several.
    pub(super) fn gather(&mut self, mut values: Vec<(TermId, Value)>) -> Value {
        if values.len() == 1 {
            return values.pop().map_or(Value::Dead, |(_, value)| value);
        }
        if values
            .iter()
            .all(|(_, value)| matches!(value, Value::Reference(_)))
        {
            let mut gathered = Gathered::default();
            for (condition, value) in &values {
                if let Value::Reference(targets) = value {
                    gathered.add(self.terms, *condition, targets);
                }
            }
            return gathered.reference();
        }
        let Some((_, mut value)) = values.pop() else {
            return Value::Dead;
        };
        for (condition, other) in values.into_iter().rev() {
            value = Value::choose(self.terms, condition, &other, &value);
        }
        value
    }

    /// Objects that the language may share as it likes cannot be told apart.
    fn comparable(&mut self, state: State, a: &Targets, b: &Targets) -> Option<State> {
        let mut shared = |targets: &Targets| {
            targets.iter().any(|(target, _)| match target {
                Target::Object(object) => {
                    let class = self.beginnings.0[object.0 as usize].class;
                    self.source.class(class).may_be_shared
                }
                _ => false,
            })
        };
        if !(shared(a) && shared(b)) {
            return Some(state);
        }
        let null = |target| target == Target::Null;
        let (one, other) = (when(self.terms, a, null), when(self.terms, b, null));
        let either = self.terms.or(one, other);
        let (told, lost) = state.fork(self.terms, either);
        if let Some(lost) = lost {
            let why = "compares boxed values by their identity";
            self.leave(&lost, Exit::Unsupported(why.to_owned()));
        }
        told
    }

    fn fits(&mut self, state: &State, array: Register, value: Register) -> TermId {
        let (arrays, values) = (self.targets(state, array), self.targets(state, value));
        let mut wrong = self.terms.bool(false);
        for (array, here) in arrays.iter() {
            let Target::Object(array) = array else {
                continue;
            };
            let class = self.beginnings.0[array.0 as usize].class;
            for (value, there) in values.iter() {
                let Target::Object(value) = value else {
                    continue;
                };
                let of = self.beginnings.0[value.0 as usize].class;
                if !self.source.may_hold(class, of) {
                    let both = self.terms.and(*here, *there);
                    wrong = self.terms.or(wrong, both);
                }
            }
        }
        self.terms.not(wrong)
    }

    /// A new array. One whose length depends on the input has the places of
    /// the longest that the scope allows.
    fn new_array(
        &mut self,
        state: State,
        class: ClassId,
        length: TermId,
    ) -> Option<(State, ObjectId)> {
        let kind = match &self.source.class(class).contents {
            Contents::Elements(kind, _) => *kind,
            Contents::Fields(_) => return None,
        };
        let fixed = match self.terms.as_constant(length) {
            Some(TermValue::BitVec { bits, .. }) => Some(*bits),
            _ => None,
        };
        let longest = fixed.unwrap_or_else(|| u64::from(self.scope.array_length));
        if longest > LONGEST_ARRAY {
            self.leave(&state, Exit::ArrayLength);
            return None;
        }
        let most = self.terms.constant(TermValue::bit_vec(32, longest));
        let fits = self.terms.apply(Op::BvUle, &[length, most]);
        let (state, longer) = state.fork(self.terms, fits);
        if let Some(longer) = longer {
            self.leave(&longer, Exit::ArrayLength);
        }
        let state = state?;
        let zero = input::zero(self.terms, kind);
        let contents = vec![zero; longest as usize];
        let array = self.add_object(class, Some(length), contents);
        Some((state, array))
    }

    fn position(&self, index: TermId) -> Option<usize> {
        match self.terms.as_constant(index) {
            Some(TermValue::BitVec { bits, .. }) => usize::try_from(*bits).ok(),
            _ => None,
        }
    }

    fn element(&mut self, contents: &[Value], index: TermId) -> Value {
        if let Some(at) = self.position(index) {
            return contents.get(at).cloned().unwrap_or(Value::Dead);
        }
        let values = contents.iter().enumerate().map(|(at, value)| {
            let here = self.terms.constant(TermValue::bit_vec(32, at as u64));
            (self.terms.eq(index, here), value.clone())
        });
        let values: Vec<(TermId, Value)> = values.collect();
        self.gather(values)
    }

    fn store_element(
        &mut self,
        state: &mut State,
        array: ObjectId,
        condition: TermId,
        index: TermId,
        value: &Value,
    ) {
        let mut contents = (*self.contents(state, array)).clone();
        match self.position(index) {
            Some(at) => {
                if let Some(slot) = contents.contents.get_mut(at) {
                    *slot = Value::choose(self.terms, condition, value, slot);
                }
            }
            None => {
                for (at, slot) in contents.contents.iter_mut().enumerate() {
                    let here = self.terms.constant(TermValue::bit_vec(32, at as u64));
                    let hit = self.terms.eq(index, here);
                    let hit = self.terms.and(hit, condition);
                    *slot = Value::choose(self.terms, hit, value, slot);
                }
            }
        }
        state.heap.put(array, Rc::new(contents));
    }
}
