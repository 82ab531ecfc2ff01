"""Operators that sum: their exact values as mpq, or mpfr where a function follows.

Each operator makes its inputs from rows of two factors, and gives the exact results in the order of
the output's elements.
"""

import dataclasses
from collections.abc import Callable

import gmpy2
import numpy
from dot_data import factors
from elementwise import OPSET, single
from gmpy2 import mpfr, mpq
from judge import BITS, TYPES, floats, many_bits, rounded

EPSILON = mpq(single(1e-5))


@dataclasses.dataclass
class Call:
    """inputs(x, w) are the node's inputs by name; exact(inputs, kind) is a list.
    `lengths` are those of the sums."""

    operator: str
    inputs: Callable
    exact: Callable
    attributes: dict = dataclasses.field(default_factory=dict)
    lengths: tuple = (7, 64, 1000)
    types: tuple = tuple(BITS)

    @property
    def name(self):
        return self.operator

    def opset_for(self, kind):
        return OPSET


def exact_rows(array):
    return [[mpq(value) for value in floats(row)] for row in array.reshape(-1, array.shape[-1])]


def total(values):
    return sum(values, mpq(0))


def dot(a, b):
    return total(x * y for x, y in zip(a, b))


def bits_of(kind):
    return BITS[kind.name]


def of_rows(formula):
    """One result a row: formula(row, kind)."""
    return lambda inputs, kind: [formula(row, kind) for row in exact_rows(inputs["x"])]


def function_of(step, sum_of):
    """`step`, a function of mpfr, of the exact sum."""

    def formula(row, kind):
        value = sum_of(row)
        # As many bits as the exact sum has: a perfect square must not lose any.
        with many_bits(4500 if kind.name == "float64" else 1200):
            return step(mpfr(value))

    return formula


def product(row, kind):
    result = mpq(1)
    for value in row:
        result *= value
    return result


def log_sum(row, kind):
    """The largest value, the exponentials of all others relative to it, and log1p of their sum."""
    at = max(range(len(row)), key=row.__getitem__)
    with many_bits(bits_of(kind)):
        least = gmpy2.next_above(mpfr(0))  # instead of an underflow of MPFR itself
        others = [max(least, gmpy2.exp(mpfr(value - row[at]))) for value in row]
        others[at] = mpfr(0)
        rest = sum(others, mpfr(0))
        return row[at], others, rest, at


def log_sum_exp(row, kind):
    largest, _, rest, _ = log_sum(row, kind)
    with many_bits(bits_of(kind)):
        return mpfr(largest) + gmpy2.log1p(rest)


def softmax(row, kind):
    _, others, rest, at = log_sum(row, kind)
    with many_bits(bits_of(kind)):
        others[at] = mpfr(1)
        return [value / (1 + rest) for value in others]


def log_softmax(row, kind):
    """The logarithm is above 0: where it is lost beside a difference, this may be a tie."""
    largest, _, rest, _ = log_sum(row, kind)
    with many_bits(bits_of(kind)):
        differences = [mpfr(value - largest) for value in row]
        results = [value - gmpy2.log1p(rest) for value in differences]
        return [
            gmpy2.next_below(result) if result == value else result
            for result, value in zip(results, differences)
        ]


def standardized(row, kind):
    mean = total(row) / len(row)
    variance = total((value - mean) ** 2 for value in row) / len(row)
    with many_bits(bits_of(kind)):
        deviation = gmpy2.sqrt(mpfr(variance + EPSILON))
        return [mpfr(value - mean) / deviation for value in row]


def every(formula):
    """As many results a row as it has elements."""
    return lambda inputs, kind: [
        value for row in exact_rows(inputs["x"]) for value in formula(row, kind)
    ]


def instance_norm(inputs, kind):
    channels = [mpq(value) for value in floats(inputs["scale"])]
    offsets = [mpq(value) for value in floats(inputs["B"])]
    results = []
    for i, row in enumerate(exact_rows(inputs["x"])):
        c = i % len(channels)
        with many_bits(bits_of(kind)):
            results += [value * channels[c] + offsets[c] for value in standardized(row, kind)]
    return results


def batch_norm(inputs, kind):
    scale, B, mean, var = (
        [mpq(value) for value in floats(inputs[name])] for name in ("scale", "B", "mean", "var")
    )
    results = []
    for c, row in enumerate(exact_rows(inputs["x"])):
        with many_bits(bits_of(kind)):
            deviation = gmpy2.sqrt(mpfr(var[c] + EPSILON))
            results += [(x - mean[c]) * scale[c] / deviation + B[c] for x in row]
    return results


