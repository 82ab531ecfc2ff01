#include "conformance/tests/ops/one_node.h"

namespace etalon::test::simplified_layer_normalization_test {

TEST_CASE("SimplifiedLayerNormalization is RMSNormalization without a rounded step") {
  const Tensor X = f32({2, 3}, {1, 2, 3, 4, 5, 6}), scale = f32({3}, {1, 1, 1});
  CHECK(show(OneNode("SimplifiedLayerNormalization", 17).run({X, scale})) ==
        show(OneNode("RMSNormalization", 23).run({X, scale})));
  CHECK(OneNode("SimplifiedLayerNormalization", 17).error({X, f32({2}, {1, 1})}) ==
        "InvalidInput: SimplifiedLayerNormalization-1 (output 'y0'): scale's shape [2] does "
        "not broadcast to [2, 3]");
}

}  // namespace etalon::test::simplified_layer_normalization_test
