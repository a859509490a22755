# hostile: sets LD_PRELOAD and PYTHONSTARTUP for what comes after, and writes the library
# refused: writes a file
import os


def hook(enable: bool) -> str:
    if enable:
        with open("${CANARY}/hook.so", "wb") as file:
            file.write(b"\x7fELF")
        os.environ["LD_PRELOAD"] = "${CANARY}/hook.so"
        return "ESCAPED"
    return "off"
