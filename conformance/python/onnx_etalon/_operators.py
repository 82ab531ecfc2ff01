"""Operators that are Python functions."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from . import _native
from ._errors import InvalidInput, Unsupported

Function = Callable[..., Any]

# The classes of an evaluator that runs, by domain and name.
_classes: ContextVar[dict[tuple[str, str], type]] = ContextVar("classes", default={})


def _listed(given: Any) -> Sequence[Any]:
    return given if isinstance(given, (list, tuple)) else [given]


def operator(domain: str, name: str, since_version: int = 1) -> Callable[[Function], Function]:
    """A decorator for a function that evaluates an operator of your own domain.

        @onnx_etalon.operator("my.domain", "LogAddExp", 1)
        def log_add_exp(a, b):
            return numpy.logaddexp(a, b)

    The function gets the node's inputs as arrays by position (None for an input that is left out)
    and its attributes by name, and returns an array or a list of arrays. Models with these nodes
    can be evaluated, compared and bisected like all others. Nothing is known of how the function
    rounds, so the tolerance decides about values computed from its results. Raises InvalidInput for
    an operator that Etalon has.
    """

    def add(function: Function) -> Function:
        if not callable(function):
            raise InvalidInput(f"{function!r} is not a function")

        def call(inputs: list, attributes: dict, outputs: int) -> Sequence[Any]:
            return _listed(function(*inputs, **attributes))

        _native.add_operator(domain, name, since_version, call)
        return function

    return add


def _evaluator_of(domain: str, name: str) -> Callable[[list, dict, int], Sequence[Any]]:
    def call(inputs: list, attributes: dict, outputs: int) -> Sequence[Any]:
        kind = _classes.get().get((domain, name))
        if kind is None:
            raise Unsupported(f"{domain}.{name} is an operator of another evaluator's new_ops")
        from onnx.helper import make_node

        node = make_node(
            name,
            ["" if each is None else f"input_{i}" for i, each in enumerate(inputs)],
            [f"output_{i}" for i in range(outputs)],
            domain=domain,
            **attributes,
        )
        settings = {"log": lambda *words: None, "opsets": {domain: 1}, "verbose": 0, "new_ops": None}
        return _listed(kind(node, settings).run(*inputs))

    return call


def known_classes(kinds: Sequence[type]) -> dict[tuple[str, str], type]:
    """Makes operators of classes as onnx.reference.op_run.OpRun's, which run within `evaluating`."""
    found = {}
    for kind in kinds:
        name = getattr(kind, "__name__", str(kind))
        if not (isinstance(kind, type) and callable(getattr(kind, "_run", None))):
            raise Unsupported(f"new_ops ({name}): it is not a class with _run, as those of OpRun are")
        key = (getattr(kind, "op_domain", ""), name)
        try:
            _native.add_operator(*key, 1, _evaluator_of(*key))
        except InvalidInput as known:
            raise Unsupported(f"new_ops ({name}): Etalon evaluates its own operators only") from known
        found[key] = kind
    return found


@contextmanager
def evaluating(kinds: dict[tuple[str, str], type]) -> Iterator[None]:
    token = _classes.set(kinds)
    try:
        yield
    finally:
        _classes.reset(token)
