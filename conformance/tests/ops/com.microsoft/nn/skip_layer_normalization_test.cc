#include "conformance/tests/ops/one_node.h"

namespace etalon::test::skip_layer_normalization_test {

TEST_CASE("SkipLayerNormalization rounds each output once also of 16 bits") {
  OneNode skip("SkipLayerNormalization", 1, "com.microsoft");
  const auto half = [](const Shape& shape, const Floats& x) {
    return tensor(DType::float16, shape, x);
  };
  // The sum, 2049 and 2047, is not of the type; its mean and deviation are.
  const Values outputs = skip.outputs(4).run_all(
      {half({1, 2}, {2048, 2046}), half({1, 2}, {1, 1}), half({2}, {1, 1})});
  CHECK(shown(outputs) ==
        "float16[1, 2] 1 -1; float[1, 1] 2048; float[1, 1] 1; "
        "float16[1, 2] 2048 2047");
}

TEST_CASE("SkipLayerNormalization refuses shapes that do not fit") {
  OneNode skip("SkipLayerNormalization", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.SkipLayerNormalization-1 (output 'y0'): ";
  const Tensor X = zeros({2, 1, 2}), gamma = f32({2}, {1, 1});
  CHECK(skip.error({X, zeros({2, 1, 1}), gamma}) ==
        place + "skip has the shape [2, 1, 1], not [2, 1, 2]");
  CHECK(skip.error({X, X, f32({1}, {1})}) == place + "gamma has the shape [1], not [2]");
  CHECK(skip.error({X, X, gamma, f32({1}, {1})}) == place + "beta has the shape [1], not [2]");
  CHECK(skip.error({X, X, gamma, none, f32({1}, {1})}) ==
        place + "bias has the shape [1], not [2]");
  CHECK(skip.error({f32({2}, {1, 1}), f32({2}, {1, 1}), gamma}) ==
        place + "input has rank 1, not 3");
}

}  // namespace etalon::test::skip_layer_normalization_test
