#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qlinear_where_test {

TEST_CASE("QLinearWhere requantizes also where all scales are equal") {
  OneNode where("QLinearWhere", 1, "com.microsoft");
  const Tensor one = f32({}, {1}), zero = i8({}, {0});
  CHECK(show(where.run({bools({2}, {1, 0}), i8({}, {7}), one, zero, i8({2}, {1, 2}), one, zero, one,
                        i8({}, {-1})})) == "int8[2] 6 1");
  CHECK(show(where.run({bools({0}, {}), i8({1}, {7}), one, zero, i8({}, {1}), one, zero, one,
                        zero})) == "int8[0]");
}

}  // namespace etalon::test::microsoft_qlinear_where_test
