#include "conformance/tests/ops/one_node.h"

namespace etalon::test::tokenizer_test {

namespace {

OneNode tokenizer() {
  return OneNode("Tokenizer", 1, "com.microsoft")
      .set("mark", 0)
      .set("mincharnum", 1)
      .set("pad_value", "#");
}
Tensor text(const std::string& one) { return texts({1}, {one}); }

}  // namespace

TEST_CASE("Tokenizer anchors separators to what is left of a string; tokenexp to the string") {
  const Strings separators = {" ", "^b"};
  CHECK(show(tokenizer().set("separators", separators).run({text("ab bc")})) ==
        "string[1, 2] 'ab' 'c'");
  CHECK(show(tokenizer().set("tokenexp", "^ab").run({text("abab")})) == "string[1, 1] 'ab'");
}

TEST_CASE("Tokenizer's tokenexp may match nothing; a separator may not") {
  CHECK(show(tokenizer().set("tokenexp", "a*").run({text("baac")})) == "string[1, 1] 'aa'");
  CHECK(
      tokenizer().set("separators", Strings{"a*"}).error({text("bab")}) ==
      "Unspecified: com.microsoft.Tokenizer-1 (output 'y0'): the separator 'a*' matches the empty "
      "string");
}

TEST_CASE("Tokenizer refuses attributes and strings that do not fit") {
  const std::string place = "InvalidInput: com.microsoft.Tokenizer-1 (output 'y0'): ";
  CHECK(tokenizer().error({text("a")}) ==
        place + "exactly one of tokenexp and separators must be set");
  CHECK(tokenizer().set("tokenexp", "(").error({text("a")}) ==
        place + "the pattern '(' is malformed: 'missing ): ('");
  CHECK(tokenizer().set("tokenexp", "a").set("mincharnum", 0).error({text("a")}) ==
        place + "mincharnum is 0");
  CHECK(tokenizer().set("tokenexp", "a").error({texts({1, 1, 1}, {"a"})}) ==
        place + "X has rank 3, not 1");
  CHECK(tokenizer().set("tokenexp", "a").error({text("\xff")}) ==
        place + "the string '\\xff' is not UTF-8");
}

}  // namespace etalon::test::tokenizer_test
