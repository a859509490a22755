"""The worker's loop: frames in, frames out.

A frame is a length (4 bytes), a kind (1 byte) and a payload. Kind `J` is JSON,
kind `R` a run. The engine's pipes are moved away from the standard streams
first, so that nothing the subject prints gets between the frames.
"""

import importlib.machinery
import importlib.util
import os
import struct
import sys
from json import dumps, loads
from types import ModuleType

from . import world

HEADER = struct.Struct("<IB")
CHUNK = 1 << 16


def load_native(path: str) -> ModuleType:
    loader = importlib.machinery.ExtensionFileLoader("everypath_native", path)
    spec = importlib.util.spec_from_file_location("everypath_native", path, loader=loader)
    if spec is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    sys.modules["everypath_native"] = module
    return module


class Channel:
    """The engine's pipes, away from the standard streams."""

    def __init__(self) -> None:
        self.incoming = world.away(0)
        self.outgoing = world.away(1)
        self.data = b""
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1):
            os.dup2(null, descriptor)
        os.close(null)
        sys.stdout = open(os.devnull, "w")

    def fill(self, count: int) -> None:
        while len(self.data) < count:
            part = os.read(self.incoming, max(count - len(self.data), CHUNK))
            if not part:
                raise EOFError
            self.data += part

    def receive(self) -> tuple[str, bytes]:
        self.fill(HEADER.size)
        length, kind = HEADER.unpack_from(self.data)
        end = HEADER.size + length
        self.fill(end)
        payload = self.data[HEADER.size : end]
        # The engine may have announced the next runs already.
        self.data = self.data[end:]
        return chr(kind), payload

    def send(self, kind: str, payload: bytes) -> None:
        data = memoryview(HEADER.pack(len(payload), ord(kind)) + payload)
        while data:
            data = data[os.write(self.outgoing, data) :]


def main() -> None:
    native_path, options = sys.argv[1], loads(sys.argv[2])
    native = load_native(native_path)
    from .amounts import AMOUNTS
    from .ground import ground_of
    from .modules import LoadError, describe_error
    from .moments import MOMENTS
    from .sandbox import Sandbox
    from .session import Session

    channel = Channel()
    # The arguments are ours, and none of the subject's business.
    sys.argv = [""]
    world.forget()
    sandbox = Sandbox(options.get("allow", ()), options.get("memory"))
    sys.setrecursionlimit(options.get("recursion", 600))
    session = Session(native, sandbox, {**MOMENTS, **AMOUNTS})
    while True:
        try:
            kind, payload = channel.receive()
        except EOFError:
            return
        if kind == "R":
            channel.send("R", session.run(payload))
            continue
        request = loads(payload)
        try:
            handler = {
                "load": session.load,
                "ground": lambda _: ground_of(session),
                "structures": session.learn_structures,
                "unit": session.choose_unit,
                "state": session.state_after,
                "lower": session.lower,
            }[request["op"]]
            reply = handler(request)
        except LoadError as error:
            reply = {"error": str(error)}
        except Exception as error:
            # A defect of ours, which costs this request and is named.
            reply = {"error": f"internal error: {describe_error(error)}"}
        channel.send("J", dumps(reply).encode())
