// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_batch_norm_int_test {

TEST_CASE("BatchNorm2dInt has folded weights or normalizes what it dequantizes") {
  const Tensor X = i8({1, 2, 2}, {1, -1, 10, -10});
  const Tensor w = i8({2}, {1, 2});
  const OneNode folded = OneNode("BatchNorm1dInt", 1, "thinker")
                             .set("scale_x", 2.0)
                             .set("scale_w", 1.0)
                             .set("scale_o", 1.0);
  const Tensor b = tensor(DType::int32, {2}, {0, 1});
  CHECK(show(folded.run({X, w, b})) == "int8[1, 2, 2] 1 0 11 -9");
  CHECK(ends(folded.error({X, w, tensor(DType::int32, {1}, {0})}),
             "bias has the shape [1] where X has the shape [1, 2, 2]"));
  // (x / 2 - 1) / 2 · (w / 1) + b / 4, times 8, is 2x - 4 + 2 for w = 1 and 4x - 8 - 2 for w = 2.
  CHECK(show(OneNode("BatchNorm2dInt", 1, "thinker")
                 .set("scale_mul_x", 2.0)
                 .set("scale_mul_w", 1.0)
                 .set("scale_add_b", 4.0)
                 .set("scale_add_o", 8.0)
                 .set("epsilon", 1.0)
                 .run({X, w, i8({2}, {1, -1}), f32({2}, {1, 1}), f32({2}, {3, 3})})) ==
        "int8[1, 2, 2] 0 -4 30 -50");
}

}  // namespace etalon::test::thinker_batch_norm_int_test
