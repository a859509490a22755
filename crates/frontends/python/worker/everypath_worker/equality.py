"""What the equality of a class looks at."""

import copy


def tells_fields_apart(value, fields):
    """Whether the class's equality looks at every field."""
    for name in fields:
        try:
            other = copy.copy(value)
            object.__setattr__(other, name, object())
        except Exception:
            return False
        try:
            if other == value:
                return False
        except Exception:
            # It looked at the field, and did not like what it saw.
            continue
    return True
