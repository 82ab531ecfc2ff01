#include "conformance/tests/ops/one_node.h"

namespace etalon::test::global_lp_pool_test {

TEST_CASE("GlobalLpPool is the norm of each channel; p is a float in version 1") {
  const Tensor X = f32({1, 2, 1, 2}, {3, -4, 1, 1});
  CHECK(show(OneNode("GlobalLpPool", 1).run({X})) == "float[1, 2, 1, 1] 5 1.4142135");
  CHECK(show(OneNode("GlobalLpPool", 1).set("p", 1.0).run({X})) == "float[1, 2, 1, 1] 7 2");
  CHECK(show(OneNode("GlobalLpPool", 2).set("p", 1).run({X})) == "float[1, 2, 1, 1] 7 2");
  CHECK(show(OneNode("GlobalLpPool", 22).run({tensor(DType::bfloat16, {1, 1, 2}, {3, 4})})) ==
        "bfloat16[1, 1, 1] 5");
}

TEST_CASE("GlobalLpPool of a matrix takes the signs off, and of no elements is 0") {
  CHECK(show(OneNode("GlobalLpPool", 2).run({f32({1, 2}, {3, -4})})) == "float[1, 2] 3 4");
  CHECK(show(OneNode("GlobalLpPool", 2).run({f32({1, 1, 0}, {})})) == "float[1, 1, 1] 0");
  CHECK(OneNode("GlobalLpPool", 2).set("p", 0).error({f32({1, 2}, {3, -4})}) ==
        "Unspecified: GlobalLpPool-2 (output 'y0'): p is 0, and no norm has that order");
}

}  // namespace etalon::test::global_lp_pool_test
