#include "conformance/check/rounded_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/judge/exact.h"
#include "conformance/judge/exact_error.h"
#include "engine/loader/bind.h"

namespace etalon {

namespace {

// More than the error of three float32 roundings: of two inputs and the output.
constexpr double rerun_slack = 1 + 0x1p-20;

bool is_float_tensor(const Value& value) {
  return value.is_tensor() && is_float(value.tensor().dtype());
}

}  // namespace

RoundedNode::RoundedNode(const Node& node, const Opsets& opsets, const Options& options,
                         const Values& inputs, const Values& outputs,
                         const std::vector<Bound>& bounds)
    : schema_(*node.schema),
      node_(node),
      opsets_(opsets),
      options_(options),
      inputs_(inputs),
      outputs_(outputs),
      bounds_(bounds),
      call_(node, no_graph_, node.attributes, inputs, {}, options.as_released) {}

bool RoundedNode::given(size_t input) const {
  return input < inputs_.size() && !inputs_[input].absent();
}

std::vector<size_t> RoundedNode::data() const {
  std::vector<size_t> found;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const FormalParameter* formal = parameter_at(schema_.inputs, i);
    if (formal != nullptr && formal->type == schema_.outputs.at(0).type &&
        is_float_tensor(inputs_[i])) {
      found.push_back(i);
    }
  }
  return found;
}

bool RoundedNode::all_exact() const {
  return std::all_of(bounds_.begin(), bounds_.end(),
                     [](const Bound& bound) { return bound.kind == Bound::Kind::exact; });
}

Reals RoundedNode::error(size_t input) const {
  if (exact(input)) return full(tensor(input).shape(), 0.0);
  return bounds_.at(input).error.as<double>();
}

Reals RoundedNode::magnitude(size_t input) const {
  Reals sum = xt::abs(value(input));
  if (!exact(input)) sum += error(input);
  return sum;
}

double RoundedNode::unit() const {
  const std::optional<double> unit = unit_roundoff(output().dtype());
  if (!unit) throw NoBound{fmt::format("there are no bounds for {}", name(output().dtype()))};
  return *unit;
}

// Runtimes may flush subnormal numbers to 0, but those of float16 are assumed to be kept.
double RoundedNode::underflow() const {
  switch (output().dtype()) {
    case DType::float64:
      return std::numeric_limits<double>::min();
    case DType::float16:
      return 0x1p-24;
    default:
      return std::numeric_limits<float>::min();
  }
}

double RoundedNode::gamma(size_t n) const {
  const double nu = static_cast<double>(n) * unit();
  return nu / (1 - std::min(nu, 0.5));
}

DType RoundedNode::rerun_type(const Rerun& changes) const {
  bool wide = changes.wide || output().dtype() == DType::float64;
  for (const auto& [input, values] : changes.inputs) {
    wide =
        wide && admits(schema_, *parameter_at(schema_.inputs, input), Type::tensor(DType::float64));
  }
  return wide ? DType::float64 : DType::float32;
}

Values RoundedNode::rerun(const Rerun& changes) const {
  const DType type = rerun_type(changes);
  Model model;
  model.opsets = opsets_;
  Node node = node_;
  for (const auto& [name, attribute] : changes.attributes) node.attributes[name] = attribute;
  if (!changes.op_type.empty()) node.op_type = changes.op_type;
  Bindings bindings;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].absent()) continue;
    node.inputs[i] = fmt::format("i{}", i);
    model.graph.inputs.push_back({node.inputs[i], Type()});
    const auto changed = changes.inputs.find(i);
    const bool converted = is_float_tensor(inputs_[i]) &&
                           admits(schema_, *parameter_at(schema_.inputs, i), Type::tensor(type));
    bindings[node.inputs[i]] = changed != changes.inputs.end() ? Tensor::of(type, changed->second)
                               : converted                     ? Value(Tensor::of(type, value(i)))
                                                               : inputs_[i];
  }
  for (std::string& output : node.outputs) {
    if (output.empty()) continue;
    output = fmt::format("o{}", model.graph.outputs.size());
    model.graph.outputs.push_back({output, Type()});
  }
  model.graph.nodes.push_back(std::move(node));
  Options options;
  options.limits = options_.limits;
  options.as_released = options_.as_released;
  return evaluate(bind(std::move(model)), bindings, options);
}

Bound RoundedNode::known(Reals error) const {
  const Reals y = output().as<double>();
  const double own = output().dtype() == DType::float64 ? 2 * unit() : unit();
  for (size_t i = 0; i < error.size(); ++i) {
    double& bound = error.data()[i];
    bound = bound * rerun_slack + underflow();
    if (std::isfinite(y.data()[i])) bound += own * std::abs(y.data()[i]);
  }
  return bound_of(output().dtype(), std::move(error));
}

Bound bound_of(DType type, Reals error) {
  Bound bound;
  for (double& e : error) {
    if (std::isnan(e)) e = std::numeric_limits<double>::infinity();
    if (e != 0) bound.kind = Bound::Kind::known;
  }
  if (bound.kind == Bound::Kind::exact) return bound;
  const bool wide = type == DType::float64;
  if (!wide) error *= rerun_slack;
  bound.error = Tensor::of(wide ? DType::float64 : DType::float32, error);
  return bound;
}

}  // namespace etalon
