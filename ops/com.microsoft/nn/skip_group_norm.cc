// SkipGroupNorm: Y = gamma · (S − mean) / √(variance + epsilon) + beta with S = X + skip + bias,
// and mean and variance over the channels of each group and all rows and columns, for each
// instance; with activation 1, Y · sigmoid(Y) of it. X is NHWC, or NCHW without channels_last.
//   1
// The text has skip as N × H × W × C, N × 1 × 1 × C or N × C, with no word on NCHW: there it is
// taken to be laid out as X. onnxruntime 1.32.0 has no CPU kernel of it.
#include "ops/com.microsoft/nn/group_norm.h"

namespace etalon {
namespace {

Values skip_group_norm(const Call& call) {
  const ChannelGroups of(call);
  const std::vector<Tensor> outputs =
      group_norm(call, of, skip_and_bias(call, of), standard_deviation(call.real("epsilon")));
  return {outputs[0], outputs[1]};
}

const Operator op("SkipGroupNorm", skip_group_norm, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
