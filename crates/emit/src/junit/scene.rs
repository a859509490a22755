//! The scene of one test: its names, its locals, what it imports and needs.

use std::collections::{BTreeMap, BTreeSet};

use everypath_recipe::{LocalId, Method, Type};

use super::fixtures::Fixture;
use super::helpers::Helper;
use super::imports::Imports;
use super::observed::{Case, ClassFacts, MethodFacts};
use super::{Framework, Unwritable};
use crate::layout::Code;

/// Words that cannot be variables, or should not be.
#[rustfmt::skip]
const TAKEN: &[&str] = &[
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
    "continue", "default", "do", "double", "else", "enum", "extends", "final", "finally",
    "float", "for", "goto", "if", "implements", "import", "instanceof", "int", "interface",
    "long", "native", "new", "package", "private", "protected", "public", "return", "short",
    "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws",
    "transient", "try", "void", "volatile", "while", "true", "false", "null", "var", "record",
    "yield", "sealed", "permits", "_", "result", "thrown", "printed",
    "temporary", "folder", "calls",
];

/// How much of a generic type is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generics {
    /// Its arguments, made up if they are not known.
    Arguments,
    /// Nothing: as in class literals.
    Erased,
    /// Question marks: enough to look at a value.
    Wildcards,
}

/// A local of the test.
#[derive(Clone, Debug)]
pub(super) struct Local {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: Type,
}

/// What writing one test needs and gathers.
pub(super) struct Scene<'a> {
    /// The case.
    pub case: &'a Case,
    /// The file's imports.
    pub imports: &'a mut Imports,
    /// The framework.
    pub framework: Framework,
    /// Whether types are written raw, since the compiler refused them with arguments.
    pub raw: bool,
    /// The recipe's locals.
    pub locals: BTreeMap<LocalId, Local>,
    /// The statements before the call.
    pub lines: Vec<Code>,
    /// What is done after the test.
    pub restored: Vec<Code>,
    /// Private methods that the test calls.
    pub helpers: BTreeSet<Helper>,
    /// Fields of the test class that the test uses.
    pub fixtures: BTreeSet<Fixture>,
    /// Whether something outside a lambda declares checked exceptions.
    pub checked: bool,
    /// Whether something outside a lambda declares any throwable.
    pub throwable: bool,
    names: BTreeSet<String>,
}

