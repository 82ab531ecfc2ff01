"""What the specification says about an operator."""

from . import _native
from ._errors import complaint_of


class Text(str):
    """A text of several lines, which a console shows as it is."""

    def __repr__(self) -> str:
        return str(self)


def explain(operator: str) -> Text:
    """The versions of an operator ("Softmax"), or one of them ("Softmax-13"): inputs, outputs,
    attributes with defaults, types, changes, errata and cases. Raises InvalidInput for an operator
    that no domain has."""
    code, text, complaint = _native.command(["explain", "--", operator])
    if code:
        raise complaint_of(code, complaint)
    return Text(text)
