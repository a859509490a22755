//! Tables: tests of one unit that differ in values only, as one test with a row for each.

use std::collections::BTreeSet;

use super::observed::{Case, Graph, Kind, Node, Value};
use crate::layout::{Code, PYTHON};

/// Fewer tests read better one by one.
const LEAST: usize = 4;
/// The last column.
const EXPECTED: &str = "expected";
/// What pytest has for itself.
const RESERVED: [&str; 2] = ["request", EXPECTED];

/// A test as a row: what it has in common with others, and what it has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The names of what is passed.
    parameters: Vec<String>,
    /// What is asserted, with names in place of values.
    pattern: String,
    /// The values that are passed, and the one that is expected.
    values: Vec<Code>,
}

impl Row {
    /// The row of a case whose test is nothing but the assertion that a call of literals gives
    /// a literal: the call with names in place of its arguments, and how they compare.
    pub(super) fn new(
        case: &Case,
        call: Code,
        operator: &str,
        mut arguments: Vec<Code>,
        expected: Code,
    ) -> Row {
        arguments.push(expected);
        Row {
            parameters: parameters(case),
            pattern: format!("assert {} {operator} {EXPECTED}", call.flat()),
            values: arguments,
        }
    }

    fn is_like(&self, other: &Row) -> bool {
        self.parameters == other.parameters && self.pattern == other.pattern
    }

    /// The row in its table.
    fn code(&self, id: &str) -> Code {
        let mut arguments = self.values.clone();
        arguments.push(Code::text(format!("id=\"{id}\"")));
        Code::call("pytest.param", arguments).and(",")
    }
}

/// The names of what a case's test passes.
fn parameters(case: &Case) -> Vec<String> {
    let passed = case.arguments.iter().filter(|argument| !argument.default);
    passed.map(|argument| argument.name.clone()).collect()
}

/// The names of what a case's test passes, as arguments; none if it is no row of a table.
pub(super) fn columns(
    case: &Case,
    kind: Kind,
    result: &Value,
    reserved: &BTreeSet<String>,
) -> Option<Vec<Code>> {
    let passed: Vec<_> = case.arguments.iter().filter(|one| !one.default).collect();
    let is_call = matches!(kind, Kind::Function | Kind::Static | Kind::Class);
    let is_free = |name: &str| {
        !reserved.contains(name) && !RESERVED.contains(&name) && !name.starts_with('_')
    };
    let is_column = passed.iter().all(|argument| {
        !argument.keyword && is_free(&argument.name) && is_literal(&argument.value, &case.before)
    });
    let is_alone = case.environment.is_empty() && case.world.is_empty() && case.receiver.is_none();
    let names: BTreeSet<&str> = passed.iter().map(|one| one.name.as_str()).collect();
    let is_row = is_call
        && is_alone
        && is_column
        && !passed.is_empty()
        && names.len() == passed.len()
        && is_literal(result, &case.after);
    is_row.then(|| {
        passed
            .iter()
            .map(|one| Code::text(one.name.clone()))
            .collect()
    })
}

/// Whether a value is made of nothing but literals: making it runs no code of the user's.
fn is_literal(value: &Value, graph: &Graph) -> bool {
    match value {
        Value::None
        | Value::Bool { .. }
        | Value::Int { .. }
        | Value::Str { .. }
        | Value::Bytes { .. } => true,
        Value::Float { v } => v.parse::<f64>().is_ok_and(f64::is_finite) && v != "-0.0",
        Value::Tuple { items } => items.iter().all(|item| is_literal(item, graph)),
        Value::Ref { id } => match graph.get(id) {
            Some(Node::List { items } | Node::Set { items }) => {
                items.iter().all(|item| is_literal(item, graph))
            }
            Some(Node::Dict { items }) => items
                .iter()
                .all(|(key, value)| is_literal(key, graph) && is_literal(value, graph)),
            _ => false,
        },
        _ => false,
    }
}

/// A test of a file, before its place there is known.
pub(super) struct Single<'a> {
    /// The case.
    pub(super) case: &'a Case,
    /// The name that it has by itself.
    pub(super) name: String,
    /// What it is in a table, if it can be.
    pub(super) row: Option<Row>,
}

/// A table: its lines, and the name of each row, by place among the tests.
pub(super) struct Table {
    pub(super) lines: Vec<String>,
    pub(super) rows: Vec<(usize, String)>,
}

