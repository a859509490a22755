//! Small random programs on three small numbers: what their conditions can be is found by
//! trying all inputs. No operation overflows, so that they mean the same in each language.

use std::collections::BTreeMap;
use std::fmt::Write;

use everypath_testlab::Random;

/// Each parameter counts by its last bits only.
const VALUES: i64 = 8;
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

#[derive(Clone, Copy)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    And,
    Or,
    Xor,
}

enum Expression {
    Constant(i64),
    Variable(usize),
    Apply(Operator, Box<Expression>, Box<Expression>),
}

#[derive(Clone, Copy)]
enum Comparison {
    Less,
    AtMost,
    Equal,
    Unequal,
}

struct Condition {
    comparison: Comparison,
    left: Expression,
    right: Expression,
}

enum Statement {
    /// A variable becomes the last bits of an expression.
    Assign(usize, Expression),
    If {
        decision: usize,
        condition: Condition,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// Runs its body while a condition holds, but at most a few times.
    While {
        decision: usize,
        condition: Condition,
        body: Vec<Statement>,
    },
}

/// A language that programs can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Python,
    Java,
    C,
}

/// One function.
pub(crate) struct Program {
    body: Vec<Statement>,
    decisions: usize,
}

/// A decision's line and how many of its two outcomes some input reaches.
pub(crate) type Reachable = BTreeMap<u32, usize>;

/// How often a loop runs its body at most: its counter is a part of the condition.
const ROUNDS: i64 = 3;

impl Program {
    pub(crate) fn random(random: &mut Random) -> Program {
        let mut program = Program {
            body: Vec::new(),
            decisions: 0,
        };
        program.body = program.statements(random, 3);
        program
    }

    fn statements(&mut self, random: &mut Random, depth: usize) -> Vec<Statement> {
        let count = 1 + random.below(3);
        (0..count).map(|_| self.statement(random, depth)).collect()
    }

    fn statement(&mut self, random: &mut Random, depth: usize) -> Statement {
        let kind = random.below(if depth == 0 { 2 } else { 8 });
        if kind < 2 {
            return Statement::Assign(random.below(NAMES.len()), expression(random, 2));
        }
        let decision = self.decisions;
        self.decisions += 1;
        let condition = Condition {
            comparison: random.pick(&[
                Comparison::Less,
                Comparison::AtMost,
                Comparison::Equal,
                Comparison::Unequal,
            ]),
            left: expression(random, 2),
            right: expression(random, 1),
        };
        if kind == 2 {
            return Statement::While {
                decision,
                condition,
                body: self.statements(random, depth - 1),
            };
        }
        Statement::If {
            decision,
            condition,
            then: self.statements(random, depth - 1),
            otherwise: match random.below(2) {
                0 => Vec::new(),
                _ => self.statements(random, depth - 1),
            },
        }
    }

    /// Which outcomes of each decision the inputs reach: false, true.
    fn outcomes(&self) -> Vec<[bool; 2]> {
        let mut reached = vec![[false; 2]; self.decisions];
        for input in 0..VALUES.pow(3) {
            let mut values = [
                input % VALUES,
                input / VALUES % VALUES,
                input / VALUES / VALUES,
                0,
            ];
            run(&self.body, &mut values, &mut reached);
        }
        reached
    }
}

fn expression(random: &mut Random, depth: usize) -> Expression {
    match random.below(if depth == 0 { 2 } else { 5 }) {
        0 => Expression::Constant(random.below(10) as i64),
        1 => Expression::Variable(random.below(NAMES.len())),
        _ => {
            let operator = random.pick(&[
                Operator::Add,
                Operator::Subtract,
                Operator::Multiply,
                Operator::And,
                Operator::Or,
                Operator::Xor,
            ]);
            let mut side = || Box::new(expression(random, depth - 1));
            Expression::Apply(operator, side(), side())
        }
    }
}

fn value(expression: &Expression, values: &[i64; 4]) -> i64 {
    match expression {
        Expression::Constant(value) => *value,
        Expression::Variable(index) => values[*index],
        Expression::Apply(operator, left, right) => {
            let (left, right) = (value(left, values), value(right, values));
            match operator {
                Operator::Add => left + right,
                Operator::Subtract => left - right,
                Operator::Multiply => left * right,
                Operator::And => left & right,
                Operator::Or => left | right,
                Operator::Xor => left ^ right,
            }
        }
    }
}

fn holds(condition: &Condition, values: &[i64; 4]) -> bool {
    let (left, right) = (
        value(&condition.left, values),
        value(&condition.right, values),
    );
    match condition.comparison {
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::Equal => left == right,
        Comparison::Unequal => left != right,
    }
}

fn run(statements: &[Statement], values: &mut [i64; 4], reached: &mut [[bool; 2]]) {
    for statement in statements {
        match statement {
            Statement::Assign(to, of) => values[*to] = value(of, values) & (VALUES - 1),
            Statement::If {
                decision,
                condition,
                then,
                otherwise,
            } => {
                let taken = holds(condition, values);
                reached[*decision][usize::from(taken)] = true;
                run(if taken { then } else { otherwise }, values, reached);
            }
            Statement::While {
                decision,
                condition,
                body,
            } => {
                for round in 0.. {
                    let taken = round < ROUNDS && holds(condition, values);
                    // The counter's own condition stands in another line.
                    if round < ROUNDS {
                        reached[*decision][usize::from(taken)] = true;
                    }
                    if !taken {
                        break;
                    }
                    run(body, values, reached);
                }
            }
        }
    }
}

