//! Dynamic calls: what the bootstrap methods of the compiler would make, made
//! directly. Others end the path by name.

use std::rc::Rc;

use everypath_trace::Origin;

use super::class::ClassId;
use super::value::{NULL, Value};
use super::{Machine, Run, Stop};
use crate::classfile::{ClassFile, Constant, Malformed};
use crate::code::{Instr, Kind};

/// A method handle of a pool: its kind and its member.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    /// As the format numbers them: 5 to 9 are calls.
    pub kind: u8,
    /// What it refers to.
    pub member: crate::classfile::MemberRef,
}

/// A label of a pattern switch.
#[derive(Clone, Debug)]
enum Label {
    Class(ClassId),
    Integer(i32),
    Text(Vec<u16>),
    /// The name of a constant of the switch's enum, or of the given one.
    Constant(Option<ClassId>, Rc<str>),
}

/// A pattern switch.
#[derive(Clone, Debug)]
pub(super) struct PatternSite {
    labels: Vec<Label>,
}

/// A dynamic call site as the pool describes it.
#[derive(Debug)]
pub(super) struct DynamicSite {
    /// The class that contains the call.
    pub owner: ClassId,
    /// Its file.
    pub file: Rc<ClassFile>,
    /// The name of the site.
    pub name: Rc<str>,
    /// Its descriptor.
    pub descriptor: Rc<str>,
    /// The bootstrap method's static arguments.
    pub arguments: Vec<u16>,
}

impl Machine {
    pub(super) fn class_format(&mut self, malformed: Malformed) -> Stop {
        self.throw("java/lang/ClassFormatError", Some(&malformed.0))
    }

    pub(super) fn handle(&mut self, file: &ClassFile, index: u16) -> Run<Handle> {
        match file.pool.get(index) {
            Ok(Constant::MethodHandle(kind, member)) => match file.pool.member(*member) {
                Ok(member) => Ok(Handle {
                    kind: *kind,
                    member,
                }),
                Err(malformed) => Err(self.class_format(malformed)),
            },
            _ => {
                let problem = format!("its constant {index} is no method handle");
                Err(self.class_format(Malformed(problem)))
            }
        }
    }

    fn site(
        &mut self,
        owner: ClassId,
        bootstrap: u16,
        name_and_type: u16,
    ) -> Run<(Handle, DynamicSite)> {
        let Some(file) = self.class(owner).file.clone() else {
            return Err(Stop::unsupported(
                "makes a dynamic call in a class without a file",
            ));
        };
        let Some(method) = file.bootstraps.get(usize::from(bootstrap)) else {
            let problem = format!("it has no bootstrap method {bootstrap}");
            return Err(self.class_format(Malformed(problem)));
        };
        let handle = self.handle(&file, method.method)?;
        let (name, descriptor) = match file.pool.name_and_type(name_and_type) {
            Ok(found) => found,
            Err(malformed) => return Err(self.class_format(malformed)),
        };
        let arguments = method.arguments.clone();
        Ok((
            handle,
            DynamicSite {
                owner,
                file,
                name,
                descriptor,
                arguments,
            },
        ))
    }

    /// The resolved form of a dynamic call.
    pub(super) fn resolve_dynamic(&mut self, owner: ClassId, index: u16) -> Run<Instr> {
        let file = self.class(owner).file.clone();
        let found = match file.as_ref().map(|file| file.pool.get(index)) {
            Some(Ok(Constant::InvokeDynamic(bootstrap, member))) => Some((*bootstrap, *member)),
            _ => None,
        };
        let Some((bootstrap, member)) = found else {
            let problem = format!("its constant {index} is no dynamic call");
            return Err(self.class_format(Malformed(problem)));
        };
        let (handle, site) = self.site(owner, bootstrap, member)?;
        let class = &*handle.member.class;
        match (class, &*handle.member.name) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory") => self.make_lambda(&site, false),
            ("java/lang/invoke/LambdaMetafactory", "altMetafactory") => {
                self.make_lambda(&site, true)
            }
            ("java/lang/invoke/StringConcatFactory", name) => {
                self.make_concatenation(&site, name == "makeConcatWithConstants")
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.make_record_method(&site),
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => {
                self.make_pattern_switch(&site, false)
            }
            ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => {
                self.make_pattern_switch(&site, true)
            }
            (class, name) => Err(Stop::unsupported(format!(
                "makes a dynamic call through {}.{name}",
                class.replace('/', ".")
            ))),
        }
    }

