"""Random calls of operators for Hypothesis.

    @given(strategies.calls("Conv-22"))
    def test_conv(call):
        report = call.check(my_runtime(call.model, call.inputs))
        assert report, report
"""

from hypothesis import reject
from hypothesis import strategies as st

from . import _native
from ._cases import GeneratedCase
from ._errors import InvalidInput

_CHOICES = 64


@st.composite
def _drawn(draw: st.DrawFn, operator: str) -> GeneratedCase:
    # As many choices each time: a choice keeps its place while others shrink.
    choices = draw(st.lists(st.integers(0, 2**16 - 1), min_size=_CHOICES, max_size=_CHOICES))
    seed = draw(st.integers(0, 2**32 - 1))
    try:
        label, files = _native.guided_case(operator, choices, seed, _native.Settings())
    except InvalidInput:
        reject()  # the operator refused all that these choices lead to
    return GeneratedCase(files, label)


def calls(operator: str) -> st.SearchStrategy[GeneratedCase]:
    """Valid calls of an operator ("Conv") or of one of its versions ("Conv-22") with the right
    outputs, as `onnx_etalon.GeneratedCase`.

    They shrink towards default attributes, few and small dimensions, and elements of 0. Raises
    InvalidInput for an operator that does not exist, Unsupported for one that Etalon does not
    generate.
    """
    _native.drawn_cases(operator, 0, 0, _native.Settings())
    return _drawn(operator)
