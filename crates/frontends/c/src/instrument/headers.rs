//! The first lines of functions: where they are in the program, and whether they
//! are worth the compiler's time.

use super::Options;
use crate::ir::module::{Function, Module};

/// Where instrumented functions are, so that the runtime knows them by their
/// addresses.
const OWN_SECTION: &str = " section \"ep_text\"";
/// Lines of a function that is worth the compiler's time: it takes much longer for
/// large ones, and their runs are few.
const LONGEST: usize = 3000;
/// What keeps the compiler from spending time on a function.
const PLAIN: &str = " noinline optnone";

/// A function's header with its section. Those that say more of themselves than
/// their attributes stay as they are.
pub(super) fn placed(function: &Function, module: &Module, options: &Options) -> String {
    // Of what is to be inlined always there is no other copy to call.
    let header = function
        .header
        .replace(" available_externally ", " internal ");
    let end = header.rfind(')').map_or(0, |at| at + 1);
    let rest = &header[end..];
    let is_simple = rest
        .split_whitespace()
        .all(|word| word.starts_with('#') || word.ends_with("unnamed_addr"));
    if !is_simple {
        return header;
    }
    let is_worth = match &options.optimised {
        _ if function.body.len() > LONGEST => false,
        Some(names) => names.contains(function.name),
        None => true,
    };
    let plain = if is_worth || wants_otherwise(rest, module) {
        ""
    } else {
        PLAIN
    };
    format!("{header}{plain}{OWN_SECTION}")
}

/// Whether the attributes speak of optimisation themselves.
fn wants_otherwise(rest: &str, module: &Module) -> bool {
    let mut groups = rest.split_whitespace().filter(|word| word.starts_with('#'));
    groups.any(|group| {
        let start = format!("attributes {group} = ");
        let line = module.kept.iter().find(|line| line.starts_with(&start));
        line.is_some_and(|line| {
            ["alwaysinline", "optsize", "minsize"]
                .iter()
                .any(|word| line.contains(word))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "define dso_local i32 @f(i32 %0) #0 {\n  ret i32 %0\n}\ndefine i32 @g(i32 %0) #1 {\n  ret i32 %0\n}\ndefine i32 @h(i32 %0) #0 align 8 {\n  ret i32 %0\n}\nattributes #0 = { nounwind }\nattributes #1 = { alwaysinline nounwind }\n";

    #[test]
    fn functions_are_placed_and_left_alone() {
        let module = Module::read(TEXT).unwrap();
        let options = Options {
            optimised: Some(["h".to_owned()].into_iter().collect()),
            ..Options::default()
        };
        let headers: Vec<String> = module
            .functions
            .iter()
            .map(|function| placed(function, &module, &options))
            .collect();
        assert!(headers[0].ends_with("#0 noinline optnone section \"ep_text\""));
        assert!(headers[1].ends_with("#1 section \"ep_text\""));
        assert!(headers[2].ends_with("align 8"));
    }
}
