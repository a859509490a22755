"""The user's functions as procedures of blocks over registers, for an engine
that follows all runs at once.

A value of Python is four registers: a reference, a tag that says of which kind
it is, an integer and a float; those that the kind does not use are null or
zero. The tag decides at each operation what it means, and where the engine
knows the tag, nothing is left of the question. `None` is the null reference.
"""
