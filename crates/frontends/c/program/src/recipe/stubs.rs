//! The stubs of a test: functions that do at each call what the input says.

use everypath_c::MOST_STUB_CALLS;
use everypath_c::stubs::{Callee, Defined, END_STATUS, part};
use everypath_c::types::{Type, TypeId, Types};
use everypath_emit::c::{self, Passed, Replaced};
use everypath_trace::{Slot, Step};
use indexmap::IndexMap;

use super::Making;

/// Functions that print.
const PRINTING: [&str; 9] = [
    "printf", "puts", "putchar", "fprintf", "fputs", "fputc", "putc", "fwrite", "vprintf",
];

/// What no function is called.
const NAME: &str = "\0";

impl Making<'_> {
    /// Writes the functions that stand in for the callees of the run, and those
    /// that pointers of its input lead to.
    pub(super) fn stubs(&mut self, arguments: &[String]) -> Result<(), String> {
        if self.graph.stubs.len() > MOST_STUB_CALLS {
            return Err("it calls its stubs too often for a test".to_owned());
        }
        let mut calls: IndexMap<String, Vec<String>> = IndexMap::new();
        for call in &self.graph.stubs {
            if let Some((callee, _)) = call.split_once('#') {
                calls
                    .entry(callee.to_owned())
                    .or_default()
                    .push(call.clone());
            }
        }
        for name in self.uncalled(arguments) {
            calls.entry(name).or_default();
        }
        for (name, calls) in calls {
            let callee = self
                .program
                .callees
                .get(&name)
                .cloned()
                .ok_or_else(|| format!("{name} is no stub of its program"))?;
            if !self.prints_only(&name) {
                self.stub(&callee, &calls)?;
            }
        }
        Ok(())
    }

    /// What a function that stands in for another is called.
    pub(super) fn stand_in(&self, callee: &Callee) -> String {
        format!("t{}_{}", self.id, callee.name)
    }

    /// The callbacks that the test speaks of; the run may not have called them.
    fn uncalled(&self, arguments: &[String]) -> Vec<String> {
        let recipe = &self.recipe;
        let lines = || recipe.setup.iter().chain(&recipe.statics).chain(arguments);
        let is_said = |callee: &&Callee| {
            let name = self.stand_in(callee);
            lines().any(|line| {
                line.match_indices(&name).any(|(at, _)| {
                    let behind = line[at + name.len()..].chars().next();
                    behind.is_none_or(|c| !c.is_ascii_digit())
                })
            })
        };
        let callbacks = self.program.callees.values().filter(|one| one.callback);
        callbacks
            .filter(is_said)
            .map(|callee| callee.name.clone())
            .collect()
    }

    /// Whether a callee prints and nobody looked at what it returned: then the
    /// real one does as well, and the test sees its output.
    fn prints_only(&self, callee: &str) -> bool {
        let slots = self.input.values.keys().chain(self.input.choices.keys());
        PRINTING.contains(&callee)
            && !slots
                .into_iter()
                .any(|slot| slot.base() == callee && is_of_call(slot))
    }

    fn stub(&mut self, callee: &Callee, calls: &[String]) -> Result<(), String> {
        let name = self.stand_in(callee);
        let mut text = format!("static {} {{\n", callee.declare(self.types, &name));
        let mut cases: Vec<String> = Vec::new();
        for call in calls {
            cases.push(self.case(callee, call)?);
        }
        let otherwise = self.given(callee, "")?;
        match cases.as_slice() {
            [] => text.push_str(&otherwise),
            [one] => text.push_str(one),
            cases => {
                text.push_str("    static int calls;\n    switch (calls++) {\n");
                let mut from = 0;
                while from < cases.len() {
                    // Calls that do the same share their lines.
                    let same = cases[from..]
                        .iter()
                        .take_while(|case| **case == cases[from]);
                    let end = from + same.count();
                    let label = match end - from {
                        1 => format!("    case {from}:\n"),
                        _ if end == cases.len() => "    default:\n".to_owned(),
                        _ => format!("    case {from} ... {}:\n", end - 1),
                    };
                    let ends = cases[from].contains("return") || callee.ends;
                    let rest = if ends { "" } else { "        break;\n" };
                    let lines = cases[from].replace("\n    ", "\n        ");
                    text.push_str(&format!("{label}    {lines}{rest}"));
                    if text.ends_with("    ") {
                        text.truncate(text.len() - 4);
                    }
                    from = end;
                }
                text.push_str("    }\n");
                text.push_str(&otherwise);
            }
        }
        text.push_str("}\n");
        self.recipe.statics.push(text);
        if callee.callback {
            return Ok(());
        }
        let declaration = callee.declare(self.types, NAME);
        let (before, after) = declaration.split_once(NAME).unwrap_or_default();
        let names = callee.parameters.iter().map(|(name, _)| name.clone());
        self.recipe.replaced.push(Replaced {
            function: callee.c_name.clone(),
            symbol: callee.name.clone(),
            defined: match callee.defined {
                Defined::Elsewhere => c::Defined::Elsewhere,
                Defined::Public => c::Defined::Public,
                Defined::Static => c::Defined::Static,
            },
            declaration: (before.to_owned(), after.to_owned()),
            passed: match callee.variadic {
                true => Passed::Variadic,
                false => Passed::Named(names.collect()),
            },
            gives: callee.gives(self.types) && !callee.ends,
            stand_in: name,
        });
        Ok(())
    }

    /// What one call does, as indented statements.
    fn case(&mut self, callee: &Callee, call: &str) -> Result<String, String> {
        if callee.ends {
            return Ok(format!("    _exit({END_STATUS});\n"));
        }
        let kept = std::mem::take(&mut self.assignments);
        let types = self.types;
        for (name, ty) in callee.changes(types) {
            self.pointee(&format!("{call}{}", part(name)), name, ty);
        }
        for index in &callee.globals {
            let global = &self.program.globals[*index];
            let slot = format!("{call}{}", part(&global.name));
            self.values(global.ty, slot, global.name.clone(), ".");
        }
        let errno = Step::Field("errno").of(call);
        if self.input.values.contains_key(errno.as_str()) {
            let number = self.bits(&errno) as u32 as i32;
            self.assignments.push(format!("errno = {number};"));
        }
        let lines = std::mem::replace(&mut self.assignments, kept);
        let mut text: String = lines.iter().map(|line| format!("    {line}\n")).collect();
        text.push_str(&self.given(callee, call)?);
        Ok(text)
    }

    /// What a callee leaves behind one of its pointers.
    fn pointee(&mut self, slot: &str, name: &str, ty: TypeId) {
        if matches!(self.types.shape(ty), Type::Record { .. }) {
            return self.values(ty, slot.to_owned(), format!("(*{name})"), "->");
        }
        let start = format!("{slot}[");
        let slots = self.input.values.keys().chain(self.input.choices.keys());
        let exact = self.graph.long_doubles.keys().map(String::as_str);
        let mut indices: Vec<u64> = slots
            .map(Slot::as_str)
            .chain(exact)
            .filter_map(|slot| slot.strip_prefix(&start)?.split(']').next()?.parse().ok())
            .collect();
        indices.sort_unstable();
        indices.dedup();
        let base = match ty == Types::BYTE {
            true => format!("((unsigned char *){name})"),
            false => name.to_owned(),
        };
        for index in indices {
            self.values(
                ty,
                format!("{slot}[{index}]"),
                format!("{base}[{index}]"),
                ".",
            );
        }
    }

    /// Assigns what the input says of a typed place.
    fn values(&mut self, ty: TypeId, slot: String, expression: String, separator: &str) {
        let mut leaves = Vec::new();
        self.leaves(ty, slot, expression, separator, &mut leaves);
        for leaf in leaves {
            self.assign(&leaf, true);
        }
    }

    /// The statement that returns what the input says of a call; of no call,
    /// that returns nothing much.
    fn given(&mut self, callee: &Callee, call: &str) -> Result<String, String> {
        if !callee.gives(self.types) || callee.ends {
            return Ok(String::new());
        }
        let ty = self.unqualified(callee.result);
        Ok(match self.types.shape(ty) {
            Type::Pointer(_) if call.is_empty() => "    return NULL;\n".to_owned(),
            Type::Pointer(_) => {
                let pointer = self.pointer(call, ty)?;
                format!(
                    "    return {};\n",
                    pointer.unwrap_or_else(|| "NULL".to_owned())
                )
            }
            Type::Record { .. } => {
                let kept = std::mem::take(&mut self.assignments);
                if !call.is_empty() {
                    self.values(ty, call.to_owned(), "given".to_owned(), ".");
                }
                let lines = std::mem::replace(&mut self.assignments, kept);
                let assignments: String = lines
                    .iter()
                    .map(|line| format!("        {line}\n"))
                    .collect();
                let declaration = self.types.declare(ty, "given");
                format!(
                    "    {{\n        {declaration} = {{0}};\n{assignments}        return given;\n    }}\n"
                )
            }
            _ => format!("    return {};\n", self.scalar(ty, call)),
        })
    }
}

/// Whether a slot is part of what one call of a replaced function gives.
fn is_of_call(slot: &Slot) -> bool {
    matches!(slot.steps().next(), Some(Step::Occurrence(_)))
}
