//! What a watched process tries is told, and nothing else.

use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use everypath_confine::{Act, Confinement};

/// A Python by its own path: what is found by its name may start another one.
fn python() -> String {
    let mut command = Command::new("python3");
    let output = command.args(["-S", "-c", "import sys; print(sys.executable)"]);
    let output = output.output().expect("a Python");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn watched(confinement: &Confinement, script: &str) -> (Output, Vec<Act>) {
    let acts = Arc::new(Mutex::new(Vec::new()));
    let told = acts.clone();
    let mut command = Command::new(python());
    command.args(["-S", "-c", script]);
    confinement
        .watch(
            &mut command,
            Box::new(move |refusal| told.lock().unwrap().push(refusal.act)),
        )
        .expect("a watcher");
    let output = command.output().expect("Python starts");
    // The command keeps the child's side of the handover.
    drop(command);
    let acts = acts.lock().unwrap().clone();
    (output, acts)
}

#[test]
fn acts_are_told_even_if_the_subject_hides_them() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("victim"), "precious").unwrap();
    let at = outside.path().display();
    for (script, act) in [
        (
            format!("import os\ntry: os.remove('{at}/victim')\nexcept OSError: pass"),
            Act::Delete,
        ),
        (
            format!("try: open('{at}/new', 'w')\nexcept OSError: pass"),
            Act::Write,
        ),
        (
            format!("try: open('{at}/victim', 'a')\nexcept OSError: pass"),
            Act::Write,
        ),
        (
            format!("import os\ntry: os.chmod('{at}/victim', 0)\nexcept OSError: pass"),
            Act::ChangeAttributes,
        ),
        (
            format!("import os\ntry: os.mkdir('{at}/made')\nexcept OSError: pass"),
            Act::MakeDirectory,
        ),
        (
            format!(
                "import os\nos.chdir('{at}')\ntry: os.rename('victim', 'moved')\nexcept OSError: pass"
            ),
            Act::Rename,
        ),
        (
            "import os\ntry: os.execv('/bin/true', ['true'])\nexcept OSError: pass".to_owned(),
            Act::Start,
        ),
        (
            format!("import os\nfile = os.open('{at}/victim', 0)\ntry: os.fchmod(file, 0)\nexcept OSError: pass"),
            Act::ChangeAttributes,
        ),
        (
            format!("import os\nfile = os.open('{at}/victim', 0)\ntry: os.utime(file)\nexcept OSError: pass"),
            Act::ChangeAttributes,
        ),
        (
            "import os\ntry: os.open('/dev/shm/left', 66)\nexcept OSError: pass".to_owned(),
            Act::Write,
        ),
        (
            "import os\ntry: os.kill(os.getppid(), 0)\nexcept OSError: pass".to_owned(),
            Act::Signal,
        ),
        (
            "import os\ntry: os.fork() or os._exit(0)\nexcept OSError: pass".to_owned(),
            Act::Fork,
        ),
        (
            "import socket\ntry: socket.socket()\nexcept OSError: pass".to_owned(),
            Act::Network,
        ),
        (
            "import os, resource as r\ntry: r.prlimit(os.getppid(), r.RLIMIT_CORE)\nexcept OSError: pass"
                .to_owned(),
            Act::Interfere,
        ),
        (
            "import os\ntry: os.setpriority(os.PRIO_USER, 0, 19)\nexcept OSError: pass".to_owned(),
            Act::Interfere,
        ),
    ] {
        let (output, acts) = watched(&Confinement::new().alone(true), &script);
        assert!(output.status.success(), "{script}: {output:?}");
        assert_eq!(acts, [act], "{script}");
    }
    let left = std::fs::read_to_string(outside.path().join("victim"));
    assert_eq!(left.unwrap(), "precious");
}

#[test]
fn what_is_allowed_or_fails_anyway_is_not_told() {
    let inside = tempfile::tempdir().unwrap();
    let at = inside.path().display();
    let script = format!(
        "import os, socket\nopen('{at}/own', 'w').write('x')\nos.remove('{at}/own')\n\
         open('/dev/null', 'w').write('x')\na, b = socket.socketpair(); a.send(b'x')\n\
         open('/etc/hostname').read()\n\
         import signal, threading\nsignal.signal(10, lambda *_: None)\n\
         os.kill(os.getpid(), 10); signal.raise_signal(10)\n\
         thread = threading.Thread(target=print); thread.start(); thread.join()\n\
         try: os.remove('/nowhere/file')\nexcept OSError: pass"
    );
    let (output, acts) = watched(
        &Confinement::new().writing(inside.path()).alone(true),
        &script,
    );
    assert!(output.status.success(), "{output:?}");
    assert_eq!(acts, []);
}
