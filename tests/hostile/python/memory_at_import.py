# hostile: takes all the memory that it can get while it is imported
# exit: 0 3
HELD = [bytes(32 << 20) + bytes([number % 251]) for number in range(200)]


def half(number: int) -> int:
    if number < 0:
        return -1
    return number // 2
