"""What the executable says with `--json`, as objects. What is not here is in `data`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional


@dataclass(frozen=True)
class Goal:
    """A branch outcome, line or other goal, and what is known of it."""

    line: int
    column: int
    function: str
    description: str
    kind: str
    #: `covered`, `unreachable`, `unreachable-if`, `unreachable-in-scope`, or why it was missed.
    verdict: str
    reason: str
    #: The names of the tests that cover it.
    tests: tuple[str, ...]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Goal":
        return cls(
            line=data["line"],
            column=data["column"],
            function=data["function"],
            description=data["description"],
            kind=data["kind"],
            verdict=data["verdict"],
            reason=data["reason"],
            tests=tuple(data["tests"]),
        )

    @property
    def is_covered(self) -> bool:
        return self.verdict == "covered"

    @property
    def is_missed(self) -> bool:
        """Whether it is neither covered nor proved unreachable."""
        return self.verdict not in ("covered", "unreachable")


@dataclass(frozen=True)
class Test:
    """A test: one that was kept, one that shows a bug, or one that was dropped."""

    # pytest takes classes of this name for its own.
    __test__ = False

    name: str
    unit: str
    #: `kept`, `bug` or `dropped`.
    kind: str
    #: How the call ended, or why the test was dropped.
    note: str
    source: str

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Test":
        return cls(
            name=data["name"],
            unit=data["unit"],
            kind=data["kind"],
            note=data["note"],
            source=data["source"],
        )


@dataclass(frozen=True)
class Module:
    """What was done for one module, class or file."""

    module: str
    file: str
    language: str
    test_file: Optional[str]
    bugs_file: Optional[str]
    goals: tuple[Goal, ...]
    tests: tuple[Test, ...]
    warnings: tuple[str, ...]
    #: All of it, as the executable said it.
    data: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Module":
        return cls(
            module=data["module"],
            file=data["file"],
            language=data["language"],
            test_file=data["test_file"],
            bugs_file=data["bugs_file"],
            goals=tuple(map(Goal.of, data["goals"])),
            tests=tuple(map(Test.of, data["tests"])),
            warnings=tuple(data["warnings"]),
            data=data,
        )

    @property
    def covered(self) -> tuple[Goal, ...]:
        """The goals that tests cover."""
        return tuple(goal for goal in self.goals if goal.is_covered)

    @property
    def missed(self) -> tuple[Goal, ...]:
        """The goals that are neither covered nor proved unreachable."""
        return tuple(goal for goal in self.goals if goal.is_missed)

    @property
    def bugs(self) -> tuple[Test, ...]:
        """The tests that show bugs."""
        return tuple(test for test in self.tests if test.kind == "bug")

    @property
    def possible(self) -> tuple[Test, ...]:
        """The tests that fail on inputs which perhaps no caller makes."""
        return tuple(test for test in self.tests if test.kind == "possible")


@dataclass(frozen=True)
class Report:
    """Everything that one command did."""

    version: str
    seconds: float
    modules: tuple[Module, ...]
    #: All of it, as the executable said it.
    data: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Report":
        return cls(
            version=data["version"],
            seconds=data["seconds"],
            modules=tuple(map(Module.of, data["modules"])),
            data=data,
        )
