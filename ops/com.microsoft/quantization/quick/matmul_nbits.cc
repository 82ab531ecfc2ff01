// MatMulNBits by the engine's matrix product, where doubles hold the weights.
#include "ops/com.microsoft/quantization/matmul_nbits.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

std::optional<Values> quick_nbits(const Call& call) {
  const BlockWeights B(call);
  const Rows of(call, B);
  return nbits_product(call, B, of, of.A);
}

const Quick op("MatMulNBits", quick_nbits);

}  // namespace
}  // namespace etalon
