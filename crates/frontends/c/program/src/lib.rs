//! C for the pipeline: a file is compiled with what records its runs, explored by a fork
//! server, observed unchanged, and its tests are compiled and run under a harness.

mod builds;
pub mod carve;
mod cases;
mod contexts;
mod failures;
mod gcov;
mod harness;
mod includes;
mod likelihood;
mod lowered;
mod mutants;
mod observe;
mod plan;
mod preconditions;
mod project;
mod recipe;
mod request;
mod shell;
mod source;
mod stage;
mod staged;
mod testcomp;
mod units;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use everypath_emit::{Annotations, Emitted};
use everypath_generate::{
    CaseNotes, Checked, Crew, Dropped, Facts, Failure, FailureKind, Ground, Kept, Module, Mutants,
    Naming, Outputs, Plan, Program, Settings, Target,
};
use everypath_report::Measured;

use cases::Cases;
use contexts::Carved;
use harness::Harness;
use mutants::CMutants;
use plan::CPlan;
use preconditions::Preconditions;
pub use preconditions::preconditions;
pub use request::fingerprint;
pub use shell::words;
use source::SourceFile;
use staged::Staged;
use units::{CCrew, CUnits};

/// A loaded file.
pub struct CProgram<'a> {
    plan: CPlan<'a>,
    crew: CCrew,
    cases: Cases<'a>,
}

impl<'a> CProgram<'a> {
    /// Compiles a file.
    pub fn load(target: &'a Target, settings: &'a Settings) -> Result<CProgram<'a>, Failure> {
        let wrong = |message: String| Failure::new(FailureKind::Target, message);
        let Module::File(path) = &target.module else {
            return Err(wrong("C is tested by file".to_owned()));
        };
        let mut carved = Carved::read(path, target, settings)?;
        let part = target.part.as_deref();
        let compilation = carved.compilation.as_ref();
        let request = request::load_request(path, part, settings, compilation)?;
        let limits = request::limits(settings);
        let executor =
            Staged::load(&request, &carved.modes, &limits, &carved.contexts).map_err(wrong)?;
        let program = executor.program();
        let source = SourceFile::new(program);
        let ground = Ground::of(program.files_read());
        let configured = &settings.c.preconditions;
        let preconditions = Preconditions::gather(program, &carved.contexts, configured)?;
        let plan = CPlan::new(program, &mut carved, target, settings)
            .map_err(|failure| failure.on(&ground))?;
        let units = CUnits {
            selected: plan.selected.clone(),
            executor,
            limits,
        };
        Ok(CProgram {
            plan,
            crew: CCrew {
                units,
                together: None,
            },
            cases: Cases {
                settings,
                target,
                source,
                harness: Arc::new(Harness::new(request, settings)?),
                cases: Vec::new(),
                missing: Vec::new(),
                preconditions,
                naming: Naming::default(),
            },
        })
    }
}

impl Program for CProgram<'_> {
    fn explorers(&mut self) -> (&dyn Plan, &mut dyn Crew) {
        (&self.plan, &mut self.crew)
    }

    fn facts(&self) -> &Facts {
        self.plan.facts()
    }

    fn ground(&self) -> Option<Ground> {
        let is_carved = self.cases.settings.c.contexts.is_some();
        (!is_carved).then(|| Ground::of(self.crew.units.executor.program().files_read()))
    }

    fn outputs(&self, naming: &Naming) -> Outputs {
        self.cases.outputs(naming)
    }

    fn name(&mut self, naming: &Naming) {
        self.cases.naming = naming.clone();
    }

    fn prepare(&mut self) -> Result<(), Failure> {
        self.cases.claim()
    }

    fn observe(&mut self, kept: &[Kept]) -> Result<Vec<Dropped>, Failure> {
        self.crew.rest();
        let facts = self.plan.facts();
        self.cases.observe(&mut self.crew.units, facts, kept)
    }

    fn write(&mut self, directory: &Path, annotations: &Annotations) -> Emitted {
        self.cases.write(directory, annotations)
    }

    fn check(
        &mut self,
        written: &Emitted,
        outputs: &Outputs,
        home: &Path,
    ) -> Result<Checked, Failure> {
        self.cases.check(written, outputs, home)
    }

    fn discard(&mut self, cases: &BTreeSet<u64>) {
        self.cases.discard(cases);
    }

    fn notes(&self, case: u64) -> CaseNotes {
        self.cases.notes(case)
    }

    fn mutants(&mut self) -> Option<Box<dyn Mutants>> {
        let units = &self.crew.units;
        let mutants = CMutants::new(
            units.executor.alone()?,
            &units.limits,
            self.cases.settings.run_limits(),
            &self.cases.source,
            self.cases.harness.clone(),
        )?;
        Some(Box::new(mutants))
    }

    fn beside(&self, written: &Emitted, kept: &[Kept]) -> Vec<(PathBuf, String)> {
        self.cases.beside(written, kept)
    }

    fn next_step(&self) -> Option<String> {
        self.cases.next_step()
    }

    fn clear_beside(&self) {
        self.cases.clear_beside();
    }

    fn measure(&mut self, tests: &Path) -> Measured {
        self.cases.measure(tests)
    }
}
