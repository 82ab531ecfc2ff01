#include "conformance/judge/measure.h"

#include <cmath>
#include <limits>

#include "conformance/check/check.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/numbers.h"

namespace etalon::measure_test {
namespace {

using test::floats;
using test::inf;
using test::nan;
using test::reals;

Allowance unknown() {
  Allowance allowance;
  allowance.bound.kind = Bound::Kind::none;
  return allowance;
}

Allowance bounded(const Reals& bounds, bool compounded = false) {
  Allowance allowance;
  allowance.bound.kind = Bound::Kind::known;
  allowance.bound.error = Tensor::decided(DType::float64, bounds);
  allowance.bound.compounded = compounded;
  return allowance;
}

Allowance with_spread(Allowance allowance, const Reals& reach) {
  allowance.spread.evaluations = 30;
  allowance.spread.reach = Tensor::decided(DType::float64, reach);
  return allowance;
}

Measurement measured(const Tensor& got, const Tensor& expected, const Tolerance& tolerance = {},
                     const Allowance& allowance = unknown()) {
  Measurement sum;
  measure(sum, got, expected, tolerance, allowance);
  return sum;
}

TEST_CASE("mismatches are counted by NaN and infinity and zero and value") {
  const Measurement m = measured(floats({nan, 1, inf, inf, 0, 1, 5, nan, inf, 2}),
                                 floats({1, nan, 1, -inf, 1, 0, 6, nan, inf, 2}));
  CHECK(m.elements == 10);
  CHECK(m.mismatches.nan == 2);
  CHECK(m.mismatches.infinity == 2);
  CHECK(m.mismatches.zero == 2);
  CHECK(m.mismatches.value == 1);
  CHECK(m.first.where == "[0]");
  CHECK(m.first.got == "nan");
  CHECK(m.first.expected == "1");
  CHECK_FALSE(m.identical);
}

TEST_CASE("the greatest differences are reported with their places") {
  const Measurement m = measured(floats({1.5, 100, 0.25}), floats({1, 96, 0.125}));
  CHECK(m.absolute.amount == 4);
  CHECK(m.absolute.where == "[1]");
  CHECK(m.absolute.got == "100");
  CHECK(m.absolute.expected == "96");
  CHECK(m.relative.amount == 1);  // 0.125 / 0.125
  CHECK(m.relative.where == "[2]");
  CHECK(m.ulp.amount == double(1 << 23));  // from 2^-3 to 2^-2
  CHECK(m.ulp.where == "[2]");
}

TEST_CASE("the histogram counts ULP distances in bins that double") {
  const float one = 1;
  std::vector<double> got;
  for (const int steps : {0, 1, 2, 3, 4, 7, 8}) {
    got.push_back(one + steps * std::numeric_limits<float>::epsilon());
  }
  const Measurement m = measured(floats(got), floats(std::vector<double>(7, 1.0)));
  CHECK(m.histogram[0] == 1);
  CHECK(m.histogram[1] == 1);
  CHECK(m.histogram[2] == 2);
  CHECK(m.histogram[3] == 2);
  CHECK(m.histogram[4] == 1);
  CHECK(m.mismatches.total() == 0);
}

TEST_CASE("zeros with different signs match and are counted") {
  const Measurement m = measured(floats({-0.0, 0, 1}), floats({0, 0, 1}));
  CHECK(m.signed_zeros == 1);
  CHECK(m.mismatches.total() == 0);
  CHECK(m.histogram[0] == 3);
}

TEST_CASE("a greater ULP distance than the limit is a mismatch") {
  const double next = 1 + std::numeric_limits<float>::epsilon();
  CHECK(measured(floats({next}), floats({1}), {1e-3, 1e-7, 0}).mismatches.value == 1);
  CHECK(measured(floats({next}), floats({1}), {1e-3, 1e-7, 1}).mismatches.value == 0);
}

TEST_CASE("integers and bools and strings are equal or not") {
  Ints numbers = empty_array<int64_t>({3});
  numbers = {1, -5, 7};
  Ints others = empty_array<int64_t>({3});
  others = {1, 5, 8};
  const Measurement m =
      measured(Tensor::of(DType::int64, numbers), Tensor::of(DType::int64, others));
  CHECK(m.mismatches.value == 2);
  CHECK(m.first.where == "[1]");
  CHECK(m.absolute.amount == 10);
  CHECK_FALSE(m.floating);
  const Measurement bools = measured(scalar(true), scalar(false), {}, Allowance());
  CHECK(bools.first.got == "true");
  CHECK(bools.grade == Grade::wrong);
  CHECK(measured(scalar(true), scalar(false)).grade == Grade::unknown);
  Texts words = empty_array<std::string>({1});
  words(0) = "a";
  Texts others_words = empty_array<std::string>({1});
  others_words(0) = "b";
  CHECK(measured(Tensor::of(DType::string, words), Tensor::of(DType::string, others_words))
            .first.got == "\"a\"");
}

// int64's extremes lie 2^64 − 1 apart.
TEST_CASE("the distance of integers does not overflow") {
  Ints low = empty_array<int64_t>({1});
  low(0) = std::numeric_limits<int64_t>::min();
  Ints high = empty_array<int64_t>({1});
  high(0) = std::numeric_limits<int64_t>::max();
  const Measurement m = measured(Tensor::of(DType::int64, low), Tensor::of(DType::int64, high));
  CHECK(m.absolute.amount == std::ldexp(1.0, 64));
}

TEST_CASE("complex numbers are measured part by part") {
  Complexes got = empty_array<std::complex<double>>({2});
  got(0) = {1, 2};
  got(1) = {3, nan};
  Complexes expected = got;
  expected(0) = {1, 4};
  expected(1) = {3, 0};
  const Measurement m =
      measured(Tensor::of(DType::complex64, got), Tensor::of(DType::complex64, expected));
  CHECK(m.elements == 4);
  CHECK(m.mismatches.value == 1);
  CHECK(m.mismatches.nan == 1);
  CHECK(m.absolute.where == "[0] imaginary part");
  CHECK(m.absolute.amount == 2);
}

TEST_CASE("elements are judged by their own bounds") {
  Reals bounds = empty_array<double>({4});
  bounds = {0.5, 0.5, 0.5, 0};
  const Allowance allowance = bounded(bounds);
  const Measurement m =
      measured(floats({1.25, 2, 1.75, 1}), floats({1, 2, 1, 1}), {0, 0.3, {}}, allowance);
  REQUIRE(m.rounding);
  CHECK(m.rounding->beyond == 1);
  CHECK(m.grade == Grade::wrong);
  CHECK(m.rounding->vacuous == 0);
  CHECK(m.rounding->largest == 0.5);
  CHECK(m.rounding->share.amount == 1.5);
  CHECK(m.rounding->share.where == "[2]");
  const Measurement loose =
      measured(floats({1.25, 2, 1.75, 1}), floats({1, 2, 1, 1}), {0, 1, {}}, allowance);
  CHECK(loose.rounding->beyond == 1);
  CHECK(loose.mismatches.total() == 0);
}

TEST_CASE("an element whose bound is 0 and that differs is infinitely many times as far off") {
  Reals bounds = empty_array<double>({2});
  bounds = {0.5, 0};
  const Measurement m = measured(floats({1.25, 2.5}), floats({1, 2}), {}, bounded(bounds));
  CHECK(m.rounding->beyond == 1);
  CHECK(m.rounding->share.amount == inf);
  CHECK(m.rounding->share.where == "[1]");
}

// The spread of the first element is below an ULP of 1, 2^-23, which counts in its place.
TEST_CASE("elements are judged by the spread of sampled evaluations and by their bounds") {
  constexpr double ulp = 0x1p-23;
  Reals bounds = empty_array<double>({2}), reach = empty_array<double>({2});
  bounds = {100 * ulp, 100 * ulp};
  reach = {0, 8 * ulp};
  const Allowance allowance = with_spread(bounded(bounds), reach);
  const auto verdict = [&](double first, double second) {
    return measured(floats({1 + first * ulp, 1 + second * ulp}), floats({1, 1}), {}, allowance)
        .grade;
  };
  CHECK(verdict(8, 64) == Grade::rounding);
  CHECK(verdict(9, 64) == Grade::unlikely);
  CHECK(verdict(8, 65) == Grade::unlikely);
  CHECK(verdict(8, 101) == Grade::wrong);
  CHECK(verdict(101, 65) == Grade::wrong);
  const Measurement m =
      measured(floats({1 + 9 * ulp, 1 + 80 * ulp}), floats({1, 1}), {}, allowance);
  REQUIRE(m.spread);
  CHECK(m.spread->outside == 2);
  CHECK(m.spread->times.amount == 10);
  CHECK(m.spread->times.where == "[1]");
  const Measurement no_bound =
      measured(floats({1, 1 + 65 * ulp}), floats({1, 1}), {}, with_spread(unknown(), reach));
  CHECK(no_bound.grade == Grade::unlikely);
  CHECK_FALSE(no_bound.rounding);
}

// As of a sigmoid whose absolute error is small, and one whose fifth digit is wrong.
TEST_CASE("by the scaled rule an element near zero may be off by a few ULPs of the greatest") {
  constexpr double ulp = 0x1p-23;
  Reals bounds = empty_array<double>({2}), reach = empty_array<double>({2});
  bounds = {0x1p-28, ulp};
  reach = {0x1p-28, ulp};
  const Allowance allowance = with_spread(bounded(bounds), reach);
  Tolerance scaled;
  scaled.rule = Tolerance::Rule::scaled;
  const auto verdict = [&](double off, const Tolerance& tolerance) {
    return measured(floats({0x1p-6 + off, 1}), floats({0x1p-6, 1}), tolerance, allowance).grade;
  };
  CHECK(verdict(8 * ulp, scaled) == Grade::rounding);
  CHECK(verdict(9 * ulp, scaled) == Grade::wrong);
  CHECK(verdict(2 * ulp, Tolerance()) == Grade::wrong);
}

TEST_CASE("an evaluation that is further off than the bound is sound all the same") {
  Reals bounds = empty_array<double>({1}), reach = empty_array<double>({1});
  bounds(0) = 0.25;
  reach(0) = 0.5;
  const Allowance allowance = with_spread(bounded(bounds), reach);
  CHECK(measured(floats({1.5}), floats({1}), {}, allowance).grade == Grade::rounding);
  CHECK(measured(floats({1.75}), floats({1}), {}, allowance).grade == Grade::wrong);
}

TEST_CASE("rounding gives no NaN and infinity only if the bound exceeds the greatest number") {
  Reals bounds = empty_array<double>({1});
  bounds(0) = 10;
  const Allowance allowance = bounded(bounds);
  const auto beyond = [&](double got, double expected) {
    return measured(reals(DType::float16, {got}), reals(DType::float16, {expected}), {}, allowance)
        .rounding->beyond;
  };
  CHECK(beyond(nan, 1) == 1);
  CHECK(beyond(nan, nan) == 0);
  CHECK(beyond(inf, 65504) == 0);
  CHECK(beyond(inf, 65472) == 1);
  CHECK(beyond(65504, inf) == 0);
  CHECK(beyond(-inf, inf) == 1);
  CHECK(beyond(inf, inf) == 0);
}

TEST_CASE("a bound of several nodes that is wider than a hundredth of the values says nothing") {
  Reals bounds = empty_array<double>({2});
  bounds = {5, 0.04};
  const auto vacuous = [&](bool compounded) {
    return measured(floats({3, 4}), floats({3, 4.5}), {}, bounded(bounds, compounded))
        .rounding->vacuous;
  };
  CHECK(vacuous(true) == 1);
  CHECK(vacuous(false) == 0);
  bounds(1) = inf;
  CHECK(vacuous(false) == 1);
}

TEST_CASE("an output with its axes in another order is recognised") {
  const Tensor expected = floats({1, 2, 3, 4, 5, 6}).reshaped({2, 3});
  const Tensor turned = floats({1, 4, 2, 5, 3, 6}).reshaped({3, 2});
  CHECK(hint(turned, expected, {}) ==
        "the elements are those expected, with the axes in the order [1, 0]");
  CHECK(hint(expected.reshaped({6, 1}), expected, {}) ==
        "the elements are those expected, in another shape");
  CHECK(hint(expected, expected, {}).empty());
  CHECK(hint(floats({1, 2, 3, 4, 5, 7}).reshaped({2, 3}), expected, {}).empty());
  CHECK(hint(floats({1}), floats({1}).reshaped({1, 1}), {}).empty());
  const Tensor square = floats({1, 2, 3, 4}).reshaped({2, 2});
  CHECK(hint(floats({1, 3, 2, 4}).reshaped({2, 2}), square, {}) ==
        "the elements are those expected, with the axes in the order [1, 0]");
}

}  // namespace
}  // namespace etalon::measure_test
