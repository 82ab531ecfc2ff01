#include "conformance/check/node_check.h"
#include "engine/values/json.h"

#include <cmath>
#include <map>

#include "conformance/bounds/bounds.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::node_check_test {
namespace {

using test::floats;
using test::has;
using test::SmallModel;

constexpr float x = 3.1F;

// y = exp(x²) + x.
SmallModel chain() {
  SmallModel small(13);
  small.input("x", floats({x})).node("Mul", {"x", "x"}, {"p"}).node("Exp", {"p"}, {"e"});
  return small.node("Add", {"e", "x"}, {"y"}).output("y");
}

// A runtime's values of the chain whose exponentials are `factor` times too large.
Bindings values(float factor) {
  const float p = x * x;
  const float e = std::exp(p) * factor;
  return {{"p", floats({p})}, {"e", floats({e})}, {"y", floats({e + x})}};
}

NodeReports checked(const Bindings& got) {
  return check_nodes(chain().model(), {{"x", floats({x})}}, got, Tolerance());
}

}  // namespace

TEST_CASE("check_nodes: a sound float32 runtime is within what rounding allows at each node") {
  const NodeReports reports = checked(values(1));
  CHECK(reports.nodes == 3);
  CHECK(reports.seen == 3);
  CHECK(reports.count(Grade::same) + reports.count(Grade::rounding) == 3);
  CHECK(has(to_string(reports), "nodes: of 3, on the runtime's own values: "));
}

// The sum is right for the exponential that the runtime itself has.
TEST_CASE("check_nodes: only the node that introduces an error is blamed") {
  const NodeReports reports = checked(values(1.0001F));
  CHECK(reports.count(Grade::wrong) == 1);
  CHECK(reports.count(Grade::same) + reports.count(Grade::rounding) == 2);
  REQUIRE(reports.listed.size() == 1);
  CHECK(has(reports.listed[0].node, "Exp"));
  CHECK(reports.listed[0].position == 1);
  CHECK(
      has(to_string(reports), "nodes: of 3, on the runtime's own values: 2 same, 1 wrong\n  Exp"));
  CHECK(to_json(reports).at("wrong") == 1);
  CHECK(to_json(reports).at("listed").at(0).at("node") == reports.listed[0].node);
}

// Without the value of the exponential, the sum's own bound covers the error that Etalon knows of.
TEST_CASE("check_nodes: values that are not given are Etalon's; with their bounds") {
  Bindings got = values(1);
  got.erase("e");
  const NodeReports reports = checked(got);
  CHECK(reports.seen == 2);
  CHECK(reports.count(Grade::wrong) == 0);
  CHECK(reports.through == 1);
  CHECK(
      has(to_string(reports),
          "of 3, on the runtime's own values: 2 same, 1 judged through the nodes that read them"));
  CHECK(has(to_string(checked({})), "the runtime did not give the values of its nodes"));
}

TEST_CASE("check_nodes: a wrong value is that of the nodes before it that are not seen") {
  Bindings got = values(1.0001F);
  got.erase("e");
  const NodeReports reports = checked(got);
  CHECK(reports.count(Grade::wrong) == 1);
  REQUIRE(reports.listed.size() == 1);
  CHECK(reports.listed[0].position == 2);
  CHECK(reports.listed[0].group ==
        std::vector<std::string>{"Exp-13 (output 'e')", "Add-13 (output 'y')"});
  CHECK(has(to_string(reports),
            "of 3, on the runtime's own values: 1 same, 1 wrong, 1 judged through the nodes that "
            "read them\n  the group Exp-13 (output 'e') and Add-13 (output "
            "'y'), 2 nodes: "));
  CHECK(to_json(reports).at("through") == 1);
  CHECK(to_json(reports).at("listed").at(0).at("group").size() == 2);
}

// The exact results are 0 or nearly so.
TEST_CASE("check_nodes: a fused runtime may begin a sum with the bias and fold factors") {
  constexpr size_t n = 100;
  std::vector<double> a(n, 0.1F), b(n, 1);
  float sum = -1000;
  for (size_t i = 0; i < n; ++i) sum += 0.1F;
  SmallModel product(13);
  product.input("a", floats(a).reshaped({1, n})).initializer("b", floats(b).reshaped({n, 1}));
  product.initializer("c", floats({-1000})).node("MatMul", {"a", "b"}, {"p"});
  product.node("Add", {"p", "c"}, {"y"}).output("y");
  const Bindings inputs = {{"a", floats(a).reshaped({1, n})}};
  const auto judged = [&](float y) {
    const Bindings got = {{"y", floats({y}).reshaped({1, 1})}};
    return check_nodes(product.model(), inputs, got, Tolerance());
  };
  CHECK(std::fabs(sum + 990) > 1e-3);  // five times what the two nodes may be off by, one by one
  CHECK(judged(sum).count(Grade::wrong) == 0);
  CHECK(judged(-990.1F).count(Grade::wrong) == 1);

  // y = s·(x·w) − s·m, evaluated as x·(w·s) − m·s: 2.7 roundings of s·x·w off.
  const float x = 1.726F, w = 1.443F, s = 1.62F, m = x * w;
  SmallModel scaled(15);
  scaled.input("x", floats({x}).reshaped({1, 1, 1, 1}));
  scaled.initializer("w", floats({w}).reshaped({1, 1, 1, 1}));
  for (const auto& [name, value] :
       std::map<std::string, float>{{"s", s}, {"o", 0}, {"m", m}, {"v", 1}}) {
    scaled.initializer(name, floats({value}));
  }
  scaled.node("Conv", {"x", "w"}, {"c"})
      .node("BatchNormalization", {"c", "s", "o", "m", "v"}, {"y"});
  scaled.set("epsilon", 0.0).output("y");
  const float folded = x * (w * s) + -(m * s);
  CHECK(folded != 0);
  const Bindings got = {{"y", floats({folded}).reshaped({1, 1, 1, 1})}};
  const Bindings given = {{"x", floats({x}).reshaped({1, 1, 1, 1})}};
  CHECK(check_nodes(scaled.model(), given, got, Tolerance()).count(Grade::wrong) == 0);
}

