//! The Java front end: class files in, traces out.

/// How a Java test builds its input and makes its call, as plain data.
pub use everypath_recipe as recipe;
