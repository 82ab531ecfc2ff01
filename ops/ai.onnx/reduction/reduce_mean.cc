// ReduceMean: reduced = Σ data / count over axes; undefined for an empty set; of integers:
// truncated towards zero.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

// Σ x / n of integers, without the sum's overflow: the quotients are summed apart from the
// remainders, whose own mean then moves the result towards zero if its sign is the other.
template <class T>
Array<T> mean(const Array<T>& x, const std::vector<size_t>& axes, T n) {
  const Array<T> parts = x / n;
  const Array<T> rests = x - parts * n;
  const Array<T> rest = sum_over(rests, axes);
  Array<T> result = sum_over(parts, axes);
  for (size_t i = 0; i < result.size(); ++i) {
    T& value = result.data()[i];
    value += rest.data()[i] / n;
    const T left = rest.data()[i] % n;
    if (value > 0 && left < 0) --value;
    if (value < 0 && left > 0) ++value;
  }
  return result;
}

Values reduce_mean(const Call& call) {
  return reduce(call, []<class T>(const Array<T>& x, const std::vector<size_t>& axes) {
    size_t n = 1;
    for (const size_t axis : axes) n *= x.shape()[axis];
    if (n == 0) throw Unspecified("the mean of an empty set is undefined");
    if constexpr (std::is_same_v<T, double>) {
      return mean_over(x, axes);
    } else {
      return mean(x, axes, static_cast<T>(n));
    }
  });
}

const Operator op("ReduceMean", reduce_mean, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
