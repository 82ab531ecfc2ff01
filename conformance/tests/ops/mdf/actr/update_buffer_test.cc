#include "conformance/tests/ops/mdf/actr/actr.h"

namespace etalon::mdf::actr_tests::update_buffer_test {

TEST_CASE("ACT-R: an update takes the last pattern of its buffer") {
  const std::string both =
      of_goal(R"("a": "1")") + "," + of_retrieval(R"("a": "2")") + "," + of_goal(R"("a": "3")");
  CHECK(text("update_goal", {production(both, "{}")}) == R"({"buffer":"goal","ISA":"t","a":"3"})");
  CHECK(text("update_retrieval", {production(both, "{}")}) ==
        R"({"buffer":"retrieval","ISA":"t","a":"2"})");
}

TEST_CASE("ACT-R: an update replaces bound variables once and keeps the rest") {
  const std::string rhs = of_goal(R"("a": "=x", "b": "=z", "c": "k", "d": "-=x")");
  CHECK(text("update_goal", {production(rhs, R"({"x": "y", "y": "w"})")}) ==
        R"({"buffer":"goal","ISA":"t","a":"y","b":"=z","c":"k","d":"-=x"})");
}

TEST_CASE("ACT-R: an update without production or pattern is {}") {
  CHECK(text("update_goal", {"{}"}) == "{}");
  CHECK(text("update_retrieval", {"{}"}) == "{}");
  CHECK(text("update_goal", {production(of_retrieval(R"("a": "2")"), "{}")}) == "{}");
  CHECK(text("update_retrieval", {production("", "{}")}) == "{}");
}

TEST_CASE("ACT-R: malformed productions of an update are named") {
  const std::string pattern = of_goal(R"("a": "1")");
  CHECK(error("update_goal", {R"({"rhs": [)" + pattern + "]}"}) ==
        "InvalidInput: update_goal: the production has no 'bindings'");
  CHECK(error("update_goal", {R"({"name": "p"})"}) ==
        "InvalidInput: update_goal: the production has no 'rhs'");
  CHECK(error("update_retrieval", {"[]"}) ==
        "InvalidInput: update_retrieval: argument 'production' is a list of 0 where a dictionary "
        "is wanted");
}

}  // namespace etalon::mdf::actr_tests::update_buffer_test
