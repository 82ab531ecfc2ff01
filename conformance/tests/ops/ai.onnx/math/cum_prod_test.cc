#include "conformance/tests/ops/one_node.h"

namespace etalon::test::cum_prod_test {
namespace {

std::string cum_prod(const Tensor& x, int64_t axis, int exclusive = 0, int reverse = 0) {
  return show(OneNode("CumProd", 26)
                  .set("exclusive", exclusive)
                  .set("reverse", reverse)
                  .run({x, i64({}, {axis})}));
}

}  // namespace

TEST_CASE("CumProd multiplies up along the axis") {
  const Tensor x = f32({3}, {1, 2, 3});
  CHECK(cum_prod(x, 0) == "float[3] 1 2 6");
  CHECK(cum_prod(x, 0, 1) == "float[3] 1 1 2");
  CHECK(cum_prod(x, 0, 0, 1) == "float[3] 6 6 3");
  CHECK(cum_prod(x, 0, 1, 1) == "float[3] 6 3 1");
}

TEST_CASE("CumProd leaves the other axes apart") {
  const Tensor x = f32({2, 2}, {1, 2, 3, 4});
  CHECK(cum_prod(x, 0) == "float[2, 2] 1 2 3 8");
  CHECK(cum_prod(x, -1) == "float[2, 2] 1 2 3 12");
}

TEST_CASE("CumProd wraps integers") {
  CHECK(cum_prod(tensor(DType::uint32, {2}, {65536, 65537}), 0) == "uint32[2] 65536 65536");
}

TEST_CASE("CumProd keeps NaN and infinities from where they occur") {
  CHECK(cum_prod(f32({3}, {2, INFINITY, 0}), 0) == "float[3] 2 inf nan");
  CHECK(cum_prod(f32({0, 2}, {}), 0) == "float[0, 2]");
}

TEST_CASE("CumProd refuses an axis outside the rank") {
  CHECK(OneNode("CumProd", 26).error({f32({}, {1}), i64({}, {0})}) ==
        "InvalidInput: CumProd-26 (output 'y0'): axis 0 is outside [0, -1]");
}

}  // namespace etalon::test::cum_prod_test
