//! What stands beside C tests so that a project's own build runs them: rules for Make, CMake
//! and Automake, and one file that brings in those of all suites of a directory.

use super::Options;
use crate::ownership::MARKER;

/// What builds a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildSystem {
    /// Make alone.
    Make,
    /// CMake, whose tests ctest runs.
    CMake,
    /// Automake, whose tests run by `make check`.
    Automake,
}

/// The lists of Automake that rules add to.
pub const AUTOMAKE_LISTS: [&str; 3] = ["TESTS", "EXTRA_DIST", "CLEANFILES"];

/// What the file that brings in all suites is called, without its ending.
pub const INDEX: &str = "everypath";

impl BuildSystem {
    /// How files of rules for it end.
    pub fn ending(self) -> &'static str {
        match self {
            BuildSystem::Make => "mk",
            BuildSystem::CMake => "cmake",
            BuildSystem::Automake => "am",
        }
    }

    /// The file of a project that says how it is built.
    pub fn project_file(self) -> &'static str {
        match self {
            BuildSystem::Make => "Makefile",
            BuildSystem::CMake => "CMakeLists.txt",
            BuildSystem::Automake => "Makefile.am",
        }
    }

    /// The command that runs a project's tests.
    pub fn runs(self) -> &'static str {
        match self {
            BuildSystem::Make => "make check-everypath",
            BuildSystem::CMake => "ctest",
            BuildSystem::Automake => "make check",
        }
    }

    /// The line of a project's file that brings in another file, by its path from there.
    pub fn includes(self, path: &str) -> String {
        match self {
            BuildSystem::Make => format!("include {path}"),
            BuildSystem::CMake => format!("include({path})"),
            BuildSystem::Automake => format!("include $(srcdir)/{path}"),
        }
    }

    /// The rules that build and run a test file.
    pub fn rules(self, name: &str, options: &Options) -> String {
        match self {
            BuildSystem::Make => make_rules(name, options),
            BuildSystem::CMake => cmake_rules(name, options),
            BuildSystem::Automake => automake_rules(name, options),
        }
    }

    /// The file that brings in the rules of several suites in a directory, which is empty or
    /// ends in a slash; `undefined` are lists that the project itself does not have.
    pub fn index(self, directory: &str, names: &[String], undefined: &[&str]) -> String {
        let ending = self.ending();
        let (file, line) = (
            self.project_file(),
            self.includes(&format!("{directory}{INDEX}.{ending}")),
        );
        let mut text = format!("# {MARKER}: all suites of this directory\n# In {file}: {line}\n\n");
        match self {
            BuildSystem::Make => {
                let own = "$(dir $(lastword $(MAKEFILE_LIST)))";
                text.push_str(&format!("everypath_directory := {own}\n"));
                for name in names {
                    text.push_str(&format!("include $(everypath_directory){name}.{ending}\n"));
                }
                let all: String = names.iter().map(|name| format!(" check-{name}")).collect();
                text.push_str(&format!(
                    "\n.PHONY: check-everypath\ncheck-everypath:{all}\n"
                ));
            }
            BuildSystem::CMake => {
                text.push_str("enable_testing()\n");
                for name in names {
                    let place = format!("${{CMAKE_CURRENT_LIST_DIR}}/{name}.{ending}");
                    text.push_str(&format!("include({place} OPTIONAL)\n"));
                }
            }
            BuildSystem::Automake => {
                for list in undefined {
                    text.push_str(&format!("{list} =\n"));
                }
                for name in names {
                    let place = format!("{directory}{name}.{ending}");
                    text.push_str(&format!("{}\n", self.includes(&place)));
                }
            }
        }
        text
    }
}

/// Words of a command in a rule.
fn words(list: &[String]) -> String {
    let list = list.iter().map(|word| shell_word(word).replace('$', "$$"));
    list.map(|word| format!(" {word}")).collect()
}

