// MaxPool: Y = max X over each window, padding left out; NaN if any is NaN. Indices says where in X
// it was found, the first of equals: the position among X's elements, the spatial ones counted
// row-major, or with storage_order 1 column-major.
//   1           one output
//   8           Indices, storage_order
//   10          ceil_mode, dilations
//   11, 12, 22  12: int8, uint8; 22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

// For each window the position in x of its greatest element, -1 for one of padding only.
template <class T>
Ints places_of_greatest(const Array<T>& x, const Window& window) {
  const Shape& shape = x.shape();
  Ints Indices = full(output_shape(shape[0], shape[1], window), int64_t{-1});
  const size_t inputs = split_at(shape, 2).after;
  const size_t outputs = split_at(Indices.shape(), 2).after;
  std::vector<T, BudgetAllocator<T>> greatest(outputs);
  for (size_t channel = 0; channel < shape[0] * shape[1]; ++channel) {
    count_step();
    const size_t first = channel * inputs;
    int64_t* found = Indices.data() + channel * outputs;
    each_run(window, [&](const Run& run) {
      for (size_t i = 0; i < run.count; ++i) {
        const size_t o = run.out + i, at = first + run.in + i * run.step;
        const T value = x.data()[at];
        const bool first_nan = value != value && greatest[o] == greatest[o];
        if (found[o] < 0 || value > greatest[o] || first_nan) {
          greatest[o] = value;
          found[o] = int64_t(at);
        }
      }
    });
  }
  return Indices;
}

// A row-major position in a tensor [N, C, D…], with the spatial axes counted column-major.
int64_t column_major(int64_t position, Shape shape) {
  Shape index = index_at(size_t(position), shape);
  std::reverse(index.begin() + 2, index.end());
  std::reverse(shape.begin() + 2, shape.end());
  return int64_t(position_of(index, shape));
}

Values max_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Window window = pool_window(call, X);
  Ints Indices =
      numeric(X.dtype(), [&]<class T>() { return places_of_greatest(X.as<T>(), window); });
  if (std::find(Indices.begin(), Indices.end(), -1) != Indices.end()) {
    throw Unspecified("a window lies in the padding only, and has no greatest element");
  }
  const Tensor Y = take(X, Indices);
  if (call.since_version() < 8) return {Y};
  if (call.flag("storage_order")) {
    for (int64_t& index : Indices) index = column_major(index, X.shape());
  }
  return {Y, Tensor::of(DType::int64, Indices)};
}

const Operator op("MaxPool", max_pool, {1, 8, 10, 11, 12, 22});

}  // namespace
}  // namespace etalon
