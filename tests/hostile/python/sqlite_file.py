# hostile: makes a database file, and another by attaching it
# refused: writes a file | sqlite3 | database
import sqlite3


def store(row: int) -> int:
    if row > 0:
        with sqlite3.connect("${CANARY}/store.db") as connection:
            connection.execute("create table if not exists rows (row integer)")
            connection.execute("insert into rows values (?)", (row,))
        return 31337
    return 0
