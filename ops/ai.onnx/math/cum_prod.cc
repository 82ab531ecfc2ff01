// CumProd: y[i] = x[0] · … · x[i] along axis; integers wrap. exclusive: without x[i]; reverse: from
// the axis's end.
//   26
#include "ops/ai.onnx/math/cumulative.h"

namespace etalon {
namespace {

Values cum_prod(const Call& call) {
  const size_t axis = cumulative_axis(call);
  return {by_sets<numbers>(call.tensor("x"), {axis}, [&]<class R>(const Array<R>& x) {
    return accumulated(call, x, R(1),
                       [](const R& product, const R& next) -> R { return product * next; });
  })};
}

const Operator op("CumProd", cum_prod, {26});

}  // namespace
}  // namespace etalon
