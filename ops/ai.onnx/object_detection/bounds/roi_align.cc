// RoiAlign: a runtime divides a region into bins, and a bin into points, one after the other, and
// rounds four times as often as the formula, which divides once.
#include "engine/formula.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon {
namespace {

std::optional<Values> bounded_roi_align(const Call& call) {
  Rounding rounding = *evaluation().rounding;
  rounding.bits -= 2;
  const Setting scope(&Evaluation::rounding, &rounding);
  return evaluate_formula(call);
}

const Bounds op("RoiAlign", bounded_roi_align);

}  // namespace
}  // namespace etalon
