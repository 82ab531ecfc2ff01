// Integers of a few bits, several in a byte.
#pragma once

#include "engine/formula.h"

namespace etalon {

// `count` numbers of `bits` bits along the last axis of uint8s, the lowest bits of a byte first:
// number i begins at bit i · bits. Throws InvalidInput where there are fewer.
inline Tensor unpacked(const Tensor& bytes, size_t bits, size_t count) {
  const size_t width = bytes.dim(bytes.rank() - 1);
  if (8 * width < bits * count) {
    throw InvalidInput("{} bytes do not hold {} numbers of {} bits", width, count, bits);
  }
  Shape shape = bytes.shape();
  shape.back() = count;
  const Ints from = bytes.as<int64_t>();
  Ints numbers = empty_array<int64_t>(shape);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const size_t bit = i % count * bits, byte = i / count * width + bit / 8;
    const int64_t low = from.data()[byte];
    const int64_t high = bit % 8 + bits > 8 ? from.data()[byte + 1] : 0;
    numbers.data()[i] = ((low | high << 8) >> (bit % 8)) & ((int64_t{1} << bits) - 1);
  }
  return Tensor::of(DType::uint8, numbers);
}

// block_size, which “must be a power of 2 and not smaller than 16”. Throws InvalidInput where it is
// not.
inline size_t block_size_of(const Call& call) {
  const int64_t size = call.integer("block_size");
  if (size < 16 || (size & (size - 1)) != 0) {
    throw InvalidInput("block_size is {}, not a power of two that is at least 16", size);
  }
  return size_t(size);
}

// An integer attribute that is at least 1. Throws InvalidInput where it is not.
inline size_t positive(const Call& call, std::string_view attribute) {
  const int64_t value = call.integer(attribute);
  if (value < 1) throw InvalidInput("{} is {}", attribute, value);
  return size_t(value);
}

}  // namespace etalon
