// iqClamp: Clip (ONNX's, version 13) of X / scale_x to [min, max] in float32, rounded to int8 at
// scale_o; min and max are floats or integers, in the domain of floats.
//   1
//       the attributes of the platform (thinker.h) change nothing
#include "engine/formula.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Tensor bound(const Call& call, std::string_view name) {
  const Attribute& attribute = call.attribute(name);
  if (const auto* whole = std::get_if<int64_t>(&attribute.value)) {
    return scalar(DType::float32, static_cast<double>(*whole));
  }
  return scalar(DType::float32, call.real(name));
}

Values iq_clamp(const Call& call) {
  const Tensor X = dequantized(call.tensor("X").as<double>(), scale_attribute(call, "scale_x"));
  const Values Y = delegate(
      call, "Clip", 13, {{"input", X}, {"min", bound(call, "min")}, {"max", bound(call, "max")}});
  return {rescaled(Y.at(0).tensor().as<double>(), scale_attribute(call, "scale_o"), 1)};
}

const Operator op("iqClamp", iq_clamp, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
