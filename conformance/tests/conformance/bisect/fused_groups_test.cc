#include "conformance/bisect/fused_groups.h"

#include <algorithm>
#include <cmath>

#include "conformance/bisect/bisect_text.h"
#include "conformance/bisect/exposed.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/interpreter/substitute.h"
#include "engine/loader/loader.h"
#include "engine/values/json.h"

namespace etalon::fused_groups_test {
namespace {

using test::floats;
using test::has;
using test::SmallModel;
using Positions = std::vector<size_t>;

SmallModel& quantization(SmallModel& small, const std::string& op_type, const std::string& from,
                         const std::string& to) {
  return small.node(op_type, {from, "scale", "zero"}, {to});
}

// A quantized convolution: y is a float again.
SmallModel quantized() {
  const Tensor x = floats({1, 2, 3, 4, 5, 6, 7, 8, 9}).reshaped({1, 1, 3, 3});
  const Tensor weights = Tensor::of(DType::int8, Ints{3, 3, 3, 3}).reshaped({1, 1, 2, 2});
  SmallModel small(13);
  small.input("x", x).initializer("scale", scalar(DType::float32, 0.5));
  small.initializer("zero", scalar(DType::uint8, int64_t{0}));
  small.initializer("w", weights).node("DequantizeLinear", {"w", "scale"}, {"wf"});
  quantization(small, "QuantizeLinear", "x", "xq");
  quantization(small, "DequantizeLinear", "xq", "xf").node("Conv", {"xf", "wf"}, {"c"});
  quantization(small, "QuantizeLinear", "c", "cq");
  return quantization(small, "DequantizeLinear", "cq", "y").output("y");
}

Tensor scaled(const Tensor& X, double factor) {
  return Tensor::of(X.dtype(), Reals(X.as<double>() * factor));
}

// A runtime that has one kernel for a convolution between a DequantizeLinear and a QuantizeLinear,
// which gives `factor` times the sum. Where a value inside is an output, it has a kernel for each,
// which is right, unless all are `alike`.
class FusedRuntime : public Runtime {
 public:
  explicit FusedRuntime(double factor, bool alike = false) : factor_(factor), alike_(alike) {}

  RuntimeAnswer run(const std::filesystem::path& file, const Model&, const Bindings& inputs,
                    const StoredInputs&, std::optional<double>) override {
    return answer(load_model(file), inputs);
  }
  RuntimeAnswer run(const std::string& bytes, const Model&, const Bindings& inputs,
                    std::optional<double>) override {
    return answer(parse_model(bytes), inputs);
  }
  double timeout() const override { return 60; }

 private:
  RuntimeAnswer answer(const BoundModel& model, const Bindings& inputs) const {
    const auto has_node = [&](std::string_view op_type) {
      return std::any_of(model.graph.nodes.begin(), model.graph.nodes.end(),
                         [&](const Node& node) { return node.op_type == op_type; });
    };
    const bool whole =
        has_node("DequantizeLinear") && has_node("QuantizeLinear") &&
        std::none_of(model.graph.outputs.begin(), model.graph.outputs.end(),
                     [](const ValueInfo& o) { return o.name == "c" || o.name == "xf"; });
    const double factor = whole || alike_ ? factor_ : 1;
    const SubstituteScope scope([&](const Node& node, const Values& given, const Ordinary& own) {
      Values outputs = own(node, given);
      if (node.op_type == "Conv") outputs[0] = scaled(outputs[0].tensor(), factor);
      return outputs;
    });
    RuntimeAnswer answer;
    answer.outputs = evaluate(model, inputs, {});
    return answer;
  }

