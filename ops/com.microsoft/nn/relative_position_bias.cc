// RelativePositionBias: output[0, h, i, j] is the bias of head h for the bin of the distance j − i.
// Of n bins, or with is_bidirectional of n/2 for the keys before and n/2 for those after, the first
// half are the distances 0, 1, …; the others grow by equal factors up to max_distance, and the last
// has all beyond. bias_table holds for each head its num_buckets numbers: “COL-major”.
//   1
// The text has “binned relative position bias for T5 model”, and not the bins: these are T5's.
#include "ops/com.microsoft/nn/relative_position_bias.h"

namespace etalon {

Bins::Bins(const Call& call)
    : is_bidirectional(call.flag("is_bidirectional")), max_distance(call.integer("max_distance")) {
  const Tensor& bias_table = call.tensor("bias_table");
  require_rank("bias_table", bias_table, 2);
  one_way = int64_t(bias_table.dim(0)) / (is_bidirectional ? 2 : 1);
  near = one_way / 2;
  if (near < 1 || max_distance <= near) {
    throw InvalidInput("max_distance {} does not fit {} bins", max_distance, bias_table.dim(0));
  }
}

int64_t Bins::far(int64_t distance) const {
  return is_bidirectional ? std::abs(distance) : std::max<int64_t>(-distance, 0);
}

size_t Bins::of(int64_t distance) const {
  const int64_t first = is_bidirectional && distance > 0 ? one_way : 0, n = far(distance);
  if (n < near) return size_t(first + n);
  const double steps = real::log(double(n) / double(near)) /
                       real::log(double(max_distance) / double(near)) * double(one_way - near);
  // A whole number of steps may lie a little below it in double.
  const auto further = int64_t(std::floor(steps * (1 + 0x1p-40)));
  return size_t(first + std::min(near + further, one_way - 1));
}

namespace {

Values relative_position_bias(const Call& call) {
  const Bins bins(call);
  const Tensor& bias_table = call.tensor("bias_table");
  const size_t num_buckets = bias_table.dim(0), num_heads = bias_table.dim(1);
  const Shape lengths = to_shape(
      {call.tensor("query_length").item<int64_t>(), call.tensor("key_length").item<int64_t>()});
  if (lengths[0] != lengths[1]) {
    throw InvalidInput("query_length is {} and key_length is {}", lengths[0], lengths[1]);
  }
  Ints at = empty_array<int64_t>({1, num_heads, lengths[0], lengths[1]});
  for (size_t h = 0; h < num_heads; ++h) {
    for (size_t i = 0; i < lengths[0]; ++i) {
      for (size_t j = 0; j < lengths[1]; ++j) {
        at(0, h, i, j) = int64_t(h * num_buckets + bins.of(int64_t(j) - int64_t(i)));
      }
    }
  }
  return {take(bias_table, at)};
}

const Operator op("RelativePositionBias", relative_position_bias, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
