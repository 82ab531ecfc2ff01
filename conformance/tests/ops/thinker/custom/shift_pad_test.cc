#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_shift_pad_test {

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

}  // namespace etalon::test::thinker_shift_pad_test
