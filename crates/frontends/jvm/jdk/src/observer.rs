//! Carrying out recipes on the unmodified classes in fresh JVMs, each in a world of its
//! own. Only what all agree on is passed on.

use std::collections::{BTreeSet, VecDeque};
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

use everypath_confine::{Confinement, World};
use everypath_recipe::Recipe;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::agree::agree;
use crate::artifacts::Artifacts;
use crate::asked::Asked;
use crate::build;
use crate::command::{QUICK, quiet, run_watched};
use crate::home::Jdk;
use crate::javac::joined;

/// What a JVM itself needs beside its heap and direct buffers, in megabytes.
const BESIDE_HEAP: u64 = 320;
/// How long a JVM may take to start and to load classes.
const START_LIMIT: Duration = Duration::from_secs(30);
/// How often a JVM may fail to start, as where another one has taken all threads that there
/// are, and how long it waits before it tries again.
const MOST_STARTS: usize = 6;
const PAUSE: Duration = Duration::from_millis(500);
/// JVMs that may be lost to one set of recipes before the rest is given up.
const MOST_LOSSES: usize = 20;

/// The ways that objects without a hash of their own get one: another in each world, so
/// that what depends on them shows.
const HASHES: [&[&str]; 3] = [
    &[],
    &["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=4"],
    &["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3"],
];

/// How often recipes are carried out in each world if the classes ask for time or chance.
const TOSSES: usize = 4;

/// A recipe that is to become a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its number.
    pub id: u64,
    /// What to do.
    pub recipe: Recipe,
}

/// Where and how to observe.
#[derive(Clone, Debug)]
pub struct ObserveRequest {
    /// Jars and directories of classes.
    pub class_path: Vec<PathBuf>,
    /// The package that the test will be in.
    pub package: String,
    /// How long one call may take.
    pub timeout: Duration,
    /// Megabytes of memory.
    pub memory: u64,
    /// Options for the JVM as they are.
    pub options: Vec<String>,
    /// Whether the objects of the input are described for pictures, as
    /// `picture_before` and `picture_after` of a case.
    pub pictures: bool,
}

/// A recipe that gives no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unobserved {
    /// Its number.
    pub id: u64,
    /// Why.
    pub reason: String,
}

/// What was observed.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// What both JVMs agree on, by the number of the recipe.
    pub cases: Vec<(u64, Json)>,
    /// The recipes that give no case.
    pub dropped: Vec<Unobserved>,
}

impl Observed {
    /// The recipes that did not come to their end in time, in one JVM at least.
    pub fn slow(&self) -> Vec<u64> {
        let cases = self.cases.iter();
        let cases = cases.filter(|(_, case)| case["outcome"]["kind"] == "timed_out");
        let is_slow = |reason: &str| SLOW.iter().any(|word| reason.contains(word));
        let dropped = self.dropped.iter().filter(|one| is_slow(&one.reason));
        let cases = cases.map(|(id, _)| *id);
        cases.chain(dropped.map(|one| one.id)).collect()
    }

    /// Takes what was observed of recipes that were observed again.
    pub fn replace(&mut self, again: Observed) {
        let ids: BTreeSet<u64> = again
            .cases
            .iter()
            .map(|(id, _)| *id)
            .chain(again.dropped.iter().map(|one| one.id))
            .collect();
        self.cases.retain(|(id, _)| !ids.contains(id));
        self.dropped.retain(|one| !ids.contains(&one.id));
        self.cases.extend(again.cases);
        self.cases.sort_by_key(|(id, _)| *id);
        self.dropped.extend(again.dropped);
        self.dropped.sort_by_key(|one| one.id);
    }
}

/// How reasons name what did not end in time.
const SLOW: [&str; 2] = ["timed_out", "does not end"];

/// Observes recipes.
pub fn observe(
    jdk: &Jdk,
    artifacts: &Artifacts,
    request: &ObserveRequest,
    kept: &[Kept],
) -> Result<Observed, String> {
    let library = build::observer(jdk, artifacts)?;
    let asked = Asked::by(&request.class_path);
    let worlds = World::all().take(if asked.is_uncertain { 3 } else { 2 });
    let tosses = if asked.is_uncertain { TOSSES } else { 1 };
    let repeated: Vec<Kept> = (0..tosses).flat_map(|_| kept.iter().cloned()).collect();
    let (library, asked, repeated) = (&library, &asked, &repeated);
    let pass = |world: World| Pass {
        jdk,
        library,
        request,
        asked,
        world,
    };
    let passes: Vec<Result<Vec<Json>, String>> = std::thread::scope(|scope| {
        let running: Vec<_> = worlds
            .map(|world| scope.spawn(move || pass(world).answers(repeated)))
            .collect();
        let ended = running.into_iter().map(|pass| pass.join());
        let failed = |_| Err("an observing thread failed".to_owned());
        ended.map(|ended| ended.unwrap_or_else(failed)).collect()
    });
    let passes: Vec<Vec<Json>> = passes.into_iter().collect::<Result<_, _>>()?;
    let mut observed = Observed::default();
    for (index, one) in kept.iter().enumerate() {
        let answers = passes
            .iter()
            .flat_map(|pass| pass.iter().skip(index).step_by(kept.len()));
        let mut answers = answers.cloned();
        let first = answers.next().unwrap_or_default();
        match answers.try_fold(first, |first, other| agree(first, &other)) {
            Ok(case) => observed.cases.push((one.id, case)),
            Err(reason) => observed.dropped.push(Unobserved { id: one.id, reason }),
        }
    }
    Ok(observed)
}

