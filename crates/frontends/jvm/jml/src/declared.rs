//! What a Java file declares, as far as specifications need it.

use crate::clauses::Said;

/// A class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Class {
    /// Its simple name.
    pub name: String,
    /// Its binary name, with dots.
    pub binary: String,
    /// Its type parameters, as written.
    pub type_parameters: String,
    /// The class that it extends, as written.
    pub superclass: Option<String>,
    /// The class that contains it, by its number.
    pub outer: Option<usize>,
    /// Whether an object of it belongs to one of the class around it.
    pub is_inner: bool,
    /// Why it cannot have woven methods, if it cannot.
    pub unwoven: Option<&'static str>,
    /// Where its closing brace is.
    pub end: usize,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Its methods and constructors.
    pub methods: Vec<Method>,
    /// Its invariants, and what else is said of it.
    pub said: Vec<Said>,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: String,
    /// Whether it is static.
    pub is_static: bool,
    /// Whether it is private.
    pub is_private: bool,
    /// What is said of its being null.
    pub nullable: Option<bool>,
    /// Its line.
    pub line: usize,
}

/// A parameter.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type, dots included.
    pub of: String,
    /// What is said of its being null.
    pub nullable: Option<bool>,
}

/// A method or constructor.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    /// Its name.
    pub name: String,
    /// What it returns; `None` for a constructor.
    pub result: Option<String>,
    /// Whether it is static.
    pub is_static: bool,
    /// Whether it is private.
    pub is_private: bool,
    /// Whether it has a body.
    pub has_body: bool,
    /// Its type parameters, as written.
    pub type_parameters: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// `throws …`, as written.
    pub throws: String,
    /// What is said of its result's being null.
    pub nullable: Option<bool>,
    /// What is said of it.
    pub said: Vec<Said>,
    /// Its line.
    pub line: usize,
}

/// Something that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Omission {
    /// The line.
    pub line: usize,
    /// What, and why.
    pub message: String,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    /// Its package; empty if it has none.
    pub package: String,
    /// Its classes, outer ones first.
    pub classes: Vec<Class>,
    /// What is left out.
    pub omissions: Vec<Omission>,
}
