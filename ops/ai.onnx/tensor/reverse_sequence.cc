// ReverseSequence: in each slice i along batch_axis, the first sequence_lens[i] entries along
// time_axis in reverse order; the others stay. The two axes are 0 and 1, either way.
//   10, 28    28: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon::reverse_sequence_operator {
namespace {

// The lengths, checked against the shape of input.
std::vector<int64_t> lengths(const Call& call, const Shape& shape, size_t batch_axis) {
  const std::vector<int64_t> sequence_lens = call.tensor("sequence_lens").ints();
  if (sequence_lens.size() != shape[batch_axis]) {
    throw InvalidInput("{} sequence_lens for {} batches", sequence_lens.size(), shape[batch_axis]);
  }
  const auto time = static_cast<int64_t>(shape[1 - batch_axis]);
  for (const int64_t length : sequence_lens) {
    if (length >= 0 && length <= time) continue;
    throw InvalidInput("length {} is outside [0, {}]", length, time);
  }
  return sequence_lens;
}

Values reverse_sequence(const Call& call) {
  const Tensor& input = call.tensor("input");
  const int64_t batch_axis = call.integer("batch_axis");
  const int64_t time_axis = call.integer("time_axis");
  if ((batch_axis != 0 && batch_axis != 1) || time_axis != 1 - batch_axis) {
    throw InvalidInput("batch_axis is {} and time_axis {}", batch_axis, time_axis);
  }
  if (input.rank() < 2) throw InvalidInput("input is of rank {}", input.rank());
  const std::vector<int64_t> sequence_lens = lengths(call, input.shape(), size_t(batch_axis));
  if (input.size() == 0) return {input};
  const size_t rest = split_at(input.shape(), 2).after;
  const Ints all = positions({input.dim(0), input.dim(1), rest});
  Ints at = all;
  for (size_t i = 0; i < sequence_lens.size(); ++i) {
    for (size_t t = 0; t < size_t(sequence_lens[i]); ++t) {
      const size_t from = size_t(sequence_lens[i]) - 1 - t;
      for (size_t k = 0; k < rest; ++k) {
        if (time_axis == 0) {
          at(t, i, k) = all(from, i, k);
        } else {
          at(i, t, k) = all(i, from, k);
        }
      }
    }
  }
  at.reshape(input.shape());
  return {take(input, at)};
}

const Operator op("ReverseSequence", {{10, reverse_sequence}, {28, reverse_sequence}});

}  // namespace
}  // namespace etalon::reverse_sequence_operator
