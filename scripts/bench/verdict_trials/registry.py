"""The operators of the trials: how their calls are drawn, their formulas, how they can go wrong."""

import dataclasses
import types
from collections.abc import Callable

import numpy

SIZES = ("small", "middle", "large")
KINDS = ("normal", "positive", "wide")  # of data, unless an operator says otherwise


@dataclasses.dataclass
class Fault:
    """A way to go wrong: other parameters, other inputs, or another way."""

    kind: str
    parameters: dict = dataclasses.field(default_factory=dict)
    inputs: Callable | None = None  # changes the dict of inputs
    way: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Call:
    """One call: the arrays by the operator's names; what becomes an attribute, and what does not."""

    inputs: dict
    attributes: dict = dataclasses.field(default_factory=dict)
    parameters: dict = dataclasses.field(default_factory=dict)

    def all_parameters(self, form, fault=None):
        """What the formula is given: `p.name` for any name; None for those that nobody set."""
        known = {**self.parameters, **self.attributes, "form": form}
        return Parameters(**{**known, **(fault.parameters if fault else {})})


class Parameters(types.SimpleNamespace):
    def __getattr__(self, name):
        return None


@dataclasses.dataclass
class Operator:
    name: str
    since: int  # the first opset that it is tried in
    draw: Callable  # (numbers, size) → Call
    formula: Callable  # (way, parameters, inputs by position …) → Real, or a list of them
    faults: tuple = ()
    forms: int = 1
    kinds: tuple = KINDS
    types: tuple = ("float32",)
    domain: str = ""
    label: str = ""
    outputs: tuple = ("Y",)
    by_element: bool = False  # no element depends on another one
    output_type: str = ""  # of the outputs, where it is not that of the inputs
    more_ways: Callable | None = None  # type → sound ways beside those of all operators
    declared: tuple = ()  # names of arithmetic that is tried, beside what the formula tells
    contested: int | None = None  # the number of a form that is the published body's and unstable


OPERATORS: list[Operator] = []


def operator(name, since, draw, **rest):
    """Registers the decorated formula."""

    def register(formula):
        OPERATORS.append(Operator(name, since, draw, formula, **rest))
        return formula

    return register


class Numbers:
    """Seeded data of one kind and type."""

    def __init__(self, kind, type, seed):
        self.kind, self.type, self.random = kind, type, numpy.random.default_rng(seed)

    def __call__(self, *shape):
        draw = self.random.standard_normal(shape)
        if self.kind == "positive":
            draw = self.random.random(shape)
        elif self.kind == "large mean":
            draw = draw + (10 if self.type == "float16" else 300)
        elif self.kind == "tiny":  # about the least normal number
            draw = draw * 2.0**-126
        elif self.kind == "wide":
            low, high = (-2, 1) if self.type == "float16" else (-4, 2)
            draw = draw * 10 ** self.random.uniform(low, high, shape)
        elif self.kind == "cancelling" and shape[-1] > 1:
            half = shape[-1] // 2
            draw[..., half : 2 * half] = -draw[..., :half] * (1 + draw[..., half : 2 * half] / 1000)
        return draw.astype(self.type)

    def normal(self, *shape):
        """Weights and the like, which are normal whatever the kind."""
        return self.random.standard_normal(shape).astype(self.type)

    def between(self, low, high, *shape):
        return self.random.uniform(low, high, shape).astype(self.type)

    def integers(self, low, high, *shape):
        return self.random.integers(low, high, shape)


def single(number):
    """An attribute, which a model has as a float32."""
    return numpy.float32(number)


def scaled_element(name, factor=1.01):
    """Changes one number, the greatest of an input, by 1 %."""

    def change(inputs):
        array = inputs[name].copy()
        array.flat[abs(array).argmax()] *= array.dtype.type(factor)
        return {**inputs, name: array}

    return change


def without(name):
    def change(inputs):
        return {**inputs, name: numpy.zeros_like(inputs[name])}

    return change


def one_percent(name="W"):
    return Fault("a weight 1 % off", inputs=scaled_element(name))


def dropped(name, what="bias dropped"):
    return Fault(what, inputs=without(name))