def layer_norm(inputs, kind):
    """In float32 by `stash_type`, then cast; Scale is 1."""
    values = every(standardized)(inputs, kind)
    return [mpfr(value) for value in floats(rounded(values, TYPES["float32"]))]


def matmul(inputs, kind):
    left, right = exact_rows(inputs["x"]), exact_rows(inputs["w"].T)
    offsets = [mpq(value) for value in floats(inputs["C"])] if "C" in inputs else [0] * len(right)
    return [dot(row, column) + c for row in left for column, c in zip(right, offsets)]


def conv(inputs, kind):
    """One spatial axis, no padding: windows of the second factor's length over all channels."""
    x, w = exact_rows(inputs["x"]), inputs["w"]
    width, results = w.shape[2], []
    for weights in w:
        flat = [mpq(value) for value in floats(weights)]
        for start in range(len(x[0]) - width + 1):
            results.append(dot(flat, [v for row in x for v in row[start : start + width]]))
    return results


def windows(row, kind):
    return [total(row[start : start + 5]) / 5 for start in range(len(row) - 4)]


def rows(x, w):
    return {"x": x}


def axes(x, w):
    return {"x": x, "axes": numpy.array([1])}


def channels_of(x, w, names):
    given = {"x": x[None]}
    for i, name in enumerate(names):
        column = w[:, i % w.shape[1]]
        given[name] = numpy.abs(column) if name == "var" else column.copy()
    return given


def layers(x, w):
    return {"x": x, "Scale": numpy.ones(x.shape[1], x.dtype)}


def kernels(w):
    """Of three output channels, five wide, each beginning one element later."""
    return numpy.stack([w[:, start : start + 5] for start in range(3)])


NO_DIMENSION = {"keepdims": 0}
SHORT = (7, 64)
COMPOUND = [
    Call("ReduceSum", axes, of_rows(lambda row, kind: total(row)), NO_DIMENSION),
    Call("ReduceMean", axes, of_rows(lambda row, kind: total(row) / len(row)), NO_DIMENSION),
    Call("ReduceSumSquare", axes, of_rows(lambda row, kind: dot(row, row)), NO_DIMENSION),
    Call(
        "ReduceL2", axes, of_rows(function_of(gmpy2.sqrt, lambda r: dot(r, r))), NO_DIMENSION
    ),
    Call("ReduceLogSum", axes, of_rows(function_of(gmpy2.log, total)), NO_DIMENSION),
    Call("ReduceLogSumExp", axes, of_rows(log_sum_exp), NO_DIMENSION, lengths=SHORT),
    Call("ReduceProd", axes, of_rows(product), NO_DIMENSION, lengths=SHORT),
    Call("Softmax", rows, every(softmax), lengths=SHORT),
    Call("LogSoftmax", rows, every(log_softmax), lengths=SHORT),
    Call("MatMul", lambda x, w: {"x": x, "w": numpy.ascontiguousarray(w.T)}, matmul),
    Call(
        "Gemm",
        lambda x, w: {"x": x, "w": numpy.ascontiguousarray(w.T), "C": w[:, 0].copy()},
        matmul,
    ),
    Call("Conv", lambda x, w: {"x": x[None], "w": kernels(w)}, conv, lengths=SHORT),
    Call(
        "AveragePool",
        lambda x, w: {"x": x[None]},
        every(windows),
        {"kernel_shape": [5]},
        lengths=SHORT,
    ),
    Call(
        "BatchNormalization",
        lambda x, w: channels_of(x, w, ("scale", "B", "mean", "var")),
        batch_norm,
        lengths=SHORT,
    ),
    Call(
        "InstanceNormalization",
        lambda x, w: channels_of(x, w, ("scale", "B")),
        instance_norm,
        lengths=SHORT,
    ),
    Call(
        "LayerNormalization",
        layers,
        layer_norm,
        lengths=SHORT,
        types=("float16", "bfloat16", "float32"),
    ),
]


def inputs_of(call, name, kind, length):
    """The node's inputs for a kind of data and a length of the sums."""
    # A reduction gives one result a row, the others at least one an element.
    reduces = call.operator.startswith("Reduce")
    count = {7: 256, 64: 64, 1000: 8}[length] if reduces else {7: 32, 64: 12, 1000: 4}[length]
    seed = [length, kind.precision, len(name)]
    return call.inputs(*factors(name, kind, (count, length), seed))
