//! Instructions that are written out as simpler ones: what counts, turns, swaps or
//! compares bits, products that may be too large, and what happens to memory at once.
//! The rest of the instrumentation never meets them.

use super::calls::parse;
use crate::ir::text::{Class, class_of, split, take_type, typed};

/// The simpler instructions for one, the last of which has its name; `number` is no
/// other's of the function.
pub(super) fn expanded(text: &str, number: usize) -> Option<Vec<String>> {
    let (name, body) = text.split_once(" = ")?;
    let mut lines = Lines {
        name,
        number,
        made: Vec::new(),
    };
    if let Some(rest) = body.strip_prefix("atomicrmw ") {
        lines.update(rest)?;
    } else if let Some(rest) = body.strip_prefix("cmpxchg ") {
        lines.exchange(rest)?;
    } else if body.contains("@llvm.") {
        lines.intrinsic(body)?;
    } else {
        return None;
    }
    Some(lines.made)
}

/// What one instruction becomes.
struct Lines<'t> {
    name: &'t str,
    number: usize,
    made: Vec<String>,
}

impl Lines<'_> {
    /// An instruction with a name of its own.
    fn make(&mut self, body: String) -> String {
        let name = format!("%simple.{}.{}", self.number, self.made.len());
        self.made.push(format!("{name} = {body}"));
        name
    }

    /// The instruction that the others lead to.
    fn end(&mut self, body: String) {
        self.made.push(format!("{} = {body}", self.name));
    }

    fn intrinsic(&mut self, body: &str) -> Option<()> {
        let call = parse(body)?;
        let known = call.callee.strip_prefix("@llvm.")?;
        let operands: Vec<&str> = call.arguments.iter().map(|one| one.operand).collect();
        let ty = call.arguments.first()?.ty;
        let Class::Int(width) = class_of(ty) else {
            return None;
        };
        let of_power = matches!(width, 8 | 16 | 32 | 64);
        let (first, second) = (operands[0], operands.get(1).copied());
        match known.split('.').next()? {
            "ctlz" if of_power => self.leading_zeros(ty, width, first),
            "cttz" if of_power => self.trailing_zeros(ty, width, first),
            "ctpop" if of_power => self.ones(ty, width, first),
            "bswap" if width.is_multiple_of(8) => {
                let swapped = self.bytes_swapped(ty, width, first);
                self.end(format!("or {ty} {swapped}, 0"));
            }
            "bitreverse" if of_power => self.reversed(ty, width, first),
            "fshl" | "fshr" if of_power => {
                let amount = *operands.get(2)?;
                self.turned(ty, width, known.starts_with("fshl"), first, second?, amount);
            }
            "abs" => {
                let negative = self.make(format!("icmp slt {ty} {first}, 0"));
                let negated = self.make(format!("sub {ty} 0, {first}"));
                self.end(format!(
                    "select i1 {negative}, {ty} {negated}, {ty} {first}"
                ));
            }
            word @ ("umin" | "umax" | "smin" | "smax") => {
                let than = [word.starts_with('u'), word.ends_with("min")];
                let second = second?;
                let order = order_of(than);
                let chosen = self.make(format!("icmp {order} {ty} {first}, {second}"));
                self.end(format!("select i1 {chosen}, {ty} {first}, {ty} {second}"));
            }
            "umul" if known.contains("with.overflow") => {
                self.product(ty, width, first, second?, call.result)?;
            }
            _ => return None,
        }
        Some(())
    }

    fn leading_zeros(&mut self, ty: &str, width: u8, value: &str) {
        let (count, last) = self.zeros(ty, width, value);
        self.end(format!("add {ty} {count}, {last}"));
    }

    /// The leading zeros of 64 bits.
    fn zeros_above(&mut self, value: &str) -> String {
        let (count, last) = self.zeros("i64", 64, value);
        self.make(format!("add i64 {count}, {last}"))
    }

    /// Half of the places at a time: where the upper ones are all 0, they count. The sum
    /// of both is how many there are.
    fn zeros(&mut self, ty: &str, width: u8, value: &str) -> (String, String) {
        let (mut value, mut count) = (value.to_owned(), "0".to_owned());
        let mut step = width / 2;
        while step > 0 {
            let least = constant(1 << (width - step), width);
            let none = self.make(format!("icmp ult {ty} {value}, {least}"));
            let moved = self.make(format!("shl {ty} {value}, {step}"));
            value = self.make(format!("select i1 {none}, {ty} {moved}, {ty} {value}"));
            count = self.counted(ty, &none, step, &count);
            step /= 2;
        }
        let zero = self.make(format!("icmp sge {ty} {value}, 0"));
        let last = self.make(format!("zext i1 {zero} to {ty}"));
        (count, last)
    }

    fn trailing_zeros(&mut self, ty: &str, width: u8, value: &str) {
        let (mut value, mut count) = (value.to_owned(), "0".to_owned());
        let mut step = width / 2;
        while step > 0 {
            let mask = constant((1 << step) - 1, width);
            let low = self.make(format!("and {ty} {value}, {mask}"));
            let none = self.make(format!("icmp eq {ty} {low}, 0"));
            let moved = self.make(format!("lshr {ty} {value}, {step}"));
            value = self.make(format!("select i1 {none}, {ty} {moved}, {ty} {value}"));
            count = self.counted(ty, &none, step, &count);
            step /= 2;
        }
        let zero = self.make(format!("icmp eq {ty} {value}, 0"));
        let last = self.make(format!("zext i1 {zero} to {ty}"));
        self.end(format!("add {ty} {count}, {last}"));
    }

    /// A count with that many more if a condition holds; its bit is not set yet.
    fn counted(&mut self, ty: &str, condition: &str, more: u8, count: &str) -> String {
        let more = self.make(format!("select i1 {condition}, {ty} {more}, {ty} 0"));
        self.make(format!("or {ty} {count}, {more}"))
    }

    /// The sums of neighbours: bits, pairs of bits, and so on.
    fn ones(&mut self, ty: &str, width: u8, value: &str) {
        let mut value = value.to_owned();
        let mut step = 1;
        while step < width {
            let mask = constant(every_other(step), width);
            let even = self.make(format!("and {ty} {value}, {mask}"));
            let moved = self.make(format!("lshr {ty} {value}, {step}"));
            let odd = self.make(format!("and {ty} {moved}, {mask}"));
            value = self.make(format!("add {ty} {even}, {odd}"));
            step *= 2;
        }
        self.end(format!("or {ty} {value}, 0"));
    }

    fn bytes_swapped(&mut self, ty: &str, width: u8, value: &str) -> String {
        let mut all = "0".to_owned();
        for from in (0..width).step_by(8) {
            let down = self.make(format!("lshr {ty} {value}, {from}"));
            let byte = self.make(format!("and {ty} {down}, {}", constant(0xff, width)));
            let up = self.make(format!("shl {ty} {byte}, {}", width - 8 - from));
            all = self.make(format!("or {ty} {all}, {up}"));
        }
        all
    }

    fn reversed(&mut self, ty: &str, width: u8, value: &str) {
        let mut value = self.bytes_swapped(ty, width, value);
        for step in [4, 2, 1] {
            let mask = constant(every_other(step), width);
            let even = self.make(format!("and {ty} {value}, {mask}"));
            let up = self.make(format!("shl {ty} {even}, {step}"));
            let moved = self.make(format!("lshr {ty} {value}, {step}"));
            let odd = self.make(format!("and {ty} {moved}, {mask}"));
            value = self.make(format!("or {ty} {up}, {odd}"));
        }
        self.end(format!("or {ty} {value}, 0"));
    }

    /// Two numbers as one of twice the width, turned; its upper or its lower half.
    fn turned(&mut self, ty: &str, width: u8, left: bool, high: &str, low: &str, amount: &str) {
        let most = constant(u64::from(width) - 1, width);
        let amount = self.make(format!("and {ty} {amount}, {most}"));
        let rest = self.make(format!("xor {ty} {amount}, {most}"));
        let (up, down) = match left {
            true => {
                let low = self.make(format!("lshr {ty} {low}, 1"));
                let up = self.make(format!("shl {ty} {high}, {amount}"));
                (up, self.make(format!("lshr {ty} {low}, {rest}")))
            }
            false => {
                let high = self.make(format!("shl {ty} {high}, 1"));
                let up = self.make(format!("shl {ty} {high}, {rest}"));
                (up, self.make(format!("lshr {ty} {low}, {amount}")))
            }
        };
        self.end(format!("or {ty} {up}, {down}"));
    }

    /// A product, and whether it is too large: of one multiplication only, for solvers.
    fn product(&mut self, ty: &str, width: u8, a: &str, b: &str, result: &str) -> Option<()> {
        let (product, large) = match width {
            ..=32 => {
                let [a, b] = [a, b].map(|one| self.make(format!("zext {ty} {one} to i64")));
                let whole = self.make(format!("mul i64 {a}, {b}"));
                let most = (1u64 << width) - 1;
                let large = self.make(format!("icmp ugt i64 {whole}, {most}"));
                (self.make(format!("trunc i64 {whole} to {ty}")), large)
            }
            64 => self.wide_product(a, b),
            _ => return None,
        };
        let pair = self.make(format!("insertvalue {result} undef, {ty} {product}, 0"));
        self.end(format!("insertvalue {result} {pair}, i1 {large}, 1"));
        Some(())
    }

    /// A product of 64 bits. If the highest bits of both do not make it too large, that
    /// with half of the first fits, and says the rest.
    fn wide_product(&mut self, a: &str, b: &str) -> (String, String) {
        let [of_a, of_b] = [a, b].map(|one| self.zeros_above(one));
        let zeros = self.make(format!("add i64 {of_a}, {of_b}"));
        let many_bits = self.make(format!("icmp ult i64 {zeros}, 63"));
        let half = self.make(format!("lshr i64 {a}, 1"));
        let partial = self.make(format!("mul i64 {half}, {b}"));
        let is_half_large = self.make(format!("icmp slt i64 {partial}, 0"));
        let doubled = self.make(format!("shl i64 {partial}, 1"));
        let odd = self.make(format!("trunc i64 {a} to i1"));
        let once = self.make(format!("select i1 {odd}, i64 {b}, i64 0"));
        let product = self.make(format!("add i64 {doubled}, {once}"));
        let carries = self.make(format!("icmp ult i64 {product}, {doubled}"));
        let either = self.make(format!("or i1 {is_half_large}, {carries}"));
        let large = self.make(format!("or i1 {many_bits}, {either}"));
        (product, large)
    }

    /// `atomicrmw`: what is there is loaded, changed and stored. Runs have one thread.
    fn update(&mut self, rest: &str) -> Option<()> {
        let rest = rest.trim_start_matches("volatile ");
        let (operation, rest) = rest.split_once(' ')?;
        let parts = split(rest);
        let (pointer_type, pointer) = typed(parts.first()?)?;
        let (ty, operand) = value(parts.get(1)?)?;
        let simple = matches!(operation, "add" | "sub" | "and" | "or" | "xor");
        let compared = matches!(operation, "umin" | "umax" | "min" | "max");
        if !(simple || compared || matches!(operation, "xchg" | "nand")) {
            return None;
        }
        self.end(format!("load {ty}, {pointer_type} {pointer}"));
        let old = self.name.to_owned();
        let new = match operation {
            "xchg" => operand.to_owned(),
            "nand" => {
                let both = self.make(format!("and {ty} {old}, {operand}"));
                self.make(format!("xor {ty} {both}, -1"))
            }
            _ if simple => self.make(format!("{operation} {ty} {old}, {operand}")),
            _ => {
                let order = order_of([operation.starts_with('u'), operation.ends_with("min")]);
                let chosen = self.make(format!("icmp {order} {ty} {old}, {operand}"));
                self.make(format!("select i1 {chosen}, {ty} {old}, {ty} {operand}"))
            }
        };
        self.made
            .push(format!("store {ty} {new}, {pointer_type} {pointer}"));
        Some(())
    }

    /// `cmpxchg`: what is there is loaded, and replaced if it is as expected.
    fn exchange(&mut self, rest: &str) -> Option<()> {
        let rest = rest
            .trim_start_matches("weak ")
            .trim_start_matches("volatile ");
        let parts = split(rest);
        let (pointer_type, pointer) = typed(parts.first()?)?;
        let (ty, expected) = typed(parts.get(1)?)?;
        let (_, new) = value(parts.get(2)?)?;
        let old = self.make(format!("load {ty}, {pointer_type} {pointer}"));
        let same = self.make(format!("icmp eq {ty} {old}, {expected}"));
        let kept = self.make(format!("select i1 {same}, {ty} {new}, {ty} {old}"));
        self.made
            .push(format!("store {ty} {kept}, {pointer_type} {pointer}"));
        let pair = self.make(format!("insertvalue {{ {ty}, i1 }} undef, {ty} {old}, 0"));
        self.end(format!("insertvalue {{ {ty}, i1 }} {pair}, i1 {same}, 1"));
        Some(())
    }
}