impl<'a> Scene<'a> {
    /// An empty scene.
    pub(super) fn new(
        case: &'a Case,
        imports: &'a mut Imports,
        framework: Framework,
        raw: bool,
    ) -> Scene<'a> {
        Scene {
            case,
            imports,
            framework,
            raw,
            locals: BTreeMap::new(),
            lines: Vec::new(),
            restored: Vec::new(),
            helpers: BTreeSet::new(),
            fixtures: BTreeSet::new(),
            checked: false,
            throwable: false,
            names: BTreeSet::new(),
        }
    }

    /// A name like the wish that no other local has.
    pub(super) fn fresh(&mut self, wish: &str) -> String {
        let letters: String = wish
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        let letters = letters.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
        let mut base = match letters.is_empty() {
            true => "value".to_owned(),
            false => decapitalised(letters),
        };
        if TAKEN.contains(&base.as_str()) {
            base = format!("{base}Value");
        }
        let mut name = base.clone();
        let mut number = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{base}{number}");
            number += 1;
        }
        name
    }

    /// The facts of a method that the recipe calls.
    pub(super) fn facts_of(&self, method: &Method) -> MethodFacts {
        let key = format!("{}.{}{}", method.class, method.name, method.descriptor);
        match self.case.methods.get(&key) {
            Some(facts) => facts.clone(),
            None => MethodFacts {
                visible: true,
                overloaded: true,
                varargs: method.varargs,
                ..MethodFacts::default()
            },
        }
    }

    /// Whether a field can be named.
    pub(super) fn sees_field(&self, class: &str, field: &str) -> bool {
        self.case
            .methods
            .get(&format!("{class}.{field}"))
            .is_none_or(|facts| facts.visible)
    }

    /// What is known of a class.
    pub(super) fn class_facts(&self, name: &str) -> ClassFacts {
        self.case.classes.get(name).cloned().unwrap_or_else(|| {
            let package = name.rsplit_once('.').map_or("", |(package, _)| package);
            ClassFacts {
                source: name.replace('$', "."),
                package: package.to_owned(),
                visible: true,
                inner: false,
                bounds: Vec::new(),
            }
        })
    }

    /// The name of a class in source, without type arguments.
    pub(super) fn class_name(&mut self, name: &str) -> Result<String, Unwritable> {
        let facts = self.class_facts(name);
        if !facts.visible {
            return Err(format!("a test cannot name its class {}", facts.source));
        }
        Ok(self.imports.name(&facts.source, &facts.package))
    }

    /// A type in source.
    pub(super) fn type_name(
        &mut self,
        of: &Type,
        generics: Generics,
    ) -> Result<String, Unwritable> {
        match of {
            Type::Array { element } => {
                let generics = match generics {
                    Generics::Arguments => Generics::Wildcards,
                    other => other,
                };
                Ok(format!("{}[]", self.type_name(element, generics)?))
            }
            Type::Class { name, arguments } => {
                let written = self.class_name(name)?;
                let arguments = self.type_arguments(name, arguments, generics)?;
                Ok(format!("{written}{arguments}"))
            }
            Type::Any => Ok("?".to_owned()),
            primitive => Ok(primitive.keyword().unwrap_or("Object").to_owned()),
        }
    }

    fn type_arguments(
        &mut self,
        class: &str,
        arguments: &[Type],
        generics: Generics,
    ) -> Result<String, Unwritable> {
        let bounds = self.class_facts(class).bounds;
        let written: Vec<String> = match generics {
            Generics::Erased => return Ok(String::new()),
            Generics::Wildcards => bounds.iter().map(|_| "?".to_owned()).collect(),
            Generics::Arguments if self.raw => return Ok(String::new()),
            Generics::Arguments if !arguments.is_empty() => arguments
                .iter()
                .map(|argument| self.type_argument(argument))
                .collect::<Result<_, _>>()?,
            Generics::Arguments => bounds
                .iter()
                .map(|bound| match bound.as_str() {
                    "java.lang.Comparable" => Ok("Integer".to_owned()),
                    bound => self.type_name(&Type::class(bound), Generics::Erased),
                })
                .collect::<Result<_, _>>()?,
        };
        Ok(match written.is_empty() {
            true => String::new(),
            false => format!("<{}>", written.join(", ")),
        })
    }

    fn type_argument(&mut self, argument: &Type) -> Result<String, Unwritable> {
        match argument.boxed() {
            Some(boxed) => self.class_name(boxed),
            None => self.type_name(argument, Generics::Arguments),
        }
    }

    /// `Foo.class`.
    pub(super) fn class_literal(&mut self, of: &Type) -> Result<String, Unwritable> {
        Ok(format!("{}.class", self.type_name(of, Generics::Erased)?))
    }

    /// A class of the JDK that everybody can name.
    pub(super) fn jdk(&mut self, name: &str) -> String {
        let package = name.rsplit_once('.').map_or("", |(package, _)| package);
        self.imports.name(name, package)
    }
}

/// A class's name without package and outer classes.
pub(super) fn simple_name(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

/// `LinkedList` as `linkedList`, `URL` as `url`.
fn decapitalised(name: &str) -> String {
    let upper = name.chars().take_while(|c| c.is_ascii_uppercase()).count();
    let count = match upper {
        0 => return name.to_owned(),
        1 => 1,
        all if all == name.chars().count() => all,
        several => several - 1,
    };
    let (head, tail) = name.split_at(count);
    format!("{}{tail}", head.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_small_letters() {
        assert_eq!(decapitalised("LinkedList"), "linkedList");
        assert_eq!(decapitalised("URL"), "url");
        assert_eq!(decapitalised("IBANNumber"), "ibanNumber");
        assert_eq!(decapitalised("x"), "x");
        assert_eq!(simple_name("a.b.Outer$Inner"), "Inner");
    }
}
