// iqDiv: ohs = sat8(⌊(lhs / scale_x) / (rhs / scale_y) · scale_o + ½⌋), with broadcasting.
//
// x / 0 saturates by x's sign, and 0 / 0 is 0.
//   1
//       rhs may be a float scalar: it is quantized first, sat8(⌊rhs · scale_y + ½⌋)
//       mode and the other attributes of the platform (thinker.h) change nothing
#include "engine/formula.h"
#include "ops/thinker/quant/operands.h"

namespace etalon::thinker {
namespace {

Values iq_div(const Call& call) {
  const double scale_x = scale_attribute(call, "scale_x");
  const double scale_y = scale_attribute(call, "scale_y");
  const double scale_o = scale_attribute(call, "scale_o");
  // These products of an integer and a scale are exact in double.
  const Reals dividend = call.tensor("lhs").as<double>() * scale_y;
  const Reals divisor = rhs_at_scale_y(call) * scale_x;
  return {sat8(by_element(dividend, divisor,
                          [&](double lhs, double rhs) { return rounded(lhs, scale_o, rhs); }))};
}

const Operator op("iqDiv", iq_div, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
