#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_shuffle_channel_test {

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
  CHECK(ends(
      OneNode("ShuffleChannel", 1, "thinker").set("num_group", 2).set("groups", 2).error({X}),
      "attributes num_group and groups are two spellings of one attribute, and both are given"));
}

}  // namespace etalon::test::thinker_shuffle_channel_test
