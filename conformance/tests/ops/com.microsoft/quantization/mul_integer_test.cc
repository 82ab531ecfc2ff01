#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_mul_integer_test {

TEST_CASE("MulInteger holds the greatest products of 9 bits") {
  OneNode mul("MulInteger", 1, "com.microsoft");
  CHECK(show(mul.run({i8({}, {-128}), i8({}, {127}), i8({1}, {-128}), i8({}, {127})})) ==
        "int32[1] 65025");
  CHECK(show(mul.run({u8({0}, {}), none, u8({}, {2})})) == "int32[0]");
  CHECK(mul.error({u8({2}, {1, 2}), none, u8({3}, {1, 2, 3})}).find("broadcast") !=
        std::string::npos);
}

}  // namespace etalon::test::microsoft_mul_integer_test
