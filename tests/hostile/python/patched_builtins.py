# hostile: replaces builtins and what tests stand on, for everybody in the process
# exit: 3
# refused: replaces what Python and pytest stand on
import builtins
import json
import unittest.mock

builtins.repr = lambda value: "ESCAPED"
builtins.isinstance = lambda value, kind: True
json.dumps = lambda *args, **kwargs: "ESCAPED"


def grade(points: int) -> str:
    if points > 90:
        return "A"
    with unittest.mock.patch("builtins.len", return_value=0):
        return "B" if len("x") == 0 else "C"
