#include "conformance/bounds/bound_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/bounds/selections.h"
#include "engine/numerics/ball.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/operator.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

bool is_float_tensor(const Value& value) {
  return value.is_tensor() && is_float(value.tensor().dtype());
}

// True if a value, or a part of it, carries an error other than 0.
bool carries_errors(const Value& value) {
  if (value.is_tensor() && has_errors(value.tensor())) {
    const Reals all = errors_of(value.tensor());
    return std::any_of(all.begin(), all.end(), [](double error) { return error != 0; });
  }
  if (value.is_sequence()) {
    const auto& items = value.sequence().items;
    return std::any_of(items.begin(), items.end(), carries_errors);
  }
  return value.is_optional() && value.optional().held && carries_errors(*value.optional().held);
}

// The values as they are, taken as exact.
Values exact(const Values& values) {
  Values result;
  for (const Value& value : values) {
    if (!value.is_tensor() || !has_errors(value.tensor())) {
      result.push_back(value);
      continue;
    }
    Side side = *value.tensor().side();
    side.errors.reset();
    result.emplace_back(value.tensor().with_side(std::make_shared<const Side>(std::move(side))));
  }
  return result;
}

// The type that a runtime computes a node in: that of its first float output or input, float32 for
// narrower ones that have no arithmetic of their own. None for nodes without floats.
std::optional<DType> computed_type(const Values& outputs, const Values& inputs) {
  for (const Values* values : {&outputs, &inputs}) {
    for (const Value& value : *values) {
      if (!is_float_tensor(value)) continue;
      const DType type = value.tensor().dtype();
      return has_rounding(type) ? type : DType::float32;
    }
  }
  return std::nullopt;
}

// The bounds of a node's results, which are about the middles of other evaluations than `value`.
Reals about(const Tensor& value, const Tensor& bounded) {
  Reals all = errors_of(bounded);
  if (!is_float(value.dtype())) return all;
  const Reals y = value.with_side(nullptr).as<double>();
  const Reals m = bounded.with_side(nullptr).as<double>();
  for (size_t i = 0; i < all.size(); ++i) {
    const double distance = std::fabs(y.data()[i] - m.data()[i]);
    if (std::isfinite(distance)) all.data()[i] += distance;
  }
  return all;
}

// Evaluates the node with `rounding` in force. Empty, and `why` is set, where that gives no bounds.
Values evaluated(const Rounding& rounding, const Node& node, const Values& inputs,
                 const Ordinary& ordinary, std::string& why) {
  const uint64_t lost = plain_roundings() + lost_errors();
  Values bounded;
  try {
    const RoundingScope scope(&rounding);
    const PausedRecording paused;
    bounded = ordinary(node, inputs);
  } catch (const Undecided&) {
    why = "rounding may change a comparison";
    return {};
  }
  return plain_roundings() + lost_errors() == lost ? bounded : Values();
}

}  // namespace

std::optional<size_t> place_in(const Graph& graph, const Node& node) {
  const Node* first = graph.nodes.data();
  if (&node < first || &node >= first + graph.nodes.size()) return std::nullopt;
  return static_cast<size_t>(&node - first);
}

struct BoundWalk::Work {
  const Node& node;
  const Values& inputs;
  const Ordinary& ordinary;
  Rounding rounding;
  bool any_errors;  // of the inputs
  Values bounded;  // empty where the operator is not evaluated over carriers that know their errors
  std::string why;  // then
};

BoundWalk::BoundWalk(Roundings roundings, const Graph& graph)
    : roundings_(roundings), graph_(graph) {}

