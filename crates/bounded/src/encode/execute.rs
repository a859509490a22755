//! Executing blocks: loops, instructions and the ways out of a block.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_lowered::{Block, BlockId, Contents, Edge, Instruction, Register, Terminator};
use everypath_term::{TermId, Value as TermValue};
use everypath_trace::GoalId;

use super::order::{Element, Prepared};
use super::state::{State, merge_all};
use super::value::{ObjectId, Target, Value, same, when};
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
    pub(super) fn new(prepared: Rc<Prepared>, start: State) -> Frame {
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
            Terminator::Return(results) => {
                let results = results.iter().map(|result| self.read(&state, *result));
                state.registers = results.collect();
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
                let values = self.elements_at(&state, &objects, index);
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
                let leads = (*thrown, *handler);
                return self.call_from(frame, state, *callee, arguments, to, leads);
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
}
