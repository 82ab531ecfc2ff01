// MatMulNBits by the engine's matrix product, where doubles hold the weights.
#include "ops/com.microsoft/quantization/matmul_nbits.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/choice.h"
#include "engine/operators/rooms.h"
#include "engine/values/rounding.h"
#include "ops/ai.onnx/nn/heads.h"

namespace etalon {
namespace {

std::optional<Values> nbits_product(const Call& call) {
  if (current_rounding()) return std::nullopt;
  const BlockWeights B(call);
  const Rows of(call, B);
  if (!is_integer(B.zero_point.dtype()) || B.q.size() == 0) return std::nullopt;
  const Reals weights =
      (B.q.as<double>() - B.zero_point.as<double>()) * B.scale.as<double>();  // exact
  const Tensor W = Tensor::decided(DType::float64, weights);
  const Reader bias(call.maybe("bias"));
  const DType T1 = call.tensor("A").dtype();
  const size_t N = W.dim(0);
  const Tensor Y = products_of(in_float64(of.A), false, W, true)
                       .rounded([&]<class R>(const R& sum, size_t at) -> R {
                         return typed(T1, bias ? R(sum + bias.at<R>(at % N)) : sum);
                       });
  return Values{typed(T1, Y).reshaped(of.product)};  // exact
}

const Quick op("MatMulNBits", nbits_product);

}  // namespace
}  // namespace etalon
