//! XML, as far as reports need it.

use crate::html::escape;

/// An element with its attributes and what is in it, which is XML.
pub(super) fn element(name: &str, attributes: &[(&str, &str)], inside: &str) -> String {
    let mut text = format!("<{name}");
    for (key, value) in attributes {
        text += &format!(" {key}=\"{}\"", escape(value));
    }
    match inside {
        "" => text += "/>\n",
        _ => text += &format!(">\n{inside}</{name}>\n"),
    }
    text
}

/// An element that holds text.
pub(super) fn text_element(name: &str, attributes: &[(&str, &str)], text: &str) -> String {
    element(name, attributes, &(escape(text) + "\n"))
}
