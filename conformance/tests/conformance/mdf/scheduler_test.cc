#include "conformance/mdf/scheduler.h"
#include "engine/values/json.h"

#include "conformance/mdf/evaluate.h"
#include "conformance/mdf/model.h"
#include "conformance/tests/catch.h"
#include "engine/values/errors.h"

namespace etalon::mdf::scheduler_test {
namespace {

using Json = nlohmann::ordered_json;

Json condition(const std::string& type, const Json& kwargs = Json::object()) {
  return {{"type", type}, {"kwargs", kwargs}};
}
Json calls(const std::string& type, const std::string& node, int n) {
  return condition(type, {{"dependency", node}, {"n", n}});
}
Json passes(const std::string& type, int n) { return condition(type, {{"n", n}}); }
Json just_ran(const std::string& node) { return condition("JustRan", {{"dependency", node}}); }

// Nodes A, B, C that count their runs; edges such as "AB"; conditions; when it ends.
Json model(const std::vector<std::string>& edges, const Json& conditions, const Json& end) {
  Json graph;
  for (const char* id : {"A", "B", "C"}) {
    graph["nodes"][id] = {{"input_ports", {{"in", Json::object()}}},
                          {"parameters", {{"count", {{"value", "count + 1"}}}}},
                          {"output_ports", {{"out", {{"value", "count"}}}}}};
  }
  for (const std::string& edge : edges) {
    graph["edges"][edge] = {{"sender", edge.substr(0, 1)},
                            {"sender_port", "out"},
                            {"receiver", edge.substr(1)},
                            {"receiver_port", "in"}};
  }
  if (!conditions.is_null()) graph["conditions"]["node_specific"] = conditions;
  if (!end.is_null()) graph["conditions"]["termination"]["end"] = end;
  return {{"m", {{"format", "ModECI MDF v0.4"}, {"graphs", {{"g", graph}}}}}};
}

std::string sets_text(const Model& read, const std::vector<std::vector<size_t>>& sets) {
  std::string text;
  for (const std::vector<size_t>& set : sets) {
    text += text.empty() ? "" : " ";
    if (set.empty()) text += "–";
    for (const size_t node : set) text += read.graphs[0].nodes[node].id;
  }
  return text;
}

// The execution sets of one evaluation: "A BC –" is A, then B and C together, then a pass in which
// nothing ran.
std::string sets(const std::vector<std::string>& edges, const Json& conditions = {},
                 const Json& end = {}, int evaluations = 1) {
  const Model read = model_from(model(edges, conditions, end));
  RunOptions options;
  options.max_passes = 1000;
  GraphRun run(read, read.graphs[0], options);
  std::string text;
  for (int i = 0; i < evaluations; ++i) {
    text += (i == 0 ? "" : " / ") + sets_text(read, run.evaluate());
  }
  return text;
}

std::string message(const std::vector<std::string>& edges, const Json& conditions = {},
                    const Json& end = {}) {
  try {
    return "no error: " + sets(edges, conditions, end);
  } catch (const Error& error) {
    return error.what();
  }
}

const Json three_passes = passes("AfterPass", 2);  // ends before pass 3 begins: passes 0, 1, 2

// The expectations were worked by hand from the conditions' definitions. For the cases of
// EveryNCalls, JustRan over an empty layer, Not with Any and All, and AllHaveRun of all nodes,
// graph-scheduler 1.2.2 gives the same sets; within a layer it asks nodes in no fixed order.
TEST_CASE("MDF schedule: layers each node once its senders have run") {
  CHECK(sets({}) == "ABC");
  CHECK(sets({"AB", "BC"}) == "A B C");
  CHECK(sets({"AC", "BC"}) == "AB C");
  CHECK(sets({"CB", "BA"}) == "C B A");
  CHECK(sets({"AB", "AC"}) == "A BC");
  CHECK(sets({"AB", "BC"}, {}, three_passes) == "A B C A B C A B C");
  CHECK(sets({"AB", "BC"}, {}, {}, 2) == "A B C / A B C");
}

TEST_CASE("MDF schedule: Always; Never") {
  CHECK(sets({}, {{"B", condition("Never")}}, three_passes) == "AC AC AC");
  CHECK(sets({"AB", "AC"}, {{"B", condition("Always")}}, passes("AfterPass", 0)) == "A BC");
}

TEST_CASE("MDF schedule: EveryNCalls counts since the node itself ran") {
  // B after every 2nd A, C after every 3rd.
  const Json end = condition(
      "And", {{"dependencies", Json::array({calls("AfterNCalls", "C", 2), just_ran("A")})}});
  CHECK(sets({"AB", "AC"},
             {{"A", condition("Always")},
              {"B", calls("EveryNCalls", "A", 2)},
              {"C", calls("EveryNCalls", "A", 3)}},
             end) == "A A B A C A B A A BC A");
}

TEST_CASE("MDF schedule: AfterNCalls; AfterCall; BeforeNCalls; AtNCalls") {
  // Within a layer nodes are asked in the model's order, and again until nothing changes: here B
  // depends on A's count, in the same pass already.
  CHECK(sets({}, {{"B", calls("AfterNCalls", "A", 2)}, {"C", condition("Never")}}, three_passes) ==
        "A AB AB");
  CHECK(sets({}, {{"B", calls("AfterCall", "A", 2)}, {"C", condition("Never")}}, three_passes) ==
        "A A AB");
  CHECK(sets({}, {{"B", calls("BeforeNCalls", "A", 3)}, {"C", condition("Never")}}, three_passes) ==
        "AB AB A");
  CHECK(sets({}, {{"B", calls("AtNCalls", "A", 2)}, {"C", condition("Never")}}, three_passes) ==
        "A AB A");
  // A node before its dependency is asked again: A runs in the pass in which B reaches 2.
  CHECK(sets({}, {{"A", calls("AfterNCalls", "B", 2)}, {"C", condition("Never")}}, three_passes) ==
        "B AB AB");
}

TEST_CASE("MDF schedule: AfterPass; BeforePass; AtPass; EveryNPasses count from 0") {
  const auto only_A = [](const Json& when) {
    return sets({}, {{"A", when}, {"B", condition("Always")}, {"C", condition("Never")}},
                passes("AfterPass", 4));
  };
  CHECK(only_A(passes("AfterPass", 1)) == "B B AB AB AB");
  CHECK(only_A(passes("BeforePass", 2)) == "AB AB B B B");
  CHECK(only_A(passes("AtPass", 3)) == "B B B AB B");
  CHECK(only_A(passes("EveryNPasses", 2)) == "AB B AB B AB");
}

TEST_CASE("MDF schedule: JustRan looks at the last set that ran; over empty layers") {
  CHECK(sets({"AB", "BC"}, {{"B", condition("Never")}, {"C", just_ran("A")}},
             passes("AfterPass", 1)) == "A C A C");
  CHECK(sets({"AB", "BC"}, {{"C", just_ran("A")}}, passes("AfterPass", 1)) == "A B A B");
  // After a pass in which nothing ran, the last set is empty. graph-scheduler 1.2.2 gives the same.
  CHECK(sets({"AB"},
             {{"A", passes("AtPass", 0)},
              {"B", condition("Not", {{"condition", just_ran("A")}})},
              {"C", condition("Never")}},
             passes("AfterPass", 5)) == "A – B B B B");
  CHECK(sets({"AB"}, {{"A", passes("AtPass", 0)}, {"B", just_ran("A")}, {"C", condition("Never")}},
             passes("AfterPass", 3)) == "A B – – –");
  // Nothing has run yet when an evaluation begins.
  CHECK(sets({"AB", "BC"}, {}, just_ran("C"), 2) == "A B C / A B C");
}

TEST_CASE("MDF schedule: Not; And; All; Or; Any") {
  CHECK(
      sets({},
           {{"A", condition("Any", {{"dependencies", {passes("AtPass", 0), passes("AtPass", 2)}}})},
            {"B", condition("Not", {{"condition", passes("AtPass", 1)}})},
            {"C", condition("All", {{"dependencies",
                                     {passes("AfterPass", 0), passes("BeforePass", 3)}}})}},
           passes("AfterPass", 3)) == "AB C ABC B");
  CHECK(
      sets({},
           {{"A", condition("Or", {{"dependencies", {passes("AtPass", 1), passes("AtPass", 1)}}})},
            {"B", condition("Not", {{"dependencies", passes("AtPass", 1)}})},
            {"C", condition("And", {{"dependencies", Json::array()}})}},
           three_passes) == "BC AC BC");
}

TEST_CASE("MDF schedule: AllHaveRun of some nodes or of all") {
  CHECK(sets({"AB", "BC"}, {}, condition("AllHaveRun", {{"dependencies", {"A", "B"}}})) == "A B");
  CHECK(sets({"AB", "BC"}, {}, condition("AllHaveRun")) == "A B C");
  CHECK(sets({"AB", "BC"}, {{"B", calls("AfterCall", "A", 1)}}) == "A A B C");
}

TEST_CASE("MDF schedule: Threshold compares a parameter; a port or an element") {
  const auto until = [](const std::string& comparator, const Json& threshold,
                        const std::string& parameter = "count") {
    return condition("Threshold", {{"dependency", "A"},
                                   {"parameter", parameter},
                                   {"threshold", threshold},
                                   {"comparator", comparator}});
  };
  const Json only_A = {{"B", condition("Never")}, {"C", condition("Never")}};
  CHECK(sets({}, only_A, until(">=", 3)) == "A A A");
  CHECK(sets({}, only_A, until(">", 3)) == "A A A A");
  CHECK(sets({}, only_A, until("==", 2.0)) == "A A");
  CHECK(sets({}, only_A, until("!=", 0, "out")) == "A");
  CHECK(sets({}, only_A, until("<", 2)) == "A");
  CHECK(sets({}, only_A, until("<=", 1)) == "A");
  // The value stays from evaluation to evaluation, so nothing runs in the second.
  CHECK(sets({}, only_A, until(">=", 3), 2) == "A A A / ");
  Json arrays = model({}, {}, until(">=", 3));
  Json& graph = arrays["m"]["graphs"]["g"];
  graph["nodes"]["A"]["parameters"]["count"] = {{"value", "count + [0, 1]"},
                                                {"default_initial_value", Json::array({5, 0})}};
  graph["conditions"]["termination"]["end"]["kwargs"]["indices"] = 1;
  const Model read = model_from(arrays);
  GraphRun run(read, read.graphs[0]);
  CHECK(sets_text(read, run.evaluate()) == "ABC ABC ABC");
}

TEST_CASE("MDF schedule: Threshold sees the default_initial_value of a node that has not run") {
  const auto below = [](int number) {
    return condition(
        "Threshold",
        {{"dependency", "A"}, {"parameter", "count"}, {"threshold", number}, {"comparator", "<"}});
  };
  const auto sets_from = [&](const Json& start, int threshold) {
    Json document =
        model({}, {{"B", below(threshold)}, {"C", condition("Never")}}, passes("AfterPass", 3));
    Json& nodes = document["m"]["graphs"]["g"]["nodes"];
    if (!start.is_null()) nodes["A"]["parameters"]["count"]["default_initial_value"] = start;
    nodes["A"]["parameters"]["five"] = {{"value", 5}};
    const Model read = model_from(document);
    GraphRun run(read, read.graphs[0]);
    return sets_text(read, run.evaluate());
  };
  CHECK(sets_from(0, 2) == "AB AB A A");
  CHECK(sets_from(Json(), 2) == "A AB A A");
  CHECK(sets_from(5, 7) == "AB AB A A");
  CHECK(sets_from("five", 7) == "AB AB A A");
  CHECK(sets_from("five * 2", 7) == "A A A A");
}

TEST_CASE("MDF schedule: an evaluation ends when any termination condition holds") {
  Json document = model({"AB", "BC"}, {}, just_ran("B"));
  document["m"]["graphs"]["g"]["conditions"]["termination"]["never"] = condition("Never");
  const Model read = model_from(document);
  GraphRun run(read, read.graphs[0]);
  CHECK(sets_text(read, run.evaluate()) == "A B");
}

TEST_CASE("MDF schedule: a cycle is an error that names its nodes") {
  CHECK(message({"AB", "BC", "CA"}) ==
        "model 'm': graph 'g': the edges form a cycle: 'A → B → C → A'");
  CHECK(message({"AB", "BC", "CB"}).find("'B → C → B'") != std::string::npos);
  CHECK(message({"AA"}).find("'A → A'") != std::string::npos);
}

TEST_CASE("MDF schedule: a termination that is never met is an error") {
  CHECK(message({"AB"}, {{"B", condition("Never")}}) ==
        "graph 'g': 1000 passes have not met the termination condition 'AllHaveRun'; 'B' never "
        "ran; --max-passes raises the limit");
  CHECK(message({"AB"}, {}, condition("Never")) ==
        "graph 'g': 1000 passes have not met the termination condition 'end'; --max-passes raises "
        "the limit");
}

TEST_CASE("MDF schedule: malformed conditions are errors that say where") {
  const std::string at_A = "model 'm': graph 'g': the condition of node 'A': ";
  const auto of_A = [](const Json& when) { return message({}, {{"A", when}}); };
  CHECK(of_A(condition("Sometimes")) ==
        at_A + "condition Sometimes: there is no condition 'Sometimes'");
  CHECK(of_A(condition("TimeInterval", {{"start", 5}})) ==
        at_A + "condition TimeInterval: the condition TimeInterval is not supported");
  CHECK(of_A(calls("EveryNCalls", "Z", 1)) ==
        at_A + "condition EveryNCalls: there is no node '\"Z\"'");
  CHECK(of_A(condition("EveryNCalls", {{"dependency", "B"}})) ==
        at_A + "condition EveryNCalls: the field n is missing");
  CHECK(of_A(calls("AfterCall", "B", -1)) ==
        at_A + "condition AfterCall: n is '-1', not a whole number from 0");
  CHECK(of_A(passes("EveryNPasses", 0)) ==
        at_A + "condition EveryNPasses: n is '0', not a whole number from 1");
  CHECK(of_A(condition("JustRan")) == at_A + "condition JustRan: the field dependency is missing");
  CHECK(of_A(condition("JustRan", {{"dependencies", {"A", "B"}}})) ==
        at_A + "condition JustRan: it takes one dependency, not 2");
  CHECK(of_A(condition("Always", {{"often", 1}})) ==
        at_A + "condition Always: there is no field 'often' here");
  CHECK(of_A(condition("All", {{"dependencies", "B"}})) ==
        at_A + "condition All: dependencies are '\"B\"', not a list");
  CHECK(
      of_A(condition(
          "Threshold",
          {{"dependency", "A"}, {"parameter", "depth"}, {"threshold", 1}, {"comparator", ">"}})) ==
      "model 'm': graph 'g': condition Threshold: node 'A' has no parameter 'depth'");
  CHECK(
      of_A(condition(
          "Threshold",
          {{"dependency", "A"}, {"parameter", "count"}, {"threshold", 1}, {"comparator", "=>"}})) ==
      at_A + "condition Threshold: '=>' is not a comparator; the comparators are < <= > >= == !=");
  CHECK(message({}, {{"Z", condition("Always")}}) ==
        "model 'm': graph 'g': the condition of node 'Z': there is no node 'Z'");
  CHECK(message({}, {}, calls("EveryNCalls", "A", 1)) ==
        "model 'm': graph 'g': the termination 'end': condition EveryNCalls: it counts calls since "
        "its own node ran, and a termination has no node");
}

}  // namespace
}  // namespace etalon::mdf::scheduler_test
