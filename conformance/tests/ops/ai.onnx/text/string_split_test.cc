#include "conformance/tests/ops/one_node.h"

namespace etalon::test::string_split_test {

TEST_CASE("StringSplit without delimiter splits at runs of white space") {
  // U+3000, the ideographic space, and U+00A0, the no-break space.
  CHECK(
      OneNode("StringSplit", 20).outputs(2).error({texts({1}, {"\xFF"})}) ==
      "InvalidInput: StringSplit-20 (output 'y0'): X holds the string '\\xff', which is not UTF-8");
  CHECK(OneNode("StringSplit", 20)
            .set("delimiter", "-")
            .outputs(2)
            .error({texts({1}, {"a-\xFF"})})
            .starts_with("InvalidInput"));
}

TEST_CASE("StringSplit stops after maxsplit splits") {
  CHECK(OneNode("StringSplit", 20).set("maxsplit", -1).outputs(2).error({texts({1}, {"a"})}) ==
        "Unspecified: StringSplit-20 (output 'y0'): maxsplit is -1");
}

}  // namespace etalon::test::string_split_test
