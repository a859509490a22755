//! Fields of the test class: a directory that each test has for itself, and what of the
//! machine's state is put back after it.

use everypath_recipe::Expression;

use super::imports::Imports;
use super::literal;
use super::observed::Became;
use super::scene::Scene;
use super::{Framework, Unwritable};
use crate::layout::Code;

/// A field of the test class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fixture {
    /// A directory that is made before each test and deleted after it.
    Temporary,
    /// What standard input was before the test.
    StandardInput,
    /// What the system properties were before the test.
    Properties,
    /// The calls of stand-ins that return nothing.
    Calls,
}

impl Fixture {
    /// Its lines, with what it names imported.
    pub(super) fn lines(self, framework: Framework, imports: &mut Imports) -> Vec<String> {
        match (self, framework) {
            (Fixture::Temporary, Framework::JUnit5) => {
                let package = "org.junit.jupiter.api.io";
                let annotation = imports.name(&format!("{package}.TempDir"), package);
                let path = imports.name("java.nio.file.Path", "java.nio.file");
                vec![format!("  @{annotation} {path} temporary;")]
            }
            (Fixture::Temporary, Framework::JUnit4) => {
                let rule = imports.name("org.junit.Rule", "org.junit");
                let package = "org.junit.rules";
                let folder = imports.name(&format!("{package}.TemporaryFolder"), package);
                vec![format!(
                    "  @{rule} public final {folder} folder = new {folder}();"
                )]
            }
            (Fixture::StandardInput, _) => {
                let stream = imports.name("java.io.InputStream", "java.io");
                vec![format!(
                    "  private final {stream} originalInput = System.in;"
                )]
            }
            (Fixture::Calls, _) => {
                let [list, array] = ["List", "ArrayList"]
                    .map(|name| imports.name(&format!("java.util.{name}"), "java.util"));
                vec![format!(
                    "  private final {list}<String> calls = new {array}<>();"
                )]
            }
            (Fixture::Properties, _) => {
                let class = imports.name("java.util.Properties", "java.util");
                let copy = format!("({class}) System.getProperties().clone()");
                vec![format!(
                    "  private final {class} originalProperties = {copy};"
                )]
            }
        }
    }
}

impl Fixture {
    /// What is done after each test.
    pub(super) fn put_back(self) -> Option<Code> {
        match self {
            Fixture::Temporary | Fixture::Calls => None,
            Fixture::StandardInput => Some(Code::text("System.setIn(originalInput);")),
            Fixture::Properties => Some(Code::text("System.setProperties(originalProperties);")),
        }
    }
}

impl Scene<'_> {
    /// Makes a file with some bytes, or a directory.
    pub(super) fn make_file(&mut self, path: &str, bytes: Option<&[u8]>) {
        self.checked = true;
        let files = self.imports.name("java.nio.file.Files", "java.nio.file");
        let units: Vec<u16> = path.encode_utf16().collect();
        let name = Code::text(literal::string(&units));
        let place = Code::call(format!("{}.resolve", self.temporary().flat()), vec![name]);
        let call = match bytes {
            None => Code::call(format!("{files}.createDirectory"), vec![place]),
            Some(bytes) => {
                let units: Vec<u16> = bytes.iter().map(|byte| u16::from(*byte)).collect();
                let bytes = self.encoded(&units);
                Code::call(format!("{files}.write"), vec![place, bytes])
            }
        };
        self.lines.push(call.and(";"));
    }

    /// Says that the test holds only where nothing is at a path.
    pub(super) fn assume_absent(&mut self, path: &str) {
        let file = self.imports.name("java.io.File", "java.io");
        let units: Vec<u16> = path.encode_utf16().collect();
        let name = Code::text(literal::string(&units));
        let exists = Code::call(format!("new {file}"), vec![name]).and(".exists()");
        let assume = self
            .imports
            .fixed(self.framework.assumptions(), "assumeFalse");
        self.lines.push(Code::call(assume, vec![exists]).and(";"));
    }

    /// The bytes of a text whose characters are bytes.
    fn encoded(&mut self, units: &[u16]) -> Code {
        let charset = self.charset(units.iter().all(|unit| *unit < 0x80));
        let text = literal::string(units);
        Code::call(format!("{text}.getBytes"), vec![charset])
    }

    /// The encoding that says of a text just its bytes.
    fn charset(&mut self, is_ascii: bool) -> Code {
        let package = "java.nio.charset";
        let charsets = format!("{package}.StandardCharsets");
        let charsets = self.imports.name(&charsets, package);
        Code::text(match is_ascii {
            true => format!("{charsets}.UTF_8"),
            false => format!("{charsets}.ISO_8859_1"),
        })
    }

    /// Sets a system property, or takes it away.
    pub(super) fn set_property(
        &mut self,
        name: &str,
        value: &Expression,
    ) -> Result<(), Unwritable> {
        self.fixtures.insert(Fixture::Properties);
        let units: Vec<u16> = name.encode_utf16().collect();
        let name = Code::text(literal::string(&units));
        let call = match value {
            Expression::Null => Code::call("System.clearProperty", vec![name]),
            value => {
                let value = self.expression(value, None)?;
                Code::call("System.setProperty", vec![name, value])
            }
        };
        self.lines.push(call.and(";"));
        Ok(())
    }

    /// Says what can be read from standard input.
    pub(super) fn set_input(&mut self, text: &str) {
        self.fixtures.insert(Fixture::StandardInput);
        let units: Vec<u16> = text.encode_utf16().collect();
        let bytes = self.encoded(&units);
        let class = self.imports.name("java.io.ByteArrayInputStream", "java.io");
        let stream = Code::call(format!("new {class}"), vec![bytes]);
        let call = Code::call("System.setIn", vec![stream]);
        self.lines.push(call.and(";"));
    }

    /// The path of the directory of the test.
    pub(super) fn temporary(&mut self) -> Code {
        self.fixtures.insert(Fixture::Temporary);
        Code::text(match self.framework {
            Framework::JUnit5 => "temporary",
            Framework::JUnit4 => "folder.getRoot().toPath()",
        })
    }

    /// What the call changed in the directory of the test.
    pub(super) fn assert_files(&mut self, asserted: &mut Vec<Code>) {
        let case = self.case;
        for changed in case.files.iter().flatten() {
            self.checked |= changed.now == Became::File;
            let files = self.imports.name("java.nio.file.Files", "java.nio.file");
            let units: Vec<u16> = changed.path.encode_utf16().collect();
            let name = Code::text(literal::string(&units));
            let path = Code::call(format!("{}.resolve", self.temporary().flat()), vec![name]);
            let line = match (changed.now, &changed.text) {
                (Became::Gone, _) => {
                    let exists = Code::call(format!("{files}.exists"), vec![path]);
                    self.assertion("assertFalse", vec![exists])
                }
                (Became::Directory, _) => {
                    let is_one = Code::call(format!("{files}.isDirectory"), vec![path]);
                    self.assertion("assertTrue", vec![is_one])
                }
                (Became::File, Some(text)) => {
                    let charset = self.charset(text.is_ascii());
                    let read = Code::call(format!("{files}.readAllBytes"), vec![path]);
                    let read = Code::call("new String", vec![read, charset]);
                    let units: Vec<u16> = text.encode_utf16().collect();
                    let expected = Code::text(literal::string(&units));
                    self.assertion("assertEquals", vec![expected, read])
                }
                (Became::File, None) => continue,
            };
            asserted.push(line);
        }
    }
}
