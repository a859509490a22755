//! Arranging: the statements that make a case's input.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::collaborators::{answered, holder_word, is_watched};
use super::environment::set_up;
use super::graph::{collect, differs, parts, parts_below, references, shallow};
use super::imports::Imports;
use super::keywords::by_name;
use super::names::Scope;
use super::observed::{Case, Graph, Id, Kind, Node, Recipe, Value};
use super::paths::paths;
use super::values::Writer;
use crate::layout::Code;
use crate::words::snake;

/// An argument longer than this gets a variable.
const LONGEST_INLINE: usize = 48;

/// The input of one case, with the names its objects have in the test.
pub(super) struct Scene<'a> {
    /// The case.
    pub case: &'a Case,
    /// What the file imports.
    pub imports: &'a mut Imports,
    /// The names in use.
    pub scope: Scope,
    /// The statements so far.
    pub lines: Vec<Code>,
    /// The variable that holds an object.
    pub variables: BTreeMap<Id, String>,
    references: BTreeMap<Id, usize>,
    /// The objects that functions of the input answer with.
    answered: BTreeSet<Id>,
    pending: VecDeque<Id>,
    open: Vec<Id>,
}

/// Why a case has no test: its input cannot be written down.
pub(super) type Unwritable = String;

impl<'a> Scene<'a> {
    /// An empty scene.
    pub(super) fn new(
        case: &'a Case,
        imports: &'a mut Imports,
        reserved: &BTreeSet<String>,
    ) -> Scene<'a> {
        let mut scene = Scene {
            case,
            imports,
            scope: Scope::new(reserved),
            lines: set_up(case),
            variables: BTreeMap::new(),
            references: BTreeMap::new(),
            answered: answered(case),
            pending: VecDeque::new(),
            open: vec![],
        };
        scene.count_references();
        scene
    }

    /// Makes the receiver; its variable.
    pub(super) fn receiver(&mut self) -> Result<Option<String>, Unwritable> {
        let Some(value) = &self.case.receiver else {
            return Ok(None);
        };
        let name = match value {
            Value::Ref { id } => self.place(*id, &self.class_word(*id))?,
            other => {
                let name = self.scope.fresh("receiver");
                let expr = self.write(other, &self.case.before)?;
                self.lines.push(Code::lead(format!("{name} = ")).then(expr));
                name
            }
        };
        self.settle()?;
        Ok(Some(name))
    }

    /// Replaces what the world answers; a constructor may ask it already.
    pub(super) fn world(&mut self) -> Result<(), Unwritable> {
        let case = self.case;
        for patch in &case.world {
            let value = self.write(&patch.value, &case.before)?;
            self.lines.push(patch.statement(value));
        }
        Ok(())
    }

    /// Makes the arguments; their expressions in the call. `named` puts each
    /// into a variable of its parameter's name.
    pub(super) fn arguments(&mut self, named: bool) -> Result<Vec<Code>, Unwritable> {
        let mut result = vec![];
        let case = self.case;
        for argument in &case.arguments {
            if argument.default && !named {
                continue;
            }
            let expr = match &argument.value {
                Value::Ref { id } if self.is_made(*id) && (named || self.wants_variable(*id)) => {
                    Code::text(self.place(*id, &argument.name)?)
                }
                value => {
                    let expr = self.write(value, &case.before)?;
                    if named || expr.flat().chars().count() > LONGEST_INLINE {
                        let name = self.scope.fresh(&argument.name);
                        self.lines.push(Code::lead(format!("{name} = ")).then(expr));
                        Code::text(name)
                    } else {
                        expr
                    }
                }
            };
            result.push(if argument.keyword {
                Code::text(format!("{}=", argument.name)).then(expr)
            } else {
                expr
            });
        }
        self.settle()?;
        Ok(result)
    }

    /// Whether an object is made by statements of its own, not by those of
    /// another object that it is part of.
    fn is_made(&self, id: Id) -> bool {
        let instance = matches!(self.case.before.get(&id), Some(Node::Instance { .. }));
        !instance || self.case.recipes.contains_key(&id)
    }

    /// An object gets a variable if it is used twice, changed by the call,
    /// made in several statements, or an instance whose identity may matter.
    fn wants_variable(&self, id: Id) -> bool {
        // What a constructor is given it may keep.
        let is_kept = self
            .case
            .call
            .as_ref()
            .is_some_and(|call| call.kind == Kind::Constructor)
            && matches!(self.case.before.get(&id), Some(Node::Instance { .. }));
        is_kept || self.is_changed(id) || self.needs_variable(id)
    }

    fn is_changed(&self, id: Id) -> bool {
        self.case.after.get(&id).is_some_and(|after| {
            let mut seen = BTreeSet::new();
            differs(id, after, &self.case.before, &self.case.after, &mut seen)
        })
    }

    fn needs_variable(&self, id: Id) -> bool {
        if !self.is_made(id) {
            return false;
        }
        if self.references.get(&id).copied().unwrap_or(0) > 1 || is_watched(id, self.case) {
            return true;
        }
        // Nothing else leads to it when the test looks at what became of it.
        if self.answered.contains(&id) && self.is_changed(id) {
            return true;
        }
        self.case
            .recipes
            .get(&id)
            .is_some_and(|recipe| !recipe.calls.is_empty() || !recipe.fields.is_empty())
    }

    /// Makes an object in a variable, unless it has one.
    fn place(&mut self, id: Id, hint: &str) -> Result<String, Unwritable> {
        if let Some(name) = self.variables.get(&id) {
            return Ok(name.clone());
        }
        if self.open.contains(&id) {
            return Err("an object is part of what makes it".to_owned());
        }
        self.open.push(id);
        let case = self.case;
        let expr = match case.recipes.get(&id) {
            Some(recipe) => self.construction(recipe)?,
            None => self.write_node(id, &case.before)?,
        };
        self.open.pop();
        let name = self.scope.fresh(hint);
        self.lines.push(Code::lead(format!("{name} = ")).then(expr));
        self.variables.insert(id, name.clone());
        if let Some(recipe) = case.recipes.get(&id) {
            for step in &recipe.calls {
                let arguments = self.write_all(&step.arguments, &recipe.nodes)?;
                let call = Code::call(format!("{name}.{}", step.method), arguments);
                self.lines.push(call);
            }
            match recipe.fields.is_empty() {
                true => {}
                // What it is part of may look at its fields while it is made.
                false if !self.open.is_empty() && !self.leads_to_open(id) => self.assign(id)?,
                false => self.pending.push_back(id),
            }
        }
        Ok(name)
    }

    /// Assigns the fields of the objects made so far.
    fn settle(&mut self) -> Result<(), Unwritable> {
        while let Some(id) = self.pending.pop_front() {
            self.assign(id)?;
        }
        Ok(())
    }

    /// Assigns the fields of one object.
    fn assign(&mut self, id: Id) -> Result<(), Unwritable> {
        let name = self.variables[&id].clone();
        let recipe = &self.case.recipes[&id];
        for field in &recipe.fields {
            let value = match &field.value {
                Value::Ref { id } if self.needs_variable(*id) => {
                    Code::text(self.place(*id, &field.name)?)
                }
                value => self.write(value, &recipe.nodes)?,
            };
            self.lines.push(if field.forced {
                let field = Code::text(super::literal::text(&field.name));
                Code::call("object.__setattr__", vec![Code::text(&name), field, value])
            } else {
                Code::lead(format!("{name}.{} = ", field.name)).then(value)
            });
        }
        Ok(())
    }

    /// Whether what an object holds leads to one that is being made.
    fn leads_to_open(&self, id: Id) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if self.open.contains(&id) {
                return true;
            }
            if !seen.insert(id) {
                continue;
            }
            let recipe = self.case.recipes.get(&id);
            let nodes = recipe.map(|recipe| recipe.nodes.values());
            let own = self.case.before.get(&id);
            for node in nodes.into_iter().flatten().chain(own) {
                for part in parts(node) {
                    references(part, &mut pending);
                }
            }
            for value in recipe.into_iter().flat_map(Recipe::values) {
                references(value, &mut pending);
            }
        }
        false
    }

    fn construction(&mut self, recipe: &Recipe) -> Result<Code, Unwritable> {
        if recipe.bare {
            let class = self.imports.name(&recipe.module, &recipe.qualname);
            return Ok(Code::call("object.__new__", vec![Code::text(class)]));
        }
        let mut arguments = self.write_all(&recipe.arguments, &recipe.nodes)?;
        let mut named = vec![];
        for (name, value) in &recipe.keywords {
            // What a mock gives beyond its attributes is no name.
            named.push((name, self.write(value, &recipe.nodes)?));
        }
        arguments.extend(by_name(named));
        Ok(Code::call(
            self.imports.name(&recipe.module, &recipe.qualname),
            arguments,
        ))
    }

    fn write_all(&mut self, values: &[Value], graph: &Graph) -> Result<Vec<Code>, Unwritable> {
        values
            .iter()
            .map(|value| self.write(value, graph))
            .collect()
    }

    /// A value's expression; objects in it that need a variable are made first.
    pub(super) fn write(&mut self, value: &Value, graph: &Graph) -> Result<Code, Unwritable> {
        let mut inside = vec![];
        collect(value, graph, &mut inside);
        let mut known: BTreeMap<Id, Code> = BTreeMap::new();
        for id in inside {
            if let Some(name) = self.variables.get(&id) {
                known.insert(id, Code::text(name));
            } else if self.needs_variable(id) {
                let hint = self.class_word(id);
                known.insert(id, Code::text(self.place(id, &hint)?));
            } else if let Some(recipe) = self.case.recipes.get(&id) {
                if self.open.contains(&id) {
                    return Err("an object is part of what makes it".to_owned());
                }
                self.open.push(id);
                let expr = self.construction(recipe)?;
                self.open.pop();
                known.insert(id, expr);
            } else if let Some(Node::Instance { .. }) = self.case.before.get(&id) {
                // Part of an object that its class's own methods have made.
                let paths = paths(&self.variables, &self.case.before);
                if let Some(path) = paths.get(&id) {
                    known.insert(id, Code::text(path));
                }
            }
        }
        let refer = |id: Id| known.get(&id).cloned();
        Writer::new(self.imports, graph, &refer)
            .value(value)
            .ok_or_else(|| "a value of the input has no literal".to_owned())
    }

    fn write_node(&mut self, id: Id, graph: &Graph) -> Result<Code, Unwritable> {
        // The node itself, not its name.
        let Some(node) = graph.get(&id) else {
            return Err("an object of the input was not described".to_owned());
        };
        for part in parts(node) {
            self.write(part, graph)?;
        }
        let variables = self.variables.clone();
        let recipes: BTreeMap<Id, Code> = parts_below(id, graph)
            .into_iter()
            .filter(|inner| *inner != id && !variables.contains_key(inner))
            .filter_map(|inner| {
                let recipe = self.case.recipes.get(&inner)?;
                Some((inner, self.construction(recipe).ok()?))
            })
            .collect();
        let refer = |inner: Id| {
            variables
                .get(&inner)
                .map(Code::text)
                .or_else(|| recipes.get(&inner).cloned())
        };
        Writer::new(self.imports, graph, &refer)
            .value(&Value::Ref { id })
            .ok_or_else(|| "a value of the input has no literal".to_owned())
    }

    /// The word for an object of the input.
    pub(super) fn class_word(&self, id: Id) -> String {
        if let Some(word) = holder_word(id, self.case) {
            return word;
        }
        match (self.case.recipes.get(&id), self.case.before.get(&id)) {
            (Some(recipe), _) => snake(recipe.qualname.rsplit('.').next().unwrap_or("value")),
            (None, Some(Node::Instance { qualname, .. })) => {
                snake(qualname.rsplit('.').next().unwrap_or("value"))
            }
            _ => "value".to_owned(),
        }
    }

    fn count_references(&mut self) {
        let case = self.case;
        let mut count = |value: &Value, graph: &Graph| {
            let mut found = vec![];
            collect(value, graph, &mut found);
            for id in found {
                *self.references.entry(id).or_default() += 1;
            }
        };
        let patched = case.world.iter().map(|patch| &patch.value);
        let values = case.receiver.iter().chain(patched);
        for value in values.chain(case.arguments.iter().map(|argument| &argument.value)) {
            count(value, &shallow(&case.before));
        }
        for recipe in case.recipes.values() {
            let nodes = shallow(&recipe.nodes);
            for value in recipe.values() {
                count(value, &nodes);
            }
        }
    }
}
