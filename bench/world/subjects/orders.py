"""Orders in a database."""

from dataclasses import dataclass


@dataclass
class Order:
    number: int
    customer: str
    total: int


class OrderDao:
    def __init__(self, connection):
        self.connection = connection

    def find(self, number):
        cursor = self.connection.cursor()
        cursor.execute("select number, customer, total from orders where number = ?", (number,))
        row = cursor.fetchone()
        if row is None:
            return None
        return Order(row[0], row[1], row[2])

    def all(self, customer=None):
        cursor = self.connection.cursor()
        if customer is None:
            cursor.execute("select number, customer, total from orders")
        else:
            cursor.execute("select ... where customer = ?", (customer,))
        return [Order(number, name, total) for number, name, total in cursor.fetchall()]

    def save(self, order: Order) -> bool:
        if order.total < 0:
            raise ValueError("negative total")
        cursor = self.connection.cursor()
        try:
            cursor.execute("insert into orders values (?, ?, ?)", (order.number,))
        except RuntimeError:
            self.connection.rollback()
            return False
        self.connection.commit()
        return cursor.rowcount == 1


def summary(orders):
    by_customer = {}
    for order in orders:
        if order.total == 0:
            continue
        by_customer[order.customer] = by_customer.get(order.customer, 0) + order.total
    best = None
    for customer, total in by_customer.items():
        if best is None or total > by_customer[best]:
            best = customer
    return best