fn make_rules(name: &str, options: &Options) -> String {
    let command = &options.command;
    let libraries = options.framework.libraries();
    let (flags, linked) = (words(&options.flags), words(&options.linked));
    format!(
        "# {MARKER}: {command}\n# In a Makefile: include {name}.mk, then: make check-{name}\n\n{name}_directory := $(dir $(lastword $(MAKEFILE_LIST)))\n\n{name}: $({name}_directory){name}.c\n\t$(CC) $(CFLAGS) -w -O0{flags} $< $(LDFLAGS){linked} {libraries} -o $@\n\n.PHONY: check-{name}\ncheck-{name}: {name}\n\t./{name}\n"
    )
}

/// A rule of its own for the program: Automake's would ask the project for options about
/// sources in other directories.
fn automake_rules(name: &str, options: &Options) -> String {
    let command = &options.command;
    let directory = &options.directory;
    let libraries = options.framework.libraries();
    // The build may run in another directory than the sources are in.
    let placed = |list: &[String]| -> String {
        let list = placed(list, "$(srcdir)/");
        list.iter().map(|word| format!(" {word}")).collect()
    };
    let (flags, linked) = (placed(&options.flags), placed(&options.linked));
    let program = format!("{directory}{name}");
    format!(
        "# {MARKER}: {command}\n# {} brings it in.\n\nTESTS += {program}\nEXTRA_DIST += {program}.c\nCLEANFILES += {program}\n\n{program}: $(srcdir)/{program}.c\n\t$(MKDIR_P) $(@D)\n\t$(CC) $(CPPFLAGS) $(CFLAGS) -w -O0{flags} $(srcdir)/{program}.c $(LDFLAGS){linked} {libraries} $(LIBS) -o $@\n",
        format_args!("{INDEX}.am")
    )
}

fn cmake_rules(name: &str, options: &Options) -> String {
    let command = &options.command;
    // Sources are compiled with the test; what is relative is so to the project.
    let (sources, objects): (Vec<&String>, Vec<&String>) =
        options.linked.iter().partition(|word| word.ends_with(".c"));
    let placed = |word: &str| match word.starts_with(['/', '-']) {
        true => word.trim_start_matches("-l").to_owned(),
        false => in_project(word),
    };
    let sources: String = sources
        .iter()
        .map(|one| format!(" {}", placed(one)))
        .collect();
    let libraries: Vec<String> = objects
        .iter()
        .map(|word| placed(word))
        .chain(options.framework.libraries().split(' ').map(placed))
        .collect();
    let flags = cmake_flags(&options.flags);
    // What the project compiles its own code with is not what the test was tried with.
    let has_standard = |flag: &String| flag.starts_with("-std") || flag == "-ansi";
    let standard = match options.flags.iter().any(has_standard) {
        true => "",
        false => " -std=gnu17",
    };
    let flags = match flags.is_empty() {
        true => String::new(),
        false => format!("target_compile_options({name} PRIVATE {flags})\n"),
    };
    format!(
        "# {MARKER}: {command}\n# In CMakeLists.txt: enable_testing() and include({}{name}.cmake), then: ctest\n\nadd_executable({name} ${{CMAKE_CURRENT_LIST_DIR}}/{name}.c{sources})\ntarget_compile_options({name} PRIVATE -w -O0{standard})\n{flags}target_link_libraries({name} {})\nadd_test(NAME {name} COMMAND {name})\n",
        options.directory,
        libraries.join(" ")
    )
}

fn in_project(path: &str) -> String {
    format!("${{PROJECT_SOURCE_DIR}}/{path}")
}

/// The flags that are followed by a path, or end with one.
const PATHS: [&str; 6] = [
    "-idirafter",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-I",
];

/// What a word of a command is.
enum Word<'a> {
    /// A flag, and the path that it names.
    Path(&'static str, &'a str),
    /// Anything else.
    Plain(&'a str),
}

