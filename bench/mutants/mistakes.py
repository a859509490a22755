"""Sixty plausible mistakes in twelve small programs, five each: what a reviewer would fear.
They were written before any suite of these programs was looked at."""

MISTAKES = {
    "python/durations.py": [
        ('"h": 3600', '"h": 360'),
        ("total += int(number)", "total -= int(number)"),
        ("cap: float = 30.0", "cap: float = 3.0"),
        ('"m": 60, "s": 1', '"m": 1, "s": 60'),
        ("(attempt - 1)", "attempt"),
    ],
    "python/invoices.py": [
        ('"reduced": 7', '"reduced": 17'),
        ("line.net() + line.tax()", "line.net() - line.tax()"),
        ("amount > 10000", "amount >= 10000"),
        ("self.paid += taken", "self.paid = taken"),
        ("amount > 1000", "amount > 100"),
    ],
    "python/grids.py": [
        ("(0, -1), (0, 1))", "(0, -1), (1, 1))"),
        ("0 <= c < columns", "0 <= c <= columns"),
        ("divmod(number - 1, 26)", "divmod(number - 1, 25)"),
        ("cells[start + 3] == cells[start + 6]", "cells[start + 3] == cells[start + 5]"),
        ("cells[2] == cells[4] == cells[6]", "cells[2] == cells[4] == cells[7]"),
    ],
    "python/tokens.py": [
        ("if index > 0:", "if index > 1:"),
        ("return -1 if one < other else 1", "return 1 if one < other else -1"),
        ("if index % 2 == 1:", "if index % 2 == 0:"),
        ("value -= 9", "value -= 10"),
        ("len(text) <= width", "len(text) < width"),
    ],
    "java/Fares.java": [
        ("95 * (zones - 1)", "95 * zones"),
        ("age >= 65", "age > 65"),
        ("cents += 50", "cents += 5"),
        ("distance > left", "distance >= left"),
        ("minutes / 60 % 24", "minutes / 60 % 12"),
    ],
    "java/Account.java": [
        ("balance += amount;", "balance = amount;"),
        ("balance - amount < -limit", "balance - amount <= -limit"),
        ("refused++;", "refused--;"),
        ("? 12 : 2", "? 2 : 12"),
        ("days / 36500", "days / 36000"),
    ],
    "java/Intervals.java": [
        ("a <= d && c <= b", "a < d && c <= b"),
        ("to - from + 1", "to - from"),
        ("Math.max(b, d)", "Math.min(b, d)"),
        ("low = middle + 1", "low = middle + 2"),
        ("-(low + 1)", "-low"),
    ],
    "java/Words.java": [
        ('+ "ies"', '+ "ys"'),
        ("letter == 'o' || letter == 'u'", "letter == 'o'"),
        ("number > 39", "number > 40"),
        ("number -= 5;", "number -= 4;"),
        ("points >= 75", "points > 75"),
    ],
    "c/ring.c": [
        ("ring->dropped++;", ";"),
        ("(ring->first + ring->count) % SIZE", "ring->count % SIZE"),
        ("return ring->count;", "return ring->count + 1;"),
        ("(ring->first + 1) % SIZE", "(ring->first + 1) % (SIZE - 1)"),
        ("ring->count--;", "ring->count -= 2;"),
    ],
    "c/colours.c": [
        ("value > 255 ? 255", "value > 255 ? 256"),
        ("limited(colour->green + by)", "limited(colour->red + by)"),
        ("(unsigned)green << 8", "(unsigned)green << 4"),
        ("587 * green", "578 * green"),
        ("digit - 'A' + 10", "digit - 'A' + 11"),
    ],
    "c/calendar.c": [
        ("year % 400 == 0", "year % 200 == 0"),
        ("{31, 28, 31, 30,", "{31, 28, 31, 31,"),
        ("before < month", "before <= month"),
        ("(days + 4) % 7", "(days + 3) % 7"),
        ("day > days_in(month, year)", "day >= days_in(month, year)"),
    ],
    "c/text.c": [
        ("*text == '\\t'", "*text == '\\n'"),
        ("inside = 0;\n        }", "inside = 1;\n        }"),
        ("value * 10", "value * 8"),
        ("sign * value", "value"),
        ("% 26", "% 25"),
    ],
}
