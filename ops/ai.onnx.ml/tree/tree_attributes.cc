#include "ops/ai.onnx.ml/tree/tree_attributes.h"

namespace etalon {

void check_samples(const Forest& forest, const Tensor& X) {
  if (X.rank() != 2) {
    throw InvalidInput("X has the shape {}; it must be [N, F]", to_string(X.shape()));
  }
  if (forest.roots.empty()) throw InvalidModel("there are no trees");
  for (const TreeNode& node : forest.nodes) {
    if (node.mode != Mode::leaf && node.feature >= X.dim(1)) {
      throw InvalidInput("a node tests feature {} where X has {}", node.feature, X.dim(1));
    }
  }
}

Reals base_values_of(const std::vector<double>& base_values, size_t targets) {
  if (!base_values.empty()) want_length("base_values", base_values, targets);
  return array_of(base_values, {base_values.size()});
}

Aggregate aggregate_function(const Call& call) {
  return call.choice<Aggregate>("aggregate_function", {{"AVERAGE", Aggregate::average},
                                                       {"SUM", Aggregate::sum},
                                                       {"MIN", Aggregate::min},
                                                       {"MAX", Aggregate::max}});
}

size_t target_count(const Call& call) {
  const int64_t n_targets = call.integer("n_targets");
  if (n_targets < 1) throw InvalidModel("n_targets is {}", n_targets);
  return static_cast<size_t>(n_targets);
}

std::vector<double> reals_or_tensor(const Call& call, const std::string& name) {
  const std::string as_tensor = name + "_as_tensor";
  if (!call.schema().attribute(as_tensor) || !call.has(as_tensor)) return call.reals(name);
  if (call.has(name)) throw InvalidModel("both {} and {} are given", name, as_tensor);
  return reals_of(as_tensor, call.tensor_attribute(as_tensor));
}

std::vector<double> reals_of(std::string_view name, const Tensor& tensor) {
  if (!is_float(tensor.dtype())) throw InvalidModel("{} does not hold floats", name);
  const Reals values = tensor.as<double>();
  return {values.begin(), values.end()};
}

void check_hitrates(const Call& call, size_t nodes) {
  for (const std::string_view name : {"nodes_hitrates", "nodes_hitrates_as_tensor"}) {
    const FormalAttribute* formal = call.schema().attribute(name);
    if (!formal || !call.has(name)) continue;
    const size_t count = formal->type == AttributeType::tensor ? call.tensor_attribute(name).size()
                                                               : call.reals(name).size();
    if (count == 0 || count == nodes) continue;
    throw InvalidModel("{} has {} elements for {} nodes", name, count, nodes);
  }
}

size_t index_below(std::string_view name, int64_t value, size_t count) {
  if (value < 0 || static_cast<size_t>(value) >= count) {
    throw InvalidModel("{} {} is outside [0, {}]", name, value, static_cast<int64_t>(count) - 1);
  }
  return static_cast<size_t>(value);
}

}  // namespace etalon
