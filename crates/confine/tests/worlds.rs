//! What a program sees of its surroundings is the same on every machine, and another in
//! every world.

use std::collections::BTreeSet;
use std::process::Command;

use everypath_confine::{Confinement, World};

/// What a program says, given with its arguments.
fn answer(world: World, words: &str, confined: bool) -> String {
    let mut words = words.split(' ');
    let mut command = Command::new(words.next().unwrap());
    command.args(words);
    world.enter(&mut command, &[]).unwrap();
    if confined {
        Confinement::new().apply(&mut command).unwrap();
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn time_user_and_host_are_others_in_every_world() {
    for words in [
        "date +%Y",
        "date +%u",
        "date +%H",
        "date +%Z",
        "id -u",
        "uname -n",
        "uname -r",
        "printenv HOME",
        "printenv COLUMNS",
    ] {
        let answers: BTreeSet<String> = World::all()
            .map(|world| answer(world, words, true))
            .collect();
        assert_eq!(answers.len(), World::all().count(), "{words}: {answers:?}");
    }
}

#[test]
fn a_world_is_always_the_same() {
    for words in ["date +%F", "uname -a", "id -u", "printenv"] {
        let once = answer(World::FIRST, words, false);
        assert_eq!(once, answer(World::FIRST, words, true));
        for hidden in ["EVERYPATH_WORLD", "LD_PRELOAD", "CARGO"] {
            assert!(!once.contains(hidden), "{hidden}: {once}");
        }
    }
    assert_eq!(answer(World::FIRST, "date +%F", true), "2001-02-03\n");
}

#[test]
fn a_variable_that_is_named_is_kept() {
    let name = "CARGO_MANIFEST_DIR";
    let mut command = Command::new("/usr/bin/env");
    World::FIRST.surround(&mut command, &[name, "HOME"]);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&format!("{name}={}", env!("CARGO_MANIFEST_DIR"))));
    assert!(text.contains("HOME=/home/user\n"), "{text}");
}
