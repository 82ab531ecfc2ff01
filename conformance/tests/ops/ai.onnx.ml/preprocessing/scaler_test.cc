#include "conformance/tests/ops/one_node.h"

namespace etalon::test::scaler_test {
namespace {

OneNode scaler(const std::vector<double>& offset, const std::vector<double>& scale) {
  return OneNode("Scaler", 1, "ai.onnx.ml").set("offset", offset).set("scale", scale);
}

}  // namespace

TEST_CASE("Scaler takes the offset off first then multiplies") {
  CHECK(show(scaler({1, 2}, {2, 0.5}).run({f32({2, 2}, {1, 2, 3, 4})})) == "float[2, 2] 0 0 4 1");
  CHECK(show(scaler({1, 2}, {2, 0.5}).run({i64({2}, {0, 0})})) == "float[2] -2 -1");
}

TEST_CASE("Scaler's single offset and scale are for all features; for any rank") {
  CHECK(show(scaler({1}, {-2}).run({f32({1, 2, 2}, {1, 2, NAN, INFINITY})})) ==
        "float[1, 2, 2] -0 -2 nan -inf");
  CHECK(show(scaler({1}, {2}).run({tensor(DType::int32, {}, {3})})) == "float[] 4");
  CHECK(show(scaler({1}, {2}).run({f32({0}, {})})) == "float[0]");
}

TEST_CASE("Scaler rounds once to float") {
  const double X = 1 + 0x1p-40;
  CHECK(show(scaler({1}, {0x1p40}).run({tensor(DType::float64, {1}, {X})})) == "float[1] 1");
}

TEST_CASE("Scaler requires equal numbers of offsets and scales: one or one for each feature") {
  const std::string place = "ai.onnx.ml.Scaler-1 (output 'y0'): ";
  CHECK(scaler({1}, {1, 2}).error({f32({1, 2}, {1, 2})}) ==
        "InvalidInput: " + place + "there are 1 offsets and 2 scales");
  CHECK(scaler({1, 2}, {1, 2}).error({f32({1, 3}, {1, 2, 3})}) ==
        "InvalidInput: " + place + "there are 2 offsets for X of shape [1, 3]");
  CHECK(OneNode("Scaler", 1, "ai.onnx.ml").error({f32({1}, {1})}) ==
        "InvalidInput: " + place + "there are 0 offsets and 0 scales");
  CHECK(scaler({1, 2}, {1, 2}).error({f32({1, 1, 2}, {1, 2})}) ==
        "Unspecified: " + place +
            "the text says which axis of X has the features only for [N, F], not for [1, 1, 2]");
}

}  // namespace etalon::test::scaler_test
