//! A class file as data.

use std::rc::Rc;

use super::access;
use super::attributes::{
    Annotations, Bootstrap, InnerClass, RawCode, RecordComponent, bootstraps, code, each_attribute,
    inner_classes, record,
};
use super::pool::Pool;
use super::reader::{Malformed, Reader};

/// A field.
#[derive(Clone, Debug)]
pub struct FieldInfo {
    /// Its access flags.
    pub access: u16,
    /// Its name.
    pub name: Rc<str>,
    /// Its descriptor.
    pub descriptor: Rc<str>,
    /// Its generic signature.
    pub signature: Option<Rc<str>>,
    /// Its constant, an index into the pool.
    pub constant: Option<u16>,
    /// The annotations that it has at run time.
    pub annotations: Annotations,
}

/// A method.
#[derive(Clone, Debug)]
pub struct MethodInfo {
    /// Its access flags.
    pub access: u16,
    /// Its name.
    pub name: Rc<str>,
    /// Its descriptor.
    pub descriptor: Rc<str>,
    /// Its generic signature.
    pub signature: Option<Rc<str>>,
    /// Its code, unless it is abstract or native.
    pub code: Option<Rc<RawCode>>,
    /// The exceptions it declares.
    pub throws: Vec<Rc<str>>,
    /// The names of its parameters, if the file has them.
    pub parameters: Vec<Option<Rc<str>>>,
    /// Whether a `Generated` annotation marks it.
    pub generated: bool,
    /// The annotations that it has at run time.
    pub annotations: Annotations,
}

/// A class file.
#[derive(Clone, Debug)]
pub struct ClassFile {
    /// The constants.
    pub pool: Pool,
    /// The access flags.
    pub access: u16,
    /// The name, with slashes.
    pub name: Rc<str>,
    /// The superclass; only `java/lang/Object` has none.
    pub superclass: Option<Rc<str>>,
    /// The interfaces.
    pub interfaces: Vec<Rc<str>>,
    /// The fields.
    pub fields: Vec<FieldInfo>,
    /// The methods.
    pub methods: Vec<MethodInfo>,
    /// The source file's name.
    pub source: Option<Rc<str>>,
    /// The generic signature.
    pub signature: Option<Rc<str>>,
    /// The bootstrap methods.
    pub bootstraps: Vec<Bootstrap>,
    /// The inner classes it mentions, itself among them if it is one.
    pub inner_classes: Vec<InnerClass>,
    /// The class it is nested in, if it is not the host of its nest.
    pub nest_host: Option<Rc<str>>,
    /// The components, if it is a record.
    pub record: Option<Vec<RecordComponent>>,
    /// The class that encloses it, if it is local or anonymous.
    pub enclosing: Option<Rc<str>>,
    /// The method that does, if one does: its name and descriptor.
    pub enclosing_method: Option<(Rc<str>, Rc<str>)>,
    /// The annotations that it has at run time.
    pub annotations: Annotations,
    /// The permitted subclasses, if it is sealed.
    pub permitted: Vec<Rc<str>>,
}

/// The newest major version that is read: Java 25.
const NEWEST: u16 = 69;

impl ClassFile {
    /// Parses a class file.
    pub fn parse(bytes: &[u8]) -> Result<ClassFile, Malformed> {
        let mut reader = Reader::new(bytes);
        if reader.u32()? != 0xCAFE_BABE {
            return Err(Malformed::new("it does not begin like a class file"));
        }
        let _minor = reader.u16()?;
        let major = reader.u16()?;
        if !(45..=NEWEST).contains(&major) {
            return Err(Malformed(format!(
                "its version {major} is not of Java 1 to {}",
                NEWEST - 44
            )));
        }
        let pool = Pool::read(&mut reader)?;
        let access = reader.u16()?;
        let name = pool.class(reader.u16()?)?;
        let superclass = match reader.u16()? {
            0 => None,
            index => Some(pool.class(index)?),
        };
        let mut interfaces = Vec::new();
        for _ in 0..reader.u16()? {
            interfaces.push(pool.class(reader.u16()?)?);
        }
        let mut class = ClassFile {
            access,
            name,
            superclass,
            interfaces,
            fields: Vec::new(),
            methods: Vec::new(),
            source: None,
            signature: None,
            bootstraps: Vec::new(),
            inner_classes: Vec::new(),
            nest_host: None,
            record: None,
            enclosing: None,
            enclosing_method: None,
            annotations: Annotations::default(),
            permitted: Vec::new(),
            pool: Pool::empty(),
        };
        for _ in 0..reader.u16()? {
            class.fields.push(field(&mut reader, &pool)?);
        }
        for _ in 0..reader.u16()? {
            class.methods.push(method(&mut reader, &pool)?);
        }
        each_attribute(&mut reader, &pool, |name, reader| {
            class.attribute(name, reader, &pool)
        })?;
        if !reader.is_at_end() {
            return Err(Malformed(format!(
                "it goes on after its end at byte {}",
                reader.position()
            )));
        }
        class.pool = pool;
        Ok(class)
    }

