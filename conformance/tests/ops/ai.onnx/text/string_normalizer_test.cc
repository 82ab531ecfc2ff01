#include "conformance/tests/ops/one_node.h"

namespace etalon::test::string_normalizer_test {

TEST_CASE("StringNormalizer takes [1 C] and refuses other shapes") {
  const std::string place = "InvalidInput: StringNormalizer-10 (output 'y0'): ";
  CHECK(OneNode("StringNormalizer", 10).error({texts({2, 1}, {"a", "b"})}) ==
        place + "X's shape is [2, 1], neither [C] nor [1, C]");
  CHECK(OneNode("StringNormalizer", 10)
            .set("case_change_action", "lower")
            .error({texts({1}, {"a"})}) ==
        place + "case_change_action is 'lower'; it may be NONE, LOWER, UPPER");
  CHECK(OneNode("StringNormalizer", 10)
            .set("case_change_action", "LOWER")
            .error({texts({1}, {"\xC3"})}) == place + "the string '\\xc3' is not UTF-8");
}

}  // namespace etalon::test::string_normalizer_test
