#include "conformance/tests/ops/one_node.h"

namespace etalon::test::qlinear_conv_test {

TEST_CASE("QLinearConv mixes signedness and works in other ranks") {
  CHECK(OneNode("QLinearConv", 10)
            .error({i8({1, 1, 1}, {1}), f32({2}, {1, 1}), i8({}, {0}), i8({1, 1, 1}, {1}),
                    f32({}, {1}), i8({}, {0}), f32({}, {1}), i8({}, {0})})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::qlinear_conv_test
