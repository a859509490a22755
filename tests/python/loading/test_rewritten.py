"""Sources that are kept as they were rewritten: the same goals and the same code as if they were
rewritten where they are loaded."""

import io
import json
import sys
import types
from pathlib import Path

import pytest

WORKER = Path(__file__).resolve().parents[3] / "crates/frontends/python/worker"
sys.path.insert(0, str(WORKER))

from everypath_worker import rewritten  # noqa: E402
from everypath_worker.rewritten import FIRST, Kept, numbered, rewrite  # noqa: E402

SOURCE = b"""
LARGE = 6277101735386680763835789423207666416083908700390324961279


def fee(amount, premium):
    if premium or amount > LARGE:
        return 0
    return [each for each in (1, 2) if each > amount]
"""


def constants(code: types.CodeType) -> list[int]:
    found = [each for each in code.co_consts if type(each) is int]
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            found += constants(each)
    return found


def test_goals_are_numbered_from_those_that_are_there():
    made = rewrite(SOURCE, "fee.py", [])
    count = len(made.goals)
    assert count == 7
    code = numbered(made.code, 1000, count)
    assert set(range(1000, 1000 + count)) - set(constants(code)) == {
        # The other side of a condition is next to the first.
        1000 + number
        for number, goal in enumerate(made.goals)
        if goal[3].endswith("is false")
    }
    # A number of the program is as it was, however large it is.
    assert 6277101735386680763835789423207666416083908700390324961279 in constants(code)
    assert not [each for each in constants(code) if FIRST <= each < FIRST + count]


def test_what_was_kept_is_what_would_be_made(tmp_path, monkeypatch):
    file = tmp_path / "fee.py"
    file.write_bytes(SOURCE)
    (tmp_path / "broken.py").write_bytes(b"def (")
    files = [str(tmp_path / "broken.py"), str(tmp_path / "gone.py"), str(file)]
    wanted = {"directory": str(tmp_path / "kept"), "kinds": ["line"], "files": files}
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(wanted)))
    rewritten.main()
    kept = Kept(wanted["directory"], ["line"])
    found = kept.find(SOURCE, str(file), lambda path: Path(path).read_bytes())
    made = rewrite(SOURCE, str(file), ["line"])
    assert found is not None
    assert found[1:] == made[1:]
    assert numbered(found.code, 5, len(made.goals)) == numbered(made.code, 5, len(made.goals))


@pytest.mark.parametrize("other", ["source", "file", "kinds", "damage"])
def test_something_else_is_not_taken_for_it(tmp_path, other):
    kept = Kept(str(tmp_path), [])
    kept.keep(SOURCE, "fee.py")
    source, file = SOURCE, "fee.py"
    if other == "source":
        source += b"\n"
    elif other == "file":
        file = "other.py"
    elif other == "kinds":
        kept.kinds = ["line"]
    else:
        (place,) = tmp_path.iterdir()
        place.write_bytes(place.read_bytes()[:-40])
    assert kept.find(source, file, lambda path: Path(path).read_bytes()) is None
    # It is made anew where it is asked for, and the old one is no hindrance.
    assert other == "damage" or len(list(tmp_path.iterdir())) == 1


def test_the_oldest_go_when_there_are_many(tmp_path, monkeypatch):
    monkeypatch.setattr(rewritten, "MOST", 3)
    kept = Kept(str(tmp_path), [])
    for number in range(4):
        kept.keep(b"x = %d\n" % number, "x.py")
    kept.forget_old()
    assert len(list(tmp_path.iterdir())) == 2
