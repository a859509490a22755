//! pytest files from observed cases: plain pytest that needs nothing of ours,
//! laid out as `ruff format` leaves them alone, the same bytes for the same cases.

mod act;
mod arrange;
mod bugs;
mod collaborators;
mod environment;
mod graph;
mod imports;
mod keywords;
mod likelihood;
mod literal;
mod mentioned;
mod names;
mod node;
mod observed;
mod oracle;
mod paths;
mod table;
mod test;
mod values;
mod weakened;
mod words;

use std::collections::BTreeSet;

pub use environment::{Patch, Variable};
use imports::Imports;
pub use imports::from_import;
pub use observed::{
    Answered, Argument, Assignment, Call, Called, Case, Given, Graph, Id, Kind, Node, Outcome,
    Part, Rebuild, Recipe, Step, Value, Walked, With,
};

use crate::files::{Alike, Annotations, Draft};
pub use crate::files::{Emitted, File, FileKind, Skipped};
use crate::layout::{Code, PYTHON};
use crate::ownership::MARKER;
use table::{Single, tables};

/// How files are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The module under test, dotted.
    pub module: String,
    /// What the files are called, without ending.
    pub stem: String,
    /// The command that writes the files again, for the header.
    pub command: String,
    /// The directory that holds the module, relative to the test file, if
    /// pytest would not find the module otherwise. The test then puts it on
    /// Python's path; a module that is installed, or that pytest's `pythonpath`
    /// or `rootdir/conftest.py` make importable, needs `None`.
    pub root_on_path: Option<String>,
    /// Whether another module of that name may be loaded in the same run of pytest.
    pub is_namesake: bool,
    /// How long a call that did not end is waited for, in seconds.
    pub patience: u32,
    /// What is known of tests beside what was observed.
    pub annotations: Annotations,
}

impl Options {
    /// The usual options for a module.
    pub fn new(module: &str) -> Options {
        Options {
            module: module.to_owned(),
            stem: format!("test_{}", module.replace('.', "_")),
            command: format!("everypath generate {module}"),
            root_on_path: None,
            is_namesake: false,
            patience: 3,
            annotations: Annotations::default(),
        }
    }

    /// The name of the file with the tests that pass.
    pub fn file_name(&self) -> String {
        format!("{}.py", self.stem)
    }

    /// The name of the file with the tests that show bugs.
    pub fn bugs_file_name(&self) -> String {
        format!("{}_bugs.py", self.stem)
    }

    /// The name of the file with the tests that fail on inputs which perhaps no caller makes.
    pub fn possible_file_name(&self) -> String {
        format!("{}_possible.py", self.stem)
    }
}

/// Writes the tests of a module's cases, in the order of the cases.
pub fn emit(cases: &[Case], options: &Options) -> Emitted {
    let cases = &collaborators::watched(cases);
    let reserved = mentioned::names(cases);
    let mutators: BTreeSet<&str> = cases
        .iter()
        .filter(|case| case.receiver.is_some() && oracle::changes_state(case))
        .map(|case| case.unit.as_str())
        .collect();
    let (bugs, kept): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| is_bug(case));
    let mut skipped = vec![];
    let bugs = without_repeats(bugs, &mut skipped);
    let (bugs, possible): (Vec<&Case>, Vec<&Case>) = bugs
        .into_iter()
        .partition(|case| case.likelihood().is_likely());
    let mut file = |name: String, cases: &[&Case], kind: FileKind| {
        let mut imports = Imports::new(&options.module);
        let mut written: Vec<(&Case, test::Body)> = vec![];
        for case in cases {
            // What a skipped case would have imported is not needed.
            let mut tried = imports.clone();
            let body = if kind != FileKind::Tests {
                bugs::body(case, &mut tried, &reserved, options)
            } else {
                test::body(
                    case,
                    &mut tried,
                    &reserved,
                    mutators.contains(case.unit.as_str()),
                )
            };
            match body {
                Ok(body) => {
                    imports = tried;
                    written.push((case, body));
                }
                Err(reason) => skipped.push(Skipped {
                    id: case.id,
                    unit: case.unit.clone(),
                    reason,
                }),
            }
        }
        assemble(name, written, imports, kind, options)
    };
    let tests = file(options.file_name(), &kept, FileKind::Tests);
    let bugs = file(options.bugs_file_name(), &bugs, FileKind::Bugs);
    let possible = file(options.possible_file_name(), &possible, FileKind::Possible);
    Emitted {
        tests,
        bugs,
        possible,
        skipped,
    }
}

/// Whether a case shows that its unit is wrong.
pub fn is_bug(case: &Case) -> bool {
    matches!(
        case.outcome,
        Outcome::Violated { .. } | Outcome::TimedOut | Outcome::Crashed { .. }
    )
}

/// Two tests that wait for the same unit in vain say no more than one.
fn without_repeats<'a>(bugs: Vec<&'a Case>, skipped: &mut Vec<Skipped>) -> Vec<&'a Case> {
    let mut waits: BTreeSet<&str> = BTreeSet::new();
    let (kept, repeats) = bugs
        .into_iter()
        .partition(|case| case.outcome != Outcome::TimedOut || waits.insert(&case.unit));
    let repeats: Vec<&Case> = repeats;
    skipped.extend(repeats.iter().map(|case| Skipped {
        id: case.id,
        unit: case.unit.clone(),
        reason: "another test shows already that it does not end".to_owned(),
    }));
    kept
}

