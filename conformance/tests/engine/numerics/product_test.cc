#include "engine/numerics/product.h"

#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"
#include "ops/ai.onnx/nn/heads.h"

namespace etalon::test::product_test {
namespace {

// Numbers without pattern: a linear congruential generator's, in [-1, 1).
template <class T>
Array<T> numbers(const Shape& shape, uint64_t seed) {
  Array<T> x = empty_array<T>(shape);
  uint64_t state = seed;
  for (T& value : x) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    if constexpr (std::is_same_v<T, double>) {
      value = double(int64_t(state) >> 11) * 0x1p-52;
    } else {
      value = T(state);
    }
  }
  return x;
}

// The definition: each element adds k = 0, 1, 2, … in turn.
template <class T>
Array<T> by_definition(const Array<T>& a, const Array<T>& b) {
  const size_t M = a.shape()[0];
  const size_t K = a.shape()[1];
  const size_t N = b.shape()[1];
  Array<T> c = full<T>({M, N}, T{0});
  for (size_t i = 0; i < M; ++i) {
    for (size_t j = 0; j < N; ++j) {
      for (size_t k = 0; k < K; ++k) c(i, j) += a(i, k) * b(k, j);
    }
  }
  return c;
}

// Catch cannot show arrays.
template <class T>
bool same(const Array<T>& a, const Array<T>& b) {
  return a == b;
}

struct Sizes {
  size_t M, K, N;
};
// Below, at and above the sizes of tiles and blocks; the last ones are for several threads.
const std::vector<Sizes> sizes{{1, 1, 1},     {1, 300, 7},    {5, 3, 8},      {6, 256, 16},
                               {7, 257, 9},   {13, 16, 193},  {12, 17, 192},  {2, 40, 3100},
                               {25, 31, 400}, {97, 513, 211}, {1000, 70, 65}, {3, 2000, 1500}};

}  // namespace

TEST_CASE("A matrix product of any size has the bytes of its definition") {
  for (const auto& [M, K, N] : sizes) {
    const Reals a = numbers<double>({M, K}, M);
    const Reals b = numbers<double>({K, N}, N);
    CHECK(same(matmul(a, b), by_definition(a, b)));
    const Ints i = numbers<int64_t>({M, K}, M);
    const Ints j = numbers<int64_t>({K, N}, N);
    CHECK(same(matmul(i, j), by_definition(i, j)));
  }
  const Naturals u = numbers<uint64_t>({9, 20}, 1);
  const Naturals v = numbers<uint64_t>({20, 11}, 2);
  CHECK(same(matmul(u, v), by_definition(u, v)));
}

TEST_CASE("Exact products give the bytes of the definition; fused with their sums or not") {
  // The definition rounds products and sums one after another; a fused multiply-add of these
  // numbers of 24 bits rounds the sums alone.
  const auto rounded_to_float = [](const Reals& x) { return Reals(xt::cast<float>(x)); };
  for (const auto& [M, K, N] : sizes) {
    const Reals a = rounded_to_float(numbers<double>({M, K}, M));
    const Reals b = rounded_to_float(numbers<double>({K, N}, N));
    CHECK(same(matmul(a, b, Products::exact), by_definition(a, b)));
  }
  // -0 + -0, 0 + -0, and infinities that cancel.
  const auto reals = [](const Shape& shape, const std::vector<double>& values) {
    Reals x = empty_array<double>(shape);
    std::copy(values.begin(), values.end(), x.data());
    return x;
  };
  const Reals zeros = reals({2, 2}, {-0.0, 0.0, -0.0, 1.0}), ones = reals({2, 1}, {1.0, -0.0});
  CHECK(same(matmul(zeros, ones, Products::exact), by_definition(zeros, ones)));
  const double infinity = std::numeric_limits<double>::infinity();
  const Reals infinite = reals({1, 2}, {infinity, infinity}), opposite = reals({2, 1}, {1.0, -1.0});
  CHECK(std::isnan(matmul(infinite, opposite, Products::exact)(0, 0)));
}

TEST_CASE("Narrow floats are read without a copy") {
  for (const DType type : {DType::float16, DType::bfloat16, DType::float32, DType::float8e5m2}) {
    const Tensor A = Tensor::of(type, numbers<double>({7, 30}, 1));
    const Tensor B = Tensor::of(type, numbers<double>({30, 50}, 2));
    const Reals c = by_definition(A.as<double>(), B.as<double>());
    CHECK(identical(matmul(A, B), Tensor::of(type, c)));
  }
}

TEST_CASE("A matrix product takes its operands transposed") {
  const Reals a = numbers<double>({20, 33}, 1);
  const Reals b = numbers<double>({33, 19}, 2);
  const Reals c = by_definition(a, b);
  const Tensor A = Tensor::of(DType::float32, a);
  const Tensor B = Tensor::of(DType::float32, b);
  const Tensor At = transposed(A, {1, 0});
  const Tensor Bt = transposed(B, {1, 0});
  const Tensor expected = Tensor::of(DType::float32, by_definition(A.as<double>(), B.as<double>()));
  CHECK(identical(products_of(A, false, B, false).rounded(), expected));
  CHECK(identical(products_of(At, true, B, false).rounded(), expected));
  CHECK(identical(products_of(A, false, Bt, true).rounded(), expected));
  CHECK(identical(products_of(At, true, Bt, true).rounded(), expected));
  CHECK_THROWS_AS(products_of(At, false, B, false), InvalidInput);
  CHECK_THROWS_AS(products_of(f32({2}, {1, 2}), false, B, false), InvalidInput);
}

