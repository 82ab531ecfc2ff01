// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_conv_int_test {
namespace {

OneNode conv(std::string_view op_type) {
  return thinker(op_type).set("scale_x", 2.0).set("scale_w", 1.0).set("scale_o", 1.0);
}

}  // namespace

TEST_CASE("Conv1dInt and Conv2dInt round ties up and saturate") {
  const Tensor W = i8({1, 1, 1}, {1});
  CHECK(show(conv("Conv1dInt").run({i8({1, 1, 4}, {1, -1, -7, 127}), W})) ==
        "int8[1, 1, 4] 1 0 -3 64");
  CHECK(show(conv("Conv1dInt").run({i8({1, 1, 2}, {127, -128}), i8({1, 1, 1}, {127})})) ==
        "int8[1, 1, 2] 127 -128");
  // 1·1 + 2·2 + 3·3 + 4·4 + 10 = 40
  CHECK(show(conv("Conv2dInt")
                 .run({i8({1, 1, 2, 2}, {1, 2, 3, 4}), i8({1, 1, 2, 2}, {1, 2, 3, 4}),
                       tensor(DType::int32, {1}, {10})})) == "int8[1, 1, 1, 1] 20");
}

}  // namespace etalon::test::thinker_conv_int_test
