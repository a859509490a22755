//! What a test may need, what it is called in `EVERYPATH_SKIP`, and how to get it.

use std::process::{Command, Stdio};

/// Names what is missing on purpose, separated by commas.
const VARIABLE: &str = "EVERYPATH_SKIP";

/// What a test needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Any JDK with a compiler.
    Java,
    /// A JDK of 21 or newer.
    Java21,
    /// Maven.
    Maven,
    /// Gradle.
    Gradle,
    /// A Python with pytest.
    Python,
    /// The unit-test framework Check.
    Check,
    /// The unit-test framework CMocka.
    Cmocka,
    /// CMake.
    Cmake,
    /// Automake and Autoconf.
    Automake,
    /// A solver that reads SMT-LIB.
    Solver,
}

impl Need {
    /// Its word in `EVERYPATH_SKIP`. A language's word covers all that only
    /// its tests need.
    fn words(self) -> &'static [&'static str] {
        match self {
            Need::Java => &["java"],
            Need::Java21 => &["java", "java21"],
            Need::Maven => &["java", "maven"],
            Need::Gradle => &["java", "gradle"],
            Need::Python => &["python"],
            Need::Check => &["c", "check"],
            Need::Cmocka => &["c", "cmocka"],
            Need::Cmake => &["c", "cmake"],
            Need::Automake => &["c", "automake"],
            Need::Solver => &["solver"],
        }
    }

    /// What is missing, and how to get it.
    fn advice(self) -> &'static str {
        match self {
            Need::Java => {
                "no JDK in JAVA_HOME or /usr/lib/jvm (Debian: apt-get install openjdk-17-jdk-headless)"
            }
            Need::Java21 => {
                "no JDK 21 or newer in JAVA_HOME or /usr/lib/jvm (Debian: apt-get install openjdk-21-jdk-headless)"
            }
            Need::Maven => "no mvn (Debian: apt-get install maven)",
            Need::Gradle => "no gradle (https://gradle.org/install)",
            Need::Python => {
                "no Python with pytest; name one in EVERYPATH_PYTHON, or python3 -m pip install pytest"
            }
            Need::Check => "no Check (Debian: apt-get install check)",
            Need::Cmocka => "no CMocka (Debian: apt-get install libcmocka-dev)",
            Need::Cmake => "no CMake (Debian: apt-get install cmake make)",
            Need::Automake => "no autoreconf (Debian: apt-get install automake make)",
            Need::Solver => {
                "no external solver; name one in EVERYPATH_SMT, or python3 -m pip install z3-solver"
            }
        }
    }

    /// What was found. Fails the test if nothing was, unless `EVERYPATH_SKIP`
    /// says that it may be missing; `None` then.
    pub fn met<T>(self, found: Option<T>) -> Option<T> {
        let skipped = std::env::var(VARIABLE).unwrap_or_default();
        match self.verdict(found.is_some(), &skipped) {
            Ok(()) => found,
            Err(why) => panic!("{why}"),
        }
    }

    fn verdict(self, is_found: bool, skipped: &str) -> Result<(), String> {
        let is_skipped = skipped
            .split(',')
            .any(|word| self.words().contains(&word.trim()));
        if is_found || is_skipped {
            return Ok(());
        }
        Err(format!(
            "this test cannot run here: {}; or leave such tests out with {VARIABLE}={}",
            self.advice(),
            self.words()[self.words().len() - 1],
        ))
    }
}

/// Whether a program can be started.
pub fn is_there(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .is_ok_and(|ended| ended.status.success())
}

/// A program that a test needs: whether the test can go on.
pub fn tool(need: Need, program: &str) -> bool {
    need.met(is_there(program).then_some(())).is_some()
}

#[cfg(test)]
mod tests {
    use super::Need;

    #[test]
    fn what_is_missing_fails_unless_it_is_named() {
        assert_eq!(Need::Gradle.verdict(true, ""), Ok(()));
        assert_eq!(Need::Gradle.verdict(false, "python, gradle"), Ok(()));
        assert_eq!(Need::Gradle.verdict(false, "java"), Ok(()));
        let said = Need::Gradle.verdict(false, "python").unwrap_err();
        assert!(said.contains("EVERYPATH_SKIP=gradle"), "{said}");
        assert!(Need::Java.verdict(false, "java21").is_err());
    }
}
