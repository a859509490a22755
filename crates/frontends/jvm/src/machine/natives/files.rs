//! Files: there are none but a few directories that are everywhere and the
//! JDK's own. That others are not there is a loss; what would change one ends
//! the path.

use super::super::file_tree::{Entry, inside};
use super::super::heap::Body;
use super::super::value::{Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use super::models::equality;
use crate::code::Kind;
use everypath_trace::Origin;

/// Where the machine says that the JDK is.
pub(super) const HOME: &str = "/nowhere/";
/// Directories that are on every machine.
const DIRECTORIES: [&str; 4] = [".", "/", "/tmp", "/nowhere"];
/// What is read here is different each time.
const CHANCE: [&str; 2] = ["/dev/random", "/dev/urandom"];
/// The number of the error that something is not there.
const ABSENT: i32 = 2;
/// The number of the error that something is there already.
const PRESENT: i32 = 17;
/// The number of the error that a directory is not empty.
const NOT_EMPTY: i32 = 39;
/// The mode of a directory that all may read.
const DIRECTORY_MODE: i32 = 0o040_755;
const FILE_MODE: i32 = 0o100_644;
/// The flag of a file that is opened to be made.
const CREATES: i32 = 0o100;

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// A directory.
    Directory,
    /// A file of the JDK.
    File,
}

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    if let Some(native) = super::temporary_files::find(class, name) {
        return Some(native);
    }
    Some(match (class, name) {
        ("java/io/RandomAccessFile", "open0") => changes,
        ("java/io/UnixFileSystem", "getBooleanAttributes0") => attributes,
        ("java/io/UnixFileSystem", "canonicalize0") => canonical,
        ("java/io/UnixFileSystem", "checkAccess" | "checkAccess0")
            if descriptor == "(Ljava/io/File;I)Z" =>
        {
            |machine, arguments| {
                let found = machine.file_at(arguments[1])?;
                Ok(Value::boolean(found != Found::Nothing))
            }
        }
        ("java/io/UnixFileSystem", "getSpace" | "getSpace0") => nothing_of_nothing,
        (
            "java/io/UnixFileSystem",
            "setPermission"
            | "setPermission0"
            | "setLastModifiedTime"
            | "setLastModifiedTime0"
            | "setReadOnly"
            | "setReadOnly0",
        ) => changes,
        ("java/nio/file/Files", "newInputStream") => input_of_path,
        ("sun/nio/fs/UnixNativeDispatcher", name) => return dispatched(name, descriptor),
        _ => return None,
    })
}

/// What the newer library asks of the system, with a path first.
fn dispatched(name: &str, descriptor: &str) -> Option<Native> {
    let gives_number = descriptor.ends_with(")I");
    Some(match name {
        "init" => super::nothing,
        "getcwd" => |machine, _| {
            let class = machine.primitive_array(Kind::Byte)?;
            let bytes = HOME.trim_end_matches('/').as_bytes().to_vec();
            Ok(Value::reference(
                machine.heap.add(class, Body::Bytes(bytes)),
            ))
        },
        "stat" if descriptor == "(Lsun/nio/fs/UnixPath;)I" => |machine, arguments| {
            let found = machine.file_of_path(arguments[0])?;
            Ok(Value::int(mode_of(found)))
        },
        "stat" | "lstat" if !gives_number => {
            |machine, arguments| match state(machine, arguments)? {
                0 => Ok(Value::default()),
                _ => Err(absent(machine)?),
            }
        }
        "stat2" => |machine, arguments| Ok(Value::int(state(machine, arguments)?)),
        "access" if gives_number => |machine, arguments| {
            let found = machine.file_of_path(arguments[0])?;
            let is_there = found != Found::Nothing;
            Ok(Value::int(if is_there { 0 } else { ABSENT }))
        },
        "access" => |machine, arguments| match machine.file_of_path(arguments[0])? {
            Found::Nothing => Err(absent(machine)?),
            _ => Ok(Value::default()),
        },
        "exists" => |machine, arguments| {
            let found = machine.file_of_path(arguments[0])?;
            Ok(Value::boolean(found != Found::Nothing))
        },
        "open" => |machine, arguments| {
            if machine.pin_int(arguments[1])? & CREATES != 0 {
                return changes(machine, arguments);
            }
            of_nothing(machine, arguments)
        },
        "mkdir" => |machine, arguments| {
            let path = inside(&machine.text_of_path(arguments[0])?);
            let Some(path) = path else {
                return changes(machine, arguments);
            };
            if machine.entry(&path)? != Entry::Nothing {
                return Err(failed(machine, PRESENT)?);
            }
            if !machine.has_room(&path)? {
                return Err(absent(machine)?);
            }
            machine.set_entry(&path, Entry::Directory);
            Ok(Value::default())
        },
        "unlink" | "rmdir" => |machine, arguments| {
            let path = inside(&machine.text_of_path(arguments[0])?);
            let Some(path) = path.filter(|path| !path.is_empty()) else {
                return of_nothing(machine, arguments);
            };
            match machine.entry(&path)? {
                Entry::Nothing => return Err(absent(machine)?),
                Entry::Directory if !machine.is_empty_directory(&path)? => {
                    return Err(failed(machine, NOT_EMPTY)?);
                }
                _ => machine.set_entry(&path, Entry::Nothing),
            }
            Ok(Value::default())
        },
        "opendir" | "readlink" => of_nothing,
        "realpath" => |machine, arguments| match machine.file_of_path(arguments[0])? {
            Found::Nothing => Err(absent(machine)?),
            _ => machine.get_named(arguments[0].as_ref(), "path"),
        },
        _ => return None,
    })
}

