// BitCast: input's bits read as elements of type `to`, which is of the same width.
//   26        a byte other than 0 read as bool is true
#include "engine/formula.h"
#include "ops/ai.onnx/tensor/converted.h"

namespace etalon {
namespace {

// An element narrower than a byte is the low bits of its slot. Integers and bools go through their
// carrier, which gives them their own form there.
Tensor from_bytes(const Tensor& input, DType to) {
  const std::span<const uint8_t> bytes = input.slots<uint8_t>();
  Naturals bits = empty_array<uint64_t>(input.shape());
  std::copy(bytes.begin(), bytes.end(), bits.begin());
  if (!is_float(to)) return Tensor::of(to, bits);
  bits &= uint64_t{0xFF} >> (8 - bit_width(to));
  Tensor output = Tensor::unwritten(to, input.shape());
  std::copy(bits.begin(), bits.end(), output.mutable_slots<uint8_t>().begin());
  return output;
}

Values bit_cast(const Call& call) {
  const Tensor& input = call.tensor("input");
  const DType to = target_type(call);
  if (bit_width(to) != bit_width(input.dtype())) {
    throw InvalidInput("an element of tensor({}) has {} bits, one of tensor({}) has {}",
                       name(input.dtype()), bit_width(input.dtype()), name(to), bit_width(to));
  }
  if (slot_bytes(to) == 1) return {from_bytes(input, to)};
  Tensor output = Tensor::unwritten(to, input.shape());
  by_slot(to, [&]<class W>() {
    const std::span<const W> words = input.slots<W>();
    std::copy(words.begin(), words.end(), output.mutable_slots<W>().begin());
  });
  return {output};
}

const Operator op("BitCast", bit_cast, {26});

}  // namespace
}  // namespace etalon
