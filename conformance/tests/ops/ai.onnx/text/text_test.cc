#include "conformance/tests/ops/one_node.h"

namespace etalon::test::text_test {
namespace {

std::string normalized(const Strings& words, const char* action, const Strings& stopwords,
                       int is_case_sensitive) {
  return show(OneNode("StringNormalizer", 10)
                  .set("case_change_action", action)
                  .set("stopwords", stopwords)
                  .set("is_case_sensitive", is_case_sensitive)
                  .run({texts({words.size()}, words)}));
}

// "Y; Z" of StringSplit.
std::string split(const OneNode& node, const Tensor& X) {
  const Values outputs = OneNode(node).outputs(2).run_all({X});
  return show(outputs.at(0)) + "; " + show(outputs.at(1));
}

}  // namespace

TEST_CASE("StringConcat joins elementwise, broadcasting") {
  CHECK(show(OneNode("StringConcat", 20).run({texts({2, 1}, {"a", "b"}), texts({2}, {"x", ""})})) ==
        "string[2, 2] 'ax' 'a' 'bx' 'b'");
  CHECK(show(OneNode("StringConcat", 20).run({texts({}, {"的"}), texts({}, {"中"})})) ==
        "string[] '的中'");
  CHECK(show(OneNode("StringConcat", 20).run({texts({0}, {}), texts({1}, {"x"})})) == "string[0]");
  CHECK(OneNode("StringConcat", 20).error({texts({2}, {"a", "b"}), texts({3}, {"", "", ""})}) ==
        "InvalidInput: StringConcat-20 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

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
}

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
            .error({texts({1}, {"a"})}) == place + "case_change_action is 'lower'");
  CHECK(OneNode("StringNormalizer", 10)
            .set("case_change_action", "LOWER")
            .error({texts({1}, {"\xC3"})}) == place + "the string '\\xc3' is not UTF-8");
}

TEST_CASE("TfIdfVectorizer counts n-grams") {
  // 1-grams 2 and 3; 2-grams (5, 6) and (7, 8).
  const auto vectorizer = [](int64_t min, int64_t max, int64_t skip, const char* mode) {
    return OneNode("TfIdfVectorizer", 9)
        .set("mode", mode)
        .set("min_gram_length", min)
        .set("max_gram_length", max)
        .set("max_skip_count", skip)
        .set("ngram_counts", std::vector<int64_t>{0, 2})
        .set("ngram_indexes", std::vector<int64_t>{0, 1, 2, 4})
        .set("pool_int64s", std::vector<int64_t>{2, 3, 5, 6, 7, 8});
  };
  const Tensor X = i64({6}, {3, 5, 6, 3, 7, 8});
  CHECK(show(vectorizer(1, 1, 5, "TF").run({X})) == "float[5] 0 2 0 0 0");
  CHECK(show(vectorizer(2, 2, 0, "TF").run({X})) == "float[5] 0 0 1 0 1");
  CHECK(show(vectorizer(1, 2, 0, "IDF").run({X})) == "float[5] 0 1 1 0 1");
  CHECK(show(vectorizer(2, 2, 1, "TF").run({tensor(DType::int32, {5}, {5, 6, 6, 7, 8})})) ==
        "float[5] 0 0 2 0 1");
  CHECK(show(vectorizer(1, 2, 0, "TF").run({i64({2, 3}, {2, 2, 2, 5, 6, 5})})) ==
        "float[2, 5] 3 0 0 0 0 0 0 1 0 0");
  CHECK(show(vectorizer(1, 2, 0, "TF").run({i64({0}, {})})) == "float[5] 0 0 0 0 0");
  CHECK(show(vectorizer(1, 9, INT64_MAX, "TF").run({i64({1}, {2})})) == "float[5] 1 0 0 0 0");
}

TEST_CASE("TfIdfVectorizer weighs counts") {
  const auto vectorizer = [](const char* mode) {
    return OneNode("TfIdfVectorizer", 9)
        .set("mode", mode)
        .set("min_gram_length", 1)
        .set("max_gram_length", 1)
        .set("max_skip_count", 0)
        .set("ngram_counts", std::vector<int64_t>{0})
        .set("ngram_indexes", std::vector<int64_t>{1, 0})
        .set("weights", std::vector<double>{0.5, 4})
        .set("pool_strings", Strings{"a", "b"});
  };
  const Tensor X = texts({4}, {"a", "b", "a", "c"});
  CHECK(show(vectorizer("TF").run({X})) == "float[2] 1 2");
  CHECK(show(vectorizer("IDF").run({X})) == "float[2] 4 0.5");
  CHECK(show(vectorizer("TFIDF").run({X})) == "float[2] 4 1");
}

TEST_CASE("TfIdfVectorizer refuses pools that do not fit") {
  const auto error = [](const std::vector<int64_t>& counts, const std::vector<int64_t>& indexes,
                        const char* mode, const Tensor& X) {
    return OneNode("TfIdfVectorizer", 9)
        .set("mode", mode)
        .set("min_gram_length", 1)
        .set("max_gram_length", 2)
        .set("max_skip_count", 0)
        .set("ngram_counts", counts)
        .set("ngram_indexes", indexes)
        .set("pool_int64s", std::vector<int64_t>{1, 2, 3})
        .error({X});
  };
  const Tensor X = i64({1}, {1});
  const std::string place = "InvalidInput: TfIdfVectorizer-9 (output 'y0'): ";
  CHECK(error({0, 1}, {0, 1}, "TF", X) == "");
  CHECK(error({0, 2}, {0, 1}, "TF", X) == place + "[2, 3) holds no 2-grams of a pool of 3");
  CHECK(error({0, 9}, {0, 1}, "TF", X) == place + "[0, 9) holds no 1-grams of a pool of 3");
  CHECK(error({0, 1}, {0}, "TF", X) == place + "there are 2 n-grams and 1 ngram_indexes");
  CHECK(error({0, 1}, {0, -1}, "TF", X) == place + "ngram_indexes holds -1");
  CHECK(error({0, 1}, {0, 1}, "tf", X) == place + "mode is 'tf'");
  CHECK(error({0, 1}, {0, 1}, "TF", texts({1}, {"a"})) == place + "X and the pool differ in type");
  CHECK(error({0, 1}, {0, 1}, "TF", i64({}, {1})) == place + "X is of rank 0");
}

}  // namespace etalon::test::text_test