fn mode_of(found: Found) -> i32 {
    match found {
        Found::Nothing => 0,
        Found::Directory => DIRECTORY_MODE,
        Found::File => FILE_MODE,
    }
}

/// Tells what is at a path; the number of the error, or zero.
fn state(machine: &mut Machine, arguments: &[Value]) -> Run<i32> {
    let found = machine.file_of_path(arguments[0])?;
    if found == Found::Nothing {
        return Ok(ABSENT);
    }
    let mode = Value::int(mode_of(found));
    machine.set_named(arguments[1].as_ref(), "st_mode", mode)?;
    if let Some(entry) = machine.entry_of_path(arguments[0])? {
        let size = match entry {
            Entry::Nothing | Entry::Directory => Value::long(0),
            file => machine.size_of(file)?,
        };
        machine.set_named(arguments[1].as_ref(), "st_size", size)?;
    }
    Ok(0)
}

/// The exception that something is not there.
fn absent(machine: &mut Machine) -> Run<Stop> {
    failed(machine, ABSENT)
}

/// The exception of an error, by its number.
fn failed(machine: &mut Machine, number: i32) -> Run<Stop> {
    let code = [Value::int(number)];
    let made = machine.construct("sun/nio/fs/UnixException", "(I)V", &code)?;
    Ok(Stop::Throw(made))
}

/// The bytes of a file of the JDK.
fn input_of_path(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    let class = machine.heap.class_of(arguments[0].as_ref());
    if &*machine.class(class).name != "sun/nio/fs/UnixPath" {
        return Err(Stop::unsupported("reads from a file system of its own"));
    }
    let found = machine.file_of_path(arguments[0])?;
    let text = machine.call_virtual(
        arguments[0].as_ref(),
        "toString",
        "()Ljava/lang/String;",
        &[],
    )?;
    let path = machine.text_of(text.as_ref());
    if let Some(inside) = inside(&path) {
        let entry = machine.entry(&inside)?;
        if let Entry::File(_) | Entry::Written(_) = entry {
            return Ok(Value::reference(machine.stream_of(entry)?));
        }
        if entry == Entry::Nothing {
            return Err(machine.not_there(&inside, &path)?);
        }
    }
    let bytes = path
        .strip_prefix(HOME)
        .and_then(|inside| std::fs::read(machine.class_path.jdk.join(inside)).ok());
    match (found, bytes) {
        (Found::Nothing, _) => Err(machine.throw("java/nio/file/NoSuchFileException", Some(&path))),
        (Found::File, Some(bytes)) => {
            let class = machine.primitive_array(Kind::Byte)?;
            let bytes = machine.heap.add(class, Body::Bytes(bytes));
            let bytes = [Value::reference(bytes)];
            let made = machine.construct("java/io/ByteArrayInputStream", "([B)V", &bytes)?;
            Ok(Value::reference(made))
        }
        _ => Err(Stop::unsupported("reads a file or directory")),
    }
}

