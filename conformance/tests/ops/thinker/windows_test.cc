// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_windows_test {
namespace {

OneNode conv(std::string_view op_type) {
  return thinker(op_type).set("scale_x", 2.0).set("scale_w", 1.0).set("scale_o", 1.0);
}

OneNode pool() { return thinker("AvgPool2dInt").set("scale_x", 1.0).set("scale_o", 1.0); }

}  // namespace

TEST_CASE("thinker's window attributes have two spellings and one value serves every axis") {
  const Tensor X = i8({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Tensor W = i8({1, 1, 1, 1}, {2});
  CHECK(show(conv("Conv2dInt").set("stride", Integers{2}).run({X, W})) ==
        "int8[1, 1, 2, 2] 1 3 7 9");
  CHECK(show(conv("Conv2dInt").set("strides", Integers{2, 3}).run({X, W})) ==
        "int8[1, 1, 2, 1] 1 7");
  CHECK(show(conv("Conv2dInt")
                 .set("strides", Integers{3, 3})
                 .set("pad", Integers{1, 0})
                 .run({X, W})) == "int8[1, 1, 2, 1] 0 7");
  CHECK(show(conv("Conv2dInt")
                 .set("strides", Integers{2, 2})
                 .set("pads", Integers{0, 1, 0, 0})
                 .run({X, W})) == "int8[1, 1, 2, 2] 0 2 0 8");
  CHECK(ends(conv("Conv2dInt").set("pad", Integers{0}).set("pads", Integers{0}).error({X, W}),
             "attributes pad and pads are two spellings of one attribute, and both are given"));
  CHECK(ends(conv("Conv2dInt").set("stride", Integers{1, 1, 1}).error({X, W}),
             "stride has 3 values where 1 or 2 are needed"));
  CHECK(ends(conv("Conv2dInt").set("pads", Integers{1, 1, 1}).error({X, W}),
             "pads has 3 values where 1, 2 or 4 are needed"));
  CHECK(ends(conv("Conv2dInt").set("auto_pad", "VALID").error({X, W}),
             "auto_pad is 'VALID'; it must be NOTSET"));
  CHECK(ends(conv("Conv2dInt").set("layout", "CHWN").error({X, W}),
             "layout is 'CHWN'; it may be NCHW, NHWC"));
  CHECK(ends(conv("Conv2dInt").set("kernel", Integers{2}).error({X, W}),
             "kernel_shape differs from W's [1, 1]"));
  CHECK(ends(conv("Conv1dInt").error({X, W}), "Data has rank 4, not 3"));
}

TEST_CASE("NHWC moves channels last; in weights too") {
  // Two channels of a 1 × 2 image; W takes twice the first and minus the second.
  const Tensor X = i8({1, 1, 2, 2}, {10, 1, 20, 2});
  CHECK(show(conv("Conv2dInt").set("layout", "NHWC").run({X, i8({2, 1, 1, 2}, {2, -1, 0, 2})})) ==
        "int8[1, 1, 2, 2] 10 1 19 2");
  CHECK(show(pool().set("layout", "NHWC").set("kernel", Integers{1, 2}).run({X})) ==
        "int8[1, 1, 1, 2] 15 2");
  // A transposed convolution in two groups: [M, 1, 1, C/group].
  CHECK(show(conv("ConvTranspose2dInt")
                 .set("layout", "NHWC")
                 .set("group", 2)
                 .run({X, i8({4, 1, 1, 1}, {2, 4, 6, 8})})) ==
        "int8[1, 1, 2, 4] 10 20 3 4 20 40 6 8");
  CHECK(ends(conv("ConvTranspose2dInt")
                 .set("layout", "NHWC")
                 .set("group", 2)
                 .error({X, i8({3, 1, 1, 1}, {2, 4, 6})}),
             "the weights of shape [3, 1, 1, 1] do not fall into 2 groups"));
}

}  // namespace etalon::test::thinker_windows_test
