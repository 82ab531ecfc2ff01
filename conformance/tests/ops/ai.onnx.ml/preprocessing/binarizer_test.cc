#include "conformance/tests/ops/one_node.h"

namespace etalon::test::binarizer_test {

TEST_CASE("Binarizer is 1 above the threshold only") {
  const Tensor X = f32({2, 3}, {0.5, 0.75, -INFINITY, INFINITY, NAN, -0.0});
  CHECK(show(OneNode("Binarizer", 1, "ai.onnx.ml").set("threshold", 0.5).run({X})) ==
        "float[2, 3] 0 1 0 1 0 0");
  CHECK(show(OneNode("Binarizer", 1, "ai.onnx.ml").run({f32({}, {-0.0})})) == "float[] 0");
  CHECK(show(OneNode("Binarizer", 1, "ai.onnx.ml").run({f32({0}, {})})) == "float[0]");
}

TEST_CASE("Binarizer compares integers exactly") {
  const OneNode op = OneNode("Binarizer", 1, "ai.onnx.ml").set("threshold", 0x1p53);
  const int64_t limit = int64_t{1} << 53;
  CHECK(show(op.run({i64({4}, {limit, limit + 1, INT64_MAX, INT64_MIN})})) == "int64[4] 0 1 1 0");
  CHECK(show(OneNode("Binarizer", 1, "ai.onnx.ml")
                 .set("threshold", -0.5)
                 .run({tensor(DType::int32, {2}, {-1, 0})})) == "int32[2] 0 1");
}

TEST_CASE("Binarizer compares doubles with the float32 threshold's exact value") {
  const OneNode op = OneNode("Binarizer", 1, "ai.onnx.ml").set("threshold", 0.1);
  const double threshold = 0.1F;
  CHECK(
      show(op.run({tensor(DType::float64, {3}, {0.1, threshold, std::nextafter(threshold, 1)})})) ==
      "double[3] 0 0 1");
}

}  // namespace etalon::test::binarizer_test
