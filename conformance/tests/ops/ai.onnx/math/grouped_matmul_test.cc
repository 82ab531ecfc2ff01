#include "conformance/tests/ops/one_node.h"

namespace etalon::test::grouped_matmul_test {
namespace {

// Two groups of 2 by 2: the identity, and rows exchanged and doubled.
Tensor two_groups() { return f32({2, 2, 2}, {1, 0, 0, 1, 0, 2, 2, 0}); }
Tensor two_tokens() { return f32({2, 2}, {1, 2, 3, 4}); }

}  // namespace

TEST_CASE("GroupedMatMul refuses groups that do not exist and shapes that do not fit") {
  const auto error = [](const Tensor& input, const Tensor& weights, const Tensor& indices) {
    return OneNode("GroupedMatMul", 29).error({input, weights, indices});
  };
  const std::string place = "InvalidInput: GroupedMatMul-29 (output 'y0'): ";
  CHECK(error(two_tokens(), two_groups(), i64({2, 1}, {0, 2})) ==
        place + "group index 2 is outside [0, 2)");
  CHECK(error(two_tokens(), two_groups(), i64({2, 1}, {0, -1})) ==
        place + "group index -1 is outside [0, 2)");
  CHECK(error(two_tokens(), f32({1, 1, 2}, {1, 2}), i64({2, 1}, {0, 0})) ==
        place + "weights has the shape [1, 1, 2]; it must be [1, 2, 2]");
  CHECK(error(two_tokens(), two_groups(), i64({1, 1}, {0})) ==
        place + "group_indices has the shape [1, 1]; it must be [2, 1]");
  CHECK(OneNode("GroupedMatMul", 29)
            .error({two_tokens(), two_groups(), i64({2, 1}, {0, 0}), f32({2}, {1, 2})}) ==
        place + "bias has the shape [2]; it must be [2, 2]");
  CHECK(error(f32({2}, {1, 2}), two_groups(), i64({2, 1}, {0, 0})).starts_with("InvalidInput"));
}

TEST_CASE("an operator of a release to come needs its opset which is newer than the newest") {
  CHECK(newest_opset("") < 29);
  REQUIRE(find_schema("", "GroupedMatMul", 29) != nullptr);
  CHECK(find_schema("", "GroupedMatMul", newest_opset("")) == nullptr);
}

}  // namespace etalon::test::grouped_matmul_test
