// The matching rules of ACT-R, one test a rule; expected values by hand from the rule.
#include <map>
#include <nlohmann/json.hpp>

#include "conformance/tests/catch.h"
#include "conformance/tests/engine/mdf/json_value.h"
#include "conformance/tests/text.h"
#include "engine/mdf/function.h"
#include "engine/numerics/random.h"

namespace etalon::mdf::actr_test {
namespace {

Value call(const std::string& function, const std::vector<std::string>& arguments) {
  List values;
  for (const std::string& argument : arguments) values.push_back(json_value(argument));
  return call_function(function, values, {});
}

std::string text(const std::string& function, const std::vector<std::string>& arguments) {
  return to_text(call(function, arguments));
}

std::string error(const std::string& function, const std::vector<std::string>& arguments) {
  const std::string text = test::refusal([&] { call(function, arguments); });
  return text.empty() ? "no error" : text;
}

const std::string goal = R"({"name": "g", "ISA": "t", "a": "1", "b": "2"})";
const std::string retrieval = R"({"name": "r", "ISA": "t", "a": "3", "b": "1"})";

// The bindings of a production with this left-hand side, or "no match".
std::string match(const std::string& lhs, const std::string& goal_chunk = goal,
                  const std::string& retrieved = retrieval) {
  const std::string production = R"({"name": "p", "lhs": [)" + lhs + R"(], "rhs": []})";
  const Value matching =
      call("pattern_matching_function", {"[" + production + "]", goal_chunk, retrieved});
  if (matching.list().empty()) return "no match";
  return to_text(*matching.list().front().dictionary().find("bindings"));
}
std::string of_goal(const std::string& slots) {
  return R"({"buffer": "goal", "ISA": "t", )" + slots + "}";
}
std::string of_retrieval(const std::string& slots) {
  return R"({"buffer": "retrieval", "ISA": "t", )" + slots + "}";
}

// ---------------------------------------------------------------------------------- matching ---

TEST_CASE("ACT-R: a constant must be equal") {
  CHECK(match(of_goal(R"("a": "1")")) == "{}");
  CHECK(match(of_goal(R"("a": "2")")) == "no match");
  CHECK(match(of_goal(R"("a": "")")) == "no match");
}

TEST_CASE("ACT-R: slot 0 is ISA, a slot as the others") {
  CHECK(match(R"({"buffer": "goal", "ISA": "u"})") == "no match");
  CHECK(match(R"({"buffer": "goal", "ISA": "=t"})") == R"({"t":"t"})");
}

TEST_CASE("ACT-R: slots meet by position, whatever their names") {
  CHECK(match(of_goal(R"("y": "1", "z": "2")")) == "{}");
  CHECK(match(of_goal(R"("b": "2")")) == "no match");  // stands where a does
}

TEST_CASE("ACT-R: a chunk is its values without its name, wherever that stands") {
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

TEST_CASE("ACT-R: -=v may stand before its variable binds") {
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

TEST_CASE("ACT-R: a buffer that is not there does not match") {
  CHECK(match(of_retrieval(R"("a": "3")"), goal, "{}") == "no match");
  CHECK(match(R"({"buffer": "imaginal", "ISA": "t"})") == "no match");
}

TEST_CASE("ACT-R: variables are shared across goal and retrieval, in either order") {
  CHECK(match(of_goal(R"("a": "=x")") + "," + of_retrieval(R"("a": "=y", "b": "=x")")) ==
        R"({"x":"1","y":"3"})");
  CHECK(match(of_retrieval(R"("a": "=y", "b": "=x")") + "," + of_goal(R"("a": "=x")")) ==
        R"({"y":"3","x":"1"})");
  CHECK(match(of_goal(R"("a": "=x")") + "," + of_retrieval(R"("a": "=x")")) == "no match");
  CHECK(match(of_goal(R"("a": "-=x")") + "," + of_retrieval(R"("a": "=x")")) == R"({"x":"3"})");
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

// --------------------------------------------------------------------------------- retrieval ---

const std::string memory =
    R"([{"name": "a", "ISA": "number", "number": "one", "next": "two"},
        {"name": "b", "ISA": "number", "number": "two", "next": "three"},
        {"name": "c", "ISA": "number", "number": "two", "next": "two"},
        {"name": "d", "ISA": "number", "number": "ten"}])";
const std::string types = R"({"number": ["value", "after"], "word": []})";

std::string retrieve(const std::string& slots) {
  return text("retrieve_chunk",
              {R"({"buffer": "retrieval", "ISA": "number", )" + slots + "}", memory, types});
}

TEST_CASE("ACT-R: retrieval takes the first match in memory and names slots by type") {
  CHECK(retrieve(R"("number": "two")") == R"({"ISA":"number","value":"two","after":"three"})");
}

TEST_CASE("ACT-R: retrieval with variables follows the same rules") {
  CHECK(retrieve(R"("number": "=x", "next": "=x")") ==
        R"({"ISA":"number","value":"two","after":"two"})");
  CHECK(retrieve(R"("number": "two", "next": "-=x")") == "{}");
  CHECK(retrieve(R"("number": "=x", "next": "-=x")") ==
        R"({"ISA":"number","value":"one","after":"two"})");
}

TEST_CASE("ACT-R: a retrieved chunk has the slots that it has") {
  CHECK(retrieve(R"("number": "ten")") == R"({"ISA":"number","value":"ten"})");
}

TEST_CASE("ACT-R: nothing to retrieve is {}") {
  CHECK(retrieve(R"("number": "nine")") == "{}");
  CHECK(text("retrieve_chunk", {"{}", memory, types}) == "{}");
  CHECK(text("retrieve_chunk", {R"({"buffer": "retrieval", "ISA": "number"})", "[]", types}) ==
        "{}");
}

TEST_CASE("ACT-R: a chunk that its type does not describe is an error") {
  const std::string all = R"({"buffer": "retrieval"})";
  CHECK(error("retrieve_chunk", {all, R"([{"ISA": "digit"}])", types}) ==
        "InvalidInput: retrieve_chunk: argument 'types' has no type \"digit\"");
  CHECK(error("retrieve_chunk", {all, R"([{"ISA": "word", "a": "b"}])", types}) ==
        "InvalidInput: retrieve_chunk: a chunk has 1 slots, its type \"word\" has 0");
  CHECK(error("retrieve_chunk", {all, R"([{"ISA": "t"}])", R"({"t": "a"})"}) ==
        "InvalidInput: retrieve_chunk: argument 'types': type \"t\" is the string \"a\" where a "
        "list of slots is wanted");
  CHECK(error("retrieve_chunk", {"\"x\"", memory, types}) ==
        "InvalidInput: retrieve_chunk: argument 'pattern' is the string \"x\" where a dictionary "
        "is wanted");
}

// ------------------------------------------------------------------------------------- goals ---

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

std::string production(const std::string& rhs, const std::string& bindings) {
  return R"({"name": "p", "lhs": [], "rhs": [)" + rhs + R"(], "bindings": )" + bindings + "}";
}

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

// ----------------------------------------------------------------------- choice and termination
// ---

TEST_CASE("ACT-R: conflict resolution draws uniformly, and the same for the same seed") {
  const Value productions = json_value(R"([{"name": "a"}, {"name": "b"}, {"name": "c"}])");
  const auto names = [&](uint32_t seed, int count) {
    RandomStream stream(seed);
    std::string drawn;
    for (int i = 0; i < count; ++i) {
      const Value one = call_function("conflict_resolution_function", {productions}, {},
                                      {default_onnx_opset, &stream});
      drawn += one.dictionary().find("name")->text();
    }
    return drawn;
  };
  constexpr int draws = 3000;
  const std::string drawn = names(1, draws);
  CHECK(drawn == names(1, draws));
  CHECK(drawn != names(2, draws));
  for (const char name : {'a', 'b', 'c'}) {
    // 1000 expected; the deviation is √(3000·1/3·2/3) = 26, so 150 is more than five of them.
    const auto count = std::count(drawn.begin(), drawn.end(), name);
    CHECK(std::abs(count - 1000) < 150);
  }
}

TEST_CASE("ACT-R: no production to choose from is {}") {
  CHECK(text("conflict_resolution_function", {"[]"}) == "{}");
  CHECK(text("conflict_resolution_function", {R"([{"name": "a"}])"}) == R"({"name":"a"})");
}

TEST_CASE("ACT-R: {} terminates, nothing else does") {
  CHECK(text("check_termination", {"{}"}) == "true");
  CHECK(text("check_termination", {R"({"name": "a"})"}) == "false");
  CHECK(text("check_termination", {"[]"}) == "false");
  CHECK(text("check_termination", {"0"}) == "false");
}

// --------------------------------------------------------------------------------- arguments ---

TEST_CASE("ACT-R: named arguments go by position") {
  CHECK(to_text(call_function("change_goal", {},
                              {{"anything", json_value(R"({"a": "9"})")},
                               {"else", json_value("{}")}})) == R"({"a":"9"})");
  CHECK(to_text(call_function("check_termination", {}, {{"production", Dictionary()}})) == "true");
}

TEST_CASE("ACT-R: an argument under another one's name is an error") {
  CHECK_THROWS_WITH(call_function("change_goal", {},
                                  {{"curr_goal", json_value("{}")}, {"pattern", json_value("{}")}}),
                    "change_goal: argument 'curr_goal' stands where 'pattern' belongs: arguments "
                    "go by position");
  CHECK(error("change_goal", {"{}"}) ==
        "InvalidInput: change_goal: argument 'curr_goal' is missing");
  CHECK(error("check_termination", {"{}", "{}"}) ==
        "InvalidInput: check_termination: there are 2 arguments where it takes 1 (production)");
}

}  // namespace
}  // namespace etalon::mdf::actr_test
