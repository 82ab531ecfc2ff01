#include "conformance/campaign/shrink.h"

#include <algorithm>

#include "conformance/campaign/cause.h"
#include "conformance/campaign/finding.h"
#include "conformance/campaign/graph_shrink.h"
#include "conformance/campaign/signature.h"
#include "conformance/campaign/simpler.h"
#include "conformance/generate/attributes.h"
#include "conformance/generate/one_node.h"
#include "conformance/generate/operator_cases.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/numerics/numerics.h"
#include "onnx.pb.h"

namespace etalon::shrink_test {
namespace {

using test::floats;

CaseFiles drawn(const std::string& op, uint32_t seed) {
  Draw draw(seed);
  return draw_case(operator_choice(op), draw).files;
}

const Tensor& first_input(const CaseFiles& files) {
  return files.sets.at(0).inputs.at(0).second.tensor();
}

TEST_CASE("a case is shrunk as far as it fails and stays a valid case", "[campaign]") {
  // A runtime that is wrong where an element of the first input is negative.
  const auto fails = [](const CaseFiles& files) {
    const Reals x = first_input(files).as<double>();
    return std::any_of(x.begin(), x.end(), [](double element) { return element < 0; });
  };
  size_t tried = 0;
  for (uint32_t seed = 1; seed < 40; ++seed) {
    const CaseFiles files = drawn("Conv-11", seed);
    if (!fails(files)) continue;
    ++tried;
    const Shrunk small = shrunk(files, fails, {});
    CHECK(fails(small.files));
    // Two groups stay two: channels and `group` would have to shrink in one step.
    CHECK(first_input(small.files).size() <= 4);
    CHECK(input_elements(small.files) <= 8);
    CHECK(small.checks <= ShrinkLimits().checks);
    CHECK_NOTHROW(parse_model(small.files.model));
  }
  CHECK(tried > 5);
}

TEST_CASE("sizes that attributes and integers say are shortened with the shapes", "[campaign]") {
  for (const char* op : {"Reshape-14", "Expand-13", "Tile-13", "Pad-13"}) {
    INFO(op);
    const auto fails = [](const CaseFiles& files) { return first_input(files).size() > 0; };
    size_t largest = 0;
    for (uint32_t seed = 1; seed < 12; ++seed) {
      const CaseFiles files = drawn(op, seed);
      if (fails(files))
        largest = std::max(largest, first_input(shrunk(files, fails, {}).files).size());
    }
    CHECK(largest <= 2);
  }
}

// y = Relu(Exp(Neg(x) + w)) · 2, and z = Neg(x).
CaseFiles chain() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(14);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("chain");
  const auto add_node = [&](const char* op, const std::vector<const char*>& in, const char* out) {
    onnx::NodeProto& node = *graph.add_node();
    node.set_op_type(op);
    for (const char* name : in) node.add_input(name);
    node.add_output(out);
  };
  add_node("Neg", {"x"}, "n");
  add_node("Add", {"n", "w"}, "s");
  add_node("Exp", {"s"}, "e");
  add_node("Relu", {"e"}, "r");
  add_node("Add", {"r", "r"}, "y");
  declare("x", Value(floats({1, 2})).type(), *graph.add_input());
  write_tensor(floats({3, 4}), "w", *graph.add_initializer());
  for (const char* name : {"y", "n"})
    declare(name, Value(floats({1, 2})).type(), *graph.add_output());
  CaseFiles files;
  files.model = model.SerializeAsString();
  files.sets.push_back({{{"x", floats({1, 2})}}, {}});
  return files;
}

TEST_CASE("a failing model is shrunk to the node that fails", "[campaign]") {
  const auto has_node = [](const CaseFiles& files, const std::string& op) {
    onnx::ModelProto model;
    model.ParseFromString(files.model);
    const auto& nodes = model.graph().node();
    return std::any_of(nodes.begin(), nodes.end(),
                       [&](const onnx::NodeProto& node) { return node.op_type() == op; });
  };
  for (const char* op : {"Neg", "Add", "Exp", "Relu"}) {
    INFO(op);
    const auto fails = [&](const CaseFiles& files) { return has_node(files, op); };
    const Shrunk small = with_fewer_nodes(chain(), fails, {});
    onnx::ModelProto model;
    model.ParseFromString(small.files.model);
    REQUIRE(model.graph().node_size() == 1);
    CHECK(model.graph().node(0).op_type() == op);
    CHECK(model.graph().initializer_size() == 0);
    CHECK(small.files.sets.at(0).outputs.size() == 1);
    CHECK_NOTHROW(parse_model(small.files.model));
  }
}

TEST_CASE("shrinking stops at its limit", "[campaign]") {
  size_t calls = 0;
  const auto fails = [&](const CaseFiles&) { return ++calls % 2 == 0; };
  const Shrunk small = shrunk(drawn("Conv-11", 3), fails, {}, {.checks = 7});
  CHECK(small.checks == 7);
  CHECK(calls == 7);
}

TEST_CASE("a part of a tensor has its elements", "[campaign]") {
  const Tensor x = floats({0, 1, 2, 3, 4, 5}).reshaped({2, 3});
  CHECK(identical(slice(x, 1, 1, 3), floats({1, 2, 4, 5}).reshaped({2, 2})));
  CHECK(identical(slice(x, 0, 1, 2), floats({3, 4, 5}).reshaped({1, 3})));
}

TEST_CASE("simpler elements are simpler whatever the type", "[campaign]") {
  for (const DType type : {DType::float32, DType::bfloat16, DType::int8, DType::uint8,
                           DType::boolean, DType::float8e4m3fn, DType::complex64}) {
    const std::optional<Tensor> seven = simple_number(type, type == DType::boolean ? 1 : 7);
    REQUIRE(seven);
    const std::vector<Tensor> simpler = simpler_elements(*seven, 0);
    REQUIRE(!simpler.empty());
    CHECK(complexity(simpler.at(0), 0) == 0);
    for (const Tensor& each : simpler) CHECK(complexity(each, 0) < complexity(*seven, 0));
  }
  CHECK(!simple_number(DType::uint8, -1));
}

TEST_CASE("the path of an element is that of its own comparisons") {
  NodeCall call;
  call.node.set_op_type("LeakyRelu");
  call.opset = 16;
  call.inputs = {floats({-1, 2, -3})};
  name_values(call, 1);
  const CaseFiles files = node_case(call, false);
  CHECK(path_of(files, 0, 3) == "comparison 1: less");
  CHECK(path_of(files, 1, 3) == "comparison 1: greater");
  CHECK(path_of(files, 2, 3) == "comparison 1: less");
}

// Trees with every form of attributes, and a runtime that is wrong with them in whatever case.
TEST_CASE("a tree ensemble that always fails is pruned to its least") {
  for (const char* op : {"TreeEnsemble-5", "TreeEnsembleRegressor-3", "TreeEnsembleClassifier-3",
                         "TreeEnsembleClassifier-1", "TreeEnsembleRegressor-1"}) {
    for (uint32_t seed = 1; seed < 8; ++seed) {
      INFO(op << " " << seed);
      const Shrunk small = shrunk(drawn(op, seed), [](const CaseFiles&) { return true; }, {});
      CHECK_NOTHROW(parse_model(small.files.model));
      const std::optional<NodeCall> call = call_of(small.files);
      REQUIRE(call);
      for (const onnx::AttributeProto& each : call->node.attribute()) {
        if (each.name() == "nodes_treeids" || each.name() == "nodes_featureids") {
          CHECK(each.ints_size() == 1);
        }
        CHECK(each.name() != "membership_values");
        CHECK(each.name() != "post_transform");
      }
    }
  }
}

TEST_CASE("a signature says what differs and not where", "[campaign]") {
  const auto of = [](const Tensor& got, const Tensor& expected) {
    return difference_signature(0, got, expected, {});
  };
  const double nan = std::nan("");
  CHECK(of(floats({1, 5}), floats({1, 2})) == "float value");
  CHECK(of(floats({nan, 5}), floats({1, 2})) == "float value");
  CHECK(of(floats({nan, 2}), floats({1, 2})) == "float NaN for a number");
  CHECK(of(floats({-1, 2}), floats({1, 2})) == "float sign");
  CHECK(of(floats({1.005, 2}), floats({1, 2})) == "float digits");
  CHECK(of(floats({1, 2}).reshaped({1, 2}), floats({1, 2})) == "float rank");
  CHECK(of(vector_of({1, 2}), vector_of({1, 3})) == "integer off by one");
  CHECK(of(vector_of({1, 2}), vector_of({1, 7})) == "integer value");
  CHECK(of(vector_of({1, 2}), floats({1, 2})) == "integer for float");
}

TEST_CASE("the same words about another case are the same signature", "[campaign]") {
  const auto of = [](const std::string& words, const std::string& op) {
    return without_particulars(words, op);
  };
  CHECK(of("Conv: axis 3 of 'x' [2,3] is out of range", "Conv") ==
        of("MaxPool: axis 17 of 'input_2' [1] is out of range", "MaxPool"));
  CHECK(of("/build/a/conv.cc:85 failed: 1,2,3", "") == of("/home/b/conv.cc:9 failed: 4", ""));
  CHECK(of("division by zero", "Div") != of("out of range", "Div"));
  CHECK(of("ort::{anonymous}::Cast::Cast(int) saturate is for float8", "Cast") ==
        of("ort::{anonymous}::Cast::Cast(int) saturate is for float8", "CastLike"));
}

TEST_CASE("a cause has the operator and what decides on its formula") {
  const auto cause = [](const std::vector<DType>& types, const char* op, int64_t axis) {
    NodeCall call;
    call.node.set_op_type(op);
    call.opset = 13;
    for (const DType type : types) call.inputs.push_back(Tensor::zeros(type, {2, 2}));
    if (axis != 0) write_attribute("axis", axis, call.node);
    name_values(call, 1);
    Finding finding;
    finding.subject = std::string(op) + "-13";
    finding.kind = Mismatch::values;
    return cause_of(finding, Severity::wrong, node_case(call, false));
  };
  CHECK(cause({DType::float32}, "Softmax", 0) == cause({DType::float16}, "Softmax", 0));
  CHECK(cause({DType::float32}, "Softmax", 0) != cause({DType::float32}, "Softmax", 1));
  CHECK(cause({DType::float32}, "Softmax", 0) != cause({DType::float32}, "Hardmax", 0));
  CHECK(cause({DType::float32}, "Abs", 0) != cause({DType::int32}, "Abs", 0));
}

}  // namespace
}  // namespace etalon::shrink_test
