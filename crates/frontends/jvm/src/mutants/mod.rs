//! Mutants of a program's classes: instructions that are others for a while. Everything runs
//! in the interpreter, without symbols; no JVM is started for them.

mod operators;
mod seen;

use std::rc::Rc;
use std::time::Duration;

use everypath_trace::{Input, Mutant, MutantId, RunLimits};

use crate::code::{Code, Instr};
use crate::executor::JvmExecutor;
use crate::program::Loaded;
use operators::mutants_of;
pub(crate) use seen::seen;

/// What a mutant may do, in instructions: so many times what the original does, and more.
const TIMES: u64 = 8;
const MORE: u64 = 100_000;
/// Methods of which no mutant is made: they run once, before everything else.
const INITIALISER: &str = "<clinit>";
/// The price of a run, and of an instruction.
const RUN: Duration = Duration::from_micros(60);
const INSTRUCTION: Duration = Duration::from_nanos(10);

/// What became of mutants on one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MutantRuns {
    /// Those whose change was reached.
    pub reached: Vec<MutantId>,
    /// Those of which a test would see that something is different, or that do not end.
    pub killed: Vec<MutantId>,
    /// What all of it cost.
    pub cost: Duration,
}

/// A program that can be any of its mutants.
pub struct MutatedProgram {
    executor: JvmExecutor,
    mutants: Vec<Mutant>,
    sites: Vec<Site>,
    /// The instructions that are changed, each once.
    places: Vec<(Rc<Code>, usize)>,
}

/// Where a mutant is, by its place, and what is there then.
struct Site {
    place: usize,
    instr: Instr,
}

impl MutatedProgram {
    /// The mutants of all methods of the loaded classes; `None` if there are none.
    pub fn new(loaded: &Loaded) -> Option<MutatedProgram> {
        let mut program = MutatedProgram {
            executor: JvmExecutor::new(loaded).ok()?,
            mutants: Vec::new(),
            sites: Vec::new(),
            places: Vec::new(),
        };
        for class in &loaded.classes {
            program.add_class(class);
        }
        (!program.mutants.is_empty()).then_some(program)
    }

    fn add_class(&mut self, name: &str) {
        let machine = self.executor.machine_mut();
        let Ok(class) = machine.load(name) else {
            return;
        };
        let Some(file) = machine.class(class).file.clone() else {
            return;
        };
        for method in machine.class(class).methods.clone() {
            let machine = self.executor.machine_mut();
            let (found, function) = (machine.method(method).clone(), machine.method_name(method));
            const SYNTHETIC: u16 = 0x1000;
            let is_lambda = found.name.starts_with("lambda$");
            if &*found.name == INITIALISER || (found.access & SYNTHETIC != 0 && !is_lambda) {
                continue;
            }
            let Ok(code) = machine.code(method) else {
                continue;
            };
            for at in 0..code.instrs.len() {
                let line = code.line_of(at);
                let mut all = mutants_of(code.instrs[at].get(), &file.pool, found.result);
                let before = at.checked_sub(1).map(|before| code.instrs[before].get());
                all.retain(|changed| !returns_the_same(changed.instr, before));
                if line == 0 || all.is_empty() {
                    continue;
                }
                self.places.push((code.clone(), at));
                for changed in all {
                    self.sites.push(Site {
                        place: self.places.len() - 1,
                        instr: changed.instr,
                    });
                    self.mutants.push(Mutant {
                        function: function.clone(),
                        line: u32::from(line),
                        column: 0,
                        operator: changed.operator,
                        change: changed.change,
                    });
                }
            }
        }
    }

    /// All mutants, by number.
    pub fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    /// Runs a unit, by its place in the program, on an input as it is, and as each of some
    /// mutants.
    pub fn look(
        &mut self,
        unit: usize,
        input: &Input,
        mutants: &[MutantId],
        limits: &RunLimits,
    ) -> MutantRuns {
        let mut runs = MutantRuns::default();
        if self.executor.choose(unit).is_err() {
            return runs;
        }
        self.executor.machine_mut().watch(&self.places);
        let original = self.executor.see(input, limits, u64::MAX);
        let reached = self.executor.machine_mut().unwatch(&self.places);
        runs.cost += price(original.executed);
        let Some(expected) = original.text else {
            return runs;
        };
        let is_reached = |site: &Site| reached.contains(&(site.place as u32));
        for &mutant in mutants {
            let site = &self.sites[mutant.0 as usize];
            if !is_reached(site) {
                continue;
            }
            runs.reached.push(mutant);
            let (code, at) = self.places[site.place].clone();
            let before = code.instrs[at].replace(site.instr);
            let most = original.executed * TIMES + MORE;
            let found = self.executor.see(input, limits, most);
            code.instrs[at].set(before);
            runs.cost += price(found.executed);
            let is_seen = found.is_endless || found.is_unmade;
            if is_seen || found.text.is_some_and(|text| text != expected) {
                runs.killed.push(mutant);
            }
        }
        runs
    }
}

/// Whether what is returned instead is what was there anyway.
fn returns_the_same(changed: Instr, before: Option<Instr>) -> bool {
    match (changed, before) {
        (Instr::ReturnOther(bits), Some(Instr::Int(number))) => bits == number.cast_unsigned(),
        (Instr::ReturnOther(0), Some(Instr::Null)) => true,
        (Instr::ReturnZeroWide, Some(Instr::Long(0) | Instr::Double(0))) => true,
        _ => false,
    }
}

fn price(executed: u64) -> Duration {
    RUN + Duration::from_nanos(executed.saturating_mul(INSTRUCTION.as_nanos() as u64))
}

/// What was seen of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// What a test sees, if there can be one.
    pub(crate) text: Option<String>,
    /// Whether the input could not be made.
    pub(crate) is_unmade: bool,
    /// Whether it was stopped because it went on for too long.
    pub(crate) is_endless: bool,
    /// The instructions that it took.
    pub(crate) executed: u64,
}
