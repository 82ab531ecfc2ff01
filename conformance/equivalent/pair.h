// The verdict on a value of AFTER, where BEFORE's is expected and both models may round and may
// leave elements open.
#pragma once

#include <optional>

#include "conformance/equivalent/subject.h"
#include "conformance/equivalent/verdicts.h"

namespace etalon::equivalent {

// A value and how it is computed. Without a model it is exact.
struct Computed {
  Value value;
  const BoundModel* model = nullptr;  // whose only output it is
  Bindings inputs;
};

// How thoroughly a pair is judged: by bounds of rounding errors alone, also by enclosures of the
// exact results, or also by 30 sampled evaluations of each, which take long.
enum class Effort { bounds_alone, bounds, samples };

struct Judging {
  Effort effort = Effort::samples;
  bool signed_zeros = true;  // else zeros of the other sign count as equal
  double seconds = 30;       // for one pair, but at most a quarter of what is left for all
};

// For values that are not identical. A pair that takes longer, or more memory or steps than there
// are, is judged by its bounds, or if these do not come in time is "not shown" (Judged::limited).
// Throws LimitExceeded alone, where the deadline has come or a signal arrived; another failure
// makes the pair "not shown".
Judged judged_pair(const Computed& before, const Computed& after, const Judging& judging,
                   const Options& options);

// Tensors of one type and shape.
bool alike(const Value& a, const Value& b);
// The largest difference relative to the largest finite value of `a`; infinite where only one is
// finite or both are different infinities or NaN, and for values that are not float tensors.
double distance(const Value& a, const Value& b);
// Values that are further apart than this are not near.
inline constexpr double near = 1e-3;
// The same bits, of tensors and of what other values hold.
bool same_bits(const Value& a, const Value& b);

}  // namespace etalon::equivalent
