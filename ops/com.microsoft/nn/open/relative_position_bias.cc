// RelativePositionBias: which distances a bin has, the text does not say. Only where it has one is
// there little else that it may be; else it is one of the further ones of its direction.
#include "ops/com.microsoft/nn/relative_position_bias.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_bins(Opening& open) {
  const Tensor& bias_table = open.call.tensor("bias_table");
  const auto rows = int64_t(bias_table.dim(0));
  open.Y = any_of(open.Y, "bins", bias_table, [&] {
    const Bins bins(open.call);
    Candidates candidates;
    for (size_t n = 0; n < open.Y.size(); ++n) {
      const Shape at = index_at(n, open.Y.shape());
      const int64_t distance = int64_t(at[3]) - int64_t(at[2]);
      if (bins.is_near(distance)) continue;
      const int64_t first = bins.is_bidirectional && distance > 0 ? bins.one_way : 0;
      for (int64_t bin = bins.near; bin < bins.one_way; ++bin) {
        candidates[n].push_back(int64_t(at[1]) * rows + first + bin);
      }
    }
    return candidates;
  });
}

const Open op("RelativePositionBias", open_bins);

}  // namespace
}  // namespace etalon
