"""What a module costs to load: of a large package, the syntax of most modules is never asked for."""

import ast
import copy
import math
import sys
import types
from pathlib import Path

import pytest

WORKER = Path(__file__).resolve().parents[3] / "crates/frontends/python/worker"
sys.path.insert(0, str(WORKER))

from everypath_worker import instrument, trees  # noqa: E402
from everypath_worker.classes import home_of  # noqa: E402
from everypath_worker.clocks import CLOCKS, Clock  # noqa: E402
from everypath_worker.modules import LoadError  # noqa: E402
from everypath_worker.outside import Outside  # noqa: E402
from everypath_worker.places import Places  # noqa: E402


def of(**sources: str) -> trees.Trees:
    found = trees.Trees()
    for name, source in sources.items():
        found.add(name.replace("_dot_", "."), source.encode(), f"{name}.py")
    return found


def test_a_tree_is_parsed_once_and_when_it_is_asked_for():
    known = of(one="x = 1", two="y = 2")
    assert list(known) == ["one", "two"] and "one" in known and "three" not in known
    assert known.get("three") is None
    assert known.parsed == {}
    assert known["two"] is known["two"]
    assert list(known.parsed) == ["two"]


def test_a_compiled_module_is_told_as_one():
    known = of(one="x = 1")
    assert known.with_module("one", ast) is known
    with pytest.raises(LoadError, match=r"^math is compiled code \(.*\), which cannot be explored"):
        known.with_module("math", math)


def test_a_module_that_is_loaded_again_is_read_again():
    known = of(one="x = 1")
    assert len(known["one"].body) == 1
    known.add("one", b"x = 1\ny = 2\n", "one.py")
    assert len(known["one"].body) == 2


def test_the_home_of_a_class_is_found_among_modules_that_speak_of_it():
    known = of(shop="", shop_dot_plain="x = 1", shop_dot_cart="class Cart: pass")
    cart = type("Cart", (), {"__module__": "shop"})
    held = types.ModuleType("shop.cart")
    vars(held)["Cart"] = cart
    sys.modules["shop.cart"] = held
    try:
        assert home_of(known, cart) == "shop.cart"
    finally:
        del sys.modules["shop.cart"]
    assert "shop.plain" not in known.parsed


def test_a_name_that_is_written_with_other_characters_is_still_found():
    assert of(one="class ﬁne: pass").mention("one", "fine")
    assert not of(one="class other: pass").mention("one", "fine")


@pytest.mark.parametrize("module", [ast, copy, types, pytest])
def test_places_are_filled_in_as_python_does(module, monkeypatch):
    source = Path(module.__file__).read_bytes()

    def rewritten():
        tree = ast.parse(source)
        places = Places(("line", "block"), source, tree)
        return ast.dump(instrument.Rewriter("m.py", [], places).rewrite(tree), False, True)

    ours = rewritten()
    monkeypatch.setattr(instrument, "place_missing", ast.fix_missing_locations)
    assert ours == rewritten()


@pytest.mark.parametrize(
    ("source", "is_replaced"),
    [
        ("def f(): return date.today()", True),
        ("def f(x): return isinstance(x, date)", False),
    ],
)
def test_a_clock_stands_only_where_nobody_asks_what_is_one(source, is_replaced):
    real = CLOCKS["datetime.date"]
    holder, other = types.ModuleType("holder"), types.ModuleType("other")
    vars(holder)["date"] = real
    outside = Outside(lambda names: True)
    outside.hints = types.SimpleNamespace(trees=of(holder=source, other="x = 1"))
    outside.modules = [holder, other]
    clock = Clock(outside, "datetime.date", real)
    outside.rebind(real, clock, [clock])
    assert (vars(holder)["date"] is clock) == is_replaced
    assert list(outside.hints.trees.parsed) == ["holder"]
