// How far apart honest evaluations lie: Monte Carlo arithmetic (engine/values/monte_carlo.h).
//
// A bound of rounding errors holds for the worst case, which is often hundreds of times as far off
// as any evaluation. So a number of evaluations in the model's declared types are made, each by its
// own habits of rounding and of adding, and their greatest distance from Etalon's results is what
// another runtime's distance is compared with.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/bounds/bounds.h"
#include "engine/interpreter/substitute.h"

namespace etalon {

inline constexpr size_t most_evaluations = 30;
// A result so many times as far off as the furthest of the evaluations is still honest: it may be
// one more of them, or computed in a way that none of them has (scripts/bench/verdicts measures
// it).
inline constexpr double sound_times = 8;

// Of one value.
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

// The spreads of the graph's outputs, which `outputs` are as Etalon evaluates them. Those that are
// no tensors of floats have none. `on_evaluation` is called with the number of each evaluation,
// from 1, before it begins. Throws what evaluate() throws.
std::vector<Spread> spreads_of(const BoundModel& model, const Bindings& inputs,
                               const Values& outputs, const Options& options = {},
                               const std::function<void(size_t)>& on_evaluation = {});

// The spreads of a node's outputs, if its inputs are exact.
std::vector<Spread> spreads_of(const Node& node, const Values& inputs, const Values& outputs,
                               const Ordinary& ordinary, const Arithmetic& arithmetic = {});

}  // namespace etalon
