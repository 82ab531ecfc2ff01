// iqSub, with broadcasting:
//
//   ohs = sat8(⌊lhs · scale_o / scale_x + ½⌋ − ⌊rhs · scale_o / scale_y + ½⌋)
//
//   1
// (The document's formula, ohs / scale_o = lhs / scale_x − rhs / scale_y, would round once; engines
// round each operand by itself, and models are trained for that.)
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values iq_sub(const Call& call) {
  const double scale_o = scale_attribute(call, "scale_o");
  const Reals lhs =
      rounded(call.tensor("lhs").as<double>(), scale_o, scale_attribute(call, "scale_x"));
  const Reals rhs =
      rounded(call.tensor("rhs").as<double>(), scale_o, scale_attribute(call, "scale_y"));
  return {sat8(lhs - rhs)};
}

const Operator op("iqSub", iq_sub, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
