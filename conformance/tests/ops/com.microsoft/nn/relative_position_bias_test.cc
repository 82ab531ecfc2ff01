#include "conformance/tests/ops/one_node.h"

namespace etalon::test::relative_position_bias_test {

TEST_CASE("RelativePositionBias has one bin for all distances from max_distance on") {
  OneNode bias("RelativePositionBias", 1, "com.microsoft");
  bias.set("max_distance", 4);
  // bins 0 and 1 are of the distances 0 and 1, bin 2 of 2 up to 2 · √2, bin 3 of the rest
  const Tensor table = f32({4, 1}, {10, 11, 12, 13});
  CHECK(show(bias.run({table, i64({}, {5}), i64({}, {5})})) ==
        "float[1, 1, 5, 5] 10 10 10 10 10 11 10 10 10 10 12 11 10 10 10 13 12 11 10 10 13 13 12 11 "
        "10");
}

TEST_CASE("RelativePositionBias refuses a max_distance within the single distances") {
  OneNode bias("RelativePositionBias", 1, "com.microsoft");
  bias.set("max_distance", 2);
  CHECK(bias.error({zeros({4, 1}), i64({}, {1}), i64({}, {1})}) ==
        "InvalidInput: com.microsoft.RelativePositionBias-1 (output 'y0'): max_distance 2 does not "
        "fit 4 bins");
}

}  // namespace etalon::test::relative_position_bias_test
