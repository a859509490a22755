//! Bytes that are almost right: a seed with a few changes of the kinds that break readers.

use crate::Random;

/// Numbers at which readers go wrong, as text.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "255",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "1e999",
    "00000000000000000000000000000000001",
];

/// The largest input that is made, in bytes.
const LARGEST: usize = 1 << 16;

/// A few changes of a seed, with parts of another one.
pub fn mutate(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(5) {
        change(&mut bytes, other, random);
    }
    bytes.truncate(LARGEST);
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let until = at + random.below((bytes.len() - at).min(64) + 1);
    match random.below(11) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..until)),
        2 => {
            let part = bytes[at..until].to_vec();
            let to = random.below(bytes.len() + 1);
            bytes.splice(to..to, part);
        }
        3 => {
            let from = random.below(other.len() + 1);
            let length = random.below((other.len() - from).min(256) + 1);
            bytes.splice(at..until, other[from..from + length].iter().copied());
        }
        4 => number(bytes, at, random),
        5 => {
            // Many of one kind: what is read by recursion runs out of stack.
            let byte = bytes.get(at).copied().unwrap_or(b'(');
            bytes.splice(at..at, vec![byte; 1 << random.below(14)]);
        }
        6 => bytes.insert(at, random.below(256) as u8),
        _ => byte(bytes, at, random),
    }
}

/// Puts another number where digits are, or at a place without any.
fn number(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let start = at + bytes[at..].iter().position(is_digit).unwrap_or(0);
    let digits = bytes[start..].iter().take_while(|byte| is_digit(byte));
    let end = start + digits.count();
    bytes.splice(start..end, random.pick(&NUMBERS).bytes());
}

fn byte(bytes: &mut [u8], at: usize, random: &mut Random) {
    let from = random.below(bytes.len().max(1));
    let copied = bytes.get(from).copied().unwrap_or_default();
    let Some(byte) = bytes.get_mut(at) else {
        return;
    };
    *byte = match random.below(5) {
        0 => byte.wrapping_add(1),
        1 => byte.wrapping_sub(1),
        2 => *byte ^ (1 << random.below(8)),
        3 => random.pick(&[0, 1, 0x7F, 0x80, 0xFF, b'"', b'(', b'{', b'\n']),
        _ => copied,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_the_same_in_every_run_and_never_fail() {
        let make = || {
            let mut random = Random::new(5);
            (0..2_000)
                .map(|case| mutate(&[b'7'; 40][..case % 40], b"(other 12)", &mut random))
                .collect::<Vec<_>>()
        };
        let made = make();
        assert_eq!(made, make());
        assert!(made.iter().any(|bytes| bytes.len() > 1_000));
    }
}
