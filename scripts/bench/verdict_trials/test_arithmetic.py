#!/usr/bin/env python3
"""Tests the ways of evaluating against NumPy's own arithmetic, gmpy2 and closed forms.

    scripts/python scripts/bench/verdict_trials/test_arithmetic.py
"""

import unittest

import gmpy2
import numpy
from arithmetic import APPROXIMATIONS, FUNCTIONS, Real, Way, cut, exp, matmul, sigmoid, tanh
from products import correlated, winograd_matrices
from registry import Call

SINGLE = numpy.float32


def drawn(*shape):
    return numpy.random.default_rng(1).standard_normal(shape).astype(SINGLE)


def total(way, terms, factors=None):
    wide = (None if a is None else a.astype(way.wide) for a in (terms, factors))
    return way.total(*wide).astype(SINGLE)


class Sums(unittest.TestCase):
    def test_in_order_are_those_of_the_type(self):
        terms = drawn(50, 7)
        wanted = terms[0]
        for term in terms[1:]:
            wanted = wanted + term
        numpy.testing.assert_array_equal(total(Way(), terms), wanted)

    def test_in_lanes_deal_terms_in_turn(self):
        terms = drawn(20, 3)
        lanes = [terms[k] + terms[k + 4] for k in range(4)]
        for step in (8, 12, 16):
            lanes = [lane + terms[step + k] for k, lane in enumerate(lanes)]
        wanted = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
        numpy.testing.assert_array_equal(total(Way(lanes=4), terms), wanted)

    def test_by_blocks_add_neighbours_first(self):
        terms = drawn(6, 3)
        wanted = ((terms[0] + terms[1]) + (terms[2] + terms[3])) + (terms[4] + terms[5])
        numpy.testing.assert_array_equal(total(Way(order="blocks", lanes=2), terms), wanted)

    def test_in_all_orders_have_all_terms(self):
        terms = numpy.arange(1.0, 38.0, dtype=SINGLE)[:, None]
        for order in ("in order", "reversed", "random", "pairwise", "blocks"):
            for lanes in (1, 8, 64):
                way = Way(order=order, lanes=lanes)
                self.assertEqual(total(way, terms)[0], 37 * 38 / 2, (order, lanes))

    def test_of_products_are_fused_as_fma_is(self):
        a, b = drawn(9), drawn(10)[1:]
        wanted = SINGLE(0)
        with gmpy2.context(gmpy2.ieee(32)):
            for x, y in zip(a, b):
                wanted = gmpy2.fma(*(gmpy2.mpfr(float(number)) for number in (x, y, wanted)))
        got = total(Way(fused=True), a[:, None], b[:, None])[0]
        self.assertEqual(float(got), float(wanted))

    def test_in_float16_are_those_of_the_type(self):
        terms = drawn(40)
        wanted = numpy.float16(terms[0])
        for term in terms[1:]:
            wanted = numpy.float16(SINGLE(wanted) + term)
        self.assertEqual(total(Way(sum_type="float16"), terms[:, None])[0], wanted)

    def test_of_matrices_are_numpys(self):
        way = Way(exact=True)
        a, b = (Real(drawn(*shape).astype(way.wide), way) for shape in ((2, 3, 5), (2, 5, 4)))
        numpy.testing.assert_allclose(matmul(a, b).values, a.values @ b.values, rtol=1e-17)


class Functions(unittest.TestCase):
    def test_are_off_by_no_more_than_asked(self):
        x = drawn(4000)
        for name, function in (("exp", exp), ("tanh", tanh), ("sigmoid", sigmoid)):
            for side in (-1, 0, 1):
                way = Way(ulps=2, side=side)
                right = FUNCTIONS[name](x.astype(float))
                ulps = (function(way.given(x)).values - right) / way.spacing(right)
                self.assertLessEqual(abs(ulps).max(), 2.0 + 1e-6, name)
                self.assertGreater(abs(ulps).max(), 1.5, name)

    def test_leave_exact_results_alone(self):
        way = Way(ulps=4)
        zero = way.given(numpy.zeros(5, SINGLE))
        numpy.testing.assert_array_equal(exp(zero).values, 1)
        numpy.testing.assert_array_equal(tanh(zero).values, 0)

    def test_have_approximations_with_the_errors_that_they_state(self):
        x = numpy.linspace(-6, 6, 10001)
        stated = {"tanh": 2.5e-5, "sigmoid": 2.5e-5, "erf": 2.5e-5, "sin": 2.5e-5, "cos": 2.5e-5,
                  "atan": 1.5e-5}
        for name, most in stated.items():
            error = abs(APPROXIMATIONS[name][1](x) - FUNCTIONS[name](x)).max()
            self.assertTrue(most / 4 < error < most, (name, error))
        relative = abs(APPROXIMATIONS["exp"][1](x) / numpy.exp(x) - 1).max()
        self.assertTrue(1e-6 < relative < 4e-6, relative)
        positive = numpy.linspace(0.01, 50, 10001)
        error = abs(APPROXIMATIONS["log"][1](positive) - numpy.log(positive)).max()
        self.assertTrue(5e-7 < error < 3e-6, error)


