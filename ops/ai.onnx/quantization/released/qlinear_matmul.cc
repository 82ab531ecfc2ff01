// QLinearMatMul of int8 in the releases whose expectations wrap: the scale is rounded in the
// scales' own type, and what lies beyond int8 wraps.
#include "engine/numerics/cast.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/quantization/qlinear.h"

namespace etalon {
namespace {

Values wrapped(const Call& call) {
  if (call.tensor("y_zero_point").dtype() != DType::int8) {
    return call.node().implementation->run(call);
  }
  const Reals P = integer_product(call);
  const Scales scales = scales_of(call, P.shape());
  const DType type = scales.a.dtype();
  const Reals ab_scale = round_to(type, Reals(scales.a.as<double>() * scales.b.as<double>()));
  const Reals scale = round_to(type, Reals(ab_scale / scales.y.as<double>()));
  const Reals y = xt::rint(P * scale) + scales.zero_point.as<double>();
  return {cast(Tensor::decided(DType::float64, y), DType::int8, {.wrap = true})};
}

const Released op("QLinearMatMul", {"qlinearmatmul-int8-wraps"}, wrapped);

}  // namespace
}  // namespace etalon
