#include "conformance/check/sum_errors.h"

#include <cmath>

#include "conformance/generate/draw.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/numbers.h"

namespace etalon::sum_errors_test {
namespace {

using test::SmallModel;
using Floats = std::vector<float>;
using Add = float (*)(float sum, double exact);

float nearest(float, double exact) { return static_cast<float>(exact); }
float downward(float, double exact) {
  const auto rounded = static_cast<float>(exact);
  return rounded > exact ? std::nextafter(rounded, -INFINITY) : rounded;
}
// In bfloat16, cut off.
float coarse(float, double exact) {
  return static_cast<float>(std::ldexp(std::trunc(std::ldexp(exact, 4)), -4));
}

Tensor tensor_of(const Floats& values, const Shape& shape) {
  Reals all = empty_array<double>(shape);
  std::copy(values.begin(), values.end(), all.data());
  return Tensor::of(DType::float32, all);
}

Floats drawn(size_t count, Draw& draw) {
  Floats values(count);
  for (float& x : values) x = static_cast<float>(draw.real(-1, 1));
  return values;
}

constexpr size_t n = 16, terms = 64;

// Of n · n sums of 64 products of numbers of either sign, each added as `add` does.
SumErrors errors_of(Add add) {
  Draw draw(7);
  const Floats a = drawn(n * terms, draw), b = drawn(terms * n, draw);
  Floats y(n * n);
  for (size_t i = 0; i < n * n; ++i) {
    for (size_t k = 0; k < terms; ++k) {
      const double product = double(a[i / n * terms + k]) * double(b[k * n + i % n]);
      y[i] = add(y[i], double(y[i]) + product);
    }
  }
  const Tensor A = tensor_of(a, {n, terms}), B = tensor_of(b, {terms, n});
  SmallModel model(13);
  model.input("a", A).input("b", B).node("MatMul", {"a", "b"}, {"y"}).output("y");
  const auto all = sum_errors(model.model(), {{"a", A}, {"b", B}}, {tensor_of(y, {n, n})}, {});
  REQUIRE(all.at(0));
  return *all.at(0);
}

TEST_CASE("sum errors: float32 sums are within what TOSA allows") {
  const SumErrors errors = errors_of(nearest);
  CHECK(errors.sums == n * n);
  CHECK(errors.terms == terms);
  CHECK(errors.largest > 0);
  CHECK(errors.within());
}

TEST_CASE("sum errors: additions that round down lean to one side which no element shows") {
  const SumErrors errors = errors_of(downward);
  CHECK(errors.mean < -errors.most_mean());
  CHECK(errors.largest < double(terms));
  CHECK_FALSE(errors.within());
}

TEST_CASE("sum errors: additions of fewer digits have too great a mean square") {
  const SumErrors errors = errors_of(coarse);
  CHECK(errors.mean_square > errors.most_mean_square());
  CHECK_FALSE(errors.within());
}

// 1 · 1 + 2^-12 · 2^-12 is 1 + 2^-24, of which 1 is 2^-24 short: a rounding of Σ|terms|.
TEST_CASE("sum errors: one sum by hand and its sentence") {
  const Tensor A = tensor_of({1, 0x1p-12F}, {1, 2}), B = tensor_of({1, 0x1p-12F}, {2, 1});
  SmallModel model(13);
  model.input("a", A).initializer("b", B).node("Gemm", {"a", "b"}, {"y"}).output("y");
  const auto errors = sum_errors(model.model(), {{"a", A}}, {tensor_of({1}, {1, 1})}, {}).at(0);
  REQUIRE(errors);
  CHECK(to_string(*errors) ==
        "1 of up to 2 terms; errors in roundings of Σ|terms|: mean -1 (TOSA allows ±2.8), mean "
        "square 1 (0.8), largest 1 (2)");
}

TEST_CASE("sum errors: of Conv an addend counts as a term; other outputs have none") {
  const Tensor X = tensor_of({1, 2, 3, 4}, {1, 1, 4}), W = tensor_of({1, 1}, {1, 1, 2}),
               B = tensor_of({1}, {1});
  const Tensor Y = tensor_of({4, 6, 8}, {1, 1, 3});
  SmallModel conv(11);
  conv.input("x", X).initializer("w", W).initializer("b", B);
  conv.node("Conv", {"x", "w", "b"}, {"y"}).node("Relu", {"y"}, {"z"}).output("y").output("z");
  const auto errors = sum_errors(conv.model(), {{"x", X}}, {Y, Y}, {});
  REQUIRE(errors.at(0));
  CHECK(errors.at(0)->terms == 3);
  CHECK(errors.at(0)->largest == 0);
  CHECK_FALSE(errors.at(1));
  CHECK_FALSE(sum_errors(conv.model(), {{"x", X}}, {X, Y}, {}).at(0));  // another shape
}

}  // namespace
}  // namespace etalon::sum_errors_test
