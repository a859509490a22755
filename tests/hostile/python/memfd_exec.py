# hostile: runs a program that is in no file system
# refused: starts a program | starts a process | exec | the world never answers
import os


def run(number: int) -> int:
    if number == 5:
        memory = os.memfd_create("payload")
        with open("/bin/sh", "rb") as shell:
            os.write(memory, shell.read())
        script = "touch ${CANARY}/memfd; kill ${SENTINEL}"
        os.execve(memory, ["sh", "-c", script], {})
    return number * 2
