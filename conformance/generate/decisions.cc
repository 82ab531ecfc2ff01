#include "conformance/generate/decisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "conformance/generate/special_numbers.h"
#include "engine/numerics/arb_ball.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon {

namespace {

using Side = DecisionLog::Side;
using Comparison = DecisionLog::Comparison;

constexpr std::array<std::pair<Side, std::string_view>, 3> sides = {
    {{Side::less, "less"}, {Side::equal, "equal"}, {Side::greater, "greater"}}};

Side opposite(Side side) {
  return side == Side::less ? Side::greater : side == Side::greater ? Side::less : side;
}

// The call where the first element of a float input that is `from` has become `other`, or the
// number on that side of it.
std::optional<NodeCall> with_element(const NodeCall& call, double from, double other, Side side) {
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (!call.inputs[i].is_tensor() || !is_float(call.inputs[i].tensor().dtype())) continue;
    const Tensor& X = call.inputs[i].tensor();
    Reals x = X.as<double>();
    const auto found = std::find(x.begin(), x.end(), from);
    if (found == x.end()) continue;
    *found = round_to(X.dtype(), other);
    if (side != Side::equal) *found = beside(X.dtype(), *found, side == Side::greater);
    NodeCall changed = call;
    changed.inputs[i] = Value(Tensor::of(X.dtype(), x));
    return changed;
  }
  return std::nullopt;
}

// While a log is in force. Ends with the first error.
void evaluate_over_balls(const NodeCall& call) {
  const Rounding rounding = rounding_of(DType::float64);
  const Setting over_balls(&Evaluation::rounding, &rounding);
  try {
    call_outputs(call, limited({}));
  } catch (const Error&) {
  } catch (const Undecided&) {
  }
}

}  // namespace

std::string to_string(const Decision& decision) {
  const auto found = std::find_if(sides.begin(), sides.end(),
                                  [&](const auto& side) { return side.first == decision.side; });
  const std::string_view side = found == sides.end() ? "with NaN" : found->second;
  return fmt::format("comparison {}: {}", decision.place + 1, side);
}

std::vector<Comparison> comparisons_of(const NodeCall& call) {
  DecisionLog log;
  evaluate_over_balls(call);
  return log.comparisons();
}

std::vector<Comparison> comparisons_of_element(const NodeCall& call, size_t element, size_t count) {
  constexpr size_t most = size_t{1} << 16;
  DecisionLog log(most);
  evaluate_over_balls(call);
  // The formula may be looked at once before its evaluation.
  if (log.elements() != count && log.elements() != count + 1) return {};
  std::vector<Comparison> comparisons = log.comparisons();
  std::erase_if(comparisons, [&](const Comparison& each) {
    return each.element != element + log.elements() - count;
  });
  return comparisons;
}

Decisions decisions_of(const std::vector<Comparison>& comparisons) {
  Decisions decisions;
  for (const Comparison& each : comparisons) decisions.insert({each.place, each.side});
  return decisions;
}

Decisions missing_in(const Decisions& seen) {
  Decisions missing;
  for (const Decision& each : seen) {
    for (const auto& [side, name] : sides) {
      if (!seen.contains({each.place, side})) missing.insert({each.place, side});
    }
  }
  return missing;
}

std::vector<NodeCall> calls_aimed_at(const Decisions& missing, const NodeCall& call,
                                     const std::vector<Comparison>& comparisons) {
  std::vector<NodeCall> calls;
  for (const Comparison& each : comparisons) {
    for (const auto& [side, name] : sides) {
      if (!missing.contains({each.place, side})) continue;
      for (auto& aimed : {with_element(call, each.a, each.b, side),
                          with_element(call, each.b, each.a, opposite(side))}) {
        if (aimed) calls.push_back(*aimed);
      }
    }
  }
  return calls;
}

}  // namespace etalon
