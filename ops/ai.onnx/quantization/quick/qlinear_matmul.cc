// QLinearMatMul of 8-bit integers by an integer product of matrices, and of float8 by one of balls.
#include "engine/numerics/matmul.h"
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

Array<Ball> of_floats(const Call& call) {
  const Array<Ball> P =
      matmul(carriers_of<Ball>(centred(call.tensor("a"), by_row(call.tensor("a_zero_point")))),
             carriers_of<Ball>(centred(call.tensor("b"), by_column(call.tensor("b_zero_point")))));
  const Scales scales = scales_of(call, P.shape());
  const auto of = [](const Tensor& values) { return elements_of<Ball>(values); };
  return P * of(scales.a) * of(scales.b) / of(scales.y) + of(scales.zero_point);
}

const Quick op("QLinearMatMul", qlinear_matmul);
const Quick sums("QLinearMatMul", of_floats);

}  // namespace
}  // namespace etalon
