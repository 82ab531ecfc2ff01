// ReduceL1: reduced = Σ |data| over axes; 0 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives |data|
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

template <class T>
T magnitude(const T& x) {
  if constexpr (std::is_integral_v<T>) {
    return x < T{0} ? T{0} - x : x;
  } else {
    return real::abs(x);
  }
}

Values reduce_l1(const Call& call) {
  return reduce_sums(
      call, []<class T>(const T& x) { return magnitude(x); },
      [](const Tensor& Y, const Tensor& data, const Axes& axes) {
        const Tensor sums = wrap_or_saturate(Y, "integer_overflow", [&] {
          const Reals x = data.as<double>();
          return sum_over(Reals(xt::abs(x)), axes);
        });
        return with_least_integer(sums, {data});
      });
}

const Operator op("ReduceL1", reduce_l1, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
