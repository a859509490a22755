//! What every instrumented module begins with: the runtime's functions, and
//! the fast paths in front of them, which are always inlined.

use std::fmt::Write;

use indexmap::IndexSet;

use super::operands::Pointers;

/// The runtime's functions: result, name, parameters. `S` is a string.
const RUNTIME: &[(&str, &str, &str)] = &[
    ("i32", "ep_binary", "i32, i32, i32, i64, i64, i32"),
    ("i32", "ep_compare", "i32, i32, i32, i64, i64"),
    ("i32", "ep_float", "i32, i32, i32, i64, i64"),
    ("i32", "ep_float_function", "i32, i32"),
    ("i32", "ep_cast", "i32, i32"),
    ("i32", "ep_select", "i32, i32, i32, i32, i32, i64, i64"),
    ("i32", "ep_load", "i32, i64, i32, i32"),
    ("void", "ep_store", "i32, i64, i32, i32, i64, i32"),
    ("i32", "ep_step", "i32, i64, i32, i64, i64"),
    ("i32", "ep_step_rest", "i32, i64, i64"),
    ("i64", "ep_copy", "i64, i32, i64, i32, i64, i32, i32"),
    ("i64", "ep_set", "i64, i32, i32, i32, i64, i32, i32"),
    ("void", "ep_lost", "i32, i64, S, i32"),
    ("void", "ep_lost_value", "i32, S, i32"),
    ("void", "ep_lost_memory", "i64, i64, S, i32"),
    ("void", "ep_clear", "i64, i64, i32"),
    ("void", "ep_branch", "i32, i32, i32"),
    ("void", "ep_switch", "i32, i64, i32, T, i32, i32"),
    ("void", "ep_switch_covered", "i64, i32, T, i32, i32"),
    ("void", "ep_local", "i64, i64"),
    ("i64", "ep_frame", ""),
    ("void", "ep_frame_end", "i64"),
    ("void", "ep_allocation", ""),
    ("void", "ep_required", "i64, i64, i32, i64, i32, i32, i32"),
    ("i64", "ep_malloc", "i64, i32"),
    ("i64", "ep_calloc", "i64, i32, i64, i32"),
    ("i64", "ep_aligned", "i64, i64, i32"),
    ("i64", "ep_realloc", "i64, i64, i32, i32"),
    ("void", "ep_free", "i64, i32"),
    ("void", "ep_exit", "i32"),
    ("void", "ep_abort", "i32"),
    ("void", "ep_unreachable", "i32"),
    ("void", "ep_assert_fail", "S, S, i32, S"),
    ("void", "ep_unsupported", "S, i32"),
    ("void", "ep_external", "S, i32, i32"),
    ("void", "ep_external_value", "i32, i64"),
    ("void", "ep_external_pointer", "i32, i64"),
    ("void", "ep_external_done", ""),
    ("void", "ep_indirect", "S, i32"),
    ("void", "ep_indirect_call", "i64, i32"),
    ("void", "ep_receive", "i64, i64, i32"),
    ("void", "ep_trace", "i32, i64"),
    ("void", "ep_calling", "i32"),
    ("void", "ep_more_begin", ""),
    ("void", "ep_more", "i32, i64, i32"),
    ("i64", "ep_more_taken", "i32"),
    ("void", "ep_va_start", "i64, i64"),
];

/// The fast paths of the runtime's functions that make a symbol: name, function,
/// parameters. With concrete operands, which are `%a` and maybe `%b`, nothing is called.
const FAST: [(&str, &str, &str); 7] = [
    (
        "binary",
        "ep_binary",
        "i32 %code, i32 %a, i32 %b, i64 %x, i64 %y, i32 %place",
    ),
    (
        "compare",
        "ep_compare",
        "i32 %code, i32 %a, i32 %b, i64 %x, i64 %y",
    ),
    (
        "float",
        "ep_float",
        "i32 %code, i32 %a, i32 %b, i64 %x, i64 %y",
    ),
    ("unary", "ep_float_function", "i32 %code, i32 %a"),
    ("cast", "ep_cast", "i32 %code, i32 %a"),
    (
        "step",
        "ep_step",
        "i32 %a, i64 %x, i32 %b, i64 %y, i64 %scale",
    ),
    ("rest", "ep_step_rest", "i32 %a, i64 %x, i64 %y"),
];

