// MatMulNBits with an accuracy_level: “4 means input A can be quantized with the same block_size to
// int8 internally”, and 2 and 3 that it can be “downcast” to float16 and bfloat16.
#include "ops/com.microsoft/quantization/matmul_nbits.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/rounding.h"

namespace etalon {
namespace {

// At least |a|.
Reals magnitude(const Array<ArbBall>& A) {
  Reals most = full(A.shape(), 0.0);
  for (size_t i = 0; i < A.size(); ++i) {
    most.data()[i] = std::fabs(A.data()[i].middle()) + A.data()[i].radius();
  }
  return most;
}

// For each of the magnitudes [rows, K] the greatest one of its block.
Reals greatest_of_blocks(const Call& call, const Reals& A) {
  const size_t K = A.shape()[1], block_size = size_t(call.integer("block_size"));
  Reals greatest = A;
  for (size_t row = 0; row < A.size(); row += K) {
    for (size_t first = row; first < row + K; first += block_size) {
      const auto begin = greatest.begin() + int64_t(first);
      const auto end = greatest.begin() + int64_t(std::min(row + K, first + block_size));
      std::fill(begin, end, *std::max_element(begin, end));
    }
  }
  return greatest;
}

// How far a runtime may move each element of A.
Reals moved_by(const Call& call, const Array<ArbBall>& given) {
  const int64_t level = call.integer("accuracy_level");
  const Reals A = magnitude(given);
  if (level == 4) return greatest_of_blocks(call, A) / 250;
  return A * (level == 2 ? 0x1p-11 : level == 3 ? 0x1p-8 : 0);
}

std::optional<Values> bounded_nbits(const Call& call) {
  const BlockWeights B(call);
  const Rows of(call, B);
  Array<ArbBall> A = elements_of<ArbBall>(of.A);
  const Reals by = moved_by(call, A);
  for (size_t i = 0; i < A.size(); ++i) A.data()[i].widen(by.data()[i]);
  const Array<ArbBall> W = (elements_of<ArbBall>(B.q) - elements_of<ArbBall>(B.zero_point)) *
                           elements_of<ArbBall>(B.scale);
  Array<ArbBall> Y = matmul(A, Array<ArbBall>(xt::transpose(W)));
  if (const Tensor* bias = call.maybe("bias")) Y = Y + elements_of<ArbBall>(*bias);
  return Values{rounded(call.tensor("A").dtype(), Y).reshaped(of.product)};
}

// A as a runtime of this accuracy_level may keep it; of 4, each block as int8 with a scale.
Tensor narrowed(const Call& call, const Tensor& A) {
  const int64_t level = call.integer("accuracy_level");
  const Reals a = A.as<double>();
  if (level != 4) {
    const DType type = level == 2 ? DType::float16 : DType::bfloat16;
    return Tensor::decided(DType::float64,
                           by_element(a, [&](double x) { return round_to(type, x); }));
  }
  const Reals scale = greatest_of_blocks(call, Reals(xt::abs(a))) / 127;
  return Tensor::decided(DType::float64, by_element(a, scale, [](double x, double unit) {
                           return unit > 0 && std::isfinite(unit) ? std::rint(x / unit) * unit : x;
                         }));
}

// Runtimes that make use of accuracy_level; others compute the formula.
std::optional<Values> sampled_nbits(const Call& call) {
  const int64_t level = call.integer("accuracy_level");
  if (level < 2 || level > 4 || !evaluation().sampled->fused()) return std::nullopt;
  const BlockWeights B(call);
  const Rows of(call, B);
  return nbits_product(call, B, of, narrowed(call, of.A));
}

const Bounds op("MatMulNBits", bounded_nbits);
const Sampled samples("MatMulNBits", sampled_nbits);

}  // namespace
}  // namespace etalon
