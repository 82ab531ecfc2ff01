// Averages axis by axis: what Resize and Upsample make of a tensor's elements.
#pragma once

#include <optional>

#include "ops/ai.onnx/image/image.h"
#include "ops/ai.onnx/image/rational.h"

namespace etalon {

// Along one axis, what a new entry is made of: Σ share · entry / whole over the taps. Shares and
// whole are whole numbers; so averages divide only once, and ties between two results are exact.
template <class R>
struct Mixture {
  Taps<R> taps;  // none for an entry that is to be extrapolated
  R whole{1};
  double slack = 0;  // what another runtime's share / whole may be off by
};
template <class R>
using Mixtures = std::vector<Mixture<R>, BudgetAllocator<Mixture<R>>>;

// For each entry of a new axis; nothing at all for an axis that is merely copied.
using AxisEntries = std::optional<Mixtures<Rational>>;

// X with its axes changed. Floats and complex numbers are rounded once; integers are the nearest
// within their range, ties to even. Throws InvalidInput for strings.
Tensor averages(const Tensor& X, const std::vector<AxisEntries>& axes);

}  // namespace etalon
