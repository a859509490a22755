//! Tight bounds of receivers: found once for a class and a scope, kept on disk while what
//! they depend on stays the same.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Mutex;

use everypath_bounded::{Bounds, Scope, tighten};
use everypath_solve::Allowance;
use rustc_hash::FxHasher;

use super::{MOST_GATES, MOST_TERMS};
use crate::program::{Lowered, Receiver};

/// Where bounds are kept, below the directory that the program runs in.
const DIRECTORY: &str = ".everypath/bounds";

/// The bounds of this run's classes.
#[derive(Debug, Default)]
pub(super) struct KnownBounds(Mutex<BTreeMap<u64, Option<Bounds>>>);

impl KnownBounds {
    /// The bounds of a unit's receiver: those of this run, those on disk, or new ones.
    pub(super) fn of(
        &self,
        lowered: &mut dyn Lowered,
        scope: &Scope,
        allowance: &Allowance,
    ) -> Option<Bounds> {
        let receiver = lowered.receiver()?;
        let mut hasher = FxHasher::default();
        env!("CARGO_PKG_VERSION").hash(&mut hasher);
        (&receiver.class, receiver.fingerprint, scope).hash(&mut hasher);
        let key = hasher.finish();
        // One worker looks for them; the others wait for what it finds.
        let mut known = match self.0.lock() {
            Ok(known) => known,
            Err(poisoned) => poisoned.into_inner(),
        };
        if let Some(bounds) = known.get(&key) {
            return bounds.clone();
        }
        let bounds = kept_or_new(lowered, &receiver, key, scope, allowance);
        known.insert(key, bounds.clone());
        bounds
    }
}

fn kept_or_new(
    lowered: &mut dyn Lowered,
    receiver: &Receiver,
    key: u64,
    scope: &Scope,
    allowance: &Allowance,
) -> Option<Bounds> {
    let path = PathBuf::from(DIRECTORY).join(format!("{key:016x}"));
    let path = receiver.fingerprint.map(|_| path);
    let kept = path
        .as_ref()
        .and_then(|path| std::fs::read_to_string(path).ok());
    if let Some(kept) = kept.as_deref().and_then(Bounds::parse) {
        return Some(kept);
    }
    let found = tighten(
        lowered.source(),
        &receiver.unit,
        scope,
        MOST_TERMS,
        MOST_GATES,
        allowance,
    );
    if let (Some(found), Some(path)) = (&found, path)
        && std::fs::create_dir_all(DIRECTORY).is_ok()
    {
        // Without it the next run looks for them again.
        let _ = std::fs::write(path, found.print());
    }
    found
}
