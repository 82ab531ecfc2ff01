// How far apart sampled evaluations lie: Monte Carlo arithmetic (engine/values/monte_carlo.h).
//
// A bound of rounding errors holds for the worst case, which is often hundreds of times as far off
// as any evaluation. Therefore the model is evaluated a number of times in its declared types, each
// time with random rounding and another order of sums. A runtime's distance from Etalon's results
// is compared with the largest distance of these sampled evaluations.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/bounds/bounds.h"
#include "engine/interpreter/substitute.h"

namespace etalon {

inline constexpr size_t most_evaluations = 30;
// A result that is this many times as far off as the furthest sampled evaluation is still sound: it
// may be another sample, or computed by another method (scripts/bench/verdicts measures this).
inline constexpr double sound_times = 8;

// The spread of one value.
struct Spread {
  size_t evaluations = 0;  // 0: not known
  // float64, of the value's shape: the greatest distance from Etalon's, and at least what is usual
  // among elements of its size.
  Tensor reach;
  // bool, of the value's shape: where an evaluation gives an infinity or NaN, which Etalon does
  // not, because an intermediate result exceeds the type. Nothing where none does.
  std::optional<Tensor> overflows;
  std::string reason;          // not known: "no samples of TopK-11 'best'"
  Arithmetic arithmetic = {};  // that the evaluations have, beyond the declared types
};

// The spreads of the graph's outputs, which `outputs` are as Etalon evaluates them. Outputs that
// are not float tensors have no spread. `on_evaluation` is called with the number of each
// evaluation, from 1, before it begins; `enough` after each with the spreads so far, which further
// evaluations only widen, and ends them by true. Throws what evaluate() throws.
using Enough = std::function<bool(const std::vector<Spread>& so_far)>;
std::vector<Spread> spreads_of(const BoundModel& model, const Bindings& inputs,
                               const Values& outputs, const Options& options = {},
                               const std::function<void(size_t)>& on_evaluation = {},
                               const Enough& enough = {});

// The spreads of a node's outputs, if its inputs are exact.
std::vector<Spread> spreads_of(const Node& node, const Values& inputs, const Values& outputs,
                               const Ordinary& ordinary, const Arithmetic& arithmetic = {});

}  // namespace etalon
