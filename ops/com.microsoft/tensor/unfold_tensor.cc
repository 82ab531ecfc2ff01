// UnfoldTensor: output[…, i, …, j] = input[…, i · step + j, …] along the axis `dim`, for j < size
// and all i for which that is there; j's axis is appended.
//   1
#include "engine/formula.h"

namespace etalon {
namespace {

Values unfold_tensor(const Call& call) {
  const Tensor& input = call.tensor("input");
  const size_t dim = axis_index(call.integer("dim"), input.rank());
  const auto sizedim = int64_t(input.dim(dim));
  const int64_t size = call.integer("size"), step = call.integer("step");
  if (size < 1 || size > sizedim) throw InvalidInput("size {} is outside [1, {}]", size, sizedim);
  if (step < 1) throw InvalidInput("step is {}", step);
  const int64_t count = (sizedim - size) / step + 1;
  std::vector<size_t> read;
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t j = 0; j < size; ++j) read.push_back(size_t(i * step + j));
  }
  Shape shape = input.shape();
  shape[dim] = size_t(count);
  const Shape slices{split_at(shape, dim).before, size_t(count), size_t(size),
                     split_at(shape, dim + 1).after};
  shape.push_back(size_t(size));
  return {transposed(pick(input, dim, read).reshaped(slices), {0, 1, 3, 2}).reshaped(shape)};
}

const Operator op("UnfoldTensor", unfold_tensor, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
