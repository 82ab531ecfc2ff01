// iqMul: ohs = sat8(⌊lhs · rhs · scale_o / (scale_x · scale_y) + ½⌋), with broadcasting.
//   1
// iqmul is another spelling; iqmul_Iu8_Is8_Os8 and iqmul_Is8_Iu8_Os8 may have the operand that
// their name calls Iu8 unsigned, which is then read as such.
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values iq_mul(const Call& call) {
  const Reals ohs = call.tensor("lhs").as<double>() * call.tensor("rhs").as<double>();
  return {rescaled(ohs, scale_attribute(call, "scale_o"),
                   scale_attribute(call, "scale_x") * scale_attribute(call, "scale_y"))};
}

const Operator op("iqMul", iq_mul, {1}, "thinker");
const Operator lower("iqmul", iq_mul, {1}, "thinker");
const Operator unsigned_lhs("iqmul_Iu8_Is8_Os8", iq_mul, {1}, "thinker");
const Operator unsigned_rhs("iqmul_Is8_Iu8_Os8", iq_mul, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
