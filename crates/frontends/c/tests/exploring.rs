//! Small programs, explored with the real compiler.

mod common;

use std::path::Path;

use common::{explore_unit, load_file, missed};

#[test]
fn a_triangle_is_covered() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/triangle.c");
    let program = load_file(&source, None);
    let found = explore_unit(&program, "triangle");
    assert_eq!(missed(&program, &found), Vec::<String>::new());
    assert_eq!(found.statistics.divergences, 0);
}
