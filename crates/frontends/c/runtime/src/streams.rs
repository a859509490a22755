//! Streams of the input: their size and their bytes are decided when they are
//! read. Instrumented code reads them through models; everything else through
//! the C library, to which they are streams like any other.

use core::ffi::{c_char, c_int, c_void};

use crate::external;
use crate::inputs::{self, InputRegion};
use crate::layout::{COUNT_TYPE, Ending, Event, events, operations};
use crate::memory::{bits_at, pin, term_at};
use crate::regions::{Kind, allocate};
use crate::state::{end, header, name, push, push_last, with_number};

const MOST: usize = 32;
/// The type `unsigned char`.
const BYTE: u32 = 1;
const EOF: c_int = -1;
const UNBUFFERED: c_int = 2;
/// The slot of standard input.
const STANDARD_INPUT: &[u8] = b"stdin";

/// What the models know of a stream; they have the same in C.
#[repr(C)]
struct Contents {
    bytes: u64,
    size: u64,
    at: u64,
    pushed: c_int,
    ended: c_int,
    failed: c_int,
    closed: c_int,
    written: c_int,
}

/// One stream.
#[derive(Clone, Copy)]
struct Stream {
    /// The C library's side of it; 0 where there is none.
    file: u64,
    /// The memory of its [`Contents`]; 0 until it is used.
    contents: u64,
    /// What it holds unless the input says otherwise, and where it stands.
    initial: &'static [u8],
    position: u64,
    /// The slot's name, once it has one.
    name: (u32, u32),
    named: bool,
}

const NONE: Stream = Stream {
    file: 0,
    contents: 0,
    initial: &[],
    position: 0,
    name: (0, 0),
    named: false,
};

/// The first is standard input.
static mut STREAMS: [Stream; MOST] = [NONE; MOST];

#[repr(C)]
struct Functions {
    read: Option<unsafe extern "C" fn(*mut c_void, *mut c_char, usize) -> isize>,
    write: Option<unsafe extern "C" fn(*mut c_void, *const c_char, usize) -> isize>,
    seek: Option<unsafe extern "C" fn(*mut c_void, *mut i64, c_int) -> c_int>,
    close: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
}

unsafe extern "C" {
    static mut stdin: *mut c_void;
    fn fopencookie(cookie: *mut c_void, mode: *const c_char, functions: Functions) -> *mut c_void;
    fn setvbuf(file: *mut c_void, buffer: *mut c_char, mode: c_int, size: usize) -> c_int;
}

fn streams() -> &'static mut [Stream; MOST] {
    // SAFETY: one thread.
    unsafe { &mut *(&raw mut STREAMS) }
}

/// The C library's side of a stream: without a buffer, so that both sides
/// always stand at the same place.
fn open(index: usize) -> u64 {
    let functions = Functions {
        read: Some(read),
        write: Some(write),
        seek: Some(seek),
        close: None,
    };
    // SAFETY: the cookie is a number; the functions know it.
    unsafe {
        let file = fopencookie(index as *mut c_void, c"r+".as_ptr(), functions);
        if !file.is_null() {
            setvbuf(file, core::ptr::null_mut(), UNBUFFERED, 0);
        }
        file as u64
    }
}

/// Before the first run: standard input is a stream of the input.
pub fn prepare() {
    let file = open(0);
    if file != 0 {
        streams()[0].file = file;
        // SAFETY: the C library lets it be set.
        unsafe { stdin = file as *mut c_void };
    }
}

/// A stream of a context: what it held, and where it stood.
pub fn carved(is_input: bool, initial: &'static [u8], position: u64) -> u64 {
    let index = match is_input {
        true => 0,
        false => match streams().iter().skip(1).position(|one| one.file == 0) {
            Some(place) => place + 1,
            None => return 0,
        },
    };
    if index > 0 {
        // The C library keeps books of it.
        crate::snapshot::changed();
        streams()[index].file = open(index);
    }
    let stream = &mut streams()[index];
    stream.initial = initial;
    stream.position = position;
    stream.file
}

/// A new stream for a pointer of the input; 0 if there can be no more.
pub fn make(slot: &[u8]) -> u64 {
    let file = carved(false, &[], 0);
    adopt(file, slot);
    file
}

/// A stream is what a slot of the input leads to.
pub fn adopt(file: u64, slot: &[u8]) {
    let Some(stream) = streams()
        .iter_mut()
        .find(|one| one.file == file && file != 0)
    else {
        return;
    };
    // Standard input has its own name, whoever leads to it.
    let is_input = file == streams()[0].file;
    if stream.named || (is_input && slot != STANDARD_INPUT) {
        return;
    }
    stream.named = true;
    stream.name = name(&[slot]);
    push(Event {
        a: stream.name.0,
        c: stream.name.1,
        b: stream.position as u32,
        value: file,
        ..Event::new(events::STREAM)
    });
}

/// Whether it is a stream of the input, and not standard input.
pub fn is_own(file: u64) -> bool {
    file != 0 && streams().iter().skip(1).any(|one| one.file == file)
}

