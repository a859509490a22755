"""How a run can end that is no doing of the subject's."""


class Ending(BaseException):
    """What the subject does not catch with its errors, and what is no error of its own."""
