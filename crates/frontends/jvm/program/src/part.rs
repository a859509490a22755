//! The part of a class that a target names: a method.

use everypath_generate::{Failure, FailureKind};

/// A method, with its parameters if its name is not enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The method's name; the class's own for its constructors.
    pub method: String,
    /// The simple names of its parameters' types.
    pub parameters: Option<Vec<String>>,
}

/// `method` or `method(int,String)`.
pub(crate) fn part_of(text: &str) -> Result<Part, Failure> {
    let (method, parameters) = match text.split_once('(') {
        None => (text, None),
        Some((method, rest)) => {
            let inside = rest.strip_suffix(')').ok_or_else(|| {
                let message = format!("{text}: the parameters have no closing parenthesis");
                Failure::new(FailureKind::Usage, message)
            })?;
            let parameters = inside
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(|name| name.rsplit('.').next().unwrap_or(name).to_owned())
                .collect();
            (method, Some(parameters))
        }
    };
    Ok(Part {
        method: method.trim().to_owned(),
        parameters,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_may_name_their_parameters() {
        let check = |text: &str, method: &str, parameters: Option<&[&str]>| {
            let part = part_of(text).unwrap();
            let expected = parameters.map(|all| all.iter().map(|one| (*one).to_owned()).collect());
            assert_eq!((part.method.as_str(), part.parameters), (method, expected));
        };
        check("parse", "parse", None);
        check("parse()", "parse", Some(&[]));
        check(
            "parse(int, java.lang.String)",
            "parse",
            Some(&["int", "String"]),
        );
        assert!(part_of("parse(int").is_err());
    }
}
