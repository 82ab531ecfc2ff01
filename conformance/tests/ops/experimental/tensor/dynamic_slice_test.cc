#include "conformance/tests/ops/one_node.h"

namespace etalon::test::dynamic_slice_test {

TEST_CASE("DynamicSlice takes starts and ends and axes as inputs") {
  const Tensor data = i64({2, 3}, {1, 2, 3, 4, 5, 6});
  const OneNode node("DynamicSlice", 9);
  CHECK(show(node.run({data, i64({1}, {1}), i64({1}, {2}), i64({1}, {1})})) == "int64[2, 1] 2 5");
  CHECK(show(node.run({data, i64({2}, {1, 0}), i64({2}, {2, 2})})) == "int64[1, 2] 4 5");
  CHECK(show(node.run({data, i64({2}, {1, 0}), i64({2}, {3, 1}), i64({2}, {1, 0})})) ==
        "int64[1, 2] 2 3");
  CHECK(show(node.run({data, i64({0}, {}), i64({0}, {})})) == "int64[2, 3] 1 2 3 4 5 6");
}

TEST_CASE("DynamicSlice counts negative bounds from the end and clamps") {
  const Tensor data = f32({3}, {1, NAN, -0.0});
  const OneNode node("DynamicSlice", 1);
  CHECK(show(node.run({data, i64({1}, {-2}), i64({1}, {1000})})) == "float[2] nan -0");
  CHECK(show(node.run({data, i64({1}, {INT64_MIN}), i64({1}, {-1})})) == "float[2] 1 nan");
  CHECK(show(node.run({data, i64({1}, {1000}), i64({1}, {1000})})) == "float[0]");
  CHECK(show(node.run({data, i64({1}, {2}), i64({1}, {1})})) == "float[0]");
}

TEST_CASE("DynamicSlice requires a start and an end for each axis") {
  const Tensor data = f32({2}, {1, 2});
  const std::string place = "InvalidInput: DynamicSlice-1 (output 'y0'): ";
  CHECK(OneNode("DynamicSlice", 9).error({data, i64({1}, {0}), i64({2}, {1, 1})}) ==
        place + "there are 1 starts, 2 ends, 1 axes and 1 steps for 1 axes of data");
  CHECK(OneNode("DynamicSlice", 9).error({data, i64({2}, {0, 0}), i64({2}, {1, 1})}) ==
        place + "there are 2 starts, 2 ends, 2 axes and 2 steps for 1 axes of data");
  CHECK(OneNode("DynamicSlice", 9).error({data, i64({1}, {0}), i64({1}, {1}), i64({1}, {1})}) ==
        place + "axis 1 is outside [-1, 0]");
}

}  // namespace etalon::test::dynamic_slice_test
