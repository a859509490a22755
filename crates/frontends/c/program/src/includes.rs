//! Where a project keeps the headers of a source, for projects that do not say how they compile
//! it: in a directory above the source, or in the `include` of one. Read from the text, so that
//! what a preprocessor would leave out counts too; a directory more does no harm.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use everypath_generate::{absolute, relative};

/// Headers that are looked at, at most.
const MOST: usize = 1000;

/// Flags that let a source find its project's headers, seen from the project. They are looked
/// for where the system has none of that name.
pub(crate) fn flags(source: &Path, root: &Path) -> Vec<String> {
    let (source, root) = (absolute(source), absolute(root));
    let above = source.ancestors().skip(1);
    let above = above.take_while(|directory| directory.starts_with(&root));
    let places: Vec<PathBuf> = above
        .flat_map(|directory| [directory.to_owned(), directory.join("include")])
        .collect();
    let mut found: Vec<&PathBuf> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut pending = VecDeque::from([source]);
    while let Some(file) = pending.pop_front() {
        if seen.len() > MOST || !seen.insert(file.clone()) {
            continue;
        }
        let bytes = std::fs::read(&file).unwrap_or_default();
        let own = file.parent().unwrap_or(Path::new("/"));
        for include in included(&String::from_utf8_lossy(&bytes)) {
            let beside = own.join(include.name);
            if include.is_quoted && beside.is_file() {
                pending.push_back(absolute(&beside));
                continue;
            }
            let mut holders = places.iter();
            if let Some(place) = holders.find(|place| place.join(include.name).is_file()) {
                pending.push_back(absolute(&place.join(include.name)));
                if !found.contains(&place) {
                    found.push(place);
                }
            }
        }
    }
    let flags = found.into_iter();
    let flags = flags.map(|place| ["-idirafter".to_owned(), relative(place, &root)]);
    flags.flatten().collect()
}

/// A line that includes a header.
struct Include<'a> {
    name: &'a str,
    is_quoted: bool,
}

fn included(text: &str) -> impl Iterator<Item = Include<'_>> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("include")?.trim_start();
        let (is_quoted, end) = match rest.chars().next()? {
            '"' => (true, '"'),
            '<' => (false, '>'),
            _ => return None,
        };
        let (name, _) = rest[1..].split_once(end)?;
        Some(Include { name, is_quoted })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_found_where_projects_keep_them() {
        let project = tempfile::tempdir().unwrap();
        let root = project.path();
        for (name, text) in [
            (
                "lib/a.c",
                "#include <a/a.h>\n # include \"near.h\"\n#include <stdio.h>\n",
            ),
            ("lib/near.h", "#include <top.h>\n"),
            ("include/a/a.h", "#include \"b.h\"\n"),
            ("include/a/b.h", "#include <a/a.h>\n"),
            ("top.h", ""),
            ("lib/unused/include/c.h", ""),
        ] {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let found = flags(&root.join("lib/a.c"), root);
        assert_eq!(found, ["-idirafter", "include", "-idirafter", "."]);
        assert!(flags(&root.join("lib/near.h"), &root.join("lib")).is_empty());
    }
}
