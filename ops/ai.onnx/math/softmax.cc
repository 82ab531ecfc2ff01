// Softmax: output = exp(input) / Σ exp(input).
//   1, 11     input is first flattened to 2-D at `axis` (default 1); the sum runs over the whole
//             tail; 11: negative axes
//   13        along `axis` alone (default -1)
#include "ops/ai.onnx/math/softmax.h"

#include "engine/numerics/elementwise.h"
#include "engine/numerics/exponentials.h"

namespace etalon {
namespace {

// The maximum is taken off first: the quotient is the same and exp cannot overflow.
Reals softmax_along(const Reals& x, size_t axis, DType type) {
  const Reals largest = max_over(x, {axis});
  const Reals e = exp_of_difference(x, largest, type);
  const Reals total = sum_over(e, {axis});
  return elementwise(e, total, std::divides());
}

Values softmax(const Call& call) {
  const DType type = call.tensor("input").dtype();
  return along_axis(call,
                    [&](const Reals& x, size_t axis) { return softmax_along(x, axis, type); });
}

const Operator op("Softmax", softmax, {1, 11, 13});

}  // namespace
}  // namespace etalon
