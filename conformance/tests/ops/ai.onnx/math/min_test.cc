#include "conformance/tests/ops/one_node.h"

namespace etalon::test::min_test {

TEST_CASE("Min before 8 requires equal shapes") {
  const Tensor a = f32({2}, {1, 5});
  for (const int opset : {1, 6}) {
    CHECK(show(OneNode("Min", opset).run({a, f32({2}, {3, 4}), f32({2}, {2, 6})})) ==
          "float[2] 1 4");
    CHECK(OneNode("Min", opset).error({a, f32({1}, {3})}).starts_with("InvalidInput"));
  }
}

TEST_CASE("Min from 8 on broadcasts all inputs") {
  const Values inputs = {f32({2, 1}, {1, 5}), f32({2}, {3, 4}), f32({}, {2})};
  for (const int opset : {8, 12, 13}) {
    CHECK(show(OneNode("Min", opset).run(inputs)) == "float[2, 2] 1 1 2 2");
  }
}

TEST_CASE("Min is NaN where any input is") {
  const Values inputs = {f32({3}, {NAN, 1, -INFINITY}), f32({3}, {1, NAN, INFINITY})};
  CHECK(show(OneNode("Min", 13).run(inputs)) == "float[3] nan nan -inf");
}

TEST_CASE("Min of integers is exact") {
  const Values signed_ones = {i64({2}, {INT64_MAX, INT64_MIN}), i64({2}, {INT64_MAX - 1, 0})};
  CHECK(show(OneNode("Min", 12).run(signed_ones)) ==
        "int64[2] 9223372036854775806 -9223372036854775808");
  const Values unsigned_ones = {integers(DType::uint64, {1}, {-1}),
                                integers(DType::uint64, {1}, {1})};
  CHECK(show(OneNode("Min", 13).run(unsigned_ones)) == "uint64[1] 1");
}

}  // namespace etalon::test::min_test
