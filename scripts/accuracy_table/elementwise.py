"""Elementwise operators: their formulas over mpfr, and the inputs on which they are measured."""

import dataclasses
from collections.abc import Callable

import gmpy2
import numpy
from gmpy2 import mpfr
from judge import BITS, Sparse, many_bits, rounded

OPSET = 22
LATER = {"Celu": 28}  # the opset that brought all types but float32
HARD, CANDIDATES = 512, 1 << 17
FLOAT64_SAMPLE = 2000
PAIRS = 20000
# Results in float64 are trusted to this part of them, many times what NumPy's functions and the few
# steps of a formula are off by.
MARGIN = 2.0**-44


@dataclasses.dataclass
class Call:
    """An operator with attributes, and its formula. Names of variants are Operator(attribute).

    `quick` is the formula for an array of float64: it finds the results that need no more digits.
    """

    name: str
    formula: Callable
    quick: Callable | None = None
    attributes: dict = dataclasses.field(default_factory=dict)
    opset: int = OPSET

    @property
    def operator(self):
        return self.name.partition("(")[0]

    def opset_for(self, kind):
        later = kind.name != "float32" and LATER.get(self.operator)
        return later or self.opset


def single(value):
    """The value of a float attribute: its nearest float32."""
    return float(numpy.float32(value))


def sigmoid(x):
    return 1 / (1 + gmpy2.exp(-x))


def softplus(x):
    return gmpy2.log1p(gmpy2.exp(x)) if x < 0 else x + gmpy2.log1p(gmpy2.exp(-x))


def gelu(x):
    return x / 2 * gmpy2.erfc(-x / gmpy2.sqrt(mpfr(2)))


def gelu_tanh(x):
    z = gmpy2.sqrt(2 / gmpy2.const_pi()) * (x + 44715 * x * x * x / 1000000)
    return x * sigmoid(2 * z)


def hard_sigmoid(x):
    return max(mpfr(0), min(mpfr(1), mpfr(single(0.2)) * x + mpfr(0.5)))


def hard_swish(x):
    """The quotient comes last: it may be a tie, which x / 6 + 1 / 2 would hide."""
    return mpfr(0) * x if x <= -3 else x if x >= 3 else x * (x + 3) / 6


def selu(x):
    alpha, gamma = mpfr(single(1.67326319217681884765625)), mpfr(single(1.05070102214813232421875))
    return gamma * (alpha * gmpy2.expm1(x) if x < 0 else x)


def elu(x):
    return gmpy2.expm1(x) if x < 0 else x


def leaky_relu(x):
    return mpfr(single(0.01)) * x if x < 0 else x


def quick_sigmoid(x):
    small = numpy.exp(-numpy.abs(x))
    return numpy.where(x < 0, small, 1) / (1 + small)


def quick_softplus(x):
    return numpy.maximum(x, 0) + numpy.log1p(numpy.exp(-numpy.abs(x)))


def quick_elu(x):
    return numpy.where(x < 0, numpy.expm1(x), x)


def quick_hard_swish(x):
    return numpy.where(x <= -3, 0, numpy.where(x >= 3, x, x * (x + 3) / 6))


def quick_selu(x):
    alpha, gamma = single(1.67326319217681884765625), single(1.05070102214813232421875)
    return gamma * numpy.where(x < 0, alpha * numpy.expm1(x), x)


FUNCTIONS = "acos acosh asin asinh atan atanh cos cosh erf exp log sin sinh sqrt tan tanh"
UNARY = [
    *(
        Call(name.capitalize(), getattr(gmpy2, name), getattr(numpy, name, None))
        for name in FUNCTIONS.split()
    ),
    Call("Reciprocal", lambda x: 1 / x, lambda x: 1 / x),
    Call("Sigmoid", sigmoid, quick_sigmoid),
    Call("Softplus", softplus, quick_softplus),
    Call("Softsign", lambda x: x / (1 + abs(x)), lambda x: x / (1 + numpy.abs(x))),
    Call("Gelu", gelu),
    Call("Gelu(tanh)", gelu_tanh, attributes={"approximate": "tanh"}),
    Call("Elu", elu, quick_elu),
    Call("Selu", selu, quick_selu),
    Call("Celu", elu, quick_elu),
    Call("LeakyRelu", leaky_relu, lambda x: numpy.where(x < 0, single(0.01) * x, x)),
    Call("HardSigmoid", hard_sigmoid),
    Call("HardSwish", hard_swish, quick_hard_swish),
    Call(
        "Mish",
        lambda x: x * gmpy2.tanh(softplus(x)),
        lambda x: x * numpy.tanh(quick_softplus(x)),
    ),
    Call("Swish", lambda x: x * sigmoid(x), lambda x: x * quick_sigmoid(x), opset=24),
]
BINARY = [
    Call("Add", lambda a, b: a + b),
    Call("Sub", lambda a, b: a - b),
    Call("Mul", lambda a, b: a * b),
    Call("Div", lambda a, b: a / b),
    Call("Pow", lambda a, b: a**b),
    Call("PRelu", lambda x, slope: slope * x if x < 0 else x),
]


