//! Expressions of JML.

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    /// A number, a text, `true`, `false`, `null`.
    Literal(String),
    /// A name: of a variable, a field or a class.
    Name(String),
    /// `this`.
    This,
    /// `\result`.
    Result,
    /// `of.name`.
    Field(Box<Expression>, String),
    /// A call of a method.
    Call {
        /// What it is called on, if that is said.
        on: Option<Box<Expression>>,
        /// Its name.
        name: String,
        /// The arguments.
        arguments: Vec<Expression>,
    },
    /// `array[index]`.
    Index(Box<Expression>, Box<Expression>),
    /// A prefix operator.
    Unary(&'static str, Box<Expression>),
    /// An operator between two operands.
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// `condition ? yes : no`.
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `(type) value`.
    Cast(String, Box<Expression>),
    /// `value instanceof type`.
    InstanceOf(Box<Expression>, String),
    /// `new type(arguments)`.
    New(String, Vec<Expression>),
    /// `\old(expression)`: its value before the call.
    Old(Box<Expression>),
    /// `\forall` and `\exists`.
    Quantified(Box<Quantified>),
    /// `\reach(root, class, fields)`: all objects of a class that fields lead to.
    Reach {
        /// Where it begins.
        root: Box<Expression>,
        /// The class.
        class: String,
        /// The fields.
        fields: Vec<String>,
    },
    /// What is JML and has no translation: its name.
    Unknown(String),
}

/// A quantified expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quantified {
    /// Whether it is `\forall`, or else `\exists`.
    pub all: bool,
    /// The type of the variables.
    pub of: String,
    /// The variables.
    pub variables: Vec<String>,
    /// What they range over, if it stands apart.
    pub range: Option<Expression>,
    /// What holds for all or for one.
    pub body: Expression,
}

impl Expression {
    /// Calls something with each direct part.
    pub(crate) fn parts(&self) -> Vec<&Expression> {
        use Expression::*;
        match self {
            Literal(_) | Name(_) | This | Result | Unknown(_) => vec![],
            Field(of, _) | Unary(_, of) | Cast(_, of) | InstanceOf(of, _) | Old(of) => vec![of],
            Call { on, arguments, .. } => on.iter().map(|on| &**on).chain(arguments).collect(),
            Index(array, index) => vec![array, index],
            Binary(_, left, right) => vec![left, right],
            Conditional(condition, yes, no) => vec![condition, yes, no],
            New(_, arguments) => arguments.iter().collect(),
            Quantified(of) => of.range.iter().chain([&of.body]).collect(),
            Reach { root, .. } => vec![root],
        }
    }

    /// The same with something else instead of some names, also as fields of `this`. What
    /// a quantifier binds is its own.
    pub(crate) fn with_names(&self, other: &dyn Fn(&str) -> Option<Expression>) -> Expression {
        use Expression::*;
        let inner = |of: &Expression| of.with_names(other);
        let boxed = |of: &Expression| Box::new(inner(of));
        let all = |of: &[Expression]| of.iter().map(inner).collect();
        match self {
            Name(name) => other(name).unwrap_or_else(|| self.clone()),
            Field(of, name) if **of == This => other(name).unwrap_or_else(|| self.clone()),
            Literal(_) | This | Result | Unknown(_) => self.clone(),
            Field(of, name) => Field(boxed(of), name.clone()),
            Unary(operator, of) => Unary(operator, boxed(of)),
            Cast(to, of) => Cast(to.clone(), boxed(of)),
            InstanceOf(of, class) => InstanceOf(boxed(of), class.clone()),
            Old(of) => Old(boxed(of)),
            Call {
                on,
                name,
                arguments,
            } => Call {
                on: on.as_deref().map(boxed),
                name: name.clone(),
                arguments: all(arguments),
            },
            Index(array, index) => Index(boxed(array), boxed(index)),
            Binary(operator, left, right) => Binary(operator, boxed(left), boxed(right)),
            Conditional(condition, yes, no) => Conditional(boxed(condition), boxed(yes), boxed(no)),
            New(class, arguments) => New(class.clone(), all(arguments)),
            Quantified(of) => {
                let free = |name: &str| match of.variables.iter().any(|known| known == name) {
                    true => None,
                    false => other(name),
                };
                Quantified(Box::new(self::Quantified {
                    range: of.range.as_ref().map(|range| range.with_names(&free)),
                    body: of.body.with_names(&free),
                    ..(**of).clone()
                }))
            }
            Reach {
                root,
                class,
                fields,
            } => Reach {
                root: boxed(root),
                class: class.clone(),
                fields: fields.clone(),
            },
        }
    }

    /// Whether it names one of some variables.
    pub(crate) fn mentions(&self, names: &[String]) -> bool {
        match self {
            Expression::Name(name) => names.contains(name),
            other => other.parts().iter().any(|part| part.mentions(names)),
        }
    }

    /// The operands of a chain of one operator, in order.
    pub(crate) fn operands(&self, operator: &str) -> Vec<&Expression> {
        match self {
            Expression::Binary(found, left, right) if *found == operator => {
                let mut all = left.operands(operator);
                all.extend(right.operands(operator));
                all
            }
            other => vec![other],
        }
    }
}
