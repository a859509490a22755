//! C projects with a build of their own: one line in it, and its own command runs the new
//! tests, counts what they cover, and nothing else in the tree has changed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::c_lab::{CLab, Run};

use everypath_testlab::{Need, tool};

const UNIT: &str = r#"
#include "limits_of_unit.h"
int classify(int value) {
    if (value > LARGEST) return 2;
    if (value == NAME[0]) return 1;
    return 0;
}
"#;
const OTHER: &str = "int sign(int value) { return value < 0 ? -1 : value > 0; }\n";
const LIMITS: &str = "#define LARGEST 700\n#define NAME \"ab c\"\n";
const OWN: &str = "int classify(int);\nint main(void) { return classify(701) != 2; }\n";

/// The project's own code is compiled strictly; no test has to be.
const LISTS: &str = r#"cmake_minimum_required(VERSION 3.12)
project(unit C)
set(CMAKE_C_FLAGS "${CMAKE_C_FLAGS} -std=c89 -pedantic -Wall -Wextra -Wmissing-prototypes -Werror")
add_library(unit STATIC src/unit.c src/other.c)
target_include_directories(unit PRIVATE include)
target_compile_options(unit PRIVATE -Wno-missing-prototypes)
enable_testing()
add_executable(own own.c)
target_compile_options(own PRIVATE -Wno-error)
target_link_libraries(own unit)
add_test(NAME own COMMAND own)
"#;

const CONFIGURE: &str = "AC_INIT([unit], [1])\nAM_INIT_AUTOMAKE([foreign -Wall -Werror])\nAC_PROG_CC\nAC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n";
const MAKEFILE: &str = "check_PROGRAMS = own\nTESTS = own\nown_SOURCES = own.c unit.c include/limits_of_unit.h\nAM_CPPFLAGS = -I$(srcdir)/include\n";

