#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_pad_test {

TEST_CASE("com.microsoft's Pad takes pads of one axis or two") {
  OneNode pad("Pad", 1, "com.microsoft");
  CHECK(show(pad.run({f32({1}, {1}), i64({1, 2}, {1, 0}), f32({1}, {9})})) == "float[2] 9 1");
  const std::string place = "InvalidInput: com.microsoft.Pad-1 (output 'y0'): ";
  CHECK(pad.error({zeros({1}), i64({2, 1}, {1, 0})}) ==
        place + "pads has the shape [2, 1], not [1, 2]");
  CHECK(pad.error({zeros({1}), i64({1}, {1})}) == place + "pads has the shape [1], not [2]");
  CHECK(pad.error({zeros({1}), i64({2}, {1, 0}), f32({2}, {1, 2})}) ==
        place + "constant_value is not a scalar");
}

TEST_CASE("com.microsoft's Pad reflects as often as it takes") {
  OneNode pad("Pad", 1, "com.microsoft");
  CHECK(show(pad.set("mode", "reflect").run({f32({3}, {1, 2, 3}), i64({2}, {0, 4})})) ==
        "float[7] 1 2 3 2 1 2 3");
}

}  // namespace etalon::test::microsoft_pad_test
