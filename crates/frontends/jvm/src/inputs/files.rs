//! Files and paths: those below a directory that a test makes and throws away, so that what is
//! there is part of the input; and the texts that are in them.

use everypath_recipe::{Expression, Method as RecipeMethod, Statement};
use everypath_term::{Op, Value as TermValue};
use everypath_trace::{Outcome, Step};

use super::values::nothing;
use super::{Builder, Made, StandIns};
use crate::classfile::ClassFile;
use crate::code::{Comparison, Kind};
use crate::machine::{Machine, Ref, Run, Stop, TEMPORARY, Value};

/// What the file of a slot is called.
const NAME: &str = "file";
const PATH: &str = "java.nio.file.Path";
const FILE: &str = "java.io.File";

/// The ways to make a file that come before its constructors: one with a name of its own, one
/// whose name is part of the input.
const WAYS: u32 = 2;

impl Builder<'_> {
    /// A file or path below the directory of the tests, or none: then it is made as other
    /// objects are.
    pub(super) fn file_or_path(
        &mut self,
        name: &str,
        slot: &str,
        nullable: bool,
    ) -> Run<Option<Made>> {
        if self.stand_ins.is_none() || (name != FILE && name != PATH) {
            return Ok(None);
        }
        let place = Step::Way.of(slot);
        let options = WAYS + 1 + u32::from(nullable);
        let taken = self.machine.input_choice(&place, options, true)?;
        let text = match taken {
            0 => {
                let units: Vec<u16> = NAME.encode_utf16().collect();
                let text = self.machine.intern(&units)?;
                (text, Expression::String { units })
            }
            1 => {
                let made = self.string(&Step::Field("name").of(slot), false)?;
                (made.value.as_ref(), made.expression)
            }
            2 => return Ok(None),
            _ => return Ok(Some(nothing())),
        };
        match name {
            FILE => self.file_below(text).map(Some),
            _ => self.path_below(text).map(Some),
        }
    }

    /// The path of a file below the directory of the tests as a text, where the unit's class
    /// opens files by their names, or none: then it is a text like any other.
    pub(super) fn path_text(&mut self, slot: &str) -> Run<Option<Made>> {
        let names_files = self.stand_ins.is_some_and(StandIns::names_files);
        if !names_files || self.depth > 1 || self.is_inside {
            return Ok(None);
        }
        if self.machine.input_choice(&Step::Way.of(slot), 2, false)? == 0 {
            return Ok(None);
        }
        let text = self.machine.new_string(&format!("{TEMPORARY}/{NAME}"))?;
        Ok(Some(Made {
            value: Value::reference(text),
            expression: Expression::Call {
                receiver: Box::new(resolved(Expression::text(NAME))),
                method: RecipeMethod::new(PATH, "toString", "()Ljava/lang/String;"),
                arguments: Vec::new(),
            },
        }))
    }

    fn file_below(&mut self, (text, name): (Ref, Expression)) -> Run<Made> {
        let shape = "(Ljava/lang/String;Ljava/lang/String;)V";
        let around = self.machine.new_string(TEMPORARY)?;
        let arguments = [around, text].map(Value::reference);
        let file = self.machine.construct("java/io/File", shape, &arguments)?;
        let directory = Expression::Call {
            receiver: Box::new(Expression::Temporary),
            method: RecipeMethod::new(PATH, "toFile", "()Ljava/io/File;"),
            arguments: Vec::new(),
        };
        let shape = "(Ljava/io/File;Ljava/lang/String;)V";
        Ok(Made {
            value: Value::reference(file),
            expression: Expression::New {
                constructor: RecipeMethod::constructor(FILE, shape),
                outer: None,
                arguments: vec![directory, name],
            },
        })
    }

    fn path_below(&mut self, (text, name): (Ref, Expression)) -> Run<Made> {
        let around = self.machine.new_string(TEMPORARY)?;
        let file = [Value::reference(around)];
        let shape = "(Ljava/lang/String;)V";
        let file = self.machine.construct("java/io/File", shape, &file)?;
        let path = "()Ljava/nio/file/Path;";
        let around = self.machine.call_virtual(file, "toPath", path, &[])?;
        let resolve = "(Ljava/lang/String;)Ljava/nio/file/Path;";
        let text = [Value::reference(text)];
        let done = self
            .machine
            .call_virtual(around.as_ref(), "resolve", resolve, &text);
        Ok(Made {
            value: self.attempt("resolving its path", done)?,
            expression: resolved(name),
        })
    }

    /// The name of a file that a test can make anywhere: letters, digits, dots and the like.
    pub(super) fn file_name(&mut self, slot: &str) -> Run<Ref> {
        let length = Step::Length.of(slot);
        if let Some(session) = self.machine.session() {
            let none = TermValue::bit_vec(32, 0);
            let given = &mut session.given.values;
            if given
                .get(length.as_str())
                .is_none_or(|known| *known == none)
            {
                given.insert(length.as_str().into(), TermValue::bit_vec(32, 1));
            }
        }
        let made = self.string(slot, false)?;
        let length = self.machine.input_value(&length, Kind::Int);
        let length = self.machine.term_of(length, Kind::Int);
        let one = self.machine.int_constant(1);
        let some = self
            .machine
            .comparison(Comparison::LessOrEqual, one, length);
        self.machine.assume(some);
        for index in 0..self.scope.text {
            let place = Step::Index(u64::from(index)).of(slot);
            self.plain_character(&place, index > 0)?;
        }
        Ok(made.value.as_ref())
    }

    fn plain_character(&mut self, slot: &str, may_be_mark: bool) -> Run<()> {
        let mut ranges = vec![(b'a', b'z'), (b'A', b'Z'), (b'0', b'9')];
        if may_be_mark {
            ranges.extend([(b'.', b'.'), (b'_', b'_'), (b'-', b'-')]);
        }
        self.one_of(slot, &ranges, "a file has a plain name")
    }

    /// The characters of a text are those of ASCII.
    pub(super) fn only_ascii(&mut self, slot: &str) -> Run<()> {
        for index in 0..self.scope.text {
            let place = Step::Index(u64::from(index)).of(slot);
            self.one_of(&place, &[(0, 0x7F)], "a text of the world is in ASCII")?;
        }
        Ok(())
    }

    /// A character is in one of some ranges.
    fn one_of(&mut self, slot: &str, ranges: &[(u8, u8)], clause: &str) -> Run<()> {
        let value = self.machine.input_value(slot, Kind::Char);
        let is_within = |(low, high): &(u8, u8)| {
            let range = i32::from(*low)..=i32::from(*high);
            range.contains(&value.as_int())
        };
        if !ranges.iter().any(is_within) {
            return Err(Stop::End(Outcome::Rejected {
                clause: clause.to_owned(),
            }));
        }
        let term = self.machine.term_of(value, Kind::Int);
        let mut any = self.machine.terms().bool(false);
        for (low, high) in ranges {
            let low = self.machine.int_constant(i32::from(*low));
            let high = self.machine.int_constant(i32::from(*high));
            let above = self.machine.terms().apply(Op::BvUle, &[low, term]);
            let below = self.machine.terms().apply(Op::BvUle, &[term, high]);
            let both = self.machine.terms().and(above, below);
            any = self.machine.terms().or(any, both);
        }
        self.machine.assume(any);
        Ok(())
    }
}

