//! The attributes of class files that the front end reads.

use std::rc::Rc;

use super::pool::Pool;
use super::reader::{Malformed, Reader};

/// A row of an exception table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The first byte it covers.
    pub start: u16,
    /// The byte after the last one.
    pub end: u16,
    /// Where it continues.
    pub target: u16,
    /// The class it catches, 0 for all.
    pub class: u16,
}

/// A local with a name.
#[derive(Clone, Debug)]
pub struct Local {
    /// The first byte of the code in which it has the name.
    pub start: u16,
    /// The bytes from there.
    pub length: u16,
    /// The name.
    pub name: Rc<str>,
    /// The type.
    pub descriptor: Rc<str>,
    /// The slot.
    pub slot: u16,
}

/// A method's code as the file has it.
#[derive(Clone, Debug, Default)]
pub struct RawCode {
    /// Slots of its operand stack.
    pub max_stack: u16,
    /// Slots of its locals.
    pub max_locals: u16,
    /// The instructions.
    pub bytes: Vec<u8>,
    /// The exception table.
    pub handlers: Vec<Handler>,
    /// Byte and line, ascending by byte.
    pub lines: Vec<(u16, u16)>,
    /// The locals that the compiler named.
    pub locals: Vec<Local>,
}

/// A bootstrap method.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    /// Its handle.
    pub method: u16,
    /// Its static arguments.
    pub arguments: Vec<u16>,
}

/// An entry of the table of inner classes.
#[derive(Clone, Debug)]
pub struct InnerClass {
    /// The inner class.
    pub inner: Rc<str>,
    /// The class it is a member of, if it is one.
    pub outer: Option<Rc<str>>,
    /// Its simple name, if it has one.
    pub name: Option<Rc<str>>,
    /// Its declared access.
    pub access: u16,
}

/// The annotations of a class or member that a program can read at run time,
/// as the file has them.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// Its own.
    pub own: Option<Rc<[u8]>>,
    /// Those of its parameters.
    pub of_parameters: Option<Rc<[u8]>>,
    /// Those of the types in it.
    pub of_types: Option<Rc<[u8]>>,
    /// What an annotation's member is unless it is given.
    pub default: Option<Rc<[u8]>>,
}

impl Annotations {
    /// Keeps an attribute if it is one of annotations.
    pub fn read(&mut self, name: &str, reader: &Reader) {
        let kept = match name {
            "RuntimeVisibleAnnotations" => &mut self.own,
            "RuntimeVisibleParameterAnnotations" => &mut self.of_parameters,
            "RuntimeVisibleTypeAnnotations" => &mut self.of_types,
            "AnnotationDefault" => &mut self.default,
            _ => return,
        };
        *kept = Some(reader.rest().into());
    }
}

/// A component of a record.
#[derive(Clone, Debug)]
pub struct RecordComponent {
    /// Its name.
    pub name: Rc<str>,
    /// Its descriptor.
    pub descriptor: Rc<str>,
    /// Its generic signature.
    pub signature: Option<Rc<str>>,
    /// Its annotations.
    pub annotations: Annotations,
}

/// Calls a function with each attribute's name and bytes.
pub(super) fn each_attribute<'a>(
    reader: &mut Reader<'a>,
    pool: &Pool,
    mut with: impl FnMut(&str, Reader<'a>) -> Result<(), Malformed>,
) -> Result<(), Malformed> {
    for _ in 0..reader.u16()? {
        let name = pool.text(reader.u16()?)?;
        let length = reader.u32()? as usize;
        let bytes = reader.take(length)?;
        with(&name, Reader::new(bytes))?;
    }
    Ok(())
}

/// Reads a `Code` attribute.
pub(super) fn code(reader: &mut Reader, pool: &Pool) -> Result<RawCode, Malformed> {
    let max_stack = reader.u16()?;
    let max_locals = reader.u16()?;
    let length = reader.u32()? as usize;
    if length == 0 || length > 65_535 {
        return Err(Malformed(format!("a method has {length} bytes of code")));
    }
    let bytes = reader.take(length)?.to_vec();
    let mut handlers = Vec::new();
    for _ in 0..reader.u16()? {
        handlers.push(Handler {
            start: reader.u16()?,
            end: reader.u16()?,
            target: reader.u16()?,
            class: reader.u16()?,
        });
    }
    let mut code = RawCode {
        max_stack,
        max_locals,
        bytes,
        handlers,
        ..RawCode::default()
    };
    each_attribute(reader, pool, |name, mut reader| {
        match name {
            "LineNumberTable" => {
                for _ in 0..reader.u16()? {
                    code.lines.push((reader.u16()?, reader.u16()?));
                }
            }
            "LocalVariableTable" => {
                for _ in 0..reader.u16()? {
                    code.locals.push(Local {
                        start: reader.u16()?,
                        length: reader.u16()?,
                        name: pool.text(reader.u16()?)?,
                        descriptor: pool.text(reader.u16()?)?,
                        slot: reader.u16()?,
                    });
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    code.lines.sort_unstable();
    Ok(code)
}

/// Reads a `BootstrapMethods` attribute.
pub(super) fn bootstraps(reader: &mut Reader) -> Result<Vec<Bootstrap>, Malformed> {
    let mut bootstraps = Vec::new();
    for _ in 0..reader.u16()? {
        let method = reader.u16()?;
        let mut arguments = Vec::new();
        for _ in 0..reader.u16()? {
            arguments.push(reader.u16()?);
        }
        bootstraps.push(Bootstrap { method, arguments });
    }
    Ok(bootstraps)
}

/// Reads an `InnerClasses` attribute.
pub(super) fn inner_classes(
    reader: &mut Reader,
    pool: &Pool,
) -> Result<Vec<InnerClass>, Malformed> {
    let mut classes = Vec::new();
    for _ in 0..reader.u16()? {
        let inner = pool.class(reader.u16()?)?;
        let outer = match reader.u16()? {
            0 => None,
            outer => Some(pool.class(outer)?),
        };
        let name = pool.optional_text(reader.u16()?)?;
        let access = reader.u16()?;
        classes.push(InnerClass {
            inner,
            outer,
            name,
            access,
        });
    }
    Ok(classes)
}

/// Reads a `Record` attribute.
pub(super) fn record(reader: &mut Reader, pool: &Pool) -> Result<Vec<RecordComponent>, Malformed> {
    let mut components = Vec::new();
    for _ in 0..reader.u16()? {
        let name = pool.text(reader.u16()?)?;
        let descriptor = pool.text(reader.u16()?)?;
        let mut signature = None;
        let mut annotations = Annotations::default();
        each_attribute(reader, pool, |name, mut reader| {
            match name {
                "Signature" => signature = Some(pool.text(reader.u16()?)?),
                name => annotations.read(name, &reader),
            }
            Ok(())
        })?;
        components.push(RecordComponent {
            name,
            descriptor,
            signature,
            annotations,
        });
    }
    Ok(components)
}
