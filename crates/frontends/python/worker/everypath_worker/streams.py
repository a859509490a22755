"""Files that the input holds: what is read of them is a text of the input."""

import io
import sys
import typing

from . import shapes

# What is read of a stream, by the hint that says that there is one.
CONTENTS = {
    typing.IO: str,
    typing.TextIO: str,
    io.IOBase: str,
    io.TextIOBase: str,
    io.TextIOWrapper: str,
    io.StringIO: str,
    typing.BinaryIO: bytes,
    io.RawIOBase: bytes,
    io.BufferedIOBase: bytes,
    io.BufferedReader: bytes,
    io.BytesIO: bytes,
}


class Stream:
    """A text file in a worker, whose content is symbolic for the user's own code."""

    def __init__(self, source, text, is_own):
        self.source = source
        self.rest = text
        self.is_own = is_own
        self.closed = False
        self.written = io.StringIO()

    def given(self, text):
        """A text that was read; code that is not the user's gets what this run has."""
        return text if self.is_own(sys._getframe(2).f_globals) else self.source.settle(text)

    def check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def read(self, size=-1):
        self.check()
        if size is None or size < 0:
            found, self.rest = self.rest, self.rest[:0]
        else:
            found, self.rest = self.rest[:size], self.rest[size:]
        return self.given(found)

    def line(self):
        self.check()
        at = int(self.rest.find("\n" if not isinstance(self.rest, bytes) else b"\n"))
        end = at + 1 if at >= 0 else len(self.rest)
        found, self.rest = self.rest[:end], self.rest[end:]
        return found

    def readline(self, size=-1):
        return self.given(self.line())

    def readlines(self, hint=-1):
        found = []
        while self.rest:
            found.append(self.given(self.line()))
        return found

    def __iter__(self):
        return self

    def __next__(self):
        if not self.rest:
            raise StopIteration
        return self.given(self.line())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def write(self, text):
        self.check()
        return len(text)

    def writelines(self, lines):
        self.check()
        for _ in lines:
            pass

    def close(self):
        self.closed = True

    def flush(self):
        pass

    def readable(self):
        return True

    def writable(self):
        return True

    def plain(self):
        """The same file for code that takes real ones only."""
        text = self.source.settle(self.rest)
        return io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)


class Rows:
    """`csv.reader` of a stream: rows stay symbolic where nothing is quoted."""

    def __init__(self, real, stream, named):
        self.stream = stream
        self.delimiter = named.get("delimiter", ",")
        self.real = real
        self.named = named
        self.line_num = 0

    def __iter__(self):
        return self

    def __next__(self):
        if not self.stream.rest:
            raise StopIteration
        line = self.stream.line()
        self.line_num += 1
        if '"' in line or "\r" in line:
            settled = self.stream.source.settle(line)
            return next(iter(self.real([settled], **self.named)), [])
        if line.endswith("\n"):
            line = line[:-1]
        return list(line.split(self.delimiter)) if line else []


class Reading:
    """`csv.reader`, which takes streams of the input, too."""

    def __init__(self, real):
        self.real = real

    def __call__(self, rows, *arguments, **named):
        if isinstance(rows, Stream):
            if arguments or named.keys() - {"delimiter"} or isinstance(rows.rest, bytes):
                return self.real(rows.plain(), *arguments, **named)
            return Rows(self.real, rows, named)
        return self.real(rows, *arguments, **named)


class OpenFile(shapes.Shape):
    """What `open` gives: a file in memory."""

    def __init__(self, kind=str):
        self.kind = kind

    def build(self, source, slot):
        shape = shapes.Text() if self.kind is str else shapes.Bytes()
        content = shape.build(source, slot)
        if source.grows():
            return Stream(source, content, lambda names: "__everypath__" in names)
        stream = io.StringIO if self.kind is str else io.BytesIO
        source.record_making(slot, stream, [content] if content else [], {})
        made = stream(content)
        source.record_instance(slot, made)
        return made

    def default(self):
        return io.StringIO() if self.kind is str else io.BytesIO()
