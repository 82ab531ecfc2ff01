#include "conformance/tests/ops/one_node.h"

namespace etalon::test::array_feature_extractor_test {

TEST_CASE("ArrayFeatureExtractor takes entries of the last axis") {
  const OneNode op("ArrayFeatureExtractor", 1, "ai.onnx.ml");
  const Tensor X = f32({2, 1, 3}, {1, 2, NAN, 4, 5, -0.0});
  CHECK(show(op.run({X, i64({3}, {2, 2, 0})})) == "float[2, 1, 3] nan nan 1 -0 -0 4");
  CHECK(show(op.run({texts({1, 2}, {"a", "b"}), i64({1}, {1})})) == "string[1, 1] 'b'");
  CHECK(show(op.run({X, i64({0}, {})})) == "float[2, 1, 0]");
}

TEST_CASE("ArrayFeatureExtractor ignores the shape of the indices") {
  const OneNode op("ArrayFeatureExtractor", 1, "ai.onnx.ml");
  const Tensor X = tensor(DType::int32, {2, 2}, {1, 2, 3, 4});
  CHECK(show(op.run({X, i64({1, 2}, {1, 0})})) == "int32[2, 2] 2 1 4 3");
  CHECK(show(op.run({X, i64({}, {1})})) == "int32[2, 1] 2 4");
}

TEST_CASE("ArrayFeatureExtractor makes one row of a vector") {
  const OneNode op("ArrayFeatureExtractor", 1, "ai.onnx.ml");
  const Tensor X = tensor(DType::float64, {3}, {1, 2, 3});
  CHECK(show(op.run({X, i64({2}, {2, 0})})) == "double[1, 2] 3 1");
}

TEST_CASE("ArrayFeatureExtractor counts indices from 0") {
  const OneNode op("ArrayFeatureExtractor", 1, "ai.onnx.ml");
  const Tensor X = i64({1, 2}, {1, 2});
  CHECK(
      op.error({X, i64({1}, {-1})}) ==
      "InvalidInput: ai.onnx.ml.ArrayFeatureExtractor-1 (output 'y0'): index -1 is outside [0, 1]");
  CHECK(
      op.error({X, i64({1}, {2})}) ==
      "InvalidInput: ai.onnx.ml.ArrayFeatureExtractor-1 (output 'y0'): index 2 is outside [0, 1]");
  CHECK(op.error({i64({}, {1}), i64({1}, {0})}) ==
        "InvalidInput: ai.onnx.ml.ArrayFeatureExtractor-1 (output 'y0'): X is a scalar and has no "
        "last axis");
}

}  // namespace etalon::test::array_feature_extractor_test
