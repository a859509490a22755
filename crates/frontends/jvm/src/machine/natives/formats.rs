//! What formats need of a locale. English is all there is; the JDK would look
//! the rest up by reflection.

use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    Some(match (class, name, descriptor) {
        ("java/text/DecimalFormatSymbols", "initialize", "(Ljava/util/Locale;)V") => {
            |machine, arguments| {
                check_locale(machine, arguments[1])?;
                fill(machine, arguments[0].as_ref(), arguments[1])
            }
        }
        (
            "java/text/DecimalFormatSymbols",
            "getInstance",
            "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;",
        ) => |machine, arguments| symbols(machine, arguments[0]).map(Value::reference),
        ("java/text/NumberFormat", "getInstance", descriptor)
            if descriptor.starts_with("(Ljava/util/Locale;") && descriptor.contains(";I)") =>
        {
            number_format
        }
        _ => return None,
    })
}

fn check_locale(machine: &mut Machine, locale: Value) -> Run<()> {
    machine.check_null(locale)?;
    let language =
        machine.call_virtual(locale.as_ref(), "getLanguage", "()Ljava/lang/String;", &[])?;
    match machine.text_of(language.as_ref()).as_str() {
        "en" | "" => Ok(()),
        other => Err(Stop::unsupported(format!("formats for the locale {other}"))),
    }
}

fn symbols(machine: &mut Machine, locale: Value) -> Run<Ref> {
    check_locale(machine, locale)?;
    let class = machine.load("java/text/DecimalFormatSymbols")?;
    machine.initialise(class)?;
    let made = machine.allocate(class)?;
    fill(machine, made, locale)?;
    Ok(made)
}

fn fill(machine: &mut Machine, made: Ref, locale: Value) -> Run<Value> {
    let class = machine.heap.class_of(made);
    let characters = [
        ("zeroDigit", '0'),
        ("groupingSeparator", ','),
        ("decimalSeparator", '.'),
        ("perMill", '\u{2030}'),
        ("percent", '%'),
        ("digit", '#'),
        ("patternSeparator", ';'),
        ("minusSign", '-'),
        ("exponential", 'E'),
        ("monetarySeparator", '.'),
        ("monetaryGroupingSeparator", ','),
    ];
    for (field, character) in characters {
        if let Ok(slot) = machine.slot(class, field) {
            machine
                .heap
                .set_field(made, slot, Value::int(character as i32));
        }
    }
    let texts = [
        ("perMillText", "\u{2030}"),
        ("percentText", "%"),
        ("minusSignText", "-"),
        ("infinity", "\u{221e}"),
        ("NaN", "NaN"),
        ("exponentialSeparator", "E"),
        ("currencySymbol", "$"),
        ("intlCurrencySymbol", "USD"),
    ];
    for (field, text) in texts {
        if let Ok(slot) = machine.slot(class, field) {
            let units: Vec<u16> = text.encode_utf16().collect();
            let text = machine.intern(&units)?;
            machine.heap.set_field(made, slot, Value::reference(text));
        }
    }
    for (field, value) in [
        ("locale", locale),
        ("currencyInitialized", Value::boolean(true)),
    ] {
        if let Ok(slot) = machine.slot(class, field) {
            machine.heap.set_field(made, slot, value);
        }
    }
    Ok(Value::reference(NULL))
}

/// Locale, style, choice.
fn number_format(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let pattern = match arguments[2].as_int() {
        0 => "#,##0.###",
        2 => "#,##0%",
        4 => "#,##0",
        _ => return Err(Stop::unsupported("formats a currency")),
    };
    let symbols = symbols(machine, arguments[0])?;
    let pattern = machine.new_string(pattern)?;
    let class = machine.load("java/text/DecimalFormat")?;
    machine.initialise(class)?;
    let made = machine.allocate(class)?;
    let shape = "(Ljava/lang/String;Ljava/text/DecimalFormatSymbols;)V";
    let Some(constructor) = machine.find_own_method(class, "<init>", shape) else {
        return Err(Stop::unsupported("formats a number"));
    };
    let all = [made, pattern, symbols].map(Value::reference);
    machine.call(constructor, &all)?;
    if arguments[2].as_int() == 4 {
        let integer = [Value::boolean(true)];
        machine.call_virtual(made, "setParseIntegerOnly", "(Z)V", &integer)?;
    }
    Ok(Value::reference(made))
}
