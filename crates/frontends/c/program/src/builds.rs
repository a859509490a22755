//! The builds that tests are tried in: a test is kept if it passes in all of them.

/// How a test file is compiled, besides the flags of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// As the compiler does by default.
    Plain,
    /// By clang, which sees more in functions that it may change: what is left to the
    /// implementation, such as `realloc` to no bytes, comes out another way.
    Optimised,
    /// With sanitizers, which end a test that reads what nobody wrote, and one that asks
    /// for more memory than any machine has to give.
    Sanitized,
    /// With sanitizers, for tests that show bugs: a large allocation is none.
    Buggy,
    /// By clang, from code that is any of its mutants.
    Mutated,
}

/// What sanitizers are asked for.
const SANITIZERS: [&str; 3] = [
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

impl Build {
    /// The builds besides the plain one, with the name that each program gets.
    pub(crate) const FURTHER: [Build; 2] = [Build::Optimised, Build::Sanitized];

    /// What the program is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Build::Plain => "tests",
            Build::Optimised => "optimised",
            Build::Sanitized => "sanitized",
            Build::Buggy => "bugs",
            Build::Mutated => "mutants",
        }
    }

    /// The flags for the compiler.
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            Build::Plain | Build::Mutated => &[],
            Build::Optimised => &["-O2"],
            Build::Sanitized | Build::Buggy => &SANITIZERS,
        }
    }

    /// What the sanitizers are told. Looking for leaks would trace the process, which is
    /// refused; 64 MB is what an allocator gives anywhere.
    pub(crate) fn sanitizer_options(self) -> &'static str {
        match self {
            Build::Sanitized => "detect_leaks=0:max_allocation_size_mb=64",
            _ => "detect_leaks=0",
        }
    }

    /// Why a test is dropped that passes in the plain build and not in this one.
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Build::Optimised => "what it does depends on the compiler",
            _ => "sanitizers report it, or it needs more memory than 64 MB at once",
        }
    }
}