TEST_CASE("check_nodes: a node of another shape is further off than rounding allows") {
  Bindings got = values(1);
  got["e"] = floats({1, 2});
  const NodeReports reports = checked(got);
  CHECK(reports.count(Grade::wrong) == 1);
  CHECK(has(to_string(reports), "the shape is [2], expected [1]"));
}

TEST_CASE("check_nodes: nodes inside a function are judged by what the function gives") {
  SmallModel small(13);
  onnx::FunctionProto& function = *small.proto().add_functions();
  function.set_domain("here");
  function.set_name("Square");
  function.add_input("a");
  function.add_output("b");
  onnx::NodeProto& inner = *function.add_node();
  inner.set_op_type("Mul");
  inner.add_input("a");
  inner.add_input("a");
  inner.add_output("b");
  onnx::OperatorSetIdProto& opset = *function.add_opset_import();
  opset.set_version(13);
  onnx::OperatorSetIdProto& own = *small.proto().add_opset_import();
  own.set_domain("here");
  own.set_version(1);
  small.input("x", floats({x})).node("Square", {"x"}, {"p"}).node("Exp", {"p"}, {"y"});
  small.proto().mutable_graph()->mutable_node(0)->set_domain("here");
  small.output("y");
  const float p = x * x;
  const Bindings right{{"p", floats({p})}, {"y", floats({std::exp(p)})}};
  CHECK(check_nodes(small.model(), {{"x", floats({x})}}, right, Tolerance()).count(Grade::wrong) ==
        0);
  const float off = p * 1.001F;
  const Bindings wrong{{"p", floats({off})}, {"y", floats({std::exp(off)})}};
  const NodeReports reports = check_nodes(small.model(), {{"x", floats({x})}}, wrong, Tolerance());
  CHECK(reports.count(Grade::wrong) == 1);
  REQUIRE(reports.listed.size() == 1);
  CHECK(reports.listed[0].position == 0);
}

namespace {

// An LSTM of one input over 200 steps, with weights by which the bounds of its states grow.
constexpr size_t steps = 200, units = 12;

struct Lstm {
  std::vector<float> x, W, R, B;

  Lstm() {
    for (size_t t = 0; t < steps; ++t) x.push_back(std::sin(0.7F * float(t)));
    for (size_t i = 0; i < 4 * units; ++i) W.push_back(0.9F - 0.04F * float(i));
    for (size_t i = 0; i < 4 * units * units; ++i) R.push_back(1.1F - 0.21F * float(i % 11));
    for (size_t i = 0; i < 8 * units; ++i) B.push_back(0.05F * float(i % 5));
  }

  static Tensor tensor(const std::vector<float>& values, const Shape& shape) {
    return floats({values.begin(), values.end()}).reshaped(shape);
  }

  SmallModel model() const {
    SmallModel small(14);
    small.input("x", tensor(x, {steps, 1, 1}));
    small.initializer("W", tensor(W, {1, 4 * units, 1}));
    small.initializer("R", tensor(R, {1, 4 * units, units}));
    small.initializer("B", tensor(B, {1, 8 * units}));
    small.node("LSTM", {"x", "W", "R", "B"}, {"Y"}).set("hidden_size", int64_t{units});
    return small.output("Y");
  }

  // Y in float32, each operation rounded.
  std::vector<float> evaluated() const {
    const auto f = [](float v) { return 1 / (1 + std::exp(-v)); };
    std::vector<float> Y, H(units), C(units);
    for (const float input : x) {
      const std::vector<float> before = H;
      for (size_t u = 0; u < units; ++u) {
        const auto gate = [&](size_t k) {
          const size_t row = k * units + u;
          float sum = input * W[row];
          for (size_t v = 0; v < units; ++v) sum += before[v] * R[row * units + v];
          return sum + B[row] + B[4 * units + row];
        };
        C[u] = f(gate(2)) * C[u] + f(gate(0)) * std::tanh(gate(3));  // W[iofc]
        H[u] = f(gate(1)) * std::tanh(C[u]);
      }
      Y.insert(Y.end(), H.begin(), H.end());
    }
    return Y;
  }

  Bindings inputs() const { return {{"x", tensor(x, {steps, 1, 1})}}; }

  NodeReports checked(const std::vector<float>& Y) const {
    const Bindings got{{"Y", tensor(Y, {steps, 1, 1, units})}};
    return check_nodes(model().model(), inputs(), got, Tolerance());
  }
};

}  // namespace

TEST_CASE("check_nodes: a long LSTM is judged step by step on the runtime's own states") {
  const Lstm lstm;
  std::vector<float> Y = lstm.evaluated();
  const Bound whole = evaluate_with_bounds(lstm.model().model(), lstm.inputs()).bounds.at(0);
  CHECK(whole.error.as<double>().data()[steps * units - 1] > 1);
  CHECK(lstm.checked(Y).count(Grade::rounding) == 1);
  Y[150 * units] *= 1.0001F;  // the steps after it go on from there: only this one is wrong
  const NodeReports reports = lstm.checked(Y);
  REQUIRE(reports.count(Grade::wrong) == 1);
  CHECK(has(to_string(reports), "at [150, 0, 0, 0]"));
}

}  // namespace etalon::node_check_test
