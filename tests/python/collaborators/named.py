"""What is given by names that cannot be written as names, and fields that are looked at early."""


class Request:
    def __init__(self, definition):
        self.operation = definition["operation"]


class Action:
    def __init__(self, name, definition):
        self.name = name
        self.request = None
        if "request" in definition:
            self.request = Request(definition["request"])


class Collection:
    def __init__(self, model):
        self._model = model
        self._operation = model.request.operation
        self._name = model.name

    def kind(self):
        if self._model.request.operation == "list":
            return "many"
        return "one"


def send(client, options: dict):
    given = {}
    for key in options:
        given[key] = 1
    if client.send(**given):
        return "sent"
    return "kept"
