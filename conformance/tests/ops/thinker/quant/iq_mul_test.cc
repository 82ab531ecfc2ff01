// Expectations by hand: ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_iq_mul_test {
namespace {

OneNode binary(std::string_view op_type, double scale_x, double scale_y, double scale_o) {
  return thinker(op_type).set("scale_x", scale_x).set("scale_y", scale_y).set("scale_o", scale_o);
}

}  // namespace

TEST_CASE("iqMul rounds the whole product once") {
  CHECK(show(binary("iqMul", 2, 2, 1).run({i8({3}, {1, -1, -7}), i8({3}, {2, 2, 2})})) ==
        "int8[3] 1 0 -3");
  CHECK(show(binary("iqmul", 1, 1, 1).run({i8({2}, {127, -128}), i8({2}, {127, 127})})) ==
        "int8[2] 127 -128");
  const Tensor naturals = tensor(DType::uint8, {1}, {200});
  CHECK(show(binary("iqmul_Iu8_Is8_Os8", 4, 1, 1).run({naturals, i8({1}, {-1})})) == "int8[1] -50");
  CHECK(show(binary("iqmul_Is8_Iu8_Os8", 1, 4, 1).run({i8({1}, {-1}), naturals})) == "int8[1] -50");
  // ⌊1.3125 · 8 + ½⌋ = 11: 11 · 3 · 4 / 16 = 8.25 and 11 · -10 / 4 = -27.5.
  CHECK(show(binary("iqMul", 2, 8, 4).run({i8({2}, {3, -10}), f32({}, {1.3125})})) ==
        "int8[2] 8 -27");
  CHECK(show(binary("iqmul", 2, 8, 4).run({i8({1}, {3}), f32({}, {1.3125})})) == "int8[1] 8");
  CHECK(binary("iqMul", 1, 1, 1).error({naturals, i8({1}, {1})}) != "");
}

}  // namespace etalon::test::thinker_iq_mul_test
