//! Constants as IR writes them.

use everypath_lowered::Constant;
use everypath_term::{Sort, Value};

use super::layout::{BESIDE, Cell, Structures, nothing, sort_of};
use crate::ir::text::{bytes, class_of, closing, split, take_type};

/// The value of a number as it is written; `None` if it is none.
pub(super) fn number(sort: Sort, text: &str) -> Option<Value> {
    match (sort, text) {
        (Sort::BOOL, "true" | "1" | "-1") => return Some(Value::Bool(true)),
        (Sort::BOOL, "false" | "0") => return Some(Value::Bool(false)),
        (_, "zeroinitializer") => return Some(Value::zero(sort)),
        _ => {}
    }
    if sort == Sort::FLOAT32 || sort == Sort::FLOAT64 {
        // A hexadecimal number is the bits of a double, whatever the type.
        let double = match text.strip_prefix("0x") {
            Some(bits) => f64::from_bits(u64::from_str_radix(bits, 16).ok()?),
            None => text.parse::<f64>().ok()?,
        };
        return Some(match sort == Sort::FLOAT32 {
            true => Value::Float32((double as f32).to_bits()),
            false => Value::Float64(double.to_bits()),
        });
    }
    let width = sort.width()?;
    let value: i128 = text.parse().ok()?;
    Some(Value::bit_vec(width, value as u64))
}

/// What the cells of a variable hold at the beginning; `None` if its
/// initialiser is not understood. Pointers in it are not followed.
pub(super) fn initial(
    structures: &Structures,
    ty: &str,
    text: &str,
    cells: &[Cell],
) -> Option<Vec<Constant>> {
    let mut known: Vec<(u64, Constant)> = Vec::new();
    read(structures, ty, text.trim(), 0, &mut known)?;
    let at = |cell: &Cell| {
        let found = known.iter().find(|(offset, _)| *offset == cell.offset);
        found.map_or_else(|| nothing(cell.kind), |(_, value)| value.clone())
    };
    Some(cells.iter().map(at).collect())
}

fn read(
    structures: &Structures,
    ty: &str,
    text: &str,
    base: u64,
    known: &mut Vec<(u64, Constant)>,
) -> Option<()> {
    if matches!(text, "zeroinitializer" | "undef" | "null") {
        return Some(());
    }
    if let Some(sort) = sort_of(class_of(ty)) {
        known.push((base, Constant::Scalar(number(sort, text)?)));
        return Some(());
    }
    if class_of(ty) == crate::ir::text::Class::Pointer {
        let why = "follows a pointer of a variable that is no input";
        known.push((base, Constant::Unknown(why.into())));
        known.push((base + BESIDE, Constant::Scalar(Value::bit_vec(64, 0))));
        return Some(());
    }
    if let Some((count, element)) = structures.array(ty) {
        let (size, _) = structures.size(element)?;
        if let Some(quoted) = text.strip_prefix("c\"") {
            for (index, byte) in bytes(quoted.strip_suffix('"')?).into_iter().enumerate() {
                let value = Constant::Scalar(Value::bit_vec(8, u64::from(byte)));
                known.push((base + index as u64, value));
            }
            return Some(());
        }
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        for (index, item) in split(inner).into_iter().enumerate().take(count as usize) {
            let (ty, value) = take_type(item)?;
            read(
                structures,
                ty,
                value.trim(),
                base + index as u64 * size,
                known,
            )?;
        }
        return Some(());
    }
    let inner = text.trim_start_matches('<').trim_end_matches('>');
    let inner = inner.strip_prefix('{')?.strip_suffix('}')?;
    for (index, item) in split(inner).into_iter().enumerate() {
        let (offset, _) = structures.member(ty, index)?;
        let (ty, value) = take_type(item)?;
        read(structures, ty, value.trim(), base + offset, known)?;
    }
    Some(())
}

/// The initialiser of a variable, from the line that defines it.
pub(super) fn initialiser<'a>(line: &'a str, ty: &str) -> Option<&'a str> {
    let at = [" global ", " constant "]
        .iter()
        .filter_map(|word| line.find(word).map(|at| at + word.len()))
        .min()?;
    let rest = line[at..].trim_start().strip_prefix(ty)?.trim_start();
    let end = match rest.as_bytes().first()? {
        b'[' | b'{' | b'<' => closing(rest)? + 1,
        b'c' if rest.starts_with("c\"") => 2 + rest[2..].find('"')? + 1,
        _ => rest.find([',', ' ']).unwrap_or(rest.len()),
    };
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initialisers_are_read() {
        let line = "@table = internal constant [3 x i16] [i16 1, i16 -2, i16 3], align 2";
        let text = initialiser(line, "[3 x i16]").unwrap();
        assert_eq!(text, "[i16 1, i16 -2, i16 3]");
        let structures = Structures::default();
        let mut cells = Vec::new();
        structures.cells("[3 x i16]", 0, &mut cells);
        let values = initial(&structures, "[3 x i16]", text, &cells).unwrap();
        assert_eq!(values[1], Constant::Scalar(Value::bit_vec(16, 0xfffe)));
    }

    #[test]
    fn floats_are_bits_or_decimal() {
        let one = Some(Value::Float32(1f32.to_bits()));
        assert_eq!(number(Sort::FLOAT32, "1.000000e+00"), one);
        assert_eq!(number(Sort::FLOAT32, "0x3FF0000000000000"), one);
        assert_eq!(number(Sort::bit_vec(8), "x"), None);
    }
}
