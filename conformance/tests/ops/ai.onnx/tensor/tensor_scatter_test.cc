#include "conformance/tests/ops/one_node.h"

namespace etalon::test::tensor_scatter_test {

TEST_CASE("TensorScatter goes around in circular mode") {
  const Tensor past_cache = f32({1, 3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor update = f32({1, 2, 2}, {7, 8, 9, 10});
  CHECK(OneNode("TensorScatter", 24).error({past_cache, update, i64({1}, {2})}) ==
        "InvalidInput: TensorScatter-24 (output 'y0'): write index 3 leaves [0, 2]");
  CHECK(OneNode("TensorScatter", 24).error({past_cache, update, i64({1}, {-1})}) ==
        "InvalidInput: TensorScatter-24 (output 'y0'): write index -1 leaves [0, 2]");
}

TEST_CASE("TensorScatter refuses axes and shapes that do not fit") {
  const Tensor past_cache = f32({1, 2}, {1, 2});
  const std::string place = "InvalidInput: TensorScatter-24 (output 'y0'): ";
  CHECK(OneNode("TensorScatter", 24).error({past_cache, past_cache}) ==
        place + "axis is 0, the batch's");
  CHECK(OneNode("TensorScatter", 24).set("axis", 1).error({past_cache, f32({1, 3}, {1, 2, 3})}) ==
        place + "update's shape [1, 3] does not fit past_cache's [1, 2]");
  CHECK(OneNode("TensorScatter", 24)
            .set("axis", 1)
            .error({past_cache, past_cache, i64({2}, {0, 0})}) ==
        place + "write_indices has the shape [2], not [1]");
  CHECK(OneNode("TensorScatter", 24)
            .set("axis", 1)
            .set("mode", "round")
            .error({past_cache, past_cache}) ==
        place + "mode is 'round'; it may be linear, circular");
}

}  // namespace etalon::test::tensor_scatter_test
