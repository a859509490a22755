//! Calls whose meaning is known: of the allocator, of functions that copy or
//! end, and of LLVM's own.

use everypath_c_runtime::layout::{casts, functions, operations};

use super::calls::Call;
use super::function::FunctionWriter;
use super::operands::{part_name, shadow_name};
use crate::ir::debug::Place;
use crate::ir::text::{Class, class_of};

/// Functions that allocate, and tell by a null pointer that they could not.
const ALLOCATORS: [&str; 7] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "strdup",
    "strndup",
];

impl FunctionWriter<'_, '_> {
    /// Before the call of a function that allocates: it may fail.
    pub(super) fn allocation(&mut self, callee: &str) {
        let is_own =
            self.writer.defined.contains(callee) || self.writer.options.elsewhere.contains(callee);
        if self.writer.options.failing_allocations && ALLOCATORS.contains(&callee) && !is_own {
            self.line("call void @ep_allocation()");
            self.writer.result.allocators.insert(callee.to_owned());
        }
    }

    /// Functions of the C library that the runtime has its own of.
    pub(super) fn replaced(
        &mut self,
        name: Option<&str>,
        callee: &str,
        call: &Call,
        place: Option<&Place>,
    ) -> Option<()> {
        if self.writer.defined.contains(callee) {
            return None;
        }
        let number = self.writer.place_number(place);
        let mut bits = |index: usize| -> Option<(String, String)> {
            let argument = *call.arguments.get(index)?;
            let value = match class_of(argument.ty) {
                Class::Int(width) if width < 64 => {
                    let bits = self.bits(argument.ty, argument.operand);
                    let narrow = self.temporary();
                    self.line(&format!("{narrow} = trunc i64 {bits} to i32"));
                    narrow
                }
                _ => self.bits(argument.ty, argument.operand),
            };
            Some((value, self.shadow(argument.ty, argument.operand)))
        };
        let text = match callee {
            "malloc" => {
                let (size, term) = bits(0)?;
                format!("call i64 @ep_malloc(i64 {size}, i32 {term})")
            }
            "calloc" => {
                let ((count, a), (size, b)) = (bits(0)?, bits(1)?);
                format!("call i64 @ep_calloc(i64 {count}, i32 {a}, i64 {size}, i32 {b})")
            }
            "realloc" => {
                let ((old, _), (size, term)) = (bits(0)?, bits(1)?);
                format!("call i64 @ep_realloc(i64 {old}, i64 {size}, i32 {term}, i32 {number})")
            }
            "aligned_alloc" | "memalign" => {
                let ((alignment, _), (size, term)) = (bits(0)?, bits(1)?);
                format!("call i64 @ep_aligned(i64 {alignment}, i64 {size}, i32 {term})")
            }
            "free" | "cfree" => {
                let (pointer, _) = bits(0)?;
                format!("call void @ep_free(i64 {pointer}, i32 {number})")
            }
            "memcpy" | "memmove" => {
                let ((to, a), (from, b), (size, c)) = (bits(0)?, bits(1)?, bits(2)?);
                format!(
                    "call i64 @ep_copy(i64 {to}, i32 {a}, i64 {from}, i32 {b}, i64 {size}, i32 {c}, i32 {number})"
                )
            }
            "memset" => {
                let ((to, a), (value, b), (size, c)) = (bits(0)?, bits(1)?, bits(2)?);
                format!(
                    "call i64 @ep_set(i64 {to}, i32 {a}, i32 {value}, i32 {b}, i64 {size}, i32 {c}, i32 {number})"
                )
            }
            "exit" | "_exit" | "_Exit" | "quick_exit" => {
                let argument = *call.arguments.first()?;
                let (status, term) = bits(0)?;
                if term != "0" {
                    let value = self.bits(argument.ty, argument.operand);
                    self.line(&format!("call void @ep_external_value(i32 0, i64 {value})"));
                }
                format!("call void @ep_exit(i32 {status})")
            }
            "abort" => format!("call void @ep_abort(i32 {number})"),
            "__assert_fail" => {
                let list: Vec<String> = call
                    .arguments
                    .iter()
                    .map(|argument| format!("{} {}", argument.ty, argument.operand))
                    .collect();
                let mut list = list;
                if let Some(line) = list.get_mut(2) {
                    *line = format!("i32 {number}");
                }
                format!("call void @ep_assert_fail({})", list.join(", "))
            }
            "fabs" | "sqrt" | "floor" | "ceil" | "trunc" | "rint" | "nearbyint" | "fabsf"
            | "sqrtf" | "floorf" | "ceilf" | "truncf" | "rintf" | "nearbyintf" => {
                let argument = *call.arguments.first()?;
                let name = name?;
                let function = float_function(callee.strip_suffix('f').unwrap_or(callee))?;
                let result = call.result;
                self.line(&format!(
                    "{name} = call {result} @{callee}({} {})",
                    argument.ty, argument.operand
                ));
                self.float_function(name, argument.ty, argument.operand, function);
                return Some(());
            }
            _ => return None,
        };
        let is_void = text.starts_with("call void");
        match name {
            Some(name) if !is_void => {
                let temporary = self.temporary();
                self.line(&format!("{temporary} = {text}"));
                self.line(&format!(
                    "{name} = inttoptr i64 {temporary} to {}",
                    call.result
                ));
                self.define(&shadow_name(name), "0");
            }
            Some(name) => {
                self.line(&text);
                self.line(&format!("{name} = freeze {} undef", call.result));
            }
            None if is_void => self.line(&text),
            None => {
                let unused = self.temporary();
                self.line(&format!("{unused} = {text}"));
            }
        }
        Some(())
    }

