//! The rules of access, as reflection applies them: which packages of the JDK
//! are there for all, and which members a caller sees.

use super::super::class::ClassId;
use super::super::value::Value;
use super::super::{Machine, Run, Stop};
use crate::classfile::access;

/// The packages that a module of the JDK opens to all.
const OPEN: [&str; 2] = ["sun/misc", "sun/reflect"];
/// Where packages are that the JDK exports.
const EXPORTED: [&str; 5] = ["java/", "javax/", "org/w3c/", "org/xml/", "org/ietf/"];
/// Where packages are that it keeps for itself.
const CLOSED: [&str; 2] = ["sun/", "jdk/internal/"];
/// The first version that means it.
const STRICT: u32 = 16;

/// What others may do with the members of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Package {
    /// Use all of them.
    Open,
    /// Use the public ones.
    Exported,
    /// Use none.
    Closed,
    /// It depends on modules.
    Unknown,
}

/// Whether a caller may do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Allowed {
    Yes,
    No,
    Unknown,
}

impl Machine {
    fn package_of(&self, class: ClassId) -> Package {
        let class = self.class(class);
        let version = self.class_path.jdk_version();
        let package = class
            .name
            .rsplit_once('/')
            .map_or("", |(package, _)| package);
        if !class.is_platform || version <= 8 || OPEN.contains(&package) {
            return Package::Open;
        }
        let starts = |with: &&str| class.name.starts_with(*with);
        if version < STRICT {
            Package::Unknown
        } else if EXPORTED.iter().any(starts) {
            Package::Exported
        } else if CLOSED.iter().any(starts) {
            Package::Closed
        } else {
            Package::Unknown
        }
    }

    fn declared_access(&self, class: ClassId) -> u16 {
        match &self.class(class).file {
            Some(file) => file.declared_access(),
            None => self.class(class).access,
        }
    }

    /// The class whose code asks, if it is the user's.
    fn user_caller(&self) -> Option<ClassId> {
        let caller = self.method(self.frames.last()?.method).class;
        (!self.class(caller).is_platform).then_some(caller)
    }

    /// Makes a member accessible; whether that can be done.
    pub(super) fn make_accessible(&mut self, member: Value, flag: Value) -> Run<bool> {
        let (class, _) = self.behind(member)?;
        let flags = self.get_named(member.as_ref(), "modifiers")?.as_int() as u16;
        let is_public = flags & self.declared_access(class) & access::PUBLIC != 0;
        let package = self.package_of(class);
        let allowed = match package {
            _ if self.user_caller().is_none() || flag.as_int() == 0 => Allowed::Yes,
            Package::Open => Allowed::Yes,
            Package::Exported if is_public => Allowed::Yes,
            Package::Exported if flags & access::PROTECTED != 0 => Allowed::Unknown,
            Package::Exported | Package::Closed => Allowed::No,
            Package::Unknown => Allowed::Unknown,
        };
        match allowed {
            Allowed::Yes => {
                self.set_named(member.as_ref(), "override", flag)?;
                Ok(true)
            }
            Allowed::No => Ok(false),
            Allowed::Unknown => Err(Stop::unsupported("opens a member of the JDK by reflection")),
        }
    }

    /// Throws if the code that asks may not use a member.
    pub(super) fn check_accessible(
        &mut self,
        member: Value,
        class: ClassId,
        flags: u16,
    ) -> Run<()> {
        let made_so = self.get_named(member.as_ref(), "override")?.as_bool();
        let Some(caller) = self.user_caller() else {
            return Ok(());
        };
        if made_so {
            return Ok(());
        }
        match self.sees(caller, class, flags) {
            Allowed::Yes => Ok(()),
            Allowed::Unknown => Err(Stop::unsupported("uses a hidden member by reflection")),
            Allowed::No => {
                let (caller, class) = (self.class(caller).dotted(), self.class(class).dotted());
                let message = format!("class {caller} cannot access a member of class {class}");
                Err(self.throw("java/lang/IllegalAccessException", Some(&message)))
            }
        }
    }

    /// Whether a class of the user sees a member of another.
    fn sees(&self, caller: ClassId, class: ClassId, flags: u16) -> Allowed {
        if caller == class {
            return Allowed::Yes;
        }
        let declared = self.declared_access(class);
        if flags & declared & access::PUBLIC != 0 {
            return match self.package_of(class) {
                Package::Closed => Allowed::No,
                _ => Allowed::Yes,
            };
        }
        let part = |class: ClassId, end: char| {
            let name = self.class(class).name.clone();
            name.rsplit_once(end).map(|(before, _)| before.to_owned())
        };
        let is_near = part(caller, '/') == part(class, '/') && !self.class(class).is_platform;
        let either = flags | declared;
        if is_near && either & access::PRIVATE == 0 {
            return Allowed::Yes;
        }
        // Classes inside one another share their private members, and those
        // below one another the protected ones: that depends on more.
        match is_near || either & access::PROTECTED != 0 {
            true => Allowed::Unknown,
            false => Allowed::No,
        }
    }
}
