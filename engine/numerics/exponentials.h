// Exponentials along axes, without overflow and without cancellation.
#pragma once

#include "engine/values/tensor.h"

namespace etalon {

// exp(x - offset), where offset broadcasts to x. For a result of float64 it is rounded once, within
// little more than half an ULP; for narrower types, whose rounding hides that, within an ULP or
// two.
Reals exp_of_difference(const Reals& x, const Reals& offset, DType type = DType::float64);

// log Σ exp(x) over axes, which are kept with size 1; -inf for an empty set.
Reals log_sum_exp(const Reals& x, const std::vector<size_t>& axes);

// x - log Σ exp(x) over axes; NaN where the greatest element is infinite.
Reals log_softmax(const Reals& x, const std::vector<size_t>& axes);

}  // namespace etalon
