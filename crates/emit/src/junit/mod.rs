//! JUnit files from observed cases: plain JUnit that needs nothing of ours,
//! laid out as google-java-format leaves them alone, the same bytes for the same
//! cases.

mod arrange;
mod calls;
mod collections;
mod expression;
mod fixtures;
mod helpers;
mod imports;
mod likelihood;
mod literal;
mod names;
mod observed;
mod oracle;
mod promise;
mod scene;
mod stand_ins;
mod subclasses;
mod test;

use std::collections::{BTreeMap, BTreeSet};

use fixtures::Fixture;
use helpers::Helper;
use imports::Imports;

pub use observed::{
    Case, ClassFacts, Known, MethodFacts, Outcome, Read, ReadKind, Role, State, Value,
};
use scene::Scene;
use test::{Body, Plan};

use crate::files::{Annotations, Draft};
pub use crate::files::{Emitted, File, FileKind, Skipped};
use crate::layout::{Code, JAVA, wrapped};
use crate::ownership::MARKER;

/// Why a case has no test.
type Unwritable = String;

/// The framework that the tests are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// JUnit 5, also called Jupiter.
    #[default]
    JUnit5,
    /// JUnit 4.13.
    JUnit4,
}

impl Framework {
    fn assertions(self) -> &'static str {
        match self {
            Framework::JUnit5 => "org.junit.jupiter.api.Assertions",
            Framework::JUnit4 => "org.junit.Assert",
        }
    }

    fn assumptions(self) -> &'static str {
        match self {
            Framework::JUnit5 => "org.junit.jupiter.api.Assumptions",
            Framework::JUnit4 => "org.junit.Assume",
        }
    }

    fn test_package(self) -> &'static str {
        match self {
            Framework::JUnit5 => "org.junit.jupiter.api",
            Framework::JUnit4 => "org.junit",
        }
    }
}

/// How files are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The class under test, by its binary name.
    pub class: String,
    /// The package of its tests: that of the class, unless nobody else may add
    /// to it.
    pub package: String,
    /// What its test classes are called, before the ending.
    pub stem: String,
    /// The command that writes the files again, for the header.
    pub command: String,
    /// The framework.
    pub framework: Framework,
    /// How long a call that did not end is waited for, in seconds.
    pub patience: u32,
    /// The cases whose tests the compiler refused: their types are written raw.
    pub raw: BTreeSet<u64>,
    /// The warnings that a case's test declares to be wanted, as the compiler
    /// names them.
    pub lints: BTreeMap<u64, BTreeSet<String>>,
    /// What is known of tests beside what was observed.
    pub annotations: Annotations,
}

impl Options {
    /// The usual options for a class.
    pub fn new(class: &str) -> Options {
        Options {
            class: class.to_owned(),
            package: package_of(class).to_owned(),
            stem: stem_of(class),
            command: format!("everypath generate {class}"),
            framework: Framework::default(),
            patience: 3,
            raw: BTreeSet::new(),
            lints: BTreeMap::new(),
            annotations: Annotations::default(),
        }
    }

    /// Puts the tests into a package of their own, beside that of the class.
    pub fn move_out(&mut self) {
        let package = package_of(&self.class);
        self.package = match package {
            "" => "tests".to_owned(),
            package => format!("{package}.tests"),
        };
    }

    /// The name of the class with the tests that pass.
    pub fn test_class(&self) -> String {
        format!("{}Test", self.stem)
    }

    /// The name of the class with the tests that show bugs.
    pub fn bugs_class(&self) -> String {
        format!("{}BugsTest", self.stem)
    }

    /// The name of the class with the tests that fail on inputs which perhaps no caller makes.
    pub fn possible_class(&self) -> String {
        format!("{}PossibleTest", self.stem)
    }

    /// The name of the class with the tests of a kind.
    fn class_of(&self, kind: FileKind) -> String {
        match kind {
            FileKind::Tests => self.test_class(),
            FileKind::Bugs => self.bugs_class(),
            FileKind::Possible => self.possible_class(),
        }
    }
}

/// The name of a class as the names of its tests begin.
pub fn stem_of(class: &str) -> String {
    let name = class.rsplit('.').next().unwrap_or(class);
    name.replace('$', "")
}

