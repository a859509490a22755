//! Random expressions over the types that have proxies, each the body of a
//! function: run on random inputs, with proxies and plainly. The function
//! returns its value and the value's text, so that the value's term is
//! compared with the value itself.

use everypath_python::{LoadRequest, Phase, PythonExecutor, Strategy};
use everypath_term::Terms;
use everypath_trace::{Executor, RunLimits};
use serde_json::json;

use crate::checks::{Checking, Record};
use crate::fuzz_inputs::{input, is_wide};
use crate::plain;
use crate::python::Python;

/// A small seeded generator: the same seed gives the same programs.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % sides
    }

    fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.roll(items.len())]
    }
}

// In a template, {i} {f} {b} {s} {y} are expressions of the type, {a} of any
// type, {n} a small integer, {c} a character, {w} a short text.
const INTS: &[&str] = &[
    "({i} + {i})",
    "({i} - {i})",
    "({i} * {i})",
    "({i} // {i})",
    "({i} % {i})",
    "({i} & {i})",
    "({i} | {i})",
    "({i} ^ {i})",
    "(-{i})",
    "(~{i})",
    "abs({i})",
    "({i} << {n})",
    "({i} >> {n})",
    "({i} ** {n})",
    "len({s})",
    "{s}.find({s})",
    "{s}.rfind({s})",
    "{s}.count({w})",
    "{s}.index({w})",
    "int({f})",
    "int({s})",
    "int({b})",
    "ord({s}[{i}])",
    "divmod({i}, {i})[0]",
    "divmod({i}, {i})[1]",
    "max({i}, {i})",
    "min({i}, {i}, {i})",
    "sum([{i}, {b}, {i}])",
    "round({f})",
    "round({i}, {n})",
    "math.floor({f})",
    "math.ceil({f})",
    "math.trunc({f})",
    "({i} if {b} else {i})",
    "({i} and {i})",
    "({i} or {i})",
    "[{i}, {i}, {i}][{i}]",
    "({i}, {i})[{n}]",
    "math.gcd({i}, {i})",
    "pow({i}, {n}, 7)",
    "{s}.find({w}, {n})",
    "{s}.count({s}, {i}, {i})",
    "({b} + {b})",
    "({b} * {i})",
    "(-{b})",
    "({b} // {i})",
    "len({s}.split({w}))",
    "len({s}.split())",
    "hash({i})",
    "int({s}, 16)",
    "{i}.bit_length()",
    "{i}.real",
    "{i}.numerator",
    "sorted([{i}, {i}, {i}])[1]",
    "len({{{i}, {i}, 3}})",
    "{{{i}: {i}, 2: 5}}.get({i}, {i})",
    "[{i}, 4].index({i})",
    "[{i}, {i}].count({i})",
    "len(range({i} % 7, {i} % 9))",
    "sum(range({i} % 5))",
    "operator.add({i}, {i})",
    "len({y})",
    "{y}[{i}]",
    "{y}.find({y})",
    "{y}.count({n})",
    "int.from_bytes({y}, 'big')",
    "sum({y})",
    "max({y})",
    "{b}.conjugate()",
    "{b}.bit_length()",
    "(True ** {i})",
];
const FLOATS: &[&str] = &[
    "({f} + {f})",
    "({f} - {f})",
    "({f} * {f})",
    "({f} / {f})",
    "({i} / {i})",
    "({f} % {f})",
    "({f} // {f})",
    "(-{f})",
    "abs({f})",
    "float({i})",
    "float({b})",
    "float({s})",
    "({f} + {i})",
    "({i} - {f})",
    "({i} * {f})",
    "({i} / {f})",
    "math.sqrt({f})",
    "math.fabs({f})",
    "math.sin({f})",
    "({f} if {b} else {f})",
    "({f} or {f})",
    "max({f}, {f})",
    "min({f}, {i})",
    "round({f}, {n})",
    "[{f}, {f}][{i}]",
    "divmod({f}, {f})[1]",
    "({f} ** {n})",
    "{f}.real",
    "sum([{f}, {i}])",
    "math.copysign({f}, {f})",
    "math.fmod({f}, {f})",
    "math.pow({f}, {n})",
    "(+{f})",
    "math.sqrt({i})",
    "math.log({f})",
    "float({f})",
    "({b} / {i})",
    "math.hypot({f}, {f})",
];
const BOOLS: &[&str] = &[
    "({i} < {i})",
    "({i} <= {i})",
    "({i} == {i})",
    "({i} != {i})",
    "({i} > {f})",
    "({f} >= {i})",
    "({f} < {f})",
    "({f} == {f})",
    "({s} == {s})",
    "({s} != {s})",
    "({s} < {s})",
    "({s} >= {s})",
    "({w} in {s})",
    "({s} in {s})",
    "(not {a})",
    "({b} and {b})",
    "({b} or {b})",
    "bool({a})",
    "{s}.startswith({w})",
    "{s}.endswith({w})",
    "{s}.startswith(({w}, {s}))",
    "{s}.isdigit()",
    "{s}.isalpha()",
    "{s}.isalnum()",
    "{s}.isspace()",
    "{s}.isupper()",
    "{s}.islower()",
    "{s}.isidentifier()",
    "{s}.isascii()",
    "{s}.istitle()",
    "{s}.isprintable()",
    "({b} ^ {b})",
    "({b} & {b})",
    "({b} | {b})",
    "({b} == {b})",
    "({b} != {i})",
    "({i} in [{i}, {i}])",
    "({i} in ({i}, 3))",
    "({i} in {{1, 2, {i}}})",
    "({s} in {{{s}, 'a'}})",
    "({i} in range({i}))",
    "({i} < {i} < {i})",
    "math.isnan({f})",
    "math.isinf({f})",
    "math.isfinite({f})",
    "{f}.is_integer()",
    "any([{b}, {i}])",
    "all([{b}, {s}])",
    "isinstance({a}, int)",
    "isinstance({a}, (str, float))",
    "(type({a}) is int)",
    "(type({a}) == type({a}))",
    "({a} == {a})",
    "({a} is None)",
    "({b} is True)",
    "([{i}, {i}] == [{i}, {i}])",
    "(({i}, {s}) < ({i}, {s}))",
    "({b} < {b})",
    "({{{i}, 1}} == {{{i}, 2}})",
    "({{{i}}} <= {{{i}, {i}}})",
    "{s}.startswith({w}, {n})",
    "{s}.endswith({w}, {n}, {i})",
    "({y} == {y})",
    "({y} < {y})",
    "({i} in {y})",
    "({y} in {y})",
    "{y}.startswith({y})",
    "{y}.isdigit()",
    "({s}.isdecimal() == {s}.isnumeric())",
    "callable({a})",
    "({i} not in [{i}])",
];
const TEXTS: &[&str] = &[
    "({s} + {s})",
    "({s} * {n})",
    "({n} * {s})",
    "{s}[{i}]",
    "{s}[{n}]",
    "{s}[{n}:]",
    "{s}[:{n}]",
    "{s}[-2:]",
    "{s}[{i}:{i}]",
    "{s}[::-1]",
    "{s}[{n}:{n}]",
    "{s}[::2]",
    "{s}.upper()",
    "{s}.lower()",
    "{s}.swapcase()",
    "{s}.capitalize()",
    "{s}.title()",
    "{s}.casefold()",
    "{s}.strip()",
    "{s}.lstrip()",
    "{s}.rstrip()",
    "{s}.strip({w})",
    "{s}.rstrip({s})",
    "{s}.replace({w}, {s})",
    "{s}.replace({s}, {w})",
    "{s}.replace({w}, '', {n})",
    "{s}.partition({w})[0]",
    "{s}.partition({s})[2]",
    "{s}.rpartition({w})[0]",
    "{s}.rpartition({w})[2]",
    "{s}.split({w})[0]",
    "{s}.split({w}, 1)[-1]",
    "{s}.rsplit({w}, 1)[-1]",
    "{s}.split()[0]",
    "{w}.join([{s}, {s}])",
    "{s}.join([{w}, {s}])",
    "{w}.join({s})",
    "{w}.join(x for x in {s})",
    "{s}.zfill({n})",
    "{s}.ljust({n})",
    "{s}.rjust({n}, {c})",
    "{s}.center({n})",
    "str({i})",
    "str({f})",
    "str({b})",
    "str({s})",
    "repr({a})",
    "chr({i} % 200)",
    "chr({i})",
    "f'{{{i}}}:{{{s}}}'",
    "f'{{{s}!r}}'",
    "f'{{{i}:5}}'",
    "f'{{{f}:.2f}}'",
    "f'{{{a}}}'",
    "'%s-%d' % ({a}, {i})",
    "'{{}}/{{}}'.format({a}, {s})",
    "'%5s' % {s}",
    "({s} if {b} else {s})",
    "({s} or {s})",
    "({s} and {s})",
    "max({s})",
    "min({s}, {s})",
    "'abcdef'[{i}]",
    "'abcdef'[{i}:]",
    "''.join(reversed({s}))",
    "''.join(sorted({s}))",
    "{s}.removeprefix({w})",
    "{s}.removesuffix({w})",
    "{s}.expandtabs()",
    "[{s}, {s}][{i}]",
    "{s}.splitlines()[0]",
    "hex({i})",
    "bin({i})",
    "format({i}, '04d')",
    "format({s}, '>4')",
    "ascii({s})",
    "{s}.translate({{97: 'b'}})",
    "{{{s}: {s}, 'a': 'b'}}[{s}]",
    "{y}.hex()",
    "{y}.decode()",
    "str({y})",
    "string.capwords({s})",
    "re.sub('a', 'b', {s})",
    "json.dumps({a})",
    "'{{0}}{{x}}'.format({i}, x={s})",
    "{s}.encode().decode()",
    "(lambda v: v + {w})({s})",
];
const OCTETS: &[&str] = &[
    "({y} + {y})",
    "({y} * {n})",
    "{y}[{n}:]",
    "{y}[:{i}]",
    "{y}[::-1]",
    "{s}.encode()",
    "{y}.strip()",
    "{y}.replace(b'a', {y})",
    "{y}.split(b',')[0]",
    "({y} if {b} else {y})",
    "bytes([{i} % 256, 3])",
    "bytes({n})",
    "{y}.upper()",
    "b','.join([{y}, {y}])",
    "bytes({y})",
    "{y}.partition(b'a')[2]",
    "{y}.lstrip(b'ab')",
    "(b'%d' % {i})",
    "{i}.to_bytes(2, 'big')",
];
const OTHERS: &[&str] = &[
    "[{a}, {a}]",
    "({a}, {a})",
    "{{{i}: {a}}}",
    "{{{i}, {i}}}",
    "{s}.split({w})",
    "{s}.split()",
    "list({s})",
    "sorted([{i}, {i}, {i}])",
    "[{i}, {i}][{n}:]",
    "None",
    "sorted({s})",
    "list({y})",
    "[x for x in {s}]",
    "{{x for x in {s}}}",
    "{{x: {i} for x in {s}}}",
    "divmod({i}, {i})",
    "list(range({i} % 6))",
    "list(enumerate({s}))",
    "list(zip({s}, {s}))",
    "set({s})",
    "dict(a={a})",
    "tuple({s})",
    "list(map(str, [{i}, {i}]))",
    "{s}.splitlines()",
    "{s}.rsplit({w}, {n})",
    "collections.Counter({s})",
    "[{a}] * {n}",
    "list(reversed([{i}, {a}]))",
    "frozenset([{i}, {i}])",
    "({{{i}, 1}} | {{{i}}})",
    "({{{i}, 1, 2}} - {{{i}}})",
    "({{{i}, 1}} & {{{i}, 2}})",
    "list(filter(None, [{i}, {s}]))",
    "complex({f}, {f})",
    "copy.deepcopy([{a}])",
    "bytearray({y})",
    "slice({i}, {n})",
    "{y}.split(b'a')",
];