fn project(files: &[(&str, &str)]) -> CLab {
    let lab = CLab::new(&[]);
    for (name, text) in files {
        let path = lab.path(name);
        std::fs::create_dir_all(path.parent().expect("it is in the lab")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }
    lab
}

fn run(lab: &CLab, directory: &str, words: &[&str]) -> Run {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(lab.path(directory));
    let output = command.output();
    Run::new(&output.unwrap_or_else(|error| panic!("{words:?} cannot be run: {error}")))
}

fn succeeds(lab: &CLab, directory: &str, words: &[&str]) -> Run {
    let ended = run(lab, directory, words);
    assert_eq!(ended.code, 0, "{words:?}: {}{}", ended.out, ended.errors);
    ended
}

/// All files below a directory, by their paths from there, with their texts.
fn files(root: &Path, below: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(root.join(below))
        .expect("a directory")
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = Path::new(below).join(name).display().to_string();
        match entry.path().is_dir() {
            true => found.extend(files(root, &name)),
            false => {
                let bytes = std::fs::read(entry.path()).expect("a file");
                found.insert((name, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    found
}

/// Runs the default command and says which files are new; no other has changed.
fn generate(lab: &CLab, target: &str) -> (Run, Vec<String>) {
    let root = lab.path("");
    let before = files(&root, "");
    let ended = succeeds(
        lab,
        "",
        &[env!("CARGO_BIN_EXE_everypath"), "generate", target],
    );
    let after = files(&root, "");
    assert!(before.is_subset(&after), "{:?}", before.difference(&after));
    let new = after.difference(&before).map(|(name, _)| name.clone());
    // What is remembered lies beside, and git does not see it.
    let new = new.filter(|name| !name.starts_with(".everypath/"));
    (ended, new.collect())
}

/// Adds the line that the command printed to the file that it named.
fn follow(lab: &CLab, ended: &Run, runs: &str, file: &str) {
    let said = format!("to run the tests by `{runs}`, add to {file}: ");
    let lines: Vec<&str> = ended
        .out
        .lines()
        .filter_map(|line| line.strip_prefix(&said))
        .collect();
    let [line] = lines.as_slice() else {
        panic!("{}", ended.out);
    };
    let text = lab.read(file) + line + "\n";
    std::fs::write(lab.path(file), text).expect("a file");
}

/// The lines of a source that ran, by gcov's own words.
fn covered(lab: &CLab, directory: &str, source: &str) -> String {
    let notes = files(&lab.path(directory), "");
    let notes = notes.iter().map(|(name, _)| name.as_str());
    let notes = notes.filter(|name| name.ends_with(".gcda") && name.contains("test_"));
    let mut words = vec!["gcov"];
    words.extend(notes);
    let said = succeeds(lab, directory, &words).out;
    let rest = said.split(&format!("{source}'\n")).nth(1);
    let line = rest
        .and_then(|rest| rest.lines().next())
        .unwrap_or_default();
    line.to_owned()
}

#[test]
fn a_cmake_project_runs_new_tests_by_its_own_command() {
    if !tool(Need::Cmake, "cmake") {
        return;
    }
    let lab = project(&[
        ("CMakeLists.txt", LISTS),
        ("own.c", OWN),
        ("src/unit.c", UNIT),
        ("src/other.c", OTHER),
        ("include/limits_of_unit.h", LIMITS),
    ]);
    let configure = [
        "cmake",
        "-S.",
        "-Bbuild",
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
        "-DCMAKE_C_FLAGS=--coverage",
    ];
    succeeds(&lab, "", &configure);
    let (ended, new) = generate(&lab, "src");
    follow(&lab, &ended, "ctest", "CMakeLists.txt");
    let suites = [
        "test_other.c",
        "test_other.cmake",
        "test_unit.c",
        "test_unit.cmake",
    ];
    let written: Vec<String> = std::iter::once("everypath.cmake")
        .chain(suites)
        .map(|name| format!("tests/{name}"))
        .collect();
    assert_eq!(new, written);
    let tested = |lab: &CLab| {
        succeeds(lab, "", &["cmake", "--build", "build"]);
        run(lab, "", &["ctest", "--test-dir", "build"])
    };
    let passing = tested(&lab);
    assert!(
        passing
            .out
            .contains("100% tests passed, 0 tests failed out of 3"),
        "{}",
        passing.out
    );
    let line = covered(&lab, "build", "src/unit.c");
    assert!(line.starts_with("Lines executed:100.00%"), "{line}");
    // Nothing in what is kept tells where the project is.
    let here = lab.path("").display().to_string();
    let here = here.trim_end_matches('/');
    assert!(written.iter().all(|name| !lab.read(name).contains(here)));
    // The line is there by now.
    let (again, new) = generate(&lab, "src/unit.c");
    assert!(
        !again.out.contains("add to CMakeLists.txt"),
        "{}",
        again.out
    );
    assert!(new.is_empty(), "{new:?}");
    let spoilt = UNIT.replace("return 1;", "return 3;");
    std::fs::write(lab.path("src/unit.c"), spoilt).expect("a file");
    assert_ne!(tested(&lab).code, 0);
}

#[test]
fn an_automake_project_runs_new_tests_by_its_own_command() {
    if !tool(Need::Automake, "autoreconf") {
        return;
    }
    let lab = project(&[
        ("configure.ac", CONFIGURE),
        ("Makefile.am", MAKEFILE),
        ("own.c", OWN),
        ("unit.c", UNIT),
        ("include/limits_of_unit.h", LIMITS),
    ]);
    let (ended, new) = generate(&lab, "unit.c");
    follow(&lab, &ended, "make check", "Makefile.am");
    assert_eq!(
        new,
        [
            "tests/everypath.am",
            "tests/test_unit.am",
            "tests/test_unit.c"
        ]
    );
    succeeds(&lab, "", &["autoreconf", "-i"]);
    std::fs::create_dir(lab.path("build")).expect("a directory");
    succeeds(
        &lab,
        "build",
        &["../configure", "-q", "CFLAGS=-O2 --coverage"],
    );
    let passing = succeeds(&lab, "build", &["make", "check"]);
    for part in ["PASS: own", "PASS: tests/test_unit", "# TOTAL: 2"] {
        assert!(passing.out.contains(part), "{}", passing.out);
    }
    let line = covered(&lab, "build", "/unit.c");
    assert!(line.starts_with("Lines executed:100.00%"), "{line}");
    // A distribution has all that its own check needs.
    succeeds(&lab, "build", &["make", "distcheck"]);
    let spoilt = lab.read("unit.c").replace("return 1;", "return 3;");
    std::fs::write(lab.path("unit.c"), spoilt).expect("a file");
    succeeds(&lab, "build", &["make", "clean"]);
    assert_ne!(run(&lab, "build", &["make", "check"]).code, 0);
}