/// The package of a class.
fn package_of(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// Writes the tests of a class's cases, in the order of the cases.
pub fn emit(cases: &[Case], options: &Options) -> Emitted {
    let mutators: BTreeSet<&str> = cases
        .iter()
        .filter(|case| changes_receiver(case))
        .map(|case| case.unit.as_str())
        .collect();
    let (bugs, kept): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| is_bug(case));
    let mut skipped = Vec::new();
    let bugs = without_repeats(bugs, &mut skipped);
    let (bugs, possible): (Vec<&Case>, Vec<&Case>) = bugs
        .into_iter()
        .partition(|case| case.likelihood().is_likely());
    let mut file = |cases: &[&Case], kind| file(cases, kind, options, &mutators, &mut skipped);
    let tests = file(&kept, FileKind::Tests);
    let bugs = file(&bugs, FileKind::Bugs);
    let possible = file(&possible, FileKind::Possible);
    Emitted {
        tests,
        bugs,
        possible,
        skipped,
    }
}

fn changes_receiver(case: &Case) -> bool {
    match (&case.before, &case.state) {
        (Some(before), Some(after)) => {
            arrange::differs(before.receiver.as_ref(), after.receiver.as_ref())
        }
        _ => false,
    }
}

/// Whether a case shows that its unit is wrong.
pub fn is_bug(case: &Case) -> bool {
    match &case.outcome {
        Outcome::Violated { .. } | Outcome::TimedOut | Outcome::Crashed => true,
        // What a method may assume of callers that it knows is between them.
        Outcome::Threw { exact, .. } => exact == "java.lang.AssertionError" && case.call.open,
        Outcome::Returned { .. } => false,
    }
}

/// Two tests that wait for the same unit in vain say no more than one.
fn without_repeats<'a>(bugs: Vec<&'a Case>, skipped: &mut Vec<Skipped>) -> Vec<&'a Case> {
    let mut waits: BTreeSet<&str> = BTreeSet::new();
    let mut kept = Vec::new();
    for case in bugs {
        if case.outcome != Outcome::TimedOut || waits.insert(&case.unit) {
            kept.push(case);
        } else {
            let reason = "another test shows already that it does not end";
            skipped.push(leave_out(case, reason.to_owned()));
        }
    }
    kept
}

fn leave_out(case: &Case, reason: String) -> Skipped {
    Skipped {
        id: case.id,
        unit: case.unit.clone(),
        reason,
    }
}

/// A test before it has a name.
struct Planned<'a> {
    case: &'a Case,
    body: Body,
}

fn file(
    cases: &[&Case],
    kind: FileKind,
    options: &Options,
    mutators: &BTreeSet<&str>,
    skipped: &mut Vec<Skipped>,
) -> Option<File> {
    let class = options.class_of(kind);
    let class = class.as_str();
    let subject = options.class.rsplit('.').next().unwrap_or_default();
    let outermost = subject.split('$').next().unwrap_or_default();
    let mut own = vec![class];
    if options.package == package_of(&options.class) {
        own.push(outermost);
    }
    let mut imports = Imports::new(&options.package, &own);
    let test_package = options.framework.test_package();
    let annotation = imports.name(&format!("{test_package}.Test"), test_package);
    let mut written: Vec<Planned> = Vec::new();
    let mut helpers: BTreeSet<Helper> = BTreeSet::new();
    let mut fixtures: BTreeSet<Fixture> = BTreeSet::new();
    let mut restored: Vec<Code> = Vec::new();
    let mut bodies: Vec<Vec<Vec<Code>>> = Vec::new();
    for case in cases {
        // What a skipped case would have imported is not needed.
        let mut tried = imports.clone();
        let raw = options.raw.contains(&case.id);
        let mut scene = Scene::new(case, &mut tried, options.framework, raw);
        let plan = Plan {
            options,
            mutator: mutators.contains(case.unit.as_str()),
            bug: kind != FileKind::Tests,
        };
        match test::body(&mut scene, &plan) {
            // Two inputs that are written the same way are one test.
            Ok(body) if bodies.contains(&body.sections) => {
                let reason = "another test is the same".to_owned();
                skipped.push(leave_out(case, reason));
            }
            Ok(body) => {
                helpers.extend(scene.helpers.iter());
                fixtures.extend(scene.fixtures.iter());
                let new = scene
                    .restored
                    .iter()
                    .filter(|line| !restored.contains(line));
                let new: Vec<Code> = new.cloned().collect();
                restored.extend(new);
                bodies.push(body.sections.clone());
                written.push(Planned { case, body });
                imports = tried;
            }
            Err(reason) => skipped.push(leave_out(case, reason)),
        }
    }
    if written.is_empty() {
        return None;
    }
    if fixtures.contains(&Fixture::Calls) && helpers.remove(&Helper::StandIn) {
        helpers.insert(Helper::RecordingStandIn);
    }
    let helper_lines: Vec<Vec<String>> = helpers
        .iter()
        .map(|helper| helper.lines(options.framework, &mut imports))
        .collect();
    let fields: Vec<Vec<String>> = fixtures
        .iter()
        .map(|fixture| fixture.lines(options.framework, &mut imports))
        .collect();
    restored.extend(fixtures.iter().filter_map(|fixture| fixture.put_back()));
    restored.sort_by_key(Code::flat);
    let after = put_back(&restored, options.framework, &mut imports);
    let cases: Vec<&Case> = written.iter().map(|one| one.case).collect();
    let names = names::test_names(&cases, &options.annotations.conditions);
    let mut draft = Draft::default();
    let header = format!("{MARKER}; regenerate with `{}`.", options.command);
    draft.lines(comment(&header, 0));
    draft.lines(kind.introduction().iter().map(|line| format!("// {line}")));
    draft.blank();
    if !options.package.is_empty() {
        draft.text(&format!("package {};", options.package));
        draft.blank();
    }
    draft.lines(imports.lines());
    draft.blank();
    // JUnit 4 runs public classes only.
    let public = match options.framework {
        Framework::JUnit5 => "",
        Framework::JUnit4 => "public ",
    };
    draft.text(&format!("{public}class {class} {{"));
    let has_fields = !fields.is_empty();
    draft.lines(fields.concat());
    for (index, (one, name)) in written.iter().zip(names).enumerate() {
        if index > 0 || has_fields {
            draft.blank();
        }
        let lines = method(one, kind, &name, &annotation, options);
        draft.test(one.case.id, &name, lines);
    }
    for helper in after.into_iter().chain(helper_lines) {
        draft.blank();
        draft.lines(helper);
    }
    draft.text("}");
    Some(draft.finish(format!("{class}.java")))
}

