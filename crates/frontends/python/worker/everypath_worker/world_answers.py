"""The functions of the library that ask the world or change it, and what they answer."""

import uuid

from . import shapes
from .clocks import is_clock, moment_shape
from .streams import OpenFile

BOOLEAN, TEXT, NUMBER, FLOAT = "boolean", "text", "number", "float"
TEXTS, ANYTHING, MAYBE_TEXT, SYSTEM, IDENTIFIER = "texts", "anything", "maybe", "system", "uuid"
FILE, OCTETS, DESCRIPTOR = "file", "octets", "descriptor"

# What such functions answer, by name.
ANSWERS = {
    **dict.fromkeys(
        ("time.time", "time.monotonic", "time.perf_counter", "time.process_time"), FLOAT
    ),
    **dict.fromkeys(("time.time_ns", "time.monotonic_ns", "time.perf_counter_ns"), NUMBER),
    **dict.fromkeys(("random.random", "random.uniform", "random.gauss"), FLOAT),
    **dict.fromkeys(("random.randint", "random.randrange", "random.getrandbits"), NUMBER),
    **dict.fromkeys(("secrets.token_hex", "secrets.token_urlsafe"), TEXT),
    **dict.fromkeys(("uuid.uuid4", "uuid.uuid1"), IDENTIFIER),
    **dict.fromkeys(
        ("os.path.exists", "os.path.isfile", "os.path.isdir", "os.path.islink", "os.access"),
        BOOLEAN,
    ),
    **dict.fromkeys(
        ("pathlib.Path.exists", "pathlib.Path.is_file", "pathlib.Path.is_dir"), BOOLEAN
    ),
    **dict.fromkeys(("os.path.lexists", "os.path.ismount", "os.path.samefile"), BOOLEAN),
    **dict.fromkeys(("pathlib.Path.is_symlink", "os.isatty"), BOOLEAN),
    "os.listdir": TEXTS,
    **dict.fromkeys(("os.path.getsize", "os.open", "os.write", "os.umask"), NUMBER),
    **dict.fromkeys(("os.path.getmtime", "os.path.getctime", "os.path.getatime"), FLOAT),
    **dict.fromkeys(("os.getpid", "os.getppid", "os.getuid", "os.geteuid", "os.getgid"), NUMBER),
    **dict.fromkeys(("os.getcwd", "os.readlink", "os.getlogin"), TEXT),
    **dict.fromkeys(("os.stat", "os.lstat", "os.fstat", "os.walk", "os.scandir"), ANYTHING),
    **dict.fromkeys(("os.uname", "os.get_terminal_size", "os.waitpid"), ANYTHING),
    **dict.fromkeys(("os.read", "os.urandom"), OCTETS),
    **dict.fromkeys(("tempfile.mkdtemp", "tempfile.gettempdir"), TEXT),
    "tempfile.mkstemp": DESCRIPTOR,
    **dict.fromkeys(("tempfile.NamedTemporaryFile", "tempfile.TemporaryFile"), FILE),
    **dict.fromkeys(("socket.socket", "socket.create_connection", "select.select"), ANYTHING),
    **dict.fromkeys(("socket.getaddrinfo", "fcntl.ioctl"), ANYTHING),
    **dict.fromkeys(("socket.gethostbyname", "socket.getfqdn"), TEXT),
    **dict.fromkeys(("pathlib.Path.lstat", "pathlib.Path.iterdir"), ANYTHING),
    "pathlib.Path.open": FILE,
    "pathlib.Path.read_text": TEXT,
    "pathlib.Path.read_bytes": OCTETS,
    "pathlib.Path.write_text": NUMBER,
    "pathlib.Path.stat": ANYTHING,
    "shutil.which": MAYBE_TEXT,
    "builtins.open": FILE,
    "io.open": FILE,
    "builtins.input": TEXT,
    "getpass.getpass": TEXT,
    "getpass.getuser": TEXT,
    "socket.gethostname": TEXT,
    "platform.system": SYSTEM,
    **dict.fromkeys(("platform.machine", "platform.release", "platform.node"), TEXT),
    **dict.fromkeys(("subprocess.call", "subprocess.check_call", "os.system"), NUMBER),
    **dict.fromkeys(("subprocess.run", "subprocess.Popen"), ANYTHING),
    "subprocess.check_output": ANYTHING,
    "urllib.request.urlopen": ANYTHING,
    "sqlite3.connect": ANYTHING,
    "smtplib.SMTP": ANYTHING,
    **{
        f"requests.{name}": ANYTHING
        for name in ("get", "post", "put", "delete", "patch", "head", "request")
    },
}
# Those that look for files and at them.
ASKING_FOR_FILES = {
    *("os.path.exists", "os.path.isfile", "os.path.isdir", "os.path.getsize", "os.listdir"),
    *("builtins.open", "io.open", "pathlib.Path.exists", "pathlib.Path.is_file"),
    *("pathlib.Path.is_dir", "pathlib.Path.read_text", "pathlib.Path.read_bytes"),
}
# Those that only change it.
EFFECTS = (
    *("time.sleep", "asyncio.sleep", "random.shuffle", "random.seed"),
    *("os.remove", "os.unlink", "os.mkdir", "os.makedirs", "os.rename", "os.replace", "os.rmdir"),
    *("os.chmod", "os.utime", "os.symlink", "os.chdir", "os.kill", "os.killpg"),
    *("os.close", "os.link", "os.truncate", "os.ftruncate", "os.fsync", "os.chown"),
    *("os.set_inheritable", "os.set_blocking", "fcntl.flock", "fcntl.lockf", "signal.signal"),
    *("pathlib.Path.rename", "pathlib.Path.replace", "pathlib.Path.symlink_to"),
    *("pathlib.Path.chmod", "shutil.copytree", "shutil.copymode", "shutil.copystat"),
    *("shutil.rmtree", "shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.move"),
    *("pathlib.Path.mkdir", "pathlib.Path.unlink", "pathlib.Path.touch", "pathlib.Path.rmdir"),
)


