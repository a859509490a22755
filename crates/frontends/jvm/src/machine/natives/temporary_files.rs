//! What `java.io` and `java.nio.file` do with files below the directory of the tests: the
//! machine's own tree answers.

use super::super::file_tree::{Entry, inside};
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use everypath_trace::Premise;

/// The number of the first file that was opened.
const FIRST_STREAM: i32 = 1_000_000;
/// When files of a test were written: just now.
const JUST_NOW: i64 = 1_700_000_000_000;

pub(super) fn find(class: &str, name: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/io/UnixFileSystem", "getLength" | "getLength0") => length,
        ("java/io/UnixFileSystem", "getLastModifiedTime" | "getLastModifiedTime0") => modified,
        ("java/io/UnixFileSystem", "list" | "list0") => list,
        ("java/io/UnixFileSystem", "delete" | "delete0") => delete,
        ("java/io/UnixFileSystem", "rename" | "rename0") => rename,
        ("java/io/UnixFileSystem", "createDirectory" | "createDirectory0") => create_directory,
        ("java/io/UnixFileSystem", "createFileExclusively" | "createFileExclusively0") => {
            create_file
        }
        ("java/io/FileOutputStream", "open0" | "open") => open_output,
        ("java/nio/file/Files", "readAllBytes") => read_all,
        ("java/nio/file/Files", "newOutputStream") => output_of_path,
        _ => return None,
    })
}

/// What is asked of a file outside the directory: zero, false or null where there is none.
fn outside(machine: &mut Machine, file: Value) -> Run<Value> {
    super::files::nothing_of_nothing(machine, &[Value::default(), file])
}

fn changes() -> Stop {
    Stop::unsupported("changes files")
}

fn length(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let Some(path) = machine.path_inside(arguments[1])? else {
        return outside(machine, arguments[1]);
    };
    match machine.entry(&path)? {
        Entry::Nothing => Ok(Value::default()),
        Entry::Directory => Err(Stop::unsupported("asks how long a directory is")),
        file => machine.size_of(file),
    }
}

fn modified(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let Some(path) = machine.path_inside(arguments[1])? else {
        return outside(machine, arguments[1]);
    };
    if machine.entry(&path)? == Entry::Nothing {
        return Ok(Value::long(0));
    }
    let what = "the clock".to_owned();
    machine.suppose(Premise::World { what });
    Ok(Value::long(JUST_NOW))
}

fn list(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let Some(path) = machine.path_inside(arguments[1])? else {
        return outside(machine, arguments[1]);
    };
    if machine.entry(&path)? != Entry::Directory {
        return Ok(Value::reference(NULL));
    }
    let names = machine.names_in(&path)?;
    let class = machine.load("[Ljava/lang/String;")?;
    let array = machine.allocate_array(class, names.len())?;
    for (index, name) in names.into_iter().enumerate() {
        let name = Value::reference(name);
        machine.heap.get_mut(array).set(index, name);
    }
    Ok(Value::reference(array))
}

fn delete(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let Some(path) = machine.path_inside(arguments[1])? else {
        return outside(machine, arguments[1]);
    };
    let is_gone = match machine.entry(&path)? {
        Entry::Nothing => false,
        Entry::Directory if path.is_empty() => return Err(changes()),
        Entry::Directory => machine.is_empty_directory(&path)?,
        Entry::File(_) | Entry::Written(_) => true,
    };
    if is_gone {
        machine.set_entry(&path, Entry::Nothing);
    }
    Ok(Value::boolean(is_gone))
}

fn rename(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let from = machine.path_inside(arguments[1])?;
    let to = machine.path_inside(arguments[2])?;
    let (Some(from), Some(to)) = (from, to) else {
        return Err(changes());
    };
    let moved = machine.entry(&from)?;
    let there = machine.entry(&to)?;
    if moved == Entry::Directory || from == to {
        return Err(changes());
    }
    let has_room = machine.has_room(&to)? && there != Entry::Directory;
    if moved == Entry::Nothing || !has_room {
        return Ok(Value::boolean(false));
    }
    machine.set_entry(&from, Entry::Nothing);
    machine.set_entry(&to, moved);
    Ok(Value::boolean(true))
}

fn create_directory(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let Some(path) = machine.path_inside(arguments[1])? else {
        return Err(changes());
    };
    let is_made = machine.entry(&path)? == Entry::Nothing && machine.has_room(&path)?;
    if is_made {
        machine.set_entry(&path, Entry::Directory);
    }
    Ok(Value::boolean(is_made))
}

fn create_file(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    // It is static in newer versions.
    let path = arguments[arguments.len() - 1];
    let Some(path) = machine.path_inside(path)? else {
        return Err(changes());
    };
    if machine.entry(&path)? != Entry::Nothing {
        return Ok(Value::boolean(false));
    }
    if !machine.has_room(&path)? {
        let why = "No such file or directory";
        return Err(machine.throw("java/io/IOException", Some(why)));
    }
    machine.write_to(&path, Entry::Nothing, false)?;
    Ok(Value::boolean(true))
}

fn open_output(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let Some(path) = machine.path_inside(arguments[1])? else {
        return Err(changes());
    };
    let appends = machine.pin_int(arguments[2])? != 0;
    let before = machine.entry(&path)?;
    let why = match before {
        Entry::Directory => Some("Is a directory"),
        _ if !machine.has_room(&path)? => Some("No such file or directory"),
        _ => None,
    };
    if let Some(why) = why {
        let name = machine.text_of(arguments[1].as_ref());
        let message = format!("{name} ({why})");
        return Err(machine.throw("java/io/FileNotFoundException", Some(&message)));
    }
    let stream = machine.write_to(&path, before, appends)?;
    machine.open_stream(arguments[0].as_ref(), stream)?;
    Ok(Value::default())
}

