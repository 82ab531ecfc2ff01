// What the scatter operators share: updates put into a copy of data.
#pragma once

#include "engine/formula.h"

namespace etalon {

enum class Reduction { none, add, mul, min, max };

// The `reduction` of ScatterElements and ScatterND, by version.
Reduction reduction_of(const Call& call);

// output = data, then output[at[i]] = updates[i] for each i: row-major positions. Two different
// values for one element are undefined.
Tensor overwritten(const Tensor& data, const Ints& at, const Tensor& updates);

// output = data, then for each i in turn output[at[i]] = updates[i], or the sum, product, minimum
// or maximum of output[at[i]] and updates[i]. Floats are rounded once; sums may be in any order.
// Throws InvalidInput for types that do not have the reduction.
Tensor scattered(const Tensor& data, const Ints& at, const Tensor& updates, Reduction reduction);

}  // namespace etalon
