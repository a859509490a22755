//! The observer: a C program that makes each input, calls the unit, and says
//! what became of the places.

use std::fmt::Write;

use super::recipe::{Case, Kind, Place, Recipe, Seen};

const HEAD: &str = "
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int observer_out;
static const char *observer_objects[64];
static unsigned long observer_sizes[64];
static int observer_count;

static void observer_number(const char *when, int place, const char *format, long long value) {
    dprintf(observer_out, \"%s %d number \", when, place);
    dprintf(observer_out, format, value);
    dprintf(observer_out, \"\\n\");
}

static void observer_bytes(const char *when, int place, const char *at, int size) {
    int i;
    dprintf(observer_out, \"%s %d text \", when, place);
    for (i = 0; i < size; i++)
        dprintf(observer_out, \"%02x\", (unsigned char)at[i]);
    dprintf(observer_out, \"\\n\");
}

static void observer_pointer(const char *when, int place, const void *pointer, int text) {
    int i, end;
    const char *at = pointer;
    if (!at) {
        dprintf(observer_out, \"%s %d null\\n\", when, place);
        return;
    }
    /* What is just behind an object is so only if nothing else is there. */
    for (end = 0; end < 2; end++)
        for (i = 0; i < observer_count; i++)
            if (at >= observer_objects[i] && at < observer_objects[i] + observer_sizes[i] + end) {
                dprintf(observer_out, \"%s %d into %d %ld\\n\", when, place, i, (long)(at - observer_objects[i]));
                return;
            }
    if (text) {
        dprintf(observer_out, \"%s %d text \", when, place);
        for (i = 0; i < 200 && at[i]; i++)
            dprintf(observer_out, \"%02x\", (unsigned char)at[i]);
        dprintf(observer_out, \"\\n\");
        return;
    }
    dprintf(observer_out, \"%s %d other\\n\", when, place);
}
";

/// The observer of cases; `include` is the line that includes the source,
/// `missing` are the replaced functions that nobody defines.
pub fn observer(include: &str, cases: &[Case], missing: &[String]) -> String {
    let mut text = format!("{include}\n{HEAD}");
    let all: Vec<&Case> = cases.iter().collect();
    text.push_str(&super::replacing::preamble(&all, missing));
    let mut functions = String::new();
    for case in cases {
        for line in &case.recipe.statics {
            functions.push_str(line);
        }
        let _ = writeln!(
            functions,
            "\nstatic void observer_case_{}(void) {{",
            case.id
        );
        body(&mut functions, &case.recipe);
        functions.push_str("}\n");
    }
    text.push_str(&super::streams::preamble(&functions));
    text.push_str(&functions);
    text.push_str(
        "\nint main(int count, char **arguments) {\n    if (count < 2)\n        return 2;\n",
    );
    text.push_str("    observer_out = dup(1);\n    if (!freopen(arguments[2], \"w\", stdout))\n        return 2;\n    switch (atoi(arguments[1])) {\n");
    for case in cases {
        let _ = writeln!(text, "    case {0}: observer_case_{0}(); break;", case.id);
    }
    text.push_str(
        "    }\n    fflush(stdout);\n    dprintf(observer_out, \"done\\n\");\n    _exit(0);\n}\n",
    );
    text
}

fn body(text: &mut String, recipe: &Recipe) {
    for line in &recipe.setup {
        let _ = writeln!(text, "    {line}");
    }
    for (index, object) in recipe.objects.iter().enumerate().take(64) {
        let _ = writeln!(
            text,
            "    observer_objects[{index}] = (const char *){};",
            object.pointer
        );
        let _ = writeln!(text, "    observer_sizes[{index}] = {};", object.size);
    }
    let _ = writeln!(
        text,
        "    observer_count = {};",
        recipe.objects.len().min(64)
    );
    looks(text, recipe, "before", &|place| place.before);
    text.push_str(&super::replacing::before(recipe));
    match &recipe.result {
        Some(declaration) => {
            let _ = writeln!(text, "    {declaration} = {};", recipe.call);
        }
        None => {
            let _ = writeln!(text, "    {};", recipe.call);
        }
    }
    text.push_str(super::replacing::after(recipe));
    text.push_str("    fflush(stdout);\n");
    looks(text, recipe, "after", &|_| true);
}

fn looks(text: &mut String, recipe: &Recipe, when: &str, wanted: &dyn Fn(&Place) -> bool) {
    for (index, place) in recipe
        .places
        .iter()
        .enumerate()
        .filter(|(_, place)| wanted(place))
    {
        let expression = &place.expression;
        if let Some(guard) = &place.guard {
            let _ = writeln!(text, "    if ({guard})");
        }
        let _ = match &place.kind {
            Kind::Signed | Kind::Enumeration(_) | Kind::Character | Kind::Boolean => {
                writeln!(
                    text,
                    "    observer_number(\"{when}\", {index}, \"%lld\", (long long)({expression}));"
                )
            }
            Kind::Unsigned => {
                writeln!(
                    text,
                    "    observer_number(\"{when}\", {index}, \"%llu\", (long long)({expression}));"
                )
            }
            Kind::Float => writeln!(
                text,
                "    {{ float value = {expression}; unsigned bits; memcpy(&bits, &value, 4); observer_number(\"{when}\", {index}, \"%llu\", (long long)bits); }}"
            ),
            Kind::Double => writeln!(
                text,
                "    {{ double value = {expression}; unsigned long bits; memcpy(&bits, &value, 8); observer_number(\"{when}\", {index}, \"%llu\", (long long)bits); }}"
            ),
            Kind::LongDouble => writeln!(
                text,
                "    {{ char value[64]; snprintf(value, sizeof value, \"%La\", {expression}); observer_number(\"{when}\", {index}, value, 0LL); }}"
            ),
            Kind::Bytes(size) => {
                writeln!(
                    text,
                    "    observer_bytes(\"{when}\", {index}, (const char *)({expression}), {size});"
                )
            }
            Kind::Pointer { text: is_text, .. } => writeln!(
                text,
                "    observer_pointer(\"{when}\", {index}, (const void *)({expression}), {});",
                u8::from(*is_text)
            ),
        };
    }
}

/// What an observer's words say: whether it came to its end, and what was
/// seen of each place, without what the call left as it was.
pub fn read(words: &str, recipe: &Recipe) -> (bool, Vec<(usize, Seen)>) {
    let mut before: Vec<Option<Seen>> = vec![None; recipe.places.len()];
    let mut after: Vec<(usize, Seen)> = Vec::new();
    let mut done = false;
    for line in words.lines() {
        let mut parts = line.split(' ');
        let when = parts.next().unwrap_or("");
        if when == "done" {
            done = true;
            continue;
        }
        let Some((place, seen)) = read_place(&mut parts) else {
            continue;
        };
        if place >= recipe.places.len() {
            continue;
        }
        match when {
            "before" => before[place] = Some(seen),
            "after" if before[place].as_ref() != Some(&seen) => after.push((place, seen)),
            _ => {}
        }
    }
    (done, after)
}

fn read_place<'a>(parts: &mut impl Iterator<Item = &'a str>) -> Option<(usize, Seen)> {
    let place = parts.next()?.parse().ok()?;
    let seen = match parts.next()? {
        "number" => Seen::Number(parts.next()?.to_owned()),
        "null" => Seen::Null,
        "into" => Seen::Into(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?),
        "other" => Seen::Other,
        "text" => Seen::Text(from_hex(parts.next().unwrap_or(""))?),
        _ => return None,
    };
    Some((place, seen))
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    (0..text.len() / 2)
        .map(|index| u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_seen() {
        let place = |before| Place {
            expression: "x".to_owned(),
            kind: Kind::Signed,
            before,
            guard: None,
        };
        let recipe = Recipe {
            places: vec![place(true), place(true), place(false)],
            ..Recipe::default()
        };
        let words = "before 0 number 1\nbefore 1 number 2\nafter 0 number 1\nafter 1 number 3\nafter 2 text 6162\ndone\n";
        let (done, seen) = read(words, &recipe);
        assert!(done);
        assert_eq!(
            seen,
            [
                (1, Seen::Number("3".to_owned())),
                (2, Seen::Text(b"ab".to_vec()))
            ]
        );
    }
}
