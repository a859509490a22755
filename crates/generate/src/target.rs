//! Modules that a user points at by a file or a name.

use std::path::PathBuf;

/// One module to test, and what of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// As the user wrote it.
    pub text: String,
    /// The module.
    pub module: Module,
    /// The class, function or `Class.method`, if not all of the module.
    pub part: Option<String>,
}

/// How a module is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Module {
    /// By its file.
    File(PathBuf),
    /// By its dotted name.
    Name(String),
}