TEST_CASE("Matrices along equal leading axes are multiplied each by its like") {
  const Tensor A = f32({2, 1, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const Tensor Bt = f32({2, 1, 1, 3}, {1, 0, -1, 2, 3, 5});
  const std::string expected = "float[2, 1, 2, 1] -2 -2 83 113";
  CHECK(show(products_of(A, false, Bt, true).rounded()) == expected);
  CHECK(show(products_of(transposed(A, {0, 1, 3, 2}), true, Bt, true).rounded()) == expected);
  CHECK(show(products_of(f32({0, 2, 3}, {}), false, f32({0, 3, 1}, {}), false).rounded()) ==
        "float[0, 2, 1]");
  CHECK_THROWS_AS(products_of(A, false, Bt.reshaped({1, 2, 1, 3}), true), InvalidInput);
  CHECK_THROWS_AS(products_of(A, false, Bt.reshaped({2, 1, 3}), true), InvalidInput);
}

TEST_CASE("A product without inner dimension or rows or columns") {
  CHECK(show(matmul(f32({2, 0}, {}), f32({0, 3}, {}))) == "float[2, 3] 0 0 0 0 0 0");
  CHECK(show(matmul(f32({0, 2}, {}), f32({2, 3}, {1, 2, 3, 4, 5, 6}))) == "float[0, 3]");
  CHECK(show(matmul(f32({2, 2}, {1, 2, 3, 4}), f32({2, 0}, {}))) == "float[2, 0]");
  CHECK(show(matmul(f32({0, 2, 2}, {}), f32({2, 2}, {1, 2, 3, 4}))) == "float[0, 2, 2]");
}

TEST_CASE("Infinities and NaN stay where they belong") {
  const Tensor A = f32({2, 2}, {INFINITY, 1, 2, 3});
  const Tensor B = f32({2, 2}, {1, 0, 1, 1});
  CHECK(show(matmul(A, B)) == "float[2, 2] inf nan 5 3");
  const Tensor C = tensor(DType::float64, {1, 2}, {1e308, 1e308});
  CHECK(show(matmul(C, tensor(DType::float64, {2, 1}, {10, 1}))) == "double[1, 1] inf");
}

TEST_CASE("A product that is too much work is refused before its result is made") {
  const Tensor column = zeros({1000, 1});
  const Tensor row = zeros({1, 1000});
  Limits limits = memory_of(100'000);  // the result has four million bytes
  limits.max_work = 999'999;
  const std::string refused =
      "LimitExceeded: more than 999999 units of work; --max-work raises the limit";
  CHECK(refusal_within(limits, [&] { matmul(column, row); }) == refused);
  CHECK(refusal_within(limits, [&] { products_of(column, false, row, false); }) == refused);
}

// 3 · (0.1 + 17 · 2^-58) by rational numbers; of the sum as a double it is an ULP less.
TEST_CASE("A formula of sums of float64 is rounded once") {
  const Tensor Y = products_of(f64({1, 2}, {0.1, 0x1.1p-54}), false, f64({1, 2}, {1, 1}), true)
                       .rounded([]<class R>(const R& sum, size_t) -> R { return 3 * sum; });
  CHECK(Y.as<double>().flat(0) == 0x1.3333333333337p-2);
}

// Whole numbers below 2^20 and halves of them: the sums are exact in double. Adding all of them
// exactly would be 13 million units.
TEST_CASE("Sums of float64 that are rounded to float32 are seldom added exactly") {
  constexpr size_t rows = 4, columns = 64, terms = 512;
  const auto numbers = [](size_t count, uint64_t step) {
    std::vector<double> values(count);
    for (size_t i = 0; i < count; ++i) values[i] = double(i * step % 1048573) - 500'000.5;
    return values;
  };
  const std::vector<double> a = numbers(rows * terms, 7919), b = numbers(columns * terms, 104729);
  Limits limits;
  limits.max_work = 12'000'000;
  const LimitScope scope(limits);
  const Tensor Y = products_of(f64({rows, terms}, a), false, f64({columns, terms}, b), true)
                       .rounded([]<class R>(const R& sum, size_t) -> R {
                         return R(typed(DType::float32, sum));
                       });
  for (size_t i = 0; i < rows * columns; ++i) {
    double sum = 0;
    for (size_t k = 0; k < terms; ++k)
      sum += a[i / columns * terms + k] * b[i % columns * terms + k];
    CHECK(Y.as<double>().flat(i) == double(float(sum)));
  }
}

}  // namespace etalon::test::product_test
