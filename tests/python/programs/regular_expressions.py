#: date: paths: 3; misses: 33 `found['day'] is None` is false, 36 `day == 31 and month == 2` is true, 36 `day == 31 and month == 2` is false, 36 `day == 31` is true, 36 `day == 31` is false; losses: none
#: assignment: paths: 11; misses: 46 `name == 'on' and value == 'yes'` is true; losses: none
#: colour: paths: 3; misses: 55 `len(digits) == 6` is true; losses: none
#: words: paths: 45; covers: all; losses: none
#: pairs: paths: 20; covers: all; losses: none
#: cleaned: paths: many; covers: all; losses: none
#: fields: paths: many; covers: all; losses: none
#: strong: paths: 2; covers: all; losses: none
#: lines: paths: 15; covers: all; losses: none
#: repeated: paths: 7; covers: all; losses: none
#: behind: paths: 9; misses: 108 `found` is true; losses: 107 re.match()
#: moved: paths: 15; covers: all; losses: 113 Pattern.match(), 115 Pattern.search()
#: kinds: paths: 7; misses: 123 `re.fullmatch('[a-c]X', text, re.I)` is true; losses: none
#: lazily: paths: 10; covers: all; losses: none
#: nested: paths: 10; covers: all; losses: none
#: alternatives: paths: 11; misses: 151 `found['sign'] == '-'` is true; losses: none
"""Regular expressions on texts of the input."""
import re
from typing import List, Optional, Tuple

DATE = re.compile(r"^(?P<year>\d{4})-(?P<month>\d{1,2})(?:-(?P<day>\d{2}))?$")
ASSIGNMENT = re.compile(r"\s*(\w+)\s*=\s*(.*?)\s*(?:#.*)?$")
COLOUR = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})\Z", re.IGNORECASE)


def date(text: str) -> Tuple[int, int, Optional[int]]:
    found = DATE.match(text)
    if found is None:
        raise ValueError("not a date")
    month = int(found.group("month"))
    if not 1 <= month <= 12:
        raise ValueError("no such month")
    if found["day"] is None:
        return int(found["year"]), month, None
    day = int(found["day"])
    if day == 31 and month == 2:
        raise ValueError("no such day")
    return int(found["year"]), month, day


def assignment(line: str) -> object:
    found = ASSIGNMENT.match(line)
    if not found:
        return None
    name, value = found.groups()
    if name == "on" and value == "yes":
        return True
    return name, value, found.start(2), found.lastindex


def colour(text: str) -> str:
    found = COLOUR.fullmatch(text)
    if found:
        digits = found.group(1)
        return "long" if len(digits) == 6 else "short"
    return "named" if re.search(r"\bred\b", text) else "unknown"


def words(text: str) -> object:
    found = re.findall(r"[a-z]+", text)
    if len(found) == 2 and found[0] == found[1]:
        return "twice"
    return [word.upper() for word in found]


def pairs(text: str) -> object:
    for found in re.finditer(r"(\w)=(\d)", text):
        if found.group(1) == "k" and found.group(2) == "7":
            return found.span()
    return re.findall(r"(\w)=(\d)", text)


def cleaned(text: str) -> str:
    text = re.sub(r"[-_ ]+", "-", text)
    if text == "a-b":
        return "joined"
    return re.sub("x", lambda found: found.group() * 2, text, count=1)


def fields(text: str) -> List[str]:
    parts = re.split(r"[;,]", text)
    if len(parts) == 3 and parts[1] == "b":
        return parts
    return re.split(r"([.])", text, maxsplit=1)


def strong(password: str) -> bool:
    return bool(re.match(r"^(?=.*\d)(?=.*[A-Z])(?!.*\s).{4,8}$", password))


def lines(text: str) -> object:
    if re.search(r"^ab$", text, re.MULTILINE) and not text.startswith("ab"):
        return "another line"
    if re.match(r"(?s)a.c", text) and "\n" in text:
        return "any character"
    return bool(re.search(r"(?<=\$)\d+", text)), bool(re.search(r"x$", text))


def repeated(text: str) -> object:
    found = re.fullmatch(r"(?:([ab])[12])+", text)
    if found and found.group(1) == "b":
        return len(text)
    return found is None


def behind(text: str) -> object:
    found = re.match(r"(a)(b)?\1", text)
    return found and found.groups()


def moved(text: str, start: int) -> object:
    pattern = re.compile("b")
    if start == 2 and pattern.match(text, 2):
        return "third"
    return pattern.search(text, 1) is not None


def kinds(text: str) -> object:
    if re.match(r"[^\W\d_]\B.?$", text):
        return "a letter and no boundary"
    if re.match(r"\D\s\S", text):
        return "no digit, a space, something"
    if re.fullmatch(r"[a-c]X", text, re.I):
        return "any case"
    if re.search(r"q\Z", text) and re.match(r"[^a-z]", text):
        return "ends in q"
    return re.match(r"(?i:k)(?-i:m)?", text) is not None


def lazily(text: str) -> object:
    found = re.match(r"(a+?)(a*)(b??)(b*)", text)
    if found is None:
        return None
    if found.group(2) == "aa":
        return found.group(1), found.end(3)
    return found.groupdict(), found.group(4, 1), found.regs


def nested(text: str) -> object:
    found = re.fullmatch(r"((a|ab)(c|bcd))*(d?)", text)
    if found and found.group(2) == "ab":
        return found.groups(default="-")
    return found and found.lastindex


def alternatives(text: str) -> object:
    found = re.search(r"(?P<sign>[+-])?(?P<number>\d+)|(?P<name>[a-z])", text)
    if not found:
        return None
    if found.lastgroup == "number":
        return -1 if found["sign"] == "-" else 1
    return found.group("name") == "z"
