// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_conv_transpose2d_int_test {
namespace {

OneNode conv(std::string_view op_type) {
  return thinker(op_type).set("scale_x", 2.0).set("scale_w", 1.0).set("scale_o", 1.0);
}

}  // namespace

TEST_CASE("ConvTranspose2dInt spreads each element over its kernel; rounds ties up and saturates") {
  // 1 · 3, 1 · 127 + 2 · 3 and 2 · 127, each plus 2, halved.
  CHECK(show(conv("ConvTranspose2dInt")
                 .run({i8({1, 1, 1, 2}, {1, 2}), i8({1, 1, 1, 2}, {3, 127}), i32({1}, {2})})) ==
        "int8[1, 1, 1, 3] 3 68 127");
  CHECK(ends(conv("ConvTranspose2dInt").error({i8({1, 1, 1}, {1}), i8({1, 1, 1}, {1})}),
             "Data has rank 3, not 4"));
}

TEST_CASE("ConvTranspose2dInt honours output_padding and has no output_shape") {
  const Values inputs{i8({1, 1, 1, 2}, {2, 4}), i8({1, 1, 1, 1}, {1})};
  const OneNode node = conv("ConvTranspose2dInt").set("strides", Integers{1, 2});
  CHECK(show(node.run(inputs)) == "int8[1, 1, 1, 3] 1 0 2");
  CHECK(show(OneNode(node).set("output_padding", Integers{0, 1}).run(inputs)) ==
        "int8[1, 1, 1, 4] 1 0 2 0");
  CHECK(OneNode(node).set("output_shape", Integers{1, 4}).error(inputs) ==
        "Unsupported: thinker.ConvTranspose2dInt-1 (output 'y0'): attribute output_shape is not "
        "supported");
  CHECK(ends(OneNode(node).set("group", 0).error(inputs), "group is 0, not 1 or more"));
}

}  // namespace etalon::test::thinker_conv_transpose2d_int_test