fn kind(dice: &mut Dice) -> &'static str {
    ["i", "i", "f", "b", "s", "s", "y", "o"][dice.roll(8)]
}

/// A random expression of a type; now and then of another one, since errors
/// must be Python's own too.
fn expression(dice: &mut Dice, wanted: &str, depth: usize) -> String {
    let wanted = match dice.roll(40) {
        0 => kind(dice),
        _ if wanted == "a" => kind(dice),
        _ => wanted,
    };
    if depth == 0 || dice.roll(6) == 0 {
        return leaf(dice, wanted).to_owned();
    }
    let templates = match wanted {
        "i" => INTS,
        "f" => FLOATS,
        "b" => BOOLS,
        "s" => TEXTS,
        "y" => OCTETS,
        _ => OTHERS,
    };
    let template = templates[dice.roll(templates.len())];
    fill(dice, template, depth - 1)
}

fn leaf(dice: &mut Dice, wanted: &str) -> &'static str {
    match wanted {
        "i" => dice.pick(&["a", "b", "a", "b", "(0)", "(3)", "(-7)", "(12)"]),
        "f" => dice.pick(&["x", "z", "x", "z", "(0.5)", "(-3.0)", "math.inf", "(1e300)"]),
        "b" => dice.pick(&["p", "q", "p", "q", "True", "False"]),
        "s" => dice.pick(&["s", "t", "s", "t", "'ab'", "''", "' a,b '", "'7'"]),
        "y" => dice.pick(&["y", "y", "b'ab'", "b''", "b'\\xff\\x00'"]),
        _ => dice.pick(&["[a, b]", "None", "(s, a)", "{}", "[]"]),
    }
}

