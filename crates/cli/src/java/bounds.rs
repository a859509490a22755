//! Tight bounds of receivers: found once for a class and a scope, kept on disk
//! while the class stays the same.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Mutex;

use everypath_bounded::{Bounds, Scope, tighten};
use everypath_jvm::{LoweredUnit, Lowering};
use rustc_hash::FxHasher;

use super::exploring::Exploring;
use everypath_generate::bounded::{MOST_GATES, MOST_TERMS};

/// Where bounds are kept, below the directory that the program runs in.
const DIRECTORY: &str = ".everypath/bounds";

/// The bounds of this run's classes.
#[derive(Debug, Default)]
pub struct KnownBounds(Mutex<BTreeMap<u64, Option<Bounds>>>);

impl KnownBounds {
    /// The bounds of a unit's receiver, if it has an invariant: those of this
    /// run, those on disk, or new ones.
    pub fn of(
        &self,
        exploring: &Exploring,
        lowering: &mut Lowering,
        lowered: &LoweredUnit,
        unit: usize,
        scope: &Scope,
        expired: &dyn Fn() -> bool,
    ) -> Option<Bounds> {
        exploring.loaded.units[unit].invariant.as_ref()?;
        if lowered.slots.first().map(String::as_str) != Some("this") {
            return None;
        }
        let key = key(exploring, unit, scope);
        // One worker looks for them; the others wait for what it finds.
        let mut known = self.0.lock().expect("no worker panics with the bounds");
        if let Some(bounds) = known.get(&key) {
            return bounds.clone();
        }
        let path = PathBuf::from(DIRECTORY).join(format!("{key:016x}"));
        let kept = std::fs::read_to_string(&path).ok();
        let kept = kept.as_deref().and_then(Bounds::parse);
        let bounds = match kept {
            Some(kept) => Some(kept),
            None => {
                let unit = &lowered.unit;
                let found = tighten(lowering, unit, scope, MOST_TERMS, MOST_GATES, expired);
                if let Some(found) = &found
                    && std::fs::create_dir_all(DIRECTORY).is_ok()
                {
                    // Without it the next run looks for them again.
                    let _ = std::fs::write(&path, found.print());
                }
                found
            }
        };
        known.insert(key, bounds.clone());
        bounds
    }
}

/// What bounds depend on: the code of the class and of those nested in it,
/// its invariant and the scope.
fn key(exploring: &Exploring, unit: usize, scope: &Scope) -> u64 {
    let loaded = exploring.loaded;
    let mut hasher = FxHasher::default();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    for class in &loaded.classes {
        class.hash(&mut hasher);
        loaded.class_path.user_class(class).hash(&mut hasher);
    }
    let unit = &loaded.units[unit];
    unit.class.hash(&mut hasher);
    unit.invariant.hash(&mut hasher);
    scope.hash(&mut hasher);
    hasher.finish()
}