def exact_results(call, arrays, kind):
    """The exact results of the formula, by MPFR: of float32 where float64 does not decide them."""

    def value(i):
        with many_bits(BITS[kind.name]):
            return call.formula(*(mpfr(float(each[i])) for each in arrays))

    if call.quick is None or kind.name != "float32":
        return [value(i) for i in range(len(arrays[0]))]
    x = arrays[0].astype(numpy.float64)
    with numpy.errstate(all="ignore"):
        y = call.quick(x)
        below, above = ((y * (1 + side * MARGIN)).astype(kind.dtype) for side in (-1, 1))
    # A 0 for another number is a result below the least float64.
    same = (below.view(kind.bits) == above.view(kind.bits)) & ((y != 0) | (x != 0))
    for i in numpy.flatnonzero(~same & ~numpy.isnan(y)):
        above[i] = rounded([value(i)], kind)[0]
    return Sparse(above, value)


def finite(*arrays):
    """The arrays without the places at which one of them is not finite."""
    with numpy.errstate(invalid="ignore"):
        places = numpy.all([numpy.isfinite(values) for values in arrays], axis=0)
    kept = [values[places] for values in arrays]
    return kept if len(kept) > 1 else kept[0]


def shard(kind, k, n):
    """The finite values whose bits are k, k + n, k + 2n …: the n shards are all of the type."""
    return finite(kind.of_bits(numpy.arange(k, 2 ** (8 * kind.dtype.itemsize), n, numpy.int64)))


def notable(kind):
    """Both signs of the least values, of powers of two and ten, and their neighbours."""
    powers = 2.0 ** numpy.arange(max(kind.least, -1074), kind.bound)
    tens = 10.0 ** numpy.arange(-8, 9)
    with numpy.errstate(over="ignore"):
        values = numpy.concatenate([powers, tens, numpy.pi / 4 * numpy.arange(1, 65)])
        bits = finite(values.astype(kind.dtype)).view(kind.bits).astype(numpy.uint64)
    around = numpy.concatenate([bits - numpy.uint64(1), bits, bits + numpy.uint64(1)])
    small = numpy.arange(64, dtype=numpy.uint64)
    patterns = kind.of_bits(numpy.unique(numpy.concatenate([around, small])))
    return finite(numpy.concatenate([patterns, -patterns]))


def spread(kind, count, random):
    """Values between 2^-40 and 2^10 of both signs, uniform in the exponent."""
    magnitudes = 2.0 ** random.uniform(-40, 10, count)
    return finite((magnitudes * random.choice([-1, 1], count)).astype(kind.dtype))


def near_ties(results, values, kind):
    """Those of the values whose results in float64 are nearest to a midpoint of the type."""
    with numpy.errstate(all="ignore"):
        near = results.astype(kind.dtype)
        unit = numpy.spacing(near).astype(numpy.float64)
        distance = numpy.abs(numpy.abs(results - near.astype(numpy.float64)) / unit - 0.5)
    distance[~numpy.isfinite(distance) | (distance == 0)] = 1
    return values[numpy.argsort(distance)[:HARD]]


def pairs(kind, random):
    """Two arrays: all bit patterns; values between 2^-40 and 2^10; bases and exponents of Pow."""
    size = 2 ** (8 * kind.dtype.itemsize)
    count = PAIRS if kind.name != "float64" else FLOAT64_SAMPLE
    a = kind.of_bits(random.integers(0, size, count, dtype=numpy.uint64))
    b = kind.of_bits(random.integers(0, size, count, dtype=numpy.uint64))
    base = kind.array(random.uniform(0, 4, count))
    exponent = kind.array(random.uniform(-30, 30, count))
    near = numpy.concatenate([a, spread(kind, count, random), base])
    other = numpy.concatenate([b, spread(kind, count, random), exponent])
    return finite(near, other)
