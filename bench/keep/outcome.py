"""What came of a suite in one world."""

from dataclasses import dataclass, field


@dataclass
class Outcome:
    world: str
    # Names of tests that did not pass.
    failed: list[str] = field(default_factory=list)
    # What a compiler or the import said.
    refused: list[str] = field(default_factory=list)
    # What a sanitizer said.
    reports: list[str] = field(default_factory=list)
    log: str = ""

    @property
    def kept(self) -> bool:
        return not (self.failed or self.refused or self.reports)
