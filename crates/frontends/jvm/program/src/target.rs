//! Java targets: class files, sources, jars, directories, projects and names.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use everypath_emit::junit::Framework;
use everypath_jdk::{Compilation, Jdk, compile, entries_of, is_project, modules_of};
use tempfile::TempDir;

use crate::class_name::class_name;
use crate::part::{Part, part_of};
use crate::projects::{below, of_project, of_project_around, tests_around};
use everypath_generate::Settings;
use everypath_generate::absolute;
use everypath_generate::{Failure, FailureKind};

/// Directories of a build where classes lie, looked at for names.
const BUILT: [&str; 5] = [
    "target/classes",
    "build/classes/java/main",
    "out/production",
    "bin",
    ".",
];
/// Directories that never hold classes to test.
const SKIPPED: [&str; 4] = [
    "test-classes",
    "META-INF",
    "node_modules",
    "generated-sources",
];

/// One class to test, and what of it.
#[derive(Clone, Debug)]
pub struct Target {
    /// As the user wrote it.
    pub text: String,
    /// The class, by its binary name.
    pub class: String,
    /// The method, if not all of the class.
    pub part: Option<Part>,
    /// Where the class and what it needs are.
    pub class_path: Vec<PathBuf>,
    /// Where sources may be.
    pub sources: Vec<PathBuf>,
    /// Where the project keeps its tests.
    pub tests: Option<PathBuf>,
    /// The JUnit that the project's tests are for.
    pub(crate) junit: Framework,
    /// The JDK that its classes are for.
    pub(crate) jdk: Jdk,
    /// Classes that were compiled for this run; they go away with it.
    _compiled: Option<Arc<TempDir>>,
}

/// Whether a target is for Java, by its form; directories may hold any language.
pub fn is_java(text: &str, settings: &Settings) -> bool {
    let place = text.split('#').next().unwrap_or(text);
    let path = Path::new(place);
    if place.contains("::") {
        return false;
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    if matches!(extension, Some("class" | "java" | "jar")) || text.contains('#') {
        return true;
    }
    let dotted = is_class_name(place) && !path.exists();
    let file = format!("{}.class", place.replace('.', "/"));
    dotted
        && (!settings.java.class_path.is_empty()
            || (is_project(Path::new(".")) && place.contains('.') && !is_module(place))
            || BUILT
                .iter()
                .any(|built| Path::new(built).join(&file).is_file()))
}

/// Whether there are classes to test below a directory, or sources of some.
pub fn holds_java(directory: &Path) -> bool {
    is_project(directory) || holds(directory, &["class", "java"], 8)
}

/// Whether a dotted name is that of a Python module here.
fn is_module(name: &str) -> bool {
    let path = PathBuf::from(name.replace('.', "/"));
    path.is_dir() || path.with_extension("py").is_file()
}

fn is_class_name(text: &str) -> bool {
    !text.is_empty()
        && text.split('.').all(|name| {
            name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
                && name
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '_' || c == '$')
        })
}

/// Whether a directory holds a file with one of these endings, some levels down.
fn holds(directory: &Path, extensions: &[&str], depth: usize) -> bool {
    let Ok(entries) = fs::read_dir(directory) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let path = entry.path();
        match path.is_dir() {
            true => {
                depth > 0
                    && !entry.file_name().to_string_lossy().starts_with('.')
                    && holds(&path, extensions, depth - 1)
            }
            false => path
                .extension()
                .is_some_and(|end| extensions.iter().any(|wanted| end == *wanted)),
        }
    })
}

/// How long the compiler may take for one file, at least.
const SHORTEST_COMPILATION: Duration = Duration::from_secs(15);

/// The classes that a target names.
pub fn resolve(text: &str, settings: &Settings, jdk: &Jdk) -> Result<Vec<Target>, Failure> {
    let (place, part) = match text.split_once('#') {
        Some((place, part)) => (place, Some(part_of(part)?)),
        None => (text, None),
    };
    let path = Path::new(place);
    let mut class_path: Vec<PathBuf> = Vec::new();
    for entry in &settings.java.class_path {
        if !entry.exists() {
            let message = format!("--classpath: there is no {}", entry.display());
            return Err(Failure::new(FailureKind::Usage, message));
        }
        class_path.push(absolute(entry));
    }
    let target = Target {
        text: text.to_owned(),
        class: place.to_owned(),
        part,
        class_path,
        sources: Vec::new(),
        tests: None,
        junit: Framework::default(),
        jdk: jdk.clone(),
        _compiled: None,
    };
    let extension = path.extension().and_then(|extension| extension.to_str());
    let found = match extension {
        Some("class") if path.is_file() => class_file(target, path)?,
        Some("java") if path.is_file() => source(target, path, settings, jdk)?,
        Some("jar") if path.is_file() => jar(target, path)?,
        Some("class" | "java" | "jar") => {
            let message = format!("there is no file {place}");
            return Err(Failure::new(FailureKind::Target, message));
        }
        _ if path.is_dir() => directory(target, path, jdk)?,
        _ => named(target, place, jdk)?,
    };
    if found.is_empty() {
        let message = format!("{place} holds no classes to test");
        return Err(Failure::new(FailureKind::Target, message));
    }
    if found.len() > 1 && found[0].part.is_some() {
        let message = format!("{place} holds several classes: name the one that has the method");
        return Err(Failure::new(FailureKind::Usage, message));
    }
    Ok(found)
}

