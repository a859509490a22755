"""The Python side of Everypath's worker; runs in the user's own CPython."""
