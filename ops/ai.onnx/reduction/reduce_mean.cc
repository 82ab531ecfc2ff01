// ReduceMean: reduced = Σ data / count over axes; undefined for an empty set; of integers:
// truncated towards zero.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

// Σ x / n of integers, without the sum's overflow: the quotients x / n are summed apart from the
// remainders x % n, whose own mean then moves the result towards zero if its sign is the other.
template <class T>
Array<T> integer_mean(const Array<T>& x, const Axes& axes, T n) {
  Array<T> mean = sum_over(by_element(x, [n](T value) { return value / n; }), axes);
  const Array<T> rest = sum_over(by_element(x, [n](T value) { return value % n; }), axes);
  for (size_t i = 0; i < mean.size(); ++i) {
    T& value = mean.data()[i];
    value += rest.data()[i] / n;
    const T left = rest.data()[i] % n;
    if (value > 0 && left < 0) --value;
    if (value < 0 && left > 0) ++value;
  }
  return mean;
}

// NaN, or 0 of integers, if that is asked for.
template <class T>
Array<T> mean_of_none(const Array<T>& x, const Axes& axes) {
  if (!choices_wanted()) throw Unspecified("the mean of an empty set is undefined");
  Array<T> mean = sum_over(x, axes);
  if constexpr (BallCarrier<T>) mean.fill(T(std::numeric_limits<double>::quiet_NaN()));
  return mean;
}

Values reduce_mean(const Call& call) {
  return reduce(
      call,
      []<class T>(const Array<T>& x, const Axes& axes) {
        size_t n = 1;
        for (const size_t axis : axes) n *= x.shape()[axis];
        if (n == 0) return mean_of_none(x, axes);
        if constexpr (BallCarrier<T>) {
          return mean_over(x, axes);
        } else {
          return integer_mean(x, axes, static_cast<T>(n));
        }
      },
      [](const Tensor& Y, const Tensor& data, const Axes& axes) {
        const auto magnitude = [&] { return sum_over(Reals(xt::abs(data.as<double>())), axes); };
        const bool none =
            std::any_of(axes.begin(), axes.end(), [&](size_t i) { return data.dim(i) == 0; });
        const Tensor mean = anything(Y, "empty", [&] { return full(Y.shape(), none); });
        return step_or_exact(either_zero(mean, "negative_zero"), "overflow", magnitude);
      });
}

const Operator op("ReduceMean", reduce_mean, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