#[derive(Serialize)]
struct Message<'a> {
    /// What the observer says before each of its answers: the subject could write there,
    /// and does not know it.
    word: &'a str,
    /// Whether the classes may open connections.
    connects: bool,
    /// What may be names of properties.
    properties: &'a BTreeSet<String>,
    class_path: &'a [PathBuf],
    package: &'a str,
    milliseconds: u64,
    before: bool,
    pictures: bool,
    world: usize,
    recipes: Vec<&'a Recipe>,
}

/// What a JVM answered.
enum Answered {
    /// The recipes before the one that took it down, or all of them.
    Some(VecDeque<Json>),
    /// It did not come as far as the first recipe; its last words.
    NotStarted(String),
}

/// Carrying out recipes in one world.
struct Pass<'a> {
    jdk: &'a Jdk,
    library: &'a std::path::Path,
    request: &'a ObserveRequest,
    asked: &'a Asked,
    world: World,
}

impl Pass<'_> {
    /// One answer for each recipe, in order.
    fn answers(&self, kept: &[Kept]) -> Result<Vec<Json>, String> {
        let is_first = self.world == World::FIRST;
        let mut answers: Vec<Json> = Vec::with_capacity(kept.len());
        let (mut losses, mut starts) = (0, 0);
        while answers.len() < kept.len() {
            let rest = &kept[answers.len()..];
            let word = unknown().map_err(|error| format!("no chance: {error}"))?;
            let message = Message {
                word: &word,
                connects: self.asked.connects,
                properties: &self.asked.properties,
                class_path: &self.request.class_path,
                package: &self.request.package,
                milliseconds: self.request.timeout.as_millis() as u64,
                before: is_first,
                pictures: is_first && self.request.pictures,
                world: self.world.number(),
                recipes: rest.iter().map(|one| &one.recipe).collect(),
            };
            let mut lines = match self.answered(&message)? {
                Answered::Some(lines) => lines,
                Answered::NotStarted(why) if starts >= MOST_STARTS => {
                    return Err(format!("the observer does not start: {why}"));
                }
                Answered::NotStarted(_) => {
                    starts += 1;
                    std::thread::sleep(PAUSE);
                    continue;
                }
            };
            starts = 0;
            let complete = lines.len() >= rest.len();
            let halted = lines.back().is_some_and(|last| last["halted"] == true);
            answers.extend(lines.drain(..).take(rest.len()));
            if complete {
                break;
            }
            losses += 1;
            if !halted {
                // The recipe that the JVM was busy with took it down.
                answers.push(json!({"outcome": {"kind": "crashed"}}));
            }
            if losses > MOST_LOSSES {
                let lost = json!({"outcome": {"kind": "unbuildable",
                    "why": "too many recipes before it took the JVM down"}});
                answers.resize(kept.len(), lost);
            }
        }
        Ok(answers)
    }

    fn answered(&self, message: &Message) -> Result<Answered, String> {
        let request = self.request;
        let failed = |error: std::io::Error| format!("the observer cannot be run: {error}");
        let work = tempfile::TempDir::with_prefix("everypath-").map_err(failed)?;
        let input = work.path().join("request");
        let mut text = serde_json::to_string(message).expect("recipes are plain data");
        text.push('\n');
        std::fs::write(&input, text).map_err(failed)?;
        let mut command = quiet(self.jdk.tool("java"));
        self.world
            .enter(&mut command, &["LD_LIBRARY_PATH"])
            .map_err(failed)?;
        // Names of files may have any letters; a JVM's language is a property of it.
        command.env("LC_ALL", "C.UTF-8");
        if self.world != World::FIRST {
            let names = self.asked.variables.iter();
            command.envs(names.map(|name| (name, "1")));
        }
        command
            .args(bounded(request.memory))
            .args(QUICK)
            .arg(format!("-Djava.io.tmpdir={}", work.path().display()))
            .args(self.world.properties())
            .args(HASHES[self.world.number()])
            .args(&request.options)
            .arg("-cp")
            .arg(joined(&[self.library.to_owned()]))
            .arg("everypath.Observer")
            .stdin(std::fs::File::open(&input).map_err(failed)?)
            // What the subject writes with relative names goes away with the run.
            .current_dir(work.path());
        let each = request.timeout * 2 + Duration::from_millis(200);
        let limit = START_LIMIT + each * message.recipes.len() as u32;
        let confinement = self.confinement(work.path());
        let watched = run_watched(&mut command, &confinement, limit, message.word);
        let (ended, refused) = watched.map_err(failed)?;
        let output = self.hidden(ended.output.clone(), work.path());
        let mut lines = answers(&output, message.word);
        // Whatever came out, it would be something else where nobody refuses it. The first
        // answer says that the observer is ready; what it asked for until then is its own.
        for (place, refusal) in refused {
            let case = place.checked_sub(1).and_then(|place| lines.get_mut(place));
            if let Some(case) = case {
                let why = format!("it {}, which is refused", refusal.act.words());
                case["outcome"] = json!({"kind": "unbuildable", "why": why});
            }
        }
        let has_failed = !ended.succeeded() && ended.errors.contains("everypath.Observer");
        let is_full = ended.errors.contains("OutOfMemoryError");
        if !output.contains(message.word) || lines.is_empty() && has_failed && is_full {
            return Ok(Answered::NotStarted(ended.last_words().to_owned()));
        }
        if lines.is_empty() && has_failed {
            return Err(format!("the observer fails: {}", ended.last_words()));
        }
        Ok(Answered::Some(lines))
    }

    /// What was said without places of this machine: each is another one in each world.
    fn hidden(&self, mut text: String, work: &std::path::Path) -> String {
        let mut places = vec![work.to_owned(), self.jdk.home.clone(), std::env::temp_dir()];
        places.extend(self.request.class_path.iter().cloned());
        places.extend(std::env::current_dir());
        places.extend(std::env::var_os("HOME").map(PathBuf::from));
        places.sort_by_key(|place| std::cmp::Reverse(place.as_os_str().len()));
        let named = places.iter().filter(|place| place.components().count() > 2);
        for place in named.map(|place| place.display().to_string()) {
            if text.contains(&place) {
                text = text.replace(&place, &format!("/place{}", self.world.number()));
            }
        }
        text
    }

    /// What it may do: in other worlds than the first, files of this machine cannot be
    /// read, so that what depends on them shows.
    fn confinement(&self, work: &std::path::Path) -> Confinement {
        let confinement = Confinement::new()
            .writing(work)
            .alone(true)
            .private_memory(private_memory(self.request.memory));
        if self.world == World::FIRST {
            return confinement;
        }
        let own = [self.jdk.home.clone(), self.library.to_owned()];
        let class_path = self.request.class_path.iter().cloned();
        confinement.reading_only(own.into_iter().chain(class_path))
    }
}

