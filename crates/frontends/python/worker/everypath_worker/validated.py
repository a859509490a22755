"""Objects whose constructor checks its arguments where nobody can follow, as the models of
pydantic do: it is given plain values, and the fields that took them over get back what can
be followed."""


def is_validated(cls):
    """Whether a class is a model of pydantic."""
    return hasattr(cls, "__pydantic_fields__") or hasattr(cls, "__pydantic_validator__")


def construct(source, make, positional, keywords):
    """The object that a class makes of arguments."""
    plain = {name: source.concrete(value) for name, value in keywords.items()}
    instance = make(*map(source.concrete, positional), **plain)
    held = vars(instance)
    for name, value in keywords.items():
        # What a validator has changed is a value of its own.
        if name in held and value is not plain[name] and is_same(held[name], plain[name]):
            held[name] = value
    return instance


def is_same(left, right):
    return type(left) is type(right) and left == right
