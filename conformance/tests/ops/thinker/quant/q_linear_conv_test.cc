// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_q_linear_conv_test {

TEST_CASE("thinker's QLinearConv takes scales as inputs and no zero points") {
  const Tensor one = f32({}, {1});
  const Tensor zero = i8({}, {0});
  const Tensor W = i8({1, 1, 1, 1}, {1});
  const Tensor X = i8({1, 1, 1, 2}, {1, -7});
  CHECK(show(thinker("QLinearConv").run({X, f32({}, {2}), zero, W, one, zero, one, zero})) ==
        "int8[1, 1, 1, 2] 1 -3");
  // The zero points are not used.
  CHECK(show(thinker("QLinearConv")
                 .run({X, one, i8({}, {9}), W, one, i8({}, {9}), one, i8({}, {9}),
                       tensor(DType::int32, {1}, {100})})) == "int8[1, 1, 1, 2] 101 93");
}

}  // namespace etalon::test::thinker_q_linear_conv_test
