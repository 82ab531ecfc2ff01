// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_q_linear_de_conv_test {

TEST_CASE("QLinearDeConv takes scales as inputs and a bias at its own") {
  const Tensor one = f32({}, {1});
  const Tensor W = i8({1, 1, 1, 1}, {1});
  const Tensor X = i8({1, 1, 1, 2}, {1, -7});
  const OneNode deconv = thinker("QLinearDeConv");
  CHECK(show(deconv.run({X, f32({}, {2}), W, one, one})) == "int8[1, 1, 1, 2] 1 -3");
  CHECK(show(deconv.run({X, one, W, one, Value(), Value(), one})) == "int8[1, 1, 1, 2] 1 -7");
  // 100 / 4 = 25
  CHECK(show(deconv.run({X, one, W, one, tensor(DType::int32, {1}, {100}), f32({}, {4}), one})) ==
        "int8[1, 1, 1, 2] 26 18");
  // Without a scale of its own the bias is at that of the products, 2.
  CHECK(show(deconv.run({X, f32({}, {2}), W, one, i32({1}, {100}), Value(), one})) ==
        "int8[1, 1, 1, 2] 51 47");
}

}  // namespace etalon::test::thinker_q_linear_de_conv_test
