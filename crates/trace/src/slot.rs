//! Slots: the names of the open places of an input. A slot is a text with one
//! grammar, a base and then steps:
//!
//! ```text
//! x    s[2]    xs#length    node1.next    p->name[0]    d#value0    f#call2
//! ```
//!
//! What the program itself has (fields, members, elements) is written as in the
//! program. Whatever else a front end asks about a place begins with `#`, which
//! no identifier of any language contains, so no name of the user's can look
//! like it.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The name of one open place of an input: a parameter (`x`), a part of it
/// (`s[2]`), something about it (`xs#length`), a field of an input object
/// (`node1.next`). Slots of values are also the names of the variables in terms.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slot(Arc<str>);

impl Slot {
    /// The text: what terms, text forms and lookups know it by.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What the slot begins with: a parameter, a global, an object's name.
    pub fn base(&self) -> &str {
        &self.0[..end_of_name(&self.0)]
    }

    /// The steps from the base to the place, in order.
    pub fn steps(&self) -> Steps<'_> {
        Steps {
            text: &self.0,
            at: end_of_name(&self.0),
        }
    }

    /// The slot's last step, and the text of what it is a step of; `None` for a
    /// base alone.
    pub fn split_last(&self) -> Option<(&str, Step<'_>)> {
        let mut steps = self.steps();
        let mut found = None;
        loop {
            let owner = steps.so_far();
            match steps.next() {
                Some(step) => found = Some((owner, step)),
                None => return found,
            }
        }
    }

    /// The slot one step further.
    pub fn then(&self, step: Step<'_>) -> Slot {
        Slot::from(step.of(&self.0))
    }

    /// The kind of place it is, which places of other objects and other elements
    /// share: the text without the numbers of objects, elements and calls. A
    /// digit in the name of a field is part of the name.
    pub fn kind(&self) -> String {
        let plain = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect();
        let mut kind: String = plain(self.base());
        for step in self.steps() {
            match step {
                Step::Field(_) | Step::Pointee(_) | Step::As(_) | Step::Maker(_) => {
                    kind.push_str(&step.to_string());
                }
                numbered => kind.push_str(&plain(&numbered.to_string())),
            }
        }
        kind
    }
}

/// One step of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A field of an object, an argument of its constructor, a member of a
    /// structure: `.name`.
    Field(&'a str),
    /// A member of the structure that a pointer leads to: `->name`.
    Pointee(&'a str),
    /// An element of a sequence, a character of a text: `[2]`.
    Index(u64),
    /// How long a text or container is: `#length`.
    Length,
    /// Which alternative of a union type it is: `#type`.
    Type,
    /// That its type allows more than is tried: `#others`.
    Others,
    /// Which of the options that a guide leaves it has: `#among`.
    Among,
    /// Which class it is of: `#class`.
    Class,
    /// Which of the ways to make it is taken: `#way`.
    Way,
    /// The value as one alternative of its type: `#as(float)`.
    As(&'a str),
    /// What an object's maker takes; the maker's class: `#by(geometry.Point)`.
    Maker(&'a str),
    /// A method or constructor, by its number in its class: `#method2`.
    Method(u32),
    /// How many calls set an object up: `#calls`.
    Calls,
    /// One of these calls: `#call0`.
    Call(u32),
    /// Which method makes an object grow: `#grows`.
    Grows,
    /// How much a builder is told: `#told`.
    Told,
    /// One of the calls that tell a builder something: `#telling0`.
    Telling(u32),
    /// The object around an inner one: `#outer`.
    Outer,
    /// The call on the outer object that gives the inner one: `#made`.
    Made,
    /// A key of a dictionary: `#key0`.
    Key(u32),
    /// The value under a key: `#value0`.
    Value(u32),
    /// Whether an optional entry of a record is there, by its number: `#has0`.
    Has(u32),
    /// An entry of a record whose name is no identifier, by its number: `#entry0`.
    Entry(u32),
    /// What a function of the input answers: `#answer`.
    Answer,
    /// What it answers when it is called again: `#answer1`.
    AnswerOf(u32),
    /// Whether it answers something else than before when it is called again: `#again1`.
    Again(u32),
    /// Which exception a call raises instead: `#raises0`.
    Raises(u32),
    /// Whether a value of unknown type is true: `#truth`.
    Truth,
    /// Whether it is nothing: `#none`.
    Nothing,
    /// What a stand-in gives when it is iterated over: `#items`.
    Items,
    /// What it gives when it is entered: `#entered`.
    Entered,
    /// What an optional holds: `#content`.
    Content,
    /// Whether a text has characters that need two bytes: `#wide`.
    Wide,
    /// Where a pointer points inside its object: `#offset`.
    Offset,
    /// How many bytes a stream has: `#size`.
    Size,
    /// One of the calls of a replaced function: `#1`.
    Occurrence(u32),
}

impl Step<'_> {
    /// The text of the place that is this step from another one.
    pub fn of(self, owner: &str) -> String {
        format!("{owner}{self}")
    }
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Step::Field(name) => return write!(formatter, ".{name}"),
            Step::Pointee(name) => return write!(formatter, "->{name}"),
            Step::Index(index) => return write!(formatter, "[{index}]"),
            Step::As(name) => return write!(formatter, "#as({name})"),
            Step::Maker(class) => return write!(formatter, "#by({class})"),
            Step::Method(number) => return write!(formatter, "#method{number}"),
            Step::Call(number) => return write!(formatter, "#call{number}"),
            Step::Telling(number) => return write!(formatter, "#telling{number}"),
            Step::Key(number) => return write!(formatter, "#key{number}"),
            Step::Value(number) => return write!(formatter, "#value{number}"),
            Step::Has(number) => return write!(formatter, "#has{number}"),
            Step::Entry(number) => return write!(formatter, "#entry{number}"),
            Step::Occurrence(number) => return write!(formatter, "#{number}"),
            Step::AnswerOf(number) => return write!(formatter, "#answer{number}"),
            Step::Again(number) => return write!(formatter, "#again{number}"),
            Step::Raises(number) => return write!(formatter, "#raises{number}"),
            Step::Length => "#length",
            Step::Type => "#type",
            Step::Others => "#others",
            Step::Among => "#among",
            Step::Class => "#class",
            Step::Way => "#way",
            Step::Calls => "#calls",
            Step::Grows => "#grows",
            Step::Told => "#told",
            Step::Outer => "#outer",
            Step::Made => "#made",
            Step::Answer => "#answer",
            Step::Truth => "#truth",
            Step::Nothing => "#none",
            Step::Items => "#items",
            Step::Entered => "#entered",
            Step::Content => "#content",
            Step::Wide => "#wide",
            Step::Offset => "#offset",
            Step::Size => "#size",
        };
        formatter.write_str(word)
    }
}