/// The tables that some tests become; a test is in one at most, and a unit has one at most,
/// since it is called by the name of the unit.
pub(super) fn tables(tests: &[Single]) -> Vec<Table> {
    let mut found = Vec::new();
    let mut units: BTreeSet<&str> = BTreeSet::new();
    for (first, test) in tests.iter().enumerate() {
        let Some(row) = &test.row else { continue };
        if units.contains(test.case.unit.as_str()) {
            continue;
        }
        let is_like = |other: &Single| {
            let alike = other.row.as_ref().is_some_and(|other| row.is_like(other));
            other.case.unit == test.case.unit && alike
        };
        let alike: Vec<usize> = (first..tests.len())
            .filter(|&other| is_like(&tests[other]))
            .collect();
        if let Some(table) = table(tests, &alike, row) {
            units.insert(&test.case.unit);
            found.push(table);
        }
    }
    found
}

/// The table of tests that are alike, if it reads better than they do.
fn table(tests: &[Single], alike: &[usize], row: &Row) -> Option<Table> {
    let unit = tests[alike[0]].case.unit.replace('.', "_");
    let name = format!("test_{}", crate::words::snake(&unit));
    if tests.iter().any(|test| test.name == name) {
        return None;
    }
    let ids = ids(tests, alike, &name)?;
    let rows = alike.iter().zip(ids).filter_map(|(&place, id)| {
        let code = tests[place].row.as_ref()?.code(&id);
        // What needs more than a line reads better as a test of its own.
        let lines = code.lines(&PYTHON, 8);
        let [line] = lines.as_slice() else {
            return None;
        };
        Some((place, id, line.clone()))
    });
    let rows: Vec<(usize, String, String)> = rows.collect();
    if rows.len() < LEAST {
        return None;
    }
    let mut columns: Vec<String> = row.parameters.clone();
    columns.push(EXPECTED.to_owned());
    let quoted: Vec<Code> = columns
        .iter()
        .map(|column| Code::text(format!("\"{column}\"")))
        .collect();
    let mut lines = vec!["@pytest.mark.parametrize(".to_owned()];
    lines.extend(Code::tuple(quoted).and(",").lines(&PYTHON, 4));
    lines.push("    [".to_owned());
    lines.extend(rows.iter().map(|(_, _, line)| line.clone()));
    lines.extend(["    ],".to_owned(), ")".to_owned()]);
    lines.push(format!("def {name}({}):", columns.join(", ")));
    lines.push(format!("    {}", row.pattern));
    let fits = |line: &String| line.chars().count() <= PYTHON.width;
    lines.iter().all(fits).then(|| Table {
        lines,
        rows: rows
            .into_iter()
            .map(|(place, id, _)| (place, format!("{name}[{id}]")))
            .collect(),
    })
}

/// What tells the rows apart: when each holds, else what each returns, else both. None if they
/// would say less than the names of tests do.
fn ids(tests: &[Single], alike: &[usize], name: &str) -> Option<Vec<String>> {
    let start = format!("{name}_");
    let said = alike
        .iter()
        .map(|&place| tests[place].name.strip_prefix(&start));
    let said = said.collect::<Option<Vec<&str>>>()?;
    let parts = said.iter().map(|said| said.split_once("_when_"));
    let parts = parts
        .collect::<Option<Vec<(&str, &str)>>>()
        .unwrap_or_default();
    let (returned, when): (Vec<&str>, Vec<&str>) = parts.into_iter().unzip();
    let is_distinct = |ids: &Vec<&str>| {
        ids.len() == said.len() && ids.iter().collect::<BTreeSet<_>>().len() == ids.len()
    };
    let found = [when, returned].into_iter().find(is_distinct);
    let ids = found.unwrap_or(said);
    Some(ids.into_iter().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = include_str!("../../tests/cases/pytest/table.jsonl");

    fn row(value: &str) -> Row {
        Row {
            parameters: vec!["amount".to_owned()],
            pattern: "assert fee(amount) == expected".to_owned(),
            values: vec![Code::text(value), Code::text("0")],
        }
    }

    #[test]
    fn a_unit_has_one_table() {
        let case: Case = CASES
            .lines()
            .next()
            .and_then(|line| serde_json::from_str(line).ok())
            .unwrap();
        let long = "\"".to_owned() + &"a".repeat(90) + "\"";
        // Those that need more than a line are tests of their own, and begin no second table.
        let values =
            [long.as_str(), "1", "2", long.as_str(), "3", "4", "5", "6"].map(str::to_owned);
        let tests: Vec<Single> = values
            .iter()
            .enumerate()
            .map(|(number, value)| Single {
                case: &case,
                name: format!("test_fee_returns_0_when_amount_is_{number}"),
                row: Some(row(value)),
            })
            .collect();
        let found = tables(&tests);
        assert_eq!(found.len(), 1);
        let places: Vec<usize> = found[0].rows.iter().map(|(place, _)| *place).collect();
        assert_eq!(places, [1, 2, 4, 5, 6, 7]);
    }
}
