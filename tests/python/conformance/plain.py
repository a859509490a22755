"""Runs inputs on the unmodified module: one line of JSON for each."""

import ast
import importlib
import json
import os
import sys

sys.path.insert(0, sys.argv[1])

from everypath_worker.appearance import show
from everypath_worker.hints import Hints
from everypath_worker.invocation import build_arguments, call_unit
from everypath_worker.modules import module_name_of
from everypath_worker.shapes import Instance, Scope
from everypath_worker.sources import ReplaySource
from everypath_worker.state import ModuleState
from everypath_worker.units import find_units


def main():
    answers = os.fdopen(os.dup(1), "w")
    sys.stdout = open(os.devnull, "w")
    request = json.load(sys.stdin)
    sys.setrecursionlimit(600)
    name, root = module_name_of(request["path"])
    sys.path.insert(0, root)
    module = importlib.import_module(name)
    with open(module.__file__, "rb") as file:
        hints = Hints({name: ast.parse(file.read())}, module)
    units = {unit.name: unit for unit in find_units(module, hints, None)}
    state = ModuleState([module])
    for case in request["cases"]:
        state.restore()
        unit = units[case["unit"]]
        if unit.kind == "function":
            unit.callee = getattr(module, unit.attribute)
        source = ReplaySource(case["values"], case["choices"], Scope(**request["scope"]))
        print(json.dumps(run(unit, hints, source)), file=answers)


def run(unit, hints, source):
    receiver = None
    if unit.has_receiver:
        receiver = Instance(hints.model(unit.cls), with_calls=True).build(source, "self")
    positional, keywords = build_arguments(unit, source)
    try:
        result = call_unit(unit, receiver, positional, keywords)
    except BaseException as error:
        state = show([None, receiver, positional, keywords])
        return {"threw": type(error).__name__, "message": str(error)[:500], "state": state}
    return {"state": show([result, receiver, positional, keywords])}


main()