# Numbers that the system gives are never below zero.
NEVER_NEGATIVE = {
    *("os.path.getsize", "os.getpid", "os.getppid", "os.getuid", "os.geteuid", "os.getgid"),
    *("os.open", "os.write", "os.umask", "random.getrandbits"),
}
# What opens files: where the mode is among the arguments, and what it is without one.
MODES = {
    "builtins.open": (1, "r"),
    "io.open": (1, "r"),
    "pathlib.Path.open": (1, "r"),
    "tempfile.NamedTemporaryFile": (0, "w+b"),
    "tempfile.TemporaryFile": (0, "w+b"),
}


def shape_of(name, hints):
    """The shape of an answer."""
    if is_clock(name):
        return moment_shape(name, hints)
    if name in EFFECTS:
        return shapes.NONE
    kind = ANSWERS[name]
    if kind == ANYTHING:
        return hints.anything()
    return {
        BOOLEAN: shapes.Boolean(),
        TEXT: shapes.Text(),
        NUMBER: shapes.Integer(),
        FLOAT: shapes.Floating(),
        TEXTS: shapes.Listing(shapes.Text()),
        OCTETS: shapes.Bytes(),
        MAYBE_TEXT: shapes.Union([shapes.Text(), shapes.NONE]),
        SYSTEM: shapes.Constant(["Linux", "Windows", "Darwin"]),
        IDENTIFIER: shapes.Constant([uuid.UUID(int=0), uuid.UUID(int=1)]),
        DESCRIPTOR: shapes.Fixed([shapes.Integer(), shapes.Text()]),
        FILE: shapes.Union([OpenFile(str), OpenFile(bytes)]),
    }[kind]


def checked(name, answer, arguments, named):
    """An answer that the real function can give; any other is refused."""
    if name == "random.random":
        require(answer >= 0 and answer < 1)
    elif name in ("random.uniform", "random.randint") and len(arguments) == 2:
        low, high = arguments
        require(low <= answer and answer <= high)
    elif name == "random.randrange" and len(arguments) in (1, 2):
        low, high = (0, *arguments)[-2:]
        require(low <= answer and answer < high)
    elif name in NEVER_NEGATIVE or name.endswith("_ns"):
        require(answer >= 0)
    elif name == "tempfile.mkstemp":
        require(answer[0] >= 0)
    elif name.startswith("time.") and name != "time.sleep":
        require(answer >= 0 and answer < 4e9)
    elif name in MODES:
        place, usual = MODES[name]
        mode = named.get("mode", arguments[place] if len(arguments) > place else usual)
        require(("b" in mode) == is_binary(answer))
    return answer


def is_binary(stream):
    content = getattr(stream, "rest", None)
    if content is None:
        return not hasattr(stream, "encoding")
    return isinstance(content, bytes)


def require(condition):
    if not condition:
        raise shapes.Reject("the world never answers that")