fn read_words(list: &[String]) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut list = list.iter();
    while let Some(word) = list.next() {
        let stem = PATHS.iter().find(|stem| word.starts_with(*stem));
        let path = stem.and_then(|stem| match &word[stem.len()..] {
            "" => list.next().map(String::as_str),
            path => Some(path),
        });
        found.push(match (stem, path) {
            (Some(stem), Some(path)) => Word::Path(stem, path),
            _ => Word::Plain(word),
        });
    }
    found
}

/// Flags, sources and libraries for a shell, of which relative paths are below a directory.
fn placed(list: &[String], directory: &str) -> Vec<String> {
    let quoted = |word: &str| shell_word(word).replace('$', "$$");
    let below = |path: &str| match path.starts_with('/') {
        true => quoted(path),
        false => format!("{directory}{}", quoted(path)),
    };
    let words = read_words(list).into_iter().map(|word| match word {
        Word::Path(stem, path) => format!("{stem} {}", below(path)),
        Word::Plain(word) if word.starts_with('-') => quoted(word),
        Word::Plain(word) => below(word),
    });
    words.collect()
}

/// Flags as arguments of a CMake command, which runs the compiler elsewhere.
fn cmake_flags(flags: &[String]) -> String {
    let words = read_words(flags).into_iter().map(|word| match word {
        Word::Path(stem, path) if path.starts_with('/') => format!("SHELL:{stem} {path}"),
        Word::Path(stem, path) => format!("SHELL:{stem} {}", in_project(path)),
        Word::Plain(word) => word.to_owned(),
    });
    let quoted = words.map(|word| {
        let quoted = word.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{quoted}\"")
    });
    quoted.collect::<Vec<String>>().join(" ")
}

/// A word as a shell takes it.
pub(super) fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./+,:%@".contains(c);
    match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Framework;
    use super::*;

    fn options() -> Options {
        Options {
            command: "everypath".to_owned(),
            directory: "tests/".to_owned(),
            flags: ["-DX=1", "-Iinclude", "-DY=\"z\""]
                .map(str::to_owned)
                .to_vec(),
            framework: Framework::Cmocka,
            linked: vec!["b.c".to_owned(), "lib/c.a".to_owned(), "-lz".to_owned()],
            ..Options::default()
        }
    }

    fn has(text: &str, parts: &[&str]) {
        for part in parts {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn rules_name_the_libraries_of_the_framework() {
        let make = BuildSystem::Make.rules("test_a", &options());
        let command = "-O0 -DX=1 -Iinclude '-DY=\"z\"' $< $(LDFLAGS) b.c lib/c.a -lz -lcmocka -lm";
        has(&make, &[command]);
        has(
            &BuildSystem::CMake.rules("test_a", &options()),
            &[
                "/test_a.c ${PROJECT_SOURCE_DIR}/b.c)",
                "target_link_libraries(test_a ${PROJECT_SOURCE_DIR}/lib/c.a z cmocka m)",
                r#"PRIVATE "-DX=1" "SHELL:-I ${PROJECT_SOURCE_DIR}/include" "-DY=\"z\"")"#,
                "add_test(NAME test_a COMMAND test_a)",
            ],
        );
    }

    #[test]
    fn rules_of_automake_name_sources_by_where_they_are() {
        let rules = BuildSystem::Automake.rules("test_a", &options());
        has(
            &rules,
            &[
                "TESTS += tests/test_a\n",
                "-O0 -DX=1 -I $(srcdir)/include '-DY=\"z\"' $(srcdir)/tests/test_a.c",
                "$(LDFLAGS) $(srcdir)/b.c $(srcdir)/lib/c.a -lz -lcmocka -lm",
            ],
        );
        let names = ["test_a".to_owned()];
        let index = BuildSystem::Automake.index("tests/", &names, &["TESTS"]);
        has(&index, &["\nTESTS =\ninclude $(srcdir)/tests/test_a.am\n"]);
    }
}
