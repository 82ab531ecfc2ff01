#include "conformance/tests/ops/one_node.h"

namespace etalon::test::max_unpool_test {
namespace {

OneNode pool(int64_t opset, const std::vector<int64_t>& kernel) {
  return OneNode("MaxUnpool", opset).set("kernel_shape", kernel);
}

}  // namespace

TEST_CASE("MaxUnpool inverts MaxPool where windows overlap and refuses what MaxPool never gives") {
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