    fn make_pattern_switch(&mut self, site: &DynamicSite, of_enum: bool) -> Run<Instr> {
        let mut labels = Vec::with_capacity(site.arguments.len());
        for &argument in &site.arguments {
            let constant = match site.file.pool.get(argument) {
                Ok(constant) => constant.clone(),
                Err(malformed) => return Err(self.class_format(malformed)),
            };
            labels.push(match constant {
                Constant::Class(_) => Label::Class(self.resolve_class(site.owner, argument)?),
                Constant::Integer(value) => Label::Integer(value),
                Constant::String(_) => {
                    let units = match site.file.pool.string(argument) {
                        Ok(units) => units,
                        Err(malformed) => return Err(self.class_format(malformed)),
                    };
                    if of_enum {
                        Label::Constant(None, String::from_utf16_lossy(&units).into())
                    } else {
                        Label::Text(units)
                    }
                }
                Constant::Dynamic(bootstrap, member) => {
                    self.enum_label(site.owner, bootstrap, member)?
                }
                _ => return Err(Stop::unsupported("switches on a pattern of another kind")),
            });
        }
        self.pattern_sites.push(PatternSite { labels });
        Ok(Instr::PatternSwitch(self.pattern_sites.len() as u32 - 1))
    }

    /// `EnumDesc.of(ClassDesc.of("C"), "NAME")`, as the compiler nests it.
    fn enum_label(&mut self, owner: ClassId, bootstrap: u16, member: u16) -> Run<Label> {
        let other = || Stop::unsupported("switches on a dynamic constant");
        let (_, site) = self.site(owner, bootstrap, member)?;
        let [_, class, name] = site.arguments[..] else {
            return Err(other());
        };
        let (Ok(name), Ok(Constant::Dynamic(bootstrap, member))) =
            (site.file.pool.string(name), site.file.pool.get(class))
        else {
            return Err(other());
        };
        let (_, class) = self.site(owner, *bootstrap, *member)?;
        let [_, class] = class.arguments[..] else {
            return Err(other());
        };
        let class = site.file.pool.string(class).map_err(|_| other())?;
        let class = String::from_utf16_lossy(&class).replace('.', "/");
        let class = self.load(&class)?;
        Ok(Label::Constant(
            Some(class),
            String::from_utf16_lossy(&name).into(),
        ))
    }

    /// The number of the first label from `restart` on that fits; -1 for null.
    pub(super) fn pattern_switch(
        &mut self,
        site: u32,
        target: Value,
        restart: Value,
    ) -> Run<Value> {
        if target.as_ref() == NULL {
            return Ok(Value::int(-1));
        }
        let target = target.as_ref();
        let class = self.heap.class_of(target);
        let labels = self.pattern_sites[site as usize].labels.clone();
        let restart = self.pin_int(restart)?.max(0) as usize;
        for (index, label) in labels.iter().enumerate().skip(restart) {
            let fits = match label {
                Label::Class(wanted) => self.is_subtype(class, *wanted),
                Label::Integer(wanted) => match &*self.class(class).name {
                    "java/lang/Integer"
                    | "java/lang/Character"
                    | "java/lang/Short"
                    | "java/lang/Byte" => {
                        let value = self.get_named(target, "value")?;
                        let fits = value.as_int() == *wanted;
                        if let Some(term) = value.symbol() {
                            let wanted = self.int_constant(*wanted);
                            let condition = self.terms.eq(term, wanted);
                            self.decide(condition, fits, Origin::Branch, None)?;
                        }
                        fits
                    }
                    _ => false,
                },
                Label::Text(wanted) => {
                    if &*self.class(class).name != "java/lang/String" {
                        false
                    } else {
                        let wanted = self.intern(wanted)?;
                        let argument = Value::reference(wanted);
                        let answer = self.call_virtual(
                            target,
                            "equals",
                            "(Ljava/lang/Object;)Z",
                            &[argument],
                        )?;
                        self.decide_truth(answer)?
                    }
                }
                Label::Constant(of, wanted) => {
                    let in_class = of.is_none_or(|of| self.is_subtype(class, of));
                    if in_class && self.is_enum_constant(class) {
                        let name = self.get_named(target, "name")?.as_ref();
                        self.text_of(name) == **wanted
                    } else {
                        false
                    }
                }
            };
            if fits {
                return Ok(Value::int(index as i32));
            }
        }
        Ok(Value::int(labels.len() as i32))
    }

