#include "conformance/tests/ops/one_node.h"

namespace etalon::test::skip_simplified_layer_normalization_test {

TEST_CASE("SkipSimplifiedLayerNormalization takes no mean off") {
  OneNode skip("SkipSimplifiedLayerNormalization", 1, "com.microsoft");
  skip.set("epsilon", 0.0);
  CHECK(show(skip.run({f32({1, 1, 2}, {2, 2}), zeros({1, 2}), f32({2}, {1, 3})})) ==
        "float[1, 1, 2] 1 3");
  CHECK(skip.error({zeros({1, 1, 2}), zeros({2}), f32({2}, {1, 1})}) ==
        "InvalidInput: com.microsoft.SkipSimplifiedLayerNormalization-1 (output 'y0'): skip has "
        "the shape [2], not [1, 1, 2]");
}

}  // namespace etalon::test::skip_simplified_layer_normalization_test
