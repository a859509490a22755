# hostile: unpickles bytes that run a command
# refused: starts a program | starts a process | os.system
import pickle

PAYLOAD = b"cposix\nsystem\n(S'touch ${CANARY}/pickled'\ntR."


def restore(version: int) -> str:
    if version == 2:
        return str(pickle.loads(PAYLOAD)) + "ESCAPED"
    return f"v{version}"
