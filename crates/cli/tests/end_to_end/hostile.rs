//! Subjects that would change something outside: nothing does, whatever the phase.

use crate::lab::Lab;

/// A subject that deletes, writes and starts things, whether or not it says so.
fn check(source: &str, text: &str, told: &[&str]) {
    let outside = tempfile::tempdir().expect("a directory");
    let victim = outside.path().join("victim");
    std::fs::write(&victim, "precious").expect("a file");
    let mut lab = Lab::empty().expect("a Python with pytest");
    let place = outside.path().display().to_string();
    lab.write(source, &text.replace("OUTSIDE", &place));
    let ended = lab.generate(&[source]);
    assert!(!ended.stderr.contains("panicked"), "{ended:#?}");
    let left: Vec<String> = std::fs::read_dir(outside.path())
        .expect("it is there")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(left, ["victim"], "{ended:#?}");
    assert_eq!(
        std::fs::read_to_string(&victim).expect("it is there"),
        "precious"
    );
    for part in told {
        let words = format!("{}{}", ended.stdout, ended.stderr);
        assert!(words.contains(part), "{part}: {ended:#?}");
    }
}

#[test]
fn a_java_class_empties_no_directory() {
    check(
        "Cache.java",
        r#"import java.io.*;
public class Cache {
    public static int clear(int limit) {
        int count = 0;
        File[] files = new File("OUTSIDE").listFiles();
        if (files != null) {
            for (File file : files) {
                if (count < limit && file.delete()) count++;
            }
        }
        return count;
    }
    public static boolean wipe(boolean really) {
        return really && new File("OUTSIDE/victim").delete();
    }
    public static int sum(int a, int b) { return a > b ? a + b : a - b; }
}
"#,
        &["which is refused"],
    );
}

#[test]
fn a_java_initialiser_writes_nothing() {
    check(
        "Logged.java",
        r#"import java.io.*;
public class Logged {
    private static final boolean LOGGED = log("started");
    static boolean log(String text) {
        try (FileWriter writer = new FileWriter("OUTSIDE/log", true)) {
            writer.write(text);
            return true;
        } catch (IOException failed) {
            return false;
        }
    }
    public static int sum(int a, int b) { return a > b ? a + b : a - b; }
}
"#,
        &[],
    );
}

#[test]
fn a_java_shutdown_hook_is_inside() {
    check(
        "Hook.java",
        r#"import java.io.*;
public class Hook {
    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            new File("OUTSIDE/victim").delete();
            try { new FileOutputStream("OUTSIDE/made").close(); } catch (IOException ignored) { }
        }));
    }
    public static int f(int x) { return x > 3 ? 1 : 0; }
}
"#,
        &[],
    );
}

#[test]
fn python_that_gets_around_its_audit_events_is_inside() {
    check(
        "sneaky.py",
        "import atexit\nimport ctypes\n\nlibc = ctypes.CDLL(None)\natexit.register(lambda: libc.unlink(b'OUTSIDE/victim'))\n\n\ndef f(x: int) -> int:\n    if x > 3:\n        libc.unlink(b'OUTSIDE/victim')\n        return libc.mkfifo(b'OUTSIDE/pipe', 0o600)\n    return 0\n",
        // The code does not look at what it is answered; the kernel tells.
        &["deletes a file, which is refused"],
    );
}

#[test]
fn what_does_not_end_before_it_is_called_ends_in_time() {
    let bomb: String = (1..12)
        .map(|n| {
            format!(
                "#define B{n} B{0} B{0} B{0} B{0} B{0} B{0} B{0} B{0}\n",
                n - 1
            )
        })
        .collect();
    let subjects = [
        (
            "endless.py",
            "while True:\n    pass\n\n\ndef f(x: int) -> int:\n    return x\n".to_owned(),
        ),
        (
            "bomb.c",
            format!("#define B0 1 +\n{bomb}int f(int x) {{ return B11 x; }}\n"),
        ),
    ];
    for (source, text) in subjects {
        let mut lab = Lab::empty().expect("a Python with pytest");
        lab.write(source, &text);
        let clock = std::time::Instant::now();
        lab.generate(&[source, "--time=5"])
            .exits(3)
            .says(&["longer than 5 s"]);
        let seconds = clock.elapsed().as_secs();
        assert!(seconds < 20, "{source}: {seconds} s");
    }
}

#[test]
fn constructors_of_c_are_inside() {
    check(
        "built.c",
        "#include <fcntl.h>\n#include <unistd.h>\n__attribute__((constructor)) static void begin(void) {\n    unlink(\"OUTSIDE/victim\");\n    close(open(\"OUTSIDE/made\", O_CREAT | O_WRONLY, 0600));\n}\n__attribute__((destructor)) static void end(void) { unlink(\"OUTSIDE/victim\"); }\nint f(int x) {\n    if (x > 3) return unlink(\"OUTSIDE/victim\");\n    return 0;\n}\n",
        &[],
    );
}
