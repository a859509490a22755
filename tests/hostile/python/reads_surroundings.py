# hostile: returns the user, the home, the host and the directory that it runs in
import getpass
import os
import pathlib
import platform
import socket
import tempfile


def about(what: int) -> str:
    if what == 1:
        return getpass.getuser()
    if what == 2:
        return str(pathlib.Path.home())
    if what == 3:
        return platform.node() + socket.gethostname()
    if what == 4:
        return os.getcwd() + tempfile.gettempdir() + __file__
    return ""
