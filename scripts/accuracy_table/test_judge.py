#!/usr/bin/env python3
"""Tests the judge against Python's fractions and NumPy.

    scripts/python scripts/accuracy_table/test_judge.py
"""

import fractions
import random
import unittest

import compound
import elementwise
import gmpy2
import numpy
from judge import TYPES, floats, judged, many_bits, rounded


def nearest(value, kind):
    """A positive fraction rounded to the type by integer arithmetic: ties to even."""
    unit = fractions.Fraction(2) ** kind.least
    while value >= unit * 2**kind.precision:
        unit *= 2
    result = round(value / unit) * unit  # Python rounds fractions to even
    return float("inf") if result >= fractions.Fraction(2) ** kind.bound else float(result)


class Rounding(unittest.TestCase):
    def test_agrees_with_fractions(self):
        numbers = random.Random(1)
        for kind in TYPES.values():
            for _ in range(200):
                exponent = numbers.randrange(kind.least - 3, kind.bound - kind.precision + 2)
                half = fractions.Fraction(numbers.randrange(1, 2 ** (kind.precision + 1)), 2)
                nudge = numbers.choice([-1, 0, 0, 1]) * fractions.Fraction(1, 2**150)
                value = (half + nudge) * fractions.Fraction(2) ** exponent
                wanted = nearest(value, kind)
                self.assertEqual(floats(rounded([gmpy2.mpq(value)], kind))[0], wanted)

    def test_agrees_with_hardware(self):
        values = numpy.random.default_rng(1).normal(size=(2, 500))
        for name in ("float32", "float64"):
            a, b = values.astype(name)
            exact = [gmpy2.mpq(x) / gmpy2.mpq(y) for x, y in zip(floats(a), floats(b))]
            self.assertTrue((rounded(exact, TYPES[name]) == a / b).all())


class Judgement(unittest.TestCase):
    kind = TYPES["float32"]

    def judge(self, got, exact):
        return judged(numpy.array(got, numpy.float32), exact, str, self.kind)

    def test_an_error_is_measured_from_the_exact_value(self):
        third = gmpy2.mpq(1, 3)
        near = numpy.float32(1) / numpy.float32(3)
        self.assertEqual(self.judge([near], [third])["misrounded"], 0)
        below = numpy.nextafter(near, numpy.float32(0))
        figures = self.judge([near, below], [third, third])
        self.assertEqual(figures["misrounded"], 1)
        self.assertAlmostEqual(figures["ulp"], 2 / 3)
        self.assertEqual(figures["worst"]["inputs"], "1")

    def test_zeros(self):
        tiny = -gmpy2.mpq(1, 2**200)
        self.assertEqual(self.judge([-0.0, 0.0], [0, 0])["misrounded"], 0)
        self.assertEqual(self.judge([0.0], [tiny])["misrounded"], 1)
        self.assertEqual(self.judge([-0.0], [tiny])["misrounded"], 0)

    def test_nan_and_infinity(self):
        self.assertEqual(self.judge([numpy.nan], [gmpy2.nan()])["misrounded"], 0)
        self.assertEqual(self.judge([numpy.nan], [1])["ulp"], float("inf"))
        self.assertEqual(self.judge([numpy.inf], [gmpy2.mpq(2) ** 128])["misrounded"], 0)
        self.assertEqual(self.judge([numpy.inf], [gmpy2.mpq(2) ** 128 - 2**104])["ulp"], 1)


class Quickly(unittest.TestCase):
    def test_float64_decides_as_mpfr_does(self):
        kind = TYPES["float32"]
        random = numpy.random.default_rng(3)
        bits = random.integers(0, 2**32, 4000, dtype=numpy.uint64)
        points = [elementwise.notable(kind), elementwise.spread(kind, 4000, random)]
        values = elementwise.finite(numpy.concatenate([*points, kind.of_bits(bits)]))
        for call in elementwise.UNARY:
            if call.quick is None:
                continue
            with self.subTest(call.name):
                found = elementwise.exact_results(call, [values], kind)
                wanted = rounded([found[i] for i in range(len(values))], kind)
                unlike = wanted.view(kind.bits) != found.wanted.view(kind.bits)
                both_nan = numpy.isnan(wanted) & numpy.isnan(found.wanted)
                self.assertEqual(values[unlike & ~both_nan & (wanted != 0)].tolist(), [])


class Formulas(unittest.TestCase):
    def test_a_tie_with_a_tiny_rest_is_seen(self):
        """Gelu of 2^-149 is 2^-150, a tie, and a rest of about 2^-299 above it."""
        for call in elementwise.UNARY:
            if call.name == "Gelu":
                with many_bits(360):
                    exact = call.formula(gmpy2.mpfr(2.0**-149))
                self.assertEqual(floats(rounded([exact], TYPES["float32"])), [2.0**-149])

    def test_a_logarithm_that_is_lost_beside_a_difference_is_seen(self):
        """-2^24 - 1 is a tie, and the logarithm e^-(2^24 + 1) above 0 is taken off."""
        kind = TYPES["float32"]
        exact = compound.log_softmax([gmpy2.mpq(1), gmpy2.mpq(-(2**24))], kind)
        got = numpy.array([-0.0, -(2**24) - 2], numpy.float32)
        self.assertEqual(judged(got, exact, str, kind)["misrounded"], 0)


if __name__ == "__main__":
    unittest.main()
