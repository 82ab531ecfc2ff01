"""The judge of results: MPFR, through gmpy2, and exact rationals.

Exact values are gmpy2's mpq, or mpfr with so many bits that one more rounding cannot matter.
"""

import contextlib
import math

import gmpy2
import ml_dtypes
import numpy

# Bits of exact values: far more than the distance between the smallest subnormal and 1 takes, so
# that x / 2 + x² for an odd subnormal x is seen to lie beside a tie.
BITS = {"float16": 200, "bfloat16": 360, "float32": 360, "float64": 1300}
CLOSEST = 64  # of the worst results of a run, these are measured exactly


class Type:
    """A binary floating-point format of ONNX."""

    def __init__(self, name, dtype, precision, bound):
        self.name, self.dtype = name, numpy.dtype(dtype)
        self.precision = precision  # bits of the significand, the leading one included
        self.bound = bound  # every finite value is below 2 ** bound
        self.least = 3 - bound - precision  # the smallest subnormal is 2 ** least
        self.bits = numpy.dtype(f"uint{8 * self.dtype.itemsize}")
        self.context = gmpy2.context(
            precision=precision, emax=bound, emin=self.least + 1, subnormalize=True
        )

    def of_bits(self, patterns):
        return numpy.asarray(patterns).astype(self.bits).view(self.dtype)

    def array(self, values):
        """Python floats that the type can represent, or that are to be rounded to it."""
        return numpy.asarray(values, dtype=numpy.float64).astype(self.dtype)

    def spacing(self, value):
        """One unit in the last place of a finite value, as mpq."""
        exponent = math.frexp(float(value))[1] - self.precision if value else self.least
        return gmpy2.mpq(2) ** max(exponent, self.least)


TYPES = {
    each.name: each
    for each in (
        Type("float16", numpy.float16, 11, 16),
        Type("bfloat16", ml_dtypes.bfloat16, 8, 128),
        Type("float32", numpy.float32, 24, 128),
        Type("float64", numpy.float64, 53, 1024),
    )
}


@contextlib.contextmanager
def many_bits(bits):
    """Arithmetic of mpfr in this precision, with all exponents that MPFR has."""
    limits = {"emax": gmpy2.get_emax_max(), "emin": gmpy2.get_emin_min()}
    with gmpy2.context(precision=bits, **limits):
        yield


class Sparse:
    """Exact values of which all roundings are known, and that are evaluated where they are read."""

    def __init__(self, wanted, value):
        self.wanted, self.value = wanted, value

    def __len__(self):
        return len(self.wanted)

    def __getitem__(self, i):
        return self.value(i)


def floats(array):
    """The elements as Python floats."""
    return numpy.asarray(array).astype(numpy.float64).ravel().tolist()


def rounded(exact, kind):
    """Exact values, each rounded once to the type, to nearest, ties to even."""
    if isinstance(exact, Sparse):
        return exact.wanted
    with gmpy2.context(kind.context):
        return kind.array([float(gmpy2.mpfr(value)) for value in exact])


def ordinals(values, kind):
    """The position of each value among all values of the type, as float64; 0 for both zeros."""
    patterns = values.view(kind.bits)
    sign = kind.bits.type(1 << (8 * kind.dtype.itemsize - 1))
    magnitudes = (patterns & ~sign).astype(numpy.float64)
    return numpy.where(patterns & sign != 0, -magnitudes, magnitudes)


def steps(got, wanted, kind):
    """How many values of the type lie between two arrays' elements; ∞ where one alone is NaN."""
    distance = numpy.abs(ordinals(got, kind) - ordinals(wanted, kind))
    one, other = numpy.isnan(got), numpy.isnan(wanted)
    return numpy.where(one & other, 0.0, numpy.where(one | other, numpy.inf, distance))


def ulps(got, wanted, exact, distance, kind):
    """The error of one result in ULP of the exact value."""
    if not (numpy.isfinite(got) and numpy.isfinite(wanted)):
        return float(distance)
    with many_bits(4500):
        error = abs(gmpy2.mpfr(float(got)) - gmpy2.mpfr(exact)) / kind.spacing(wanted)
        return float(error)


def differs(got, wanted, exact, kind):
    """Which results are not the wanted ones. Where the exact result is 0, either zero is right."""
    unlike = (got.view(kind.bits) != wanted.view(kind.bits)) & ~(
        numpy.isnan(got) & numpy.isnan(wanted)
    )
    for i in numpy.flatnonzero(unlike & (got == wanted)):
        unlike[i] = exact[i] != 0
    return unlike


def judged(got, exact, inputs_of, kind):
    """The figures of one array of results. inputs_of(i) is a text about the inputs of result i."""
    wanted = rounded(exact, kind)
    got = numpy.ascontiguousarray(got, dtype=kind.dtype).ravel()
    if got.size != wanted.size:
        return {"unsupported": f"{got.size} results for {wanted.size}"}
    figures = {"results": got.size, "misrounded": 0, "ulp": None}
    bad = numpy.flatnonzero(differs(got, wanted, exact, kind))
    if not bad.size:
        return figures
    distance = steps(got, wanted, kind)[bad]
    worst = numpy.argsort(-distance, kind="stable")[:CLOSEST]
    errors = [
        ulps(got[i], wanted[i], exact[i], d, kind) for i, d in zip(bad[worst], distance[worst])
    ]
    at = int(bad[worst][int(numpy.argmax(errors))])
    figures.update(misrounded=int(bad.size), ulp=max(errors))
    figures["worst"] = {
        "inputs": inputs_of(at),
        "got": float(got[at]).hex(),
        "wanted": float(wanted[at]).hex(),
    }
    return figures
