#include "conformance/tests/ops/one_node.h"

namespace etalon::test::experimental_mean_variance_normalization_test {

TEST_CASE("MeanVarianceNormalization-1 takes statistics of each channel over the batch") {
  const Tensor input = f32({2, 2, 1, 1}, {1, 10, 5, 30});  // channels (1, 5) and (10, 30)
  const OneNode node("MeanVarianceNormalization", 8);
  CHECK(show(node.run({input})) == "float[2, 2, 1, 1] -1 -1 1 1");
  OneNode mean_only = node;
  CHECK(show(mean_only.set("normalize_variance", 0).run({input})) ==
        "float[2, 2, 1, 1] -2 -10 2 10");
  OneNode across = node;
  CHECK(show(across.set("across_channels", 1).run({f32({1, 2, 1, 2}, {4, 0, 0, 4})})) ==
        "float[1, 2, 1, 2] 1 -1 -1 1");
  CHECK(show(node.run({f32({1, 1, 1, 2}, {7, 7})})) == "float[1, 1, 1, 2] nan nan");
  CHECK(show(node.run({f32({0, 1, 2, 2}, {})})) == "float[0, 1, 2, 2]");
  CHECK(node.error({f32({2, 2}, {1, 2, 3, 4})}) ==
        "InvalidInput: MeanVarianceNormalization-1 (output 'y0'): the input has rank 2, not 4: "
        "[N, C, H, W]");
}

TEST_CASE("MeanVarianceNormalization-1 takes ONNX 1.3's axes") {
  OneNode node("MeanVarianceNormalization", 8);
  node.set("axes", std::vector<int64_t>{-1});
  CHECK(show(node.run({f32({2, 2}, {1, 3, 10, 30})})) == "float[2, 2] -1 1 -1 1");
}

TEST_CASE("MeanVarianceNormalization-9 takes over from opset 9 on") {
  // It has no across_channels, and adds 1e-9 to the deviation.
  OneNode node("MeanVarianceNormalization", 9);
  CHECK(show(node.run({f32({1, 1, 1, 2}, {7, 7})})) == "float[1, 1, 1, 2] 0 0");
}

}  // namespace etalon::test::experimental_mean_variance_normalization_test
