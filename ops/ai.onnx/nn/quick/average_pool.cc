// AveragePool by sums along rows of outputs.
#include "ops/ai.onnx/nn/average_pool.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/quick/window_sums.h"

namespace etalon {
namespace {

Array<Ball> averages(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Window window = pool_window(call, X);
  const Ints counts = elements_counted(call, window), read = elements_read(window);
  return of_window_sums(elements_of<Ball>(X), window, [&](const Ball& sum, size_t o) {
    const int64_t count = counts.data()[o];
    const Ball all = read.data()[o] < count ? sum + 0.0 : sum;
    return unweighted(all, Ball(double(std::max<int64_t>(count, 1))));
  });
}

const Quick op("AveragePool", averages);

}  // namespace
}  // namespace etalon