fn fill(dice: &mut Dice, template: &str, depth: usize) -> String {
    let mut result = String::new();
    let mut rest = template;
    while let Some(place) = rest.find(['{', '}']) {
        result.push_str(&rest[..place]);
        let tail = &rest[place..];
        if tail.starts_with("{{") || tail.starts_with("}}") {
            result.push_str(&tail[..1]);
            rest = &tail[2..];
            continue;
        }
        match &tail[1..2] {
            "n" => result.push_str(dice.pick(&["(0)", "(1)", "(2)", "(3)", "(-1)", "(5)"])),
            "c" => result.push_str(dice.pick(&["'*'", "'0'", "t[0]"])),
            "w" => result.push_str(dice.pick(&["'a'", "','", "'ab'", "' '", "t", "''"])),
            wanted => result.push_str(&expression(dice, wanted, depth)),
        }
        rest = &tail[3..];
    }
    result.push_str(rest);
    result
}

/// A module of random functions.
pub(crate) fn module(seed: u64, functions: usize) -> String {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut text = String::from("import collections, copy, json, math, operator, re, string\n");
    if is_wide(seed) {
        text.push_str("WIDE = '一'\n");
    }
    for number in 0..functions {
        let wanted = kind(&mut dice);
        let body = loop {
            // An f-string cannot hold its own quotes before Python 3.12.
            let body = expression(&mut dice, wanted, 3);
            let plain =
                body.matches('\'').count() == 2 && body.matches(['{', ':', '}']).count() < 4;
            if body.matches("f'").count() == 0 || plain {
                break body;
            }
        };
        text.push_str(&format!(
            "\n\ndef f{number}(a: int, b: int, x: float, z: float, p: bool, q: bool, s: str, t: str, y: bytes):\n    r = {body}\n    return r, repr(r)\n"
        ));
    }
    text
}

