#include "conformance/tests/ops/mdf/actr/actr.h"

namespace etalon::mdf::actr_tests::pattern_matching_function_test {

TEST_CASE("ACT-R: a buffer that is not there does not match") {
  CHECK(match(of_retrieval(R"("a": "3")"), goal, "{}") == "no match");
  CHECK(match(R"({"buffer": "imaginal", "ISA": "t"})") == "no match");
}

TEST_CASE("ACT-R: of two patterns for one buffer the last counts") {
  CHECK(match(of_goal(R"("a": "9")") + "," + of_goal(R"("a": "1")")) == "{}");
  CHECK(match(of_goal(R"("a": "1")") + "," + of_goal(R"("a": "9")")) == "no match");
}

TEST_CASE("ACT-R: an empty left-hand side matches") {
  CHECK(match("") == "{}");
  CHECK(match("", "{}", "{}") == "{}");
}

TEST_CASE("ACT-R: matching productions keep their order and get new bindings") {
  const std::string productions =
      R"([{"name": "p", "lhs": [{"buffer": "goal", "ISA": "t", "a": "=x"}], "rhs": [],
           "bindings": {"old": "1"}},
          {"name": "q", "lhs": [{"buffer": "goal", "ISA": "u"}], "rhs": []},
          {"name": "r", "lhs": [], "rhs": []}])";
  const Value matching = call("pattern_matching_function", {productions, goal, retrieval});
  REQUIRE(matching.list().size() == 2);
  CHECK(to_text(matching.list()[0]) ==
        R"({"name":"p","lhs":[{"buffer":"goal","ISA":"t","a":"=x"}],"rhs":[],)"
        R"("bindings":{"x":"1"}})");
  CHECK(to_text(matching.list()[1]) == R"({"name":"r","lhs":[],"rhs":[],"bindings":{}})");
}

TEST_CASE("ACT-R: malformed productions are named") {
  const auto refuse = [](const std::string& productions, const std::string& sentence) {
    CHECK(error("pattern_matching_function", {productions, goal, retrieval}) ==
          "InvalidInput: pattern_matching_function: " + sentence);
  };
  refuse(R"([{"name": "p"}])", "the production has no 'lhs'");
  refuse(R"([{"name": "p", "lhs": "goal"}])",
         "the production's 'lhs' is the string \"goal\" where a list of patterns is wanted");
  refuse(R"([{"name": "p", "lhs": ["goal"]}])",
         "a pattern in 'lhs' is the string \"goal\" where a dictionary is wanted");
  refuse(R"([{"name": "p", "lhs": [{"ISA": "t"}]}])", "the pattern has no 'buffer'");
  refuse(R"(["p"])", "argument 'productions' holds the string \"p\" where dictionaries are wanted");
  refuse(R"({"name": "p"})", "argument 'productions' is a dictionary where a list is wanted");
  CHECK(error("pattern_matching_function", {"[]", "0", "{}"}) ==
        "InvalidInput: pattern_matching_function: argument 'goal' is the number 0 where a "
        "dictionary is wanted");
}

}  // namespace etalon::mdf::actr_tests::pattern_matching_function_test
