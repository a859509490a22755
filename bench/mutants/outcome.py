"""What a suite is worth."""

from dataclasses import dataclass
from typing import Optional


@dataclass
class Outcome:
    """Tests, mutants of an independent tool, coverage, what it took, and our own score."""

    tests: int = 0
    killed: int = 0
    mutants: int = 0
    branch: Optional[float] = None
    cpu: float = 0.0
    own: Optional[float] = None
    error: str = ""

    @property
    def score(self) -> float:
        return 100.0 * self.killed / self.mutants if self.mutants else 0.0
