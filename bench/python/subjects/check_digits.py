"""Check digits of card numbers, books and bank accounts."""


def digit(char: str) -> int:
    """Return the value of a decimal digit."""
    if len(char) != 1 or char < "0" or char > "9":
        raise ValueError("digit expected")
    return ord(char) - ord("0")


def luhn_valid(number: str) -> bool:
    """Check a card number; blanks between digits are ignored."""
    total = 0
    count = 0
    for char in reversed(number):
        if char == " ":
            continue
        value = digit(char)
        if count % 2 == 1:
            value *= 2
            if value > 9:
                value -= 9
        total += value
        count += 1
    return count >= 2 and total % 10 == 0


def luhn_digit(number: str) -> int:
    """Return the digit that makes a number valid at its end."""
    if not number:
        raise ValueError("empty number")
    for candidate in range(10):
        if luhn_valid(number + str(candidate)):
            return candidate
    raise ValueError("no digits")


def isbn10_valid(code: str) -> bool:
    """Check a ten-digit book number, whose last digit may be X."""
    code = code.replace("-", "")
    if len(code) != 10:
        return False
    total = 0
    for position, char in enumerate(code):
        if char == "X" and position == 9:
            value = 10
        elif "0" <= char <= "9":
            value = int(char)
        else:
            return False
        total += (10 - position) * value
    return total % 11 == 0


def ean13_digit(code: str) -> int:
    """Return the check digit of the twelve digits of a product number."""
    if len(code) != 12:
        raise ValueError("twelve digits expected")
    total = 0
    for position, char in enumerate(code):
        weight = 3 if position % 2 else 1
        total += weight * digit(char)
    return (10 - total % 10) % 10


def card_brand(number: str) -> str:
    """Name the brand of a card by its first digits and its length."""
    if not number.isdigit():
        return "invalid"
    if number[0] == "4" and len(number) in (13, 16):
        return "visa"
    if len(number) == 16 and "51" <= number[:2] <= "55":
        return "mastercard"
    if len(number) == 15 and number[:2] in ("34", "37"):
        return "amex"
    return "unknown"
