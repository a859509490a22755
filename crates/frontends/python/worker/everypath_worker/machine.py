"""This machine, and the description of a case without it."""

import json
import os
import sys

# What is not asserted of a case that the machine has a part in.
EVERYTHING = ["message", "state", "result"]


def unsupported(what):
    return {"kind": "unsupported", "what": what}


def doubt(report, why):
    """Has nothing of a case asserted, and says why."""
    report["unstable"] = EVERYTHING
    report.setdefault("because", why)


class Machine:
    """What would tell of this machine, and is hidden."""

    def __init__(self, private):
        known = [
            *private,
            sys.executable,
            sys.prefix,
            sys.base_prefix,
            os.path.dirname(os.__file__),
        ]
        # A directory that every machine has tells nothing.
        places = {place for place in known if place not in ("", "/", "/usr", "/usr/local", "/tmp")}
        self.places = sorted((json.dumps(place)[1:-1] for place in places), key=len, reverse=True)

    def names(self, part):
        text = json.dumps(part)
        return any(place in text for place in self.places)

    def hidden(self, report, elsewhere):
        """The report without places of this machine. A result that named one, or that
        something outside the project had a part in, is not asserted."""
        made = [
            report.get(part)
            for part in ("environment", "world", "receiver", "arguments", "before", "recipes")
        ]
        if self.names(made):
            return {
                "id": report["id"],
                "unit": report["unit"],
                "outcome": unsupported("its input names places of this machine"),
            }
        if elsewhere:
            doubt(report, "outside")
        for part in ("outcome", "after"):
            if self.names(report.get(part)):
                doubt(report, "machine")
                text = json.dumps(report[part])
                for place in self.places:
                    text = text.replace(place, "/...")
                report[part] = json.loads(text)
        return report
