//! Classes, methods and fields at run time.

use std::rc::Rc;

use everypath_trace::Premise;
use rustc_hash::FxHashMap;

use super::natives::{Native, Question};
use super::value::Ref;
use crate::classfile::{ClassFile, RawCode, access};
use crate::code::{Code, Kind};

/// A class: an index into the machine's classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// A method: an index into the machine's methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(pub u32);

/// How far a class is initialised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initialisation {
    /// Not at all.
    None,
    /// Its initialiser runs.
    Running,
    /// It is done.
    Done,
    /// Its initialiser threw.
    Failed,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Rc<str>,
    /// Its descriptor.
    pub descriptor: Rc<str>,
    /// Its kind.
    pub kind: Kind,
    /// Its access flags.
    pub access: u16,
    /// Its slot in objects, or among the statics of its class.
    pub slot: u16,
    /// The class that declares it.
    pub class: ClassId,
}

impl Field {
    /// Whether it belongs to the class.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
}

/// What a class is besides its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A class or interface.
    Instance,
    /// A primitive type, which has only a class object.
    Primitive(Kind),
    /// `void`.
    Void,
    /// An array with these elements.
    Array(ClassId, Kind),
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name with slashes; arrays as in descriptors, primitives by keyword.
    pub name: Rc<str>,
    /// What it is.
    pub shape: Shape,
    /// Its access flags.
    pub access: u16,
    /// The superclass.
    pub superclass: Option<ClassId>,
    /// The interfaces it names.
    pub interfaces: Vec<ClassId>,
    /// Itself and all its supertypes, ascending.
    pub supertypes: Rc<[ClassId]>,
    /// The class file, unless it is made by the machine.
    pub file: Option<Rc<ClassFile>>,
    /// Its own fields.
    pub fields: Vec<Field>,
    /// Slots of its objects.
    pub slots: u16,
    /// The zeroed slots of its static fields.
    pub statics: Vec<super::value::Value>,
    /// Its own methods.
    pub methods: Vec<MethodId>,
    /// Its own methods by name and descriptor.
    pub by_key: FxHashMap<u32, MethodId>,
    /// How far it is initialised.
    pub initialisation: Initialisation,
    /// Whether its statics were saved in this run.
    pub saved: bool,
    /// Its class object, 0 if it was not asked for.
    pub mirror: Ref,
    /// Whether it comes with the JDK.
    pub is_platform: bool,
    /// The class this one is a lambda or the like of.
    pub host: Option<ClassId>,
    /// What its initialiser took for granted.
    pub premises: Vec<Premise>,
}

impl Class {
    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    /// Whether its initialiser has been run, or is.
    pub fn is_begun(&self) -> bool {
        self.initialisation != Initialisation::None
    }

    /// Whether it cannot be instantiated.
    pub fn is_abstract(&self) -> bool {
        self.access & (access::ABSTRACT | access::INTERFACE) != 0
    }

    /// Whether it is an enum or the body of an enum's constant.
    pub fn is_enum(&self) -> bool {
        self.access & access::ENUM != 0
    }

    /// Its name with dots.
    pub fn dotted(&self) -> String {
        self.name.replace('/', ".")
    }
}

/// What a method does.
#[derive(Clone)]
pub enum MethodBody {
    /// Nothing: it is abstract.
    Abstract,
    /// Code that was not decoded yet.
    Raw(Rc<RawCode>),
    /// Code.
    Code(Rc<Code>),
    /// A native that is not known.
    UnknownNative,
    /// A native that is.
    Native(Native),
    /// Code that cannot be run, and why.
    Broken(Rc<str>),
}

impl std::fmt::Debug for MethodBody {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str(match self {
            MethodBody::Abstract => "Abstract",
            MethodBody::Raw(_) => "Raw",
            MethodBody::Code(_) => "Code",
            MethodBody::UnknownNative => "UnknownNative",
            MethodBody::Native(_) => "Native",
            MethodBody::Broken(_) => "Broken",
        })
    }
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: Rc<str>,
    /// Its descriptor.
    pub descriptor: Rc<str>,
    /// Name and descriptor, as one symbol.
    pub key: u32,
    /// Its access flags.
    pub access: u16,
    /// Slots of its arguments, the receiver's included.
    pub argument_slots: u16,
    /// What it returns.
    pub result: Option<Kind>,
    /// What it does.
    pub body: MethodBody,
    /// A model that is asked before the body.
    pub model: Option<super::natives::Model>,
    /// What it asks of the world.
    pub asks: Option<Question>,
    /// Its place among the methods of its class file.
    pub index: u16,
}

impl Method {
    /// Whether it has no receiver.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    /// Whether it has no body.
    pub fn is_abstract(&self) -> bool {
        matches!(self.body, MethodBody::Abstract)
    }

    /// Whether only its class may call it.
    pub fn is_private(&self) -> bool {
        self.access & access::PRIVATE != 0
    }
}
