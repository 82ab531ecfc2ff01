#include "conformance/bounds/spread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "conformance/bounds/bodies.h"
#include "conformance/bounds/bound_walk.h"
#include "conformance/bounds/declared.h"
#include "conformance/bounds/selections.h"
#include "engine/numerics/ball.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// One runtime's evaluation: each node by the same habits.
class SampledRun {
 public:
  SampledRun(uint64_t seed, Bodies& bodies, const Arithmetic& arithmetic)
      : seed_(seed), bodies_(bodies), arithmetic_(arithmetic) {}

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    if (holds_nodes(node) && !computes_beside_nodes(node)) return ordinary(node, inputs);
    std::optional<DType> type = computed_type(inputs);
    if (!type) {
      Values exact = ordinary(node, inputs);
      if (ignores_values(node) || !(type = computed_type(exact))) return exact;
    }
    if (by_bodies()) {
      if (const auto call = bodies_.call_for(node, inputs)) {
        if (Values outputs = by_body(*call, inputs, ordinary); !outputs.empty()) return outputs;
      }
    }
    const uint64_t overflowed = evaluation().overflowed_steps;
    const Rounding rounding = rounding_of(*type, arithmetic_of(node, arithmetic_));
    const auto key = std::pair(*type, rounding.rounds_factors());
    const auto known = runtimes_.try_emplace(key, rounding, seed_).first;
    const uint64_t lost = evaluation().plain_roundings + evaluation().lost_errors;
    Values outputs = sampled(node, inputs, ordinary, known->second);
    const bool rounds =
        !selects(node) && std::any_of(outputs.begin(), outputs.end(), is_float_tensor);
    overflows_ = overflows_ || evaluation().overflowed_steps != overflowed || any_infinite(outputs);
    if (rounds && evaluation().plain_roundings + evaluation().lost_errors != lost &&
        reason_.empty()) {
      reason_ = fmt::format("no samples of {}", label_of(node));
    }
    return outputs;
  }

  const std::string& reason() const { return reason_; }
  // A step or a node's result has exceeded its type: a NaN may come of that.
  bool overflows() const { return overflows_; }

 private:
  // The node's outputs as the runtime has them; as Etalon has them, with a reason, where a formula
  // decides something that a sample does not.
  Values sampled(const Node& node, const Values& inputs, const Ordinary& ordinary,
                 MonteCarlo& runtime) {
    try {
      const Setting scope(&Evaluation::sampled, &runtime);
      const bool flushes = arithmetic_.flush && runtime.flushes();
      return ordinary(node, flushes ? flushed(inputs) : inputs);
    } catch (const Undecided&) {
      if (reason_.empty()) reason_ = fmt::format("no samples of {}", label_of(node));
      return ordinary(node, inputs);
    }
  }

  static bool any_infinite(const Values& outputs) {
    return std::any_of(outputs.begin(), outputs.end(), [](const Value& output) {
      if (!is_float_tensor(output)) return false;
      const Reals values = output.tensor().with_side(nullptr).as<double>();
      return std::any_of(values.begin(), values.end(), [](double x) { return std::isinf(x); });
    });
  }

  // Nothing where the body does not give all outputs of the node.
  static Values by_body(const Node& call, const Values& inputs, const Ordinary& ordinary) {
    try {
      return ordinary(call, inputs);
    } catch (const LimitExceeded&) {
      throw;
    } catch (const Error&) {
      return {};
    }
  }

  // Whether this runtime computes operators by their published bodies, where they have one.
  bool by_bodies() const {
    constexpr uint64_t one_of = 3;
    return seed_ % one_of == 1;
  }

  const uint64_t seed_;
  Bodies& bodies_;
  const Arithmetic arithmetic_;
  std::map<std::pair<DType, bool>, MonteCarlo> runtimes_;  // and whether these round factors
  std::string reason_;  // of the first node that gives no samples
  bool overflows_ = false;
};

// Chance leaves the distance of an element small at times. So it is at least the median of the
// elements of its tensor that lie between the same powers of two.
Reals pooled(const Tensor& values, Reals reach) {
  const Reals y = values.with_side(nullptr).as<double>();
  const auto exponent = [&](size_t i) {
    const double value = y.data()[i];
    return value == 0 || !std::isfinite(value) ? std::numeric_limits<int>::min()
                                               : std::ilogb(value);
  };
  std::map<int, std::vector<double>> groups;
  for (size_t i = 0; i < reach.size(); ++i) groups[exponent(i)].push_back(reach.data()[i]);
  std::map<int, double> medians;
  for (auto& [key, group] : groups) {
    const auto middle = group.begin() + std::ptrdiff_t(group.size() / 2);
    std::nth_element(group.begin(), middle, group.end());
    medians[key] = *middle;
  }
  for (size_t i = 0; i < reach.size(); ++i) {
    reach.data()[i] = std::max(reach.data()[i], medians.at(exponent(i)));
  }
  return reach;
}

