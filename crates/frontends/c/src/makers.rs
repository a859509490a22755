//! Structures through the program's own functions: a unit of which a parameter is a structure
//! that a function of the file makes is explored a second time, on what that function makes.

use indexmap::IndexMap;

use crate::program::{Program, Unit, UnitParameter};
use crate::types::{Type, TypeId, Types};

/// How a function makes a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It fills the one that its first parameter leads to.
    Fills,
    /// It returns a pointer to one.
    Returns,
}

/// What the result of a maker says if it made something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// Nothing is said.
    Always,
    /// It is 0.
    Zero,
    /// It is not 0, or not null.
    NotZero,
}

/// A parameter of a function that another function makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Which parameter, by its place.
    pub position: usize,
    /// What it is called.
    pub name: String,
    /// The function that makes it.
    pub maker: String,
    /// How.
    pub form: Form,
    /// How it says that it has.
    pub success: Success,
    /// The type of the variable that holds it: a structure, or a pointer.
    pub ty: TypeId,
    /// How many parameters the maker has that are input.
    pub arguments: usize,
}

/// A unit on structures that are made: the maker's parameters come first, in the order of
/// what they make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Making {
    /// The function that is called in the end.
    pub function: String,
    /// How many parameters it has.
    pub parameters: usize,
    /// Those that are made.
    pub made: Vec<Made>,
}

impl Making {
    /// The arguments of each maker, and those of the call, of a list of all: `object` writes
    /// what a maker has made.
    pub fn arguments(
        &self,
        all: &[String],
        object: &dyn Fn(&Made) -> String,
    ) -> (Vec<Vec<String>>, Vec<String>) {
        let mut rest = all.iter().cloned();
        let mut of_makers = Vec::new();
        for made in &self.made {
            let own: Vec<String> = rest.by_ref().take(made.arguments).collect();
            of_makers.push(own);
        }
        let position = |place: usize| self.made.iter().find(|made| made.position == place);
        let of_call = (0..self.parameters).filter_map(|place| match position(place) {
            Some(made) => Some(object(made)),
            None => rest.next(),
        });
        let of_call = of_call.collect();
        (of_makers, of_call)
    }
}

/// What a structure is known by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Record(TypeId),
    /// A name for a pointer, whatever it leads to.
    Handle(String),
}

/// Makers of one structure that are tried: the simplest, and one that takes a text.
const MOST_MAKERS: usize = 2;
/// Units beyond which only the simplest makers are tried: all of them share the time.
const MANY_UNITS: usize = 40;
/// Parameters that a unit may have in the end.
const MOST_PARAMETERS: usize = 10;
/// Words in the names of functions that make something.
const WORDS: [&str; 10] = [
    "init", "new", "create", "empty", "make", "open", "parse", "from", "alloc", "start",
];
/// Words in the names of functions that do something else.
const OTHER_WORDS: [&str; 9] = [
    "free", "destroy", "delete", "get", "find", "next", "detach", "remove", "with",
];

/// Adds the units of a program on structures that its own functions make, each in front of
/// the one on structures that are made member by member.
pub(crate) fn add(program: &mut Program) {
    let makers = makers(program);
    let most = match program.units.len() {
        ..=MANY_UNITS => MOST_MAKERS,
        _ => 1,
    };
    let mut all = Vec::new();
    for unit in &program.units {
        for number in 0..most {
            all.extend(derived(program, unit, &makers, number));
        }
        all.push(unit.clone());
    }
    program.units = all;
}

fn key(types: &Types, ty: TypeId) -> Option<Key> {
    let Type::Pointer(of) = types.shape(ty) else {
        return None;
    };
    let of = types.made_as(*of);
    match types.get(of) {
        Type::Record { .. } => Some(Key::Record(of)),
        Type::Int { .. } | Type::Opaque { .. } => handle(types, ty).map(Key::Handle),
        _ => None,
    }
}

/// The name of a pointer's type.
fn handle(types: &Types, ty: TypeId) -> Option<String> {
    match types.get(ty) {
        Type::Typedef(name, _) => Some(name.clone()),
        Type::Qualified(_, of) => handle(types, *of),
        _ => None,
    }
}

