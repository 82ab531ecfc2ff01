// CumProd: y[i] = x[0] · … · x[i] along axis; integers wrap. exclusive: without x[i]; reverse: from
// the axis's end.
//   26
#include "ops/ai.onnx/math/cumulative.h"

namespace etalon {
namespace {

Values cum_prod(const Call& call) { return cumulate<RunningProduct>(call); }

const Operator op("CumProd", cum_prod, {26});

}  // namespace
}  // namespace etalon
