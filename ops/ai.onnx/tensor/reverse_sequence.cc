// ReverseSequence: Y[b][t] = input[b][n - 1 - t] where t < n = sequence_lens[b], input[b][t]
// elsewhere: in each slice along batch_axis, the first n entries along time_axis in reverse order.
// The two axes are 0 and 1, either way.
//   10, 28    28: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values reverse_sequence(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor& sequence_lens = call.tensor("sequence_lens");
  const int64_t batch_axis = call.integer("batch_axis");
  const int64_t time_axis = call.integer("time_axis");
  if ((batch_axis != 0 && batch_axis != 1) || time_axis != 1 - batch_axis) {
    throw InvalidInput("batch_axis is {} and time_axis {}", batch_axis, time_axis);
  }
  require_rank_from("input", input, 2);
  require_shape("sequence_lens", sequence_lens, {input.dim(size_t(batch_axis))});
  const auto time = static_cast<int64_t>(input.dim(size_t(time_axis)));
  for (const int64_t length : sequence_lens.ints()) {
    if (length < 0 || length > time) {
      throw InvalidInput("length {} is outside [0, {}]", length, time).at("index");
    }
  }
  const Ints length = along(sequence_lens.as<int64_t>(), size_t(batch_axis), input.rank());
  const Ints t = coordinate(input.shape(), size_t(time_axis));
  return {take_along(input, size_t(time_axis), xt::where(t < length, length - 1 - t, t))};
}

const Operator op("ReverseSequence", reverse_sequence, {10, 28});

}  // namespace
}  // namespace etalon