/// How many pointers may lead to: all but standard input.
pub fn made() -> impl Iterator<Item = u64> {
    let all = streams().iter().skip(1);
    all.map(|one| one.file).take_while(|file| *file != 0)
}

/// The stream's contents become input the first time that they are used.
fn contents(index: usize) -> &'static mut Contents {
    if streams()[index].contents == 0 {
        begin(index);
    }
    // SAFETY: made by `begin`, never given back.
    unsafe { &mut *(streams()[index].contents as *mut Contents) }
}

fn object(size: u64) -> u64 {
    match allocate(size.max(1), Kind::Heap, 16) {
        Some(base) => base,
        None => end(Ending::Memory, 0, 0),
    }
}

fn begin(index: usize) {
    if index == 0 {
        let file = streams()[0].file;
        adopt(file, STANDARD_INPUT);
    }
    let stream = &mut streams()[index];
    let most = header().max_text.max(stream.initial.len() as u64);
    let (bytes, size) = (object(most), object(4));
    let place = object(size_of::<Contents>() as u64);
    // SAFETY: three new objects.
    unsafe {
        let to = bytes as *mut u8;
        core::ptr::copy_nonoverlapping(stream.initial.as_ptr(), to, stream.initial.len());
        *(size as *mut u32) = stream.initial.len() as u32;
        *(place as *mut Contents) = Contents {
            bytes,
            size,
            at: stream.position,
            pushed: 0,
            ended: 0,
            failed: 0,
            closed: 0,
            written: 0,
        };
    }
    stream.contents = place;
    if !stream.named {
        return;
    }
    let slot = crate::state::named(stream.name);
    let region = |base, element, slot: &[u8], pointed| InputRegion {
        base,
        element,
        name: name(&[slot, if pointed { b"" } else { b"#size" }]),
        pointed,
        ..InputRegion::default()
    };
    inputs::add(region(bytes, BYTE, slot, true), most);
    inputs::add(region(size, COUNT_TYPE, slot, false), 4);
    let term = term_at(size, 4);
    if bits_at(size, 4) > most {
        end(Ending::Length, 0, most);
    }
    if term != 0 {
        let small = with_number(operations::ULE, 1, 32, term, most);
        push(Event {
            a: small,
            ..Event::new(events::BOUND)
        });
    }
}

/// The models' call: the state of a stream of the input, 0 for any other.
#[unsafe(no_mangle)]
pub extern "C" fn ep_stream(file: u64) -> u64 {
    let Some(index) = streams()
        .iter()
        .position(|one| one.file == file && file != 0)
    else {
        return 0;
    };
    if contents(index).closed != 0 {
        end(Ending::UseAfterFree, 0, 0);
    }
    streams()[index].contents
}

/// Code that is not instrumented reads: what it is given is concrete.
unsafe extern "C" fn read(cookie: *mut c_void, to: *mut c_char, size: usize) -> isize {
    let contents = contents(cookie as usize);
    let mut count = 0;
    while count < size {
        if contents.pushed != 0 {
            // SAFETY: the C library's buffer has that size.
            unsafe { *to.add(count) = (contents.pushed - 1) as c_char };
            contents.pushed = 0;
        } else {
            let length = term_at(contents.size, 4);
            if length != 0 {
                external::lose();
                pin(length, bits_at(contents.size, 4));
            }
            if contents.at >= bits_at(contents.size, 4) {
                contents.ended = 1;
                break;
            }
            let place = contents.bytes + contents.at;
            let byte = term_at(place, 1);
            if byte != 0 {
                external::lose();
                pin(byte, bits_at(place, 1));
            }
            // SAFETY: as above.
            unsafe { *to.add(count) = bits_at(place, 1) as c_char };
            contents.at += 1;
        }
        count += 1;
    }
    count as isize
}

unsafe extern "C" fn write(cookie: *mut c_void, _from: *const c_char, size: usize) -> isize {
    let contents = contents(cookie as usize);
    contents.written = 1;
    // What is read behind a write would be what was written.
    contents.ended = 1;
    size as isize
}

unsafe extern "C" fn seek(cookie: *mut c_void, offset: *mut i64, from: c_int) -> c_int {
    let contents = contents(cookie as usize);
    let base = match from {
        0 => 0,
        1 => contents.at as i64,
        _ => {
            let length = term_at(contents.size, 4);
            if length != 0 {
                external::lose();
                pin(length, bits_at(contents.size, 4));
            }
            bits_at(contents.size, 4) as i64
        }
    };
    // SAFETY: the C library passes a place.
    let to = base + unsafe { *offset };
    if to < 0 {
        return EOF;
    }
    contents.at = to as u64;
    contents.ended = 0;
    unsafe { *offset = to };
    0
}

/// At the end: what became of each stream.
pub fn report_use() {
    for stream in streams().iter().filter(|one| one.named) {
        if stream.contents == 0 {
            continue;
        }
        // SAFETY: made by `begin`.
        let contents = unsafe { &*(stream.contents as *const Contents) };
        push_last(Event {
            what: u8::from(contents.closed != 0) | u8::from(contents.written != 0) << 1,
            value: stream.file,
            ..Event::new(events::STREAM_USED)
        });
    }
}
