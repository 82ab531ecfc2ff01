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

// For each output the position in x of its greatest element, -1 for a window of padding only.
template <class T>
Ints find_greatest(const Array<T>& x, const Window& window) {
  const Shape& shape = x.shape();
  Ints Indices = full(output_shape(shape[0], shape[1], window), int64_t{-1});
  const size_t inputs = split_at(shape, 2).after;
  const size_t outputs = split_at(Indices.shape(), 2).after;
  std::vector<T, BudgetAllocator<T>> greatest(outputs);
  for (size_t c = 0; c < shape[0] * shape[1]; ++c) {
    count_step();
    const T* channel = x.data() + c * inputs;
    int64_t* found = Indices.data() + c * outputs;
    each_run(window, [&](const Run& run) {
      for (size_t i = 0; i < run.count; ++i) {
        const size_t at = run.in + i * run.step;
        const T value = channel[at];
        T& other = greatest[run.out + i];
        const bool first_nan = value != value && other == other;
        if (found[run.out + i] < 0 || value > other || first_nan) {
          other = value;
          found[run.out + i] = int64_t(c * inputs + at);
        }
      }
    });
  }
  return Indices;
}

// A row-major position in a tensor [N, C, D…] with the spatial axes counted column-major.
int64_t column_major(int64_t position, const Shape& shape) {
  int64_t plane = 1;
  for (size_t axis = 2; axis < shape.size(); ++axis) plane *= int64_t(shape[axis]);
  int64_t rest = position % plane;
  int64_t below = plane;  // elements that one step along the axis passes, column-major
  int64_t result = position / plane * plane;
  for (size_t axis = shape.size(); axis-- > 2;) {
    below /= int64_t(shape[axis]);
    result += rest % int64_t(shape[axis]) * below;
    rest /= int64_t(shape[axis]);
  }
  return result;
}

Values max_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Window window = pool_window(call, X);
  Ints Indices = numeric(X.dtype(), [&]<class T>() { return find_greatest(X.as<T>(), window); });
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
