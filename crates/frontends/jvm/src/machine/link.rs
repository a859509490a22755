//! Loading and linking of classes.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::class::{Class, ClassId, Field, Initialisation, Method, MethodBody, MethodId, Shape};
use super::natives;
use super::value::{NULL, Value};
use super::{Machine, Run};
use crate::classfile::{ClassFile, access};
use crate::code::{Code, Kind, Marks, decode, descriptor_slots};

/// Superclasses above one another beyond which a class is not loaded: a hostile one.
const DEEPEST: usize = 200;

impl Machine {
    /// The class of a name, loaded if it is new.
    pub fn load(&mut self, name: &str) -> Run<ClassId> {
        if let Some(&known) = self.class_ids.get(name) {
            return Ok(known);
        }
        if name.starts_with('[') {
            return self.load_array(name);
        }
        let (bytes, is_platform) = match self.class_path.platform_class(name) {
            Some(bytes) => (bytes, true),
            None => match self.class_path.user_class(name) {
                Some(bytes) => (bytes, false),
                None => return Err(self.throw("java/lang/NoClassDefFoundError", Some(name))),
            },
        };
        let file = match ClassFile::parse(&bytes) {
            Ok(file) if &*file.name == name => file,
            Ok(file) => {
                let problem = format!("{name} (wrong name: {})", file.name);
                return Err(self.throw("java/lang/NoClassDefFoundError", Some(&problem)));
            }
            Err(malformed) => {
                let problem = format!("{name}: {malformed}");
                return Err(self.throw("java/lang/ClassFormatError", Some(&problem)));
            }
        };
        self.define(file, is_platform)
    }

    fn define(&mut self, file: ClassFile, is_platform: bool) -> Run<ClassId> {
        let name = file.name.clone();
        if self.loading.contains(&name) || self.loading.len() > DEEPEST {
            return Err(self.throw("java/lang/ClassCircularityError", Some(&name)));
        }
        self.loading.push(name.clone());
        let supers = self.load_supers(&file);
        self.loading.pop();
        let (superclass, interfaces) = supers?;
        if let Some(&known) = self.class_ids.get(&name) {
            return Ok(known);
        }
        let id = ClassId(self.classes.len() as u32);
        let file = Rc::new(file);
        let mut class = Class {
            name: name.clone(),
            shape: Shape::Instance,
            access: file.access,
            superclass,
            interfaces,
            supertypes: Rc::new([]),
            file: Some(file.clone()),
            fields: Vec::new(),
            slots: superclass.map_or(0, |class| self.class(class).slots),
            statics: Vec::new(),
            methods: Vec::new(),
            by_key: FxHashMap::default(),
            initialisation: Initialisation::None,
            saved: false,
            mirror: NULL,
            is_platform,
            host: None,
            premises: Vec::new(),
        };
        class.supertypes = self.supertypes(id, &class);
        for field in &file.fields {
            let is_static = field.access & access::STATIC != 0;
            let slot = if is_static {
                class.statics.push(Value::default());
                class.statics.len() as u16 - 1
            } else {
                class.slots += 1;
                class.slots - 1
            };
            class.fields.push(Field {
                name: field.name.clone(),
                descriptor: field.descriptor.clone(),
                kind: Kind::of_descriptor(&field.descriptor),
                access: field.access,
                slot,
                class: id,
            });
        }
        for (index, info) in file.methods.iter().enumerate() {
            let key = self.key(&info.name, &info.descriptor);
            let method = self.add_method(Method {
                class: id,
                name: info.name.clone(),
                descriptor: info.descriptor.clone(),
                key,
                access: info.access,
                argument_slots: argument_slots(&info.descriptor, info.access),
                result: result_kind(&info.descriptor),
                body: match &info.code {
                    Some(code) => MethodBody::Raw(code.clone()),
                    None if info.access & access::NATIVE != 0 => MethodBody::UnknownNative,
                    None => MethodBody::Abstract,
                },
                model: None,
                asks: None,
                index: index as u16,
            });
            if is_platform {
                natives::attach(&name, &mut self.methods[method.0 as usize]);
            } else if !self.has_goals(&name, index as u16) {
                natives::attach_to_library(&name, &mut self.methods[method.0 as usize]);
            }
            class.methods.push(method);
            class.by_key.entry(key).or_insert(method);
        }
        self.class_ids.insert(name, id);
        self.classes.push(class);
        Ok(id)
    }

