//! Runs the `main` of a class in the machine: `run_main JDK CLASSPATH CLASS
//! [ARGUMENT]...`.

#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program for the terminal"
)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use everypath_jvm::ClassPath;
use everypath_jvm::machine::{Machine, Value};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [jdk, class_path, class, rest @ ..] = &arguments[..] else {
        return Err("usage: run_main JDK CLASSPATH CLASS [ARGUMENT]...".to_owned());
    };
    let start = Instant::now();
    let entries: Vec<PathBuf> = class_path.split(':').map(PathBuf::from).collect();
    let class_path = Arc::new(ClassPath::open(jdk.as_ref(), &entries)?);
    let mut machine = Machine::new(class_path, None);
    machine.verbose = std::env::var_os("VERBOSE").is_some();
    machine.boot()?;
    let booted = (start.elapsed(), machine.executed());
    let ended = run(&mut machine, class, rest);
    print!("{}", String::from_utf8_lossy(&machine.output));
    if let Err(stop) = ended {
        let place = machine.place();
        println!("ended: {} at {place:?}", machine.describe_stop(&stop));
    }
    let all = start.elapsed();
    let count = machine.executed() - booted.1;
    eprintln!(
        "boot {:?} ({} instructions), run {:?} ({count} instructions, {:.1} million a second)",
        booted.0,
        booted.1,
        all - booted.0,
        count as f64 / (all - booted.0).as_secs_f64() / 1e6
    );
    Ok(())
}

fn run(
    machine: &mut Machine,
    class: &str,
    arguments: &[String],
) -> everypath_jvm::machine::Run<()> {
    let class = machine.load(&class.replace('.', "/"))?;
    machine.initialise(class)?;
    let strings = machine.load("[Ljava/lang/String;")?;
    let array = machine.allocate_array(strings, arguments.len())?;
    for (index, argument) in arguments.iter().enumerate() {
        let text = machine.new_string(argument)?;
        let array = machine.heap_mut().get_mut(array);
        array.set(index, Value::reference(text));
    }
    if let Some(method) = machine.find_own_method(class, "main", "([Ljava/lang/String;)V") {
        machine.call(method, &[Value::reference(array)])?;
    }
    Ok(())
}
