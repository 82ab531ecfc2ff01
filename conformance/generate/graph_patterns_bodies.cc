// If, Loop, Scan and functions of the model, whose bodies are patterns or a few nodes.
#include "conformance/generate/graph_moves.h"
#include "conformance/generate/graph_patterns.h"

namespace etalon {

namespace {

// A few nodes that give a value of x's shape.
std::string shape_keeping_body(GraphDraft& g, const std::string& x) {
  std::string y = x;
  const size_t count = 1 + g.draw().below(3);
  for (size_t i = 0; i < count; ++i) {
    const size_t choice = g.rank(y) == 0 ? 9 : g.draw().below(10);
    if (choice == 0) {
      y = gelu_erf(g, y);
    } else if (choice == 1) {
      y = layer_norm(g, y);
    } else {
      y = same_shape(g, y);
    }
  }
  if (y == x) y = g.add("Identity", {x});
  if (g.shape(y) != g.shape(x)) throw InvalidInput("the body changes the shape");
  return y;
}

onnx::GraphProto branch(GraphDraft& g, const std::string& x) {
  GraphDraft inner(g, GraphDraft::Inner::graph);
  return inner.graph_with({shape_keeping_body(inner, x)});
}

// A condition: of a value, or a constant, which makes one branch dead.
std::string branch_condition(GraphDraft& g, const std::string& x) {
  if (g.draw().chance(0.3)) {
    return g.constant(Tensor::of(DType::boolean, scalar_array(g.draw().chance(0.5))));
  }
  const std::string all = reduce(g, "ReduceMax", reshape(g, x, {-1}), {0}, false);
  return g.add("Greater", {all, g.scalar(0.5)});
}

std::string if_body(GraphDraft& g) {
  const std::string x = g.some();
  const std::string when = branch_condition(g, x);
  const onnx::GraphProto then = branch(g, x);
  const onnx::GraphProto otherwise = branch(g, x);
  return g.add("If", {when}, {{"then_branch", then}, {"else_branch", otherwise}});
}

Tensor scalar_of(DType type, int64_t value) { return Tensor::of(type, scalar_array(value)); }

std::string loop_body(GraphDraft& g) {
  const std::string x = g.some();
  const bool scans = g.draw().chance(0.5);
  GraphDraft inner(g, GraphDraft::Inner::graph);
  const std::string i = inner.parameter(scalar_of(DType::int64, 0));
  const std::string go_on = inner.parameter(Tensor::of(DType::boolean, scalar_array(true)));
  const std::string carried = inner.parameter(g.tensor(x));
  std::string y = carried;
  if (g.draw().chance(0.4)) y = inner.add("Add", {y, cast(inner, i, g.base())});
  y = shape_keeping_body(inner, y);
  Names outputs = {inner.add("Identity", {go_on}), y};
  if (scans) outputs.push_back(unary(inner, y));
  const onnx::GraphProto body = inner.graph_with(outputs);
  const std::string trips = g.constant(scalar_of(DType::int64, g.draw().between(1, 4)));
  const std::string first =
      g.draw().chance(0.5) ? "" : g.constant(Tensor::of(DType::boolean, scalar_array(true)));
  const Names made = g.add_all("Loop", {trips, first, x}, {{"body", body}}, scans ? 2 : 1);
  return made.back();
}

std::string scan_body(GraphDraft& g) {
  const std::string x = g.some(1, 3);
  const Shape whole = g.shape(x);
  const Shape row(whole.begin() + 1, whole.end());
  const std::string start = g.some_like(row);
  GraphDraft inner(g, GraphDraft::Inner::graph);
  const std::string state = inner.parameter(g.tensor(start));
  const std::string element = inner.parameter(random_tensor(g.draw(), g.base(), row));
  const std::string sum = inner.add(g.draw().chance(0.5) ? "Max" : "Add", {state, element});
  const std::string y = shape_keeping_body(inner, sum);
  const std::string next = g.draw().chance(0.5) ? inner.add("Tanh", {y}) : y;
  const std::string out = inner.add("Identity", {y});
  NodeAttributes attributes = {{"body", inner.graph_with({next, out})}, {"num_scan_inputs", 1}};
  if (g.draw().chance(0.3)) attributes.emplace_back("scan_input_directions", Integers{1});
  if (g.draw().chance(0.3)) attributes.emplace_back("scan_output_directions", Integers{1});
  return g.add_all("Scan", {start, x}, attributes, 2).back();
}

// A function of two inputs, called once or twice.
std::string function_call(GraphDraft& g) {
  const std::string x = g.some();
  const std::string other = g.some_like(g.shape(x));
  GraphDraft inner(g, GraphDraft::Inner::function);
  const std::string a = inner.parameter(g.tensor(x));
  const std::string b = inner.parameter(g.tensor(other));
  const std::string y =
      shape_keeping_body(inner, inner.add("Add", {shape_keeping_body(inner, a), b}));
  const std::string name = g.add_function(inner, {a, b}, {y});
  const std::string result = g.add_all(name, {x, other}, {}, 1, "local")[0];
  if (!g.draw().chance(0.4)) return result;
  return g.add_all(name, {result, x}, {}, 1, "local")[0];
}

}  // namespace

const std::vector<GraphPattern> body_patterns = {
    {"if_body", if_body},
    {"loop_body", loop_body},
    {"scan_body", scan_body},
    {"function_call", function_call},
};

}  // namespace etalon
