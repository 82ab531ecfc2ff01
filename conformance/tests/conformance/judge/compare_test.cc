#include "conformance/judge/compare.h"

#include <bit>
#include <cmath>
#include <limits>

#include "conformance/judge/statistics.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/numbers.h"

namespace etalon::compare_test {
namespace {

using test::floats;
using test::inf;
using test::nan;
using test::reals;

uint64_t float_steps(float a, float b) {
  return ulp_steps(std::bit_cast<uint32_t>(a), std::bit_cast<uint32_t>(b), 32);
}

// A tensor of one element with this bit pattern.
Tensor pattern(DType type, uint64_t bits) {
  Tensor tensor = Tensor::zeros(type, {1});
  by_slot(type, [&]<class W>() {
    if constexpr (std::is_integral_v<W>) tensor.mutable_slots<W>()[0] = static_cast<W>(bits);
  });
  return tensor;
}

const std::vector<DType> float_types = {
    DType::float32,      DType::float64,    DType::float16,        DType::bfloat16,
    DType::float8e4m3fn, DType::float8e5m2, DType::float8e4m3fnuz, DType::float8e5m2fnuz,
    DType::float8e8m0,   DType::float4e2m1};

TEST_CASE("two floats match within atol + rtol * |expected|") {
  const Tolerance tolerance{0.5, 1.0, {}};
  CHECK(matches(7, 4, tolerance));  // 3 = 1 + 0.5 * 4
  CHECK_FALSE(matches(7.001, 4, tolerance));
  CHECK(matches(1, 4, tolerance));
  CHECK_FALSE(matches(4, 1, {0.5, 1.0, {}}));  // relative to the expected value, not the other
  CHECK(matches(0, 0, {0, 0, {}}));
  CHECK(matches(-0.0, 0, {0, 0, {}}));
}

TEST_CASE("NaN matches only NaN; an infinity only itself") {
  const Tolerance wide{1e300, 1e300, {}};
  CHECK(matches(nan, nan, wide));
  CHECK_FALSE(matches(nan, 1, wide));
  CHECK_FALSE(matches(1, nan, wide));
  CHECK(matches(inf, inf, wide));
  CHECK_FALSE(matches(inf, -inf, wide));
  CHECK_FALSE(matches(1e308, inf, wide));
  CHECK_FALSE(matches(inf, 1e308, wide));
}

TEST_CASE("ULP steps count representable numbers also through zero") {
  const float least = std::numeric_limits<float>::denorm_min();
  CHECK(float_steps(1.0F, 1.0F) == 0);
  CHECK(float_steps(1.0F, std::nextafter(1.0F, 2.0F)) == 1);
  CHECK(float_steps(std::nextafter(1.0F, 0.0F), std::nextafter(1.0F, 2.0F)) == 2);
  CHECK(float_steps(0.0F, -0.0F) == 0);
  CHECK(float_steps(0.0F, least) == 1);
  CHECK(float_steps(-0.0F, least) == 1);
  CHECK(float_steps(-least, least) == 2);
  CHECK(float_steps(1.0F, 2.0F) == 1U << 23);
  const float most = std::numeric_limits<float>::max();
  CHECK(float_steps(-most, most) == 2U * 0x7f7fffffU);
  const double huge = std::numeric_limits<double>::max();
  CHECK(ulp_steps(std::bit_cast<uint64_t>(huge), std::bit_cast<uint64_t>(-huge), 64) ==
        2 * 0x7fefffffffffffffULL);
  CHECK(ulp_steps(0x3c00, 0x3c01, 16) == 1);
  CHECK(ulp_steps(0x9, 0x1, 4) == 2);
}

TEST_CASE("neighbours of every float type are one ULP apart") {
  for (const DType type : float_types) {
    INFO(name(type));
    const uint64_t some = type == DType::float4e2m1 ? 3 : 5;
    const RuleResult verdict =
        compare_floats(pattern(type, some + 1), pattern(type, some), {1e9, 1e9, {}});
    CHECK(verdict.pass());
    CHECK(verdict.max_ulp == 1);
  }
}

TEST_CASE("the distance is in the output's own type not in float64's") {
  const RuleResult verdict =
      compare_floats(reals(DType::bfloat16, {1.0078125}), reals(DType::bfloat16, {1}), Tolerance());
  CHECK(verdict.max_ulp == 1);
  CHECK_FALSE(verdict.pass());  // one step of bfloat16 is 0.8 %
}

TEST_CASE("float comparison passes within the tolerance and still measures") {
  const RuleResult verdict = compare(floats({1.0005, 2}), floats({1, 2}));
  CHECK(verdict.pass());
  CHECK(verdict.message.empty());
  CHECK(verdict.max_ulp == 4194);
  CHECK(verdict.max_abs > 0.00049);
  CHECK(verdict.max_rel > 0.00049);
}

TEST_CASE("a mismatch shows the first place and the values there") {
  const Value actual = floats({1, 2, 3, 4}).reshaped({2, 2});
  const Value expected = floats({1, 2, 3.5, 5}).reshaped({2, 2});
  const RuleResult verdict = compare(actual, expected);
  CHECK(verdict.kind == Mismatch::values);
  CHECK(verdict.where == "[1, 0]");
  CHECK(verdict.got == "3");
  CHECK(verdict.expected == "3.5");
  CHECK(verdict.message.find("2 of 4 elements differ") != std::string::npos);
}

TEST_CASE("only finite values are measured") {
  const RuleResult verdict = compare(floats({nan, inf, 1}), floats({1, -inf, 1}));
  CHECK(verdict.kind == Mismatch::values);
  CHECK(verdict.max_ulp == 0);
  CHECK(verdict.max_abs == 0);
  CHECK(compare(floats({nan, inf, -inf}), floats({nan, inf, -inf})).pass());
}

TEST_CASE("zeros of both signs are equal and 0 ULP apart") {
  const RuleResult verdict = compare(floats({-0.0}), floats({0.0}), {0, 0, 0});
  CHECK(verdict.pass());
  CHECK(verdict.max_ulp == 0);
}

TEST_CASE("the lowest finite number and -∞ have no distance") {
  const double lowest = std::numeric_limits<float>::lowest();
  const RuleResult verdict = compare(floats({-inf, 1}), floats({lowest, 1}));
  CHECK(verdict.kind == Mismatch::values);
  CHECK(verdict.max_ulp == 0);
  CHECK(verdict.max_abs == 0);
  CHECK(verdict.message.find("ULP") == std::string::npos);
}

TEST_CASE("exceeding the ULP limit is also a mismatch") {
  const float next = std::nextafter(1.0F, 2.0F);
  CHECK(compare(floats({next}), floats({1}), {1e-3, 1e-7, 1}).pass());
  CHECK_FALSE(compare(floats({next}), floats({1}), {1e-3, 1e-7, 0}).pass());
}

TEST_CASE("type and shape are strict") {
  CHECK(compare(reals(DType::float64, {1}), floats({1})).kind == Mismatch::type);
  CHECK(compare(floats({1}), floats({1}).reshaped({})).kind == Mismatch::shape);
  CHECK(compare(floats({1, 2}), floats({1, 2}).reshaped({1, 2})).kind == Mismatch::shape);
  CHECK(compare(Value(), floats({1})).kind == Mismatch::type);
  CHECK(compare(Sequence{Type::tensor(DType::float32), {}}, floats({1})).kind == Mismatch::type);
}

TEST_CASE("integers and bools and strings are exact") {
  CHECK(compare(vector_of({1, 1000000}), vector_of({1, 1000000})).pass());
  const RuleResult verdict = compare(vector_of({1, 1000000}), vector_of({1, 1000001}));
  CHECK(verdict.kind == Mismatch::values);
  CHECK(verdict.where == "[1]");
  CHECK_FALSE(compare(scalar(true), scalar(false)).pass());
  const auto text = [](const std::string& s) {
    return Tensor::of(DType::string, scalar_array<std::string>(s));
  };
  CHECK(compare(text("a"), text("a")).pass());
  CHECK(compare(text("a"), text("b")).got == "\"a\"");
  const auto wide = [](uint64_t n) { return Tensor::of(DType::uint64, scalar_array<uint64_t>(n)); };
  CHECK_FALSE(compare(wide(~0ULL), wide(~0ULL - 1)).pass());
}

TEST_CASE("complex numbers are compared part by part") {
  const auto z = [](double re, double im) {
    return Tensor::of(DType::complex64, scalar_array<std::complex<double>>({re, im}));
  };
  CHECK(compare(z(1, 2), z(1, 2)).pass());
  CHECK(compare(z(1.0005, 2), z(1, 2)).pass());
  // By modulus this would pass: the real part is small beside the imaginary one.
  CHECK_FALSE(compare(z(0.5, 1000), z(0, 1000)).pass());
  CHECK_FALSE(compare(z(1, nan), z(1, 2)).pass());
  CHECK(compare(z(1, nan), z(1, nan)).pass());
  CHECK(compare(z(1, std::nextafter(2.0F, 3.0F)), z(1, 2)).max_ulp == 1);
}

TEST_CASE("sequences are compared item by item") {
  const Type type = Type::tensor(DType::float32);
  const Value two = Sequence{type, {floats({1}), floats({2})}};
  CHECK(compare(two, two).pass());
  CHECK(compare(Sequence{type, {floats({1})}}, two).kind == Mismatch::count);
  const RuleResult verdict = compare(Sequence{type, {floats({1}), floats({3})}}, two);
  CHECK(verdict.kind == Mismatch::values);
  CHECK(verdict.where == "item 1 [0]");
  CHECK(compare(Sequence{type, {}}, Sequence{type, {}}).pass());
  CHECK(compare(Sequence{Type::tensor(DType::int64), {}}, Sequence{type, {}}).kind ==
        Mismatch::type);
}

TEST_CASE("of several parts; the verdict is of another type or shape before other values") {
  RuleResult whole;
  merge(whole, compare(floats({1}), floats({2})));
  CHECK(whole.kind == Mismatch::values);
  const RuleResult other_type = compare(floats({1}), reals(DType::float64, {1}));
  merge(whole, other_type);
  CHECK(whole.kind == Mismatch::type);
  CHECK(whole.message == other_type.message);
  CHECK(whole.max_abs == 1);
  merge(whole, compare(floats({1, 2}), floats({1})));  // the first of these
  CHECK(whole.kind == Mismatch::type);
}

TEST_CASE("optionals hold the same or nothing") {
  const Type type = Type::tensor(DType::float32);
  const Value none = Optional{type, nullptr};
  const Value one = Optional{type, std::make_shared<const Value>(floats({1}))};
  CHECK(compare(none, none).pass());
  CHECK(compare(one, one).pass());
  CHECK(compare(none, one).kind == Mismatch::values);
  CHECK(compare(one, none).kind == Mismatch::values);
}

TEST_CASE("maps are equal in any order") {
  const Type type = Type::tensor(DType::float32);
  const Value a = Map{vector_of({1, 2}), {floats({1}), floats({2})}, type};
  const Value b = Map{vector_of({2, 1}), {floats({2}), floats({1})}, type};
  CHECK(compare(a, b).pass());
  CHECK(compare(Map{vector_of({1, 3}), {floats({1}), floats({2})}, type}, a).kind ==
        Mismatch::values);
  CHECK(compare(Map{vector_of({1}), {floats({1})}, type}, a).kind == Mismatch::count);
}

TEST_CASE("sparse tensors are compared by their dense values") {
  const Value linear = SparseTensor{floats({5, 6}), vector_of({1, 3}), {2, 2}};
  const Value tuples =
      SparseTensor{floats({5, 6}), vector_of({0, 1, 1, 1}).reshaped({2, 2}), {2, 2}};
  CHECK(compare(linear, tuples).pass());
  CHECK(compare(linear, SparseTensor{floats({5, 6}), vector_of({1, 3}), {4, 1}}).kind ==
        Mismatch::shape);
  CHECK(compare(linear, SparseTensor{floats({5, 7}), vector_of({1, 3}), {2, 2}}).kind ==
        Mismatch::values);
}

TEST_CASE("random samples agree in type and shape and range and distribution") {
  std::vector<double> low;
  std::vector<double> other;
  std::vector<double> high;
  for (int i = 0; i < 200; ++i) {
    low.push_back(std::fmod(i * 0.6180339887, 1));
    other.push_back(std::fmod(i * 0.7548776662, 1));
    high.push_back(0.8 + 0.2 * low.back());
  }
  CHECK(compare_samples(floats(other), floats(low)).pass());
  CHECK(compare_samples(floats(high), floats(low)).kind == Mismatch::values);
  CHECK(compare_samples(floats({0.5}), floats({0, 1})).kind == Mismatch::shape);
  CHECK(compare_samples(reals(DType::float64, {0, 1}), floats({0, 1})).kind == Mismatch::type);
  CHECK_FALSE(compare_samples(floats({0.5, 0}), floats({0, 1})).pass());
  CHECK_FALSE(compare_samples(floats({0, 9}), floats({0, 1})).pass());
  CHECK_FALSE(compare_samples(floats({0, nan}), floats({0, 1})).pass());
}

}  // namespace
}  // namespace etalon::compare_test