/// The options that bound the memory of a JVM, in megabytes: its heap and what is beside it.
pub(crate) fn bounded(memory: u64) -> [String; 2] {
    [
        format!("-Xmx{memory}m"),
        format!("-XX:MaxDirectMemorySize={memory}m"),
    ]
}

/// What a JVM may write to that is its own, in bytes, if its heap may have so many megabytes:
/// stacks of threads and memory that code asks for beside the heap are bounded by no option.
pub(crate) fn private_memory(heap: u64) -> u64 {
    (2 * heap + BESIDE_HEAP) << 20
}

/// A word that nobody can know.
fn unknown() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The answers among what was written, but for the first, which says that the observer is
/// ready. What the subject itself writes stands before the word, or in lines without it.
fn answers(output: &str, word: &str) -> VecDeque<Json> {
    let said = output.lines().filter_map(|line| line.split_once(word));
    said.skip(1)
        .map_while(|(_, answer)| serde_json::from_str(answer).ok().filter(Json::is_object))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(result: i64, field: i64) -> Json {
        json!({
            "outcome": {"kind": "returned", "value": {"v": "int", "value": result}, "message": null},
            "output": null,
            "state": {"receiver": {"v": "object", "class": "A", "reads": [
                {"read": "method", "name": "getX", "value": {"v": "int", "value": field}},
                {"read": "method", "name": "getY", "value": {"v": "int", "value": 7}}]},
                "arguments": []},
        })
    }

    #[test]
    fn only_answers_are_believed() {
        let output = "abc {}\n{\"forged\": 1}\nprinted, and no line's end: abc {\"x\": 1}\n\
                      abd {\"forged\": 2}\nabc {\"x\": 2}\nabc 5\nabc {\"x\": 3}\n";
        assert_eq!(answers(output, "abc"), [json!({"x": 1}), json!({"x": 2})]);
        assert!(answers("abc {}\n", "abc").is_empty());
        assert_ne!(unknown().unwrap(), unknown().unwrap());
    }

    #[test]
    fn slow_recipes_are_known_and_replaced() {
        let slow = json!({"outcome": {"kind": "timed_out"}});
        let reason = agree(slow.clone(), &case(1, 1)).unwrap_err();
        let mut observed = Observed {
            cases: vec![(0, case(1, 1)), (1, slow)],
            dropped: vec![Unobserved { id: 2, reason }],
        };
        assert_eq!(observed.slow(), [1, 2]);
        observed.replace(Observed {
            cases: vec![(2, case(3, 3)), (1, case(2, 2))],
            dropped: Vec::new(),
        });
        let ids: Vec<u64> = observed.cases.iter().map(|(id, _)| *id).collect();
        assert_eq!((ids, observed.dropped.len()), (vec![0, 1, 2], 0));
        assert!(observed.slow().is_empty());
    }
}
