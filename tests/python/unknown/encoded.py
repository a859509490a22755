"""Texts of unknown type whose methods are not followed."""


def size(text, errors="strict"):
    if text and len(text) > 3:
        return "long"
    try:
        data = text.encode("utf-16", errors)
    except UnicodeError:
        return "odd"
    return "long" if len(data) > 4 else "short"
