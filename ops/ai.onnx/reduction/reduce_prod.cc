// ReduceProd: reduced = Π data over axes; 1 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_prod(const Call& call) {
  return reduce(
      call, []<class T>(const Array<T>& x, const Axes& axes) { return product_over(x, axes); },
      [](const Tensor& Y, const Tensor& data, const Axes& axes) {
        const auto exact = [&] { return product_over(data.as<double>(), axes); };
        const auto at_least_one = [&] {
          return product_over(Reals(xt::maximum(xt::abs(data.as<double>()), 1.0)), axes);
        };
        return wrap_or_saturate(step_or_exact(Y, "overflow", at_least_one), "integer_overflow",
                                exact);
      });
}

const Operator op("ReduceProd", reduce_prod, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