class Spacings(unittest.TestCase):
    def test_are_those_of_the_values_binade(self):
        values = numpy.array([1.5, 1 - 1e-9, -3.0, 1e-40])
        wanted = [2.0**-23, 2.0**-24, 2.0**-22, 2.0**-149]
        numpy.testing.assert_array_equal(Way().spacing(values), wanted)


class Algorithms(unittest.TestCase):
    """Each gives the product, or the correlation, but for rounding."""

    def test_of_strassen_is_a_product(self):
        a, b = drawn(5, 7).astype(float), drawn(7, 6).astype(float)
        way = Way(type="float64", strassen=2)
        got = matmul(way.given(a), way.given(b)).values.astype(float)
        numpy.testing.assert_allclose(got, a @ b, rtol=0, atol=1e-13)

    def test_of_winograd_and_fourier_are_correlations(self):
        x, w = drawn(2, 4, 7, 9).astype(float), drawn(6, 2, 3, 3)[:, :2].astype(float)
        p = Call({}, {"kernel_shape": [3, 3], "strides": [1, 1], "dilations": [1, 1],
                      "group": 2}).all_parameters(0)
        rest = (p, [1, 1, 1, 1], (7, 9), drawn(6).astype(float))
        wanted = correlated(Way(type="float64"), x, w, *rest).values
        for change in ({"winograd": 2}, {"winograd": 4}, {"winograd": 6}, {"fourier": True}):
            got = correlated(Way(type="float64", **change), x, w, *rest).values
            numpy.testing.assert_allclose(got.astype(float), wanted.astype(float), rtol=0, atol=1e-12)

    def test_of_winograd_have_the_canonical_matrices(self):
        BT, G, AT = winograd_matrices(4)
        numpy.testing.assert_array_equal(BT[1], [0, -4, -4, 1, 1, 0])
        numpy.testing.assert_allclose(G[3], [1 / 24, 1 / 12, 1 / 6])
        numpy.testing.assert_array_equal(AT[3], [0, 1, -1, 8, -8, 1])
        BT, G, AT = winograd_matrices(6)
        numpy.testing.assert_array_equal(BT[1], [0, 1, 1, -17 / 4, -17 / 4, 1, 1, 0])

    def test_by_split_factors_lack_the_product_of_the_lower_parts(self):
        # 1 + 2^-12 + 2^-13 is 1 and the rest, in 11 bits each.
        x = numpy.array([[1 + 2.0**-12 + 2.0**-13]])
        got = Way(split=True, wide_sums=True, type="float64").total(x, x)
        rest = 2.0**-12 + 2.0**-13
        self.assertEqual(got[0], 1 + 2 * rest)


class Declared(unittest.TestCase):
    def test_factors_are_rounded_or_cut(self):
        self.assertEqual(Way(factor_bits=2).factor(numpy.array([1.75]))[0], 2)
        self.assertEqual(Way(factor_bits=2, cuts=True).factor(numpy.array([-1.75]))[0], -1.5)
        self.assertEqual(Way(half_factors=True).factor(numpy.array([65536.0]))[0], numpy.inf)

    def test_functions_are_within_a_part_of_the_result(self):
        way = Way(relative=2.0**-20)
        x = abs(drawn(1000)).astype(float)
        error = abs(exp(Real(x, way)).values / numpy.exp(x) - 1).max()
        self.assertTrue(2.0**-21 < error < 2.0**-19, error)

    def test_subnormal_numbers_become_0(self):
        way = Way(flushes=2.0**-126)
        self.assertEqual(way.given(numpy.array([2.0**-127])).values[0], 0)
        self.assertEqual(way.rounded(numpy.array([2.0**-126]))[0], 2.0**-126)


class Bits(unittest.TestCase):
    def test_are_cut_as_float16_has_them(self):
        x = abs(drawn(500)).astype(float) + 0.01
        numpy.testing.assert_array_equal(cut(x, 11), x.astype("float16").astype(float))


if __name__ == "__main__":
    unittest.main()
