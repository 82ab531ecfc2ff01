#include "engine/numerics/window_sums.h"

#include "conformance/tests/ops/one_node.h"

namespace etalon::test::window_sums_test {
namespace {

Array<Ball> balls(const Shape& shape, const std::vector<Ball>& values) {
  Array<Ball> x = empty_array<Ball>(shape);
  std::copy(values.begin(), values.end(), x.data());
  return x;
}

std::vector<double> middles(const Array<Ball>& x) {
  std::vector<double> result;
  for (const Ball& ball : x) result.push_back(ball.middle());
  return result;
}

// Three outputs of two elements: padding and 1, 2 and 3, 4 and 5.
const Window strided{{.input = 5, .kernel = 2, .stride = 2, .begin = 1, .output = 3}};

}  // namespace

TEST_CASE("Windows read fewer elements where they reach into the padding") {
  const Ints counts = elements_read(strided);
  CHECK(std::vector<int64_t>(counts.begin(), counts.end()) == std::vector<int64_t>{1, 2, 2});
  // A kernel with more elements than there are outputs, of which the first reads padding alone.
  const Window large{
      {.input = 2, .kernel = 3, .stride = 3, .dilation = 2, .begin = 5, .end = 4, .output = 2}};
  CHECK(!sums_by_row(large));
  const Ints few = elements_read(large);
  CHECK(std::vector<int64_t>(few.begin(), few.end()) == std::vector<int64_t>{0, 1});
}

TEST_CASE("Sums over windows are those of the balls that they read") {
  const Array<Ball> sums =
      sums_over_windows(balls({1, 2, 5}, {1, 2, 3, 4, 5, 1, 1, 1, 1, 1}), strided);
  CHECK(sums.shape() == Shape{1, 2, 3});
  CHECK(middles(sums) == std::vector<double>{1, 5, 9, 1, 2, 2});
  for (const Ball& sum : sums) CHECK(sum.radius() == 0);  // small integers are exact
}

TEST_CASE("Sums over windows contain what additions lose and what radii add") {
  const Window pairs{{.input = 3, .kernel = 2, .output = 2}};
  // 1 + 2^-60 and 2^-60 + 1 ± 2^-40.
  const Array<Ball> sums =
      sums_over_windows(balls({1, 1, 3}, {1, 0x1p-60, Ball(1, 0x1p-40)}), pairs);
  CHECK(sums.data()[0].radius() >= 0x1p-60);
  CHECK(sums.data()[0].radius() <= 0x1.1p-60);
  CHECK(sums.data()[1].radius() >= 0x1p-40 + 0x1p-60);
  CHECK(sums.data()[1].radius() <= 0x1.1p-40);
}

TEST_CASE("A sum over a window is -0 if all are -0 and 0 of padding alone") {
  const Window window{{.input = 3, .kernel = 2, .stride = 2, .begin = 2, .end = 1, .output = 3}};
  const Array<Ball> sums = sums_over_windows(balls({1, 1, 3}, {-0.0, -0.0, 0.0}), window);
  CHECK(middles(sums) == std::vector<double>{0, 0, 0});
  CHECK(!std::signbit(sums.data()[0].middle()));
  CHECK(std::signbit(sums.data()[1].middle()));
  CHECK(!std::signbit(sums.data()[2].middle()));
}

}  // namespace etalon::test::window_sums_test
