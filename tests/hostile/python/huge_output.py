# hostile: prints without end, and returns a text of many megabytes
def dump(rows: int) -> str:
    if rows == 6:
        for _ in range(200):
            print("y" * (1 << 20))
    if rows == 7:
        return "z" * (60 << 20)
    return str(rows)