// The greatest distances of some evaluations from Etalon's.
class Reaches {
 public:
  Reaches(const Values& outputs, const Arithmetic& arithmetic)
      : outputs_(outputs), spreads_(outputs.size()) {
    for (Spread& spread : spreads_) spread.arithmetic = arithmetic;
  }

  void add(const Values& samples, const std::string& reason, bool overflows) {
    ++evaluations_;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      Spread& spread = spreads_[i];
      if (!is_float_tensor(outputs_[i]) || !spread.reason.empty()) continue;
      const bool is_alike = i < samples.size() && is_float_tensor(samples[i]) &&
                            samples[i].tensor().shape() == outputs_[i].tensor().shape();
      if (!reason.empty() || !is_alike) {
        spread.reason = reason.empty() ? "evaluations give other shapes" : reason;
        continue;
      }
      widen(i, samples[i].tensor(), overflows);
    }
  }

  std::vector<Spread> so_far() {
    std::vector<Spread> spreads = spreads_;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (!is_float_tensor(outputs_[i]) || !spreads[i].reason.empty()) continue;
      spreads[i].evaluations = evaluations_;
      spreads[i].reach = Tensor::decided(DType::float64, pooled(outputs_[i].tensor(), reach_of(i)));
      if (const auto any = overflows_.find(i); any != overflows_.end()) {
        spreads[i].overflows = Tensor::of(DType::boolean, any->second);
      }
    }
    return spreads;
  }

 private:
  Reals& reach_of(size_t i) {
    const auto [known, made] = reaches_.try_emplace(i);
    if (made) known->second = full(outputs_[i].tensor().shape(), 0.0);
    return known->second;
  }

  // What is not finite in an evaluation has no distance. It is an overflow, if any step exceeds its
  // type; a NaN by itself, such as 0 / 0, is not.
  void widen(size_t i, const Tensor& sample, bool overflows) {
    Reals& reach = reach_of(i);
    const Reals x = sample.with_side(nullptr).as<double>();
    const Reals y = outputs_[i].tensor().with_side(nullptr).as<double>();
    for (size_t k = 0; k < reach.size(); ++k) {
      const double distance = std::fabs(x.data()[k] - y.data()[k]);
      if (std::isfinite(distance)) reach.data()[k] = std::max(reach.data()[k], distance);
      const bool same = x.data()[k] == y.data()[k] || std::isnan(y.data()[k]);
      if (!overflows || std::isfinite(x.data()[k]) || same) continue;
      overflows_.try_emplace(i, full(reach.shape(), false)).first->second.data()[k] = true;
    }
  }

  const Values& outputs_;
  std::vector<Spread> spreads_;
  std::map<size_t, Reals> reaches_;
  std::map<size_t, Bools> overflows_;
  size_t evaluations_ = 0;
};

template <class Evaluate>
std::vector<Spread> spreads_by(const Values& outputs, const Arithmetic& arithmetic,
                               Evaluate evaluate, const Enough& enough = {}) {
  Reaches reaches(outputs, arithmetic);
  Bodies bodies;
  for (uint64_t seed = 0; seed < most_evaluations; ++seed) {
    SampledRun run(seed, bodies, arithmetic);
    const Setting paused(&Evaluation::paused, true);
    const Values samples = evaluate(run);
    reaches.add(samples, run.reason(), run.overflows());
    if (!run.reason().empty() || (enough && enough(reaches.so_far()))) break;
  }
  return reaches.so_far();
}

}  // namespace

std::vector<Spread> spreads_of(const BoundModel& model, const Bindings& inputs,
                               const Values& outputs, const Options& options,
                               const std::function<void(size_t)>& on_evaluation,
                               const Enough& enough) {
  Options silent = options;
  silent.on_warning = nullptr;
  silent.on_value = nullptr;
  silent.on_node = nullptr;
  size_t number = 0;
  const auto one = [&](SampledRun& run) {
    if (on_evaluation) on_evaluation(++number);
    const SubstituteScope scope(std::ref(run));
    return evaluate(model, inputs, silent);
  };
  return spreads_by(outputs, options.arithmetic, one, enough);
}

std::vector<Spread> spreads_of(const Node& node, const Values& inputs, const Values& outputs,
                               const Ordinary& ordinary, const Arithmetic& arithmetic) {
  return spreads_by(outputs, arithmetic, [&](SampledRun& run) {
    const SubstituteScope scope(std::ref(run));
    return run(node, inputs, ordinary);
  });
}

}  // namespace etalon
