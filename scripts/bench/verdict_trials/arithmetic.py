"""Arithmetic as runtimes do it: the same formula, evaluated in different ways.

A formula is written over `Real`, an array of numbers that a `Way` has. The way decides what type
each operation is rounded to, in which order sums are taken, whether a product and the addition after
it are rounded together, and how far functions are off. `Way(exact=True)` rounds to 64 bits, which
takes the place of the exact result.

Operations of float16 and float32 are evaluated in float64 and rounded, which gives the same as the
type's own arithmetic for +, −, ×, ÷, √ and a fused multiplication and addition of float16 (of
float32 but for rare ties); those of float64 in the processor's extended type.
"""

import dataclasses
import math

import gmpy2
import numpy

WIDEST = numpy.longdouble
UNITS = {"float16": 2.0**-11, "float32": 2.0**-24, "float64": 2.0**-53}


def has_extended_type():
    return numpy.finfo(WIDEST).nmant >= 63


@dataclasses.dataclass
class Way:
    """How an operator is evaluated. The first part is sound, the second one is not."""

    name: str = ""
    type: str = "float32"
    exact: bool = False  # to 64 bits
    order: str = "in order"  # or "reversed", "random", "pairwise", "blocks"
    lanes: int = 1  # partial sums, taken in turn, as vectors have them; "blocks": a block's length
    fused: bool = False  # multiply and add with one rounding
    wide_sums: bool = False  # sums in a wider type, rounded once
    once: bool = False  # everything in a wider type, rounded once
    ulps: int = 0  # functions are off by so many ULP, beside the rounding to nearest
    side: int = 0  # 0: at random; 1, −1: all to one side
    reciprocal: bool = False  # x·(1/s) for x/s
    bias_first: bool = False  # a sum begins with its bias
    form: int = 0  # which of the operator's forms
    winograd: int = 0  # convolutions of 3×3 kernels by F(2, 3), F(4, 3) or F(6, 3)
    seed: int = 0

    # What a runtime declares.
    cuts: bool = False  # factor_bits towards 0
    half_factors: bool = False  # factors of products are rounded to float16
    relative: float = 0  # exp, tanh, erf, the sigmoid, 1/x and 1/√x are off by as much of the result
    fixed_point: bool = False  # integers are rescaled by 31 bits, ties away from 0
    flushes: float = 0  # smaller inputs and results become 0
    # What runtimes do that declare nothing of it.
    split: bool = False  # each factor as two of TF32, of whose products three are added
    strassen: int = 0  # matrix products by so many levels of Strassen's algorithm
    fourier: bool = False  # convolutions by Fourier transforms

    sum_type: str = ""  # sums are rounded to this type
    factor_bits: int = 0  # factors of products are cut to so many bits
    function_errors: dict = dataclasses.field(default_factory=dict)  # name: approximation
    quotient_bits: int = 0  # reciprocals have so many bits
    root_bits: int = 0  # square roots have so many bits
    flush: float = 0  # smaller inputs become 0
    drop_last: bool = False  # sums lack their last addend

    def __post_init__(self):
        self.used = set()  # "sum", "product", "division", and functions' names
        self.random = numpy.random.default_rng(self.seed)
        self.wide = WIDEST if self.exact or self.type == "float64" else numpy.float64

    def rounded(self, values, kind=""):
        if self.exact or self.once:
            return values
        near = values.astype(kind or self.type).astype(self.wide)
        return flushed(near, self.flushes) if self.flushes else near

    def given(self, array):
        """An input, which has the way's type or one that holds no more."""
        values = array.astype(self.wide)
        if self.flush:
            values = numpy.where(abs(values) < self.flush, self.wide(0), values)
        return Real(flushed(values, self.flushes) if self.flushes else values, self)

    def constant(self, number):
        return Real(self.rounded(numpy.asarray(number, self.wide)), self)

    def function(self, name, values):
        """The function of that name of the numbers, which need not be rounded."""
        self.used.add(name)
        if name in self.function_errors:
            return Real(self.rounded(self.function_errors[name](values)), self)
        y = FUNCTIONS[name](values)
        if name == "sqrt" and self.root_bits:
            return Real(self.rounded(cut(y, self.root_bits)), self)
        if self.relative and name in APPROXIMATED:
            return Real(self.rounded(self.off_by_a_part(y)), self)
        near = self.rounded(y)
        if name == "sqrt" or not self.ulps or self.exact or self.once:
            return Real(near, self)
        return Real(self.shifted(name, near, y), self)

    def off_by_a_part(self, y):
        """Results that the type holds are exact."""
        off = y * (1 + self.relative * self.random.uniform(-1, 1, y.shape))
        return numpy.where(self.rounded(y) == y, y, off)

    def shifted(self, name, near, y):
        """Results up to so many ULP off, where the function's value is not a number of the type."""
        ulps = min(self.ulps, MOST_ULPS.get(name, self.ulps))
        steps = numpy.full(near.shape, self.side * ulps)
        if not self.side:
            steps = self.random.integers(-ulps, ulps + 1, near.shape)
        spacing = self.spacing(y)
        moved = self.rounded(near + steps * spacing)
        too_far = abs(moved - y) > ulps * spacing
        moved = numpy.where(too_far, self.rounded(moved - numpy.sign(steps) * spacing), moved)
        moved = numpy.clip(moved, *RANGES.get(name, (-numpy.inf, numpy.inf)))
        return numpy.where((near == y) | ~numpy.isfinite(near), near, moved)

    def spacing(self, values):
        """An ULP: the distance of the type's numbers on both sides of each value."""
        limits = numpy.finfo(self.type)
        exponents = numpy.frexp(values)[1] - limits.nmant - 1
        return numpy.ldexp(self.wide(1), numpy.maximum(exponents, limits.minexp - limits.nmant))

    def total(self, terms, factors=None, bias=None):
        """Σ terms, or Σ terms·factors, over the first axis; plus a bias."""
        self.used.add("sum")
        if factors is None:
            factors = numpy.ones((), self.wide)
        else:
            self.used.add("product")
        if self.factor_bits or self.half_factors:
            terms, factors = self.factor(terms), self.factor(factors)
        if self.split and factors.ndim:
            terms, factors = split_products(terms, factors)
        terms, factors = numpy.broadcast_arrays(terms, factors)
        if self.drop_last and bias is None and len(terms) > 1:
            terms, factors = terms[:-1], factors[:-1]
        if self.exact or self.once or self.wide_sums:
            sums = (terms.astype(self.wide) * factors).sum(0)
            return self.rounded(sums if bias is None else sums + bias)
        if bias is not None and self.bias_first:
            first = numpy.broadcast_to(bias, terms.shape[1:])[None]
            terms = numpy.concatenate([first, terms])
            factors = numpy.concatenate([numpy.ones_like(first), factors])
        sums = self.added(terms, factors)
        return sums if bias is None or self.bias_first else self.step(sums + bias)

    def factor(self, values):
        if self.half_factors:
            return values.astype("float16").astype(self.wide)
        return cut(values, self.factor_bits, numpy.trunc if self.cuts else numpy.rint)

    def step(self, values):
        return self.rounded(values, self.sum_type)

    def added(self, terms, factors):
        if len(terms) == 0:
            return numpy.zeros(terms.shape[1:], self.wide)
        if self.order == "pairwise":
            return self.by_pairs(self.rounded(terms * factors))
        order = numpy.arange(len(terms))
        if self.order == "reversed":
            order = order[::-1]
        elif self.order == "random":
            order = self.random.permutation(order)
        lanes = self.lanes if self.order != "blocks" else -(-len(order) // self.lanes)
        steps = -(-len(order) // lanes)
        padded = numpy.full(steps * lanes, -1)
        padded[: len(order)] = order
        chains = padded.reshape(steps, lanes)
        if self.order == "blocks":
            chains = padded.reshape(lanes, steps).T
        sums = self.chained(terms, factors, chains)
        if self.order != "blocks":
            return self.by_pairs(sums)
        return self.chained(sums, numpy.ones_like(sums), numpy.arange(lanes)[:, None])[0]

    def chained(self, terms, factors, chains):
        """A sum for each column of `chains`, which has the terms' numbers, or −1 for none."""
        sums = None
        for row in chains:
            there = (row >= 0).reshape(-1, *[1] * (terms.ndim - 1))
            products = numpy.where(there, terms[row] * factors[row], 0)
            products = products if self.fused else self.rounded(products)
            sums = self.step(products) if sums is None else self.step(sums + products)
        return sums

    def by_pairs(self, sums):
        while len(sums) > 1:
            if len(sums) % 2:
                sums = numpy.concatenate([sums, numpy.zeros_like(sums[:1])])
            sums = self.step(sums[0::2] + sums[1::2])
        return sums[0]


class Real:
    """Numbers that a way has, with its operations."""

    __array_ufunc__ = None  # so that NumPy's numbers leave the operation to the right side

    def __init__(self, values, way):
        self.values, self.way = values, way

    def other(self, number):
        return number if isinstance(number, Real) else self.way.constant(number)

    def __add__(self, other):
        return Real(self.way.rounded(self.values + self.other(other).values), self.way)

    def __sub__(self, other):
        return Real(self.way.rounded(self.values - self.other(other).values), self.way)

    def __mul__(self, other):
        return Real(self.way.rounded(self.values * self.other(other).values), self.way)

    def __truediv__(self, other):
        way, divisor = self.way, self.other(other)
        way.used.add("division")
        if way.relative:
            inverse = way.rounded(way.off_by_a_part(1 / divisor.values))
            return Real(way.rounded(self.values * inverse), way)
        if way.quotient_bits:
            inverse = cut(1 / divisor.values, way.quotient_bits)
            return Real(way.rounded(self.values * inverse), way)
        if way.reciprocal:
            return self * Real(way.rounded(1 / divisor.values), way)
        return Real(way.rounded(self.values / divisor.values), way)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return self.other(other) - self

    def __rtruediv__(self, other):
        return self.other(other) / self

    def __neg__(self):
        return Real(-self.values, self.way)

    def __abs__(self):
        return Real(abs(self.values), self.way)

    def __getitem__(self, index):
        return Real(self.values[index], self.way)

    @property
    def shape(self):
        return self.values.shape

    def moved(self, change, *arguments, **named):
        """The numbers where a function of NumPy puts them."""
        return Real(change(self.values, *arguments, **named), self.way)

    def reshape(self, *shape):
        return self.moved(numpy.reshape, shape)


def joined(parts, axis=0):
    return Real(numpy.concatenate([part.values for part in parts], axis), parts[0].way)


def stacked(parts, axis=0):
    return Real(numpy.stack([part.values for part in parts], axis), parts[0].way)


def maximum(x, y):
    return Real(numpy.maximum(x.values, x.other(y).values), x.way)


def minimum(x, y):
    return Real(numpy.minimum(x.values, x.other(y).values), x.way)


def where(condition, x, y):
    return Real(numpy.where(condition, x.values, y.values), x.way)


def positive(x):
    return x.values > 0


def multiplied_and_added(x, y, z):
    """x·y + z, with one rounding if the way is fused."""
    way, z = x.way, x.other(z)
    if way.fused:
        return Real(way.rounded(x.values * x.other(y).values + z.values), way)
    return x * y + z


def in_front(x, axes):
    """The values with these axes in front, joined to one."""
    axes = [axis % x.values.ndim for axis in axes]
    values = numpy.moveaxis(x.values, axes, range(len(axes)))
    return values.reshape(-1, *values.shape[len(axes) :])


def back(values, x, axes):
    """A result for each set of `axes`, which it keeps with the length 1."""
    axes = {axis % x.values.ndim for axis in axes}
    kept = [1 if i in axes else n for i, n in enumerate(x.shape)]
    return Real(values.reshape(kept), x.way)


def sum_over(x, axes):
    return back(x.way.total(in_front(x, axes)), x, axes)


def sum_of_products(x, y, axes):
    return back(x.way.total(in_front(x, axes), in_front(y, axes)), x, axes)


def max_over(x, axes):
    return back(in_front(x, axes).max(0), x, axes)


def matmul(a, b, bias=None):
    """A matrix product of stacks, plus a bias."""
    if a.way.strassen and a.values.ndim == 2:
        product = strassen(a, b, a.way.strassen)
        return product if bias is None else product + bias
    left = numpy.moveaxis(a.values[..., None], -2, 0)
    right = numpy.moveaxis(b.values[..., None, :, :], -2, 0)
    return Real(a.way.total(left, right, None if bias is None else bias.values), a.way)


def strassen(a, b, levels):
    """A product of matrices, padded to even sizes, by seven products of quarters."""
    if levels == 0 or min(*a.shape, b.shape[1]) < 2:
        return plain(a, b)
    rows, columns = a.shape[0], b.shape[1]
    a, b = (m.moved(numpy.pad, [(0, n % 2) for n in m.shape]) for m in (a, b))
    (a11, a12), (a21, a22) = quarters(a)
    (b11, b12), (b21, b22) = quarters(b)
    m1 = strassen(a11 + a22, b11 + b22, levels - 1)
    m2 = strassen(a21 + a22, b11, levels - 1)
    m3 = strassen(a11, b12 - b22, levels - 1)
    m4 = strassen(a22, b21 - b11, levels - 1)
    m5 = strassen(a11 + a12, b22, levels - 1)
    m6 = strassen(a21 - a11, b11 + b12, levels - 1)
    m7 = strassen(a12 - a22, b21 + b22, levels - 1)
    upper = joined([m1 + m4 - m5 + m7, m3 + m5], 1)
    lower = joined([m2 + m4, m1 - m2 + m3 + m6], 1)
    return joined([upper, lower])[:rows, :columns]


def plain(a, b):
    return Real(a.way.total(a.values.T[..., None], b.values[:, None]), a.way)


def quarters(m):
    rows, columns = m.shape[0] // 2, m.shape[1] // 2
    return [[m[r, c] for c in (slice(0, columns), slice(columns, None))]
            for r in (slice(0, rows), slice(rows, None))]


def named_function(name):
    return lambda x: x.way.function(name, x.values)


exp, expm1, log, log1p, sqrt, sigmoid, erf = map(
    named_function, "exp expm1 log log1p sqrt sigmoid erf".split()
)
sin, cos, tan, atan, sinh, cosh, tanh, asinh = map(
    named_function, "sin cos tan atan sinh cosh tanh asinh".split()
)


def power(x, y):
    """x^y, off like a function of one argument."""
    way, values = x.way, numpy.broadcast_arrays(x.values, x.other(y).values)
    if "pow" in way.function_errors:  # of the logarithm, rounded to the type
        return exp(x.other(y) * log(x))
    return way.function("pow", numpy.stack(values))


def exact_erf(values):
    if values.dtype != WIDEST:
        return numpy.vectorize(math.erf, otypes=[float])(values)
    result = numpy.empty(values.shape, WIDEST)
    with gmpy2.context(gmpy2.get_context(), precision=100):
        for place, x in numpy.ndenumerate(values):
            high = float(x)
            y = gmpy2.erf(gmpy2.mpfr(high) + gmpy2.mpfr(float(x - WIDEST(high))))
            result[place] = WIDEST(float(y)) + WIDEST(float(y - float(y)))
    return result


def exact_sigmoid(x):
    small = numpy.exp(-abs(x))
    return numpy.where(x >= 0, 1 / (1 + small), small / (1 + small))


FUNCTIONS = {
    "exp": numpy.exp, "expm1": numpy.expm1, "log": numpy.log, "log1p": numpy.log1p,
    "sqrt": numpy.sqrt, "tanh": numpy.tanh, "sigmoid": exact_sigmoid, "erf": exact_erf,
    "sin": numpy.sin, "cos": numpy.cos, "tan": numpy.tan, "atan": numpy.arctan,
    "sinh": numpy.sinh, "cosh": numpy.cosh, "asinh": numpy.arcsinh,
    "pow": lambda both: numpy.power(*both),
}
APPROXIMATED = {"exp", "tanh", "erf", "sigmoid", "sqrt"}
# What OpenCL 3.0 (full profile) allows of float32, where it is less than 4 ULP; it has no sigmoid.
MOST_ULPS = {"exp": 3, "expm1": 3, "log": 3, "log1p": 2, "sigmoid": 3}
RANGES = {
    "expm1": (-1, numpy.inf), "tanh": (-1, 1), "erf": (-1, 1), "sigmoid": (0, 1), "sin": (-1, 1),
    "cos": (-1, 1),
}


def cut(values, bits, rounded=numpy.rint):
    """Rounded to so many bits of the significand, in the type of the values."""
    fraction, exponent = numpy.frexp(values)
    return numpy.ldexp(rounded(numpy.ldexp(fraction, bits)), exponent - bits)


def flushed(values, least):
    return numpy.where(abs(values) < least, values.dtype.type(0), values)


def split_products(terms, factors):
    """The products of the upper and lower parts of factors, but for that of both lower ones."""
    terms, factors = numpy.broadcast_arrays(terms, factors)
    (a, a_rest), (b, b_rest) = (split(values) for values in (terms, factors))
    return numpy.concatenate([a_rest, a, a]), numpy.concatenate([b, b_rest, b])


def split(values):
    upper = cut(values, 11)
    return upper, cut(values - upper, 11)


def table(function, limit, step):
    """Linear interpolation between the values at multiples of a step, constant beyond a limit."""
    places = numpy.arange(-limit, limit + step / 2, step)
    heights = function(places)
    return lambda x: numpy.interp(x.astype(float), places, heights).astype(x.dtype)


def rational_erf(x):
    """Abramowitz and Stegun, 7.1.25: off by up to 2.5e-5."""
    t = 1 / (1 + 0.47047 * abs(x))
    y = 1 - t * (0.3480242 + t * (-0.0958798 + t * 0.7478556)) * numpy.exp(-x * x)
    return numpy.copysign(y, x)


def short_exp(x):
    """2^n times a polynomial of degree 4: off by 3e-6 of the result."""
    y = x / numpy.log(x.dtype.type(2))
    whole = numpy.rint(y)
    return numpy.ldexp(SHORT_EXP((y - whole).astype(float)).astype(x.dtype), whole.astype(int))


def short_log(x):
    """A table of 256 logarithms with linear interpolation: off by 2e-6."""
    fraction, exponent = numpy.frexp(x)
    places = 0.5 + numpy.arange(257) / 512
    parts = numpy.interp(fraction.astype(float), places, numpy.log(places))
    return exponent * numpy.log(x.dtype.type(2)) + parts


def fitted(function, degree):
    places = numpy.cos(numpy.pi * (numpy.arange(200) + 0.5) / 200) / 2
    return numpy.polynomial.Polynomial.fit(places, function(places), degree)


SHORT_EXP = fitted(numpy.exp2, 4)
APPROXIMATIONS = {  # function: (what a report calls it, the approximation)
    "tanh": ("tanh from a table (2e-5)", table(numpy.tanh, 8, 1 / 64)),
    "sigmoid": ("sigmoid from a table (2e-5)", table(exact_sigmoid, 16, 1 / 24)),
    "erf": ("rational erf (2.5e-5)", rational_erf),
    "exp": ("exp by a polynomial (3e-6)", short_exp),
    "log": ("log from a table (2e-6)", short_log),
    "pow": ("pow by exp and log", None),
    "sin": ("sin from a table (2e-5)", table(numpy.sin, 130, 1 / 80)),
    "cos": ("cos from a table (2e-5)", table(numpy.cos, 130, 1 / 80)),
    "atan": ("atan from a table (1e-5)", table(numpy.arctan, 400, 1 / 80)),
}
