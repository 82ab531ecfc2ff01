#include "conformance/tests/ops/one_node.h"

namespace etalon::test::spatial_bn_test {
namespace {

// scale, bias, mean and var of one channel, after X.
Values batch(const Tensor& X, double scale, double bias, double mean, double var) {
  return {X, f32({1}, {scale}), f32({1}, {bias}), f32({1}, {mean}), f32({1}, {var})};
}

}  // namespace

TEST_CASE("SpatialBN with is_test uses the mean and var given") {
  OneNode node("SpatialBN", 1);
  node.set("is_test", 1).set("epsilon", 0.25);
  CHECK(show(node.run(batch(f32({1, 1, 1, 3}, {1, 2, 3}), 10, 0.5, 2, 2))) ==
        "float[1, 1, 1, 3] -6.1666665 0.5 7.1666665");  // ± 10 / 1.5 + 0.5
  CHECK(node.outputs(5).error(batch(f32({1, 1, 1, 1}, {1}), 1, 0, 0, 1)) ==
        "InvalidInput: SpatialBN-1 (output 'y0'): is_test is 1, and more than Y is wanted");
}

TEST_CASE("SpatialBN in training gives running and saved statistics") {
  OneNode node("SpatialBN", 1);
  node.set("epsilon", 7.0).set("momentum", 0.75).outputs(5);
  // Mean 5, variance 9, √(9 + 7) = 4; 1·3/4 + 5/4, 1·3/4 + 9/4.
  const Values outputs = node.run_all(batch(f32({2, 1, 1, 1}, {2, 8}), 4, 1, 1, 1));
  const std::vector<std::string> expected{"float[2, 1, 1, 1] -2 4", "float[1] 2", "float[1] 3",
                                          "float[1] 5", "float[1] 0.25"};
  REQUIRE(outputs.size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) CHECK(show(outputs[i]) == expected[i]);
}

TEST_CASE("SpatialBN: momentum is 0.9 and epsilon 1e-5 by default as float32") {
  const Values outputs =
      OneNode("SpatialBN", 1).outputs(5).run_all(batch(f32({1, 1, 1, 2}, {3, 3}), 1, 0, 0, 0));
  // 3 (1 − 0.9) and 1 / √1e-5, where 0.9 is 0.89999998 and 1e-5 is 9.9999997e-6.
  CHECK(show(outputs[1]) == "float[1] 0.30000007");
  CHECK(show(outputs[4]) == "float[1] 316.22778");
}

TEST_CASE("SpatialBN requires four axes and a parameter for each channel") {
  CHECK(OneNode("SpatialBN", 1).error(batch(f32({1, 1}, {1}), 1, 0, 0, 1)) ==
        "InvalidInput: SpatialBN-1 (output 'y0'): X has rank 2, not 4: [N, C, H, W]");
  CHECK(OneNode("SpatialBN", 1).error(batch(f32({1, 2, 1, 1}, {1, 2}), 1, 0, 0, 1)) ==
        "InvalidInput: SpatialBN-1 (output 'y0'): scale has the shape [1], not [2]");
}

}  // namespace etalon::test::spatial_bn_test
