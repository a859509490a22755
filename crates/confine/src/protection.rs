//! What the kernel offers, and what is missing.

use std::fmt;

use crate::files;

/// Something that a subject is kept from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Everything: the executable was built to measure what the confinement costs.
    Build,
    /// Changing files, and reading secrets.
    Files,
    /// Signals to other processes.
    Signals,
}

impl fmt::Display for Protection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Protection::Build => "this executable was built to confine nothing: it is for measuring only",
            Protection::Files => "the kernel has no Landlock (Linux 5.13): files are protected by the weaker means of each language",
            Protection::Signals => "the kernel's Landlock is older than Linux 6.12: a subject can send signals to processes of the same user",
        })
    }
}

/// The protections that this kernel does not offer.
pub fn missing() -> Vec<Protection> {
    if cfg!(feature = "unconfined") {
        return vec![Protection::Build];
    }
    match files::version() {
        0 => vec![Protection::Files, Protection::Signals],
        1..6 => vec![Protection::Signals],
        _ => Vec::new(),
    }
}
