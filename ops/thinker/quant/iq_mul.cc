// iqMul: ohs = sat8(⌊lhs · rhs · scale_o / (scale_x · scale_y) + ½⌋), with broadcasting.
//   1
//       rhs may be a float scalar: it is quantized first, sat8(⌊rhs · scale_y + ½⌋)
//       mode and the other attributes of the platform (thinker.h) change nothing
// iqmul is another name. In iqmul_Iu8_Is8_Os8 and iqmul_Is8_Iu8_Os8 the operand that the name
// calls Iu8 may be unsigned, and is read by its own type.
#include "ops/thinker/quant/operands.h"

namespace etalon::thinker {
namespace {

Values iq_mul(const Call& call) {
  const Reals ohs = call.tensor("lhs").as<double>() * rhs_at_scale_y(call);
  return {rescaled(ohs, scale_attribute(call, "scale_o"),
                   scale_attribute(call, "scale_x") * scale_attribute(call, "scale_y"))};
}

const Operator op("iqMul", iq_mul, {1}, "thinker");
const Operator lower("iqmul", iq_mul, {1}, "thinker");
const Operator unsigned_lhs("iqmul_Iu8_Is8_Os8", iq_mul, {1}, "thinker");
const Operator unsigned_rhs("iqmul_Is8_Iu8_Os8", iq_mul, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
