// Exponentials along axes, without overflow and without cancellation.
#pragma once

#include "engine/values/tensor.h"

namespace etalon {

// exp(x - offset), where offset broadcasts to x: rounded once, within a hair of half an ULP.
Reals exp_of_difference(const Reals& x, const Reals& offset);

// log Σ exp(x) over axes, which stay as size 1; -inf for an empty set.
Reals log_sum_exp(const Reals& x, const std::vector<size_t>& axes);

// x - log Σ exp(x) over axes; NaN wherever an infinity is the greatest.
Reals log_softmax(const Reals& x, const std::vector<size_t>& axes);

}  // namespace etalon