/// The steps of a slot, in order. They end where the text is none.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Steps<'a> {
    /// The text up to and with the last step that was taken.
    pub fn so_far(&self) -> &'a str {
        &self.text[..self.at]
    }
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let rest = &self.text[self.at..];
        let (step, length) = read(rest)?;
        self.at += length;
        Some(step)
    }
}

/// Where the name that a text begins with ends.
fn end_of_name(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |at: &usize| match bytes[*at] {
        b'.' | b'[' | b'#' => true,
        b'-' => bytes.get(at + 1) == Some(&b'>'),
        _ => false,
    };
    (0..bytes.len()).find(ends).unwrap_or(bytes.len())
}

/// The step that a text begins with, and how long it is.
fn read(text: &str) -> Option<(Step<'_>, usize)> {
    if let Some(rest) = text.strip_prefix('.') {
        let name = &rest[..end_of_name(rest)];
        Some((Step::Field(name), 1 + name.len()))
    } else if let Some(rest) = text.strip_prefix("->") {
        let name = &rest[..end_of_name(rest)];
        Some((Step::Pointee(name), 2 + name.len()))
    } else if let Some(rest) = text.strip_prefix('[') {
        let (index, _) = rest.split_once(']')?;
        Some((Step::Index(index.parse().ok()?), index.len() + 2))
    } else {
        let rest = text.strip_prefix('#')?;
        let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
        let (word, rest) = rest.split_at(letters);
        if let Some(rest) = rest.strip_prefix('(') {
            let (name, _) = rest.split_once(')')?;
            return Some((named(word, name)?, word.len() + name.len() + 3));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let step = match digits {
            0 => plain(word)?,
            _ => numbered(word, rest[..digits].parse().ok()?)?,
        };
        Some((step, 1 + letters + digits))
    }
}

fn named<'a>(word: &str, name: &'a str) -> Option<Step<'a>> {
    match word {
        "as" => Some(Step::As(name)),
        "by" => Some(Step::Maker(name)),
        _ => None,
    }
}

fn numbered(word: &str, number: u32) -> Option<Step<'static>> {
    Some(match word {
        "" => Step::Occurrence(number),
        "method" => Step::Method(number),
        "call" => Step::Call(number),
        "telling" => Step::Telling(number),
        "key" => Step::Key(number),
        "value" => Step::Value(number),
        "has" => Step::Has(number),
        "entry" => Step::Entry(number),
        "answer" => Step::AnswerOf(number),
        "again" => Step::Again(number),
        "raises" => Step::Raises(number),
        _ => return None,
    })
}

