//! Checksums that the JDK leaves to the machine. Their bytes are made concrete:
//! what a checksum says of them nothing solves.

use super::super::value::Value;
use super::super::{Machine, Run, Stop};
use super::Native;
use crate::code::Kind;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    let of_bytes = descriptor == "(I[BII)I";
    Some(match (class, name) {
        ("java/util/zip/CRC32", "update") if descriptor == "(II)I" => {
            |machine, arguments| one(machine, arguments, crc)
        }
        ("java/util/zip/CRC32", "updateBytes" | "updateBytes0") if of_bytes => {
            |machine, arguments| many(machine, arguments, crc)
        }
        ("java/util/zip/Adler32", "update") if descriptor == "(II)I" => {
            |machine, arguments| one(machine, arguments, adler)
        }
        ("java/util/zip/Adler32", "updateBytes" | "updateBytes0") if of_bytes => {
            |machine, arguments| many(machine, arguments, adler)
        }
        _ => return None,
    })
}

type Checksum = fn(u32, &[u8]) -> u32;

fn one(machine: &mut Machine, arguments: &[Value], of: Checksum) -> Run<Value> {
    let so_far = machine.pin_int(arguments[0])? as u32;
    let byte = machine.pin_int(arguments[1])? as u8;
    Ok(Value::int(of(so_far, &[byte]) as i32))
}

/// The sum so far, an array, where in it, and how many; the library has
/// checked them.
fn many(machine: &mut Machine, arguments: &[Value], of: Checksum) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let so_far = machine.pin_int(arguments[0])? as u32;
    let array = arguments[1].as_ref();
    let at = machine.pin_int(arguments[2])?.max(0) as usize;
    let count = machine.pin_int(arguments[3])?.max(0) as usize;
    let mut bytes = Vec::new();
    for index in at..at + count {
        let Some(byte) = machine.heap.get(array).get(index, Kind::Byte) else {
            return Err(Stop::unsupported("sums bytes up that are not there"));
        };
        bytes.push(machine.pin_int(byte)? as u8);
    }
    Ok(Value::int(of(so_far, &bytes) as i32))
}

fn crc(so_far: u32, bytes: &[u8]) -> u32 {
    let mut sum = !so_far;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
        }
    }
    !sum
}

fn adler(so_far: u32, bytes: &[u8]) -> u32 {
    const BASE: u32 = 65_521;
    let (mut low, mut high) = (so_far & 0xFFFF, so_far >> 16);
    for byte in bytes {
        low = (low + u32::from(*byte)) % BASE;
        high = (high + low) % BASE;
    }
    high << 16 | low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standards() {
        assert_eq!(crc(0, b"123456789"), 0xCBF4_3926);
        assert_eq!(crc(crc(0, b"1234"), b"56789"), 0xCBF4_3926);
        assert_eq!(adler(1, b"Wikipedia"), 0x11E6_0398);
    }
}