    fn is_enum_constant(&mut self, class: ClassId) -> bool {
        self.load("java/lang/Enum")
            .is_ok_and(|base| self.is_subtype(class, base))
    }

    /// Records a branch on a boolean value and gives its side.
    pub fn decide_truth(&mut self, value: Value) -> Run<bool> {
        let side = value.as_bool();
        if value.is_symbolic() {
            let condition = self.truth_of(value);
            self.decide(condition, side, Origin::Branch, None)?;
        }
        Ok(side)
    }

    /// The kind of a dynamic constant.
    pub(super) fn constant_kind(&mut self, owner: ClassId, index: u16) -> Run<Kind> {
        let file = self.class(owner).file.clone();
        let found = file.as_ref().and_then(|file| match file.pool.get(index) {
            Ok(Constant::Dynamic(_, member)) => file.pool.name_and_type(*member).ok(),
            _ => None,
        });
        Ok(found.map_or(Kind::Reference, |(_, descriptor)| {
            Kind::of_descriptor(&descriptor)
        }))
    }

    /// The value of a dynamic constant.
    pub(super) fn dynamic_constant(
        &mut self,
        owner: ClassId,
        index: u16,
        bootstrap: u16,
        member: u16,
    ) -> Run<Value> {
        if let Some(&known) = self.dynamic_constants.get(&(owner, index)) {
            return Ok(known);
        }
        let (handle, site) = self.site(owner, bootstrap, member)?;
        let value = match (&*handle.member.class, &*handle.member.name) {
            ("java/lang/invoke/ConstantBootstraps", "nullConstant") => Value::default(),
            ("java/lang/invoke/ConstantBootstraps", "primitiveClass") => {
                let class = self.class_of_descriptor(&site.name)?;
                Value::reference(self.mirror(class)?)
            }
            ("java/lang/invoke/ConstantBootstraps", "enumConstant" | "getStaticFinal") => {
                let name = site
                    .descriptor
                    .trim_start_matches('L')
                    .trim_end_matches(';')
                    .to_owned();
                let class = self.load(&name)?;
                self.initialise(class)?;
                let Some(field) = self.find_field(class, &site.name, &site.descriptor) else {
                    return Err(self.throw("java/lang/NoSuchFieldError", Some(&site.name)));
                };
                // What it holds is another object once the class is kept.
                return Ok(self.get_static(field.class, usize::from(field.slot)));
            }
            (class, name) => {
                return Err(Stop::unsupported(format!(
                    "uses a dynamic constant of {}.{name}",
                    class.replace('/', ".")
                )));
            }
        };
        self.dynamic_constants.insert((owner, index), value);
        Ok(value)
    }

    /// The class that a field descriptor names.
    pub(super) fn class_of_descriptor(&mut self, descriptor: &str) -> Run<ClassId> {
        match descriptor.as_bytes() {
            [b'L', .., b';'] => self.load(&descriptor[1..descriptor.len() - 1]),
            [b'[', ..] => self.load(descriptor),
            b"V" => Ok(self.void_class()),
            _ => Ok(self.primitive(Kind::of_descriptor(descriptor))),
        }
    }
}
