//! What an emitter gives back, whatever the language.

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, without directory.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The test of each case, in the order of the file.
    pub tests: Vec<(u64, String)>,
}

/// A case without a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The case.
    pub id: u64,
    /// The unit.
    pub unit: String,
    /// Why.
    pub reason: String,
}

/// What became of the cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    /// The tests that pass, if there are any.
    pub tests: Option<File>,
    /// The tests that fail because the unit is wrong, if there are any.
    pub bugs: Option<File>,
    /// The cases without a test.
    pub skipped: Vec<Skipped>,
}
