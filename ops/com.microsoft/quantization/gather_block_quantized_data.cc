#include "ops/com.microsoft/quantization/gather_block_quantized.h"

namespace etalon {
namespace {

// A dimension of 1 is for all indices.
size_t index_in(size_t index, const Tensor& X, size_t axis) {
  if (X.dim(axis) == 1) return 0;
  if (index >= X.dim(axis)) {
    throw InvalidInput("scales or zero_points of shape {} have no entry {} along axis {}",
                       to_string(X.shape()), index, axis);
  }
  return index;
}

}  // namespace

BlockQuantized::BlockQuantized(const Call& call) : data(call.tensor("data")) {
  require_rank_from("data", data, 1);
  require_rank("scales", call.tensor("scales"), data.rank());
  if (data.dtype() == DType::uint8) {
    bits = size_t(call.integer("bits"));
    if (bits != 2 && bits != 4 && bits != 8) throw InvalidInput("bits is {}, not 2, 4 or 8", bits);
    data = unpacked(data, bits, data.dim(data.rank() - 1) * 8 / bits);
  }
  axis = axis_index(call.integer("gather_axis"), data.rank());
  quantize_axis = axis_index(call.integer("quantize_axis"), data.rank());
  const int64_t size = call.integer("block_size");
  if (size < 0) throw InvalidInput("block_size is {}", size);
  block_size = size == 0 ? std::max<size_t>(data.dim(quantize_axis), 1) : size_t(size);
  const size_t s = data.dim(axis);
  for (const int64_t i : call.tensor("indices").ints()) {
    entries.push_back(i < -int64_t(s) || i >= int64_t(s) ? 0 : entry_index(i, s));
  }
}

Tensor BlockQuantized::spread(const Tensor& X) const {
  std::vector<size_t> gathered = entries, blocks(data.dim(quantize_axis));
  for (size_t& i : gathered) i = index_in(axis == quantize_axis ? i / block_size : i, X, axis);
  const Tensor picked = pick(X, axis, gathered);
  if (axis == quantize_axis) return picked;
  for (size_t i = 0; i < blocks.size(); ++i) blocks[i] = index_in(i / block_size, X, quantize_axis);
  return pick(picked, quantize_axis, blocks);
}

Tensor BlockQuantized::zero_points(const Call& call) const {
  const DType type = call.tensor("data").dtype();
  const Tensor* given = call.maybe("zero_points");
  if (!given) {
    return scalar(DType::int32, type == DType::uint8 ? int64_t{1} << (bits - 1) : int64_t{0});
  }
  if (is_float(type)) throw InvalidInput("zero_points are given where data are floats");
  const Tensor& scales = call.tensor("scales");
  const size_t count = scales.dim(scales.rank() - 1);
  return spread(type == DType::uint8 ? unpacked(*given, bits, count) : *given);
}

Bools BlockQuantized::inside(const Call& call) const {
  const Ints i = call.tensor("indices").as<int64_t>();
  const auto s = int64_t(data.dim(axis));
  return along(Bools(i >= -s && i < s), axis, data.rank());
}

}  // namespace etalon
