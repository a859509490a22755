//! Inputs in Test-Comp's exchange format: a file for each test, and one that
//! says what they are for.

use std::fmt::Write;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// What a directory of inputs is for.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// The path of the source.
    pub program: String,
    /// Its SHA-256, as hexadecimal digits.
    pub hash: String,
    /// The function that is called.
    pub function: String,
    /// A date and time, as ISO 8601 has it.
    pub time: String,
}

/// One input: names and values in the order in which they are read.
pub fn test_case(inputs: &[(String, String)]) -> String {
    let mut text = format!(
        "{HEAD}<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase>\n"
    );
    for (name, value) in inputs {
        let (name, value) = (escaped(name), escaped(value));
        let _ = writeln!(text, "  <input variable=\"{name}\">{value}</input>");
    }
    text.push_str("</testcase>\n");
    text
}

impl Metadata {
    /// The file `metadata.xml`; its elements have this order.
    pub fn text(&self) -> String {
        let function = &self.function;
        let specification = format!("COVER( init({function}()), FQL(COVER EDGES(@DECISIONEDGE)) )");
        let mut text = format!(
            "{HEAD}<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n"
        );
        for (element, words) in [
            ("sourcecodelang", "C"),
            ("producer", "Everypath"),
            ("specification", &specification),
            ("programfile", &self.program),
            ("programhash", &self.hash),
            ("entryfunction", function),
            ("architecture", "64bit"),
            ("creationtime", &self.time),
        ] {
            let words = escaped(words);
            let _ = writeln!(text, "  <{element}>{words}</{element}>");
        }
        text.push_str("</test-metadata>\n");
        text
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let text = test_case(&[("p->x".to_owned(), "-3".to_owned())]);
        let line = "<input variable=\"p-&gt;x\">-3</input>";
        assert!(text.contains(line), "{text}");
    }
}
