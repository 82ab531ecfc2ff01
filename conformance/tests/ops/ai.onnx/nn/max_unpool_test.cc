#include "conformance/tests/ops/one_node.h"

namespace etalon::test::max_unpool_test {
namespace {

OneNode pool(int64_t opset, const std::vector<int64_t>& kernel) {
  return OneNode("MaxUnpool", opset).set("kernel_shape", kernel);
}

}  // namespace

TEST_CASE("MaxUnpool puts elements back where they were") {
  const Tensor X = f32({1, 1, 2, 2}, {5, 6, 7, 8});
  const Tensor I = i64({1, 1, 2, 2}, {5, 7, 13, 15});
  const OneNode node = pool(9, {2, 2}).set("strides", Integers{2, 2});
  CHECK(show(node.run({X, I})) == "float[1, 1, 4, 4] 0 0 0 0 0 5 0 6 0 0 0 0 0 7 0 8");
  CHECK(show(pool(11, {2})
                 .set("strides", Integers{2})
                 .set("pads", Integers{1, 0})
                 .run({f32({1, 1, 2}, {1, 2}), i64({1, 1, 2}, {0, 2})})) == "float[1, 1, 3] 1 0 2");
}

TEST_CASE("MaxUnpool counts indices in the output_shape that is given") {
  const Tensor X = f32({1, 1, 2, 2}, {5, 6, 7, 8});
  const Tensor I = i64({1, 1, 2, 2}, {6, 8, 16, 18});
  CHECK(show(pool(22, {2, 2}).set("strides", Integers{2, 2}).run({X, I, i64({4}, {1, 1, 5, 5})})) ==
        "float[1, 1, 5, 5] 0 0 0 0 0 0 5 0 6 0 0 0 0 0 0 0 7 0 8 0 0 0 0 0 0");
}

TEST_CASE("MaxUnpool inverts MaxPool where windows overlap, and refuses what MaxPool never gives") {
  const Tensor X = f32({1, 1, 3}, {1, 9, 2});
  const Values pooled =
      OneNode("MaxPool", 12).set("kernel_shape", Integers{2}).outputs(2).run_all({X});
  CHECK(show(pool(11, {2}).run({pooled[0], pooled[1]})) == "float[1, 1, 3] 0 9 0");
  CHECK(pool(11, {2}).error({f32({1, 1, 2}, {1, 2}), i64({1, 1, 2}, {0, 0})}) ==
        "Unspecified: MaxUnpool-11 (output 'y0'): index 0 occurs with different values");
  CHECK(pool(11, {2}).error({f32({1, 1, 2}, {1, 2}), i64({1, 1, 2}, {0, 3})}) ==
        "InvalidInput: MaxUnpool-11 (output 'y0'): index 3 is outside [0, 2]");
  CHECK(pool(11, {2}).error({f32({1, 1, 2}, {1, 2}), i64({1, 1, 1}, {0})}) ==
        "InvalidInput: MaxUnpool-11 (output 'y0'): I has the shape [1, 1, 1], not [1, 1, 2]");
  CHECK(pool(11, {2}).error({X, i64({1, 1, 3}, {0, 1, 2}), i64({2}, {1, 3})}) ==
        "InvalidInput: MaxUnpool-11 (output 'y0'): output_shape [1, 3] does not fit X's "
        "[1, 1, 3]");
}

}  // namespace etalon::test::max_unpool_test
