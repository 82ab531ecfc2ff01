// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_avg_pool2d_int_test {
namespace {

OneNode pool() { return thinker("AvgPool2dInt").set("scale_x", 1.0).set("scale_o", 1.0); }

}  // namespace

TEST_CASE("AvgPool2dInt counts padding and what ceil_mode adds; in the divisor") {
  const Tensor X = i8({1, 1, 1, 3}, {3, 5, -9});
  CHECK(show(pool().set("kernel", Integers{1, 2}).run({X})) == "int8[1, 1, 1, 2] 4 -2");
  CHECK(show(pool()
                 .set("kernel_shape", Integers{1, 2})
                 .set("stride", Integers{1, 2})
                 .set("ceil_mode", 1)
                 .run({X})) == "int8[1, 1, 1, 2] 4 -4");
  CHECK(show(pool().set("kernel", Integers{1, 2}).set("pad", Integers{0, 1}).run({X})) ==
        "int8[1, 1, 1, 4] 2 4 -2 -4");
  CHECK(show(pool().run({X})) == "int8[1, 1, 1, 3] 3 5 -9");
  CHECK(
      ends(pool().set("dilations", Integers{2, 1}).error({X}), "dilation is 2; a pool has only 1"));
  CHECK(
      ends(pool().set("ceil", 1).set("ceil_mode", 1).error({X}),
           "attributes ceil and ceil_mode are two spellings of one attribute, and both are given"));
  CHECK(pool().error({i8({1, 1, 3}, {1, 2, 3})}) ==
        "InvalidInput: thinker.AvgPool2dInt-1 (output 'y0'): input has rank 3, not 4");
}

}  // namespace etalon::test::thinker_avg_pool2d_int_test
