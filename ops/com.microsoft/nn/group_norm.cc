// GroupNorm: Y = gamma · (X − mean) / √(variance + epsilon) + beta, with mean and variance over the
// channels of each group and all rows and columns, for each instance; with activation 1, Y ·
// sigmoid(Y) of it. X is NHWC, or NCHW without channels_last.
//   1
// onnxruntime 1.32.0 has no CPU kernel of it.
#include "ops/com.microsoft/nn/group_norm.h"

namespace etalon {
namespace {

Values group_norm_1(const Call& call) {
  const ChannelGroups of(call);
  return {group_norm(call, of, {}, standard_deviation(call.real("epsilon")))[0]};
}

const Operator op("GroupNorm", group_norm_1, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
