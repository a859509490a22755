//! What a subject tried and was refused, in words.

use std::path::PathBuf;

/// Something that a subject tried and was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What it tried.
    pub act: Act,
    /// The file that it concerns, if it is one.
    pub path: Option<PathBuf>,
}

/// What a subject may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Writing a file, or making one.
    Write,
    /// Taking away a file or a directory.
    Delete,
    /// Giving a file another name.
    Rename,
    /// Making a directory.
    MakeDirectory,
    /// Making a link, a pipe or a device.
    MakeLink,
    /// Changing modes, owners, times or attributes of a file.
    ChangeAttributes,
    /// Opening a connection, or waiting for one.
    Network,
    /// Starting a program.
    Start,
    /// Making another process.
    Fork,
    /// Sending a signal to another process.
    Signal,
    /// Changing limits or priorities of another process.
    Interfere,
    /// Mounts, keys, clocks, tracing, and whatever else concerns the machine.
    Machine,
}

impl Act {
    /// What it does, as a verb: "writes a file".
    pub fn words(self) -> &'static str {
        match self {
            Act::Write => "writes a file",
            Act::Delete => "deletes a file",
            Act::Rename => "renames a file",
            Act::MakeDirectory => "makes a directory",
            Act::MakeLink => "makes a link, pipe or device",
            Act::ChangeAttributes => "changes attributes of a file",
            Act::Network => "uses the network",
            Act::Start => "starts a program",
            Act::Fork => "starts a process",
            Act::Signal => "sends a signal",
            Act::Interfere => "changes another process",
            Act::Machine => "changes the machine",
        }
    }
}
