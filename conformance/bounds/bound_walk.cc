#include "conformance/bounds/bound_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/bounds/declared.h"
#include "conformance/bounds/selections.h"
#include "engine/numerics/ball.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/operator.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

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

// The value, which may also be what the operator's body gives.
Value with_body(const Value& value, const Value& body) {
  if (!is_float_tensor(value) || !is_float_tensor(body)) return value;
  const Tensor &x = value.tensor(), &y = body.tensor();
  if (x.dtype() != y.dtype() || x.shape() != y.shape()) return value;
  const Reals a = x.with_side(nullptr).as<double>(), b = y.with_side(nullptr).as<double>();
  Reals errors = errors_of(x);
  const Reals others = about(x, y);
  for (size_t i = 0; i < errors.size(); ++i) {
    const bool overflows = std::isfinite(a.data()[i]) && !std::isfinite(b.data()[i]);
    const double other = overflows ? unknown : others.data()[i];
    errors.data()[i] = std::isnan(other) ? unknown : std::max(errors.data()[i], other);
  }
  return with_errors(x, errors);
}

// The node of a Loop's body that gives its condition; nullptr where it is given to the body.
const Node* condition_of(const Node& loop) {
  const Node* found = nullptr;
  each_subgraph(loop, [&](const Graph& body) {
    if (body.outputs.empty()) return;
    for (const Node& node : body.nodes) {
      const auto& names = node.outputs;
      if (std::find(names.begin(), names.end(), body.outputs[0].name) != names.end()) found = &node;
    }
  });
  return found;
}

// Evaluates the node with `rounding` in force. Empty, and `why` is set, where that gives no bounds.
Values evaluated(const Rounding& rounding, const Node& node, const Values& inputs,
                 const Ordinary& ordinary, std::string& why) {
  const uint64_t lost = evaluation().plain_roundings + evaluation().lost_errors;
  Values bounded;
  try {
    const Setting scope(&Evaluation::rounding, &rounding);
    const Setting paused(&Evaluation::paused, true);
    bounded = ordinary(node, inputs);
  } catch (const Undecided&) {
    why = "rounding may change a comparison";
    return {};
  }
  return evaluation().plain_roundings + evaluation().lost_errors == lost ? bounded : Values();
}

// True for a tensor of whose elements no error is known.
bool is_unknown(const Value& value) {
  if (!value.is_tensor() || !has_errors(value.tensor())) return false;
  const Reals errors = errors_of(value.tensor());
  return errors.size() != 0 &&
         std::all_of(errors.begin(), errors.end(), [](double error) { return !(error < unknown); });
}

}  // namespace

bool is_float_tensor(const Value& value) {
  return value.is_tensor() && is_float(value.tensor().dtype());
}

DType computed_in(DType type) { return has_rounding(type) ? type : DType::float32; }

std::optional<DType> computed_type(const Values& values) {
  const auto first = std::find_if(values.begin(), values.end(), is_float_tensor);
  if (first == values.end()) return std::nullopt;
  return computed_in(first->tensor().dtype());
}

double largest_finite(const Reals& values) {
  double largest = 0;
  for (const double value : values) {
    if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  }
  return largest;
}

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

std::optional<size_t> place_in(const Graph& graph, const Node& node) {
  const Node* first = graph.nodes.data();
  if (&node < first || &node >= first + graph.nodes.size()) return std::nullopt;
  return static_cast<size_t>(&node - first);
}