/// The makers of each structure, the simplest first.
fn makers(program: &Program) -> IndexMap<Key, Vec<Made>> {
    let types = &program.types;
    let mut found: IndexMap<Key, Vec<(Made, bool)>> = IndexMap::new();
    for unit in program.units.iter().filter(|unit| is_maker(unit)) {
        let takes = |key: &Key, from: usize| {
            let mut parameters = unit.parameters.iter().skip(from);
            parameters.any(|one| self::key(types, one.ty).as_ref() == Some(key))
        };
        let first = unit.parameters.first();
        let filled = first.and_then(|first| Some((self::key(types, first.ty)?, first.ty)));
        let returned = self::key(types, unit.result);
        let (key, form, ty) = match (filled, returned) {
            (_, Some(key)) if !takes(&key, 0) => (key, Form::Returns, unit.result),
            (Some((key @ Key::Record(_), ty)), None)
                if unit.name.to_lowercase().contains("init") && !takes(&key, 1) =>
            {
                let Type::Pointer(of) = types.shape(ty) else {
                    continue;
                };
                if types.is_const(*of) {
                    continue;
                }
                (key, Form::Fills, *of)
            }
            _ => continue,
        };
        if !types.has_name(ty) {
            continue;
        }
        let success = match (form, types.shape(unit.result)) {
            (Form::Returns, _) => Success::NotZero,
            (Form::Fills, Type::Int { name, .. }) if name == "_Bool" => Success::NotZero,
            (Form::Fills, Type::Int { .. } | Type::Enum { .. }) => Success::Zero,
            (Form::Fills, _) => Success::Always,
        };
        let skipped = usize::from(form == Form::Fills);
        let takes_text =
            unit.parameters.iter().skip(skipped).any(
                |one| matches!(types.shape(one.ty), Type::Pointer(of) if types.is_character(*of)),
            );
        let made = Made {
            position: 0,
            name: String::new(),
            maker: unit.name.clone(),
            form,
            success,
            ty,
            arguments: unit.parameters.len() - skipped,
        };
        found.entry(key).or_default().push((made, takes_text));
    }
    let chosen = found.into_iter().map(|(key, mut all)| {
        all.sort_by_key(|(made, _)| made.arguments);
        let text = all.iter().skip(1).position(|(_, takes_text)| *takes_text);
        let second = text.map(|place| all[place + 1].0.clone());
        let first = all[0].0.clone();
        (key, std::iter::once(first).chain(second).collect())
    });
    chosen.collect()
}

/// Whether a function is called as those that make something.
fn is_maker(unit: &Unit) -> bool {
    let name = unit.name.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let is_simple = !unit.variadic && !unit.reads_more && unit.parameters.len() <= 5;
    is_simple && !unit.is_static && has(&WORDS) && !has(&OTHER_WORDS)
}

/// A unit on structures that are made by the makers of some number, if it takes any.
fn derived(
    program: &Program,
    unit: &Unit,
    makers: &IndexMap<Key, Vec<Made>>,
    number: usize,
) -> Option<Unit> {
    if unit.is_static || unit.variadic || unit.remembers || unit.lacks {
        return None;
    }
    let types = &program.types;
    let parameters = unit.parameters.iter().enumerate();
    let made = parameters.filter_map(|(position, parameter)| {
        let all = makers.get(&key(types, parameter.ty)?)?;
        let made = all.get(number)?;
        (made.maker != unit.name).then(|| Made {
            position,
            name: parameter.name.clone(),
            ..made.clone()
        })
    });
    let made: Vec<Made> = made.collect();
    if made.is_empty() {
        return None;
    }
    let maker = |name: &str| program.units.iter().find(|unit| unit.name == name);
    let mut derived = unit.clone();
    derived.parameters.clear();
    let mut names: Vec<String> = Vec::new();
    for one in &made {
        let maker = maker(&one.maker)?;
        let skipped = usize::from(one.form == Form::Fills);
        for parameter in maker.parameters.iter().skip(skipped) {
            derived.parameters.push(UnitParameter {
                name: format!("{}_{}", one.name, parameter.name),
                ty: parameter.ty,
                behind: None,
            });
        }
        for global in &maker.globals {
            if !derived.globals.contains(global) {
                derived.globals.push(*global);
            }
        }
        derived.reaches.extend(maker.reaches.iter().cloned());
        derived.premises.extend(maker.premises.iter().cloned());
        derived.lacks |= maker.lacks;
        if !names.contains(&one.maker) {
            names.push(one.maker.clone());
        }
    }
    let first = derived.parameters.len();
    let is_made = |position: usize| made.iter().any(|one| one.position == position);
    let rest = unit.parameters.iter().enumerate();
    let rest = rest.filter(|(position, _)| !is_made(*position));
    derived.checks_null.clear();
    for (position, parameter) in rest {
        if unit.checks_null.contains(&position) {
            derived.checks_null.insert(derived.parameters.len());
        }
        derived.parameters.push(UnitParameter {
            behind: None,
            ..parameter.clone()
        });
    }
    derived.premises.sort();
    derived.premises.dedup();
    derived.name = format!("{} after {}", unit.name, names.join(" and "));
    derived.making = Some(Making {
        function: unit.name.clone(),
        parameters: unit.parameters.len(),
        made,
    });
    (derived.parameters.len() <= MOST_PARAMETERS && first <= MOST_PARAMETERS).then_some(derived)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_go_to_makers_first() {
        let made = |position: usize, arguments: usize| Made {
            position,
            name: format!("m{position}"),
            maker: "make".to_owned(),
            form: Form::Returns,
            success: Success::NotZero,
            ty: Types::VOID,
            arguments,
        };
        let making = Making {
            function: "f".to_owned(),
            parameters: 4,
            made: vec![made(1, 2), made(3, 0)],
        };
        let all = ["a", "b", "c", "d"].map(str::to_owned);
        let (makers, call) = making.arguments(&all, &|made| made.name.clone());
        assert_eq!(makers, [vec!["a".to_owned(), "b".to_owned()], vec![]]);
        assert_eq!(call, ["c", "m1", "d", "m3"]);
    }
}
