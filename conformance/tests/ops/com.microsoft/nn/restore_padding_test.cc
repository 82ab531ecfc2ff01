#include "conformance/tests/ops/one_node.h"

namespace etalon::test::restore_padding_test {

TEST_CASE("RestorePadding refuses offsets that do not fit") {
  OneNode restore("RestorePadding", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.RestorePadding-1 (output 'y0'): ";
  CHECK(restore.error({zeros({2, 1}), i32({1, 1}, {0})}) ==
        place + "2 tokens have no place among 1");
  CHECK(restore.error({zeros({1, 1}), i32({1, 1}, {-1})}) ==
        place + "token_offset -1 is outside [0, 0]");
  CHECK(restore.error({zeros({1}), i32({1, 1}, {0})}) == place + "input has rank 1, not 2");
}

}  // namespace etalon::test::restore_padding_test