/// A value with its type, before words that say how other threads see it.
fn value(text: &str) -> Option<(&str, &str)> {
    let (ty, rest) = take_type(text)?;
    let known = matches!(class_of(ty), Class::Int(_) | Class::Pointer);
    let operand = rest.split_whitespace().next()?;
    known.then_some((ty, operand))
}

/// The order in which the first of two is the one to keep: unsigned or not, the least
/// or the largest.
fn order_of([unsigned, least]: [bool; 2]) -> &'static str {
    match (unsigned, least) {
        (true, true) => "ult",
        (true, false) => "ugt",
        (false, true) => "slt",
        (false, false) => "sgt",
    }
}

/// The bits of a number that its width has, as IR writes them.
fn constant(bits: u64, width: u8) -> String {
    let unused = 64 - u32::from(width);
    ((bits << unused) as i64 >> unused).to_string()
}

/// That many bits that are 1, as many that are 0, and so on from the lowest.
fn every_other(bits: u8) -> u64 {
    u64::MAX / ((1 << bits) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_instruction_has_the_name() {
        let check = |text: &str, begins: &str| {
            let made = expanded(text, 3).unwrap();
            let last = made.last().unwrap();
            assert!(last.starts_with(begins), "{text} becomes {made:?}");
        };
        check(
            "%5 = call i32 @llvm.ctlz.i32(i32 %4, i1 true)",
            "%5 = add i32 %simple.3.",
        );
        check(
            "%2 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %0, i64 %1)",
            "%2 = insertvalue { i64, i1 } %simple.3.",
        );
        check(
            "%7 = atomicrmw add ptr %6, i32 1 seq_cst, align 4",
            "store i32 %simple.3.1, ptr %6",
        );
        check(
            "%7 = cmpxchg weak i32* %6, i32 %a, i32 %b acq_rel monotonic, align 4",
            "%7 = insertvalue { i32, i1 } %simple.3.",
        );
    }

    #[test]
    fn others_stay() {
        for text in [
            "%1 = call i32 @f(i32 %0)",
            "%1 = call double @llvm.fabs.f64(double %0)",
            "%1 = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> %0)",
            "%1 = atomicrmw fadd ptr %0, double 1.0 seq_cst, align 8",
            "store i32 0, ptr %0",
        ] {
            assert_eq!(expanded(text, 0), None, "{text}");
        }
    }

    #[test]
    fn masks_are_regular() {
        assert_eq!(every_other(1), 0x5555_5555_5555_5555);
        assert_eq!(every_other(8), 0x00ff_00ff_00ff_00ff);
        assert_eq!(every_other(32), 0xffff_ffff);
        assert_eq!(constant(every_other(1), 8), "85");
        assert_eq!(constant(1 << 63, 64), "-9223372036854775808");
    }
}
