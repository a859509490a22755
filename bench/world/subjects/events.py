"""Listeners that are told of events."""


class EventBus:
    def __init__(self):
        self.listeners = {}
        self.errors = []

    def subscribe(self, topic: str, listener) -> None:
        if not callable(listener):
            raise TypeError("a listener has to be callable")
        self.listeners.setdefault(topic, []).append(listener)

    def unsubscribe(self, topic: str, listener) -> bool:
        listeners = self.listeners.get(topic)
        if not listeners or listener not in listeners:
            return False
        listeners.remove(listener)
        if not listeners:
            del self.listeners[topic]
        return True

    def publish(self, topic: str, event) -> int:
        told = 0
        for listener in list(self.listeners.get(topic, ())):
            try:
                answer = listener(event)
            except Exception as error:
                self.errors.append(error)
                continue
            told += 1
            if answer is False:
                break
        return told


def dispatch(handlers, event):
    """Gives an event to the first handler that accepts it."""
    for handler in handlers:
        if not handler.accepts(event):
            continue
        result = handler.handle(event)
        if result is not None:
            return result
    return "unhandled"
