"""The table of results."""

from typing import Any

Results = dict[str, dict[str, Any]]
ORDER = ["everypath", "crosshair", "pynguin"]

INTRO = """# Test generators compared on Python subjects

Written by `python3 bench/python/run.py`; do not edit. Per tool: tests (in
brackets those that fail on the unmodified subject), branch coverage, mutation
score (mutmut; killed of all mutants, dropped tests not counted) and CPU seconds
of generation (user + system, with child processes).

"""


def _tools(results: Results) -> list[str]:
    return [tool for tool in ORDER if results.get(tool)]


def _common(results: Results, tools: list[str]) -> list[str]:
    """Subjects measured for all of these tools."""
    sets = [set(results[tool]) for tool in tools]
    return sorted(set.intersection(*sets)) if sets else []


def _mean(results: Results, tool: str, subjects: list[str], field: str) -> float:
    return sum(results[tool][s][field] for s in subjects) / max(1, len(subjects))


def _total(results: Results, tool: str, subjects: list[str], field: str) -> float:
    return sum(results[tool][s][field] for s in subjects)


def _cells(record: dict[str, Any]) -> list[str]:
    failing = f" ({record['failing']})" if record["failing"] else ""
    mark = " \\*" if record["error"] else ""
    return [
        f"{record['tests']}{failing}{mark}",
        f"{record['branch']:.0f}%",
        f"{record['mutation']:.0f}%",
        f"{record['cpu']:.1f}",
    ]


def _ratio(results: Results, tool: str) -> str:
    """A peer's CPU seconds by Everypath's, over the subjects of both."""
    subjects = _common(results, ["everypath", tool])
    own = _total(results, "everypath", subjects, "cpu")
    if own <= 0:
        return f"{tool} unknown"
    ratio = _total(results, tool, subjects, "cpu") / own
    return f"{tool} {ratio:.1f} (over {len(subjects)} subjects)"


def summary(results: Results) -> str:
    """Totals of each tool over the subjects it was measured on."""
    tools = _tools(results)
    lines = [
        "| tool | subjects | tests | failing | branches (mean) | mutants (mean) | CPU s |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for tool in tools:
        subjects = sorted(results[tool])
        lines.append(
            f"| {tool} | {len(subjects)}"
            f" | {_total(results, tool, subjects, 'tests'):.0f}"
            f" | {_total(results, tool, subjects, 'failing'):.0f}"
            f" | {_mean(results, tool, subjects, 'branch'):.1f}%"
            f" | {_mean(results, tool, subjects, 'mutation'):.1f}%"
            f" | {_total(results, tool, subjects, 'cpu'):.1f} |"
        )
    peers = [tool for tool in tools if tool != "everypath"]
    if "everypath" in tools:
        ratios = ", ".join(_ratio(results, tool) for tool in peers)
    else:
        ratios = "Everypath not measured"
    lines += ["", f"CPU seconds as a multiple of Everypath's: {ratios}."]
    return "\n".join(lines) + "\n"


def render(results: Results, subjects: list[str]) -> str:
    """The whole page."""
    tools = _tools(results)
    lines = [INTRO + summary(results)]
    heads = ["subject"]
    for tool in tools:
        heads += [f"{tool}: tests", "branches", "mutants", "CPU s"]
    lines.append("| " + " | ".join(heads) + " |")
    lines.append("|---" + "|--:" * (len(heads) - 1) + "|")
    notes = []
    for subject in subjects:
        row = [subject]
        for tool in tools:
            record = results[tool].get(subject)
            row += _cells(record) if record else ["-"] * 4
            if record and record["error"]:
                notes.append(f"- {tool}, {subject}: {record['error']}")
        lines.append("| " + " | ".join(row) + " |")
    versions = sorted({r["version"] for tool in tools for r in results[tool].values()})
    lines += ["", "Versions and budgets: " + ", ".join(versions) + "."]
    if notes:
        lines += ["", "\\* Problems:", ""] + notes
    return "\n".join(lines) + "\n"