    fn load_supers(&mut self, file: &ClassFile) -> Run<(Option<ClassId>, Vec<ClassId>)> {
        let superclass = match &file.superclass {
            Some(name) => Some(self.load(name)?),
            None if &*file.name == "java/lang/Object" => None,
            None => return Err(self.throw("java/lang/ClassFormatError", Some(&file.name))),
        };
        if let Some(superclass) = superclass
            && (self.class(superclass).is_interface()
                || self.class(superclass).shape != Shape::Instance)
        {
            let problem = format!("class {} has an interface as its superclass", file.name);
            return Err(self.throw("java/lang/IncompatibleClassChangeError", Some(&problem)));
        }
        let mut interfaces = Vec::with_capacity(file.interfaces.len());
        for name in &file.interfaces {
            let interface = self.load(name)?;
            if !self.class(interface).is_interface() {
                let problem = format!("class {} implements the class {name}", file.name);
                return Err(self.throw("java/lang/IncompatibleClassChangeError", Some(&problem)));
            }
            interfaces.push(interface);
        }
        Ok((superclass, interfaces))
    }

    fn supertypes(&self, id: ClassId, class: &Class) -> Rc<[ClassId]> {
        let mut all = vec![id];
        for &above in class.superclass.iter().chain(&class.interfaces) {
            all.extend_from_slice(&self.class(above).supertypes);
        }
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    /// Adds a method that a class will own.
    pub(super) fn add_method(&mut self, method: Method) -> MethodId {
        self.methods.push(method);
        MethodId(self.methods.len() as u32 - 1)
    }

    /// Adds a class that no file describes: a primitive, an array or a lambda.
    pub(super) fn add_class(
        &mut self,
        name: &str,
        shape: Shape,
        superclass: Option<ClassId>,
        interfaces: Vec<ClassId>,
    ) -> ClassId {
        let id = ClassId(self.classes.len() as u32);
        let mut class = Class {
            name: name.into(),
            shape,
            access: access::PUBLIC | access::FINAL,
            superclass,
            interfaces,
            supertypes: Rc::new([]),
            file: None,
            fields: Vec::new(),
            slots: superclass.map_or(0, |class| self.class(class).slots),
            statics: Vec::new(),
            methods: Vec::new(),
            by_key: FxHashMap::default(),
            initialisation: Initialisation::Done,
            saved: false,
            mirror: NULL,
            is_platform: true,
            host: None,
            premises: Vec::new(),
        };
        class.supertypes = self.supertypes(id, &class);
        self.class_ids.insert(class.name.clone(), id);
        self.classes.push(class);
        id
    }

    fn load_array(&mut self, name: &str) -> Run<ClassId> {
        let descriptor = &name[1..];
        let kind = Kind::of_descriptor(descriptor);
        let element = match descriptor.as_bytes().first() {
            _ if name.len() - name.trim_start_matches('[').len() > 255 => None,
            Some(b'[') => Some(self.load(descriptor)?),
            Some(b'L') => match descriptor[1..].strip_suffix(';') {
                Some(class) => Some(self.load(class)?),
                None => None,
            },
            _ if descriptor.len() == 1 && kind != Kind::Reference => Some(self.primitive(kind)),
            _ => None,
        };
        let Some(element) = element else {
            return Err(self.throw("java/lang/NoClassDefFoundError", Some(name)));
        };
        let object = self.load("java/lang/Object")?;
        let cloneable = self.load("java/lang/Cloneable")?;
        let serializable = self.load("java/io/Serializable")?;
        let interfaces = vec![cloneable, serializable];
        Ok(self.add_class(name, Shape::Array(element, kind), Some(object), interfaces))
    }

    /// The class of a primitive type.
    pub(crate) fn primitive(&mut self, kind: Kind) -> ClassId {
        let name = match kind {
            Kind::Boolean => "boolean",
            Kind::Byte => "byte",
            Kind::Char => "char",
            Kind::Short => "short",
            Kind::Int => "int",
            Kind::Long => "long",
            Kind::Float => "float",
            _ => "double",
        };
        match self.class_ids.get(name) {
            Some(&known) => known,
            None => self.add_class(name, Shape::Primitive(kind), None, Vec::new()),
        }
    }

    /// The array class with elements of a class.
    pub fn array_of(&mut self, element: ClassId) -> Run<ClassId> {
        let class = self.class(element);
        let name = match class.shape {
            Shape::Primitive(kind) => format!("[{}", kind.letter()),
            Shape::Array(..) => format!("[{}", class.name),
            _ => format!("[L{};", class.name),
        };
        if let Some(&known) = self.class_ids.get(name.as_str()) {
            return Ok(known);
        }
        if class.file.is_none() && class.shape == Shape::Instance {
            // A class that no name leads to.
            let object = self.load("java/lang/Object")?;
            let shape = Shape::Array(element, Kind::Reference);
            return Ok(self.add_class(&name, shape, Some(object), Vec::new()));
        }
        self.load(&name)
    }

    /// The array class of a primitive kind.
    pub fn primitive_array(&mut self, kind: Kind) -> Run<ClassId> {
        self.load(&format!("[{}", kind.letter()))
    }

    /// Whether something of a method is to be covered.
    fn has_goals(&self, class: &str, method: u16) -> bool {
        let source = self.goal_source.as_ref();
        source.is_some_and(|source| source.marks(class, method).is_some())
    }

    /// Whether a class is another or one of its subtypes.
    pub fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        if class == of {
            return true;
        }
        let (from, to) = (self.class(class), self.class(of));
        if from.supertypes.binary_search(&of).is_ok() {
            return true;
        }
        match (from.shape, to.shape) {
            (Shape::Array(from, Kind::Reference), Shape::Array(to, Kind::Reference)) => {
                self.is_subtype(from, to)
            }
            _ => false,
        }
    }

