// ReduceMean: reduced = Σ data / count over axes; undefined for an empty set; of integers:
// truncated towards zero.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_mean(const Call& call) {
  const Tensor reduced = by_sets<truncated_reals>(
      call.tensor("data"), reduced_axes(call), []<class R>(const Array<R>& data) -> Array<R> {
        if (data.shape()[1] == 0) {
          return undefined(full(Shape{data.shape()[0], 1}, R(std::nan(""))),
                           "the mean of an empty set is undefined");
        }
        return mean_over(data);
      });
  return {with_keepdims(call, reduced)};
}

const Operator op("ReduceMean", reduce_mean, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