fn text(expression: &Expression) -> String {
    match expression {
        Expression::Constant(value) => value.to_string(),
        Expression::Variable(index) => NAMES[*index].to_owned(),
        Expression::Apply(operator, left, right) => {
            let sign = match operator {
                Operator::Add => "+",
                Operator::Subtract => "-",
                Operator::Multiply => "*",
                Operator::And => "&",
                Operator::Or => "|",
                Operator::Xor => "^",
            };
            format!("({} {sign} {})", text(left), text(right))
        }
    }
}

fn condition_text(condition: &Condition) -> String {
    let sign = match condition.comparison {
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::Equal => "==",
        Comparison::Unequal => "!=",
    };
    format!(
        "{} {sign} {}",
        text(&condition.left),
        text(&condition.right)
    )
}

/// Writes programs as one module, with what is reachable in it.
pub(crate) fn write(programs: &[Program], language: Language) -> (String, Reachable) {
    let mut writer = Writer {
        language,
        text: String::new(),
        line: 1,
        loops: 0,
        lines: BTreeMap::new(),
    };
    let mut reachable = Reachable::new();
    if language == Language::Java {
        writer.put(0, "public class Programs {");
    }
    for (number, program) in programs.iter().enumerate() {
        writer.function(number, program);
        let outcomes = program.outcomes();
        for (line, decision) in std::mem::take(&mut writer.lines) {
            let count = outcomes[decision].iter().filter(|one| **one).count();
            reachable.insert(line, count);
        }
    }
    if language == Language::Java {
        writer.put(0, "}");
    }
    (writer.text, reachable)
}

struct Writer {
    language: Language,
    text: String,
    line: u32,
    loops: usize,
    /// The line of each decision.
    lines: BTreeMap<u32, usize>,
}

impl Writer {
    fn put(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
        self.line += 1;
    }

    fn function(&mut self, number: usize, program: &Program) {
        let is_python = self.language == Language::Python;
        match self.language {
            Language::Python => {
                self.put(0, &format!("def f{number}(a: int, b: int, c: int) -> int:"))
            }
            Language::Java => self.put(
                0,
                &format!("public static int f{number}(int a, int b, int c) {{"),
            ),
            Language::C => self.put(0, &format!("int f{number}(int a, int b, int c) {{")),
        }
        let end = if is_python { "" } else { ";" };
        for name in &NAMES[..3] {
            self.put(1, &format!("{name} = {name} & {}{end}", VALUES - 1));
        }
        self.put(1, if is_python { "d = 0" } else { "int d = 0;" });
        self.block(1, &program.body);
        self.put(1, &format!("return d{end}"));
        if !is_python {
            self.put(0, "}");
        }
    }

    fn block(&mut self, depth: usize, statements: &[Statement]) {
        for statement in statements {
            self.statement(depth, statement);
        }
    }

    fn open(&mut self, depth: usize, word: &str, condition: &str) {
        match self.language {
            Language::Python => self.put(depth, &format!("{word} {condition}:")),
            _ => self.put(depth, &format!("{word} ({condition}) {{")),
        }
    }

    fn close(&mut self, depth: usize) {
        if self.language != Language::Python {
            self.put(depth, "}");
        }
    }

    fn statement(&mut self, depth: usize, statement: &Statement) {
        let is_python = self.language == Language::Python;
        let end = if is_python { "" } else { ";" };
        match statement {
            Statement::Assign(to, of) => {
                let line = format!("{} = {} & {}{end}", NAMES[*to], text(of), VALUES - 1);
                self.put(depth, &line);
            }
            Statement::If {
                decision,
                condition,
                then,
                otherwise,
            } => {
                self.lines.insert(self.line, *decision);
                self.open(depth, "if", &condition_text(condition));
                self.block(depth + 1, then);
                if !otherwise.is_empty() {
                    match is_python {
                        true => self.put(depth, "else:"),
                        false => self.put(depth, "} else {"),
                    }
                    self.block(depth + 1, otherwise);
                }
                self.close(depth);
            }
            Statement::While {
                decision,
                condition,
                body,
            } => {
                let counter = format!("n{}", self.loops);
                self.loops += 1;
                let kind = if is_python { "" } else { "int " };
                self.put(depth, &format!("{kind}{counter} = 0{end}"));
                self.open(depth, "while", &format!("{counter} < {ROUNDS}"));
                self.lines.insert(self.line, *decision);
                self.open(depth + 1, "if", &condition_text(condition));
                self.block(depth + 2, body);
                let next = format!("{counter} = {counter} + 1{end}");
                self.put(depth + 2, &next);
                match is_python {
                    true => self.put(depth + 1, "else:"),
                    false => self.put(depth + 1, "} else {"),
                }
                self.put(depth + 2, &format!("break{end}"));
                self.close(depth + 1);
                self.close(depth);
            }
        }
    }
}
