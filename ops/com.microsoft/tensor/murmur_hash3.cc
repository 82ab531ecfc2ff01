// MurmurHash3: Y = MurmurHash3_x86_32 of the bytes of each element of X; uint32 if `positive` is 1,
// else int32.
//   1
// Which bytes an element has, the text does not say. Measured of onnxruntime 1.32.0: those of a
// number in its type, the lowest first, and those of a string in UTF-8; of the seed the lowest 32
// bits count.
#include <bit>

#include "engine/numerics/texts.h"

namespace etalon {
namespace {

// A. Appleby, MurmurHash3 (2011, public domain): the mixing of a block of four bytes.
uint32_t mixed(uint32_t block) { return std::rotl(block * 0xcc9e2d51U, 15) * 0x1b873593U; }

uint32_t murmur_hash3(std::string_view bytes, uint32_t seed) {
  uint32_t hash = seed;
  const size_t tail = bytes.size() / 4 * 4;
  uint32_t block = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    block |= uint32_t(uint8_t(bytes[i])) << (8 * (i % 4));
    if (i % 4 < 3) continue;
    hash = std::rotl(hash ^ mixed(block), 13) * 5 + 0xe6546b64U;
    block = 0;
  }
  if (tail < bytes.size()) hash ^= mixed(block);
  hash ^= uint32_t(bytes.size());
  hash = (hash ^ hash >> 16) * 0x85ebca6bU;
  hash = (hash ^ hash >> 13) * 0xc2b2ae35U;
  return hash ^ hash >> 16;
}

// The bytes of element i of X, the lowest first.
std::string bytes_of(const Tensor& X, size_t i) {
  return by_slot(X.dtype(), [&]<class W>() -> std::string {
    if constexpr (std::is_same_v<W, std::string>) {
      return X.slots<std::string>()[i];
    } else if constexpr (std::is_integral_v<W>) {
      std::string bytes;
      for (size_t k = 0; k < sizeof(W); ++k) bytes.push_back(char(X.slots<W>()[i] >> (8 * k)));
      return bytes;
    } else {
      throw InternalError("an element of {} bytes", sizeof(W));
    }
  });
}

Values murmur_hash3(const Call& call) {
  const Tensor& X = call.tensor("X");
  const auto seed = uint32_t(call.integer("seed"));
  const bool positive = call.integer("positive") == 1;
  Ints Y = empty_array<int64_t>({X.size()});
  for (size_t i = 0; i < X.size(); ++i) {
    const uint32_t hash = murmur_hash3(bytes_of(X, i), seed);
    Y(i) = positive ? int64_t{hash} : int64_t{int32_t(hash)};
  }
  if (!positive) return {Tensor::of(DType::int32, Y).reshaped(X.shape())};
  return {Tensor::of(DType::uint32, Naturals(xt::cast<uint64_t>(Y))).reshaped(X.shape())};
}

const Operator op("MurmurHash3", murmur_hash3, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
