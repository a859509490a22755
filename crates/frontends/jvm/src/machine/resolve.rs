//! Resolution of what code names: done once for each instruction.

use std::rc::Rc;

use super::class::{ClassId, Field, MethodId};
use super::method_handles::Act;
use super::value::{Ref, Value};
use super::{CallSite, Machine, PolymorphicSite, Run, Stop};
use crate::classfile::{ClassFile, Constant, Malformed, MemberRef, access};
use crate::code::{Instr, Invocation};

impl Machine {
    fn file_of(&mut self, class: ClassId) -> Run<Rc<ClassFile>> {
        match &self.class(class).file {
            Some(file) => Ok(file.clone()),
            None => Err(Stop::unsupported(
                "resolves a name in a class without a file",
            )),
        }
    }

    fn malformed(&mut self, malformed: Malformed) -> Stop {
        self.throw("java/lang/ClassFormatError", Some(&malformed.0))
    }

    /// The class that an entry of a class's pool names.
    pub(super) fn resolve_class(&mut self, owner: ClassId, index: u16) -> Run<ClassId> {
        let file = self.file_of(owner)?;
        match file.pool.class(index) {
            Ok(name) => self.load(&name),
            Err(malformed) => Err(self.malformed(malformed)),
        }
    }

    fn resolve_member(&mut self, owner: ClassId, index: u16) -> Run<MemberRef> {
        let file = self.file_of(owner)?;
        file.pool
            .member(index)
            .map_err(|malformed| self.malformed(malformed))
    }

    /// A field by name and descriptor in a class, its interfaces and its superclasses.
    pub fn find_field(&self, class: ClassId, name: &str, descriptor: &str) -> Option<Field> {
        let found = self.class(class);
        let own = found
            .fields
            .iter()
            .find(|field| &*field.name == name && &*field.descriptor == descriptor);
        if let Some(field) = own {
            return Some(field.clone());
        }
        let above = found.interfaces.iter().copied().chain(found.superclass);
        above
            .into_iter()
            .find_map(|above| self.find_field(above, name, descriptor))
    }

    fn resolve_field(&mut self, owner: ClassId, index: u16, wants_static: bool) -> Run<Field> {
        let member = self.resolve_member(owner, index)?;
        let class = self.load(&member.class)?;
        let Some(field) = self.find_field(class, &member.name, &member.descriptor) else {
            return Err(self.throw("java/lang/NoSuchFieldError", Some(&member.name)));
        };
        if field.is_static() != wants_static {
            let problem = format!(
                "Expected another kind of field {}.{}",
                member.class, member.name
            );
            return Err(self.throw("java/lang/IncompatibleClassChangeError", Some(&problem)));
        }
        Ok(field)
    }

    /// The resolved form of an access to a static field; its class is initialised.
    pub(super) fn resolve_static(&mut self, owner: ClassId, index: u16, put: bool) -> Run<Instr> {
        let field = self.resolve_field(owner, index, true)?;
        self.initialise(field.class)?;
        Ok(if put {
            Instr::PutStaticOf(field.class.0, field.slot, field.kind)
        } else if self.is_stream(field.class, &field.name) {
            Instr::GetStream(field.class.0, field.slot)
        } else if self.static_premises(&field).is_empty() {
            Instr::GetStaticOf(field.class.0, field.slot, field.kind)
        } else {
            Instr::GetStateOf(field.class.0, field.slot, field.kind)
        })
    }

    /// The resolved form of an access to an instance field.
    pub(super) fn resolve_instance(&mut self, owner: ClassId, index: u16, put: bool) -> Run<Instr> {
        let field = self.resolve_field(owner, index, false)?;
        Ok(if put {
            Instr::PutFieldAt(field.slot, field.kind)
        } else {
            Instr::GetFieldAt(field.slot, field.kind)
        })
    }

    /// The method that a member reference names.
    pub(super) fn resolve_method(&mut self, member: &MemberRef) -> Run<MethodId> {
        let class = self.load(&member.class)?;
        let key = self.key(&member.name, &member.descriptor);
        match self.lookup(class, key) {
            Some(method) => Ok(method),
            None => {
                let name = self.class(class).dotted();
                let problem = format!("'{name}.{}{}'", member.name, member.descriptor);
                Err(self.throw("java/lang/NoSuchMethodError", Some(&problem)))
            }
        }
    }

    /// The resolved form of a call.
    pub(super) fn resolve_call(
        &mut self,
        owner: ClassId,
        invocation: Invocation,
        index: u16,
    ) -> Run<Instr> {
        let member = self.resolve_member(owner, index)?;
        if invocation == Invocation::Virtual && is_polymorphic(&member) {
            return self.resolve_polymorphic(&member);
        }
        let method = self.resolve_method(&member)?;
        let found = self.method(method);
        if found.is_static() != (invocation == Invocation::Static) {
            let problem = format!(
                "Expected another kind of method {}",
                self.method_name(method)
            );
            return Err(self.throw("java/lang/IncompatibleClassChangeError", Some(&problem)));
        }
        let slots = found.argument_slots;
        match invocation {
            Invocation::Static => {
                let class = found.class;
                self.initialise(class)?;
                Ok(Instr::CallStatic(method.0))
            }
            Invocation::Special => {
                let method = self.resolve_special(owner, method)?;
                Ok(Instr::CallExact(method.0, slots))
            }
            Invocation::Virtual | Invocation::Interface => {
                let exact = found.is_private()
                    || (found.access & access::FINAL != 0 && !found.is_abstract())
                    || &*found.name == "<init>";
                if exact {
                    return Ok(Instr::CallExact(method.0, slots));
                }
                let key = found.key;
                self.call_sites.push(CallSite {
                    key,
                    named: method,
                    last_class: ClassId(u32::MAX),
                    last_method: method,
                });
                Ok(Instr::CallVirtual(self.call_sites.len() as u32 - 1, slots))
            }
        }
    }

