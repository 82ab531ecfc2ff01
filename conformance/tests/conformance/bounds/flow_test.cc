// Errors that scatter operators move and add, and that control flow carries.
#include <cmath>
#include <string>

#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/judged.h"
#include "onnx.pb.h"

namespace etalon::flow_test {
namespace {

using test::floats;
using test::SmallModel;

constexpr double u = 0x1p-24;

std::vector<double> errors(const SmallModel& small, const Bindings& inputs) {
  const BoundedOutputs result = evaluate_with_bounds(small.model(), inputs);
  INFO(result.bounds.at(0).reason);
  REQUIRE(result.bounds.at(0).kind == Bound::Kind::known);
  const Reals error = result.bounds[0].error.as<double>();
  return {error.begin(), error.end()};
}

// p = x · x, into which an update 1.1 is put at entry 1, and again.
SmallModel scattered(const char* name, const Tensor& x, const char* reduction) {
  SmallModel small(18);
  small.input("x", x).node("Mul", {"x", "x"}, {"p"});
  Tensor indices = Tensor::of(DType::int64, Ints{1, 1});
  if (std::string(name) == "ScatterND") indices = indices.reshaped({2, 1});
  small.initializer("i", indices).initializer("u", floats({1.1F, 1.1F}));
  return small.node(name, {"p", "i", "u"}, {"y"}).set("reduction", reduction).output("y");
}

TEST_CASE("Scatter operators move errors and updates end them") {
  const Tensor x = floats({1.1F, 2.3F, 3.3F});
  for (const char* name : {"ScatterND", "ScatterElements"}) {
    INFO(name);
    const std::vector<double> moved = errors(scattered(name, x, "none"), {{"x", x}});
    CHECK(moved[0] > 0);
    CHECK(moved[0] < 4 * u);
    CHECK(moved[1] == 0);
    CHECK(moved[2] > 0);
    CHECK(moved[2] < 4 * 8 * u);
  }
}

TEST_CASE("ScatterND's sums in any order are not accused and a forgotten update not excused") {
  const Tensor x = floats({1.1F, 2.3F, 3.3F});
  for (const char* name : {"ScatterND", "ScatterElements"}) {
    INFO(name);
    const BoundedOutputs expected =
        evaluate_with_bounds(scattered(name, x, "add").model(), {{"x", x}});
    const auto kind = [&](float at_1) {
      return rounding_verdict({floats({1.1F * 1.1F, at_1, 3.3F * 3.3F})}, expected).grade;
    };
    const float p = 2.3F * 2.3F;
    CHECK(kind((p + 1.1F) + 1.1F) <= Grade::rounding);
    CHECK(kind(p + (1.1F + 1.1F)) <= Grade::rounding);
    CHECK(kind(p + 2.2001F) == Grade::wrong);
    const BoundedOutputs product =
        evaluate_with_bounds(scattered(name, x, "mul").model(), {{"x", x}});
    const auto product_kind = [&](float at_1) {
      return rounding_verdict({floats({1.1F * 1.1F, at_1, 3.3F * 3.3F})}, product).grade;
    };
    CHECK(product_kind(p * (1.1F * 1.1F)) <= Grade::rounding);
    CHECK(product_kind(p * 1.2101F) == Grade::wrong);
  }
}

// 1e8 − 1e8 + 1: another order of these updates is off by a unit of 1e8.
TEST_CASE("The order of updates that cancel is the runtime's") {
  SmallModel small(18);
  const Tensor data = floats({1}), updates = floats({1e8F, -1e8F});
  small.input("x", data).initializer("i", Tensor::of(DType::int64, Ints{0, 0}));
  small.initializer("u", updates).node("ScatterElements", {"x", "i", "u"}, {"y"});
  small.set("reduction", "add").output("y");
  const BoundedOutputs expected = evaluate_with_bounds(small.model(), {{"x", data}});
  CHECK(rounding_verdict({floats({(1 + 1e8F) - 1e8F})}, expected).grade <= Grade::rounding);
  CHECK(rounding_verdict({floats({40})}, expected).grade == Grade::wrong);
}

TEST_CASE("The greatest and the least of inexact numbers are inexact; the first of them too") {
  const Tensor x = floats({3.1F, 1.1F, 2.3F});
  for (const char* name : {"ReduceMax", "ReduceMin"}) {
    INFO(name);
    const bool least = std::string(name) == "ReduceMin";
    SmallModel small(13);
    small.input("x", x).node("Mul", {"x", "x"}, {"p"});
    if (least) small.node("Neg", {"p"}, {"q"});
    small.node(name, {least ? "q" : "p"}, {"y"}).output("y");
    CHECK(errors(small, {{"x", x}}).at(0) > 8 * u);
  }
}

// A graph for Loop or Scan, written node by node.
class Body {
 public:
  Body& input(const std::string& name, onnx::TensorProto::DataType type) {
    declare(*graph_.add_input(), name, type);
    return *this;
  }
  Body& output(const std::string& name, onnx::TensorProto::DataType type) {
    declare(*graph_.add_output(), name, type);
    return *this;
  }
  Body& node(const char* op, const std::vector<std::string>& inputs, const std::string& output) {
    onnx::NodeProto& node = *graph_.add_node();
    node.set_op_type(op);
    for (const std::string& name : inputs) node.add_input(name);
    node.add_output(output);
    return *this;
  }
  // As an attribute of the model's last node.
  void to(SmallModel& small, const char* attribute) const {
    onnx::GraphProto& graph = *small.proto().mutable_graph();
    onnx::AttributeProto& to = *graph.mutable_node(graph.node_size() - 1)->add_attribute();
    to.set_name(attribute);
    to.set_type(onnx::AttributeProto::GRAPH);
    *to.mutable_g() = graph_;
    to.mutable_g()->set_name("body");
  }

