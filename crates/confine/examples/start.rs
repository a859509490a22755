//! What confinement and a world cost at the start of a process:
//! `cargo run --release -p everypath-confine --example start`.

#![allow(clippy::print_stdout, reason = "the result is for the terminal")]

use std::process::Command;
use std::time::Instant;

use everypath_confine::{Confinement, World};

/// Processes that are started in each way.
const STARTS: u32 = 300;

fn main() -> std::io::Result<()> {
    let plain = |_: &mut Command| Ok(());
    let confined = |command: &mut Command| {
        World::FIRST.enter(command, &[])?;
        Confinement::new().alone(true).apply(command)
    };
    let watched = |command: &mut Command| {
        World::FIRST.enter(command, &[])?;
        Confinement::new().watch(command, Box::new(|_| {}))
    };
    let bare = measured(plain)?;
    println!("plain: {bare:.2} ms");
    println!(
        "confined, in a world: {:.2} ms more",
        measured(confined)? - bare
    );
    println!(
        "watched, in a world: {:.2} ms more",
        measured(watched)? - bare
    );
    Ok(())
}

/// Milliseconds from start to end of a process that does nothing.
fn measured(prepare: impl Fn(&mut Command) -> std::io::Result<()>) -> std::io::Result<f64> {
    let clock = Instant::now();
    for _ in 0..STARTS {
        let mut command = Command::new("/bin/true");
        prepare(&mut command)?;
        command.status()?;
    }
    Ok(clock.elapsed().as_secs_f64() * 1000.0 / f64::from(STARTS))
}
