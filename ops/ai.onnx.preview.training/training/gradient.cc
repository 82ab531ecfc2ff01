// Gradient: Outputs[i] = ∂(Σ y) / ∂xs[i], where y is what the graph around this node computes from
// xs and zs, at the values that Inputs gives these.
//   1
//
// Method: numerical differentiation by Ridders' extrapolation of central differences (Advances in
// Engineering Software 4, 1982). The sub-graph is evaluated in float64 throughout, so that every
// operator with a float64 form can be differentiated as it stands, and some ten digits of each
// derivative are sure: more than float32 holds. Where the one-sided derivatives differ, as at the
// kink of Relu or within 1e-5 of it, no derivative can be told, and none is made up: Unspecified.
#include <array>
#include <set>

#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// Narrower floats as float64, everything else as it is.
Value widened(const Value& value) {
  if (!value.is_tensor() || !is_float(value.tensor().dtype())) return value;
  return Tensor::of(DType::float64, value.tensor().as<double>());
}

Graph widened(const Graph& graph);

// The node with its float constants, its target types and its sub-graphs made float64.
Node widened(Node node) {
  for (auto& [name, attribute] : node.attributes) {
    if (Tensor* tensor = std::get_if<Tensor>(&attribute.value)) {
      attribute.value = widened(Value(*tensor)).tensor();
    } else if (const auto* body = std::get_if<std::shared_ptr<const Graph>>(&attribute.value)) {
      attribute.value = std::make_shared<const Graph>(widened(**body));
    } else if (int64_t* type = std::get_if<int64_t>(&attribute.value)) {
      const bool names_type = (node.op_type == "Cast" && name == "to") || name == "dtype";
      if (names_type && is_float(static_cast<DType>(*type))) *type = int64_t(DType::float64);
    }
  }
  if (node.op_type != "Constant") return node;
  if (const auto it = node.attributes.find("value_float"); it != node.attributes.end()) {
    const double value = std::get<float>(it->second.value);
    node.attributes = {
        {"value", {"value", AttributeType::tensor, "", scalar(DType::float64, value)}}};
  }
  return node;
}

Graph widened(const Graph& graph) {
  Graph wide = graph;
  for (Node& node : wide.nodes) node = widened(std::move(node));
  for (auto& [name, value] : wide.initializers) value = widened(value);
  for (auto* infos : {&wide.inputs, &wide.outputs}) {
    for (ValueInfo& info : *infos) info.type = {};
  }
  return wide;
}

std::string text_of(const Node& node, const char* attribute) {
  return std::get<std::string>(node.attributes.at(attribute).value);
}

// The nodes that lead from the variables to y, and the other values they read.
struct Slice {
  std::vector<Node> nodes;
  std::vector<std::string> read;
};

Slice slice_of(const Graph& graph, const std::vector<std::string>& variables,
               const std::string& y) {
  std::set<std::string> needed{y};
  const std::set<std::string> given(variables.begin(), variables.end());
  Slice slice;
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const Node& node = graph.nodes[i];
    const bool leads = std::any_of(
        node.outputs.begin(), node.outputs.end(),
        [&](const std::string& name) { return needed.contains(name) && !given.contains(name); });
    if (!leads) continue;
    slice.nodes.insert(slice.nodes.begin(), node);
    for (const std::string& output : node.outputs) needed.erase(output);
    needed.insert(node.inputs.begin(), node.inputs.end());
    for (const auto& [name, attribute] : node.attributes) {
      const auto* body = std::get_if<std::shared_ptr<const Graph>>(&attribute.value);
      if (body) needed.insert((*body)->captured.begin(), (*body)->captured.end());
    }
    if (node.op_type == "Gradient") needed.insert(text_of(node, "y"));
  }
  for (const std::string& name : needed) {
    if (!name.empty() && !given.contains(name)) slice.read.push_back(name);
  }
  return slice;
}

// y summed, as a function of the variables, in float64.
class Function64 {
 public:
  Function64(const Call& call, const std::vector<std::string>& variables, const std::string& y)
      : call_(call), values_(call.variadic_values("Inputs")) {
    const Slice slice = slice_of(call.graph(), variables, y);
    Graph around;
    for (const std::string& name : slice.read) around.outputs.push_back({name, {}});
    const Values read = call.evaluable(around)({});
    values_.insert(values_.end(), read.begin(), read.end());
    for (Value& value : values_) value = widened(value);
    for (const std::string& name : variables) graph_.inputs.push_back({name, {}});
    for (const std::string& name : slice.read) graph_.inputs.push_back({name, {}});
    graph_.nodes = slice.nodes;
    graph_ = widened(graph_);
    graph_.outputs.push_back({y, {}});
  }

