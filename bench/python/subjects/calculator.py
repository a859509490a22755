"""A calculator for integer expressions."""

from typing import List, Tuple

Token = Tuple[str, int]


def tokenize(text: str) -> List[Token]:
    """Split an expression into numbers and signs."""
    tokens: List[Token] = []
    position = 0
    while position < len(text):
        char = text[position]
        if char == " ":
            position += 1
        elif "0" <= char <= "9":
            value = 0
            while position < len(text) and "0" <= text[position] <= "9":
                value = value * 10 + int(text[position])
                position += 1
            tokens.append(("number", value))
        elif char in "+-*/%()":
            tokens.append((char, 0))
            position += 1
        else:
            raise ValueError("unexpected character")
    return tokens


class Parser:
    """A recursive-descent parser that evaluates as it reads."""

    tokens: List[Token]
    position: int

    def __init__(self, tokens: List[Token]) -> None:
        self.tokens = tokens
        self.position = 0

    def peek(self) -> str:
        """Return the kind of the next token, or nothing at the end."""
        if self.position < len(self.tokens):
            return self.tokens[self.position][0]
        return ""

    def expression(self) -> int:
        """Read terms joined by + and -."""
        value = self.term()
        while self.peek() in ("+", "-"):
            sign = self.peek()
            self.position += 1
            right = self.term()
            if sign == "+":
                value += right
            else:
                value -= right
        return value

    def term(self) -> int:
        """Read factors joined by *, / and %."""
        value = self.factor()
        while self.peek() in ("*", "/", "%"):
            sign = self.peek()
            self.position += 1
            right = self.factor()
            if sign == "*":
                value *= right
            elif right == 0:
                raise ZeroDivisionError("division by zero")
            elif sign == "/":
                value //= right
            else:
                value %= right
        return value

    def factor(self) -> int:
        """Read a number, a negated factor or an expression in brackets."""
        kind = self.peek()
        if kind == "":
            raise ValueError("expression ends too early")
        token = self.tokens[self.position]
        self.position += 1
        if kind == "number":
            return token[1]
        if kind == "-":
            return -self.factor()
        if kind == "(":
            value = self.expression()
            if self.peek() != ")":
                raise ValueError("bracket not closed")
            self.position += 1
            return value
        raise ValueError("number expected")


def evaluate(text: str) -> int:
    """Return the value of an expression."""
    parser = Parser(tokenize(text))
    value = parser.expression()
    if parser.peek():
        raise ValueError("text after the expression")
    return value