fn wrong(message: String) -> Failure {
    Failure::new(FailureKind::Target, message)
}

fn class_file(target: Target, path: &Path) -> Result<Vec<Target>, Failure> {
    let bytes = fs::read(path)
        .map_err(|error| wrong(format!("{} cannot be read: {error}", path.display())))?;
    let class = class_name(&bytes)
        .map_err(|why| wrong(format!("{} is no class file: {why}", path.display())))?;
    let path = absolute(path);
    let file = format!("{}.class", class.replace('.', "/"));
    let root = path
        .to_string_lossy()
        .strip_suffix(&file)
        .map(PathBuf::from)
        .ok_or_else(|| {
            wrong(format!(
                "{} holds the class {class}, which belongs into a file {file}",
                path.display()
            ))
        })?;
    Ok(vec![in_directory(target, &root, class)])
}

/// A target in a directory of classes; the project around it says where its
/// sources and tests are.
fn in_directory(mut target: Target, root: &Path, class: String) -> Target {
    target.class_path.insert(0, root.to_owned());
    target.class = class;
    for (built, sources) in [
        ("target/classes", "src/main/java"),
        ("build/classes/java/main", "src/main/java"),
    ] {
        if let Some(project) = root
            .to_string_lossy()
            .trim_end_matches('/')
            .strip_suffix(built)
        {
            target.sources.push(Path::new(project).join(sources));
            let tests = Path::new(project).join("src/test/java");
            target.tests = tests.is_dir().then_some(tests);
        }
    }
    target.sources.push(root.to_owned());
    target
}

fn jar(target: Target, path: &Path) -> Result<Vec<Target>, Failure> {
    let names = entries_of(path)
        .map_err(|why| wrong(format!("{} cannot be read: {why}", path.display())))?;
    let mut classes: Vec<String> = names
        .iter()
        .filter_map(|name| name.strip_suffix(".class"))
        .filter(|name| is_wanted(name))
        .map(|name| name.replace('/', "."))
        .collect();
    classes.sort();
    Ok(classes
        .into_iter()
        .map(|class| {
            let mut one = target.clone();
            one.class_path.insert(0, absolute(path));
            one.class = class;
            one
        })
        .collect())
}

/// What the sources of tests mention.
const FRAMEWORKS: [&str; 3] = ["org.junit", "junit.framework", "org.testng"];

/// Whether a class of a jar or directory is one to test.
pub(crate) fn is_wanted(name: &str) -> bool {
    let simple = name.rsplit('/').next().unwrap_or(name);
    let tests = simple.ends_with("Test") || simple.ends_with("Tests");
    !name.contains('$') && !simple.contains('-') && !name.starts_with("META-INF") && !tests
}

fn directory(target: Target, path: &Path, jdk: &Jdk) -> Result<Vec<Target>, Failure> {
    let root = absolute(path);
    if is_project(&root) {
        let modules = modules_of(&root, jdk).map_err(wrong)?;
        return Ok(of_project(&target, &modules));
    }
    if let Some(found) = below(&target, &root, jdk)? {
        return Ok(found);
    }
    let classes = files(&root, "class");
    if !classes.is_empty() {
        let mut found = Vec::new();
        for file in classes {
            let inside = file.strip_prefix(&root).unwrap_or(&file);
            let name = inside.with_extension("").display().to_string();
            if is_wanted(&name) {
                found.extend(class_file(target.clone(), &file)?);
            }
        }
        return Ok(found);
    }
    // Tests need a framework to compile, and are not what is tested.
    let mut found = files(&root, "java");
    found.retain(|file| !is_test(file));
    sources(target, path, &found, jdk, None)
}

/// Whether a source is a test: others may have a name like one.
fn is_test(file: &Path) -> bool {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let uses = |text: String| FRAMEWORKS.iter().any(|name| text.contains(name));
    !is_wanted(&stem) && fs::read_to_string(file).is_ok_and(uses)
}

/// The files with an ending below a directory, in order.
pub(crate) fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(directory)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name.as_ref()) {
                found.extend(files(&path, extension));
            }
        } else if path.extension().is_some_and(|end| end == extension) {
            found.push(path);
        }
    }
    found
}

