"""Reading of configuration files, line by line."""

from typing import Dict, List, Optional, Tuple, Union

Value = Union[bool, int, str]


def strip_comment(line: str) -> str:
    """Drop a comment that starts the line or follows a blank."""
    for position, char in enumerate(line):
        if char in ";#" and (position == 0 or line[position - 1] in " \t"):
            return line[:position].strip()
    return line.strip()


def classify(line: str) -> Tuple[str, str, str]:
    """Return the kind of a line, its name and its value."""
    text = strip_comment(line)
    if not text:
        return "blank", "", ""
    if text[0] == "[":
        if text[-1] != "]" or len(text) < 3:
            raise ValueError("bad section")
        return "section", text[1:-1].strip(), ""
    for mark in ("=", ":"):
        position = text.find(mark)
        if position == 0:
            raise ValueError("name missing")
        if position > 0:
            name = text[:position].rstrip().lower()
            return "option", name, text[position + 1:].lstrip()
    return "flag", text.lower(), ""


def convert(text: str) -> Value:
    """Turn a value into a truth value or a number where it looks like one."""
    lowered = text.lower()
    if lowered in ("yes", "true", "on"):
        return True
    if lowered in ("no", "false", "off"):
        return False
    body = text[1:] if text[:1] in ("-", "+") else text
    if body.isdigit() and body.isascii():
        return int(text)
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return text


def parse(lines: List[str]) -> Dict[str, Dict[str, Value]]:
    """Read sections; options before the first section are global."""
    result: Dict[str, Dict[str, Value]] = {}
    section = "global"
    for line in lines:
        kind, name, value = classify(line)
        if kind == "section":
            section = name
            result.setdefault(section, {})
        elif kind == "option":
            options = result.setdefault(section, {})
            if name in options:
                raise KeyError(name)
            options[name] = convert(value)
        elif kind == "flag":
            result.setdefault(section, {})[name] = True
    return result


def lookup(
    config: Dict[str, Dict[str, int]], section: str, name: str
) -> Optional[int]:
    """Find an option in a section, then among the global ones."""
    for place in (section, "global"):
        if place in config and name in config[place]:
            return config[place][name]
    return None
