#include "conformance/tests/ops/one_node.h"

namespace etalon::test::dynamic_time_warping_test {

TEST_CASE("DynamicTimeWarping takes one of the paths that cost the same") {
  OneNode warping("DynamicTimeWarping", 1, "com.microsoft");
  CHECK(show(warping.run({zeros({2, 3})})) == "int32[2, 4] 0 1 1 1 0 0 1 2");
}

TEST_CASE("DynamicTimeWarping compares exact sums") {
  OneNode warping("DynamicTimeWarping", 1, "com.microsoft");
  // With sums in floats both ways around the middle cost 2^24.
  CHECK(show(warping.run({f32({2, 2}, {16777216, 0.75, 0.5, -3})})) == "int32[2, 2] 0 1 0 1");
  CHECK(show(warping.run({f32({3, 3}, {16777216, 0.75, 99, 0.5, 99, 0.5, 99, 0.5, 0})})) ==
        "int32[2, 4] 0 1 2 2 0 0 1 2");
}

TEST_CASE("DynamicTimeWarping wants a matrix") {
  OneNode warping("DynamicTimeWarping", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.DynamicTimeWarping-1 (output 'y0'): ";
  CHECK(warping.error({zeros({2})}) == place + "input has rank 1, not 2");
  CHECK(warping.error({zeros({2, 1, 1})}) ==
        place + "input has the shape [2, 1, 1], not [1, _, _]");
  CHECK(warping.error({zeros({2, 0})}) == place + "input of shape [2, 0] has no path");
}

}  // namespace etalon::test::dynamic_time_warping_test
