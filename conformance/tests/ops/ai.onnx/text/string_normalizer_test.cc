#include "conformance/tests/ops/one_node.h"

namespace etalon::test::string_normalizer_test {
namespace {

std::string normalized(const Strings& words, const char* action, const Strings& stopwords,
                       int is_case_sensitive) {
  return show(OneNode("StringNormalizer", 10)
                  .set("case_change_action", action)
                  .set("stopwords", stopwords)
                  .set("is_case_sensitive", is_case_sensitive)
                  .run({texts({words.size()}, words)}));
}

}  // namespace

TEST_CASE("StringNormalizer drops stopwords, as they are or in any case") {
  CHECK(normalized({"Monday", "tuesday", "MONDAY"}, "NONE", {"monday"}, 0) ==
        "string[1] 'tuesday'");
  CHECK(normalized({"Monday", "monday"}, "NONE", {"monday"}, 1) == "string[1] 'Monday'");
  CHECK(normalized({"Straße", "x"}, "NONE", {"STRASSE"}, 0) == "string[1] 'x'");
  CHECK(normalized({"a", "b"}, "NONE", {"a", "b"}, 1) == "string[1] ''");
  CHECK(normalized({}, "NONE", {}, 1) == "string[1] ''");
  CHECK(show(OneNode("StringNormalizer", 10).run({texts({2}, {"a", "B"})})) == "string[2] 'a' 'B'");
}

TEST_CASE("StringNormalizer changes case after dropping") {
  CHECK(normalized({"Ärger", "straße"}, "UPPER", {}, 1) == "string[2] 'ÄRGER' 'STRASSE'");
  CHECK(normalized({"ÀÉ", "ΟΔΟΣ"}, "LOWER", {}, 1) == "string[2] 'àé' 'οδος'");
  CHECK(normalized({"abc", "ABC"}, "UPPER", {"ABC"}, 1) == "string[1] 'ABC'");
}

TEST_CASE("StringNormalizer follows the locale") {
  const auto upper = [](const char* locale) {
    return show(OneNode("StringNormalizer", 10)
                    .set("case_change_action", "UPPER")
                    .set("locale", locale)
                    .run({texts({1}, {"title"})}));
  };
  CHECK(upper("en_US") == "string[1] 'TITLE'");
  CHECK(upper("tr_TR.UTF-8") == "string[1] 'TİTLE'");
}

TEST_CASE("StringNormalizer takes [1, C] and refuses other shapes") {
  CHECK(show(OneNode("StringNormalizer", 10).run({texts({1, 2}, {"a", "b"})})) ==
        "string[1, 2] 'a' 'b'");
  CHECK(show(OneNode("StringNormalizer", 10)
                 .set("stopwords", Strings{"a"})
                 .run({texts({1, 1}, {"a"})})) == "string[1, 1] ''");
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
