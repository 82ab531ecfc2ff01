// RelativePositionBias: which distances a bin has, the text does not say. Only where it has one is
// there little else that it may be.
#include "ops/com.microsoft/nn/relative_position_bias.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_bins(Opening& open) {
  open.Y = no_result(open.Y, "bins", [&] {
    const Bins bins(open.call);
    Bools far = full(open.Y.shape(), false);
    const Ints i = coordinate(far.shape(), 2), j = coordinate(far.shape(), 3);
    for (size_t n = 0; n < far.size(); ++n) far.flat(n) = !bins.is_near(j.flat(n) - i.flat(n));
    return far;
  });
}

const Open op("RelativePositionBias", open_bins);

}  // namespace
}  // namespace etalon
