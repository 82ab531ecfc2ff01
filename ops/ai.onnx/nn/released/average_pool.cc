// AveragePool with what lies beyond the padding counted, too: with count_include_pad each window
// counts all elements of the kernel.
#include "ops/ai.onnx/nn/average_pool.h"
#include "engine/numerics/convolution.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

Ints elements_counted_as_released(const Call& call, const Window& window) {
  if (call.since_version() < 7 || !call.flag("count_include_pad")) {
    return elements_counted(call, window);
  }
  int64_t kernel = 1;
  for (const Sliding& s : window) kernel *= s.kernel;
  return full(output_shape(1, 1, window), kernel);
}

Values average_pool(const Call& call) {
  const Window window = pool_window(call, call.tensor("X"));
  const Ints counts = elements_counted_as_released(call, window);
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
    if (read.size() < count) sum.add(R(0));
    return count == 0 ? R(0) : unweighted(sum.result(), R(double(count)));
  };
  const DType type = call.tensor("X").dtype();
  return {each_output(type, {X.dim(0), X.dim(1), counts.size()}, element).reshaped(shape)};
}

const Released op("AveragePool", {"averagepool-beyond-padding", "averagepool-beyond-padding-again"},
                  average_pool);

}  // namespace
}  // namespace etalon
