#include "conformance/tests/ops/one_node.h"

namespace etalon::test::cum_sum_test {
namespace {

std::string cum_sum(const Tensor& x, int64_t axis, int exclusive = 0, int reverse = 0) {
  return show(OneNode("CumSum", 26)
                  .set("exclusive", exclusive)
                  .set("reverse", reverse)
                  .run({x, i64({}, {axis})}));
}

}  // namespace

TEST_CASE("CumSum keeps NaN and infinities from where they occur") {
  CHECK(cum_sum(f32({2}, {-0.0, -0.0}), 0) == "float[2] -0 -0");
}

TEST_CASE("CumSum refuses an axis outside the rank") {
  CHECK(OneNode("CumSum", 14).error({f32({2}, {1, 2}), i64({}, {1})}) ==
        "InvalidInput: CumSum-14 (output 'y0'): axis 1 is outside [-1, 0]");
}

TEST_CASE("CumSum is -0 exactly while all addends are") {
  CHECK(cum_sum(f32({3}, {-0.0, 0, -0.0}), 0) == "float[3] -0 0 0");
  CHECK(show(OneNode("CumSum", 14)
                 .set("exclusive", 1)
                 .run({f32({3}, {-0.0, -0.0, 1}), i64({}, {0})})) == "float[3] 0 -0 -0");
}

}  // namespace etalon::test::cum_sum_test