fn plain(word: &str) -> Option<Step<'static>> {
    Some(match word {
        "length" => Step::Length,
        "type" => Step::Type,
        "others" => Step::Others,
        "among" => Step::Among,
        "class" => Step::Class,
        "way" => Step::Way,
        "calls" => Step::Calls,
        "grows" => Step::Grows,
        "told" => Step::Told,
        "outer" => Step::Outer,
        "made" => Step::Made,
        "answer" => Step::Answer,
        "content" => Step::Content,
        "truth" => Step::Truth,
        "none" => Step::Nothing,
        "items" => Step::Items,
        "entered" => Step::Entered,
        "wide" => Step::Wide,
        "offset" => Step::Offset,
        "size" => Step::Size,
        _ => return None,
    })
}

impl fmt::Display for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

impl Borrow<str> for Slot {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Slot {
    fn from(text: &str) -> Slot {
        Slot(Arc::from(text))
    }
}

impl From<String> for Slot {
    fn from(text: String) -> Slot {
        Slot(Arc::from(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, base: &str, steps: &[Step<'_>]) {
        let slot = Slot::from(text);
        assert_eq!(slot.base(), base, "{text}");
        assert_eq!(slot.steps().collect::<Vec<_>>(), steps, "{text}");
        let begin = Slot::from(base);
        let printed = steps.iter().fold(begin, |slot, step| slot.then(*step));
        assert_eq!(printed, slot);
        let last = steps.last().copied();
        assert_eq!(slot.split_last().map(|(_, step)| step), last, "{text}");
    }

    #[test]
    fn texts_are_read_and_printed() {
        use Step::*;
        check("x", "x", &[]);
        check("s[2]", "s", &[Index(2)]);
        check("self.next#type", "self", &[Field("next"), Type]);
        check("p->a.b[1]", "p", &[Pointee("a"), Field("b"), Index(1)]);
        check(
            "read#2.buffer[0]",
            "read",
            &[Occurrence(2), Field("buffer"), Index(0)],
        );
        check("d#key1#length", "d", &[Key(1), Length]);
        check("o#as([I)#length", "o", &[As("[I"), Length]);
        let made = [Maker("a.b.C"), Method(3), Field("x")];
        check("this#by(a.b.C)#method3.x", "this", &made);
        check("getenv HOME[0]", "getenv HOME", &[Index(0)]);
        check("a-b", "a-b", &[]);
    }

    #[test]
    fn every_step_comes_back() {
        use Step::*;
        let all = [
            Length,
            Type,
            Others,
            Among,
            Class,
            Calls,
            Call(7),
            Grows,
            Told,
            Telling(1),
            Outer,
            Made,
            Key(0),
            Value(4),
            Has(2),
            Entry(3),
            Answer,
            Content,
            Wide,
            Offset,
            Size,
            Occurrence(9),
            Method(5),
            Index(6),
            Field("f"),
            Pointee("g"),
            As("int"),
            Maker("M"),
        ];
        for step in all {
            check(&step.of("x"), "x", &[step]);
            check(&step.of("x.call"), "x", &[Field("call"), step]);
        }
    }

    #[test]
    fn names_of_fields_are_no_steps() {
        use Step::*;
        let names = [
            "call", "call0", "callee", "calls", "length", "value", "value0", "type", "class",
            "key0", "has0", "among",
        ];
        for name in names {
            check(&Field(name).of("x"), "x", &[Field(name)]);
            check(&Pointee(name).of("x"), "x", &[Pointee(name)]);
            check(name, name, &[]);
        }
    }

    #[test]
    fn text_that_is_no_step_ends_the_steps() {
        for text in [
            "x#",
            "x#never",
            "x[",
            "x[a]",
            "x#as(int",
            "x#call99999999999",
        ] {
            assert_eq!(Slot::from(text).steps().next(), None, "{text}");
        }
    }

    #[test]
    fn kinds_forget_numbers_but_not_those_in_names() {
        let kind = |text: &str| Slot::from(text).kind();
        assert_eq!(kind("node3.next"), kind("node12.next"));
        assert_eq!(kind("xs[3]#type"), kind("xs[0]#type"));
        assert_ne!(kind("node.child1"), kind("node.child2"));
    }

    #[test]
    fn owners_are_what_comes_before_the_last_step() {
        let slot = Slot::from("self.items[3]");
        assert_eq!(slot.split_last(), Some(("self.items", Step::Index(3))));
    }
}