/// Something that only fails on what is not there.
fn of_nothing(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    match machine.file_of_path(arguments[0])? {
        Found::Nothing => Err(absent(machine)?),
        _ => Err(Stop::unsupported("reads a file or directory")),
    }
}

/// What is asked of a file that is not there is zero, false or null.
pub(super) fn nothing_of_nothing(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    match machine.file_at(arguments[1])? {
        Found::Nothing => Ok(Value::default()),
        _ => Err(Stop::unsupported(
            "asks for more of a file than if it is there",
        )),
    }
}

fn changes(_: &mut Machine, _: &[Value]) -> Run<Value> {
    Err(Stop::unsupported("changes files"))
}

/// That it is there, a regular file, a directory.
fn attributes(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    Ok(Value::int(match machine.file_at(arguments[1])? {
        Found::Nothing => 0,
        Found::File => 1 | 2,
        Found::Directory => 1 | 4,
    }))
}

/// An absolute path without detours. There are no links.
fn canonical(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    machine.pin_string(arguments[1].as_ref())?;
    machine.lose("links to files");
    let path = machine.text_of(arguments[1].as_ref());
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let path = format!("/{}", parts.join("/"));
    Ok(Value::reference(machine.new_string(&path)?))
}

impl Machine {
    /// What is at the path of a `File`, or at one that is a string.
    fn file_at(&mut self, file: Value) -> Run<Found> {
        self.check_null(file)?;
        let mut path = file.as_ref();
        let class = self.heap.class_of(path);
        if &*self.class(class).name == "java/io/File" {
            path = self.get_named(path, "path")?.as_ref();
        }
        if self.path_inside(file)?.is_some() {
            let text = self.text_of(path);
            return self.file_called(&text);
        }
        // A path of the input may be that of a directory.
        for directory in &DIRECTORIES[..2] {
            let units: Vec<u16> = directory.encode_utf16().collect();
            let known = self.intern(&units)?;
            if let Some((same, holds)) = equality(self, path, known)? {
                self.decide(same, holds, Origin::Implicit, None)?;
            }
        }
        let text = self.text_of(path);
        self.file_called(&text)
    }

    /// What of the tests' own directory a path of the newer library leads to.
    fn entry_of_path(&mut self, path: Value) -> Run<Option<Entry>> {
        match inside(&self.text_of_path(path)?) {
            Some(inside) => Ok(Some(self.entry(&inside)?)),
            None => Ok(None),
        }
    }

    /// The text of a path of the newer library; it is what it is from here on.
    pub(super) fn text_of_path(&mut self, path: Value) -> Run<String> {
        self.check_null(path)?;
        let array = self.get_named(path.as_ref(), "path")?.as_ref();
        self.pin_all_bytes(array)?;
        Ok(match &self.heap.get(array).body {
            Body::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        })
    }

    /// What is at a path of the newer library.
    fn file_of_path(&mut self, path: Value) -> Run<Found> {
        let text = self.text_of_path(path)?;
        // The empty path is the directory that one is in.
        self.file_called(if text.is_empty() { "." } else { &text })
    }

    fn pin_all_bytes(&mut self, array: Ref) -> Run<()> {
        for index in 0..self.pin_length(array)? {
            let byte = self.heap.get(array).get(index, Kind::Byte);
            self.pin(byte.unwrap_or_default(), Kind::Int)?;
        }
        Ok(())
    }

    /// What is at a path.
    pub(super) fn file_called(&mut self, path: &str) -> Run<Found> {
        if let Some(inside) = inside(path) {
            return Ok(match self.entry(&inside)? {
                Entry::Nothing => Found::Nothing,
                Entry::Directory => Found::Directory,
                Entry::File(_) | Entry::Written(_) => Found::File,
            });
        }
        if DIRECTORIES.contains(&path) {
            return Ok(Found::Directory);
        }
        if let Some(inside) = path.strip_prefix(HOME)
            && !inside.contains("..")
        {
            let path = self.class_path.jdk.join(inside);
            return Ok(match (path.is_file(), path.is_dir()) {
                (true, _) => Found::File,
                (_, true) => Found::Directory,
                _ => Found::Nothing,
            });
        }
        if CHANCE.contains(&path) {
            return Err(Stop::unsupported("asks the system for chance"));
        }
        self.lose("which files there are");
        // Nothing is ever at the empty path.
        if !path.is_empty() {
            self.files.absent.insert(path.to_owned());
        }
        Ok(Found::Nothing)
    }
}
