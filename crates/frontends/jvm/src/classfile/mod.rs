//! Class files: parsed once, bounds-checked, without trust in what they say.

mod attributes;
mod parse;
mod pool;
mod reader;

pub use attributes::{
    Annotations, Bootstrap, Handler, InnerClass, Local, RawCode, RecordComponent,
};
pub use parse::{ClassFile, FieldInfo, MethodInfo};
pub use pool::{Constant, MemberRef, Pool};
pub use reader::{Malformed, Reader};

/// Access flags of classes and members.
pub mod access {
    /// Visible everywhere.
    pub const PUBLIC: u16 = 0x0001;
    /// Visible in its nest.
    pub const PRIVATE: u16 = 0x0002;
    /// Visible in its package and to subclasses.
    pub const PROTECTED: u16 = 0x0004;
    /// Belongs to the class.
    pub const STATIC: u16 = 0x0008;
    /// Not overridden, not assigned again.
    pub const FINAL: u16 = 0x0010;
    /// Holds its monitor while it runs.
    pub const SYNCHRONIZED: u16 = 0x0020;
    /// Made by the compiler to call an override.
    pub const BRIDGE: u16 = 0x0040;
    /// The last parameter takes any number of arguments.
    pub const VARARGS: u16 = 0x0080;
    /// Implemented outside the class file.
    pub const NATIVE: u16 = 0x0100;
    /// An interface.
    pub const INTERFACE: u16 = 0x0200;
    /// Without a body, or with members without one.
    pub const ABSTRACT: u16 = 0x0400;
    /// Made by the compiler.
    pub const SYNTHETIC: u16 = 0x1000;
    /// An annotation.
    pub const ANNOTATION: u16 = 0x2000;
    /// An enum or one of its constants.
    pub const ENUM: u16 = 0x4000;
}
