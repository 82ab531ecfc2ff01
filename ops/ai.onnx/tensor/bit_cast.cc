// BitCast: input's bits read as elements of type `to`, which is of the same width.
//   26        a byte other than 0 read as bool is true
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values bit_cast(const Call& call) {
  const Tensor& input = call.tensor("input");
  const DType to = target_type(call, call.integer("to"));
  if (bit_width(to) != bit_width(input.dtype())) {
    throw InvalidInput("an element of tensor({}) has {} bits, one of tensor({}) has {}",
                       name(input.dtype()), bit_width(input.dtype()), name(to), bit_width(to));
  }
  if (to == DType::boolean || is_integer(to)) {
    // Through the carrier, which gives bools and integers narrower than a byte their own form.
    if (slot_bytes(to) == 1) {
      Naturals bits = empty_array<uint64_t>(input.shape());
      std::copy_n(input.slots<uint8_t>().begin(), input.size(), bits.begin());
      return {Tensor::of(to, bits)};
    }
  }
  Tensor output = Tensor::zeros(to, input.shape());
  by_slot(to, [&]<class W>() {
    const std::span<const W> from = input.slots<W>();
    const auto low = [to](W word) {
      if constexpr (sizeof(W) == 1) return static_cast<W>(word & (0xFF >> (8 - bit_width(to))));
      return word;
    };
    std::transform(from.begin(), from.end(), output.mutable_slots<W>().begin(), low);
  });
  return {output};
}

const Operator op("BitCast", bit_cast, {26});

}  // namespace
}  // namespace etalon
