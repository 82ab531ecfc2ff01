// SplitToSequence: the parts of input along `axis`. A scalar `split` is the length of each part,
// but for a smaller last one; a rank-1 `split` has the length of each. Without split the parts are
// single entries, which lose the axis when keepdims is 0.
//   11, 24    24: bfloat16
#include "ops/ai.onnx/sequence/sequence.h"

namespace etalon {
namespace {

// The length of each part of an axis of `size` entries.
std::vector<int64_t> part_lengths(const Tensor* split, int64_t size) {
  if (split && split->rank() > 1)
    throw InvalidInput("split has rank {}, not 0 or 1", split->rank());
  if (split && split->rank() == 1) return split->ints();
  const int64_t length = split ? split->item<int64_t>() : 1;
  if (length < 1) throw InvalidInput("split is {}", length);
  std::vector<int64_t> all;
  for (int64_t rest = size; rest > 0; rest -= all.back()) {
    count_step();
    all.push_back(std::min(length, rest));
  }
  return all;
}

Values split_to_sequence(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor* split = call.maybe("split");
  const size_t axis = axis_index(call.integer("axis"), input.rank());
  const std::vector<int64_t> lengths = part_lengths(split, static_cast<int64_t>(input.dim(axis)));
  for (const int64_t length : lengths) {
    if (length < 0) throw InvalidInput("split holds the negative length {}", length);
  }
  Sequence output_sequence{Type::tensor(input.dtype()), {}};
  size_t start = 0;
  for (const size_t length : to_shape(lengths)) {
    if (length > input.dim(axis) - start) {
      throw InvalidInput("split adds up to more than the {} entries of the axis", input.dim(axis));
    }
    Tensor part = slice(input, axis, start, start + length);
    if (!split && !call.flag("keepdims")) part = part.reshaped(without_axes(part.shape(), {axis}));
    output_sequence.items.push_back(part);
    start += length;
  }
  if (start != input.dim(axis)) {
    throw InvalidInput("split adds up to {}, less than the {} entries of the axis", start,
                       input.dim(axis));
  }
  return {output_sequence};
}

const Operator op("SplitToSequence", split_to_sequence, {11, 24});

}  // namespace
}  // namespace etalon
