//! Addresses of functions that have models: a pointer to one leads to its
//! model, so that a call through it is followed like a direct one.

use indexmap::{IndexMap, IndexSet};

use super::function::global_name;

/// The text with the models' addresses, and what it has to declare.
pub(super) fn of_models(
    text: String,
    kept: &[&str],
    models: &IndexMap<String, String>,
    defined: &IndexSet<&str>,
) -> (String, Vec<(String, String)>) {
    let mut text = text;
    let mut declarations = Vec::new();
    for line in kept.iter().filter(|line| line.starts_with("declare ")) {
        let Some((name, _)) = crate::ir::module::name_after_at(line) else {
            continue;
        };
        let Some(model) = models.get(name).filter(|_| !defined.contains(name)) else {
            continue;
        };
        let (from, to) = (format!("@{name}"), global_name(model));
        if let Some(changed) = replaced(&text, &from, &to) {
            text = changed;
            let line = line.replacen(&format!("{from}("), &format!("{to}("), 1);
            let line = match (line.find("!dbg !"), line.find('@')) {
                (Some(start), Some(at)) if start < at => {
                    let end = start + 6 + line[start + 6..].find(' ').unwrap_or(0);
                    format!("{}{}", &line[..start], line[end..].trim_start())
                }
                _ => line,
            };
            declarations.push((model.clone(), line));
        }
    }
    (text, declarations)
}

/// The text with one name for another where it is a value; none if it never is.
fn replaced(text: &str, from: &str, to: &str) -> Option<String> {
    let mut result = String::new();
    let mut done = 0;
    for (at, _) in text.match_indices(from) {
        let behind = at + from.len();
        let is_value = text[behind..]
            .chars()
            .next()
            .is_some_and(|c| matches!(c, ',' | ' ' | ')' | ']' | '}' | '\n'));
        if is_value {
            result.push_str(&text[done..at]);
            result.push_str(to);
            done = behind;
        }
    }
    (done > 0).then(|| result + &text[done..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_replaced_and_calls_are_not() {
        let text = "@t = global ptr @free, align 8\n  call void @free(ptr %1)\n  store ptr @free, ptr %2\n  store ptr @freed, ptr %2\n";
        let kept = ["declare !dbg !7 void @free(ptr noundef) #2"];
        let models = IndexMap::from([("free".to_owned(), "ep_model_free".to_owned())]);
        let (text, declarations) = of_models(text.to_owned(), &kept, &models, &IndexSet::new());
        assert_eq!(
            text,
            "@t = global ptr @ep_model_free, align 8\n  call void @free(ptr %1)\n  store ptr @ep_model_free, ptr %2\n  store ptr @freed, ptr %2\n"
        );
        assert_eq!(
            declarations[0].1,
            "declare void @ep_model_free(ptr noundef) #2"
        );
    }
}
