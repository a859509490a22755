//! How large inputs may be, and the language that they belong to.

use serde::{Deserialize, Serialize};

/// A language that has a front end.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// Python.
    #[default]
    Python,
    /// Java, and what else runs on its machine.
    Java,
    /// C.
    C,
}

/// The bounds of an input. Front ends cut off what is larger, and say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scope {
    /// Objects of each class in a structure.
    #[serde(rename = "max_nodes")]
    pub objects: u32,
    /// Elements of an array, a buffer or a container.
    #[serde(rename = "max_length")]
    pub length: u32,
    /// Characters of a text.
    #[serde(rename = "max_text")]
    pub text: u32,
    /// Method calls that set up a receiver.
    #[serde(rename = "max_calls")]
    pub calls: u32,
}

impl Scope {
    /// The bounds that a language has unless somebody says otherwise. Buffers of C
    /// are longer: they hold bytes, where the containers of others hold things.
    pub const fn of(language: Language) -> Scope {
        Scope {
            objects: 5,
            length: match language {
                Language::Python | Language::Java => 5,
                Language::C => 16,
            },
            text: 20,
            calls: 3,
        }
    }
}
