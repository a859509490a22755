//! The second seam: a unit lowered to procedures of blocks over registers.
//! A front end lowers on demand (`Source`), the bounded engine encodes; what
//! is lowered names no language.

mod code;
mod input;
mod source;

pub use code::{Block, BlockId, Callee, Edge, Instruction, Procedure, Register, Terminator};
pub use input::{InputObject, InputValue, Open, Solution};
pub use source::{
    Class, ClassId, Constant, Contents, Field, Kind, Layout, ProcedureId, SelectorId, Source,
    StaticId, Unit,
};
