#include "conformance/tests/ops/one_node.h"

namespace etalon::test::unsqueeze_test {

TEST_CASE("Unsqueeze inserts axes of size 1; numbered in the result") {
  const Tensor data = counted({2, 3});
  const auto shape = [&](const std::vector<int64_t>& axes) {
    const Value result = OneNode("Unsqueeze", 13).run({data, i64({axes.size()}, axes)});
    return to_string(result.tensor().shape());
  };
  CHECK(shape({0}) == "[1, 2, 3]");
  CHECK(shape({4, 0, 1}) == "[1, 1, 2, 3, 1]");
  CHECK(shape({-1, 1}) == "[2, 1, 3, 1]");
  CHECK(shape({}) == "[2, 3]");
  CHECK(show(OneNode("Unsqueeze", 1).set("axes", Integers{0}).run({counted({})})) == "float[1] 0");
  CHECK(show(OneNode("Unsqueeze", 11).set("axes", Integers{-2}).run({counted({2})})) ==
        "float[1, 2] 0 1");
}

TEST_CASE("Unsqueeze refuses axes twice; out of range and before 11 negative") {
  const Tensor data = counted({2});
  CHECK(OneNode("Unsqueeze", 13).error({data, i64({2}, {0, -3})}) ==
        "InvalidInput: Unsqueeze-13 (output 'y0'): axis -3 is named twice");
  CHECK(OneNode("Unsqueeze", 13).error({data, i64({1}, {2})}) ==
        "InvalidInput: Unsqueeze-13 (output 'y0'): axis 2 is outside [-2, 1]");
  CHECK(OneNode("Unsqueeze", 1).set("axes", Integers{-1}).error({data}) ==
        "InvalidInput: Unsqueeze-1 (output 'y0'): axis -1 is negative");
}

}  // namespace etalon::test::unsqueeze_test
