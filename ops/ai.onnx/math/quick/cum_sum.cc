// CumSum of floats of at most 32 bits by compensated sums: over a long line the errors of plain
// additions would leave many totals undecided.
#include "engine/numerics/compensated.h"
#include "engine/numerics/rounded.h"
#include "engine/operators/rooms.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

bool cum_sum(const Call& call, DType type, double* line, size_t count, size_t) {
  const bool exclusive = call.flag("exclusive"), reverse = call.flag("reverse");
  count_work(work_per_step * count);
  Compensated sum;
  for (size_t i = 0; i < count; ++i) {
    double& element = line[reverse ? count - 1 - i : i];
    const Ball before = exclusive && i > 0 ? sum.ball() : Ball(0);
    sum.add(element);
    const Ball total = exclusive ? before : sum.ball();
    if (!decides(type, total)) return false;
    element = total.middle();
  }
  return true;
}

const Quick op("CumSum", cum_sum);

}  // namespace
}  // namespace etalon