/// `Files.readAllBytes`, by a stream.
fn read_all(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.load("java/nio/file/Files")?;
    let shape = "(Ljava/nio/file/Path;[Ljava/nio/file/OpenOption;)Ljava/io/InputStream;";
    let options = machine.load("[Ljava/nio/file/OpenOption;")?;
    let options = machine.allocate_array(options, 0)?;
    let Some(open) = machine.find_own_method(class, "newInputStream", shape) else {
        return Err(Stop::unsupported("reads a file"));
    };
    let stream = machine.call(open, &[arguments[0], Value::reference(options)])?;
    let bytes = machine.construct("java/io/ByteArrayOutputStream", "()V", &[])?;
    let length = machine.call_virtual(stream.as_ref(), "available", "()I", &[])?;
    let length = machine.pin_int(length)?.max(0) as usize;
    let array = machine.allocate_primitives(crate::code::Kind::Byte, length)?;
    let whole = [
        Value::reference(array),
        Value::int(0),
        Value::int(length as i32),
    ];
    machine.call_virtual(stream.as_ref(), "read", "([BII)I", &whole)?;
    machine.call_virtual(bytes, "write", "([BII)V", &whole)?;
    machine.call_virtual(bytes, "toByteArray", "()[B", &[])
}

/// `Files.newOutputStream`: a path and options.
fn output_of_path(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    let shape = "()Ljava/lang/String;";
    let text = machine.call_virtual(arguments[0].as_ref(), "toString", shape, &[])?;
    let Some(path) = machine.path_inside(text)? else {
        return Err(changes());
    };
    let mut appends = false;
    let count = machine.pin_length(arguments[1].as_ref())?;
    for index in 0..count {
        let options = machine.heap.get(arguments[1].as_ref());
        let option = options.get(index, crate::code::Kind::Reference);
        let name =
            machine.call_virtual(option.unwrap_or_default().as_ref(), "toString", shape, &[])?;
        match machine.text_of(name.as_ref()).as_str() {
            "APPEND" => appends = true,
            "CREATE" | "WRITE" | "TRUNCATE_EXISTING" => {}
            _ => return Err(Stop::unsupported("opens a file in an unusual way")),
        }
    }
    // With options of one's own a file is made only if they say so.
    let makes = count == 0 || appends;
    let before = machine.entry(&path)?;
    let name = machine.text_of(text.as_ref());
    match before {
        Entry::Directory => {
            let message = format!("{name}: Is a directory");
            return Err(machine.throw("java/nio/file/FileSystemException", Some(&message)));
        }
        Entry::Nothing if !machine.has_room(&path)? => {
            return Err(machine.not_there(&path, &name)?);
        }
        Entry::Nothing if !makes => {
            return Err(Stop::unsupported("opens a file in an unusual way"));
        }
        _ => {}
    }
    Ok(Value::reference(machine.write_to(&path, before, appends)?))
}

impl Machine {
    /// The path below the directory of the tests of a `File`, or of one that is a string, if it
    /// leads there; the path is what it is from here on.
    pub(super) fn path_inside(&mut self, file: Value) -> Run<Option<String>> {
        self.check_null(file)?;
        let mut path = file.as_ref();
        let class = self.heap.class_of(path);
        if &*self.class(class).name == "java/io/File" {
            path = self.get_named(path, "path")?.as_ref();
        }
        let found = inside(&self.text_of(path));
        if found.is_some() {
            self.pin_string(path)?;
        }
        Ok(found)
    }

    /// Whether there is a directory around a path.
    pub(super) fn has_room(&mut self, path: &str) -> Run<bool> {
        let around = path.rsplit_once('/').map_or("", |(around, _)| around);
        Ok(self.entry(around)? == Entry::Directory)
    }

    /// The exception of the newer library that nothing is at a path: what is around it may be
    /// no directory.
    pub(super) fn not_there(&mut self, path: &str, name: &str) -> Run<Stop> {
        let mut around = path;
        while let Some((parent, _)) = around.rsplit_once('/') {
            around = parent;
            if let Entry::File(_) | Entry::Written(_) = self.entry(around)? {
                let why = format!("{name}: Not a directory");
                return Ok(self.throw("java/nio/file/FileSystemException", Some(&why)));
            }
        }
        Ok(self.throw("java/nio/file/NoSuchFileException", Some(name)))
    }

    /// Gives a file's object the number of a stream that does its work.
    pub(super) fn open_stream(&mut self, file: Ref, stream: Ref) -> Run<()> {
        self.files.streams.push(stream);
        let number = FIRST_STREAM + self.files.streams.len() as i32 - 1;
        let descriptor = self.get_named(file, "fd")?.as_ref();
        self.set_named(descriptor, "fd", Value::int(number))
    }

    /// The stream that does the work of a file's object, if one does.
    pub(super) fn stream_behind(&mut self, file: Ref) -> Run<Option<Ref>> {
        let descriptor = self.get_named(file, "fd")?.as_ref();
        let number = self.get_named(descriptor, "fd")?.as_int();
        let index = usize::try_from(number - FIRST_STREAM).ok();
        Ok(index.and_then(|index| self.files.streams.get(index).copied()))
    }
}
