#include "engine/numerics/strides.h"

#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/numerics.h"

namespace etalon::test::strides_test {

TEST_CASE("Axes are merged where their steps fit and those of size 1 go") {
  const Strides whole = Strides{{2, 1, 3, 4}, {12, 12, 4, 1}}.merged();
  CHECK(whole.dims == Shape{24});
  CHECK(whole.steps == Shape{1});
  const Strides repeated = Strides{{5, 2, 3}, {0, 0, 1}}.merged();
  CHECK(repeated.dims == Shape{10, 3});
  CHECK(repeated.steps == Shape{0, 1});
  CHECK(Strides{{1, 1}, {1, 1}}.merged().dims.empty());
}

TEST_CASE("Transposition of four axes puts each element where its index says") {
  const Tensor X = counted(DType::int64, {2, 3, 4, 5});
  const std::vector<size_t> perm{2, 0, 3, 1};
  const Tensor Y = transposed(X, perm);
  REQUIRE(Y.shape() == Shape{4, 2, 5, 3});
  bool right = true;
  each_index(X.shape(), [&](const Shape& from) {
    const Shape to{from[2], from[0], from[3], from[1]};
    right = right && Y.slots<int64_t>()[position_of(to, Y.shape())] ==
                         X.slots<int64_t>()[position_of(from, X.shape())];
  });
  CHECK(right);
  CHECK(show(transposed(texts({1, 2}, {"a", "b"}), {1, 0})) == "string[2, 1] 'a' 'b'");
  CHECK(transposed(f32({0, 3}, {}), {1, 0}).shape() == Shape{3, 0});
}

TEST_CASE("Broadcasting repeats rows and columns and single elements") {
  CHECK(show(broadcast_to(i32({2, 1}, {1, 2}), {2, 3})) == "int32[2, 3] 1 1 1 2 2 2");
  CHECK(show(broadcast_to(i32({3}, {1, 2, 3}), {2, 3})) == "int32[2, 3] 1 2 3 1 2 3");
  CHECK(show(broadcast_to(i32({1, 2, 1}, {1, 2}), {2, 2, 2})) == "int32[2, 2, 2] 1 1 2 2 1 1 2 2");
  CHECK(broadcast_to(i32({1, 0}, {}), {3, 0}).shape() == Shape{3, 0});
}

TEST_CASE("Reductions over any axes add the elements that their index says") {
  const Reals x = counted(DType::float64, {2, 3, 4}).as<double>();
  for (int bits = 0; bits < 8; ++bits) {
    std::vector<size_t> axes;
    for (size_t axis = 0; axis < 3; ++axis) {
      if ((bits >> axis & 1) != 0) axes.push_back(axis);
    }
    const Reals sum = sum_over(x, axes);
    std::vector<double> wanted(sum.size());
    each_index({2, 3, 4}, [&](const Shape& index) {
      Shape kept = index;
      for (const size_t axis : axes) kept[axis] = 0;
      wanted[position_of(kept, sum.shape())] += x.data()[position_of(index, {2, 3, 4})];
    });
    CHECK(std::equal(wanted.begin(), wanted.end(), sum.begin(), sum.end()));
  }
}

}  // namespace etalon::test::strides_test