  const double factor_;
  const bool alike_;
};

Bisection bisected(const SmallModel& small, const Value& x, double factor, bool alike = false) {
  const TemporaryFolder folder;
  BisectRequest request;
  request.model = folder.path() / "model.onnx";
  test::write_text(request.model.string(), small.bytes());
  request.inputs = {{"x", x}};
  FusedRuntime runtime(factor, alike);
  return bisect(request, load_model(request.model), runtime);
}

Value ramp() { return floats({1, 2, 3, 4, 5, 6, 7, 8, 9}).reshaped({1, 1, 3, 3}); }

std::vector<Positions> largest(const SmallModel& small) {
  std::vector<Positions> all;
  for (const GrowingGroup& group : fused_groups(small.model().graph)) {
    all.push_back(group.back().nodes);
  }
  return all;
}

std::set<std::string> hidden(const SmallModel& small) {
  const BoundModel model = small.model();
  return fused_values(model.graph, fused_groups(model.graph));
}

TEST_CASE("fused groups: an operator between dequantized inputs and a quantized output") {
  CHECK(largest(quantized()) == std::vector<Positions>{{0, 2, 3, 4}});
  const BoundModel model = quantized().model();
  const GrowingGroup group = fused_groups(model.graph).at(0);
  REQUIRE(group.size() == 2);
  CHECK(group[0].nodes == Positions{0, 2, 3});
  CHECK(group[0].outputs == std::vector<std::string>{"c"});
  CHECK(group[1].outputs == std::vector<std::string>{"cq"});
  CHECK(hidden(quantized()) == std::set<std::string>{"wf", "xf", "c"});
}

TEST_CASE("fused groups: a GELU that is written out belongs to the product before it") {
  SmallModel small(13);
  small.input("x", floats({1, 2}).reshaped({1, 2}));
  small.initializer("w", floats({1, 2, 3, 4}).reshaped({2, 2})).initializer("k", floats({2}));
  small.node("MatMul", {"x", "w"}, {"p"}).node("Add", {"p", "k"}, {"a"});
  small.node("Div", {"a", "k"}, {"d"}).node("Erf", {"d"}, {"e"}).node("Add", {"e", "k"}, {"f"});
  small.node("Mul", {"a", "f"}, {"g"}).node("Mul", {"g", "k"}, {"y"}).output("y");
  CHECK(largest(small).at(0) == Positions{0, 1, 2, 3, 4, 5, 6});
  CHECK(hidden(small) == std::set<std::string>{"p", "a", "d", "e", "f", "g"});
}

TEST_CASE("fused groups: a value that is read elsewhere or is an output ends a group") {
  SmallModel small(13);
  small.input("x", floats({1, 2}).reshaped({1, 2}));
  small.initializer("w", floats({1, 2, 3, 4}).reshaped({2, 2}));
  small.node("MatMul", {"x", "w"}, {"p"}).node("Relu", {"p"}, {"r"});
  small.node("MatMul", {"r", "w"}, {"q"}).node("Add", {"q", "r"}, {"y"}).output("y");
  CHECK(largest(small) == std::vector<Positions>{{0, 1}, {2, 3}});
  small.output("p");
  CHECK(largest(small) == std::vector<Positions>{{2, 3}});
}

TEST_CASE("bisect: a fused quantized convolution that is wrong is found as a group") {
  const Bisection found = bisected(quantized(), ramp(), 0.8);
  const std::string text = bisection_text(found);
  INFO(text);
  CHECK(found.outcome == Bisection::Outcome::found);
  REQUIRE(found.fault);
  CHECK(found.fault->group.size() == 4);
  CHECK(found.fault->position == 4);
  CHECK(has(text,
            "\nthe group DequantizeLinear-13 (output 'wf'), …, QuantizeLinear-13 (output 'cq'), 4 "
            "nodes, is wrong in the model and when run alone\n"));
  CHECK(has(text, "cq: fails (wrong): "));
  CHECK(has(text, "of 6, on the runtime's own values: 2 same, 1 wrong, 3 judged through"));
  // The case has the runtime's inputs of the group, and what is right for them.
  const CaseFiles files = node_case(*found.fault, Tolerance());
  const BoundModel group = parse_model(files.model);
  CHECK(group.graph.nodes.size() == 4);
  const CaseValues& inputs = files.sets.at(0).inputs;
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].first == "xq");
  CHECK(identical(evaluate(group, Bindings(inputs.begin(), inputs.end())).at(0).tensor(),
                  files.sets[0].outputs.at(0).second.tensor()));
}

TEST_CASE("bisect: the error that a node of integers introduces is a number") {
  const Bisection found = bisected(quantized(), ramp(), 0.8, true);
  const std::string text = bisection_text(found);
  INFO(text);
  CHECK(found.fault.value().node == "Conv-11 (output 'c')");
  CHECK(has(text, "QuantizeLinear-13 (output 'cq'): 4 of 4 integers differ, by up to 17\n"));
  CHECK_FALSE(has(text, "inf"));
  for (const Introduced& one : found.introduced) CHECK(std::isfinite(one.error));
}

TEST_CASE("bisect: a fused runtime that is right is not accused") {
  const Bisection right = bisected(quantized(), ramp(), 1);
  CHECK(right.outcome == Bisection::Outcome::right);
  CHECK(has(bisection_text(right), "nothing is wrong\n"));
  // As far off as a float32 sum may be.
  const Bisection rounded = bisected(quantized(), ramp(), 1 + 1e-7);
  CHECK(rounded.outcome == Bisection::Outcome::right);
}

TEST_CASE("the nodes of a model are judged in fused groups where these have other values") {
  const SmallModel small = quantized();
  onnx::ModelProto proto;
  REQUIRE(proto.ParseFromString(small.bytes()));
  const auto checked = [&](double factor) {
    FusedRuntime runtime(factor);
    return check_nodes_of(runtime, proto, {{"x", ramp()}}, Tolerance(), {}).value();
  };
  const NodeReports wrong = checked(0.8);
  CHECK(wrong.count(Grade::wrong) == 1);
  CHECK(wrong.through == 3);
  REQUIRE(wrong.listed.size() == 1);
  CHECK(wrong.listed[0].group.size() == 4);
  CHECK(checked(1).count(Grade::wrong) == 0);
  CHECK(checked(1).seen == 6);
}

TEST_CASE("the size of a deviation is a number for integers and NaN has words") {
  const auto integers = [](const Ints& values) { return Tensor::of(DType::int32, values); };
  const Deviation off = deviation(integers(Ints{1, 20, 3}), integers(Ints{1, -40, 5}));
  CHECK(off.size == 1.5);
  CHECK(off.what == "2 of 3 integers differ, by up to 60");
  const Deviation nan = deviation(floats({NAN, 2, 3}), floats({1, 2, 3}));
  CHECK(std::isinf(nan.size));
  CHECK(nan.what == "NaN on one side in 1 of 3 elements");
  CHECK(deviation(floats({INFINITY, 2}), floats({1, 2})).what ==
        "infinity on one side in 1 of 2 elements");
  CHECK(deviation(floats({1, 2.5}), floats({1, 2})).size == 0.25);
  CHECK(deviation(floats({1, 2.5}), floats({1, 2})).what.empty());
  CHECK(deviation(floats({0, 0.5}), floats({0, 0})).what == "up to 0.5 where all is 0");
  CHECK(deviation(scalar(true), scalar(false)).what == "1 of 1 bools differ");
  CHECK(deviation(floats({1}), floats({1, 2})).what == "the shape is [1], expected [2]");
  CHECK(deviation(floats({1}), floats({1})).size == 0);
}

}  // namespace
}  // namespace etalon::fused_groups_test