  const Value& value(size_t variable) const { return values_[variable]; }

  double operator()(size_t variable, const Reals& x) const {
    Values values = values_;
    values[variable] = Tensor::of(DType::float64, x);
    const Reals y = call_.evaluable(graph_)(values)[0].tensor().as<double>();
    return sum_over(y, all_axes(y.dimension())).data()[0];
  }

 private:
  const Call& call_;
  Values values_;
  Graph graph_;
};

struct Derivative {
  double value;
  double error;  // estimated, absolute
};

// Ridders' table from step h: row k has the step h / 1.4^k, column j cancels the error's h^2j term.
template <class F>
Derivative ridders(F f, double h) {
  constexpr size_t rows = 10;
  constexpr double shrink = 1.4;
  std::array<std::array<double, rows>, rows> table{};
  Derivative best{0, std::numeric_limits<double>::infinity()};
  for (size_t k = 0; k < rows; ++k, h /= shrink) {
    table[k][0] = (f(h) - f(-h)) / (2 * h);
    double factor = shrink * shrink;
    for (size_t j = 1; j <= k; ++j, factor *= shrink * shrink) {
      table[k][j] = (table[k][j - 1] * factor - table[k - 1][j - 1]) / (factor - 1);
      const double error = std::max(std::fabs(table[k][j] - table[k][j - 1]),
                                    std::fabs(table[k][j] - table[k - 1][j - 1]));
      if (error <= best.error) best = {table[k][j], error};
    }
  }
  return best;
}

struct Sides {
  double left, right;
  double jump() const { return std::fabs(right - left); }
};

template <class F>
Sides one_sided(F f, double step) {
  const double here = f(0);
  return {(here - f(-step)) / step, (f(step) - here) / step};
}

// f(h) is y at a distance h from the point along one element, whose size is `scale`. The jump
// between the one-sided differences shrinks with the step where f is smooth; at a kink it stays.
template <class F>
double derivative(F f, double scale) {
  constexpr double sure = 1e-13;
  Derivative best{0, std::numeric_limits<double>::infinity()};
  for (const double h : {1e-1, 1e-2, 1e-3, 1e-4}) {
    const Derivative found = ridders(f, h * scale);
    if (found.error < best.error) best = found;
    if (best.error <= sure * std::fabs(best.value)) break;
  }
  const Sides wide = one_sided(f, 1e-4 * scale);
  const Sides close = one_sided(f, 1e-5 * scale);
  const double size =
      std::fabs(f(0)) + std::fabs(best.value) + std::fabs(close.left) + std::fabs(close.right);
  const bool kink = close.jump() > wide.jump() / 2 && close.jump() > 1e-9 * size;
  if (kink || !(best.error <= 1e-6 * size)) {
    throw Unspecified("y has no derivative there: {} from the left, {} from the right", close.left,
                      close.right);
  }
  return best.value;
}

Tensor gradient(const Function64& y, size_t variable, DType type) {
  const Reals at = y.value(variable).tensor().as<double>();
  Reals result = empty_array<double>(at.shape());
  for (size_t i = 0; i < at.size(); ++i) {
    const auto along = [&](double h) {
      Reals moved = at;
      moved.data()[i] += h;
      return y(variable, moved);
    };
    result.data()[i] = derivative(along, std::max(1.0, std::fabs(at.data()[i])));
  }
  return Tensor::of(type, result);
}

Values gradient_1(const Call& call) {
  const std::vector<std::string> xs = call.texts("xs");
  std::vector<std::string> variables = xs;
  for (const std::string& name : call.texts("zs")) variables.push_back(name);
  const std::vector<Value> Inputs = call.variadic_values("Inputs");
  if (Inputs.size() != variables.size()) {
    throw InvalidInput("there are {} inputs for {} names in xs and zs", Inputs.size(),
                       variables.size());
  }
  const Function64 y(call, variables, call.text("y"));
  Values Outputs;
  for (size_t i = 0; i < xs.size(); ++i) {
    const Tensor& x = Inputs[i].tensor();
    if (!is_float(x.dtype())) {
      throw InvalidInput("'{}' is a tensor({}), which has no derivative", xs[i], name(x.dtype()));
    }
    Outputs.push_back(gradient(y, i, x.dtype()));
  }
  return Outputs;
}

const Operator op("Gradient", gradient_1, {1}, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon
