//! The heap. Objects live in two arenas: a permanent one for what classes
//! and constants need, and one for runs, which is cut back to its watermark
//! when a run ends. Writes below the watermark are logged and undone.

use super::class::ClassId;
use super::value::{NULL, Ref, Value};
use crate::code::Kind;

/// The bit of references into the permanent arena.
const PERMANENT: Ref = 1 << 31;

/// The contents of an object.
#[derive(Clone, Debug)]
pub enum Body {
    /// Bytes and booleans.
    Bytes(Vec<u8>),
    /// Chars and shorts.
    Shorts(Vec<u16>),
    /// Ints, floats and references.
    Ints(Vec<u32>),
    /// Longs and doubles; the fields of an object that is no array.
    Longs(Vec<u64>),
}

impl Body {
    /// A zeroed body of an array.
    pub fn array(kind: Kind, length: usize) -> Body {
        match kind {
            Kind::Boolean | Kind::Byte => Body::Bytes(vec![0; length]),
            Kind::Char | Kind::Short => Body::Shorts(vec![0; length]),
            Kind::Int | Kind::Float | Kind::Reference => Body::Ints(vec![0; length]),
            Kind::Long | Kind::Double => Body::Longs(vec![0; length]),
        }
    }

    /// Elements or fields.
    pub fn len(&self) -> usize {
        match self {
            Body::Bytes(elements) => elements.len(),
            Body::Shorts(elements) => elements.len(),
            Body::Ints(elements) => elements.len(),
            Body::Longs(elements) => elements.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An object or array.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its class.
    pub class: ClassId,
    /// What natives keep with it: for a class object, one more than its class.
    pub payload: u32,
    /// One more than the term of an array's length; 0 if that is concrete.
    pub length_term: u32,
    /// The contents.
    pub body: Body,
    /// For each element or field the term of its value as in
    /// [`Value::term`]; absent if none has one.
    pub terms: Option<Box<[u32]>>,
}

impl Object {
    /// The element or field of an index with its term; `None` out of bounds.
    pub fn get(&self, index: usize, kind: Kind) -> Option<Value> {
        let bits = match &self.body {
            Body::Bytes(elements) => {
                let byte = *elements.get(index)?;
                u64::from(i32::from(byte as i8) as u32)
            }
            Body::Shorts(elements) => {
                let short = *elements.get(index)?;
                match kind {
                    Kind::Short => u64::from(i32::from(short as i16) as u32),
                    _ => u64::from(short),
                }
            }
            Body::Ints(elements) => u64::from(*elements.get(index)?),
            Body::Longs(elements) => *elements.get(index)?,
        };
        let term = self.terms.as_ref().map_or(0, |terms| terms[index]);
        Some(Value { bits, term })
    }

    /// Sets an element or field; `None` out of bounds.
    pub fn set(&mut self, index: usize, value: Value) -> Option<()> {
        match &mut self.body {
            Body::Bytes(elements) => *elements.get_mut(index)? = value.bits as u8,
            Body::Shorts(elements) => *elements.get_mut(index)? = value.bits as u16,
            Body::Ints(elements) => *elements.get_mut(index)? = value.bits as u32,
            Body::Longs(elements) => *elements.get_mut(index)? = value.bits,
        }
        self.set_term(index, value.term);
        Some(())
    }

    fn set_term(&mut self, index: usize, term: u32) {
        match &mut self.terms {
            Some(terms) => terms[index] = term,
            None if term != 0 => {
                let mut terms = vec![0; self.body.len()].into_boxed_slice();
                terms[index] = term;
                self.terms = Some(terms);
            }
            None => {}
        }
    }
}

/// All objects.
#[derive(Debug)]
pub struct Heap {
    permanent: Vec<Object>,
    transient: Vec<Object>,
    watermark: usize,
    undo: Vec<(Ref, Object)>,
    saved_permanent: Vec<bool>,
    saved_transient: Vec<bool>,
    /// Bytes allocated since the watermark.
    pub allocated: u64,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}

impl Heap {
    /// An empty heap.
    pub fn new() -> Heap {
        let nothing = Object {
            class: ClassId(0),
            payload: 0,
            length_term: 0,
            body: Body::Longs(Vec::new()),
            terms: None,
        };
        Heap {
            permanent: vec![nothing.clone()],
            transient: vec![nothing],
            watermark: 1,
            undo: Vec::new(),
            saved_permanent: vec![true],
            saved_transient: vec![true],
            allocated: 0,
        }
    }

    /// Adds an object that goes away with the run.
    pub fn add(&mut self, class: ClassId, body: Body) -> Ref {
        self.allocated += match &body {
            Body::Bytes(elements) => elements.len(),
            Body::Shorts(elements) => elements.len() * 2,
            Body::Ints(elements) => elements.len() * 4,
            Body::Longs(elements) => elements.len() * 8,
        } as u64
            + 24;
        self.transient.push(Object {
            class,
            payload: 0,
            length_term: 0,
            body,
            terms: None,
        });
        self.transient.len() as Ref - 1
    }

    /// Adds an object that stays.
    pub fn add_permanent(&mut self, class: ClassId, body: Body) -> Ref {
        self.permanent.push(Object {
            class,
            payload: 0,
            length_term: 0,
            body,
            terms: None,
        });
        self.saved_permanent.push(false);
        (self.permanent.len() as Ref - 1) | PERMANENT
    }

    /// Changes a permanent object for good: a run that ends does not undo it.
    pub fn adjust_permanent(&mut self, reference: Ref, change: impl FnOnce(&mut Object)) {
        let index = (reference & !PERMANENT) as usize;
        if let Some(object) = self.permanent.get_mut(index) {
            change(object);
        }
    }

    /// An object. A reference that is none, which only code that no compiler
    /// writes can make, is an empty object without fields.
    #[inline]
    pub fn get(&self, reference: Ref) -> &Object {
        if reference & PERMANENT != 0 {
            let index = (reference & !PERMANENT) as usize;
            self.permanent.get(index).unwrap_or(&self.permanent[0])
        } else {
            self.transient
                .get(reference as usize)
                .unwrap_or(&self.transient[0])
        }
    }

    /// An object that is about to be changed.
    #[inline]
    pub fn get_mut(&mut self, reference: Ref) -> &mut Object {
        if reference & PERMANENT != 0 {
            let mut index = (reference & !PERMANENT) as usize;
            if index >= self.permanent.len() {
                index = 0;
            }
            if !self.saved_permanent[index] {
                self.saved_permanent[index] = true;
                self.undo.push((reference, self.permanent[index].clone()));
            }
            &mut self.permanent[index]
        } else {
            let mut index = reference as usize;
            if index >= self.transient.len() {
                index = 0;
            }
            if index < self.watermark && !self.saved_transient[index] {
                self.saved_transient[index] = true;
                self.undo.push((reference, self.transient[index].clone()));
            }
            &mut self.transient[index]
        }
    }

    /// The class of an object.
    #[inline]
    pub fn class_of(&self, reference: Ref) -> ClassId {
        self.get(reference).class
    }

    /// A field of an object; zero if it has no such field.
    #[inline]
    pub fn field(&self, reference: Ref, slot: usize) -> Value {
        let found = self.get(reference).get(slot, Kind::Long);
        found.unwrap_or_default()
    }

    /// Sets a field of an object.
    #[inline]
    pub fn set_field(&mut self, reference: Ref, slot: usize, value: Value) {
        self.get_mut(reference).set(slot, value);
    }

    /// What there is now stays, as it is now.
    pub fn keep(&mut self) {
        self.watermark = self.transient.len();
        self.undo.clear();
        self.saved_transient.clear();
        self.saved_transient.resize(self.watermark, false);
        self.saved_transient[0] = true;
        self.saved_permanent.fill(false);
        self.saved_permanent[0] = true;
        self.allocated = 0;
    }

    /// Goes back to what was kept last.
    pub fn restore(&mut self) {
        self.transient.truncate(self.watermark);
        while let Some((reference, object)) = self.undo.pop() {
            let index = (reference & !PERMANENT) as usize;
            if reference & PERMANENT != 0 {
                self.permanent[index] = object;
                self.saved_permanent[index] = false;
            } else {
                self.transient[index] = object;
                self.saved_transient[index] = false;
            }
        }
        self.allocated = 0;
    }

    /// Whether an object is of the present run.
    pub fn is_fresh(&self, reference: Ref) -> bool {
        reference != NULL && reference & PERMANENT == 0 && reference as usize >= self.watermark
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_leaves_nothing_behind() {
        let mut heap = Heap::new();
        let kept = heap.add(ClassId(1), Body::Longs(vec![0; 2]));
        let constant = heap.add_permanent(ClassId(2), Body::Bytes(vec![1, 2]));
        heap.keep();
        heap.set_field(kept, 1, Value::int(7));
        heap.set_field(constant, 0, Value::int(9));
        let gone = heap.add(ClassId(3), Body::Longs(vec![0]));
        let later = heap.add_permanent(ClassId(4), Body::Longs(vec![5]));
        heap.set_field(later, 0, Value::int(6));
        heap.restore();
        assert_eq!(heap.field(kept, 1), Value::int(0));
        assert_eq!(heap.get(constant).get(0, Kind::Byte), Some(Value::int(1)));
        assert_eq!(
            heap.field(later, 0),
            Value::int(5),
            "a constant made on the way stays"
        );
        assert!(heap.get(gone).body.is_empty());
    }
}
