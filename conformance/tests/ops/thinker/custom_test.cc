#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::custom_test {
namespace {}  // namespace

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

TEST_CASE("ShiftPad shifts history in") {
  const OneNode node = OneNode("ShiftPad", 1, "thinker").set("axis", 0);
  const Tensor data = i8({4}, {1, 2, 3, 4});
  const Tensor history = i8({3}, {-1, -2, -3});
  CHECK(show(node.run({data, history, f32({}, {2})})) == "int8[4] -2 -3 1 2");
  CHECK(show(node.run({data, history, f32({1}, {0})})) == "int8[4] 1 2 3 4");
  CHECK(ends(node.error({data, history, f32({}, {4})}),
             "Index is 4, not a whole number from 0 to 3"));
  CHECK(ends(node.error({data, history, f32({}, {0.5})}),
             "Index is 0.5, not a whole number from 0 to 3"));
  CHECK(ends(OneNode("ShiftPad", 1, "thinker").set("axis", -1).error({data, history, f32({}, {0})}),
             "axis is -1 where data has the shape [4] and history [3]"));
}

TEST_CASE("ShuffleChannel deals the groups out") {
  const Tensor X = i8({1, 6}, {0, 1, 2, 3, 4, 5});
  CHECK(show(OneNode("ShuffleChannel", 1, "thinker").set("num_group", 2).run({X})) ==
        "int8[1, 6] 0 3 1 4 2 5");
  CHECK(show(OneNode("ShuffleChannel", 1, "thinker").set("groups", 3).run({X})) ==
        "int8[1, 6] 0 2 4 1 3 5");
  CHECK(show(OneNode("ShuffleChannel", 1, "thinker")
                 .set("num_group", 2)
                 .set("axis", 3)
                 .run({f32({1, 1, 1, 4}, {0, 1, 2, 3})})) == "float[1, 1, 1, 4] 0 2 1 3");
  CHECK(show(OneNode("ShuffleChannel", 1, "thinker").run({X})) == "int8[1, 6] 0 1 2 3 4 5");
  CHECK(ends(OneNode("ShuffleChannel", 1, "thinker").set("num_group", 4).error({X}),
             "num_group is 4, which does not divide 6 channels"));
  CHECK(ends(OneNode("ShuffleChannel", 1, "thinker").set("axis", 2).error({X}),
             "axis is 2, not 1 or 3 within X's shape [1, 6]"));
  CHECK(
      ends(OneNode("ShuffleChannel", 1, "thinker").set("num_group", 2).set("groups", 2).error({X}),
           "attributes num_group and groups are two spellings of one, and both are given"));
}

}  // namespace etalon::test::custom_test
