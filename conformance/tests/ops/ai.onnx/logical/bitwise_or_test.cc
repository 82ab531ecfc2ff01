#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bitwise_or_test {

TEST_CASE("BitwiseOr works on two's complement") {
  // By hand: -128 = 1000'0000, 0x55 = 0101'0101, -1 = 1111'1111.
  const Values inputs = {tensor(DType::int8, {3}, {-128, 0x55, -1}),
                         tensor(DType::int8, {3}, {-1, 0x0f, 0x7f})};
  CHECK(show(OneNode("BitwiseOr", 18).run(inputs)) == "int8[3] -1 95 -1");
}

TEST_CASE("BitwiseOr keeps all 64 bits") {
  const Values inputs = {integers(DType::uint64, {1}, {-1}), integers(DType::uint64, {1}, {1})};
  CHECK(show(OneNode("BitwiseOr", 18).run(inputs)) == "uint64[1] 18446744073709551615");
}

TEST_CASE("BitwiseOr broadcasts both ways") {
  const Values inputs = {i64({2, 1}, {1, 2}), i64({2}, {3, 4})};
  CHECK(show(OneNode("BitwiseOr", 18).run(inputs)) == "int64[2, 2] 3 5 3 6");
  CHECK(show(OneNode("BitwiseOr", 18).run({i64({0}, {}), i64({1}, {1})})) == "int64[0]");
  CHECK(OneNode("BitwiseOr", 18).run({i64({}, {1}), i64({}, {1})}).tensor().shape().empty());
  CHECK(OneNode("BitwiseOr", 18)
            .error({i64({2}, {1, 2}), i64({3}, {1, 2, 3})})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::bitwise_or_test
