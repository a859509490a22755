"""A prefix tree of words with counts."""

from typing import Dict, List, Optional


class TrieNode:
    """The words that continue one prefix."""

    children: Dict[str, "TrieNode"]
    count: int

    def __init__(self) -> None:
        self.children = {}
        self.count = 0


class Trie:
    """A multiset of words in lower-case letters."""

    root: TrieNode
    size: int

    def __init__(self) -> None:
        self.root = TrieNode()
        self.size = 0

    def add(self, word: str) -> int:
        """Add a word; return how often it is there now."""
        if not word:
            raise ValueError("empty word")
        for char in word:
            if not "a" <= char <= "z":
                raise ValueError("lower-case letters expected")
        node = self.root
        for char in word:
            if char not in node.children:
                node.children[char] = TrieNode()
            node = node.children[char]
        node.count += 1
        self.size += 1
        return node.count

    def _node(self, prefix: str) -> Optional[TrieNode]:
        node = self.root
        for char in prefix:
            if char not in node.children:
                return None
            node = node.children[char]
        return node

    def count(self, word: str) -> int:
        """Return how often a word is there."""
        node = self._node(word)
        return 0 if node is None else node.count

    def remove(self, word: str) -> bool:
        """Remove a word once and drop prefixes without words."""
        path = [self.root]
        for char in word:
            if char not in path[-1].children:
                return False
            path.append(path[-1].children[char])
        if path[-1].count == 0:
            return False
        path[-1].count -= 1
        self.size -= 1
        for index in range(len(word) - 1, -1, -1):
            node = path[index + 1]
            if node.count > 0 or node.children:
                break
            del path[index].children[word[index]]
        return True

    def complete(self, prefix: str, limit: int) -> List[str]:
        """Return the first words with a prefix, in alphabetical order."""
        if limit < 1:
            raise ValueError("limit must be positive")
        found: List[str] = []
        start = self._node(prefix)
        if start is None:
            return found
        pending = [(prefix, start)]
        while pending and len(found) < limit:
            word, node = pending.pop()
            if node.count > 0:
                found.append(word)
            for char in sorted(node.children, reverse=True):
                pending.append((word + char, node.children[char]))
        return found


def common_prefix(words: List[str]) -> str:
    """Return the longest prefix that all words share."""
    if not words:
        return ""
    prefix = words[0]
    for word in words[1:]:
        while not word.startswith(prefix):
            prefix = prefix[:-1]
            if not prefix:
                return ""
    return prefix
