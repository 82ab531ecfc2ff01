// GatherBlockQuantized: output = (data − zero_points) · scales at the entries `indices` along
// gather_axis, as Gather has it; scales and zero_points are those of the element's block, of
// block_size (0: all) elements along quantize_axis. An index outside [−s, s−1] gives zeros.
//   1
// uint8s hold numbers of `bits` bits along the last axis, the lowest first; their zero point is
// 2^(bits − 1) where it is left out, that of others is 0.
#include "ops/com.microsoft/quantization/gather_block_quantized.h"

namespace etalon {
namespace {

Values gather_block_quantized(const Call& call) {
  const BlockQuantized of(call);
  const Tensor& scales = call.tensor("scales");
  const Shape& indices = call.tensor("indices").shape();
  const Tensor gathered = pick(of.data, of.axis, of.entries);
  const Tensor dequantized =
      each(scales.dtype(), gathered, of.zero_points(call), of.spread(scales),
           [](const auto& x, const auto& zero, const auto& scale) { return (x - zero) * scale; });
  const Tensor output = choose(of.inside(call), dequantized, Tensor::zeros(scales.dtype(), {}));
  Shape shape = of.data.shape();
  const auto place = shape.erase(shape.begin() + std::ptrdiff_t(of.axis));
  shape.insert(place, indices.begin(), indices.end());
  return {output.reshaped(shape)};
}

const Operator op("GatherBlockQuantized", gather_block_quantized, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
