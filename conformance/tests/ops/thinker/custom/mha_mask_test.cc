#include <cmath>

#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_mha_mask_test {

TEST_CASE("MhaMask keeps a band of the unmasked") {
  const OneNode node =
      OneNode("MhaMask", 1, "thinker").set("forward_val", -1.0).set("window_width", 1);
  const Tensor input = f32({1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(show(node.run({input, f32({1, 3}, {1, 1, 1})})) == "float[1, 3, 3] 1 2 -1 -1 5 6 -1 -1 9");
  CHECK(show(node.run({input, f32({1, 3}, {1, 0, 1})})) ==
        "float[1, 3, 3] 1 -1 -1 -1 -1 -1 -1 -1 9");
  // More rows than columns: a row beyond the mask is not masked itself, but lies below the band.
  CHECK(show(node.run({f32({1, 2, 1}, {5, 6}), f32({1, 1}, {1})})) == "float[1, 2, 1] 5 -1");
  CHECK(ends(node.error({input, f32({1, 2}, {1, 1})}),
             "input of shape [1, 3, 3] and mask of shape [1, 2] are not [B, H, W] and [B, W]"));
}

TEST_CASE("MhaMask with a negative window keeps nothing") {
  const OneNode node = thinker("MhaMask").set("forward_val", -1.0).set("window_width", -1);
  CHECK(show(node.run({f32({1, 1, 2}, {1, NAN}), f32({1, 2}, {1, 1})})) == "float[1, 1, 2] -1 -1");
  CHECK(show(node.run({f32({0, 2, 2}, {}), f32({0, 2}, {})})) == "float[0, 2, 2]");
}

}  // namespace etalon::test::thinker_mha_mask_test
