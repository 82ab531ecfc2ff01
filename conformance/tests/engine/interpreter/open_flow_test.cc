#include "engine/interpreter/open_flow.h"

#include "conformance/tests/ops/one_node.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/side.h"

namespace etalon::test::open_flow_test {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

// The graph's outputs, evaluated at opset 18 while choices are recorded.
Values run(const Graph& body, const Bindings& inputs) {
  Model model;
  model.ir_version = 10;
  model.opsets = {{"", 18}};
  model.graph = body;
  return evaluate(model, inputs);
}

// For each element '.' if it is decided, 'o' if it is open itself, 'd' if it depends on what is,
// 'z' if it is a zero of either sign.
std::string pattern(const Value& value) {
  const Side* side = value.tensor().side();
  std::string text;
  if (!side || !side->open) return std::string(value.tensor().size(), '.');
  for (const int32_t number : side->open->slots<int32_t>()) {
    const OpenMark* mark = number ? &side->marks->at(size_t(number - 1)) : nullptr;
    text += !mark                                                  ? '.'
            : mark->permits == Permits::undefined && mark->depends ? 'd'
            : mark->depends                                        ? 'z'
                                                                   : 'o';
  }
  return text + (side->whole ? "!" : "");
}

// y = Relu(x), whose NaNs are open; then the steps, from y to z.
std::string flow(const std::vector<Step>& steps, const Tensor& x, const Bindings& others = {}) {
  std::vector<Step> all = {{"Relu", {"x"}, {"y"}}};
  all.insert(all.end(), steps.begin(), steps.end());
  std::vector<std::string> names = {"x"};
  Bindings inputs = others;
  for (const auto& [name, value] : others) names.push_back(name);
  inputs["x"] = x;
  const ChoiceScope scope(Recording::on);
  return pattern(run(graph(names, all, {"z"}), inputs).at(0));
}

TEST_CASE("Movement takes marks along") {
  const Tensor x = f32({2, 2}, {1, nan, 3, 4});
  CHECK(flow({{"Transpose", {"y"}, {"z"}}}, x) == "..o.");
  CHECK(flow({{"Identity", {"y"}, {"z"}}}, x) == ".o..");
  CHECK(flow({{"Tile", {"y", "r"}, {"z"}}}, x, {{"r", i64({2}, {1, 2})}}) == ".o.o....");
}

TEST_CASE("An element-by-element function passes a mark to the same place") {
  CHECK(flow({{"Exp", {"y"}, {"z"}}}, f32({3}, {1, nan, 3})) == ".d.");
  CHECK(flow({{"Add", {"y", "b"}, {"z"}}}, f32({2, 1}, {nan, 1}), {{"b", f32({2}, {1, 2})}}) ==
        "dd..");
}

TEST_CASE("A matrix product passes a mark to the rows that it is in") {
  CHECK(flow({{"MatMul", {"y", "b"}, {"z"}}}, f32({2, 2}, {1, 2, nan, 4}),
             {{"b", f32({2, 2}, {1, 2, 3, 4})}}) == "..dd");
}

TEST_CASE("What an open element cannot change stays decided") {
  // NaN or 0: both are less than 5, or not greater.
  CHECK(flow({{"Shape", {"y"}, {"z"}}}, f32({2}, {1, nan})) == ".");
  CHECK(flow({{"Greater", {"y", "b"}, {"z"}}}, f32({2}, {1, nan}), {{"b", f32({}, {5})}}) == "..");
  CHECK(flow({{"Less", {"y", "b"}, {"z"}}}, f32({2}, {1, nan}), {{"b", f32({}, {5})}}) == ".d");
}

TEST_CASE("The sign of a zero matters where something is divided by it and there alone") {
  // Relu of −0 may be either zero.
  CHECK(flow({{"Add", {"y", "b"}, {"z"}}}, f32({2}, {-0.0, 1}), {{"b", f32({}, {5})}}) == "..");
  CHECK(flow({{"Neg", {"y"}, {"z"}}}, f32({2}, {-0.0, 1})) == "z.");
  CHECK(flow({{"Reciprocal", {"y"}, {"z"}}}, f32({2}, {-0.0, 1})) == "d.");
}

TEST_CASE("Where an open element decides a shape; the whole value is open") {
  CHECK(flow({{"NonZero", {"y"}, {"z"}}}, f32({2}, {1, nan})).ends_with("!"));
}

TEST_CASE("A comparison with an open element is open where its values compare differently") {
  // NaN > −1 is false, and 0 > −1 is true.
  CHECK(flow({{"Greater", {"y", "b"}, {"c"}}, {"Not", {"c"}, {"z"}}}, f32({1}, {nan}),
             {{"b", f32({}, {-1})}}) == "d");
}

}  // namespace
}  // namespace etalon::test::open_flow_test
