// RequantizeLinear: Y = sat8(⌊X · YScale / XScale + ½⌋). (The document has X of float only; the
// engine requantizes int8 too.)
//   1
// Requant, as models spell it, has the attributes scale_x and scale_o, and o_bits 8, 16 or 32: the
// wider types hold X shifted left by the ratio of the scales, unsaturated.
#include <algorithm>
#include <cmath>

#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values requantize_linear(const Call& call) {
  return {rescaled(call.tensor("X").as<double>(), scale_input(call, "YScale"),
                   scale_input(call, "XScale"))};
}

// Wraps modulo 2^bits of an integer type up to 32 bits.
Tensor shifted(DType type, const Reals& X, double scale_o, double scale_x) {
  const Reals Y = rounded(X, scale_o, scale_x);
  Ints wrapped = empty_array<int64_t>(Y.shape());
  std::transform(Y.begin(), Y.end(), wrapped.begin(),
                 [](double y) { return static_cast<int64_t>(std::fmod(y, 0x1p32)); });
  return Tensor::of(type, wrapped);
}

Values requant(const Call& call) {
  const Reals X = call.tensor("X").as<double>();
  const double scale_x = scale_attribute(call, "scale_x");
  const double scale_o = scale_attribute(call, "scale_o");
  const int64_t o_bits = call.integer("o_bits");
  if (o_bits == 8) return {rescaled(X, scale_o, scale_x)};
  if (o_bits == 16) return {shifted(DType::int16, X, scale_o, scale_x)};
  if (o_bits == 32) return {shifted(DType::int32, X, scale_o, scale_x)};
  throw InvalidInput("o_bits is {}, not 8, 16 or 32", o_bits);
}

const Operator op("RequantizeLinear", requantize_linear, {1}, "thinker");
const Operator spelt("Requant", requant, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