fn assemble(
    name: String,
    mut written: Vec<(&Case, test::Body)>,
    mut imports: Imports,
    kind: FileKind,
    options: &Options,
) -> Option<File> {
    // Two inputs that are written the same way are one test.
    let mut bodies = BTreeSet::new();
    written.retain(|(_, body)| bodies.insert(body.lines.clone()));
    if written.is_empty() {
        return None;
    }
    let cases: Vec<&Case> = written.iter().map(|(case, _)| *case).collect();
    let names = names::test_names(&cases, &options.annotations.conditions);
    let mut draft = Draft::default();
    draft.text(&format!(
        "# {MARKER}; regenerate with `{}`.",
        options.command
    ));
    draft.lines(kind.introduction().iter().map(|line| format!("# {line}")));
    draft.blank();
    let guarded = written.iter().any(|(_, body)| body.guarded);
    if guarded {
        imports.module("multiprocessing");
        imports.module("pytest");
    }
    let tables = match options.annotations.alike {
        Alike::Table if kind == FileKind::Tests => {
            let mut singles = Vec::new();
            for ((case, body), name) in written.iter().zip(&names) {
                let row = body.row.clone();
                singles.push(Single {
                    case,
                    name: name.clone(),
                    row: row.filter(|_| !has_comments(case, options)),
                });
            }
            tables(&singles)
        }
        _ => Vec::new(),
    };
    if !tables.is_empty() {
        imports.module("pytest");
    }
    let in_table = |place: usize| {
        let mut tables = tables.iter();
        tables.find(|table| table.rows.iter().any(|(own, _)| *own == place))
    };
    let ids: Vec<u64> = written.iter().map(|(case, _)| case.id).collect();
    if let Some(root) = &options.root_on_path {
        imports.module("sys");
        imports.name("pathlib", "Path");
        draft.lines(with_path(&imports, root, options));
    } else {
        draft.lines(imports.lines());
    }
    if guarded {
        draft.lines(["", ""]);
        draft.text(bugs::GUARD);
    }
    for (place, ((case, body), name)) in written.into_iter().zip(names).enumerate() {
        if let Some(table) = in_table(place) {
            // All of it stands where its first row would.
            if table.rows[0].0 == place {
                let rows = table.rows.iter();
                let rows = rows.map(|(place, name)| (ids[*place], name.clone()));
                draft.lines(["", ""]);
                draft.table(rows.collect(), table.lines.clone());
            }
            continue;
        }
        draft.lines(["", ""]);
        let mut lines = vec![format!("def {name}({}):", environment::fixtures(case))];
        if kind == FileKind::Possible {
            let doubts = case.likelihood().sentence();
            lines.extend(doubts.map(|words| format!("    # {words}")));
        }
        let comments = options
            .annotations
            .comments
            .get(&case.id)
            .into_iter()
            .flatten();
        lines.extend(comments.map(|line| format!("    # {line}")));
        lines.extend(body.lines);
        draft.test(case.id, &name, lines);
    }
    Some(draft.finish(name))
}

/// Whether the test of a case says something of itself.
fn has_comments(case: &Case, options: &Options) -> bool {
    let comments = options.annotations.comments.get(&case.id);
    comments.is_some_and(|lines| !lines.is_empty())
}

/// The imports, with the module's directory put on the path before its own.
fn with_path(imports: &Imports, root: &str, options: &Options) -> Vec<String> {
    let (before, after) = imports.split();
    let mut lines = before;
    lines.push(String::new());
    let place = if root == "." {
        Code::text("Path(__file__).parent")
    } else {
        Code::text(format!("Path(__file__).parent / {}", literal::text(root)))
    };
    let arguments = vec![Code::text("0"), Code::call("str", vec![place])];
    lines.extend(Code::call("sys.path.insert", arguments).lines(&PYTHON, 0));
    if after.is_empty() {
        return lines;
    }
    if !options.is_namesake {
        lines.push(String::new());
        lines.extend(after);
        return lines;
    }
    // Python knows modules by name: each of two has to find itself, and to leave no trace.
    let dots = options.module.match_indices('.').map(|(dot, _)| dot);
    let ends = dots.chain(std::iter::once(options.module.len()));
    let forget: Vec<String> = ends
        .map(|end| literal::text(&options.module[..end]))
        .map(|name| format!("sys.modules.pop({name}, None)"))
        .collect();
    lines.push("# Another module has this name, too.".to_owned());
    lines.extend(forget.iter().cloned());
    lines.push(String::new());
    let is_import = |line: &String| line.starts_with("import ") || line.starts_with("from ");
    lines.extend(after.into_iter().map(|line| match is_import(&line) {
        true => format!("{line}  # noqa: E402"),
        false => line,
    }));
    lines.push(String::new());
    lines.extend(forget);
    lines
}
