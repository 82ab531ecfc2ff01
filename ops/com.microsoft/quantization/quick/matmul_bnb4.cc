// MatMulBnb4 by the engine's matrix product: doubles hold the weights.
#include "ops/com.microsoft/quantization/matmul_bnb4.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/choice.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "ops/ai.onnx/nn/heads.h"

namespace etalon {
namespace {

std::optional<Values> bnb4_product(const Call& call) {
  if (evaluation().rounding) return std::nullopt;
  const Bnb4 of(call);
  const Reals weights = of.code.as<double>() * of.absmax.as<double>();  // exact
  const Tensor W = Tensor::decided(DType::float64, weights);
  const DType T1 = call.tensor("A").dtype();
  const Tensor Y = products_of(in_float64(of.A), false, W, false)
                       .rounded([&]<class R>(const R& sum, size_t) -> R { return typed(T1, sum); });
  return Values{typed(T1, Y).reshaped(of.product)};  // exact
}

const Quick op("MatMulBnb4", bnb4_product);

}  // namespace
}  // namespace etalon
