// QLinearMatMul: C = sat8(⌊Σ A · B · CScale / (AScale · BScale) + ½⌋), shapes as NumPy's matmul.
//   1   the zero points are required and not used
#include "engine/numerics/matmul.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values q_linear_mat_mul(const Call& call) {
  const Ints sums = matmul(call.tensor("A").as<int64_t>(), call.tensor("B").as<int64_t>());
  return {rescaled(Reals(sums), scale_input(call, "CScale"),
                   scale_input(call, "AScale") * scale_input(call, "BScale"))};
}

const Operator op("QLinearMatMul", q_linear_mat_mul, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
