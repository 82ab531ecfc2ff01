"""Adversarial data for sums and sums of products: the six kinds that conformance tests of dot
products use (TOSA's among them), each as rows of two factors."""

import numpy


def positive(kind, shape, random):
    """No cancellation: the error grows with the length."""
    return random.uniform(0, 1, shape), random.uniform(0, 1, shape)


def cancelling(kind, shape, random):
    """Neighbours cancel but for a part near one unit in the last place."""
    x, w = random.normal(size=shape), random.normal(size=shape)
    pairs = shape[-1] // 2 * 2
    nudge = 1 + 2.0 ** (2 - kind.precision) * random.integers(-1, 2, x[..., 1:pairs:2].shape)
    x[..., 1:pairs:2] = -x[..., 0:pairs:2] * nudge
    w[..., 1:pairs:2] = w[..., 0:pairs:2]
    return x, w


def wide(kind, shape, random):
    """Exponents from nearly the least to a quarter of the greatest, both signs."""
    factors = []
    for _ in range(2):
        exponents = random.uniform((kind.least + 2) / 2, kind.bound / 4, shape)
        factors.append(2.0**exponents * random.choice([-1, 1], shape))
    return tuple(factors)


def near_overflow(kind, shape, random):
    """Partial sums leave the type; half of the exact sums do not."""
    x = 2.0 ** (kind.bound - 1) * random.uniform(0.5, 0.99, shape)
    x[..., 1::2] *= -1
    return x, random.choice([0.5, 0.75, 1.0], shape)


def subnormal(kind, shape, random):
    """Subnormal values; the other factor is of magnitude 1."""
    units = 2 ** (kind.precision - 1)
    x = random.integers(-units + 1, units, shape).astype(numpy.float64) * 2.0**kind.least
    return x, random.uniform(-1, 1, shape)


def normal(kind, shape, random):
    """Normally distributed."""
    return random.normal(size=shape), random.normal(size=shape)


KINDS = {
    "all positive": positive,
    "cancelling": cancelling,
    "wide exponents": wide,
    "near overflow": near_overflow,
    "subnormal": subnormal,
    "random": normal,
}


def factors(name, kind, shape, seed):
    """Two arrays of the type. The same arguments give the same values."""
    random = numpy.random.default_rng(seed)
    return tuple(kind.array(values) for values in KINDS[name](kind, shape, random))
