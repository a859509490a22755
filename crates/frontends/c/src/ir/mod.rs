//! LLVM's textual representation, as clang writes it: enough of it to find
//! functions, instructions, operands, types and debug information. It reads
//! versions 14 to 19, with typed and with opaque pointers.

pub mod debug;
pub mod module;
pub mod text;
