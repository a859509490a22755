"""Splitting and joining of lines of comma-separated values."""

from typing import Dict, List


def split_line(line: str, separator: str = ",") -> List[str]:
    """Split a line into fields; quotes may enclose separators."""
    if len(separator) != 1 or separator == '"':
        raise ValueError("bad separator")
    fields: List[str] = []
    field = ""
    state = "start"
    for char in line:
        if state == "start":
            if char == '"':
                state = "quoted"
            elif char == separator:
                fields.append("")
            else:
                field = char
                state = "plain"
        elif state == "plain":
            if char == separator:
                fields.append(field)
                field = ""
                state = "start"
            elif char == '"':
                raise ValueError("quote inside a plain field")
            else:
                field += char
        elif state == "quoted":
            if char == '"':
                state = "after quote"
            else:
                field += char
        elif char == '"':
            field += '"'
            state = "quoted"
        elif char == separator:
            fields.append(field)
            field = ""
            state = "start"
        else:
            raise ValueError("text after a closing quote")
    if state == "quoted":
        raise ValueError("closing quote missing")
    fields.append(field)
    return fields


def quote(field: str, separator: str = ",") -> str:
    """Write one field, in quotes if it needs them."""
    if separator in field or '"' in field or "\n" in field:
        return '"' + field.replace('"', '""') + '"'
    return field


def join_line(fields: List[str], separator: str = ",") -> str:
    """Join fields into a line."""
    if len(separator) != 1 or separator == '"':
        raise ValueError("bad separator")
    return separator.join(quote(field, separator) for field in fields)


def to_record(header: List[str], fields: List[str]) -> Dict[str, str]:
    """Name the fields of a line; missing ones are empty."""
    if len(set(header)) != len(header):
        raise ValueError("a column is named twice")
    if len(fields) > len(header):
        raise ValueError("too many fields")
    record = dict(zip(header, fields))
    for name in header[len(fields):]:
        record[name] = ""
    return record
