#include "ops/ai.onnx/quantization/quick/singles.h"

#include "engine/numerics/elementwise.h"

namespace etalon {
namespace {

// Scales and zero points as floats, block by block.
class Parameters {
 public:
  Parameters(const Tensor& scale, const Tensor& zero_point, const Shape& shape)
      : zeros_(Tensor::decided(DType::float32, zero_point.as<double>())),
        scale_(scale, shape),
        zero_(zeros_, shape) {}

  const float* scales(size_t count) { return scale_.next(count, scale_room_); }
  const float* zeros(size_t count) { return zero_.next(count, zero_room_); }

 private:
  Tensor zeros_;
  BroadcastReader<float> scale_, zero_;
  float scale_room_[block_size], zero_room_[block_size];
};

// Rounds to an integer, ties to even, for |value| ≤ 2^22: beside 1.5 · 2^23, floats are integers.
float to_integer(float value) {
  constexpr float integers = 0x1.8p23F;
  return (value + integers) - integers;
}

// False if a quotient is NaN. What saturates does so before it is rounded, which gives the same.
template <class W>
bool quantize(const float* x, const float* scale, const float* zero, DType type, size_t count,
              W* y) {
  const auto least = static_cast<float>(lowest(type));
  const auto greatest = static_cast<float>(highest(type));
  int ordered = 1;
  for (size_t i = 0; i < count; ++i) {
    const float quotient = x[i] / scale[i];
    ordered &= quotient == quotient ? 1 : 0;
    const float low = least - zero[i];
    const float high = greatest - zero[i];
    const float from_low = quotient > low ? quotient : low;  // low for NaN
    const float within = from_low < high ? from_low : high;
    y[i] = static_cast<W>(static_cast<int32_t>(to_integer(within) + zero[i]));
  }
  return ordered != 0;
}

template <class W>
Tensor dequantized(const Tensor& x, const Tensor& scale, const Tensor& zero_point) {
  if (varies(x)) throw Undecided();
  Parameters parameters(scale, zero_point, x.shape());
  BlockWriter<float> writer(DType::float32, x.shape());
  const W* next = x.slots<W>().data();
  while (const size_t count = writer.count()) {
    const float* scales = parameters.scales(count);
    const float* zeros = parameters.zeros(count);
    float* y = writer.room();
    for (size_t i = 0; i < count; ++i) y[i] = (static_cast<float>(next[i]) - zeros[i]) * scales[i];
    next += count;
    writer.written();
  }
  return writer.result();
}

}  // namespace

std::optional<Tensor> quantized_singles(DType type, const Tensor& x, const Tensor& scale,
                                        const Tensor& zero_point) {
  Parameters parameters(scale, zero_point, x.shape());
  BroadcastReader<float> reader(x, x.shape());
  Tensor y = Tensor::unwritten(type, x.shape());
  float room[block_size];
  bool ordered = true;
  const auto blocks = [&]<class W>() {
    W* slots = y.mutable_slots<W>().data();
    for (size_t first = 0; first < x.size(); first += block_size) {
      const size_t count = std::min(block_size, x.size() - first);
      const float* scales = parameters.scales(count);
      const float* zeros = parameters.zeros(count);
      ordered &= quantize(reader.next(count, room), scales, zeros, type, count, slots + first);
    }
  };
  slot_bytes(type) == 1 ? blocks.operator()<uint8_t>() : blocks.operator()<uint16_t>();
  return ordered ? std::optional(y) : std::nullopt;
}

Tensor dequantized_singles(const Tensor& x, const Tensor& scale, const Tensor& zero_point) {
  const bool is_signed = is_signed_integer(x.dtype());
  if (slot_bytes(x.dtype()) == 1) {
    return is_signed ? dequantized<int8_t>(x, scale, zero_point)
                     : dequantized<uint8_t>(x, scale, zero_point);
  }
  return is_signed ? dequantized<int16_t>(x, scale, zero_point)
                   : dequantized<uint16_t>(x, scale, zero_point);
}

}  // namespace etalon
