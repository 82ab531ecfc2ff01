// ReduceSumSquare: reduced = Σ data² over axes; 0 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives data²
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_sum_square(const Call& call) {
  return reduce_sums(
      call, []<class T>(const T& x) { return x * x; },
      [](const Tensor& Y, const Tensor& data, const Axes& axes) {
        const Tensor sums = wrap_or_saturate(Y, "integer_overflow", [&] {
          const Reals x = data.as<double>();
          return sum_over(Reals(x * x), axes);
        });
        return with_least_integer(sums, {data});
      });
}

const Operator op("ReduceSumSquare", reduce_sum_square, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
