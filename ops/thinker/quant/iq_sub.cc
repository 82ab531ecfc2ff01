// iqSub, with broadcasting:
//
//   ohs = sat8(⌊lhs · scale_o / scale_x + ½⌋ − ⌊rhs · scale_o / scale_y + ½⌋)
//
//   1
//       rhs may be a float scalar: it is quantized first, sat8(⌊rhs · scale_y + ½⌋)
//       mode and the other attributes of the platform (thinker.h) change nothing
// (The document's formula, ohs / scale_o = lhs / scale_x − rhs / scale_y, would round once. Engines
// round each operand by itself, and models are trained for that.)
#include "ops/thinker/quant/operands.h"

namespace etalon::thinker {
namespace {

Values iq_sub(const Call& call) {
  const double scale_o = scale_attribute(call, "scale_o");
  const Reals lhs =
      rounded(call.tensor("lhs").as<double>(), scale_o, scale_attribute(call, "scale_x"));
  const Reals rhs = rounded(rhs_at_scale_y(call), scale_o, scale_attribute(call, "scale_y"));
  return {sat8(lhs - rhs)};
}

const Operator op("iqSub", iq_sub, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