    pub(super) fn intrinsic(
        &mut self,
        name: Option<&str>,
        callee: &str,
        call: &Call,
        whole: &str,
        place: Option<&Place>,
    ) {
        if callee.starts_with("llvm.dbg.") {
            return;
        }
        let number = self.writer.place_number(place);
        let known = callee.trim_start_matches("llvm.");
        let stem = known.split('.').next().unwrap_or(known);
        if let Some(name) = name
            && let Some(argument) = call.arguments.first().copied()
            && let Some(function) = float_function(stem)
        {
            self.line(whole);
            self.float_function(name, argument.ty, argument.operand, function);
            return;
        }
        match (stem, name) {
            ("memcpy" | "memmove", _) => {
                let place = self.copy_arguments(call);
                if let Some([(to, a), (from, b), (size, c)]) = place {
                    let unused = self.temporary();
                    self.line(&format!(
                        "{unused} = call i64 @ep_copy(i64 {to}, i32 {a}, i64 {from}, i32 {b}, i64 {size}, i32 {c}, i32 {number})"
                    ));
                }
            }
            ("memset", _) => {
                if let Some([(to, a), (value, b), (size, c)]) = self.copy_arguments(call) {
                    let narrow = self.temporary();
                    self.line(&format!("{narrow} = trunc i64 {value} to i32"));
                    let unused = self.temporary();
                    self.line(&format!(
                        "{unused} = call i64 @ep_set(i64 {to}, i32 {a}, i32 {narrow}, i32 {b}, i64 {size}, i32 {c}, i32 {number})"
                    ));
                }
            }
            ("va_start", _) => {
                self.line(whole);
                if let Some(list) = call.arguments.first().copied() {
                    let list = self.bits(list.ty, list.operand);
                    self.line(&format!("call void @ep_va_start(i64 {list}, i64 %ep.more)"));
                }
            }
            ("expect", Some(name)) => {
                self.line(whole);
                let argument = call.arguments[0];
                let shadow = self.shadow(argument.ty, argument.operand);
                self.define(&shadow_name(name), &shadow);
            }
            ("sadd" | "ssub" | "smul" | "uadd" | "usub", Some(name))
                if known.contains("with.overflow") =>
            {
                self.with_overflow(name, stem, call, whole, place);
            }
            _ => {
                // Nothing of these is followed; symbolic operands are pinned.
                for argument in call.arguments.clone() {
                    let lost = matches!(class_of(argument.ty), Class::Int(_) | Class::Float(_));
                    let shadow = self.shadow(argument.ty, argument.operand);
                    if lost && shadow != "0" {
                        let bits = self.bits(argument.ty, argument.operand);
                        let what = self.writer.string(known);
                        self.line(&format!(
                            "call void @ep_lost(i32 {shadow}, i64 {bits}, {what}, i32 {number})"
                        ));
                    }
                }
                self.line(whole);
                if let Some(name) = name {
                    self.concrete(call.result, name);
                }
            }
        }
    }

    /// The three operands of a copy, as bits and shadows.
    fn copy_arguments(&mut self, call: &Call) -> Option<[(String, String); 3]> {
        let mut list = Vec::new();
        for argument in call.arguments.iter().take(3) {
            list.push((
                self.bits(argument.ty, argument.operand),
                self.shadow(argument.ty, argument.operand),
            ));
        }
        list.try_into().ok()
    }

    fn with_overflow(
        &mut self,
        name: &str,
        stem: &str,
        call: &Call,
        whole: &str,
        place: Option<&Place>,
    ) {
        let [first, second] = [call.arguments[0], call.arguments[1]];
        let Class::Int(width) = class_of(first.ty) else {
            self.line(whole);
            self.concrete(call.result, name);
            return;
        };
        let operation = match &stem[1..] {
            "add" => operations::ADD,
            "sub" => operations::SUB,
            _ => operations::MUL,
        };
        self.line(whole);
        let number = self.writer.place_number(place);
        let value = self.temporary();
        let code = u32::from(operation) | u32::from(width) << 8;
        self.two(
            "ep.binary",
            &format!("%{}", &value[1..]),
            code,
            first.ty,
            first.operand,
            second.operand,
            Some(number),
        );
        let shadow = shadow_name(&value);
        self.define(&part_name(name, 0), &shadow);
        let flag = self.temporary();
        let (a, b) = (
            self.shadow(first.ty, first.operand),
            self.shadow(second.ty, second.operand),
        );
        let (x, y) = (
            self.bits(first.ty, first.operand),
            self.bits(second.ty, second.operand),
        );
        let code = match (stem, operation) {
            ("sadd" | "ssub" | "smul", operation) => {
                u32::from(operations::OVERFLOWS)
                    | u32::from(width) << 8
                    | u32::from(operation) << 16
            }
            ("usub", _) => u32::from(operations::ULT) | u32::from(width) << 8,
            // Of unsigned sums: the complement of one is less than the other.
            _ => u32::from(operations::UADD_OVERFLOWS) | u32::from(width) << 8,
        };
        let _ = casts::ZEXT;
        self.line(&format!(
            "{flag} = call i32 @ep.compare(i32 {code}, i32 {a}, i32 {b}, i64 {x}, i64 {y})"
        ));
        self.define(&part_name(name, 1), &flag);
    }
}

fn float_function(name: &str) -> Option<u8> {
    Some(match name {
        "fabs" => functions::ABS,
        "sqrt" => functions::SQRT,
        "floor" => functions::FLOOR,
        "ceil" => functions::CEIL,
        "trunc" => functions::TRUNC,
        "rint" | "nearbyint" | "roundeven" => functions::RINT,
        _ => return None,
    })
}