    /// The code of a method, decoded if it was not yet.
    pub(super) fn code_of(&mut self, method: MethodId) -> Run<Rc<Code>> {
        let found = &self.methods[method.0 as usize];
        let raw = match &found.body {
            MethodBody::Code(code) => return Ok(code.clone()),
            MethodBody::Raw(raw) => raw.clone(),
            MethodBody::Broken(why) => {
                let why = why.to_string();
                return Err(self.throw("java/lang/VerifyError", Some(&why)));
            }
            MethodBody::Abstract => {
                let name = self.method_name(method);
                return Err(self.throw("java/lang/AbstractMethodError", Some(&name)));
            }
            MethodBody::UnknownNative | MethodBody::Native(_) => {
                let name = self.method_name(method);
                let class = &self.class(self.methods[method.0 as usize].class).name;
                let what = natives::act_of(class)
                    .map_or_else(|| format!("calls the native {name}"), str::to_owned);
                return Err(super::Stop::unsupported(what));
            }
        };
        let class = self.class(found.class);
        let none = Marks::default();
        let marks = match &self.goal_source {
            Some(source) if !class.is_platform => source.marks(&class.name, found.index),
            _ => None,
        };
        let file = class.file.clone().expect("raw code comes from a file");
        let decoded = decode(
            &raw,
            &file.pool,
            marks.unwrap_or(&none),
            found.argument_slots,
        );
        match decoded {
            Ok(code) => {
                let code = Rc::new(code);
                self.methods[method.0 as usize].body = MethodBody::Code(code.clone());
                Ok(code)
            }
            Err(malformed) => {
                let why = format!("{}: {malformed}", self.method_name(method));
                self.methods[method.0 as usize].body = MethodBody::Broken(why.as_str().into());
                Err(self.throw("java/lang/VerifyError", Some(&why)))
            }
        }
    }
}

/// Slots of the arguments of a method, with its receiver.
pub(super) fn argument_slots(descriptor: &str, flags: u16) -> u16 {
    let (slots, _) = descriptor_slots(descriptor).unwrap_or((0, 0));
    slots + u16::from(flags & access::STATIC == 0)
}

/// What a method returns.
pub(super) fn result_kind(descriptor: &str) -> Option<Kind> {
    match descriptor.rsplit(')').next() {
        Some("V") | None => None,
        Some(result) => Some(Kind::of_descriptor(result)),
    }
}
