#include "engine/numerics/quick_sums.h"

#include "conformance/tests/ops/one_node.h"
#include "engine/formula.h"

namespace etalon::test::quick_sums_test {
namespace {

Array<Ball> sums(const Tensor& X, const std::vector<size_t>& axes) {
  return quick_sums(X, axes, [](double*, size_t) {});
}

Tensor middles(const Array<Ball>& balls) {
  Reals result = empty_array<double>(balls.shape());
  std::transform(balls.begin(), balls.end(), result.data(),
                 [](const Ball& ball) { return ball.middle(); });
  return Tensor::of(DType::float64, result);
}

std::string square_sums(const Tensor& X) {
  return show(by_sets<numbers>(
      X, {0}, []<class R>(const Array<R>& x) { return sum_over(Array<R>(x * x)); }));
}

}  // namespace

TEST_CASE("A quick sum contains the exact one where terms cancel") {
  // 2^60 + 1 - 2^60 = 1, which the sum in double loses.
  const Ball lost = sums(f32({3}, {0x1p60, 1, -0x1p60}), {0})[0];
  CHECK(lost.lower() <= 1);
  CHECK(lost.upper() >= 1);
  // 20000 times 1 + 2^-60, of which each addition keeps the 1 alone.
  Floats terms(40000, 1);
  for (size_t i = 1; i < terms.size(); i += 2) terms[i] = 0x1p-60;
  const Ball long_sum = sums(f32({40000}, terms), {0})[0];
  CHECK(long_sum.radius() >= 20000 * 0x1p-60);
  CHECK(long_sum.radius() <= 40000 * 0x1p-53 * 20001);
}

TEST_CASE("Quick sums are exact over any axes of small integers") {
  const Tensor X = counted({2, 3, 4});  // element (i, j, k) is 12 i + 4 j + k
  CHECK(show(middles(sums(X, {2}))) == "double[2, 3, 1] 6 22 38 54 70 86");
  CHECK(show(middles(sums(X, {0}))) == "double[1, 3, 4] 12 14 16 18 20 22 24 26 28 30 32 34");
  CHECK(show(middles(sums(X, {1}))) == "double[2, 1, 4] 12 15 18 21 48 51 54 57");
  CHECK(show(middles(sums(X, {0, 2}))) == "double[1, 3, 1] 60 92 124");
  CHECK(show(middles(sums(f32({}, {7}), {}))) == "double[] 7");
  // 0 + 1 + … + 2999, longer than a block; and two such lines side by side.
  CHECK(show(middles(sums(counted({3000}), {0}))) == "double[1] 4498500");
  CHECK(show(middles(sums(counted({3000, 2}), {0}))) == "double[1, 2] 8997000 9000000");
  // Columns longer than a block: 0 and 3000, …, 2999 and 5999.
  const Tensor columns = middles(sums(counted({2, 3000}), {0}));
  CHECK(columns.slots<double>()[0] == 3000);
  CHECK(columns.slots<double>()[2999] == 8998);
}

TEST_CASE("Quick sums know empty sets; signed zeros and what is not finite") {
  const auto shown_sum = [](const Floats& x) {
    const Array<Ball> sum = sums(f32({x.size()}, x), {0});
    CHECK(sum[0].radius() == 0);
    return show(middles(sum)).substr(10);
  };
  CHECK(shown_sum({}) == "0");
  CHECK(shown_sum({-0.0, -0.0}) == "-0");
  CHECK(shown_sum({-0.0, 0.0}) == "0");
  CHECK(shown_sum({1, INFINITY, 2}) == "inf");
  CHECK(shown_sum({INFINITY, -INFINITY}) == "nan");
  CHECK(shown_sum({1, NAN}) == "nan");
  CHECK(sums(f32({0, 2}, {}), {1}).size() == 0);
}

TEST_CASE("A sum of squares is rounded once") {
  // 1 + 2^-24 lies between two floats; the even one is 1.
  CHECK(square_sums(f32({2}, {1, 0x1p-12})) == "float[1] 1");
  CHECK(square_sums(f32({3}, {1, 0x1p-12, 0x1p-40})) == "float[1] 1.0000001");
  // The squares of 2^-149 and 2^127.
  CHECK(square_sums(f32({2}, {0x1p-149, 0x1p-149})) == "float[1] 0");
  CHECK(square_sums(f32({1}, {0x1p127})) == "float[1] inf");
  CHECK(square_sums(tensor(DType::float16, {2}, {3, 4})) == "float16[1] 25");
  CHECK(square_sums(f64({2}, {3, 4})) == "double[1] 25");
  CHECK(square_sums(i32({2}, {65536, 3})) == "int32[1] 9");
}

}  // namespace etalon::test::quick_sums_test