/// `temporary.resolve("name")`
fn resolved(name: Expression) -> Expression {
    Expression::Call {
        receiver: Box::new(Expression::Temporary),
        method: RecipeMethod::new(PATH, "resolve", "(Ljava/lang/String;)Ljava/nio/file/Path;"),
        arguments: vec![name],
    }
}

/// Classes that open files by their names.
const OPENERS: [&str; 8] = [
    "java/io/File",
    "java/io/FileInputStream",
    "java/io/FileOutputStream",
    "java/io/FileReader",
    "java/io/FileWriter",
    "java/io/PrintWriter",
    "java/nio/file/Paths",
    "java/nio/file/Path",
];

/// Whether the code of a class opens files by their names.
pub(super) fn names_files(file: &ClassFile) -> bool {
    let members = (1..u16::MAX).map_while(|index| match file.pool.get(index) {
        Ok(_) => Some(file.pool.member(index)),
        Err(_) => None,
    });
    members.filter_map(Result::ok).any(|member| {
        OPENERS.contains(&&*member.class)
            && matches!(&*member.name, "<init>" | "get" | "of")
            && member.descriptor.starts_with("(Ljava/lang/String;")
    })
}

/// What a test does to see to it that there are no files where a run found none, and to make
/// those that it found.
pub(crate) fn statements(machine: &mut Machine) -> Vec<Statement> {
    let absent = machine.absent_files().into_iter();
    let assume = absent.map(|path| Statement::AssumeAbsent { path });
    let files = machine.prepared_files().into_iter();
    let make = files.map(|file| Statement::MakeFile {
        path: file.path,
        bytes: file.bytes,
    });
    assume.chain(make).collect()
}
