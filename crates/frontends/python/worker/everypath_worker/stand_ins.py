"""Objects that stand for those of the library, with symbolic parts.

Each is a real one for code that asks (`isinstance`, C code), with the values of this
run, and carries the parts beside them. What is not worked out on the parts gets the
plain object, its parts pinned.
"""

import operator

from everypath_native import concrete

# The functions of this module take proxies, as those of the subject do.
__everypath__ = True


def is_whole(*numbers):
    """Whether all are integers, symbolic or not."""
    return all(issubclass(number.__class__, int) for number in numbers)


def refuse(cls, parts):
    """Lets a class say itself what it does not take. That it does is decided, so
    that nothing has to be pinned."""
    return cls(*map(concrete, parts))


class Symbolic:
    """What they have in common. The `keys` of two are numbers that are to each
    other as the two are, if numbers can say that."""

    __slots__ = ()

    def __hash__(self):
        return hash(self.plain())

    def __repr__(self):
        return repr(self.plain())

    def __str__(self):
        return str(self.plain())

    def __format__(self, form):
        return format(self.plain(), form)

    def __reduce_ex__(self, protocol):
        return self.plain().__reduce_ex__(protocol)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def comparison(name):
    compare = getattr(operator, name)

    def method(self, other):
        keys = self.keys(other)
        return getattr(self.plain(), name)(other) if keys is None else compare(*keys)

    return method


for name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
    setattr(Symbolic, name, comparison(name))


def plain_method(name):
    def method(self, *arguments, **named):
        return getattr(self.plain(), name)(*arguments, **named)

    return method


def standing_for(base):
    """Completes a class that stands for another: what it does not work out itself
    is done by the plain object."""

    def decorate(cls):
        for holder in base.__mro__[:-1]:
            for name, method in vars(holder).items():
                if type(method).__name__ == "method_descriptor" and getattr(cls, name) is method:
                    setattr(cls, name, plain_method(name))
        return cls

    return decorate


def plainly(value):
    return value.plain() if isinstance(value, Symbolic) else value
