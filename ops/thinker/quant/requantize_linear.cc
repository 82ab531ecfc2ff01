// RequantizeLinear: Y = sat8(⌊X · YScale / XScale + ½⌋).
//   1   X may be int8 too, which the document does not list
// Requant, as models name it: the scales are the attributes scale_x and scale_o. With o_bits 16 or
// 32 instead of 8, Y wraps: it is X shifted left by the ratio of the scales.
#include <cmath>

#include "engine/formula.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values requantize_linear(const Call& call) {
  return {rescaled(call.tensor("X").as<double>(), scale_input(call, "YScale"),
                   scale_input(call, "XScale"))};
}

// Wrapped modulo 2^bits of an integer type up to 32 bits.
Tensor wrapped(DType type, const Reals& values) {
  const Ints modulo = by_element(values, [](double v) { return std::fmod(v, 0x1p32); });
  return Tensor::of(type, modulo);
}

Values requant(const Call& call) {
  const Reals X = call.tensor("X").as<double>();
  const double scale_x = scale_attribute(call, "scale_x");
  const double scale_o = scale_attribute(call, "scale_o");
  const int64_t o_bits = call.integer("o_bits");
  if (o_bits == 8) return {rescaled(X, scale_o, scale_x)};
  if (o_bits == 16) return {wrapped(DType::int16, rounded(X, scale_o, scale_x))};
  if (o_bits == 32) return {wrapped(DType::int32, rounded(X, scale_o, scale_x))};
  throw InvalidInput("o_bits is {}, not 8, 16 or 32", o_bits);
}

const Operator op[] = {{"RequantizeLinear", requantize_linear, {1}, "thinker"},
                       {"Requant", requant, {1}, "thinker"}};

}  // namespace
}  // namespace etalon::thinker
