"""The life of an order, from cart to delivery."""

from enum import Enum
from typing import Dict, List, Set


class State(Enum):
    """Where an order is."""

    NEW = "new"
    PAID = "paid"
    PACKED = "packed"
    SHIPPED = "shipped"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"
    RETURNED = "returned"


ALLOWED: Dict[State, Set[State]] = {
    State.NEW: {State.PAID, State.CANCELLED},
    State.PAID: {State.PACKED, State.CANCELLED},
    State.PACKED: {State.SHIPPED, State.CANCELLED},
    State.SHIPPED: {State.DELIVERED},
    State.DELIVERED: {State.RETURNED},
    State.CANCELLED: set(),
    State.RETURNED: set(),
}


class TransitionError(Exception):
    """An order cannot go where it was sent."""


def can_move(source: State, target: State) -> bool:
    """Tell whether an order may go from one state to another."""
    return target in ALLOWED[source]


def is_final(state: State) -> bool:
    """Tell whether an order stays in a state for good."""
    return not ALLOWED[state]


class Order:
    """An order with its amount, what was paid and where it is."""

    amount: int
    paid: int
    state: State
    days: int

    def __init__(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.amount = amount
        self.paid = 0
        self.state = State.NEW
        self.days = 0

    def move(self, target: State) -> None:
        """Go to another state."""
        if not can_move(self.state, target):
            raise TransitionError(self.state.value + " to " + target.value)
        self.state = target
        self.days = 0

    def pay(self, amount: int) -> int:
        """Pay a part or all; return what was paid too much."""
        if self.state is not State.NEW:
            raise TransitionError("not open for payment")
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.paid += amount
        if self.paid < self.amount:
            return 0
        excess = self.paid - self.amount
        self.paid = self.amount
        self.move(State.PAID)
        return excess

    def cancel(self) -> int:
        """Cancel and return the refund; packed orders cost a fee."""
        fee = 0
        if self.state is State.PACKED:
            fee = min(self.paid, 500)
        self.move(State.CANCELLED)
        refund = self.paid - fee
        self.paid = fee
        return refund

    def wait(self, days: int) -> State:
        """Let days pass: unpaid orders lapse, shipped ones arrive."""
        if days < 0:
            raise ValueError("time does not go back")
        self.days += days
        if self.state is State.NEW and self.days > 14:
            self.cancel()
        elif self.state is State.SHIPPED and self.days >= 3:
            self.move(State.DELIVERED)
        return self.state


def replay(amount: int, targets: List[State]) -> State:
    """Send a new order through states and return the last one."""
    order = Order(amount)
    for target in targets:
        if target is State.PAID:
            order.pay(amount)
        else:
            order.move(target)
    return order.state
