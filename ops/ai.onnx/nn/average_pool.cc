// AveragePool: Y = Σ X / the number of elements, over each window; padding counts as elements with
// value 0 if count_include_pad, what lies beyond the padding (ceil_mode) never does.
//   1           leaves padding out
//   7           count_include_pad
//   10          ceil_mode
//   11          the output for SAME_* is ⌈input / stride⌉, as auto_pad's description has it (its
//               formula without ceil_mode has ⌊ ⌋, which 19 corrects)
//   19, 22      19: dilations; 22: bfloat16
#include "ops/ai.onnx/nn/average_pool.h"

namespace etalon {
namespace {

Values average_pool(const Call& call) {
  const Window window = pool_window(call, call.tensor("X"));
  const Ints counts = elements_counted(call, window);
  if (std::find(counts.begin(), counts.end(), 0) != counts.end()) {
    undefined(0, "a window lies in the padding only, and has no elements to average");
  }
  const Reader X(by_channels(call.tensor("X")));
  const Shape shape = output_shape(X.dim(0), X.dim(1), window);
  const auto element = [&]<class R>(size_t n, size_t c, size_t o) -> R {
    const std::vector<size_t> read = positions_read(window, o);
    const auto count = size_t(counts.flat(o));
    Sum<R> sum;
    for (const size_t at : read) sum.add(X.at<R>(n, c, at));
    if (read.size() < count) sum.add(R(0));  // of the padding
    return count == 0 ? R(0) : unweighted(sum.result(), R(double(count)));
  };
  const Tensor Y =
      each_output(call.tensor("X").dtype(), {X.dim(0), X.dim(1), counts.size()}, element);
  return {Y.reshaped(shape)};
}

const Operator op("AveragePool", average_pool, {1, 7, 10, 11, 19, 22});

}  // namespace
}  // namespace etalon
