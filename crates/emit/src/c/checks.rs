//! What a test says about the places it looks at.

use super::literal;
use super::recipe::{Kind, Recipe, Seen};

/// Whether a place is part of the result.
pub(super) fn uses_result(expression: &str) -> bool {
    expression == "result"
        || expression.starts_with("result.")
        || expression.starts_with("result->")
        || expression.starts_with("result[")
}

/// What a test says about a place.
pub(super) fn check(recipe: &Recipe, place: usize, seen: &Seen) -> Option<String> {
    let place = &recipe.places[place];
    let expression = &place.expression;
    Some(match seen {
        Seen::Number(number) => match &place.kind {
            Kind::Float | Kind::Double | Kind::LongDouble if is_nan(number, &place.kind) => {
                format!("CHECK({expression} != {expression});")
            }
            Kind::Boolean if number == "1" => format!("CHECK({expression});"),
            Kind::Boolean => format!("CHECK(!{expression});"),
            kind => format!("CHECK({expression} == {});", literal::seen(number, kind)?),
        },
        Seen::Null => format!("CHECK({expression} == NULL);"),
        Seen::Text(bytes) if matches!(place.kind, Kind::Bytes(_)) => {
            let end = bytes.iter().position(|byte| *byte == 0);
            let last = bytes.iter().rposition(|byte| *byte != 0);
            match end.filter(|end| last.is_none_or(|last| last < *end)) {
                Some(end) => format!(
                    "CHECK(strcmp({expression}, {}) == 0);",
                    literal::text(&bytes[..end])
                ),
                // What is behind a zero is no text, but was written, too.
                None => {
                    let bytes = &bytes[..last.map_or(0, |last| last + 1)];
                    format!(
                        "CHECK(memcmp({expression}, {}, {}) == 0);",
                        literal::text(bytes),
                        bytes.len()
                    )
                }
            }
        }
        Seen::Text(text) => {
            let cast = match place.kind {
                Kind::Pointer { cast: true, .. } => "(const char *)",
                _ => "",
            };
            format!(
                "CHECK(strcmp({cast}{expression}, {}) == 0);",
                literal::text(text)
            )
        }
        Seen::Into(object, offset) => {
            let object = recipe.objects.get(*object)?;
            let pointer = match (
                offset % object.element.max(1),
                offset / object.element.max(1),
            ) {
                (0, 0) => object.pointer.clone(),
                (0, index) => format!("{} + {index}", object.pointer),
                _ => format!("(char *){} + {offset}", object.pointer),
            };
            // C compares pointers of one type.
            let alike = matches!(&place.kind, Kind::Pointer { of, .. } if *of == object.of);
            match pointer.starts_with("(char *)") {
                true => format!("CHECK((char *){expression} == {pointer});"),
                false if !alike => {
                    format!("CHECK((void *){expression} == (void *)({pointer}));")
                }
                false => format!("CHECK({expression} == {pointer});"),
            }
        }
        Seen::Other => format!("CHECK({expression} != NULL);"),
    })
}

fn is_nan(number: &str, kind: &Kind) -> bool {
    match (kind, number.parse::<u64>()) {
        (Kind::LongDouble, _) => number.ends_with("nan"),
        (Kind::Float, Ok(bits)) => f32::from_bits(bits as u32).is_nan(),
        (_, Ok(bits)) => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}
