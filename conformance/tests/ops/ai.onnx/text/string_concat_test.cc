#include "conformance/tests/ops/one_node.h"

namespace etalon::test::string_concat_test {

TEST_CASE("StringConcat joins elementwise; broadcasting") {
  CHECK(show(OneNode("StringConcat", 20).run({texts({2, 1}, {"a", "b"}), texts({2}, {"x", ""})})) ==
        "string[2, 2] 'ax' 'a' 'bx' 'b'");
  CHECK(show(OneNode("StringConcat", 20).run({texts({}, {"的"}), texts({}, {"中"})})) ==
        "string[] '的中'");
  CHECK(show(OneNode("StringConcat", 20).run({texts({0}, {}), texts({1}, {"x"})})) == "string[0]");
  CHECK(OneNode("StringConcat", 20).error({texts({2}, {"a", "b"}), texts({3}, {"", "", ""})}) ==
        "InvalidInput: StringConcat-20 (output 'y0'): the shapes [2] and [3] do not broadcast");
  CHECK(OneNode("StringConcat", 20).error({texts({1}, {"a"}), texts({1}, {"\xFF"})}) ==
        "InvalidInput: StringConcat-20 (output 'y0'): Y holds the string '\\xff', which is not "
        "UTF-8");
  CHECK(OneNode("StringConcat", 20)
            .error({texts({1}, {"\xFF"}), texts({1}, {"a"})})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::string_concat_test
