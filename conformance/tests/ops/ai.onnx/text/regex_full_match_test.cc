#include "conformance/tests/ops/one_node.h"

namespace etalon::test::regex_full_match_test {

TEST_CASE("RegexFullMatch matches whole strings") {
  const auto matches = [](const char* pattern, const Strings& words) {
    return show(
        OneNode("RegexFullMatch", 20).set("pattern", pattern).run({texts({words.size()}, words)}));
  };
  CHECK(matches("a+b?", {"aab", "aabb", "", "a"}) == "bool[4] true false false true");
  CHECK(matches("", {"", "x"}) == "bool[2] true false");
  CHECK(matches("^.$", {"的", "ab"}) == "bool[2] true false");
  CHECK(show(OneNode("RegexFullMatch", 20).set("pattern", "x").run({texts({0, 2}, {})})) ==
        "bool[0, 2]");
  CHECK(OneNode("RegexFullMatch", 20).set("pattern", "(").error({texts({1}, {"x"})}) ==
        "InvalidInput: RegexFullMatch-20 (output 'y0'): the pattern '(' is malformed: 'missing ): "
        "('");
  CHECK(OneNode("RegexFullMatch", 20).error({texts({1}, {"x"})}).starts_with("InvalidInput"));
  CHECK(OneNode("RegexFullMatch", 20).set("pattern", ".*").error({texts({1}, {"\xFF"})}) ==
        "InvalidInput: RegexFullMatch-20 (output 'y0'): X holds the string '\\xff', which is not "
        "UTF-8");
}

}  // namespace etalon::test::regex_full_match_test