/// A source, as its project builds it if it has one, else compiled for this run.
fn source(
    mut target: Target,
    path: &Path,
    settings: &Settings,
    jdk: &Jdk,
) -> Result<Vec<Target>, Failure> {
    let place = absolute(path);
    if target.class_path.is_empty()
        && let Ok(Some(found)) = below(&target, &place, jdk)
        && !found.is_empty()
    {
        return Ok(found);
    }
    target.tests = tests_around(&place);
    let patience = settings.compile_time(SHORTEST_COMPILATION);
    sources(target, path, &[path.to_owned()], jdk, Some(patience))
}

/// Compiles sources for this run.
fn sources(
    mut target: Target,
    place: &Path,
    files: &[PathBuf],
    jdk: &Jdk,
    patience: Option<Duration>,
) -> Result<Vec<Target>, Failure> {
    let failed = |error: std::io::Error| wrong(format!("{}: {error}", place.display()));
    let out = tempfile::TempDir::with_prefix("everypath-").map_err(failed)?;
    let mut roots: Vec<PathBuf> = Vec::new();
    let mut names = Vec::new();
    for file in files {
        let text = fs::read(file).map_err(failed)?;
        let package = package_of(&String::from_utf8_lossy(&text));
        let file = absolute(file);
        let stem = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if stem.contains('-') {
            continue;
        }
        let depth = package.as_ref().map_or(0, |name| name.split('.').count());
        let root = file.ancestors().nth(depth + 1).unwrap_or(Path::new("/"));
        if !roots.contains(&root.to_owned()) {
            roots.push(root.to_owned());
        }
        names.push(match package {
            Some(package) => format!("{package}.{stem}"),
            None => stem,
        });
    }
    let said = compile(
        jdk,
        &Compilation {
            sources: files.to_vec(),
            source_path: roots.clone(),
            class_path: target.class_path.clone(),
            out: out.path().to_owned(),
            options: vec!["-nowarn".to_owned()],
            patience,
        },
    )
    .map_err(wrong)?;
    if let Some(error) = said.iter().find(|one| one.error) {
        // It may need what only the project around it knows.
        if let ([file], [name], []) = (files, &names[..], &target.class_path[..])
            && let Some(found) = of_project_around(&target, file, name, jdk)
        {
            return Ok(vec![found]);
        }
        return Err(wrong(format!(
            "{} does not compile: line {}: {}",
            error.file.display(),
            error.line,
            error.message
        )));
    }
    target.class_path.insert(0, out.path().to_owned());
    target.sources = roots;
    let compiled = Arc::new(out);
    let exists = |name: &String| {
        let file = format!("{}.class", name.replace('.', "/"));
        compiled.path().join(file).is_file()
    };
    Ok(names
        .into_iter()
        .filter(|name| exists(name) && (files.len() == 1 || is_wanted(&name.replace('.', "/"))))
        .map(|name| {
            let mut one = target.clone();
            one.class = name;
            one._compiled = Some(compiled.clone());
            one
        })
        .collect())
}

/// The package that a source declares.
pub(crate) fn package_of(text: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let rest = line.trim().strip_prefix("package ")?;
        let name = rest.split(';').next()?.trim();
        is_class_name(name).then(|| name.to_owned())
    })
}

fn named(mut target: Target, name: &str, jdk: &Jdk) -> Result<Vec<Target>, Failure> {
    if !is_class_name(name) {
        return Err(wrong(format!(
            "there is no file {name}; name a .class, .java or .jar file, a directory, or a class with --classpath"
        )));
    }
    let file = format!("{}.class", name.replace('.', "/"));
    if target.class_path.is_empty() {
        if let Some(found) = of_project_around(&target, Path::new("."), name, jdk) {
            return Ok(vec![found]);
        }
        let found = BUILT
            .iter()
            .map(Path::new)
            .find(|built| built.join(&file).is_file());
        return match found {
            Some(built) => Ok(vec![in_directory(
                target,
                &absolute(built),
                name.to_owned(),
            )]),
            None => Err(wrong(format!(
                "there is no class {name} here; name the directories and jars that hold it with --classpath"
            ))),
        };
    }
    let home = target
        .class_path
        .iter()
        .find(|entry| entry.join(&file).is_file())
        .cloned();
    if let Some(home) = home {
        target.class_path.retain(|entry| *entry != home);
        return Ok(vec![in_directory(target, &home, name.to_owned())]);
    }
    target.class = name.to_owned();
    Ok(vec![target])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_read_from_sources() {
        assert_eq!(
            package_of("// x\npackage a.b;\nclass C {}"),
            Some("a.b".to_owned())
        );
        assert_eq!(package_of("class C {}"), None);
        assert!(is_wanted("a/b/Foo") && !is_wanted("a/Foo$Bar") && !is_wanted("FooTest"));
    }
}