std::string numbered_label(const Graph& graph, const Node& node) {
  const std::optional<size_t> place = place_in(graph, node);
  if (!place) return label_of(node);
  return fmt::format("node {} of {}, {}", *place + 1, graph.nodes.size(), label_of(node));
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

BoundWalk::BoundWalk(Roundings roundings, const Graph& graph, const Arithmetic& arithmetic,
                     Wide wide)
    : roundings_(roundings), arithmetic_(arithmetic), wide_(wide), graph_(graph) {}

Values BoundWalk::operator()(const Node& node, const Values& given, const Ordinary& ordinary) {
  Values outputs =
      holds_nodes(node) ? holder_results(node, given, ordinary) : results(node, given, ordinary);
  if (conditions_.contains(&node) && std::any_of(outputs.begin(), outputs.end(), carries_errors)) {
    uncertain_.insert(&node);
  }
  return outputs;
}

// What a node's own nodes give, with their bounds; these hold as long as rounding does not lead to
// another branch, or to another number of iterations.
Values BoundWalk::holder_results(const Node& node, const Values& given, const Ordinary& ordinary) {
  const bool is_loop = !node.function && node.op_type == "Loop";
  const bool is_if = !node.function && node.op_type == "If";
  const bool has_condition = is_loop && given.size() > 1 && !given[1].absent();
  const Node* condition = has_condition ? condition_of(node) : nullptr;
  if (condition) conditions_.insert(condition);
  Values outputs = ordinary(node, given);
  const size_t controls = is_loop ? 2 : is_if ? 1 : 0;  // the inputs that decide
  bool uncertain = condition && uncertain_.erase(condition) > 0;
  for (size_t i = 0; i < std::min(controls, given.size()); ++i) {
    uncertain = uncertain || carries_errors(given[i]);
  }
  const bool computes = computes_beside_nodes(node);
  if (!uncertain && !computes) return outputs;
  for (Value& output : outputs) {
    output = unknown_value(node, output,
                           computes ? "what its nodes compute is not followed"
                                    : "rounding may change what it evaluates");
  }
  return outputs;
}

Values BoundWalk::results(const Node& node, const Values& all, const Ordinary& ordinary) {
  const Values outputs = ordinary(node, all);
  const Values given = arithmetic_.flush ? perhaps_flushed(all) : all;
  std::optional<DType> type = computed_type(outputs);
  if (!type) type = computed_type(given);
  const bool any_errors = std::any_of(given.begin(), given.end(), carries_errors);
  if ((!type && !any_errors) || ignores_values(node)) return outputs;
  if (wide_ == Wide::given_up && std::any_of(given.begin(), given.end(), is_unknown)) {
    Values unknown_outputs;
    for (const Value& output : outputs) unknown_outputs.push_back(unknown_value(node, output, ""));
    return unknown_outputs;
  }
  const Values inputs = any_errors ? given : exact(given);
  const Arithmetic arithmetic = arithmetic_of(node, arithmetic_);
  const Rounding rounding = rounding_of(type.value_or(DType::float32), arithmetic);
  Work work{node, inputs, ordinary, rounding, any_errors, {}, {}};
  work.rounding.worst = roundings_ == Roundings::any;
  compounded_ = compounded_ || work.any_errors;
  Values result;
  try {
    work.bounded = evaluated(work.rounding, node, inputs, ordinary, work.why);
    result = bounded_outputs(work, outputs);
    keep_introduced(work, outputs, result);
    if (wide_ == Wide::given_up) give_up_wide(node, result);
  } catch (const Error& error) {
    result.clear();
    for (const Value& output : outputs) result.push_back(unknown_value(node, output, error.what()));
  }
  return result;
}

void BoundWalk::give_up_wide(const Node& node, Values& outputs) {
  for (Value& output : outputs) {
    if (!is_float_tensor(output) || !has_errors(output.tensor())) continue;
    const Reals values = output.tensor().with_side(nullptr).as<double>();
    const Reals errors = errors_of(output.tensor());
    const double greatest = largest_finite(values);
    const bool wide =
        std::all_of(errors.begin(), errors.end(), [&](double error) { return error > greatest; });
    if (wide && errors.size() != 0) {
      output = unknown_value(node, output, "it is wider than the values");
    }
  }
}

// By the operator's formula, and by its published body. An entry in bounds/ has the body's way,
// too.
Values BoundWalk::bounded_outputs(const Work& work, const Values& outputs) {
  Values result;
  const std::vector<std::string>& names = work.node.outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (i >= names.size() || names[i].empty()) {  // what nobody reads is no reason
      result.push_back(outputs[i]);
      continue;
    }
    const bool has = i < work.bounded.size();
    result.push_back(with_bound(work, outputs[i], has ? work.bounded[i] : Value()));
  }
  const Registration* implementation = work.node.implementation;
  if (work.bounded.empty() || (implementation && implementation->rooms->bounds.run)) return result;
  const Values body = by_body(work);
  for (size_t i = 0; i < std::min(result.size(), body.size()); ++i) {
    result[i] = with_body(result[i], body[i]);
  }
  return result;
}

// Nothing where there is no body, or where its nodes have no bounds.
Values BoundWalk::by_body(const Work& work) {
  const bool compounded = compounded_;
  const std::string reason = reason_;
  const uint64_t unknown_before = unknown_values_;
  Values outputs;
  try {
    const std::optional<Node> call = bodies_.call_for(work.node, work.inputs);
    const Setting paused(&Evaluation::paused, true);
    if (call) outputs = work.ordinary(*call, work.inputs);
  } catch (const Error&) {  // the text defines more than the body does
    outputs.clear();
  }
  if (unknown_values_ != unknown_before) outputs.clear();
  compounded_ = compounded;
  reason_ = reason;
  unknown_values_ = unknown_before;
  return outputs;
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
void BoundWalk::keep_introduced(const Work& work, const Values& outputs, const Values& result) {
  if (!place_in(graph_, work.node)) return;
  const auto is_output = [&](const std::string& name) {
    return std::any_of(graph_.outputs.begin(), graph_.outputs.end(),
                       [&](const ValueInfo& output) { return output.name == name; });
  };
  const auto& names = work.node.outputs;
  if (std::none_of(names.begin(), names.end(), is_output)) return;
  Values alone_result = result;
  if (work.any_errors) {
    const Values inputs = exact(work.inputs);
    Work alone{work.node, inputs, work.ordinary, work.rounding, false, {}, {}};
    const std::string reason = reason_;
    alone.bounded = evaluated(work.rounding, work.node, inputs, work.ordinary, alone.why);
    alone_result = bounded_outputs(alone, outputs);
    reason_ = reason;
  }
  for (size_t i = 0; i < std::min(names.size(), outputs.size()); ++i) {
    if (!is_output(names[i]) || !is_float_tensor(outputs[i])) continue;
    introduced_[names[i]] = Tensor::decided(DType::float64, errors_of(alone_result[i].tensor()));
  }
}

Value BoundWalk::with_bound(const Work& work, const Value& value, const Value& bounded) {
  if (!value.is_tensor()) return value;
  const bool decided = !work.bounded.empty();
  const bool own = bounded.is_tensor() && has_errors(bounded.tensor());
  if (own) return with_errors(value.tensor(), about(value.tensor(), bounded.tensor()));
  if (arithmetic_.fixed_point && requantizes(work.node) && is_integer(value.tensor().dtype())) {
    return with_errors(value.tensor(), full(value.tensor().shape(), 1.0));
  }
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
  ++unknown_values_;
  if (!value.is_tensor()) return value;
  return with_errors(value.tensor(), full(value.tensor().shape(), unknown));
}

}  // namespace etalon
