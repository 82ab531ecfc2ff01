#include "conformance/tests/ops/one_node.h"

namespace etalon::test::max_test {

TEST_CASE("Max before 8 requires equal shapes") {
  const Tensor a = f32({2}, {1, 5});
  CHECK(OneNode("Max", 6).error({a, f32({1}, {3})}) ==
        "InvalidInput: Max-6 (output 'y0'): the shapes [2] and [1] differ");
}

TEST_CASE("Max from 8 on broadcasts all inputs") {
  CHECK(show(OneNode("Max", 13).run({f32({}, {-0.0})})) == "float[] -0");
  CHECK(
      OneNode("Max", 8).error({f32({2}, {1, 2}), f32({3}, {1, 2, 3})}).starts_with("InvalidInput"));
}

TEST_CASE("Max of inputs whose joint shape is huge is refused before it is made") {
  Values inputs;
  for (size_t axis = 0; axis < 4; ++axis) {
    Shape shape(4, 1);
    shape[axis] = 65536;
    inputs.push_back(f32(shape, std::vector<double>(65536, 1)));
  }
  CHECK(OneNode("Max", 13).error(inputs).starts_with("LimitExceeded"));
}

}  // namespace etalon::test::max_test
