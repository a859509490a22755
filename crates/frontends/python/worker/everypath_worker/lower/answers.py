"""What the engine asks of the lowered program, one question at a time."""

from .builder import Unsupported
from .entry import Entry
from .program import Program
from .solution import input_of


class Answering:
    """The lowered program of one unit."""

    def __init__(self, session):
        self.session = session
        self.program = None
        self.slots = []

    def answer(self, request):
        # What runs left behind is not what the module had.
        self.session.state.restore()
        try:
            return getattr(self, "answer_" + request["what"])(request)
        except Unsupported as error:
            return {"unsupported": str(error)}
        except RecursionError:
            return {"unsupported": "is nested too deep to be lowered"}
        except Exception as error:
            # A defect ends in a unit that is not followed, and is named.
            return {"unsupported": f"cannot be lowered: {type(error).__name__}: {error}"}

    def answer_unit(self, request):
        session = self.session
        unit = next(u for u in session.units if u.name == request["unit"])
        program = self.program = Program(session)
        program.unit = unit
        entry = Entry(program, unit)
        entry.has_promises = request["promises"]
        program.written[("entry",)] = entry.write()
        self.slots = entry.slots
        return {
            "entry": program.procedure_number(("entry",)),
            "inputs": entry.inputs,
            "leaves_out": entry.leaves_out,
            "only": entry.only,
        }

    def answer_receiver(self, request):
        """The entry that only makes the receiver of the unit."""
        program = self.program
        entry = Entry(program, program.unit)
        program.written[("receiver",)] = entry.write_receiver()
        return {
            "entry": program.procedure_number(("receiver",)),
            "inputs": entry.inputs,
            "leaves_out": entry.leaves_out,
            "only": entry.only,
        }

    def answer_procedure(self, request):
        return self.program.procedure(request["number"])

    def answer_class(self, request):
        return self.program.class_of(request["number"])

    def answer_subtype(self, request):
        return {"answer": self.program.is_subtype(request["number"], request["of"])}

    def answer_select(self, request):
        return {"procedure": self.program.select(request["number"], request["selector"])}

    def answer_object(self, request):
        number = request["number"]
        return {
            "class": self.program.object_class(number),
            "contents": self.program.object_contents(number),
        }

    def answer_input(self, request):
        """The input of a solution; the next run is led by its script."""
        found, self.session.script = input_of(self.program, self.slots, request["solution"])
        return found
