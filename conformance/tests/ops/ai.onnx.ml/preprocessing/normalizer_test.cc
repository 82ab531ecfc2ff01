#include "conformance/tests/ops/one_node.h"

namespace etalon::test::normalizer_test {
namespace {

OneNode normalizer(const char* norm) {
  return OneNode("Normalizer", 1, "ai.onnx.ml").set("norm", norm);
}

}  // namespace

TEST_CASE("Normalizer leaves a row as it is when its norm is 0") {
  const Tensor X = f32({2, 2}, {0, -0.0, 2, 2});
  CHECK(show(normalizer("L1").run({X})) == "float[2, 2] 0 -0 0.5 0.5");
}

TEST_CASE("Normalizer accepts only three norms and rows") {
  const std::string place = "InvalidInput: ai.onnx.ml.Normalizer-1 (output 'y0'): ";
  CHECK(normalizer("L3").error({f32({1}, {1})}) == place + "norm is 'L3'; it may be MAX, L1, L2");
  CHECK(normalizer("L1").error({f32({1, 1, 1}, {1})}) ==
        place + "X has the shape [1, 1, 1]; it must be [N, C] or [C]");
  CHECK(normalizer("L1").error({f32({}, {1})}) ==
        place + "X has the shape []; it must be [N, C] or [C]");
}

}  // namespace etalon::test::normalizer_test
