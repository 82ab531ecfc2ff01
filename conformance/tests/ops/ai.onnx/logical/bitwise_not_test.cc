#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bitwise_not_test {

TEST_CASE("BitwiseNot flips the bits of the type and no others") {
  CHECK(show(OneNode("BitwiseNot", 18).run({tensor(DType::uint8, {2}, {0, 0x0f})})) ==
        "uint8[2] 255 240");
  CHECK(show(OneNode("BitwiseNot", 18).run({tensor(DType::int16, {2}, {-32768, 0})})) ==
        "int16[2] 32767 -1");
  CHECK(show(OneNode("BitwiseNot", 18).run({integers(DType::uint64, {}, {0})})) ==
        "uint64[] 18446744073709551615");
  CHECK(show(OneNode("BitwiseNot", 18).run({i64({2, 0}, {})})) == "int64[2, 0]");
  CHECK(OneNode("BitwiseNot", 18).error({f32({1}, {1})}).starts_with("InvalidInput"));
}

}  // namespace etalon::test::bitwise_not_test
