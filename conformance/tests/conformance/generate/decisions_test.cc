#include "conformance/generate/decisions.h"

#include <algorithm>

#include "conformance/generate/coverage.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/ops/one_node.h"

namespace etalon::decisions_test {
namespace {

using test::f32;
using Side = DecisionLog::Side;

// A call of ThresholdedRelu with alpha 1, which compares its input with alpha.
NodeCall call_of(const Tensor& X) {
  NodeCall call;
  call.node.set_op_type("ThresholdedRelu");
  call.opset = 22;
  call.inputs = {X};
  name_values(call, 1);
  return call;
}

Decisions decisions_at(const std::vector<double>& values) {
  return decisions_of(comparisons_of(call_of(f32({values.size()}, values))));
}

bool has_side(const Decisions& decisions, Side side) {
  return std::any_of(decisions.begin(), decisions.end(),
                     [&](const Decision& each) { return each.place == 0 && each.side == side; });
}

}  // namespace

TEST_CASE("the sides of a formula's comparisons are those that the elements take") {
  CHECK(decisions_at({2}).size() == 1);
  CHECK(decisions_at({2, 3}) == decisions_at({2}));
  CHECK(decisions_at({2}) != decisions_at({0.5}));
  CHECK(decisions_at({2, 0.5, 1}).size() == 3);
  CHECK(has_side(decisions_at({1}), Side::equal));
  CHECK(missing_in(decisions_at({2})).size() == 2);
  CHECK(missing_in(decisions_at({2, 0.5, 1})).empty());
  CHECK(to_string(Decision{1, Side::less}) == "comparison 2: less");
}

// The element becomes alpha, and the two floats beside it: 1 ± an ULP.
TEST_CASE("calls are aimed at the missing sides of a comparison") {
  const NodeCall call = call_of(f32({1}, {2}));
  const auto comparisons = comparisons_of(call);
  const Decisions missing = missing_in(decisions_of(comparisons));
  std::vector<double> elements;
  for (const NodeCall& aimed : calls_aimed_at(missing, call, comparisons)) {
    elements.push_back(aimed.inputs[0].tensor().as<double>().flat(0));
  }
  std::sort(elements.begin(), elements.end());
  CHECK(elements == std::vector<double>{1 - 0x1p-24, 1});
}

TEST_CASE("coverage counts the sides that calls take") {
  Coverage coverage({"ThresholdedRelu-22"});
  const Schema& schema = *find_schema("", "ThresholdedRelu", 22);
  const NodeCall call = call_of(f32({2}, {2, 1}));
  coverage.add(schema, call.node, call.inputs);
  const nlohmann::json row = coverage.json().at("operators").at(0);
  CHECK(row.at("sides") == nlohmann::json{{"covered", 2}, {"of", 3}});
  const auto& missing = row.at("missing");
  CHECK(std::find(missing.begin(), missing.end(), "comparison 1: greater") != missing.end());
}

}  // namespace etalon::decisions_test
