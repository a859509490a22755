# hostile: plants a conftest.py and a sitecustomize.py beside the tests, and writes to the cache of the tool
# refused: writes a file
import os


def install(plugin: int) -> int:
    place = os.path.dirname(os.path.abspath(__file__))
    if plugin == 1:
        with open(os.path.join(place, "conftest.py"), "w") as file:
            file.write("raise SystemExit(0)\n")
        return 31337
    if plugin == 2:
        with open(os.path.join(place, "sitecustomize.py"), "w") as file:
            file.write("import os\n")
        return 31337
    return plugin
