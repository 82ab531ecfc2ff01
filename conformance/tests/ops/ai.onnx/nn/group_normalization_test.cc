#include "conformance/tests/ops/one_node.h"

namespace etalon::test::group_normalization_test {

TEST_CASE("GroupNormalization-18 scales by group") {
  const Tensor X = f32({1, 4, 1}, {1, 3, 10, 30});
  const OneNode node = OneNode("GroupNormalization", 18).set("num_groups", 2).set("epsilon", 0.0);
  CHECK(show(node.run({X, f32({2}, {1, 2}), f32({2}, {0, 0.5})})) ==
        "float[1, 4, 1] -1 1 -1.5 2.5");
  CHECK(node.error({X, f32({4}, {1, 1, 1, 1}), f32({2}, {0, 0})})
            .ends_with("scale has the shape [4], not [2]"));
}

TEST_CASE("GroupNormalization-21 scales by channel") {
  const Tensor X = f32({1, 4, 1}, {1, 3, 10, 30});
  const OneNode node = OneNode("GroupNormalization", 21).set("num_groups", 2).set("epsilon", 0.0);
  CHECK(show(node.run({X, f32({4}, {1, 2, 3, 4}), f32({4}, {0, 0, 0, 0.5})})) ==
        "float[1, 4, 1] -1 2 -3 4.5");
  CHECK(OneNode("GroupNormalization", 21)
            .set("num_groups", 3)
            .error({X, f32({4}, {1, 1, 1, 1}), f32({4}, {0, 0, 0, 0})})
            .ends_with("num_groups 3 does not divide 4 channels"));
  CHECK(show(node.run({f32({0, 4, 1}, {}), f32({4}, {1, 2, 3, 4}), f32({4}, {0, 0, 0, 0})})) ==
        "float[0, 4, 1]");
}

TEST_CASE("GroupNormalization-21 computes in stash_type and casts back before it scales") {
  // As bfloat16, 257 is 256.
  const Tensor X = f32({1, 1, 2}, {255, 257});
  const Tensor one = f32({1}, {1});
  const Tensor zero = f32({1}, {0});
  const OneNode node = OneNode("GroupNormalization", 21).set("num_groups", 1).set("epsilon", 0.75);
  CHECK(show(node.run({X, one, zero})) == "float[1, 1, 2] -0.75592893 0.75592893");  // 1 / √1.75
  CHECK(show(OneNode(node).set("stash_type", 16).run({X, one, zero})) ==
        "float[1, 1, 2] -0.5 0.5");  // 0.5 / √(0.25 + 0.75)
}

}  // namespace etalon::test::group_normalization_test
