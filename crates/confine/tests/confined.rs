//! What a confined process can and cannot do, tried with real ones.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use everypath_confine::{Confinement, missing};

/// Runs a script of the shell inside.
fn run(confinement: &Confinement, script: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    confinement.apply(&mut command).expect("rules can be made");
    command.output().expect("the shell starts")
}

fn python(confinement: &Confinement, script: &str) -> Output {
    let mut command = Command::new("python3");
    command.args(["-S", "-c", script]);
    confinement.apply(&mut command).expect("rules can be made");
    command.output().expect("Python starts")
}

fn is_refused(output: &Output) {
    assert!(!output.status.success(), "{output:?}");
}

#[test]
fn the_kernel_here_has_everything() {
    assert_eq!(missing(), []);
}

#[test]
fn nothing_outside_changes() {
    let outside = tempfile::tempdir().unwrap();
    let inside = tempfile::tempdir().unwrap();
    let victim = outside.path().join("victim");
    std::fs::write(&victim, "precious").unwrap();
    let confinement = Confinement::new().writing(inside.path());
    let file = victim.display();
    let directory = outside.path().display();
    for script in [
        format!("echo lost > {file}"),
        format!("rm {file}"),
        format!("mv {file} {directory}/moved"),
        format!("ln {file} {directory}/link"),
        format!("ln -s {file} {directory}/symbolic"),
        format!("mkdir {directory}/made"),
        format!("mkfifo {directory}/pipe"),
        format!("truncate -s 0 {file}"),
        format!("chmod 777 {file}"),
        format!("touch {file}"),
    ] {
        is_refused(&run(&confinement, &script));
    }
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
    let own = inside.path().join("own");
    let done = run(&confinement, &format!("cat {file} > {}", own.display()));
    assert!(done.status.success(), "{done:?}");
    assert_eq!(std::fs::read_to_string(&own).unwrap(), "precious");
}

#[test]
fn secrets_cannot_be_read() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(home.path().join(".ssh")).unwrap();
    std::fs::write(home.path().join(".ssh/id"), "secret").unwrap();
    std::fs::write(home.path().join("notes"), "public").unwrap();
    let script = format!("cat {}/.ssh/id", home.path().display());
    let before = std::env::var_os("HOME");
    // SAFETY: no other test of this process reads or writes the variable.
    unsafe { std::env::set_var("HOME", home.path()) };
    let refused = run(&Confinement::new(), &script);
    let read = run(
        &Confinement::new(),
        &format!("cat {}/notes", home.path().display()),
    );
    // Whoever looks for its files on the way, as pytest does, may see what is there.
    let listed = run(
        &Confinement::new(),
        &format!("ls -A {}", home.path().display()),
    );
    // SAFETY: as above.
    unsafe {
        match before {
            Some(before) => std::env::set_var("HOME", before),
            None => std::env::remove_var("HOME"),
        }
    }
    assert_eq!(String::from_utf8_lossy(&listed.stdout), ".ssh\nnotes\n");
    is_refused(&refused);
    assert_eq!(String::from_utf8_lossy(&refused.stdout), "");
    assert_eq!(String::from_utf8_lossy(&read.stdout), "public");
}

#[test]
fn there_is_no_network() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!("import socket; socket.create_connection(('127.0.0.1', {port}), 2)");
    is_refused(&python(&Confinement::new(), &connect));
    let send = format!(
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', {port}))"
    );
    is_refused(&python(&Confinement::new(), &send));
    assert!(listener.accept().is_err(), "nobody came");
    let pair = "import socket; a, b = socket.socketpair(); a.send(b'x'); assert b.recv(1) == b'x'";
    let own = python(&Confinement::new(), pair);
    assert!(own.status.success(), "{own:?}");
}

#[test]
fn other_processes_are_out_of_reach() {
    let mut other = Command::new("sleep").arg("60").spawn().unwrap();
    let script = format!("kill -KILL {}", other.id());
    is_refused(&run(&Confinement::new(), &script));
    assert!(other.try_wait().unwrap().is_none(), "it is alive");
    // What it was given is its own affair; what the reader itself was is not.
    let read = |who: &str| format!("open('/proc/{who}/environ').read()");
    is_refused(&python(&Confinement::new(), &read(&other.id().to_string())));
    let own = python(&Confinement::new(), &read("self"));
    assert!(own.status.success(), "{own:?}");
    other.kill().unwrap();
    other.wait().unwrap();
    // A process may signal its own.
    let own = run(&Confinement::new(), "sleep 60 & kill $!");
    assert!(own.status.success(), "{own:?}");
}

#[test]
fn limits_and_priorities_of_others_stay() {
    let confinement = Confinement::new();
    for script in [
        "import os, resource as r\nr.prlimit(os.getppid(), r.RLIMIT_CORE, (0, 0))",
        "import os\nos.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
        "import os\nos.setpriority(os.PRIO_USER, 0, 19)",
        "import os\nos.sched_setaffinity(os.getppid(), {0})",
    ] {
        is_refused(&python(&confinement, script));
    }
    let own = "import os, resource as r\nr.setrlimit(r.RLIMIT_CORE, (0, 0))\nos.nice(1)\n\
               os.sched_setaffinity(0, {0})";
    let output = python(&confinement, own);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn what_is_allowed_is_allowed() {
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().join("file");
    let free = Confinement::new().changing_files(true).using_network(true);
    let done = run(&free, &format!("echo kept > {}", file.display()));
    assert!(
        done.status.success() && Path::new(&file).exists(),
        "{done:?}"
    );
    let socket = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)";
    assert!(python(&free, socket).status.success());
}

#[test]
fn memory_that_is_only_reserved_does_not_count() {
    let confinement = Confinement::new().private_memory(256 << 20);
    let reserved = "import mmap; mmap.mmap(-1, 1 << 30, mmap.MAP_PRIVATE, prot=mmap.PROT_READ)";
    let reserved = python(&confinement, reserved);
    assert!(reserved.status.success(), "{reserved:?}");
    is_refused(&python(&confinement, "bytearray(1 << 29)"));
}
