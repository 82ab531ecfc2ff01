#include "engine/numerics/elementwise.h"

#include <bit>
#include <cmath>
#include <random>

#include "conformance/tests/ops/one_node.h"
#include "engine/formula.h"

namespace etalon::test::elementwise_test {
namespace {

constexpr uint32_t any_bits = 0xFFFFFFFF;
constexpr uint32_t subnormal_bits = 0x80FFFFFF;  // a sign and the least two exponents

// Floats of random bits, of which only those of `mask` may be set.
Tensor random_floats(size_t count, uint32_t seed, uint32_t mask) {
  std::mt19937 draw(seed);
  Tensor X = Tensor::unwritten(DType::float32, {count});
  for (float& x : X.mutable_slots<float>())
    x = std::bit_cast<float>(static_cast<uint32_t>(draw()) & mask);
  return X;
}

// How many elements of C are not f(a, b) in double, rounded to float32. Two NaNs are equal.
template <class F>
size_t off(const Tensor& A, const Tensor& B, const Tensor& C, F f) {
  size_t count = 0;
  for (size_t i = 0; i < C.size(); ++i) {
    const double exact = f(double{A.slots<float>()[i]}, double{B.slots<float>()[i]});
    const float want = static_cast<float>(exact);
    const float got = C.slots<float>()[i];
    const bool same = std::bit_cast<uint32_t>(want) == std::bit_cast<uint32_t>(got);
    if (!same && !(std::isnan(want) && std::isnan(got))) ++count;
  }
  return count;
}

template <class F>
size_t off(F f, uint32_t a_mask, uint32_t b_mask) {
  const Tensor A = random_floats(200'000, 1, a_mask);
  const Tensor B = random_floats(200'000, 2, b_mask);
  return off(A, B, each<numbers>(A, B, f), f);
}

}  // namespace

TEST_CASE("Arithmetic of float32 in float gives what double; rounded once; gives") {
  for (const uint32_t a : {any_bits, subnormal_bits}) {
    for (const uint32_t b : {any_bits, subnormal_bits}) {
      CHECK(off(std::plus(), a, b) == 0);
      CHECK(off(std::minus(), a, b) == 0);
      CHECK(off(std::multiplies(), a, b) == 0);
      CHECK(off(std::divides(), a, b) == 0);
    }
  }
}

TEST_CASE("Elementwise functions broadcast every combination of axes; beyond one block too") {
  const auto sum = [](auto a, auto b) { return a + b; };
  for (const size_t width : {1, 3, 700}) {
    for (int bits = 0; bits < 64; ++bits) {  // which axes of A and of B have size 1
      const Shape full{2, 3, width};
      Shape a = full, b = full;
      for (int axis = 0; axis < 3; ++axis) {
        if ((bits >> axis & 1) != 0) a[size_t(axis)] = 1;
        if ((bits >> (axis + 3) & 1) != 0) b[size_t(axis)] = 1;
      }
      const Tensor A = counted(DType::int64, a);
      const Tensor B = counted(DType::int64, b);
      const Tensor C = each<numbers>(A, B, sum);
      bool right = C.shape() == broadcast_shapes(a, b);
      each_index(C.shape(), [&](const Shape& index) {
        const auto at = [&](const Tensor& X) {
          Shape own = index;
          for (size_t axis = 0; axis < 3; ++axis) own[axis] = X.dim(axis) == 1 ? 0 : own[axis];
          return X.slots<int64_t>()[position_of(own, X.shape())];
        };
        right = right && C.slots<int64_t>()[position_of(index, C.shape())] == at(A) + at(B);
      });
      CHECK(right);
    }
  }
}

TEST_CASE("Elementwise functions read and round every type and take tensors without elements") {
  const auto sum = [](auto a, auto b) { return a + b; };
  CHECK(show(each<numbers>(tensor(DType::float16, {2}, {2048, 1}), tensor(DType::float16, {}, {1}),
                           sum)) == "float16[2] 2048 2");
  CHECK(show(each<numbers>(u8({3}, {0, 1, 255}), u8({1}, {1}), sum)) == "uint8[3] 1 2 0");
  CHECK(show(each<numbers>(i8({2}, {127, -128}), i8({2}, {1, -1}), sum)) == "int8[2] -128 127");
  CHECK(show(each<numbers>(i32({1, 2}, {-1, 2}), i32({2, 1}, {1, 3}), sum)) ==
        "int32[2, 2] 0 3 2 5");
  CHECK(show(each<numbers>(f32({0, 2}, {}), f32({1, 2}, {1, 2}), sum)) == "float[0, 2]");
  CHECK(show(each<numbers>(f32({}, {1}), f32({}, {2}), sum)) == "float[] 3");
  CHECK_THROWS_AS(each<numbers>(f32({2}, {1, 2}), f32({3}, {1, 2, 3}), sum), InvalidInput);
}

}  // namespace etalon::test::elementwise_test