 private:
  static void declare(onnx::ValueInfoProto& to, const std::string& name,
                      onnx::TensorProto::DataType type) {
    to.set_name(name);
    to.mutable_type()->mutable_tensor_type()->set_elem_type(type);
  }
  onnx::GraphProto graph_;
};

constexpr auto real = onnx::TensorProto::FLOAT;
constexpr auto truth = onnx::TensorProto::BOOL;

// h = h · k + x, `steps` times, or until h is not below `limit`; h of all steps is scanned.
SmallModel looped(const Tensor& x, const Tensor& k, int64_t steps, float limit) {
  SmallModel small(16);
  small.input("x", x).input("k", k).initializer("M", Tensor::of(DType::int64, Ints{steps}));
  small.initializer("limit", floats({limit}).reshaped({}));
  small.initializer("begin", Tensor::of(DType::boolean, Bools{true}).reshaped({}));
  small.node("Loop", {"M", "begin", "x"}, {"y", "all"});
  Body body;
  body.input("i", onnx::TensorProto::INT64).input("on", truth).input("h", real);
  body.node("Mul", {"h", "k"}, "p").node("Add", {"p", "x"}, "next");
  body.node("ReduceMax", {"next"}, "top").node("Squeeze", {"top"}, "most");
  body.node("Less", {"most", "limit"}, "on_next").node("Identity", {"next"}, "seen");
  body.output("on_next", truth).output("next", real).output("seen", real);
  body.to(small, "body");
  return small.output("y").output("all");
}

TEST_CASE("A value that a Loop carries and what it scans; carry their errors") {
  const Tensor x = floats({1.1F, -0.7F}), k = floats({0.9F, 1.3F});
  const Bindings inputs = {{"x", x}, {"k", k}};
  const BoundModel model = looped(x, k, 6, 100).model();
  const BoundedOutputs expected = evaluate_with_bounds(model, inputs);
  REQUIRE(expected.bounds[0].kind == Bound::Kind::known);
  REQUIRE(expected.bounds[1].kind == Bound::Kind::known);
  const Reals scanned = expected.bounds[1].error.as<double>();
  CHECK(scanned(0, 0) < scanned(5, 0));
  CHECK(expected.bounds[0].error.as<double>()(0) == scanned(5, 0));
  const auto kind = [&](float wrong, bool fused) {
    std::vector<double> last, all(12);
    for (size_t n = 0; n < 2; ++n) {
      const float from = float(x.as<double>()(n)), factor = float(k.as<double>()(n)) * wrong;
      float h = from;
      for (size_t i = 0; i < 6; ++i) {
        h = fused ? std::fma(h, factor, from) : h * factor + from;
        all[2 * i + n] = h;
      }
      last.push_back(h);
    }
    return rounding_verdict({floats(last), floats(all).reshaped({6, 2})}, expected).grade;
  };
  CHECK(kind(1, true) <= Grade::rounding);
  CHECK(kind(1, false) <= Grade::rounding);
  CHECK(kind(1.00001F, false) == Grade::wrong);
}

TEST_CASE("A Loop whose condition rounding may change has no bound") {
  const Tensor x = floats({1.1F, -0.7F}), k = floats({0.9F, 1.3F});
  const Bindings inputs = {{"x", x}, {"k", k}};
  const Tensor all = evaluate(looped(x, k, 6, 100).model(), inputs).at(1).tensor();
  const float third = all.slots<float>()[4];  // h[0] of the third step
  const BoundedOutputs near = evaluate_with_bounds(looped(x, k, 6, third).model(), inputs);
  CHECK(near.bounds[0].kind == Bound::Kind::none);
  CHECK(near.bounds[0].reason.find("rounding may change") != std::string::npos);
  const BoundedOutputs far = evaluate_with_bounds(looped(x, k, 6, third + 0.01F).model(), inputs);
  CHECK(far.bounds[0].kind == Bound::Kind::known);
}

TEST_CASE("Scan's states and outputs carry their errors") {
  const Tensor x = floats({0.1F, 0.7F, -1.3F, 2.1F}), h = floats({0.3F}).reshaped({});
  SmallModel small(16);
  small.input("h", h).input("x", x).node("Scan", {"h", "x"}, {"last", "all"});
  small.set("num_scan_inputs", int64_t{1});
  Body body;
  body.input("before", real).input("x_t", real).node("Mul", {"before", "x_t"}, "p");
  body.node("Add", {"p", "x_t"}, "after").node("Identity", {"after"}, "seen");
  body.output("after", real).output("seen", real).to(small, "body");
  const BoundedOutputs expected =
      evaluate_with_bounds(small.output("last").output("all").model(), {{"h", h}, {"x", x}});
  REQUIRE(expected.bounds[0].kind == Bound::Kind::known);
  const auto kind = [&](float factor) {
    std::vector<double> all;
    float state = 0.3F;
    for (const float each : {0.1F, 0.7F, -1.3F, 2.1F}) {
      state = factor * state * each + each;
      all.push_back(state);
    }
    return rounding_verdict({floats({state}).reshaped({}), floats(all)}, expected).grade;
  };
  CHECK(kind(1) <= Grade::rounding);
  CHECK(kind(1.00001F) == Grade::wrong);
}

// p = x · x against limits: If takes one branch or the other.
TEST_CASE("An If whose condition rounding may change has no bound") {
  const Tensor x = floats({3.1F}).reshaped({});
  const auto bound = [&](float limit) {
    SmallModel small(16);
    small.input("x", x).initializer("limit", floats({limit}).reshaped({}));
    small.node("Mul", {"x", "x"}, {"p"}).node("Less", {"p", "limit"}, {"c"});
    small.node("If", {"c"}, {"y"});
    Body().node("Neg", {"p"}, "n").output("n", real).to(small, "then_branch");
    Body().node("Identity", {"p"}, "m").output("m", real).to(small, "else_branch");
    return evaluate_with_bounds(small.output("y").model(), {{"x", x}}).bounds.at(0).kind;
  };
  CHECK(bound(3.1F * 3.1F) == Bound::Kind::none);
  CHECK(bound(9.5F) == Bound::Kind::known);
}

TEST_CASE("Comparisons of inexact numbers decide where their bounds do not meet") {
  const Tensor x = floats({1.1F, 2.3F, 3.3F}), limit = floats({1.1F * 1.1F, 2, 20});
  SmallModel small(16);
  small.input("x", x).input("limit", limit).node("Mul", {"x", "x"}, {"p"});
  small.node("Less", {"p", "limit"}, {"c"}).node("Not", {"c"}, {"d"});
  small.initializer("t", floats({10})).initializer("f", floats({7}));
  small.node("Where", {"d", "t", "f"}, {"y"}).output("y");
  CHECK(errors(small, {{"x", x}, {"limit", limit}}) == std::vector<double>{3, 0, 0});
}

}  // namespace
}  // namespace etalon::flow_test
