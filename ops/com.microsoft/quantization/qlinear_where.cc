// QLinearWhere: Z = saturate(round(x / z_scale) + z_zero_point), ties to even, with x = x_scale ·
// (X − x_zero_point) where condition is true, y_scale · (Y − y_zero_point) elsewhere; condition, X
// and Y broadcast.
//   1
// The text has “Return elements, either from X or Y, depending on condition”: that they are
// requantized, how they are rounded, and that they saturate is measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_where(const Call& call) {
  const Quantization of_Z(call, "z");
  const auto quotient = [&](const Tensor& X, const Quantization& of_X) {
    return each(of_X.centred(X),
                [&]<class R>(const R& q) -> R { return of_X.scale * q / of_Z.scale; });
  };
  const Tensor &X = call.tensor("X"), &Y = call.tensor("Y");
  const Tensor chosen =
      choose(call.tensor("condition").as<bool>(), quotient(X, Quantization(call, "x")),
             quotient(Y, Quantization(call, "y")));
  return requantized(X.dtype(), chosen, of_Z);
}

const Operator op("QLinearWhere", qlinear_where, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
