#include "engine/formula.h"

#include "conformance/tests/ops/one_node.h"

namespace etalon::test::formula_test {

TEST_CASE("pairwise() broadcasts both ways, in row-major order") {
  const Tensor A = f32({2, 1}, {10, 20});
  const Tensor B = f32({3}, {1, 2, 3});
  CHECK((pairwise<double>(A, B, std::minus()) == Reals{{9, 8, 7}, {19, 18, 17}}));
  CHECK((pairwise<double>(B, A, std::minus()) == Reals{{-9, -8, -7}, {-19, -18, -17}}));
  CHECK(pairwise<double>(f32({}, {1}), f32({}, {2}), std::plus()).shape().empty());
  CHECK(pairwise<double>(f32({0}, {}), f32({1}, {2}), std::plus()).shape() == Shape{0});
  CHECK_THROWS_AS(pairwise<double>(f32({2}, {1, 2}), B, std::plus()), InvalidInput);
}

TEST_CASE("pairwise() gives the function's results, also for different carriers") {
  const Tensor A = i64({2}, {1, 2});
  CHECK((pairwise<int64_t>(A, i64({}, {1}), std::greater()) == Bools{false, true}));
  const auto scaled = [](int64_t a, double b) { return static_cast<double>(a) * b; };
  CHECK((pairwise<int64_t, double>(A, f32({}, {0.5}), scaled) == Reals{0.5, 1}));
}

}  // namespace etalon::test::formula_test
