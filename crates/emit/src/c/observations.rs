//! What an observer says, as data.

use std::time::Duration;

use super::recipe::{Case, Recipe, Seen};

/// One run of a case on the unchanged source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// The case.
    pub case: u64,
    /// The mutant that the source was; 0 is none.
    pub mutant: u32,
    /// Whether the call returned.
    pub returned: bool,
    /// The status that its process ended with; none if it was killed.
    pub status: Option<i32>,
    /// What the call changed, by place.
    pub seen: Vec<(usize, Seen)>,
    /// What it printed, the first 4096 bytes of it.
    pub output: Vec<u8>,
    /// A system call that was refused to it.
    pub refused: Option<u32>,
    /// What running it as a mutant cost, in nominal time.
    pub cost: Duration,
}

/// The runs that an observer speaks of to their end, in order. What is there before
/// a call and left as it was is not seen.
pub fn observations(words: &str, cases: &[Case]) -> Vec<Observation> {
    let mut found = Vec::new();
    let mut current: Option<(Observation, &Recipe, Vec<Option<Seen>>)> = None;
    for line in words.lines() {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        if first == "case" {
            let id = rest.parse().ok();
            let case = cases.iter().find(|case| Some(case.id) == id);
            current = case.map(|case| {
                let observation = Observation {
                    case: case.id,
                    ..Observation::default()
                };
                let before = vec![None; case.recipe.places.len()];
                (observation, &case.recipe, before)
            });
            continue;
        }
        let Some((observation, recipe, before)) = &mut current else {
            continue;
        };
        match first {
            "mutant" => observation.mutant = rest.parse().unwrap_or_default(),
            "done" => observation.returned = true,
            "output" => observation.output = from_hex(rest).unwrap_or_default(),
            "exited" => observation.status = rest.parse().ok(),
            "cost" => observation.cost = Duration::from_micros(rest.parse().unwrap_or_default()),
            "refused" => observation.refused = rest.parse().ok().filter(|call| *call != 0),
            "before" | "after" => {
                let Some((place, seen)) = read_place(rest) else {
                    continue;
                };
                if place >= recipe.places.len() {
                    continue;
                }
                if first == "before" {
                    before[place] = Some(seen);
                } else if before[place].as_ref() != Some(&seen) {
                    observation.seen.push((place, seen));
                }
            }
            "end" => found.extend(current.take().map(|(observation, ..)| observation)),
            _ => {}
        }
    }
    found
}

fn read_place(words: &str) -> Option<(usize, Seen)> {
    let mut parts = words.split(' ');
    let place = parts.next()?.parse().ok()?;
    let seen = match parts.next()? {
        "number" => Seen::Number(parts.next()?.to_owned()),
        "null" => Seen::Null,
        "into" => Seen::Into(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?),
        "other" => Seen::Other,
        "text" => Seen::Text(from_hex(parts.next().unwrap_or(""))?),
        _ => return None,
    };
    Some((place, seen))
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    (0..text.len() / 2)
        .map(|index| u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::recipe::{Ending, Kind, Place};
    use super::*;

    fn case(id: u64) -> Case {
        let place = |before| Place {
            expression: "x".to_owned(),
            kind: Kind::Signed,
            before,
            guard: None,
        };
        Case {
            id,
            unit: "f".to_owned(),
            recipe: Recipe {
                places: vec![place(true), place(true), place(false)],
                ..Recipe::default()
            },
            ending: Ending::Returns,
            seen: Vec::new(),
            output: Vec::new(),
            remark: None,
            likelihood: None,
            weakened: Vec::new(),
        }
    }

    #[test]
    fn only_what_changed_is_seen() {
        let words = "case 4\nbefore 0 number 1\nbefore 1 number 2\nafter 0 number 1\nafter 1 number 3\nafter 2 text 6162\ndone\n\noutput 0a\nexited 0\nrefused 0\nend\n";
        let expected = Observation {
            case: 4,
            mutant: 0,
            returned: true,
            status: Some(0),
            seen: vec![
                (1, Seen::Number("3".to_owned())),
                (2, Seen::Text(b"ab".to_vec())),
            ],
            output: b"\n".to_vec(),
            refused: None,
            cost: Duration::ZERO,
        };
        assert_eq!(observations(words, &[case(4)]), [expected]);
    }

    #[test]
    fn a_run_that_was_cut_off_is_none() {
        let words = "case 1\nafter 0 nu\noutput \nrefused 87\nend\ncase 2\nafter 0 number 7\n";
        let found = observations(words, &[case(1), case(2)]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].status, found[0].refused), (None, Some(87)));
        assert!(found[0].seen.is_empty() && !found[0].returned);
    }
}
