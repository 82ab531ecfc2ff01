#include "conformance/generate/graph_case.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "conformance/commands/commands.h"
#include "conformance/generate/graph_fitting.h"
#include "conformance/generate/graph_mix.h"
#include "conformance/generate/graph_moves.h"
#include "conformance/generate/graph_patterns.h"
#include "conformance/generate/one_node.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "onnx.pb.h"

namespace etalon::graph_case_test {
namespace {

using test::check_fails;
using test::etalon_command;
using test::files_in;
using test::Workshop;

onnx::ModelProto model_of(const CaseFiles& files) {
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(files.model));
  return model;
}

// The operators of a graph, those of inner graphs and functions included.
void add_operators(const google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes,
                   std::set<std::string>& operators) {
  for (const onnx::NodeProto& node : nodes) {
    operators.insert(node.op_type());
    for (const onnx::AttributeProto& attribute : node.attribute()) {
      if (attribute.has_g()) add_operators(attribute.g().node(), operators);
    }
  }
}

size_t not_finite(const CaseFiles& files) {
  size_t count = 0;
  for (const auto& [name, value] : files.sets.at(0).outputs) {
    if (!value.is_tensor() || !is_float(value.tensor().dtype())) continue;
    for (const double x : value.tensor().as<double>()) count += std::isfinite(x) ? 0 : 1;
  }
  return count;
}

TEST_CASE("drawn graphs have the wanted number of nodes; finite outputs and proved digits") {
  Draw draw(7);
  std::set<std::string> operators;
  size_t shared = 0;
  size_t read_outputs = 0;
  size_t initializers = 0;
  for (int i = 0; i < 60; ++i) {
    const CaseFiles files = draw_graph_case(draw, {.least_nodes = 3, .most_nodes = 18});
    const onnx::ModelProto model = model_of(files);
    const onnx::GraphProto& graph = model.graph();
    CHECK(graph.node_size() >= 3);
    CHECK(graph.node_size() <= 18);
    CHECK(graph.output_size() > 0);
    CHECK(files.proof.whole());
    CHECK(not_finite(files) == 0);
    initializers += static_cast<size_t>(graph.initializer_size());
    std::map<std::string, size_t> readers;
    for (const onnx::NodeProto& node : graph.node()) {
      for (const std::string& name : node.input()) ++readers[name];
    }
    for (const auto& [name, count] : readers) shared += count > 1 ? 1 : 0;
    for (const onnx::ValueInfoProto& output : graph.output())
      read_outputs += readers.count(output.name());
    add_operators(graph.node(), operators);
  }
  CHECK(operators.size() > 60);
  CHECK(shared > 60);
  CHECK(read_outputs > 5);
  CHECK(initializers > 60);
}

TEST_CASE("the same seed draws the same graphs") {
  const auto drawn = [](uint32_t seed) {
    Draw draw(seed);
    std::string bytes;
    for (int i = 0; i < 5; ++i) bytes += draw_graph_case(draw, {.most_nodes = 12}).model;
    return bytes;
  };
  CHECK(drawn(3) == drawn(3));
  CHECK(drawn(3) != drawn(4));
}

TEST_CASE(
    "every pattern can be drawn; in every opset that graphs have and alone and as a near miss") {
  for (const GraphPattern& pattern : graph_patterns()) {
    INFO(pattern.name);
    Draw draw(5);
    bool exact = false;
    bool missed = false;
    for (int i = 0; i < 40 && !(exact && missed); ++i) {
      const int opset = i % 2 == 0 ? 0 : static_cast<int>(draw.between(oldest_graph_opset, 21));
      const CaseFiles files =
          draw_graph_case(draw, {.least_nodes = 1, .pattern = pattern.name, .opset = opset});
      const onnx::ModelProto model = model_of(files);
      const std::string& about = model.doc_string();
      CHECK(about.find(pattern.name) != std::string::npos);
      (about.find("near misses") == std::string::npos ? exact : missed) = true;
    }
    CHECK(exact);
    CHECK(missed);
  }
}

TEST_CASE("graphs have bodies of If and Loop and Scan and functions of the model") {
  for (const auto& [pattern, op] : std::vector<std::pair<std::string, std::string>>{
           {"if_body", "If"}, {"loop_body", "Loop"}, {"scan_body", "Scan"}}) {
    Draw draw(1);
    std::set<std::string> operators;
    add_operators(model_of(draw_graph_case(draw, {.pattern = pattern})).graph().node(), operators);
    CHECK(operators.contains(op));
  }
  Draw draw(1);
  const onnx::ModelProto model = model_of(draw_graph_case(draw, {.pattern = "function_call"}));
  CHECK(model.functions_size() > 0);
  CHECK(model.ir_version() >= 8);
}

TEST_CASE("a node of a draft is evaluated when it is added and taken away again") {
  Draw draw(1);
  const Options evaluation;
  GraphDraft g(draw, 18, DType::float32, evaluation);
  const std::string x = g.input(test::floats({1, 4}));
  const GraphDraft::Moment before = g.moment();
  const std::string y = g.add("Sqrt", {x});
  CHECK(identical(g.tensor(y), test::floats({1, 2})));
  g.return_to(before);
  CHECK(g.nodes() == 0);
  CHECK_THROWS_AS(g.tensor(y), InternalError);
  CHECK_THROWS_AS(g.add("Sqrt", {g.add("Neg", {x})}), InvalidInput);  // NaN
}

TEST_CASE("a value is fitted to a shape by as many nodes as were said") {
  struct Fit {
    Shape has, wanted;
    std::optional<size_t> nodes;
  };
  const std::vector<Fit> fits = {
      {{2, 3}, {2, 3}, 0}, {{2, 3}, {3, 2}, 1},  // none; Transpose or Reshape
      {{2, 3}, {6}, 1},    {{3}, {2, 3}, 1},     // Reshape; Expand
      {{4, 4}, {2, 3}, 1}, {{2, 3}, {2, 5}, 1},  // Slice; Pad
      {{4, 2}, {3, 5}, 2}, {{2, 3, 4}, {2, 2}, 3}, {{2}, {5, 5}, {}}, {{2, 3}, {0, 3}, {}},
  };
  for (const Fit& fit : fits) {
    CHECK(nodes_to_fit(fit.has, fit.wanted) == fit.nodes);
    for (uint32_t seed = 0; seed < 4; ++seed) {
      Draw draw(seed);
      const Options evaluation;
      GraphDraft g(draw, 21, DType::float32, evaluation);
      g.input(random_tensor(draw, DType::float32, fit.has));
      const auto any = [](const Tensor& tensor) { return tensor.dtype() == DType::float32; };
      const std::string y = fitted(g, any, fit.wanted);
      REQUIRE(y.empty() == !fit.nodes.has_value());
      if (y.empty()) continue;
      CHECK(g.shape(y) == fit.wanted);
      size_t nodes = 0;
      for (const onnx::NodeProto& node : g.graph().node()) nodes += node.op_type() != "Constant";
      CHECK(nodes == *fit.nodes);
    }
  }
}

TEST_CASE("every operator that graphs have is added to a small graph in a few draws") {
  for (const int opset : {oldest_graph_opset, 21}) {
    for (const std::string& op : graph_operators(DType::float32, opset)) {
      INFO(op << " in opset " << opset);
      Draw draw(3);
      const Options evaluation;
      GraphDraft g(draw, opset, DType::float32, evaluation);
      g.input(random_tensor(draw, DType::float32, {2, 3, 4, 5}));
      bool added = false;
      for (int i = 0; i < 60 && !added; ++i) {
        const GraphDraft::Moment before = g.moment();
        try {
          add_operator(g, op);
          added = true;
        } catch (const Error& error) {
          REQUIRE(asks_for_another_draw(error));
          g.return_to(before);
        }
      }
      CHECK(added);
    }
  }
}

TEST_CASE("operators and types are chosen by their shares and none is left out") {
  CHECK(operator_share("Conv") > 10 * operator_share("GlobalMaxPool"));
  CHECK(operator_share("Det") == 0);
  Draw draw(9);
  std::map<std::string, int> operators;
  for (int i = 0; i < 4000; ++i) ++operators[operator_by_share(draw, {"Conv", "Det", "Add"})];
  const double both = static_cast<double>(operator_share("Conv") + operator_share("Add"));
  const double convs = static_cast<double>(operator_share("Conv")) / both;
  const double share =
      operators["Conv"] / static_cast<double>(operators["Conv"] + operators["Add"]);
  CHECK(std::abs(share - convs) < 0.05);  // over five standard deviations
  CHECK(operators["Det"] > 0);
  std::map<DType, int> types;
  for (int i = 0; i < 4000; ++i) ++types[base_type_by_share(draw)];
  CHECK(types.size() == 4);
  CHECK(types[DType::float32] > 3600);
  std::map<DType, int> of_nodes;
  const std::vector<DType> accepted = {DType::float32, DType::float16, DType::int64};
  for (int i = 0; i < 4000; ++i) ++of_nodes[type_by_share(draw, accepted, DType::float16)];
  CHECK(of_nodes[DType::float16] > 3000);
  CHECK(of_nodes[DType::int64] > of_nodes[DType::float32]);
  CHECK(of_nodes[DType::float32] > 0);
}

TEST_CASE("drawn graphs have operators in about the shares of real models") {
  Draw draw(2);
  std::map<std::string, double> drawn;
  double nodes = 0;
  for (int i = 0; i < 120; ++i) {
    const onnx::ModelProto model = model_of(draw_graph_case(draw, {}));
    for (const onnx::NodeProto& node : model.graph().node()) {
      if (node.op_type() == "Constant") continue;
      ++drawn[node.op_type()];
      ++nodes;
    }
  }
  double common = 0;  // what both have
  for (const auto& [op, count] : drawn) {
    common += std::min(count / nodes, static_cast<double>(operator_share(op)) / whole_share);
  }
  CHECK(common > 0.72);
}

TEST_CASE("generate --graphs writes cases that pass and the same again for the same seed") {
  const Workshop here;
  const auto into = [&](const std::string& name) {
    return etalon_command({"generate", "--graphs", "--count", "6", "--seed", "11", "--opset", "17",
                           "--out", here.at(name)});
  };
  const test::Outcome first = into("a");
  CHECK(first.code == exit_ok);
  CHECK(first.out.find("6 graphs in ") != std::string::npos);
  CHECK(into("b").code == exit_ok);
  CHECK(files_in(here.at("a")) == files_in(here.at("b")));
  CHECK(etalon_command({"test", here.at("a")}).code == exit_ok);
}

TEST_CASE("generate --graphs refuses unknown patterns and opsets") {
  const Workshop here;
  check_fails(
      {"generate", "--graphs", "--pattern", "gelu", "--out", here.at("c")}, exit_usage,
      "--pattern gelu: there is no pattern of this name; choose from: conv_batchnorm_relu, ");
  check_fails({"generate", "--graphs", "--opset", "9", "--out", here.at("c")}, exit_usage,
              "--opset 9: graphs are drawn for opsets 13 to ");
  check_fails({"generate", "--operator", "Abs", "--pattern", "gemm", "--out", here.at("c")},
              exit_usage, "--pattern needs --graphs");
  Draw draw(0);
  CHECK_THROWS(draw_graph_case(draw, {.least_nodes = 5, .most_nodes = 4}));
}

}  // namespace
}  // namespace etalon::graph_case_test