/// What decides and what covers.
const BRANCHES: &str = "\
define internal void @ep.decide(i1 %c, i32 %s, i32 %g) alwaysinline nounwind {
  %symbolic = icmp ne i32 %s, 0
  br i1 %symbolic, label %slow, label %done
slow:
  %taken = zext i1 %c to i32
  call void @ep_branch(i32 %s, i32 %taken, i32 %g)
  br label %done
done:
  ret void
}
define internal void @ep.cover(i64 %g) alwaysinline nounwind {
  %base = load i64, P64 bitcast_coverage
  %at = add i64 %base, %g
  %slot = inttoptr i64 %at to P8
  store i8 1, P8 %slot
  ret void
}
define internal void @ep.branch(i1 %c, i32 %s, i32 %g) alwaysinline nounwind {
  %n = xor i1 %c, true
  %w = zext i1 %n to i32
  %g2 = add i32 %g, %w
  %i = zext i32 %g2 to i64
  %base = load i64, P64 bitcast_coverage
  %at = add i64 %base, %i
  %slot = inttoptr i64 %at to P8
  store i8 1, P8 %slot
  call void @ep.decide(i1 %c, i32 %s, i32 %g)
  ret void
}
";

/// The parameters of the fast path for `long double`, which only some processors have.
const LONG: &str = "i32 %code, i32 %a, i32 %b, x86_fp80 %x, x86_fp80 %y, i32 %place";

/// What it does before its call.
const LONG_ARGUMENTS: &str = "  %x.double = fptrunc x86_fp80 %x to double
  %y.double = fptrunc x86_fp80 %y to double
  %x.again = fpext double %x.double to x86_fp80
  %y.again = fpext double %y.double to x86_fp80
  %x.same = fcmp ueq x86_fp80 %x, %x.again
  %y.same = fcmp ueq x86_fp80 %y, %y.again
  %x.exact = zext i1 %x.same to i32
  %y.exact = select i1 %y.same, i32 2, i32 0
  %exact = or i32 %x.exact, %y.exact
  %x.bits = bitcast double %x.double to i64
  %y.bits = bitcast double %y.double to i64
";

/// A function that answers 0 for concrete operands and makes a call for others.
fn fast_path(name: &str, parameters: &str, before: &str, call: &str) -> String {
    let (any, operand) = match parameters.contains("%b") {
        true => ("  %any = or i32 %a, %b\n", "%any"),
        false => ("", "%a"),
    };
    format!(
        "define internal i32 @ep.{name}({parameters}) alwaysinline nounwind {{
{any}  %concrete = icmp eq i32 {operand}, 0
  br i1 %concrete, label %done, label %slow
slow:
{before}  %made = call i32 @{call}
  br label %done
done:
  %result = phi i32 [ 0, %0 ], [ %made, %slow ]
  ret i32 %result
}}
"
    )
}

/// The text for a module; what the module declares itself is left out.
pub(super) fn text(pointers: Pointers, declared: &IndexSet<&str>, long_double: bool) -> String {
    let byte = pointers.to("i8");
    let number = pointers.to("i64");
    let mut text = String::new();
    for (result, name, parameters) in RUNTIME {
        if !declared.contains(name) {
            let parameters = parameters.replace('S', &byte).replace('T', &number);
            let _ = writeln!(text, "declare {result} @{name}({parameters})");
        }
    }
    text.push_str("@ep_coverage = external global i64\n");
    text.push_str("@ep_arguments = external global [64 x i32]\n");
    text.push_str("@ep_sources = external global [64 x i64]\n");
    text.push_str("@ep_callee = external global i64\n");
    text.push_str("@ep_result = external global [8 x i32]\n");
    text.push_str("@ep_result_of = external global i64\n");
    text.push('\n');
    for (name, function, parameters) in FAST {
        let call = format!("{function}({parameters})");
        text.push_str(&fast_path(name, parameters, "", &call));
    }
    let branches = BRANCHES
        .replace("P64 bitcast_coverage", &format!("{number} @ep_coverage"))
        .replace("P8", &byte);
    text.push_str(&branches);
    if long_double {
        text.push_str("\ndeclare i32 @ep_long(i32, i32, i32, i64, i64, i32, i32)\n");
        let call =
            "ep_long(i32 %code, i32 %a, i32 %b, i64 %x.bits, i64 %y.bits, i32 %exact, i32 %place)";
        text.push_str(&fast_path("long", LONG, LONG_ARGUMENTS, call));
    }
    text
}