Values BoundWalk::operator()(const Node& node, const Values& given, const Ordinary& ordinary) {
  const Values outputs = ordinary(node, given);
  const std::optional<DType> type = computed_type(outputs, given);
  if (holds_nodes(node) || !type || ignores_values(node)) return outputs;
  const bool any_errors = std::any_of(given.begin(), given.end(), carries_errors);
  const Values inputs = any_errors ? given : exact(given);
  Work work{node, inputs, ordinary, rounding_of(*type), any_errors, {}, {}};
  work.rounding.worst = roundings_ == Roundings::any;
  compounded_ = compounded_ || work.any_errors;
  Values result;
  try {
    work.bounded = evaluated(work.rounding, node, inputs, ordinary, work.why);
    for (size_t i = 0; i < outputs.size(); ++i) {
      const bool has = i < work.bounded.size();
      result.push_back(with_bound(work, outputs[i], has ? work.bounded[i] : Value()));
    }
    keep_introduced(work, outputs);
  } catch (const Error& error) {
    result.clear();
    for (const Value& output : outputs) result.push_back(unknown_value(node, output, error.what()));
  }
  return result;
}

Bound BoundWalk::bound_of(const Value& value) const {
  const auto none = [](std::string reason) {
    Bound bound;
    bound.kind = Bound::Kind::none;
    bound.reason = std::move(reason);
    return bound;
  };
  Bound bound;
  if (!value.is_tensor() || !has_errors(value.tensor())) {
    if (carries_errors(value)) return none("no bound for the parts of a value");
    return bound;
  }
  const Reals all = errors_of(value.tensor());
  if (std::all_of(all.begin(), all.end(), [](double error) { return error == 0; })) return bound;
  const auto says_nothing = [](double error) { return !(error < unknown); };
  if (std::all_of(all.begin(), all.end(), says_nothing) && !reason_.empty()) return none(reason_);
  bound.kind = Bound::Kind::known;
  bound.error = Tensor::decided(DType::float64, all);
  bound.compounded = compounded_;
  return bound;
}

std::optional<Tensor> BoundWalk::introduced(const std::string& output) const {
  const auto known = introduced_.find(output);
  return known == introduced_.end() ? std::nullopt : std::optional(known->second);
}

// Evaluates a node of the main graph that gives outputs of it once more, with exact inputs.
void BoundWalk::keep_introduced(const Work& work, const Values& outputs) {
  if (!place_in(graph_, work.node)) return;
  const auto is_output = [&](const std::string& name) {
    return std::any_of(graph_.outputs.begin(), graph_.outputs.end(),
                       [&](const ValueInfo& output) { return output.name == name; });
  };
  const auto& names = work.node.outputs;
  if (std::none_of(names.begin(), names.end(), is_output)) return;
  const Values inputs = exact(work.inputs);
  Work alone{work.node, inputs, work.ordinary, work.rounding, false, work.bounded, {}};
  if (work.any_errors) {
    alone.bounded = evaluated(work.rounding, work.node, inputs, work.ordinary, alone.why);
  }
  const std::string reason = reason_;
  for (size_t i = 0; i < std::min(names.size(), outputs.size()); ++i) {
    if (!is_output(names[i]) || !is_float_tensor(outputs[i])) continue;
    const bool has = i < alone.bounded.size();
    const Value value = with_bound(alone, outputs[i], has ? alone.bounded[i] : Value());
    introduced_[names[i]] = Tensor::decided(DType::float64, errors_of(value.tensor()));
  }
  reason_ = reason;
}

Value BoundWalk::with_bound(const Work& work, const Value& value, const Value& bounded) {
  if (!value.is_tensor()) return value;
  const bool decided = !work.bounded.empty();
  const bool own = bounded.is_tensor() && has_errors(bounded.tensor());
  if (own) return with_errors(value.tensor(), about(value.tensor(), bounded.tensor()));
  if (const auto errors = selection_errors(work.node, work.inputs, value.tensor(), work.ordinary)) {
    return with_errors(value.tensor(), *errors);
  }
  if (is_float_tensor(value) ? !decided || work.any_errors : work.any_errors) {
    return unknown_value(work.node, value, work.why);
  }
  return value;
}

Value BoundWalk::unknown_value(const Node& node, const Value& value, const std::string& why) {
  if (reason_.empty()) {
    reason_ = fmt::format("no bound for {}{}{}", label_of(node), why.empty() ? "" : ": ", why);
  }
  if (!value.is_tensor()) return value;
  return with_errors(value.tensor(), full(value.tensor().shape(), unknown));
}

}  // namespace etalon
