#include "conformance/tests/ops/one_node.h"

namespace etalon::test::scatter_nd_test {

TEST_CASE("ScatterND reduces by version") {
  const Tensor data = f32({3}, {1, 2, 3});
  const Tensor indices = i64({2, 1}, {2, 2});
  const Tensor updates = f32({2}, {4, -5});
  CHECK(OneNode("ScatterND", 16).set("reduction", "min").error({data, indices, updates}) ==
        "InvalidInput: ScatterND-16 (output 'y0'): reduction is 'min'; it may be none, add, mul");
}

TEST_CASE("ScatterND leaves two different values for one element unspecified") {
  const Tensor data = f32({2}, {1, 2});
  const Tensor twice = i64({2, 1}, {0, -2});
  CHECK(OneNode("ScatterND", 11).error({data, twice, f32({2}, {5, 6})}).starts_with("Unspecified"));
}

TEST_CASE("ScatterND refuses tuples and updates that do not fit") {
  const Tensor data = f32({2, 2}, {1, 2, 3, 4});
  const std::string place = "InvalidInput: ScatterND-18 (output 'y0'): ";
  CHECK(OneNode("ScatterND", 18).error({data, i64({1, 2}, {0, 2}), f32({1}, {9})}) ==
        place + "index 2 is outside [-2, 1]");
  CHECK(OneNode("ScatterND", 18).error({data, i64({1, 1}, {0}), f32({1}, {9})}) ==
        place + "updates has the shape [1], not [1, 2]");
  CHECK(OneNode("ScatterND", 18).error({data, i64({1, 3}, {0, 0, 0}), f32({1}, {9})}) ==
        place + "indices' shape [1, 3] does not fit data's [2, 2] with 0 batch axes");
}

}  // namespace etalon::test::scatter_nd_test
