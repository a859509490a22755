//! What tests have to know of the source that they include.

use std::path::{Path, PathBuf};

use everypath_c::Program;
use everypath_emit::c::Source;
use everypath_generate::relative;

/// The source of a program, as tests see it.
pub(crate) struct SourceFile {
    /// The file.
    pub(crate) path: PathBuf,
    /// The invariant, if there is one.
    pub(crate) invariant: Option<String>,
    /// What test files have to know of it.
    pub(crate) contents: Source,
    /// C that defines the variables which nobody defines.
    definitions: String,
}

impl SourceFile {
    /// The source of a program.
    pub(crate) fn new(program: &Program) -> SourceFile {
        let units = program.units.iter().map(|unit| &unit.name);
        SourceFile {
            path: program.source.clone(),
            invariant: program.invariant.clone(),
            definitions: program.definitions(),
            contents: Source {
                functions: units.chain(&program.undeclared).cloned().collect(),
                allocators: program.allocators.iter().cloned().collect(),
            },
        }
    }

    /// Its name without directory and ending.
    pub(crate) fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// The lines that include it, seen from a directory.
    pub(crate) fn included_from(&self, directory: &Path) -> String {
        let own = self.path.parent().unwrap_or(Path::new("/"));
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.include(&format!("{}/{name}", relative(own, directory)))
    }

    /// The lines that include it, wherever they stand.
    pub(crate) fn included(&self) -> String {
        self.include(&self.path.display().to_string())
    }

    /// The lines that include a source whose `main` is not the program's, and define
    /// what no other file defines.
    fn include(&self, path: &str) -> String {
        let definitions = match self.definitions.as_str() {
            "" => String::new(),
            lines => format!("\n/* Variables of other files. */\n{lines}"),
        };
        format!("#define main program_main\n#include \"{path}\"\n#undef main\n{definitions}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_included_from_where_tests_are() {
        let source = SourceFile {
            path: "/project/src/list.c".into(),
            invariant: None,
            contents: Source::default(),
            definitions: "int verbose;\n".to_owned(),
        };
        let lines = source.included_from(Path::new("/project/tests"));
        assert!(lines.contains("#include \"../src/list.c\"\n"), "{lines}");
        assert!(lines.ends_with("int verbose;\n"), "{lines}");
        assert!(source.included().contains("\"/project/src/list.c\""));
    }
}
