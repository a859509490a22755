//! What is read from outside, one function each.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::path::PathBuf;

use everypath_c::carving::read_records;
use everypath_c::instrument::{Options, instrument};
use everypath_c::ir::module::Module;
use everypath_c_runtime::layout::{contexts, hash};
use everypath_emit::{junit, pytest};
use everypath_jvm::classfile::ClassFile;
use everypath_jvm::code::{Marks, decode};
use everypath_jvm::{Archive, Image};
use everypath_python_wire::{RunReply, RunRequest, Translation};
use everypath_term::{Sort, Terms};
use rustix::fs::{MemfdFlags, memfd_create};

/// Something that reads.
#[derive(Debug)]
pub struct Target {
    /// Its name, and that of its directory in the corpus.
    pub name: &'static str,
    /// Reads; it may refuse, and must end.
    pub run: fn(&[u8]),
}

/// Everything that is read.
pub const TARGETS: [Target; 10] = [
    Target {
        name: "classes",
        run: classes,
    },
    Target {
        name: "jars",
        run: jars,
    },
    Target {
        name: "images",
        run: images,
    },
    Target {
        name: "ir",
        run: ir,
    },
    Target {
        name: "contexts",
        run: contexts,
    },
    Target {
        name: "messages",
        run: messages,
    },
    Target {
        name: "specifications",
        run: specifications,
    },
    Target {
        name: "observations",
        run: observations,
    },
    Target {
        name: "answers",
        run: answers,
    },
    Target {
        name: "texts",
        run: texts,
    },
];

/// The target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Runs the target of a name; for cargo-fuzz, where a panic ends the process.
pub fn run(name: &str, bytes: &[u8]) {
    if let Some(target) = target(name) {
        (target.run)(bytes);
    }
}

/// Class files, and the code in them.
fn classes(bytes: &[u8]) {
    let Ok(class) = ClassFile::parse(bytes) else {
        return;
    };
    for method in &class.methods {
        if let Some(code) = &method.code {
            let _ = decode(code, &class.pool, &Marks::default(), 0);
        }
    }
}

/// Jars: their tables, and what is packed in them.
fn jars(bytes: &[u8]) {
    with_file(bytes, |path| {
        let Ok(archive) = Archive::open_for(&path, 21) else {
            return;
        };
        for name in archive.list().iter().take(20) {
            if let Some(held) = archive.read(name) {
                classes(&held);
            }
        }
    });
}

/// The image of classes that a JDK has.
fn images(bytes: &[u8]) {
    with_file(bytes, |path| {
        if let Ok(image) = Image::open(&path) {
            for name in ["java/lang/Object", "java/util/List", "p/Q"] {
                let _ = image.class(name);
            }
        }
    });
}

/// Text of LLVM's intermediate representation.
fn ir(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(module) = Module::read(&text) {
        instrument(&module, &Options::default());
    }
}

/// Carved contexts: the checksum is made right, so that what is behind it is read.
fn contexts(bytes: &[u8]) {
    let _ = read_records(bytes);
    let mut record = Vec::with_capacity(bytes.len() + 24);
    for word in [contexts::MAGIC, bytes.len() as u64, hash(bytes)] {
        record.extend(word.to_le_bytes());
    }
    record.extend(bytes);
    let _ = read_records(&record);
}

/// Messages of a worker that has been taken over.
fn messages(bytes: &[u8]) {
    let _ = postcard::from_bytes::<RunRequest>(bytes);
    if let Ok(reply) = postcard::from_bytes::<RunReply>(bytes) {
        Translation::default().receive(&mut Terms::new(), reply);
    }
}

/// Java source with specifications.
fn specifications(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = everypath_jml::weave(&text, &["repOK"], &BTreeMap::new());
}

/// What observers of Python and Java say of cases, up to the test that is written.
fn observations(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(case) = pytest::Case::parse(&text) {
        pytest::emit(&[case], &pytest::Options::new("subject"));
    }
    if let Ok(case) = serde_json::from_str::<junit::Case>(&text) {
        junit::emit(&[case], &junit::Options::new("shop.Subject"));
    }
}

/// Values from an external solver.
fn answers(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut terms = Terms::new();
    let sorts = [Sort::BOOL, Sort::INT, Sort::FLOAT64, Sort::FLOAT32];
    let sorts = sorts
        .into_iter()
        .chain([Sort::bit_vec(8), Sort::bit_vec(64)]);
    let variables: Vec<_> = sorts
        .enumerate()
        .map(|(index, sort)| terms.variable(&format!("v{index}"), sort))
        .collect();
    for count in 1..=variables.len() {
        let _ = everypath_solve::read_model(&terms, &variables[count - 1..], &text);
        let _ = everypath_solve::read_model(&terms, &variables[..count], &text);
    }
}

/// The text forms of terms, inputs and traces.
fn texts(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = everypath_term::parse(&mut Terms::new(), &text);
    let _ = everypath_trace::text::parse_input(&text);
    let _ = everypath_trace::text::parse_trace(&mut Terms::new(), &text);
}

/// Calls with the path of a file that holds the bytes, in memory.
fn with_file(bytes: &[u8], call: impl FnOnce(PathBuf)) {
    let Ok(memory) = memfd_create("input", MemfdFlags::CLOEXEC) else {
        return;
    };
    let mut file = File::from(memory);
    if file.write_all(bytes).is_ok() {
        call(PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd())));
    }
}