/// The method that puts back what tests have set, if they have.
fn put_back(restored: &[Code], framework: Framework, imports: &mut Imports) -> Option<Vec<String>> {
    if restored.is_empty() {
        return None;
    }
    let (annotation, public) = match framework {
        Framework::JUnit5 => ("AfterEach", ""),
        Framework::JUnit4 => ("After", "public "),
    };
    let package = framework.test_package();
    let annotation = imports.name(&format!("{package}.{annotation}"), package);
    let mut lines = vec![
        format!("  @{annotation}"),
        format!("  {public}void putBack() {{"),
    ];
    for line in restored {
        lines.extend(line.lines(&JAVA, 4));
    }
    lines.push("  }".to_owned());
    Some(lines)
}

/// A comment at an indentation.
fn comment(text: &str, indent: usize) -> Vec<String> {
    let start = format!("{}// ", " ".repeat(indent));
    let lines = wrapped(text, JAVA.width - start.len());
    lines.iter().map(|line| format!("{start}{line}")).collect()
}

/// The comment above a test.
fn documentation(text: &str) -> Vec<String> {
    let line = format!("  /** {text} */");
    if line.chars().count() <= JAVA.width {
        return vec![line];
    }
    let mut lines = vec!["  /**".to_owned()];
    let words = wrapped(text, JAVA.width - 5);
    lines.extend(words.iter().map(|line| format!("   * {line}")));
    lines.push("   */".to_owned());
    lines
}

/// The lines of a test.
fn method(
    one: &Planned,
    kind: FileKind,
    name: &str,
    annotation: &str,
    options: &Options,
) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(comment) = &one.body.comment {
        lines.extend(documentation(&comment.replace("*/", "* /")));
    }
    match one.body.timeout {
        Some(milliseconds) => lines.push(format!("  @{annotation}(timeout = {milliseconds})")),
        None => lines.push(format!("  @{annotation}")),
    }
    if let Some(lints) = options.lints.get(&one.case.id) {
        let quoted: Vec<String> = lints.iter().map(|lint| format!("\"{lint}\"")).collect();
        lines.push(match quoted.as_slice() {
            [one] => format!("  @SuppressWarnings({one})"),
            several => format!("  @SuppressWarnings({{{}}})", several.join(", ")),
        });
    }
    let public = match options.framework {
        Framework::JUnit5 => "",
        Framework::JUnit4 => "public ",
    };
    let throws = one
        .body
        .throws
        .map_or_else(String::new, |what| format!(" throws {what}"));
    lines.push(format!("  {public}void {name}(){throws} {{"));
    if kind == FileKind::Possible {
        let doubts = one.case.likelihood().sentence();
        lines.extend(doubts.iter().flat_map(|words| comment(words, 4)));
    }
    let comments = options
        .annotations
        .comments
        .get(&one.case.id)
        .into_iter()
        .flatten();
    lines.extend(comments.flat_map(|line| comment(line, 4)));
    for (index, section) in one.body.sections.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        for code in section {
            let written = code.lines(&JAVA, 4).into_iter();
            lines.extend(written.map(|line| line.trim_end().to_owned()));
        }
    }
    lines.push("  }".to_owned());
    lines
}
