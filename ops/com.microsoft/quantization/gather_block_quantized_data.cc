#include "ops/com.microsoft/quantization/gather_block_quantized.h"

namespace etalon {
namespace {

// A dimension of 1 is for all indices.
size_t index_in(size_t index, const Tensor& X, size_t axis) { return X.dim(axis) == 1 ? 0 : index; }

// “Ignored when `data` is an FP8 or FP4 type.”
size_t bits_of(const Call& call, DType type) {
  const int64_t bits = is_float(type) ? 8 : call.integer("bits");
  if (bits != 2 && bits != 4 && bits != 8) throw InvalidInput("bits is {}, not 2, 4 or 8", bits);
  return size_t(bits);
}

// Throws InvalidInput unless scales have an entry for each block, and for each entry along the
// other axes; where data are floats, one that is for all of an axis will do.
void require_scales(const BlockQuantized& of, const Tensor& scales, bool floats) {
  require_rank("scales", scales, of.data.rank());
  Shape wanted = of.data.shape();
  wanted[of.quantize_axis] = (wanted[of.quantize_axis] + of.block_size - 1) / of.block_size;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (floats && i != of.quantize_axis && scales.dim(i) == 1) wanted[i] = 1;
  }
  require_shape("scales", scales, wanted);
}

}  // namespace

BlockQuantized::BlockQuantized(const Call& call) : data(call.tensor("data")) {
  const DType type = data.dtype();
  const bool floats = is_float(type), bytes = type == DType::uint8;
  require_rank_from("data", data, 1);
  if (floats && call.maybe("zero_points")) {
    throw InvalidInput("zero_points are given where data are floats");
  }
  bits = bits_of(call, type);
  axis = axis_index(call.integer("gather_axis"), data.rank());
  quantize_axis = axis_index(call.integer("quantize_axis"), data.rank());
  if (bytes && axis != 0) throw InvalidInput("gather_axis is {} for data of uint8, not 0", axis);
  if (bytes && bits < 8 && axis == quantize_axis) {
    throw InvalidInput("gather_axis and quantize_axis are both {} for packed data", axis);
  }
  const bool one_block = floats && call.integer("block_size") == 0;
  if (bytes) data = unpacked(data, bits, data.dim(data.rank() - 1) * 8 / bits);
  block_size = one_block ? std::max<size_t>(data.dim(quantize_axis), 1) : block_size_of(call);
  require_scales(*this, call.tensor("scales"), floats);
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
  Shape shape = call.tensor("scales").shape();
  const size_t count = shape.back();
  if (type == DType::uint8) shape.back() = (count * bits + 7) / 8;
  require_shape("zero_points", *given, shape);
  return spread(type == DType::uint8 ? unpacked(*given, bits, count) : *given);
}

Bools BlockQuantized::inside(const Call& call) const {
  const Ints i = call.tensor("indices").as<int64_t>();
  const auto s = int64_t(data.dim(axis));
  return along(Bools(i >= -s && i < s), axis, data.rank());
}

}  // namespace etalon
