#include "conformance/tests/ops/mdf/actr/actr.h"

namespace etalon::mdf::actr_tests::matching_test {

TEST_CASE("ACT-R: a constant must be equal") {
  CHECK(match(of_goal(R"("a": "1")")) == "{}");
  CHECK(match(of_goal(R"("a": "2")")) == "no match");
  CHECK(match(of_goal(R"("a": "")")) == "no match");
}

TEST_CASE("ACT-R: slot 0 is ISA; a slot as the others") {
  CHECK(match(R"({"buffer": "goal", "ISA": "u"})") == "no match");
  CHECK(match(R"({"buffer": "goal", "ISA": "=t"})") == R"({"t":"t"})");
}

TEST_CASE("ACT-R: slots match by position not by name") {
  CHECK(match(of_goal(R"("y": "1", "z": "2")")) == "{}");
  CHECK(match(of_goal(R"("b": "2")")) == "no match");  // stands where a does
}

TEST_CASE("ACT-R: a chunk is its values without its name; at any position") {
  CHECK(match(of_goal(R"("a": "1")"), R"({"ISA": "t", "name": "g", "a": "1"})") == "{}");
  CHECK(match(of_goal(R"("a": "1")"), R"({"ISA": "t", "a": "1"})") == "{}");
}

TEST_CASE("ACT-R: the first =v binds") {
  CHECK(match(of_goal(R"("a": "=x", "b": "=y")")) == R"({"x":"1","y":"2"})");
}

TEST_CASE("ACT-R: a repeated =v must equal its binding") {
  CHECK(match(of_goal(R"("a": "=x", "b": "=x")")) == "no match");
  CHECK(match(of_goal(R"("a": "=x", "b": "=x")"), R"({"ISA": "t", "a": "5", "b": "5"})") ==
        R"({"x":"5"})");
}

TEST_CASE("ACT-R: a bare = meets anything and binds nothing") {
  CHECK(match(of_goal(R"("a": "=", "b": "=")")) == "{}");
  CHECK(match(of_goal(R"("a": "1", "b": "2", "c": "=")")) ==
        "{}");  // even a slot that is not there
}

TEST_CASE("ACT-R: -=v must differ from v's binding") {
  CHECK(match(of_goal(R"("a": "=x", "b": "-=x")")) == R"({"x":"1"})");
  CHECK(match(of_goal(R"("a": "=x", "b": "-=x")"), R"({"ISA": "t", "a": "5", "b": "5"})") ==
        "no match");
}

TEST_CASE("ACT-R: -=v may come before its variable binds") {
  CHECK(match(of_goal(R"("a": "-=x", "b": "=x")")) == R"({"x":"2"})");
}

TEST_CASE("ACT-R: an unbound -=v does not match") {
  CHECK(match(of_goal(R"("a": "-=z")")) == "no match");
}

TEST_CASE("ACT-R: a slot that the chunk lacks does not match") {
  CHECK(match(of_goal(R"("a": "1", "b": "2", "c": "3")")) == "no match");
  CHECK(match(of_goal(R"("a": "1", "b": "2", "c": "=x")")) == "no match");
  CHECK(match(of_goal(R"("a": "=x", "b": "2", "c": "-=x")")) == "no match");
}

TEST_CASE("ACT-R: slots beyond the pattern's are ignored") {
  CHECK(match(R"({"buffer": "goal", "ISA": "t"})") == "{}");
  CHECK(match(R"({"buffer": "goal"})") == "{}");
}

TEST_CASE("ACT-R: variables are shared across goal and retrieval; in either order") {
  CHECK(match(of_goal(R"("a": "=x")") + "," + of_retrieval(R"("a": "=y", "b": "=x")")) ==
        R"({"x":"1","y":"3"})");
  CHECK(match(of_retrieval(R"("a": "=y", "b": "=x")") + "," + of_goal(R"("a": "=x")")) ==
        R"({"y":"3","x":"1"})");
  CHECK(match(of_goal(R"("a": "=x")") + "," + of_retrieval(R"("a": "=x")")) == "no match");
  CHECK(match(of_goal(R"("a": "-=x")") + "," + of_retrieval(R"("a": "=x")")) == R"({"x":"3"})");
}

}  // namespace etalon::mdf::actr_tests::matching_test
