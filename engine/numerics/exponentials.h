// Exponentials along axes, without overflow and without cancellation.
#pragma once

#include "engine/values/tensor.h"

namespace etalon {

// exp(x - offset), where offset broadcasts to x: rounded once, within little more than half
// an ULP.
Reals exp_of_difference(const Reals& x, const Reals& offset);

// log Σ exp(x) over axes, which are kept with size 1; -inf for an empty set.
Reals log_sum_exp(const Reals& x, const std::vector<size_t>& axes);

// x - log Σ exp(x) over axes; NaN where the greatest element is infinite.
Reals log_softmax(const Reals& x, const std::vector<size_t>& axes);

}  // namespace etalon
