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

TEST_CASE("CumSum adds up along the axis") {
  const Tensor x = f32({3}, {1, 2, 3});
  CHECK(cum_sum(x, 0) == "float[3] 1 3 6");
  CHECK(cum_sum(x, 0, 1) == "float[3] 0 1 3");
  CHECK(cum_sum(x, 0, 0, 1) == "float[3] 6 5 3");
  CHECK(cum_sum(x, 0, 1, 1) == "float[3] 5 3 0");
}

TEST_CASE("CumSum leaves the other axes apart") {
  const Tensor x = f32({2, 2}, {1, 2, 3, 4});
  CHECK(cum_sum(x, 0) == "float[2, 2] 1 2 4 6");
  CHECK(cum_sum(x, -1) == "float[2, 2] 1 3 3 7");
  CHECK(cum_sum(f32({2, 0}, {}), 1) == "float[2, 0]");
}

TEST_CASE("CumSum wraps integers") {
  CHECK(cum_sum(tensor(DType::int32, {2}, {2147483647, 1}), 0) ==
        "int32[2] 2147483647 -2147483648");
}

TEST_CASE("CumSum-11 takes an int32 axis; CumSum-14 narrow floats, each sum rounded once") {
  CHECK(show(OneNode("CumSum", 11).run({f32({2}, {1, 2}), tensor(DType::int32, {}, {0})})) ==
        "float[2] 1 3");
  // 2048 + 1 is a tie that rounds to 2048; the sum goes on with 2049.
  CHECK(cum_sum(tensor(DType::float16, {3}, {2048, 1, 1}), 0) == "float16[3] 2048 2048 2.05e+03");
}

TEST_CASE("CumSum keeps NaN and infinities from where they occur") {
  CHECK(cum_sum(f32({3}, {INFINITY, -INFINITY, 1}), 0) == "float[3] inf nan nan");
  CHECK(cum_sum(f32({2}, {-0.0, -0.0}), 0) == "float[2] -0 -0");
}

TEST_CASE("CumSum of doubles does not drift") {
  CHECK(cum_sum(tensor(DType::float64, {3}, {1e16, 1, -1e16}), 0) == "double[3] 1e+16 1e+16 1");
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
