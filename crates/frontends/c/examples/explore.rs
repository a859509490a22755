//! Explores one function of a C file and prints what was found:
//! `cargo run -p everypath-c --example explore -- FILE FUNCTION [INVARIANT]`.

#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program for the terminal"
)]

#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, function, rest @ ..] = arguments.as_slice() else {
        eprintln!("give a file and a function");
        return;
    };
    let program = common::load_file(file.as_ref(), rest.first().map(String::as_str));
    for warning in &program.warnings {
        println!("warning: {warning}");
    }
    let found = common::explore_unit(&program, function);
    for run in found.tree.runs() {
        println!("{:?} {:?}", run.trace.input, run.trace.outcome);
    }
    for missed in common::missed(&program, &found) {
        println!("{missed}");
    }
    println!("{:?}\n{:?}", found.stop, found.statistics);
}