    fn attribute(&mut self, name: &str, mut reader: Reader, pool: &Pool) -> Result<(), Malformed> {
        match name {
            "SourceFile" => self.source = Some(pool.text(reader.u16()?)?),
            "Signature" => self.signature = Some(pool.text(reader.u16()?)?),
            "BootstrapMethods" => self.bootstraps = bootstraps(&mut reader)?,
            "InnerClasses" => self.inner_classes = inner_classes(&mut reader, pool)?,
            "NestHost" => self.nest_host = Some(pool.class(reader.u16()?)?),
            "EnclosingMethod" => {
                self.enclosing = Some(pool.class(reader.u16()?)?);
                self.enclosing_method = match reader.u16()? {
                    0 => None,
                    method => Some(pool.name_and_type(method)?),
                };
            }
            "Record" => self.record = Some(record(&mut reader, pool)?),
            "PermittedSubclasses" => {
                for _ in 0..reader.u16()? {
                    self.permitted.push(pool.class(reader.u16()?)?);
                }
            }
            name => self.annotations.read(name, &reader),
        }
        Ok(())
    }

    /// Its own entry in its table of inner classes, if it is a member or local class.
    pub fn inner(&self) -> Option<&InnerClass> {
        self.inner_classes
            .iter()
            .find(|inner| inner.inner == self.name)
    }

    /// The class it is declared in, if any.
    pub fn declaring(&self) -> Option<Rc<str>> {
        self.inner().and_then(|inner| inner.outer.clone())
    }

    /// The flags as the source has them: those of a member class are in the table.
    pub fn declared_access(&self) -> u16 {
        self.inner().map_or(self.access, |inner| inner.access)
    }

    /// Whether code elsewhere in its package can name it: it is not private,
    /// local, anonymous or made by the compiler.
    pub fn can_be_named(&self) -> bool {
        let is_named = self.inner().is_none_or(|inner| inner.name.is_some());
        let hidden = access::PRIVATE | access::SYNTHETIC;
        self.declared_access() & hidden == 0 && is_named && self.enclosing.is_none()
    }
}

fn field(reader: &mut Reader, pool: &Pool) -> Result<FieldInfo, Malformed> {
    let access = reader.u16()?;
    let name = pool.text(reader.u16()?)?;
    let descriptor = pool.text(reader.u16()?)?;
    if crate::signature::Type::of_descriptor(&descriptor).is_none() {
        return Err(Malformed(format!(
            "the field {name} has the descriptor {descriptor}"
        )));
    }
    let mut field = FieldInfo {
        access,
        name,
        descriptor,
        signature: None,
        constant: None,
        annotations: Annotations::default(),
    };
    each_attribute(reader, pool, |name, mut reader| {
        match name {
            "Signature" => field.signature = Some(pool.text(reader.u16()?)?),
            "ConstantValue" => field.constant = Some(reader.u16()?),
            name => field.annotations.read(name, &reader),
        }
        Ok(())
    })?;
    Ok(field)
}

fn method(reader: &mut Reader, pool: &Pool) -> Result<MethodInfo, Malformed> {
    let access = reader.u16()?;
    let name = pool.text(reader.u16()?)?;
    let descriptor = pool.text(reader.u16()?)?;
    if crate::signature::MethodType::parse(&descriptor).is_none() {
        return Err(Malformed(format!(
            "the method {name} has the descriptor {descriptor}"
        )));
    }
    let mut method = MethodInfo {
        access,
        name,
        descriptor,
        signature: None,
        code: None,
        throws: Vec::new(),
        parameters: Vec::new(),
        generated: false,
        annotations: Annotations::default(),
    };
    each_attribute(reader, pool, |name, mut reader| {
        match name {
            "Signature" => method.signature = Some(pool.text(reader.u16()?)?),
            "Code" => method.code = Some(Rc::new(code(&mut reader, pool)?)),
            "Exceptions" => {
                for _ in 0..reader.u16()? {
                    method.throws.push(pool.class(reader.u16()?)?);
                }
            }
            "MethodParameters" => {
                for _ in 0..reader.u8()? {
                    method.parameters.push(pool.optional_text(reader.u16()?)?);
                    reader.u16()?;
                }
            }
            "RuntimeInvisibleAnnotations" | "RuntimeVisibleAnnotations" => {
                method.annotations.read(name, &reader);
                // The first annotation is enough: it stands alone in practice.
                let first = match reader.u16()? {
                    0 => None,
                    _ => Some(pool.text(reader.u16()?)?),
                };
                method.generated |= first.is_some_and(|class| class.contains("Generated"));
            }
            name => method.annotations.read(name, &reader),
        }
        Ok(())
    })?;
    Ok(method)
}