    /// `super.m()` means the nearest method above the class that calls it.
    fn resolve_special(&mut self, owner: ClassId, named: MethodId) -> Run<MethodId> {
        let found = self.method(named);
        let (declared_in, key) = (found.class, found.key);
        let is_super_call = &*found.name != "<init>"
            && !found.is_private()
            && declared_in != owner
            && !self.class(declared_in).is_interface()
            && self.is_subtype(owner, declared_in);
        if !is_super_call {
            return Ok(named);
        }
        let above = self.class(owner).superclass;
        Ok(above
            .and_then(|above| self.lookup(above, key))
            .unwrap_or(named))
    }

    fn resolve_polymorphic(&mut self, member: &MemberRef) -> Run<Instr> {
        let (slots, _) = crate::code::descriptor_slots(&member.descriptor).unwrap_or((0, 0));
        self.polymorphic_sites.push(PolymorphicSite {
            name: member.name.clone(),
            descriptor: member.descriptor.clone(),
        });
        let site = self.polymorphic_sites.len() as u32 - 1;
        Ok(Instr::CallPolymorphic(site, slots + 1))
    }

    /// The method of a virtual call on a receiver.
    #[inline]
    pub(super) fn select_at(&mut self, site: u32, receiver: Ref) -> Run<MethodId> {
        let class = self.heap.class_of(receiver);
        let known = &self.call_sites[site as usize];
        if known.last_class == class {
            return Ok(known.last_method);
        }
        let (key, named) = (known.key, known.named);
        let Some(method) = self.select(class, key) else {
            let problem = self.method_name(named);
            return Err(self.throw("java/lang/AbstractMethodError", Some(&problem)));
        };
        let known = &mut self.call_sites[site as usize];
        known.last_class = class;
        known.last_method = method;
        Ok(method)
    }

    /// The value of a constant that is no number, and whether the instruction
    /// may be replaced by a reference to it.
    pub(super) fn resolve_constant(&mut self, owner: ClassId, index: u16) -> Run<(Value, bool)> {
        let file = self.file_of(owner)?;
        let constant = file
            .pool
            .get(index)
            .map_err(|malformed| self.malformed(malformed))?;
        match constant {
            Constant::String(_) => {
                let units = file
                    .pool
                    .string(index)
                    .map_err(|malformed| self.malformed(malformed))?;
                Ok((Value::reference(self.intern(&units)?), true))
            }
            Constant::Class(_) => {
                let class = self.resolve_class(owner, index)?;
                Ok((Value::reference(self.mirror(class)?), true))
            }
            Constant::Dynamic(bootstrap, name_and_type) => {
                let value = self.dynamic_constant(owner, index, *bootstrap, *name_and_type)?;
                Ok((value, false))
            }
            Constant::MethodHandle(..) => Ok((self.handle_constant(&file, index)?, false)),
            Constant::MethodType(text) => {
                let text = file.pool.text(*text);
                let text = text.map_err(|malformed| self.malformed(malformed))?;
                let of = self.type_of_descriptor(&text)?;
                Ok((self.method_type(&of)?, false))
            }
            _ => Err(Stop::unsupported("uses a constant of another kind")),
        }
    }
}

impl Machine {
    /// A method handle that a pool has.
    fn handle_constant(&mut self, file: &ClassFile, index: u16) -> Run<Value> {
        let handle = self.handle(file, index)?;
        let member = &handle.member;
        if handle.kind < 5 {
            let class = self.load(&member.class)?;
            let Some(field) = self.find_field(class, &member.name, &member.descriptor) else {
                return Err(self.throw("java/lang/NoSuchFieldError", Some(&member.name)));
            };
            let fields = &self.class(field.class).fields;
            let place = fields.iter().position(|one| one.name == field.name);
            let act = match handle.kind {
                1 | 2 => Act::Get,
                _ => Act::Put,
            };
            return self.handle_of_field(field.class, place.unwrap_or_default(), act);
        }
        let method = self.resolve_method(member)?;
        let through = self.load(&member.class)?;
        let act = match handle.kind {
            6 => Act::Static,
            7 => Act::Special,
            8 => Act::New,
            _ => Act::Virtual,
        };
        self.handle_of_method(method, Some(through), act)
    }
}

fn is_polymorphic(member: &MemberRef) -> bool {
    match &*member.class {
        "java/lang/invoke/VarHandle" => {
            member.name.starts_with("get")
                || member.name.starts_with("set")
                || member.name.starts_with("compareAnd")
                || member.name.starts_with("weakCompareAnd")
        }
        "java/lang/invoke/MethodHandle" => {
            matches!(&*member.name, "invoke" | "invokeExact" | "invokeBasic")
        }
        _ => false,
    }
}
