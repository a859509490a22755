//! Arguments that are given by name. Python takes any text for one, but not every text can be
//! written as a name.

use super::literal;
use super::names::is_name;
use crate::layout::Code;

/// The arguments, those whose names are none in a dictionary at the end.
pub(super) fn by_name<'a>(named: impl IntoIterator<Item = (&'a String, Code)>) -> Vec<Code> {
    let (mut arguments, mut others) = (vec![], vec![]);
    for (name, value) in named {
        if is_name(name) {
            arguments.push(Code::text(format!("{name}=")).then(value));
        } else {
            let key = literal::text(name);
            others.push(Code::text(format!("{key}: ")).then(value));
        }
    }
    if !others.is_empty() {
        arguments.push(Code::group("**{", others, "}"));
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_name_is_a_key() {
        let named = ["size", "class", "", "a-b", "entered.return_value"].map(str::to_owned);
        let given = named.iter().map(|name| (name, Code::text("1")));
        let call = Code::call("f", by_name(given));
        assert_eq!(
            call.flat(),
            r#"f(size=1, **{"class": 1, "": 1, "a-b": 1, "entered.return_value": 1})"#
        );
    }
}
