#include "conformance/check/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "conformance/check/bound_rules.h"

namespace etalon {

namespace {

struct Known {
  Value value;
  Bound bound;
};

Bound no_bound(std::string reason) {
  Bound bound;
  bound.kind = Bound::Kind::none;
  bound.reason = std::move(reason);
  return bound;
}

std::string shown(const Node& node, const std::string& label) {
  if (!node.name.empty()) return fmt::format("{} '{}'", label, node.name);
  for (const std::string& output : node.outputs) {
    if (!output.empty()) return fmt::format("{} (output '{}')", label, output);
  }
  return label;
}

bool holds_graph(const Node& node) {
  return std::any_of(node.attributes.begin(), node.attributes.end(), [](const auto& item) {
    return item.second.type == AttributeType::graph || item.second.type == AttributeType::graphs;
  });
}

bool is_discrete(const Value& value) {
  return value.is_tensor() && !is_float(value.tensor().dtype()) &&
         !is_complex(value.tensor().dtype());
}

// Follows an evaluation: each value with its bound, as long as a later node reads it.
class BoundWalk {
 public:
  BoundWalk(const Model& model, const Limits& limits) : model_(model), limits_(limits) {}

  // Called for each named value in order; the values of one node come one after the other.
  void add(const std::string& name, const Value& value) {
    known_[name] = {value, Bound()};
    while (next_ < model_.graph.nodes.size() && complete(model_.graph.nodes[next_])) finish_node();
  }

  Bound bound(const std::string& name) const {
    const auto found = known_.find(name);
    return found == known_.end() ? Bound() : found->second.bound;  // else an initializer
  }

 private:
  bool complete(const Node& node) const {
    return std::all_of(node.outputs.begin(), node.outputs.end(), [&](const std::string& output) {
      return output.empty() || known_.count(output) != 0;
    });
  }

  void finish_node() {
    const Node& node = model_.graph.nodes[next_];
    std::vector<Bound> bounds = bounds_of(node);
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      if (!node.outputs[i].empty()) known_[node.outputs[i]].bound = std::move(bounds[i]);
    }
    if (next_ < model_.graph.last_use.size()) {
      for (const std::string& name : model_.graph.last_use[next_]) known_.erase(name);
    }
    ++next_;
  }

  Value value(const std::string& name) const {
    if (name.empty()) return Value();
    if (const auto found = known_.find(name); found != known_.end()) return found->second.value;
    const auto initial = model_.graph.initializers.find(name);
    if (initial == model_.graph.initializers.end()) return Value();
    return initial->second.is_sparse() ? Value(dense(initial->second.sparse())) : initial->second;
  }

  std::vector<Bound> bounds_of(const Node& node) const {
    const auto all = [&](const Bound& bound) {
      return std::vector<Bound>(node.outputs.size(), bound);
    };
    if (model_.function(node.domain, node.op_type, node.overload) != nullptr) {
      return all(no_bound("no bound for " + shown(node, "function " + node.op_type)));
    }
    const Schema& schema = *find_schema(node.domain, node.op_type,
                                        model_.opsets.find(canonical_domain(node.domain))->second);
    const std::string place = shown(node, schema.label());
    if (holds_graph(node)) return all(no_bound("no bound for " + place));
    if (schema.domain.empty() && ignores_values(node.op_type)) return all(Bound());
    std::vector<Bound> inputs;
    for (const std::string& name : node.inputs) {
      inputs.push_back(name.empty() ? Bound() : bound(name));
      if (inputs.back().kind == Bound::Kind::none) return all(inputs.back());
    }
    try {
      return ruled(node, schema, inputs, place);
    } catch (const NoBound& reason) {
      return all(no_bound(fmt::format("no bound for {}: {}", place, reason.why)));
    } catch (const Error& error) {
      return all(no_bound(fmt::format("no bound for {}: {}", place, error.what())));
    }
  }

  std::vector<Bound> ruled(const Node& node, const Schema& schema, const std::vector<Bound>& bounds,
                           const std::string& place) const {
    Values inputs, outputs;
    for (const std::string& name : node.inputs) inputs.push_back(value(name));
    for (const std::string& name : node.outputs) outputs.push_back(value(name));
    const bool compounded = std::any_of(bounds.begin(), bounds.end(), [](const Bound& bound) {
      return bound.kind == Bound::Kind::known;
    });
    std::vector<Bound> result;
    const BoundRule* rule = schema.domain.empty() ? bound_rule(node.op_type) : nullptr;
    const bool rounds = !outputs.empty() && !is_discrete(outputs[0]);
    if (rule != nullptr && rounds) {
      result = (*rule)(BoundNode(schema, node, model_.opsets, limits_, inputs, outputs, bounds));
    }
    for (Bound& bound : result) bound.compounded = compounded;
    // Of exact inputs come exact integers, texts and truth values.
    for (size_t i = result.size(); i < outputs.size(); ++i) {
      const bool exact = outputs[i].absent() || (is_discrete(outputs[i]) && !compounded);
      result.push_back(exact ? Bound() : no_bound("no bound for " + place));
    }
    return result;
  }

  const Model& model_;
  const Limits& limits_;
  std::unordered_map<std::string, Known> known_;
  size_t next_ = 0;
};

}  // namespace

BoundedOutputs evaluate_with_bounds(const Model& model, const Bindings& inputs,
                                    const Options& options) {
  BoundWalk walk(model, options.limits);
  Options walking = options;
  walking.on_value = [&](const std::string& name, const Value& value) { walk.add(name, value); };
  BoundedOutputs result;
  result.outputs = evaluate(model, inputs, walking);
  for (const ValueInfo& output : model.graph.outputs) {
    result.bounds.push_back(walk.bound(output.name));
  }
  return result;
}

}  // namespace etalon
