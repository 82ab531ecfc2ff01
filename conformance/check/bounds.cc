#include "conformance/check/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "conformance/check/selections.h"
#include "engine/interpreter/substitute.h"
#include "engine/numerics/ball.h"
#include "engine/numerics/rounding.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/operator.h"
#include "engine/values/side.h"

namespace etalon {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

bool holds_graph(const Node& node) {
  bool any = false;
  each_subgraph(node, [&](const Graph&) { any = true; });
  return any;
}

bool is_float_tensor(const Value& value) {
  return value.is_tensor() && is_float(value.tensor().dtype());
}

const Tensor* errors_of(const Value& value) {
  if (!value.is_tensor() || !value.tensor().side() || !value.tensor().side()->errors) {
    return nullptr;
  }
  return &*value.tensor().side()->errors;
}

// True if a value, or a part of it, carries an error other than 0.
bool carries_errors(const Value& value) {
  if (const Tensor* errors = errors_of(value)) {
    const Reals all = errors->as<double>();
    return std::any_of(all.begin(), all.end(), [](double error) { return error != 0; });
  }
  if (value.is_sequence()) {
    const auto& items = value.sequence().items;
    return std::any_of(items.begin(), items.end(), carries_errors);
  }
  return value.is_optional() && value.optional().held && carries_errors(*value.optional().held);
}

Value with_errors(const Value& value, const Tensor& errors) {
  const Tensor& tensor = value.tensor();
  Side side = tensor.side() ? *tensor.side() : Side();
  side.errors = errors;
  return tensor.with_side(std::make_shared<const Side>(std::move(side)));
}

Value without_bound(const Value& value) {
  if (!value.is_tensor()) return value;
  return with_errors(value, Tensor::decided(DType::float64, full(value.tensor().shape(), unknown)));
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
Tensor about(const Tensor& value, const Tensor& middles, const Tensor& errors) {
  const Reals y = value.with_side(nullptr).as<double>();
  const Reals m = middles.with_side(nullptr).as<double>();
  Reals all = errors.as<double>();
  for (size_t i = 0; i < all.size(); ++i) {
    const double distance = std::fabs(y.data()[i] - m.data()[i]);
    if (std::isfinite(distance)) all.data()[i] += distance;
  }
  return Tensor::decided(DType::float64, all);
}

// Evaluates each node a second time, for the bounds of its outputs, which these carry from then on.
class BoundWalk {
 public:
  explicit BoundWalk(bool worst) : worst_(worst) {}

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    const Values outputs = ordinary(node, inputs);
    const std::optional<DType> type = computed_type(outputs, inputs);
    if (holds_graph(node) || !type || ignores_values(node)) return outputs;
    const bool any_errors = std::any_of(inputs.begin(), inputs.end(), carries_errors);
    compounded_ = compounded_ || any_errors;
    Rounding rounding = rounding_of(*type);
    rounding.worst = worst_;
    const uint64_t lost = plain_roundings() + lost_errors();
    Values bounded;
    why_.clear();
    try {
      const RoundingScope scope(&rounding);
      const PausedRecording paused;
      bounded = ordinary(node, inputs);
    } catch (const Undecided&) {
      bounded.clear();
      why_ = "rounding may change a comparison";
    } catch (const Error& error) {
      return all_unknown(node, outputs, error.what());
    }
    const bool decided = !bounded.empty() && plain_roundings() + lost_errors() == lost;
    Values result;
    for (size_t i = 0; i < outputs.size(); ++i) {
      result.push_back(with_bound({node, inputs, i, any_errors, decided}, outputs[i],
                                  i < bounded.size() ? bounded[i] : Value(), ordinary));
    }
    return result;
  }

  // The bound that a result carries.
  Bound bound_of(const Value& value) const {
    Bound bound;
    const Tensor* errors = errors_of(value);
    if (!errors) {
      if (carries_errors(value)) return none("no bound for the parts of a value");
      return bound;
    }
    const Reals all = errors->as<double>();
    if (std::all_of(all.begin(), all.end(), [](double error) { return error == 0; })) return bound;
    const auto says_nothing = [](double error) { return !(error < unknown); };
    if (std::all_of(all.begin(), all.end(), says_nothing) && !reason_.empty()) return none(reason_);
    bound.kind = Bound::Kind::known;
    bound.error = *errors;
    bound.compounded = compounded_;
    return bound;
  }

 private:
  struct Output {
    const Node& node;
    const Values& inputs;
    size_t position;
    bool any_errors;  // of the inputs
    bool decided;     // the operator is evaluated over carriers that know their errors
  };

  static Bound none(std::string reason) {
    Bound bound;
    bound.kind = Bound::Kind::none;
    bound.reason = std::move(reason);
    return bound;
  }

  Value with_bound(const Output& of, const Value& value, const Value& bounded,
                   const Ordinary& ordinary) {
    if (!value.is_tensor()) return value;
    const Tensor* own = errors_of(bounded);
    if (own && of.decided) {
      return with_errors(value, about(value.tensor(), bounded.tensor(), *own));
    }
    if (const auto errors = selection_errors(of.node, of.inputs, value.tensor(), ordinary)) {
      return with_errors(value, *errors);
    }
    if (own) return unknown_value(of.node, value, "errors of its inputs are lost");
    if (is_float_tensor(value) ? !of.decided || of.any_errors : of.any_errors) {
      return unknown_value(of.node, value, why_);
    }
    return value;
  }

  Value unknown_value(const Node& node, const Value& value, const std::string& why) {
    if (reason_.empty()) {
      reason_ = fmt::format("no bound for {}{}{}", node.label, why.empty() ? "" : ": ", why);
    }
    return without_bound(value);
  }

  Values all_unknown(const Node& node, const Values& outputs, const std::string& why) {
    Values result;
    for (const Value& output : outputs) result.push_back(unknown_value(node, output, why));
    return result;
  }

  const bool worst_;
  bool compounded_ = false;
  std::string reason_;  // of the first value without a bound
  std::string why_;     // of the node in work
};

}  // namespace

BoundedOutputs evaluate_with_bounds(const BoundModel& model, const Bindings& inputs,
                                    const Options& options, bool worst) {
  BoundWalk walk(worst);
  BoundedOutputs result;
  {
    const SubstituteScope scope(
        [&](const Node& node, const Values& values, const Ordinary& ordinary) {
          return walk(node, values, ordinary);
        });
    result.outputs = evaluate(model, inputs, options);
  }
  for (const Value& output : result.outputs) result.bounds.push_back(walk.bound_of(output));
  return result;
}

}  // namespace etalon
