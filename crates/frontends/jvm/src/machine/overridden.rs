//! The methods that an object overrides which stands in for one of a class: a test's anonymous
//! subclass does the same.

use std::collections::BTreeSet;

use super::Machine;
use super::class::{ClassId, MethodId};
use super::synthesise::split_descriptor;
use crate::classfile::access;

/// A method of a subclass whose objects stand in for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overridden {
    /// The method above, which it overrides.
    pub method: MethodId,
    /// The method whose answer it gives: itself, but for methods that differ only in what
    /// they return, of which a test has one.
    pub asked: MethodId,
    /// Whether it does what the class above does unless the input has it throw.
    pub inherits: bool,
}

/// Which methods of a class a subclass overrides that stands in for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Those that it lacks: what it does itself is real.
    Missing,
    /// All that others may override.
    All,
}

/// Whether what objects of a class do reaches for the world, so that all of their methods
/// are answered.
fn reaches_out(class: &str) -> bool {
    let Some((package, name)) = class.rsplit_once('/') else {
        return false;
    };
    match package {
        // One for datagrams is open from the start.
        "java/net" if matches!(name, "DatagramSocket" | "MulticastSocket") => false,
        "java/net" | "javax/net/ssl" => name.ends_with("Socket") || name.ends_with("URLConnection"),
        "java/lang" => name == "Process",
        "java/nio/channels" => name.ends_with("Channel"),
        _ => false,
    }
}

impl Machine {
    /// Whether objects of a class may be stood in for although it is not abstract: a real one
    /// would reach for the world.
    pub fn is_worldly(&self, class: ClassId) -> bool {
        reaches_out(&self.class(class).name)
    }

    /// The methods of a class and those above it that a subclass which stands in for it
    /// overrides: those without a body, all that others may override where its objects reach
    /// for the world or the extent says so, and of other classes of the JDK those that declare
    /// an exception.
    pub fn overridden(&mut self, class: ClassId, extent: Extent) -> Vec<Overridden> {
        let is_all = extent == Extent::All || self.is_worldly(class);
        let mut keys = Vec::new();
        let mut seen = BTreeSet::new();
        for above in self.class(class).supertypes.iter() {
            for &method in &self.class(*above).methods {
                let known = self.method(method);
                let is_left_out =
                    known.is_static() || known.is_private() || known.name.starts_with('<');
                if !is_left_out && seen.insert(known.key) {
                    keys.push(known.key);
                }
            }
        }
        let mut found = Vec::new();
        for key in keys {
            let Some(method) = self.lookup(class, key) else {
                continue;
            };
            let known = self.method(method);
            let owner = self.class(known.class);
            let is_object = &*owner.name == "java/lang/Object";
            let open = access::PUBLIC | access::PROTECTED;
            let is_open = known.access & (access::FINAL | access::STATIC) == 0
                && known.access & open != 0
                && !is_object;
            let is_made = known.access & (access::BRIDGE | access::SYNTHETIC) != 0;
            let throws = || {
                let file = owner.file.as_ref();
                let info = file.and_then(|file| file.methods.get(usize::from(known.index)));
                info.is_some_and(|info| !info.throws.is_empty())
            };
            let inherits = match known.is_abstract() {
                true => false,
                false if !is_open || is_made => continue,
                false if is_all => false,
                false if owner.is_platform && throws() => true,
                false => continue,
            };
            found.push(Overridden {
                method,
                asked: method,
                inherits,
            });
        }
        self.join(&mut found);
        found
    }

    /// Of methods that differ only in what they return, the one that says most answers.
    fn join(&mut self, all: &mut [Overridden]) {
        for index in 0..all.len() {
            let own = self.method(all[index].method).clone();
            let (parameters, result) = split_descriptor(&own.descriptor);
            let mut best = (all[index].method, result);
            for other in all.iter() {
                let known = self.method(other.method).clone();
                if known.name != own.name || known.descriptor == own.descriptor {
                    continue;
                }
                let (others, result) = split_descriptor(&known.descriptor);
                if others == parameters && self.says_more(&result, &best.1) {
                    best = (other.method, result);
                }
            }
            all[index].asked = best.0;
        }
    }

    /// Whether the objects of one type are also of another.
    fn says_more(&mut self, one: &str, other: &str) -> bool {
        let mut load = |descriptor: &str| {
            let name = match descriptor.strip_prefix('L') {
                Some(name) => name.strip_suffix(';')?,
                None if descriptor.starts_with('[') => descriptor,
                None => return None,
            };
            self.load(name).ok()
        };
        match (load(one), load(other)) {
            (Some(one), Some(other)) => one != other && self.is_subtype(one, other),
            _ => false,
        }
    }
}
