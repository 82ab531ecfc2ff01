#include "conformance/check/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "conformance/check/bound_rules.h"

namespace etalon {

namespace {

Bound no_bound(std::string reason) {
  Bound bound;
  bound.kind = Bound::Kind::none;
  bound.reason = std::move(reason);
  return bound;
}

bool holds_graph(const Node& node) {
  bool any = false;
  each_subgraph(node, [&](const Graph&) { any = true; });
  return any;
}

bool is_discrete(const Value& value) {
  return value.is_tensor() && !is_float(value.tensor().dtype()) &&
         !is_complex(value.tensor().dtype());
}

// Follows an evaluation node by node. Keeps each value's bound as long as a later node reads it.
class BoundWalk {
 public:
  BoundWalk(const BoundModel& model, const Options& options) : model_(model), options_(options) {}

  void add(const Node& node, const Values& inputs, const Values& outputs) {
    std::vector<Bound> bounds = bounds_of(node, inputs, outputs);
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      if (!node.outputs[i].empty()) known_[node.outputs[i]] = std::move(bounds[i]);
    }
    for (const std::string& name : model_.graph.last_use[next_++]) known_.erase(name);
  }

  // The bound of a value. Inputs of the model and initializers are exact.
  Bound bound(const std::string& name) const {
    const auto found = known_.find(name);
    return found == known_.end() ? Bound() : found->second;
  }

 private:
  std::vector<Bound> bounds_of(const Node& node, const Values& inputs,
                               const Values& outputs) const {
    const auto all = [&](const Bound& bound) {
      return std::vector<Bound>(node.outputs.size(), bound);
    };
    if (node.function || holds_graph(node)) return all(no_bound("no bound for " + node.label));
    if (node.schema->domain.empty() && ignores_values(node.op_type)) return all(Bound());
    std::vector<Bound> bounds;
    for (const std::string& name : node.inputs) {
      bounds.push_back(name.empty() ? Bound() : bound(name));
      if (bounds.back().kind == Bound::Kind::none) return all(bounds.back());
    }
    try {
      return ruled(node, inputs, outputs, bounds);
    } catch (const NoBound& reason) {
      return all(no_bound(fmt::format("no bound for {}: {}", node.label, reason.why)));
    } catch (const Error& error) {
      return all(no_bound(fmt::format("no bound for {}: {}", node.label, error.what())));
    }
  }

  std::vector<Bound> ruled(const Node& node, const Values& inputs, const Values& outputs,
                           const std::vector<Bound>& bounds) const {
    const bool compounded = std::any_of(bounds.begin(), bounds.end(), [](const Bound& bound) {
      return bound.kind == Bound::Kind::known;
    });
    std::vector<Bound> result;
    const BoundRule* rule = node.schema->domain.empty() ? bound_rule(node.op_type) : nullptr;
    const bool rounds = !outputs.empty() && !is_discrete(outputs[0]);
    if (rule != nullptr && rounds) {
      result = (*rule)(RoundedNode(node, model_.opsets, options_, inputs, outputs, bounds));
    }
    for (Bound& bound : result) bound.compounded = compounded;
    // From exact inputs, integers, strings and bools are computed exactly.
    for (size_t i = result.size(); i < node.outputs.size(); ++i) {
      const bool wanted = !node.outputs[i].empty();
      const bool exact = !wanted || (is_discrete(outputs[i]) && !compounded);
      result.push_back(exact ? Bound() : no_bound("no bound for " + node.label));
    }
    return result;
  }

  const BoundModel& model_;
  const Options& options_;
  std::unordered_map<std::string, Bound> known_;
  size_t next_ = 0;
};

}  // namespace

BoundedOutputs evaluate_with_bounds(const BoundModel& model, const Bindings& inputs,
                                    const Options& options) {
  BoundWalk walk(model, options);
  Options walking = options;
  walking.on_node = [&](const Node& node, const Values& inputs, const Values& outputs) {
    walk.add(node, inputs, outputs);
    if (options.on_node) options.on_node(node, inputs, outputs);
  };
  BoundedOutputs result;
  result.outputs = evaluate(model, inputs, walking);
  for (const ValueInfo& output : model.graph.outputs) {
    result.bounds.push_back(walk.bound(output.name));
  }
  return result;
}

}  // namespace etalon
