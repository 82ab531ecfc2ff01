#include "conformance/tests/ops/one_node.h"

namespace etalon::test::string_split_test {
namespace {

// "Y; Z" of StringSplit.
std::string split(const OneNode& node, const Tensor& X) {
  return shown(OneNode(node).outputs(2).run_all({X}));
}

}  // namespace

TEST_CASE("StringSplit at a delimiter keeps empty parts") {
  const OneNode node = OneNode("StringSplit", 20).set("delimiter", "-");
  CHECK(split(node, texts({2}, {"a--b-", "c"})) ==
        "string[2, 4] 'a' '' 'b' '' 'c' '' '' ''; int64[2] 4 1");
  CHECK(split(node, texts({}, {""})) == "string[1] ''; int64[] 1");
  CHECK(split(OneNode("StringSplit", 20).set("delimiter", "ab"), texts({1}, {"xabab"})) ==
        "string[1, 3] 'x' '' ''; int64[1] 3");
}

TEST_CASE("StringSplit without delimiter splits at runs of white space") {
  const OneNode node("StringSplit", 20);
  CHECK(split(node, texts({2}, {"  hello \t world\n", ""})) ==
        "string[2, 2] 'hello' 'world' '' ''; int64[2] 2 0");
  CHECK(split(OneNode("StringSplit", 20).set("delimiter", ""), texts({1}, {"a b"})) ==
        "string[1, 2] 'a' 'b'; int64[1] 2");
  // U+3000, the ideographic space, and U+00A0, the no-break space.
  CHECK(split(node, texts({1}, {"的\u3000中\u00A0x"})) == "string[1, 3] '的' '中' 'x'; int64[1] 3");
  CHECK(split(node, texts({2, 0}, {})) == "string[2, 0, 0]; int64[2, 0]");
  CHECK(OneNode("StringSplit", 20).outputs(2).error({texts({1}, {"\xFF"})}) ==
        "InvalidInput: StringSplit-20 (output 'y0'): the string '\\xff' is not UTF-8");
}

TEST_CASE("StringSplit stops after maxsplit splits") {
  const auto at_most = [](int64_t maxsplit, const char* delimiter, const char* text) {
    return split(OneNode("StringSplit", 20).set("maxsplit", maxsplit).set("delimiter", delimiter),
                 texts({1}, {text}));
  };
  CHECK(at_most(1, "", " a  b c ") == "string[1, 2] 'a' 'b c'; int64[1] 2");
  CHECK(at_most(0, "", " a b ") == "string[1, 1] 'a b'; int64[1] 1");
  CHECK(at_most(1, "-", "a--b") == "string[1, 2] 'a' '-b'; int64[1] 2");
  CHECK(at_most(0, "-", "a-b") == "string[1, 1] 'a-b'; int64[1] 1");
  CHECK(at_most(9, "-", "a-b") == "string[1, 2] 'a' 'b'; int64[1] 2");
  CHECK(OneNode("StringSplit", 20).set("maxsplit", -1).outputs(2).error({texts({1}, {"a"})}) ==
        "Unspecified: StringSplit-20 (output 'y0'): maxsplit is -1");
}

}  // namespace etalon::test::string_split_test