/// Runs a random module on random inputs; says what differs.
pub fn check_fuzz(python: &Python, seed: u64, functions: usize, inputs: usize) -> Vec<String> {
    let file =
        std::env::temp_dir().join(format!("everypath_fuzz_{}_{seed}.py", std::process::id()));
    let text = module(seed, functions);
    std::fs::write(&file, &text).expect("the temporary directory can be written");
    let scope = json!({"max_length": 5, "max_text": 6});
    let request = LoadRequest {
        path: Some(file.display().to_string()),
        name: None,
        scope: scope.clone(),
        strategy: Strategy::Exhaustive,
        invariant: None,
        observer_arguments: false,
        rewritten: None,
        goals: Vec::new(),
    };
    let (mut executor, loaded) = match PythonExecutor::load(python.launch(), request) {
        Ok(loaded) => loaded,
        Err(error) => return vec![error],
    };
    let limits = RunLimits {
        decisions: 10_000,
        time: std::time::Duration::from_secs(5),
    };
    let mut dice = Dice(seed | 1);
    let mut complaints = Vec::new();
    let mut runs: Vec<(String, Record)> = Vec::new();
    for unit in &loaded.units {
        if let Err(error) = executor.choose(&unit.name, Phase::Call, Strategy::Exhaustive) {
            complaints.push(error);
            continue;
        }
        let mut terms = Terms::new();
        let mut checking = Checking::new(&mut executor);
        for _ in 0..inputs {
            let given = input(&mut dice, is_wide(seed));
            checking.run(&mut terms, &given, &limits);
        }
        complaints.extend(
            checking
                .complaints
                .iter()
                .map(|text| format!("{}: {text}", unit.name)),
        );
        runs.extend(
            checking
                .records
                .into_iter()
                .map(|run| (unit.name.clone(), run)),
        );
    }
    complaints.extend(plain::compare(python, &file, &scope, &runs));
    let _ = std::fs::remove_file(&file);
    named(&text, seed, complaints)
}

/// The complaints with the expressions they are about, one for each.
fn named(text: &str, seed: u64, complaints: Vec<String>) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut seen = Vec::new();
    let mut result = Vec::new();
    for complaint in complaints {
        let name = complaint.split([' ', ':']).next().unwrap_or_default();
        let place = lines
            .iter()
            .position(|line| line.starts_with(&format!("def {name}(")));
        if place.is_some() && seen.contains(&place) {
            continue;
        }
        seen.push(place);
        let body = place.map_or("", |line| lines[line + 1]);
        result.push(format!("seed {seed}: {body}\n  {complaint}"));
    }
    result
}
