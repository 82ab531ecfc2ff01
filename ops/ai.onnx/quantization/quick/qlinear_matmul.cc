// QLinearMatMul of 8-bit integers by an integer product of matrices.
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/quantization/qlinear.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {

namespace {

std::optional<Values> qlinear_matmul(const Call& call) {
  const DType type = call.tensor("y_zero_point").dtype();
  if (is_float(type)) return std::nullopt;
  const Reals product = integer_product(call);
  const Scales scales = scales_of(call, product.shape());
  const Reals whole = rounded_quotients(product, scales);
  return Values{quantized(type, whole, scales.zero_point.as<double>())};
}

const Quick op("QLinearMatMul", qlinear_matmul);

}  // namespace
}  // namespace etalon
