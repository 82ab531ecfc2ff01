#include "conformance/tests/ops/mdf/actr/actr.h"

namespace etalon::mdf::actr_tests::change_goal_test {

TEST_CASE("ACT-R: change_goal updates in place and drops the buffer") {
  CHECK(text("change_goal", {R"({"buffer": "goal", "a": "9", "c": "3"})", goal}) ==
        R"({"name":"g","ISA":"t","a":"9","b":"2","c":"3"})");
  CHECK(text("change_goal", {R"({"buffer": "goal", "a": "9"})", "{}"}) == R"({"a":"9"})");
  CHECK(text("change_goal", {"{}", R"({"buffer": "goal", "a": "9"})"}) == R"({"a":"9"})");
}

TEST_CASE("ACT-R: change_goal of a port that nothing has reached is {}") {
  for (const char* zero : {"0", "0.0", "[0]"}) {
    CHECK(text("change_goal", {R"({"buffer": "goal", "a": "9"})", zero}) == "{}");
  }
  CHECK(error("change_goal", {R"({"buffer": "goal"})", "1"}) ==
        "InvalidInput: change_goal: argument 'curr_goal' is the number 1 where a dictionary is "
        "wanted");
}

TEST_CASE("ACT-R: named arguments go by position") {
  CHECK(to_text(call_function("change_goal", {},
                              {{"anything", json_value(R"({"a": "9"})")},
                               {"else", json_value("{}")}})) == R"({"a":"9"})");
  CHECK(to_text(call_function("check_termination", {}, {{"production", Dictionary()}})) == "true");
}

TEST_CASE("ACT-R: an argument under another one's name is an error") {
  CHECK_THROWS_WITH(
      call_function("change_goal", {},
                    {{"curr_goal", json_value("{}")}, {"pattern", json_value("{}")}}),
      "change_goal: argument 'curr_goal' is in the place of 'pattern': arguments go by position");
  CHECK(error("change_goal", {"{}"}) ==
        "InvalidInput: change_goal: argument 'curr_goal' is missing");
  CHECK(error("check_termination", {"{}", "{}"}) ==
        "InvalidInput: check_termination: there are 2 arguments where it takes 1 (production)");
}

}  // namespace etalon::mdf::actr_tests::change_goal_test
