"""Syntax of the user's modules, read when it is asked for: of a package of hundreds of modules,
most questions are about one."""

import ast
import os
from collections.abc import Iterator, Mapping
from types import ModuleType

from .depth import room_for_trees
from .modules import LoadError


class Trees(Mapping[str, ast.Module]):
    """The trees of modules by their names, in the order in which they were loaded."""

    def __init__(self) -> None:
        self.sources: dict[str, tuple[bytes, str]] = {}
        self.parsed: dict[str, ast.Module] = {}

    def add(self, name: str, source: bytes, file: str) -> None:
        """Takes a module in; its source is kept as it was when it was loaded."""
        self.sources[name] = source, file
        self.parsed.pop(name, None)

    def with_module(self, name: str, module: ModuleType) -> "Trees":
        """All trees, if that of a module is there: beside its source, a package may bring
        along the compiled module, which is then the one that is loaded."""
        if name not in self.sources:
            file = getattr(module, "__file__", None) or "the interpreter"
            raise LoadError(
                f"{name} is compiled code ({os.path.basename(file)}), which cannot be explored; "
                "install its package without, as pip does with --no-binary"
            )
        return self

    def mention(self, name: str, word: str) -> bool:
        """Whether a word is in the source of a module, which need not be parsed for that."""
        source, _ = self.sources[name]
        # In another encoding, or written with other characters that mean the same.
        return word.encode() in source or not source.isascii()

    def __getitem__(self, name: str) -> ast.Module:
        tree = self.parsed.get(name)
        if tree is None:
            source, file = self.sources[name]
            with room_for_trees():
                tree = self.parsed[name] = ast.parse(source, file)
        return tree

    def __contains__(self, name: object) -> bool:
        return name in self.sources

    def __iter__(self) -> Iterator[str]:
        return iter(self.sources)

    def __len__(self) -> int:
        return len(self.sources)
